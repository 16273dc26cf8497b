# libnvidia-ml.so.1 beside the drop-in: what the management library tells of the simulated devices (nvml/nvml.h).
file(GLOB nvml_sources CONFIGURE_DEPENDS nvml/*.c)
add_library(nvml SHARED ${nvml_sources})
target_include_directories(nvml PRIVATE include ${CMAKE_CURRENT_SOURCE_DIR})
target_link_libraries(nvml PRIVATE dropin)
set_target_properties(nvml PROPERTIES OUTPUT_NAME nvidia-ml VERSION 1 SOVERSION 1
                      LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/dropin
                      INSTALL_RPATH "$ORIGIN" BUILD_WITH_INSTALL_RPATH ON)
