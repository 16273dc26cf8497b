# libnvrtc.so.12 and .13 in a folder beside the drop-in: NVRTC that gives PTX where it is asked for machine code (nvrtc/nvrtc.c).
function(tilewright_nvrtc major)
  add_library(nvrtc${major} SHARED nvrtc/nvrtc.c runtime/search.c runtime/library.c $<TARGET_OBJECTS:base>)
  target_compile_definitions(nvrtc${major} PRIVATE TW_MAJOR_TEXT="${major}" TILEWRIGHT_NVRTC="${TILEWRIGHT_NVRTC}")
  target_include_directories(nvrtc${major} PRIVATE include ${CMAKE_CURRENT_SOURCE_DIR})
  target_link_libraries(nvrtc${major} PRIVATE PkgConfig::XXHASH ${CMAKE_DL_LIBS} m)
  set_target_properties(nvrtc${major} PROPERTIES OUTPUT_NAME nvrtc SUFFIX .so.${major}
                        LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/dropin/nvrtc)
  set(map ${CMAKE_CURRENT_BINARY_DIR}/nvrtc${major}.map)
  file(CONFIGURE OUTPUT ${map} CONTENT "libnvrtc.so.@major@ { global: nvrtc*; local: *; };\n" @ONLY)
  target_link_options(nvrtc${major} PRIVATE -Wl,-z,nodelete -Wl,-soname,libnvrtc.so.${major} -Wl,--version-script=${map})
endfunction()

tilewright_nvrtc(12)
tilewright_nvrtc(13)
