/* A compile that takes too much ends this process, with a message. */
#include "cli/options/limits.h"

#include <sched.h>
#include <stdlib.h>
#include <unistd.h>

#include "cli/cli.h"
#include "tune/workers/worker.h"

static struct {
    double seconds;
    unsigned mib;
    int status;
} here;

bool tw_timeout_read(char *text, void *place, const char *command)
{
    char *end;
    long seconds = strtol(text, &end, 10);
    if (!*text || *end || seconds < 0 || seconds > 86400)
        tw_arguments_refuse(command, "--timeout '%s': a number of seconds from 0 to 86400", text);
    *(int *)place = (int)seconds;
    return true;
}

static void exceed(enum tw_exceeded which)
{
    struct tw_text text = {0};
    tw_worker_say_exceeded(which, here.seconds, here.mib, &text);
    tw_complain("%s", tw_text_string(&text));
    _exit(here.status);
}

struct tw_limits tw_limits_here(double seconds, unsigned mib, unsigned at_once, int status)
{
    here.seconds = seconds;
    here.mib = mib;
    here.status = status;
    return (struct tw_limits){seconds, ((uint64_t)mib << 20) * at_once, exceed};
}

unsigned tw_jobs_usual(unsigned processes)
{
    long all = sysconf(_SC_NPROCESSORS_ONLN), cores = all;
    cpu_set_t allowed;
    if (sched_getaffinity(0, sizeof allowed, &allowed) == 0 && CPU_COUNT(&allowed) < all)
        cores = CPU_COUNT(&allowed);
    else if (processes > 1)
        cores = (all + processes - 1) / processes;
    return cores < 1 ? 1 : cores > 64 ? 64 : (unsigned)cores;
}
