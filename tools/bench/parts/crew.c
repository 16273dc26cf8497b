#include "tools/bench/parts/crew.h"

#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

void crew_start(struct crew *crew, unsigned count,
                void (*work)(void *context, unsigned number, unsigned count), void *context)
{
    pid_t parent = getpid();
    *crew = (struct crew){.count = 0};
    for (; crew->count < count && crew->count < CREW_MAX; crew->count++) {
        pid_t pid = fork();
        if (pid < 0) return;
        if (pid == 0) {
            prctl(PR_SET_PDEATHSIG, SIGTERM);
            if (getppid() == parent) work(context, crew->count, count);
            _exit(0);
        }
        crew->pid[crew->count] = pid;
    }
}

bool crew_is_whole(struct crew *crew)
{
    bool whole = true;
    for (unsigned i = 0; i < crew->count; i++) {
        if (crew->pid[i] && waitpid(crew->pid[i], NULL, WNOHANG) != 0) crew->pid[i] = 0;
        whole = whole && crew->pid[i];
    }
    return whole;
}

void crew_wait(struct crew *crew)
{
    for (unsigned i = 0; i < crew->count; i++) {
        if (crew->pid[i]) waitpid(crew->pid[i], NULL, 0);
        crew->pid[i] = 0;
    }
}

void crew_stop(struct crew *crew)
{
    for (unsigned i = 0; i < crew->count; i++)
        if (crew->pid[i]) kill(crew->pid[i], SIGTERM);
    crew_wait(crew);
}
