# `cmake --install`: the program, the library (static and shared), its headers, the drop-in libcuda.so.1, and how other
# projects find them: the CMake package `tilewright` and tilewright.pc. Nothing installed names the build or source tree, and the
# result may be moved as a whole.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/tilewright)

install(TARGETS tilewright tilewright_static tilewright_shared EXPORT tilewright
        INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
set_target_properties(tilewright PROPERTIES EXPORT_NAME program)
set_target_properties(tilewright_shared PROPERTIES EXPORT_NAME tilewright)
set_target_properties(tilewright_static PROPERTIES EXPORT_NAME static)
install(EXPORT tilewright NAMESPACE tilewright:: FILE tilewrightTargets.cmake DESTINATION ${package_dir})
if(TARGET dropin)
  install(TARGETS dropin nvml LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/tilewright/dropin)
  install(TARGETS nvrtc12 nvrtc13 LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/tilewright/dropin/nvrtc)
endif()
if(TILEWRIGHT_CUDART)
  install(TARGETS ${TILEWRIGHT_CUDART} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/tilewright/dropin)
  install(FILES ${CMAKE_BINARY_DIR}/dropin/libcudart.so ${CMAKE_BINARY_DIR}/dropin/libcudart_static.so
          DESTINATION ${CMAKE_INSTALL_LIBDIR}/tilewright/dropin)
endif()

# The stages of the pipeline for those who build tools: headers of gen/ and runtime/ as they are, but that they find each other
# where they are installed: in a folder for each layer.
set(stages base/text.h gen/config/config.h gen/family.h gen/layout/predict.h gen/text/render.h gen/layout/solve.h gen/text/templates.h
           runtime/compile/cache.h runtime/compile/compile.h runtime/device.h runtime/driver.h base/device/driver_functions.h
           runtime/launch.h runtime/check/oracle.h runtime/check/compare.h runtime/references/reference.h
           sim/driver/table.h sim/exec/simulator.h)
set(stages_dir ${CMAKE_CURRENT_BINARY_DIR}/stages)
foreach(header ${stages})
  string(REGEX REPLACE "^([a-z]+)/(config|text|layout|compile|check|device|driver|exec)/" "\\1/" installed ${header})
  add_custom_command(OUTPUT ${stages_dir}/${installed}
    COMMAND ${CMAKE_COMMAND} -DINPUT=${CMAKE_CURRENT_SOURCE_DIR}/${header} -DOUTPUT=${stages_dir}/${installed}
            -P ${CMAKE_CURRENT_LIST_DIR}/install_stage.cmake
    DEPENDS ${header} ${CMAKE_CURRENT_LIST_DIR}/install_stage.cmake VERBATIM)
  list(APPEND stage_files ${stages_dir}/${installed})
endforeach()
add_custom_target(stages ALL DEPENDS ${stage_files})
install(DIRECTORY include/tilewright DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h" PATTERN "*.hpp")
install(DIRECTORY ${stages_dir} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/tilewright FILES_MATCHING PATTERN "*.h")

configure_package_config_file(tools/cmake/tilewrightConfig.cmake.in ${CMAKE_CURRENT_BINARY_DIR}/tilewrightConfig.cmake
                              INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/tilewrightConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/tilewrightConfig.cmake ${CMAKE_CURRENT_BINARY_DIR}/tilewrightConfigVersion.cmake
        DESTINATION ${package_dir})
install(FILES tools/cmake/TilewrightKernels.cmake DESTINATION ${package_dir} OPTIONAL)
set(private_flags ${CJSON_LDFLAGS} ${XXHASH_LDFLAGS}) # of who links statically
list(TRANSFORM CMAKE_C_IMPLICIT_LINK_DIRECTORIES PREPEND -L OUTPUT_VARIABLE needless)
list(REMOVE_ITEM private_flags ${needless})
list(JOIN private_flags " " private_flags)
install(CODE "set(INPUT \"${CMAKE_CURRENT_LIST_DIR}/tilewright.pc.in\")
set(LIBDIR \"${CMAKE_INSTALL_LIBDIR}\")
set(INCLUDEDIR \"${CMAKE_INSTALL_INCLUDEDIR}\")
set(IMPLICIT_INCLUDES \"${CMAKE_C_IMPLICIT_INCLUDE_DIRECTORIES}\")
set(IMPLICIT_LIBRARIES \"${CMAKE_C_IMPLICIT_LINK_DIRECTORIES}\")
set(PROJECT_VERSION \"${PROJECT_VERSION}\")
set(PROJECT_DESCRIPTION \"${PROJECT_DESCRIPTION}\")
set(PRIVATE_LIBRARIES \"${private_flags}\")")
install(SCRIPT tools/cmake/install_pc.cmake)
# The same for who builds against this checkout: PKG_CONFIG_PATH=build/pkgconfig. Programs find the library where it was built.
file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/pkgconfig/tilewright.pc @ONLY CONTENT [[
prefix=@CMAKE_SOURCE_DIR@
libdir=@CMAKE_BINARY_DIR@
includedir=${prefix}/include
dropin=${libdir}/dropin

Name: tilewright
Description: @PROJECT_DESCRIPTION@
Version: @PROJECT_VERSION@
Cflags: -I${includedir}
Libs: -L${libdir} -Wl,-rpath,${libdir} -ltilewright
]])

# What there is to read, and to try.
install(FILES README.md CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES tools/bench/README.md DESTINATION ${CMAKE_INSTALL_DOCDIR}/tools/bench)
install(FILES sim/README.md DESTINATION ${CMAKE_INSTALL_DOCDIR}/sim)
install(FILES gen/families/README.md DESTINATION ${CMAKE_INSTALL_DOCDIR}/gen/families)
install(FILES sim/ptx/forms.txt DESTINATION ${CMAKE_INSTALL_DOCDIR}/sim/ptx)
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME copyright)
install(DIRECTORY docs configs examples DESTINATION ${CMAKE_INSTALL_DOCDIR} PATTERN "build*" EXCLUDE
        PATTERN "__pycache__" EXCLUDE)
install(FILES tools/replay/README.md DESTINATION ${CMAKE_INSTALL_DOCDIR}/tools/replay)
