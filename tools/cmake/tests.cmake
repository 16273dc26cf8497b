# Tests: many programs in few executables, for linking one takes longer than running it.
#
#   tilewright_tests(EXECUTABLE LABEL label LIBRARIES library... [FOLDER folder] [PREFIX prefix] [SOURCES file.c...]
#                    [APART program...] [SLOW test...] [SIZED test...])
#
# Each test_*.c of FOLDER (LABEL, unless given) is one cmocka program with a main of its own; EXECUTABLE holds them all, and
# `EXECUTABLE test_banks` runs that one (tests_main.c). Tests that are APART are executables of their own. Each test_*.sh is run by bash, with
# the program's path as TILEWRIGHT, if that is built too, and the folder of the executables as PROGRAMS. Both exit 77 when they are skipped. For ctest a test is PREFIX/NAME
# (LABEL/NAME, unless given).
#
# `ctest` runs each test but the SLOW ones, and of what the SIZED ones draw a sample. `ctest -C all` runs everything: the SLOW ones
# too, and the SIZED ones a second time, as PREFIX/NAME/all with TILEWRIGHT_TEST_DRAWS=all (tests/draws.h, tests/shell.sh). What only
# `-C all` runs has the label `all`. The tests share a cache of compiled kernels, those of the label `all` another one, which is
# empty when they begin.
include_guard(GLOBAL)
pkg_check_modules(CMOCKA IMPORTED_TARGET GLOBAL cmocka)
if(NOT CMOCKA_FOUND)
  message(FATAL_ERROR "cmocka, which the tests need, is not installed; -DBUILD_TESTING=OFF builds without them")
endif()
set(TILEWRIGHT_TESTS_MAIN ${CMAKE_CURRENT_LIST_DIR}/tests_main.c)

# Compiled kernels are kept in the build tree, unless others could write there or above, where none would be trusted.
set(folder ${CMAKE_BINARY_DIR})
set(folders "")
while(NOT folder STREQUAL "/")
  list(APPEND folders ${folder})
  cmake_path(GET folder PARENT_PATH folder)
endwhile()
execute_process(COMMAND sh -c "find \"$@\" -maxdepth 0 '(' -perm /022 ! -perm -1000 -o ! -uid 0 ! -uid $(id -u) ')'" find ${folders}
                OUTPUT_VARIABLE untrusted)

# Seconds: what the slowest takes, 30, on a machine that has twenty times as much to do. Sanitizers are slower.
set(tests_timeout 600)
# Messages and tables are not broken there (COLUMNS=1000); test_width sees to 80 columns. Text is UTF-8 also where no locale is set, as in a container.
set(tests_environment LC_ALL=C.UTF-8 COLUMNS=1000 SOURCE_DIR=${TILEWRIGHT_ROOT} BUILD_DIR=${CMAKE_BINARY_DIR} CUDA_INCLUDE=${TILEWRIGHT_CUDA_INCLUDE})
if(TILEWRIGHT_SANITIZE)
  set(tests_timeout 2400)
endif()
if(TILEWRIGHT_SANITIZE MATCHES thread)
  list(APPEND tests_environment TSAN_OPTIONS=suppressions=${TILEWRIGHT_ROOT}/sim/tests/tsan.supp)
endif()

# One entry for ctest: tilewright_test(NAME label COMMAND command... [ENVIRONMENT name=value...] [ALL]).
function(tilewright_test name label)
  cmake_parse_arguments(PARSE_ARGV 2 arg "ALL" "" "COMMAND;ENVIRONMENT")
  set(cache TILEWRIGHT_CACHE=${CMAKE_BINARY_DIR}/tests/cache)
  set(configurations "")
  set(fixtures "")
  if(arg_ALL)
    set(cache TILEWRIGHT_CACHE=${CMAKE_BINARY_DIR}/tests/cold-cache)
    set(configurations CONFIGURATIONS all)
    set(fixtures FIXTURES_REQUIRED cold_cache)
    list(APPEND label all)
  endif()
  if(untrusted)
    set(cache TILEWRIGHT_CACHE_SIZE=0)
  endif()
  add_test(NAME ${name} ${configurations} COMMAND ${arg_COMMAND})
  set_tests_properties(${name} PROPERTIES LABELS "${label}" SKIP_RETURN_CODE 77 TIMEOUT ${tests_timeout} ${fixtures}
    ENVIRONMENT "${tests_environment};PROGRAMS=${CMAKE_CURRENT_BINARY_DIR};${cache};${arg_ENVIRONMENT}")
endfunction()

# The entries of a test, which arg_SLOW and arg_SIZED of the caller decide.
macro(tilewright_test_entries name)
  set(all "")
  if(${name} IN_LIST arg_SLOW)
    set(all ALL)
  endif()
  tilewright_test(${arg_PREFIX}/${name} ${arg_LABEL} COMMAND ${ARGN} ENVIRONMENT ${program} ${all})
  if(${name} IN_LIST arg_SIZED)
    tilewright_test(${arg_PREFIX}/${name}/all ${arg_LABEL} COMMAND ${ARGN} ENVIRONMENT ${program} TILEWRIGHT_TEST_DRAWS=all ALL)
  endif()
endmacro()

function(tilewright_test_executable name)
  add_executable(${name} ${ARGN})
  target_link_libraries(${name} PRIVATE ${arg_LIBRARIES} PkgConfig::CMOCKA)
  target_compile_definitions(${name} PRIVATE TEST_DIR="${CMAKE_CURRENT_SOURCE_DIR}" SOURCE_DIR="${TILEWRIGHT_ROOT}"
                             BUILD_DIR="${CMAKE_BINARY_DIR}" CUDA_INCLUDE="${TILEWRIGHT_CUDA_INCLUDE}")
endfunction()

function(tilewright_tests executable)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "LABEL;FOLDER;PREFIX" "LIBRARIES;SOURCES;APART;SLOW;SIZED")
  foreach(name FOLDER PREFIX)
    if(NOT arg_${name})
      set(arg_${name} ${arg_LABEL})
    endif()
  endforeach()
  set(program "")
  if(TARGET tilewright)
    set(program TILEWRIGHT=$<TARGET_FILE:tilewright> TILEWRIGHT_WORKER=$<TARGET_FILE:tilewright>)
  endif()

  file(GLOB sources CONFIGURE_DEPENDS ${arg_FOLDER}/test_*.c)
  set(together "")
  set(table "")
  foreach(source ${sources})
    cmake_path(GET source STEM name)
    if(${name} IN_LIST arg_APART)
      tilewright_test_executable(${name} ${source})
      tilewright_test_entries(${name} ${name})
    else()
      set_source_files_properties(${source} PROPERTIES COMPILE_DEFINITIONS main=${name}_main COMPILE_OPTIONS -Wno-missing-prototypes)
      list(APPEND together ${source})
      string(APPEND table "X(${name}) ")
      tilewright_test_entries(${name} ${executable} ${name})
    endif()
  endforeach()
  if(together)
    tilewright_test_executable(${executable} ${TILEWRIGHT_TESTS_MAIN} ${together} ${arg_SOURCES})
    target_compile_definitions(${executable} PRIVATE "TEST_PROGRAMS=${table}")
  endif()

  file(GLOB sources CONFIGURE_DEPENDS ${arg_FOLDER}/test_*.sh)
  foreach(source ${sources})
    cmake_path(GET source STEM name)
    tilewright_test_entries(${name} bash ${source})
  endforeach()
endfunction()

add_test(NAME cold_cache CONFIGURATIONS all COMMAND ${CMAKE_COMMAND} -E rm -rf ${CMAKE_BINARY_DIR}/tests/cold-cache)
set_tests_properties(cold_cache PROPERTIES FIXTURES_SETUP cold_cache)
