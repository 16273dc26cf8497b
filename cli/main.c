/* The program: finds the command that the first argument names in TW_COMMANDS, and runs it with the rest. */
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <string.h>
#include <unistd.h>

#include <tilewright/version.h>

#include "cli/cli.h"
#include "cli/commands.h"
#include "cli/help/help.h"
#include "cli/interrupt.h"
#include "gen/config/hint.h"
#include "tune/workers/worker.h"

static int run(const struct tw_command *command, int argc, char **argv)
{
    char name[64];
    snprintf(name, sizeof name, "tilewright %s", command->name);
    argv[0] = name; /* so that messages begin as was typed */
    tw_command_set(name);
    int status = tw_end_output(command->run(argc, argv));
    return tw_interrupts ? TW_EXIT_INTERRUPTED : status;
}

static void refuse_command(const char *word)
{
    static const char *const names[] = {
#define X(name, help) #name,
        TW_COMMANDS(X)
#undef X
            NULL};
    tw_complain("there is no command '%s'; `tilewright --help` lists them%s", word,
                tw_hint_among(word, names).words);
}

/* The number of a closed standard stream would go to the next file that is opened, and what is printed into
   that file. So the number is held by a file that refuses what the stream is for. */
static void hold_standard_streams(void)
{
    for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; stream++) {
        if (fcntl(stream, F_GETFD) == -1 && errno == EBADF)
            (void)!open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
    }
}

/* NVRTC frees all that a compile has taken, and the next one takes it again: by glibc's own limits the kernel gets it in between, and clears
   it. Large pieces, such as the simulator's memory, still come cleared and go at once. */
static void keep_memory(void)
{
#ifdef M_TRIM_THRESHOLD /* glibc */
    mallopt(M_TRIM_THRESHOLD, 64 << 20);
    mallopt(M_MMAP_THRESHOLD, 1 << 20);
#endif
}

int main(int argc, char **argv)
{
    keep_memory();
    hold_standard_streams();
    tw_write_signals_ignore();
    if (argc == 2 && strcmp(argv[1], TW_WORKER_ARGUMENT) == 0) return tw_worker_main();
    if (argc < 2) {
        tw_help_print(stderr);
        return TW_EXIT_USAGE;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) argv[1] = (char *)"help";
    if (strcmp(argv[1], "--version") == 0) {
        puts("tilewright " TILEWRIGHT_VERSION);
        return tw_end_output(TW_EXIT_OK);
    }
    if (argc == 3 && strcmp(argv[2], "-h") == 0) argv[2] = (char *)"--help";
    const struct tw_command *command = tw_command_find(tw_commands, argv[1]);
    if (!command) {
        refuse_command(argv[1]);
        return TW_EXIT_USAGE;
    }
    return run(command, argc - 1, argv + 1);
}
