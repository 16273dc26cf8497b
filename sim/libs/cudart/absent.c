/* The functions of absent.h. cuda_runtime_api.h stays out: its prototypes are not asked for here. */
#include "sim/libs/cudart/absent.h"

int tw_absent(void); /* error.c */

#define X(name)                                                                                              \
    int name(void);                                                                                          \
    int name(void)                                                                                           \
    {                                                                                                        \
        return tw_absent();                                                                                  \
    }
TW_RUNTIME_ABSENT(X)
