# Writes the fitted model of a family, a forest or a net, as C, so that nothing parses it at run time, once for each variant of a
# config.
set(forest_arrays "feature unsigned char" "threshold float" "low int" "high int" "leaf float" "root int")
set(forest_members "feature, threshold, low, high, leaf, root, sizeof root / sizeof *root")
set(net_arrays "mean float" "scale float" "outputs unsigned char" "weight float")
set(net_members "sizeof mean / sizeof *mean, NETWORKS, mean, scale, outputs, weight")

file(READ ${TABLE} json)
string(JSON sm GET "${json}" sm)
set(members "${${MODEL}_members}")
if(MODEL STREQUAL "net")
  string(JSON networks GET "${json}" networks)
  string(REPLACE "NETWORKS" "${networks}" members "${members}")
endif()
set(arrays "")
foreach(pair ${${MODEL}_arrays})
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
get_filename_component(name ${TABLE} NAME)
file(WRITE ${OUTPUT} "/* Made from gen/choice/models/${name} by tools/cmake/model_script.cmake. */
#include \"gen/choice/${MODEL}.h\"

${arrays}
const struct tw_${MODEL} tw_${MODEL}_${FAMILY} = {
    ${sm}, ${members}};
")
