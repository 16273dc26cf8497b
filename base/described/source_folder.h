/* source_folder.h - where sources that were made in memory lie, as compilers see it: nobody has the folder, and none of it is shown. */
#ifndef TW_BASE_DESCRIBED_SOURCE_FOLDER_H
#define TW_BASE_DESCRIBED_SOURCE_FOLDER_H

/* "/tilewright/NAME.cu" is the source of the variant NAME, "/tilewright/matmul.cu" the file of that name whose lines "#line" announces: so no
   byte of what is compiled depends on a directory. */
#define TW_SOURCE_FOLDER "/tilewright/"

#endif
