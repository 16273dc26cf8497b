# One header of the stages as it is installed: under tilewright/stages.
file(READ ${INPUT} text)
string(REGEX REPLACE "#include \"(base|gen|runtime|sim)/((config|text|layout|compile|check|device|driver|exec)/)?" "#include \"tilewright/stages/\\1/" text "${text}")
string(REGEX REPLACE "(#include) \"(tilewright/[^\"]*)\"" "\\1 <\\2>" text "${text}")
file(WRITE ${OUTPUT} "${text}")
