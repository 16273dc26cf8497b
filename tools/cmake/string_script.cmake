file(READ ${INPUT} hex HEX)
string(REGEX REPLACE "(..)" "0x\\1," bytes "${hex}")
cmake_path(GET INPUT FILENAME file)
file(WRITE ${OUTPUT} "/* Generated from ${file}. */\nextern const char ${NAME}[];\nconst char ${NAME}[] = {${bytes}0};\n")
