# libcudart.so beside the drop-in: what nvcc's programs call, over the driver's functions (cudart/runtime.h). The programs ask for the
# library of the CUDA version whose nvcc built them, and structures differ between the versions; so there is one for each major
# version whose header is found: the toolkit's, or those of the wheels.
#
# ordered.c is built twice: with the default stream that all threads share, and with one for each.
file(GLOB cudart_sources CONFIGURE_DEPENDS cudart/*.c)

function(tilewright_cudart include)
  file(STRINGS ${include}/cuda_runtime_api.h version_line REGEX "#define CUDART_VERSION")
  string(REGEX MATCH "[0-9]+" version "${version_line}")
  math(EXPR major "${version} / 1000")
  if(major LESS 12 OR TARGET cudart${major})
    return()
  endif()
  add_library(cudart${major}_per_thread OBJECT cudart/ordered.c)
  target_compile_definitions(cudart${major}_per_thread PRIVATE CUDA_API_PER_THREAD_DEFAULT_STREAM)
  add_library(cudart${major} SHARED ${cudart_sources} $<TARGET_OBJECTS:cudart${major}_per_thread>)
  foreach(target cudart${major} cudart${major}_per_thread)
    set_target_properties(${target} PROPERTIES C_VISIBILITY_PRESET default) # the map says what is visible
    target_include_directories(${target} PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
    # crt/host_defines.h of a wheel is in a wheel of its own.
    target_include_directories(${target} SYSTEM PUBLIC ${include} ${TILEWRIGHT_CUDA_INCLUDE})
  endforeach()
  target_link_libraries(cudart${major} PRIVATE dropin Threads::Threads)
  set_target_properties(cudart${major} PROPERTIES OUTPUT_NAME cudart SUFFIX .so.${major}
                        LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/dropin
                        INSTALL_RPATH "$ORIGIN" BUILD_WITH_INSTALL_RPATH ON)
  set(map ${CMAKE_CURRENT_BINARY_DIR}/cudart${major}.map)
  file(CONFIGURE OUTPUT ${map} CONTENT "libcudart.so.@major@ { global: cuda*; __cuda*; local: *; };\n" @ONLY)
  target_link_options(cudart${major} PRIVATE -Wl,-z,nodelete -Wl,--version-script=${map})
  set(TILEWRIGHT_CUDART ${TILEWRIGHT_CUDART} cudart${major} PARENT_SCOPE)
endfunction()

set(TILEWRIGHT_CUDART "")
foreach(include ${TILEWRIGHT_CUDA_INCLUDE} ${CMAKE_SOURCE_DIR}/build/toolkit/nvidia/cuda_runtime/include)
  if(EXISTS ${include}/cuda_runtime_api.h AND EXISTS ${TILEWRIGHT_CUDA_INCLUDE}/crt/host_defines.h)
    tilewright_cudart(${include})
  endif()
endforeach()
# For linking with -L to the folder: the toolkit's version. nvcc takes the static runtime unless it is told otherwise; the linker finds
# the shared one under that name too, before an archive, and nvlink, which reads archives alone, finds the toolkit's.
if(TILEWRIGHT_CUDART)
  list(GET TILEWRIGHT_CUDART 0 first)
  string(REPLACE cudart "" major ${first})
  file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/dropin)
  foreach(name libcudart.so libcudart_static.so)
    file(WRITE ${CMAKE_BINARY_DIR}/dropin/${name} "INPUT(-l:libcudart.so.${major})\n")
  endforeach()
endif()
