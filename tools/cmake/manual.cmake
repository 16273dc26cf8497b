# Manual pages and completion for shells, which the program writes from its own tables of options: build/man, build/completion.
# The names of the commands are those of TW_COMMANDS.
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS cli/commands.h)
file(READ cli/commands.h commands_text)
string(REGEX MATCHALL "\n    X\\([a-z]+," command_rows "${commands_text}")
string(REGEX REPLACE "\n    X\\(([a-z]+)," "\\1" commands "${command_rows}")

# What the program says to the arguments becomes the file.
set(manual_script ${CMAKE_CURRENT_LIST_DIR}/manual_script.cmake)
function(tilewright_help file)
  set(output ${CMAKE_BINARY_DIR}/${file})
  add_custom_command(OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -DPROGRAM=$<TARGET_FILE:tilewright> -DOUTPUT=${output} "-DARGUMENTS=${ARGN}" -P ${manual_script}
    DEPENDS tilewright ${manual_script} VERBATIM)
  set(manual_files ${manual_files} ${output} PARENT_SCOPE)
endfunction()

tilewright_help(man/tilewright.1 --man)
foreach(command ${commands})
  tilewright_help(man/tilewright-${command}.1 --man ${command})
endforeach()
# Named as each shell looks for them.
tilewright_help(completion/bash/tilewright --completion=bash)
tilewright_help(completion/zsh/_tilewright --completion=zsh)
tilewright_help(completion/fish/tilewright.fish --completion=fish)
add_custom_target(manual ALL DEPENDS ${manual_files})

install(DIRECTORY ${CMAKE_BINARY_DIR}/man/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(DIRECTORY ${CMAKE_BINARY_DIR}/completion/bash/ DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
install(DIRECTORY ${CMAKE_BINARY_DIR}/completion/zsh/ DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
install(DIRECTORY ${CMAKE_BINARY_DIR}/completion/fish/ DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)

# All that is installed, and neither tests nor benches: what `make demo`, `make install` and `make package` build.
add_custom_target(products DEPENDS tilewright tilewright_static tilewright_shared stages manual)
if(TARGET dropin)
  add_dependencies(products dropin nvml nvrtc12 nvrtc13 ${TILEWRIGHT_CUDART})
endif()
