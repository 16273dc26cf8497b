# Writes the fitted model of a family as C, so that nothing parses it at run time, once for each variant of a config.
file(READ ${TABLE} json)
string(JSON sm GET "${json}" sm)
set(arrays "")
foreach(pair "feature unsigned char" "threshold float" "low short" "high short" "leaf float" "root short")
  string(REGEX MATCH "^([a-z]+) (.*)$" unused "${pair}")
  set(key ${CMAKE_MATCH_1})
  set(type ${CMAKE_MATCH_2})
  string(REGEX MATCH "\"${key}\": \\[([^]]*)\\]" unused "${json}")
  set(numbers "${CMAKE_MATCH_1}")
  if(type STREQUAL "float")
    string(REGEX REPLACE "([0-9.e+-]+)" "(float)\\1" numbers "${numbers}")
  endif()
  string(APPEND arrays "static const ${type} ${key}[] = {${numbers}};\n")
endforeach()
file(WRITE ${OUTPUT} "/* Made from wisdom/${FAMILY}-model.json by cmake/wisdom_script.cmake. */
#include \"gen/forest.h\"

${arrays}
const struct tw_forest tw_forest_${FAMILY} = {
    ${sm}, feature, threshold, low, high, leaf, root, sizeof root / sizeof *root};
")
