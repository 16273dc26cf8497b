# `make package` (cpack): a Debian package, whose dependencies dpkg-shlibdeps finds, and a tar file for elsewhere. Both hold what
# `cmake --install` installs.
set(CPACK_PACKAGE_NAME tilewright)
set(CPACK_PACKAGE_VENDOR "The Tilewright authors")
# Whoever builds a package for others says in DEBFULLNAME and DEBEMAIL who that is, as for Debian's own tools. The project has no address.
set(maintainer "The Tilewright authors <tilewright@localhost>")
if(DEFINED ENV{DEBFULLNAME} AND DEFINED ENV{DEBEMAIL})
  set(maintainer "$ENV{DEBFULLNAME} <$ENV{DEBEMAIL}>")
endif()
set(TILEWRIGHT_MAINTAINER "${maintainer}" CACHE STRING "whom the package names as its maintainer")
set(CPACK_PACKAGE_CONTACT "${TILEWRIGHT_MAINTAINER}")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "CUDA kernels around a shared-memory tile, generated from JSON")
set(CPACK_PACKAGE_DESCRIPTION
  "Tilewright renders, compiles, launches, checks and measures kernels
built around a tile in shared memory: on an NVIDIA GPU, or on a simulator
that executes their PTX. With the program come its library, headers, and a
libcuda.so.1 that is the simulator.")
set(CPACK_RESOURCE_FILE_LICENSE ${CMAKE_CURRENT_SOURCE_DIR}/LICENSE)
set(CPACK_GENERATOR DEB TGZ)
set(CPACK_STRIP_FILES ON)
set(CPACK_VERBATIM_VARIABLES ON)

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# Programs that link the static library need these; NVRTC comes from NVIDIA (docs/install.md).
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "libcjson-dev, libxxhash-dev, pkg-config, bash-completion, python3")
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_CURRENT_LIST_DIR}/package_before.cmake)
set(CPACK_POST_BUILD_SCRIPTS ${CMAKE_CURRENT_LIST_DIR}/package_after.cmake)
set(CMAKE_SKIP_INSTALL_ALL_DEPENDENCY ON) # `make package` has built what it packs
include(CPack)
