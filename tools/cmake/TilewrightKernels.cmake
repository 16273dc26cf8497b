# Kernels generated while a project is built.
#
#   tilewright_add_kernels(TARGET CONFIG file.json [ARCHS sm_80 sm_90 ...] [NAME name] [VARIANT variant | TOP k] [KERNEL description.json] [DLOPEN])
#   tilewright_add_kernels(TARGET CONFIG results.jsonl ... CHOOSE [ARCHS sm_80 sm_90 ...] [NAME name] [TOP k] [KERNEL description.json] [DLOPEN])
#
# Adds to TARGET the C files of `tilewright embed` for the config (or results file), the folder of their headers NAME.h and
# NAME_layout.h, that of cuda.h, and the driver to link with; a TARGET that does not exist is made, as a static library whose users
# get the same. They are generated anew when the config or the program changes, and, of a kernel of one's own, its description, its source, a
# header or a reference. KERNEL: results of such a kernel need its description. NAME is what files and symbols begin
# with: the name of the first CONFIG without its ending if none is given. CHOOSE: one launcher takes any problem, and chooses among the winners of
# all problems and devices in the results files. DLOPEN: libcuda is opened at run time, nothing is linked.
#
# TILEWRIGHT_EXECUTABLE names the program; without it the target tilewright::program, else one on the search path.
# CUDAToolkit_ROOT (variable or environment), nvcc's place and /usr/local/cuda are where cuda.h and the driver's stub are looked for.
include_guard(GLOBAL)

function(_tilewright_program result)
  if(NOT TILEWRIGHT_EXECUTABLE AND TARGET tilewright::program)
    set(${result} $<TARGET_FILE:tilewright::program> PARENT_SCOPE)
    return()
  endif()
  find_program(TILEWRIGHT_EXECUTABLE tilewright REQUIRED)
  set(${result} ${TILEWRIGHT_EXECUTABLE} PARENT_SCOPE)
endfunction()

function(_tilewright_cuda target dlopen)
  set(roots ${CUDAToolkit_ROOT} $ENV{CUDAToolkit_ROOT} $ENV{CUDA_HOME} $ENV{CUDA_PATH})
  find_program(TILEWRIGHT_NVCC nvcc)
  if(TILEWRIGHT_NVCC)
    file(REAL_PATH ${TILEWRIGHT_NVCC} nvcc)
    get_filename_component(bin ${nvcc} DIRECTORY)
    list(APPEND roots ${bin}/..)
  endif()
  list(APPEND roots /usr/local/cuda)
  find_path(TILEWRIGHT_CUDA_INCLUDE cuda.h PATHS ${roots} PATH_SUFFIXES include REQUIRED)
  target_include_directories(${target} SYSTEM PUBLIC ${TILEWRIGHT_CUDA_INCLUDE})
  if(dlopen)
    target_link_libraries(${target} PUBLIC ${CMAKE_DL_LIBS})
    return()
  endif()
  find_library(TILEWRIGHT_CUDA_DRIVER NAMES cuda libcuda.so.1 PATHS ${roots}
               PATH_SUFFIXES lib64/stubs lib/stubs targets/x86_64-linux/lib/stubs targets/sbsa-linux/lib/stubs REQUIRED)
  target_link_libraries(${target} PUBLIC ${TILEWRIGHT_CUDA_DRIVER})
endfunction()

function(tilewright_add_kernels target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "CHOOSE;DLOPEN" "NAME;VARIANT;TOP;KERNEL" "CONFIG;ARCHS")
  list(LENGTH arg_CONFIG count)
  if(NOT count OR arg_UNPARSED_ARGUMENTS OR (count GREATER 1 AND NOT arg_CHOOSE))
    message(FATAL_ERROR "tilewright_add_kernels(TARGET CONFIG file.json [ARCHS sm_80 ...] [NAME name] [VARIANT variant | TOP k] [KERNEL description.json] [DLOPEN]), "
                        "or with CONFIG results.jsonl ... CHOOSE")
  endif()
  foreach(config ${arg_CONFIG})
    get_filename_component(config ${config} ABSOLUTE)
    list(APPEND configs ${config})
  endforeach()
  if(NOT arg_NAME)
    list(GET configs 0 first)
    get_filename_component(stem ${first} NAME_WE)
    string(MAKE_C_IDENTIFIER ${stem} arg_NAME)
  endif()
  set(options --name ${arg_NAME} --format c,layout)
  if(arg_ARCHS)
    list(JOIN arg_ARCHS "," archs)
    list(APPEND options --arch ${archs})
  endif()
  if(arg_VARIANT)
    list(APPEND options --variant ${arg_VARIANT})
  endif()
  if(arg_TOP)
    list(APPEND options --top ${arg_TOP})
  endif()
  if(arg_KERNEL)
    get_filename_component(kernel ${arg_KERNEL} ABSOLUTE)
    list(APPEND options --kernel ${kernel})
  endif()
  if(arg_CHOOSE)
    list(APPEND options --choose)
  endif()
  if(arg_DLOPEN)
    list(APPEND options --dlopen)
  endif()

  _tilewright_program(program)
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/tilewright/${target})
  set(stem ${folder}/${arg_NAME})
  add_custom_command(OUTPUT ${stem}.c ${stem}.h ${stem}_layout.h
    COMMAND ${program} embed ${configs} ${options} --force --depfile ${stem}.d -o ${folder}
    DEPENDS ${configs} ${program} DEPFILE ${stem}.d VERBATIM COMMENT "Generating kernels ${arg_NAME} from ${arg_CONFIG}")
  if(NOT TARGET ${target})
    add_library(${target} STATIC)
  endif()
  find_package(Threads REQUIRED)
  target_sources(${target} PRIVATE ${stem}.c ${stem}.h ${stem}_layout.h)
  target_include_directories(${target} PUBLIC ${folder})
  target_link_libraries(${target} PUBLIC Threads::Threads)
  _tilewright_cuda(${target} "${arg_DLOPEN}")
endfunction()
