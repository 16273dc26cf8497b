# Writes the templates, and the tables of measured winners, into one C file: name, text, length. gen/text/templates.c searches it.
set(TILEWRIGHT_EMBED_SCRIPT ${CMAKE_CURRENT_LIST_DIR}/embed_script.cmake)
function(tilewright_embed_templates target)
  file(GLOB templates CONFIGURE_DEPENDS ${ARGN})
  set(output ${CMAKE_CURRENT_BINARY_DIR}/templates.c)
  add_custom_command(OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -DOUTPUT=${output} "-DTEMPLATES=${templates}" -P ${TILEWRIGHT_EMBED_SCRIPT}
    DEPENDS ${templates} ${TILEWRIGHT_EMBED_SCRIPT} VERBATIM)
  target_sources(${target} PRIVATE ${output})
endfunction()

# Writes a family's fitted model, gen/choice/models/FAMILY-model.json, as the C of tw_MODEL_FAMILY (gen/choice/MODEL.h).
set(TILEWRIGHT_MODEL_SCRIPT ${CMAKE_CURRENT_LIST_DIR}/model_script.cmake)
function(tilewright_embed_model target family model)
  set(output ${CMAKE_CURRENT_BINARY_DIR}/${family}_${model}.c)
  set(table ${CMAKE_CURRENT_SOURCE_DIR}/gen/choice/models/${family}-model.json)
  add_custom_command(OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -DOUTPUT=${output} -DTABLE=${table} -DFAMILY=${family} -DMODEL=${model} -P ${TILEWRIGHT_MODEL_SCRIPT}
    DEPENDS ${table} ${TILEWRIGHT_MODEL_SCRIPT} VERBATIM)
  target_sources(${target} PRIVATE ${output})
endfunction()

# Writes a text file as a C string of that name.
set(TILEWRIGHT_STRING_SCRIPT ${CMAKE_CURRENT_LIST_DIR}/string_script.cmake)
function(tilewright_embed_string target file name)
  set(output ${CMAKE_CURRENT_BINARY_DIR}/${name}.c)
  set(input ${CMAKE_CURRENT_SOURCE_DIR}/${file})
  add_custom_command(OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -DOUTPUT=${output} -DINPUT=${input} -DNAME=${name} -P ${TILEWRIGHT_STRING_SCRIPT}
    DEPENDS ${input} ${TILEWRIGHT_STRING_SCRIPT} VERBATIM)
  target_sources(${target} PRIVATE ${output})
endfunction()

# Writes a template of functions of C, whose one variable is `name`, as a header of the build's for the library itself: NAME_functions.h.
set(TILEWRIGHT_FUNCTIONS_SCRIPT ${CMAKE_CURRENT_LIST_DIR}/functions_script.cmake)
function(tilewright_own_functions target template name)
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/functions)
  set(output ${folder}/${name}_functions.h)
  set(input ${CMAKE_CURRENT_SOURCE_DIR}/${template})
  add_custom_command(OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -DOUTPUT=${output} -DINPUT=${input} -DNAME=${name} -P ${TILEWRIGHT_FUNCTIONS_SCRIPT}
    DEPENDS ${input} ${TILEWRIGHT_FUNCTIONS_SCRIPT} VERBATIM)
  target_sources(${target} PRIVATE ${output})
  target_include_directories(${target} PRIVATE ${folder})
endfunction()
