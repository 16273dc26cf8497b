# tilewright.pc, written when it is installed: where it goes decides what flags it needs. Folders that the compiler looks in by itself
# (those below /usr) are not named; others are found from where the file is, so that the whole may be moved.
# Needs INPUT, LIBDIR, INCLUDEDIR, IMPLICIT_INCLUDES, IMPLICIT_LIBRARIES and what the file itself names.
cmake_policy(VERSION 3.25)
string(REGEX REPLACE "^.*/_CPack_Packages/[^/]+/[^/]+/[^/]+" "" prefix "${CMAKE_INSTALL_PREFIX}") # where packages are put together
set(pc_cflags "-I\${includedir}")
if("${prefix}/${INCLUDEDIR}" IN_LIST IMPLICIT_INCLUDES)
  set(pc_cflags "")
endif()
set(pc_libs "-L\${libdir} ")
if("${prefix}/${LIBDIR}" IN_LIST IMPLICIT_LIBRARIES)
  set(pc_libs "")
endif()
file(RELATIVE_PATH pc_prefix /${LIBDIR}/pkgconfig /)
set(folder "$ENV{DESTDIR}${CMAKE_INSTALL_PREFIX}/${LIBDIR}/pkgconfig")
message(STATUS "Installing: ${folder}/tilewright.pc")
configure_file(${INPUT} "${folder}/tilewright.pc" @ONLY)
list(APPEND CMAKE_INSTALL_MANIFEST_FILES "${CMAKE_INSTALL_PREFIX}/${LIBDIR}/pkgconfig/tilewright.pc")
