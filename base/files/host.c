/* The kernel draws an identity when it boots; where it tells of none, the host's name is one. */
#include "base/files/host.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>

#include "base/file.h"
#include "base/hash.h"

#define OLD_S 86400

void tw_host_find(char host[TW_HOST_DIGITS + 1])
{
    struct tw_text identity = {0};
    struct utsname name;
    int code = tw_file_read_head("/proc/sys/kernel/random/boot_id", 64, &identity, NULL);
    if (code && uname(&name) == 0) tw_text_add(&identity, name.nodename);
    uint64_t hash = tw_hash(tw_text_string(&identity), identity.length);
    snprintf(host, TW_HOST_DIGITS + 1, "%08" PRIx32, (uint32_t)hash);
    tw_text_free(&identity);
}

bool tw_host_may_judge(const char *host, const struct timespec *written)
{
    char own[TW_HOST_DIGITS + 1];
    tw_host_find(own);
    return memcmp(own, host, TW_HOST_DIGITS) == 0 || time(NULL) - written->tv_sec > OLD_S;
}
