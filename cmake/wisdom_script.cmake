# Writes the table of measured transposes as C, so that nothing parses it at run time, once for each variant of a config.
file(READ ${TABLE} json)
string(JSON sm GET "${json}" sm)
string(JSON count LENGTH "${json}" winners)
math(EXPR last "${count} - 1")
set(entries "")
foreach(i RANGE ${last})
  string(JSON entry GET "${json}" winners ${i})
  set(problem "")
  foreach(key bytes rows cols batch)
    string(JSON value GET "${entry}" ${key})
    string(APPEND problem "${value}, ")
  endforeach()
  string(JSON aligned GET "${entry}" aligned)
  if(aligned)
    string(APPEND problem "true")
  else()
    string(APPEND problem "false")
  endif()
  set(fields "")
  set(number 0)
  string(JSON members LENGTH "${entry}")
  math(EXPR end "${members} - 1")
  foreach(m RANGE ${end})
    string(JSON key MEMBER "${entry}" ${m})
    if(key MATCHES "^(bytes|rows|cols|batch|aligned|of_copy)$")
      continue()
    endif()
    string(JSON value GET "${entry}" ${key})
    if(NOT value MATCHES "^[0-9]+$") # a word: the field's enumerator
      string(TOUPPER "TRANSPOSE_${value}" value)
    endif()
    string(APPEND fields "{TRANSPOSE_${key}, ${value}}, ")
    math(EXPR number "${number} + 1")
  endforeach()
  string(APPEND entries "    {${problem}, ${number}, {${fields}}},\n")
endforeach()
file(WRITE ${OUTPUT} "/* Made from wisdom/transpose.json by cmake/wisdom_script.cmake. */
#include \"gen/families/transpose/transpose.h\"

const unsigned tw_transpose_measured_sm = ${sm};
const unsigned tw_transpose_entry_count = ${count};
const struct tw_transpose_entry tw_transpose_entries[] = {
${entries}};
")
