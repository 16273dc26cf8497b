# The Python package: installed where a system's Python looks, and as a wheel (`make wheel`), which holds the library too.
set(TILEWRIGHT_PYTHON_DIR lib/python3/dist-packages CACHE STRING "where in the prefix the Python package is installed")
install(DIRECTORY python/tilewright DESTINATION ${TILEWRIGHT_PYTHON_DIR} FILES_MATCHING PATTERN "*.py" PATTERN "__pycache__" EXCLUDE)

# The library of the wheel finds what it needs beside itself.
add_library(tilewright_wheel SHARED EXCLUDE_FROM_ALL ${tilewright_layers})
target_link_libraries(tilewright_wheel PRIVATE PkgConfig::CJSON PkgConfig::XXHASH Threads::Threads m ${CMAKE_DL_LIBS})
target_link_options(tilewright_wheel PRIVATE -Wl,-s)
set_target_properties(tilewright_wheel PROPERTIES OUTPUT_NAME tilewright SOVERSION ${abi} BUILD_WITH_INSTALL_RPATH ON INSTALL_RPATH "$ORIGIN"
                      LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/wheel)
add_custom_target(wheel COMMAND python3 ${CMAKE_CURRENT_SOURCE_DIR}/tools/scripts/wheel.py $<TARGET_FILE:tilewright_wheel>
                        ${CMAKE_BINARY_DIR}/packages VERBATIM)
add_dependencies(wheel tilewright_wheel)
