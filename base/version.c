/* The version that the library was compiled as. */
#include <tilewright/version.h>

const char *tw_version(void)
{
    return TILEWRIGHT_VERSION;
}

int tw_version_number(void)
{
    return TILEWRIGHT_VERSION_NUMBER;
}
