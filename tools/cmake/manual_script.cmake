# Writes OUTPUT: what `PROGRAM help ARGUMENTS` says.
execute_process(COMMAND ${PROGRAM} help ${ARGUMENTS} OUTPUT_VARIABLE text RESULT_VARIABLE status)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "${PROGRAM} help ${ARGUMENTS}: ${status}")
endif()
file(WRITE ${OUTPUT} "${text}")
