/* Memory that several processes have: files of memfd_create, which last as long as somebody has them open. */
#include "sim/exec/memory/ipc_memory.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/files/quiet.h"

#define PAGE 4096u

static const char magic[16] = "tilewright 1";

/* The last page of the file. */
struct end {
    char magic[sizeof magic];
    uint64_t bytes;
    int device;
};

static uint64_t pages(uint64_t bytes)
{
    return (bytes + PAGE - 1) / PAGE * PAGE;
}

/* Maps the bytes of the file; those of none are nowhere. */
static bool map(struct tw_shared *shared)
{
    shared->host = NULL;
    if (shared->bytes == 0) return true;
    void *host = mmap(NULL, pages(shared->bytes), PROT_READ | PROT_WRITE, MAP_SHARED, shared->file, 0);
    if (host == MAP_FAILED) return false;
    shared->host = host;
    return true;
}

bool tw_shared_new(struct tw_shared *shared, uint64_t bytes, int device)
{
    struct end end = {.bytes = bytes, .device = device};
    memcpy(end.magic, magic, sizeof magic);
    *shared = (struct tw_shared){.bytes = bytes, .device = device};
    if (bytes > INT64_MAX - 2 * PAGE) return false;
    shared->file = memfd_create("tilewright", MFD_CLOEXEC);
    if (shared->file < 0) return false;
    uint64_t last = pages(bytes);
    bool made = tw_quiet_truncate(shared->file, (off_t)(last + PAGE)) &&
                pwrite(shared->file, &end, sizeof end, (off_t)last) == (ssize_t)sizeof end && map(shared);
    if (!made) close(shared->file);
    return made;
}

/* Reads the end of the file; false when it is not one of these. */
static bool read_end(int file, struct end *end)
{
    struct stat status;
    if (fstat(file, &status) != 0 || status.st_size < (off_t)PAGE) return false;
    off_t last = status.st_size - (off_t)PAGE;
    return pread(file, end, sizeof *end, last) == (ssize_t)sizeof *end &&
           memcmp(end->magic, magic, sizeof magic) == 0 && pages(end->bytes) == (uint64_t)last;
}

bool tw_shared_open(struct tw_shared *shared, int file)
{
    struct end end;
    if (!read_end(file, &end)) return false;
    *shared = (struct tw_shared){.bytes = end.bytes, .device = end.device};
    shared->file = fcntl(file, F_DUPFD_CLOEXEC, 0);
    if (shared->file < 0) return false;
    if (map(shared)) return true;
    close(shared->file);
    return false;
}

bool tw_shared_open_name(struct tw_shared *shared, const struct tw_shared_name *name)
{
    char path[64];
    struct stat status;
    snprintf(path, sizeof path, "/proc/%llu/fd/%llu", (unsigned long long)name->process,
             (unsigned long long)name->file);
    int file = open(path, O_RDWR | O_CLOEXEC);
    if (file < 0) return false;
    bool found = fstat(file, &status) == 0 && status.st_ino == name->inode && tw_shared_open(shared, file);
    close(file);
    return found;
}

void tw_shared_close(const struct tw_shared *shared)
{
    if (shared->host) munmap(shared->host, pages(shared->bytes));
    close(shared->file);
}

bool tw_shared_name(const struct tw_shared *shared, struct tw_shared_name *name)
{
    struct stat status;
    if (fstat(shared->file, &status) != 0) return false;
    *name = (struct tw_shared_name){(uint64_t)getpid(), (uint64_t)shared->file, status.st_ino};
    return true;
}
