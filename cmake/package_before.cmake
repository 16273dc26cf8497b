# Before the Debian package is packed: manual pages are compressed, as Debian wants them, with no time in them.
file(GLOB pages ${CPACK_TEMPORARY_DIRECTORY}/usr/share/man/man1/*.1)
if(CPACK_GENERATOR STREQUAL DEB AND pages)
  execute_process(COMMAND gzip -9n ${pages} COMMAND_ERROR_IS_FATAL ANY)
endif()
