# What the whole project and the simulator alone (sim/) have in common: the language, the checks of the compiler, sanitizers, and
# what a layer is. TILEWRIGHT_ROOT is the folder that includes are relative to.
get_filename_component(TILEWRIGHT_ROOT ${CMAKE_CURRENT_LIST_DIR}/../.. ABSOLUTE)

set(CMAKE_C_STANDARD 11)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_C_EXTENSIONS OFF)
set(CMAKE_C_VISIBILITY_PRESET hidden)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE RelWithDebInfo)
endif()
# Asserts state what must hold and stay on in every build.
string(REPLACE "-DNDEBUG" "" CMAKE_C_FLAGS_RELWITHDEBINFO "${CMAKE_C_FLAGS_RELWITHDEBINFO}")
string(REPLACE "-DNDEBUG" "" CMAKE_C_FLAGS_RELEASE "${CMAKE_C_FLAGS_RELEASE}")
option(BUILD_TESTING "build the tests, which need cmocka" ON)
set(TILEWRIGHT_SANITIZE "" CACHE STRING "sanitizers for everything, such as address,undefined")
option(TILEWRIGHT_COVERAGE "count the lines that run (gcc)" OFF)

find_package(PkgConfig REQUIRED)
pkg_check_modules(XXHASH REQUIRED IMPORTED_TARGET GLOBAL libxxhash)
find_package(Threads REQUIRED)
include(${CMAKE_CURRENT_LIST_DIR}/cuda.cmake) # TILEWRIGHT_CUDA_INCLUDE, TILEWRIGHT_NVRTC
include(${CMAKE_CURRENT_LIST_DIR}/embed.cmake) # files -> C

add_compile_options(-Wall -Wextra -Wpedantic -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wvla)
add_compile_definitions(_GNU_SOURCE)
if(TILEWRIGHT_SANITIZE)
  add_compile_options(-fsanitize=${TILEWRIGHT_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${TILEWRIGHT_SANITIZE})
endif()
if(TILEWRIGHT_COVERAGE)
  add_compile_options(--coverage -fprofile-update=atomic)
  add_link_options(--coverage)
endif()

if(BUILD_TESTING)
  enable_testing()
  include(${CMAKE_CURRENT_LIST_DIR}/tests.cmake)
endif()

# Callers' threads may have a stack of no more than 128 KiB: no frame of such layers is larger than an eighth of that. Sanitizers and
# counted lines make frames larger.
function(tilewright_small_frames)
  if(NOT TILEWRIGHT_SANITIZE AND NOT TILEWRIGHT_COVERAGE)
    foreach(layer ${ARGN})
      target_compile_options(${layer} PRIVATE -Wframe-larger-than=16384)
    endforeach()
  endif()
endfunction()

# One object library per layer, of the C files in the folders that are named, relative to the caller; what each may include is
# checked by the test `layers`.
function(tilewright_layer name)
  list(TRANSFORM ARGN APPEND /*.c)
  file(GLOB sources CONFIGURE_DEPENDS ${ARGN})
  add_library(${name} OBJECT ${sources})
  target_include_directories(${name} PUBLIC ${TILEWRIGHT_ROOT}/include ${TILEWRIGHT_ROOT})
endfunction()
