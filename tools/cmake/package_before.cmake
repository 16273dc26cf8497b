# Before the Debian package is packed, what only Debian wants: compressed manual pages, with no time in them, and a changelog.
if(NOT CPACK_GENERATOR STREQUAL DEB)
  return()
endif()
set(share ${CPACK_TEMPORARY_DIRECTORY}/usr/share)
string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC) # of SOURCE_DATE_EPOCH, where that is given
file(WRITE ${share}/doc/tilewright/changelog "tilewright (${CPACK_PACKAGE_VERSION}) unstable; urgency=medium

  * Version ${CPACK_PACKAGE_VERSION} of the program and of the library.

 -- ${CPACK_PACKAGE_CONTACT}  ${date}
")
file(GLOB files ${share}/man/man1/*.1 ${share}/doc/tilewright/changelog)
execute_process(COMMAND gzip -9nf ${files} COMMAND_ERROR_IS_FATAL ANY)
file(CHMOD ${share}/doc/tilewright/changelog.gz PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ)
