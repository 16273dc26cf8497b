# Comments of Mustache go, with the line of one that stands alone; what is left of its tags is the name.
file(READ ${INPUT} text)
string(REGEX REPLACE "{{![^}]*}}\n?" "" text "${text}")
string(REPLACE "{{name}}" "${NAME}" text "${text}")
if(text MATCHES "{{")
  message(FATAL_ERROR "${INPUT} has other tags than the name")
endif()
cmake_path(GET INPUT FILENAME file)
file(WRITE ${OUTPUT} "/* Generated from ${file}. */\n${text}")
