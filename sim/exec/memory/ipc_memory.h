/*
 * ipc_memory.h - memory that several processes have: a file without a name, mapped by each of them. Behind its bytes, at the end
 * of the file, stands what another process must know to map it.
 *
 * Thread-safety: functions of different memories may run at the same time. It is as ordinary memory for what is stored there.
 */
#ifndef TW_SIM_EXEC_MEMORY_IPC_MEMORY_H
#define TW_SIM_EXEC_MEMORY_IPC_MEMORY_H

#include <stdbool.h>
#include <stdint.h>

struct tw_shared {
    int file;   /* its descriptor: this process's own */
    void *host; /* `bytes` bytes, at a page's beginning; NULL when there are none */
    uint64_t bytes;
    int device; /* whose memory it is */
};

/* What one process says to another, so that it finds the file. */
struct tw_shared_name {
    uint64_t process, file, inode;
};

/* A new one, all zeros; of 0 bytes too. False: out of memory, or of descriptors. */
bool tw_shared_new(struct tw_shared *shared, uint64_t bytes, int device);
/* Maps what another process has made, by a descriptor (the caller keeps it), or by its name. False: there is no such memory, or no
   room for it. */
bool tw_shared_open(struct tw_shared *shared, int file);
bool tw_shared_open_name(struct tw_shared *shared, const struct tw_shared_name *name);
/* Unmaps it; the others keep theirs. */
void tw_shared_close(const struct tw_shared *shared);

/* False when the system does not say. Valid as long as this process has the memory. */
bool tw_shared_name(const struct tw_shared *shared, struct tw_shared_name *name);

#endif
