/*
 * grid_cells.h - which access wrote each cell of global memory last, and which ones have read it. Private to the check of races there (grid_races.h).
 *
 *     grid_races.c   the grid's time, events, what orders blocks, which accesses race
 *     grid_marks.c   what has happened before what; lists of accesses in no order
 *     grid_cells.c   cells, and what an access finds in them
 *     grid_late.c    loads that are put off
 */
#ifndef TW_SIM_CHECK_GRID_CELLS_H
#define TW_SIM_CHECK_GRID_CELLS_H

#include "sim/check/grid_races.h"
#include "sim/check/order.h"
#include "sim/exec/memory/lane_access.h"

/* What a warp does at one time: one access of it, or several of the same instruction with nothing in between that orders. */
struct tw_event {
    uint32_t life;  /* of the block, from 1, in the order that blocks begin          */
    uint32_t entry; /* its thread of lane 0, and the block's time (shadow.h)         */
    uint32_t time;  /* of the grid                                                   */
    uint32_t told;  /* of a strong store or atomic: what it tells was released then, or 0 */
    uint32_t flag;  /* of a strong store: 1 where its block has come to a fence before, however narrow */
    uint32_t op;    /* the operation, by its place in the program                    */
    /* What the warp knows: of other blocks (a time of the grid), of its own and of itself (times of the block). */
    uint32_t knows, base, own;
};

/* An access of a lane: the event's number from 1 on, and the lane. 0: there was none. The top bit is free. */
typedef uint32_t tw_access_id;

/* Most cells have the first two accesses alone, which therefore lie apart: each line of cells that goes anywhere is one of the host's cache. */
struct tw_grid_marks {
    tw_access_id writer, reader; /* with TW_HAS_MORE where the cell has more */
};

/* What lanes of a warp did at one time, in a list. */
struct tw_grid_mark {
    uint32_t event, lanes;
    uint32_t next;   /* the next one's number; 0: none */
    uint32_t length; /* of the first: how many there are, or somewhat more */
};

struct tw_grid_lists {
    struct tw_grid_mark *of; /* from 1 on */
    uint32_t count, room, free;
};

/* The first marks of lists of accesses that are in no order. */
struct tw_grid_more {
    uint32_t writers, atomics, /* beside the writer; atomics: for all blocks   */
        readers,               /* beside the reader                            */
        old;                   /* beside `replaced`                            */
    tw_access_id replaced;     /* what was there before the writer's plain store, which changed it */
};

#define TW_HAS_MORE 0x80000000u

struct tw_grid_cell {
    struct tw_grid_marks *marks; /* NULL: it is not looked at */
    struct tw_grid_more *more;   /* touched only where there is something */
};

/* The last access that reads the cell; 0: there was none. */
static inline tw_access_id tw_grid_reader(const struct tw_grid_cell *cell)
{
    return cell->marks->reader & ~TW_HAS_MORE;
}

/* A copy of what the cell has beside its first two accesses. */
static inline struct tw_grid_more tw_grid_more_of(const struct tw_grid_cell *cell)
{
    return cell->marks->reader & TW_HAS_MORE ? *cell->more : (struct tw_grid_more){0};
}

struct tw_grid_whole {
    tw_access_id writer, reader, replaced;
    uint32_t readers; /* a list; of each the lane at the first cell */
};

#define TW_LINE 8u /* cells */

/*
 * The cells of an allocation, whose bytes are divided into 64 regions at most. Neighbouring cells, a line of them, are mostly touched in a row by
 * as many neighbouring lanes at once. Then only the first cell's mark is kept: each next cell's is one more, or 0 too. Once cells
 * of a line differ in another way, each is kept for itself.
 */
struct tw_grid_lines {
    size_t count; /* lines; 0: they are made when one is touched first, or there is no memory for them */
    struct tw_grid_whole *whole; /* of each line the first cell */
    uint32_t
        *apart; /* of each line where its cells are among those kept for themselves, or one of these two: */
#define TW_LINE_UNTOUCHED 0u
#define TW_LINE_WHOLE     1u
    struct tw_grid_marks *marks; /* these, TW_LINE of each line, from 2 on */
    struct tw_grid_more *more;
    uint32_t used;   /* how many there are */
    unsigned region; /* the log2 of its bytes                                       */
    uint64_t stored,
        late;      /* regions that something was stored to; that were loaded from by loads that are put off */
    uint32_t *log; /* these, in order (grid_late.c) */
    size_t logged, room; /* words */
};

/* Where the cells were of the lanes that were looked for last: what is loaded is often stored next. */
struct tw_grid_found {
    uint32_t lanes; /* 0: none */
    uint64_t address[32];
    struct tw_grid_cell cell[32];
};

#define TW_EVENT_CHUNK  65536u                      /* events are allocated by so many  */
#define TW_EVENT_CHUNKS (1u << 26) / TW_EVENT_CHUNK /* the most: then all is forgotten */
#define TW_EVENT_RECENT 16u                         /* of a warp, by operation          */

/* A block that has begun. */
struct tw_grid_life {
    uint64_t block;               /* its number in the grid */
    const struct tw_order *order; /* while it runs: what is public of it is there, */
    uint32_t base, count;         /* then here: all up to a stamp, and that of whole warps and of threads */
    struct tw_grid_public {
        uint32_t who, stamp;
    } * public; /* NULL where there was no memory: all is */
};
#define TW_WHOLE_WARP 0x10000u

struct tw_grid_races {
    unsigned grain_log2; /* bytes of a cell: the narrowest access to global memory */
    bool in_step;        /* lanes of a warp are */
    uint32_t time, lives;
    uint32_t told[TW_GRID_OBJECTS];             /* what who finds the object knows then            */
    struct tw_grid_hint hints[TW_GRID_OBJECTS]; /* what who changed it last may have meant to tell */
    struct tw_grid_life *life;                  /* by number */
    size_t lives_held;
    uint32_t events; /* the last one's number */
    struct tw_event *chunks[TW_EVENT_CHUNKS];
    uint32_t recent[TW_MAX_WARPS][TW_EVENT_RECENT]; /* events that may come again */
    size_t allocations;
    struct tw_grid_lines *lines; /* by allocation */
    struct tw_grid_lists lists;
    size_t logged; /* words of all logs */
    struct tw_grid_found found;
};

static inline const struct tw_event *tw_event_of(const struct tw_grid_races *races, tw_access_id of)
{
    uint32_t event = of / 32;
    return &races->chunks[event / TW_EVENT_CHUNK][event % TW_EVENT_CHUNK];
}

/* Has something certainly happened before? For neighbouring lanes: before all of them, before none, or it differs and is to be asked for each. */
enum tw_happened_before { TW_YES, TW_NO, TW_NOT_TOLD };

/* The answer for the last event of a kind: neighbouring cells mostly have the same one. */
struct tw_verdict {
    uint32_t number;
    enum tw_happened_before answer;
};

/* An access of a warp. */
struct tw_grid_step {
    struct tw_grid_races *races;
    const struct tw_allocation *held; /* that the lane before was in; NULL: none yet */
    uint32_t number;                  /* of its event */
    const struct tw_event *event;
    const struct tw_order *order; /* what its warp knows beyond that; NULL: nothing */
    uint32_t cells;               /* of a lane */
    bool load, strong, plain;     /* strong: for other blocks; plain: a load or store that is not */
    uint32_t active;
    const struct tw_lane_access *access;
    struct tw_warp *warp; /* NULL: of a load that was put off, which has found nothing */
    const struct tw_op *op;
    const struct tw_program *program;
    struct tw_verdict writer, reader, replaced;
};

/* --- grid_races.c: two strong accesses do not race, the running one's and an earlier one. */
bool tw_grid_excused(const struct tw_sim_worker *worker, const struct tw_op *op, tw_access_id of);
/* Has the lane, which accesses this address, found what an earlier store or atomic released? Then that comes before it. */
bool tw_grid_found(const struct tw_warp *warp, unsigned lane, uint64_t address, tw_access_id of);
/* Is it strong for other blocks, too? */
bool tw_grid_is_wide(const struct tw_sim_worker *worker, const struct tw_op *op);
/* Nothing orders the lane's access after the earlier one to the cell at `address`: tells the race. False: it is none, as both are strong or
   stored the same value. */
bool tw_grid_race(const struct tw_grid_step *step, unsigned lane, uint64_t address,
                  const struct tw_grid_cell *cell, tw_access_id of, enum tw_earlier earlier);
/* Would the lane's store leave the cell at that address as it is? */
bool tw_grid_stores_the_same(const struct tw_grid_step *step, unsigned lane, uint64_t address);

/* --- grid_marks.c */
/* The answer for neighbouring lanes from `lane` on, and as many accesses from `of` on. */
enum tw_happened_before tw_grid_row_ordered(const struct tw_grid_step *step, unsigned lane, tw_access_id of);
/* The answer for one lane, where tw_grid_row_ordered says TW_NOT_TOLD. */
bool tw_grid_lane_ordered(const struct tw_grid_step *step, unsigned lane, tw_access_id of);
/* The lanes of a mark that nothing orders before what the lane does. */
uint32_t tw_grid_unordered(const struct tw_grid_step *step, unsigned lane, const struct tw_grid_mark *mark);
/* NULL: there is none. */
const struct tw_grid_mark *tw_grid_mark_at(const struct tw_grid_races *races, uint32_t number);
/* Puts these lanes of the event first in the list; what is in order before `lane` goes from time to time, of strong accesses alone where `strong`
   is said. */
void tw_grid_add(const struct tw_grid_step *step, unsigned lane, uint32_t *list, bool strong, uint32_t event,
                 uint32_t lanes);
void tw_grid_drop(struct tw_grid_races *races, uint32_t *list);
/* What is in `from` is put before what is in `to`. */
void tw_grid_move(struct tw_grid_races *races, uint32_t *to, uint32_t *from);
bool tw_grid_was_strong(const struct tw_grid_step *step, tw_access_id of);

/* --- grid_cells.c */
/* What these of the active lanes touch, one after the other. */
void tw_grid_touch(struct tw_grid_step *step, const struct tw_machine *machine, uint32_t lanes);
void tw_grid_forget_cells(struct tw_grid_races *races);
/* The same in two steps, of lanes that touch one cell each: by lane; valid until others are looked for or events are forgotten. */
const struct tw_grid_cell *tw_grid_find_cells(struct tw_grid_step *step, const struct tw_machine *machine,
                                              uint32_t lanes);
void tw_grid_touch_cell(struct tw_grid_step *step, unsigned lane, uint64_t address,
                        const struct tw_grid_cell *cell);
/* Would whatever lane touches the cell by this event, an atomic's, find nothing? Then it is only to be kept. */
bool tw_grid_is_settled(const struct tw_grid_step *step, const struct tw_grid_cell *cell);
void tw_grid_keep_lane(const struct tw_grid_step *step, unsigned lane, const struct tw_grid_cell *cell);

/* --- grid_late.c
 *
 * A load where the grid has not stored yet finds nothing, and matters to later stores alone: it is put off, put down in the cells no sooner
 * than something is stored in its region. Mostly that is never. */
bool tw_grid_put_off(struct tw_grid_step *step, const struct tw_machine *machine, uint64_t first);
/* Before an access that is not put off: what was, in the regions of these lanes, is put down. */
void tw_grid_settle(struct tw_grid_step *step, const struct tw_machine *machine, uint32_t lanes);

#endif
