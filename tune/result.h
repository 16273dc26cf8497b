/* result.h - what came of one variant: the record that tables (result_table.h) and JSON Lines are printed from. */
#ifndef TW_TUNE_RESULT_H
#define TW_TUNE_RESULT_H

#include "gen/config/config.h"
#include "runtime/measure/counters.h"
#include "runtime/measure/measure.h"
#include "runtime/measure/moves.h"
#include "runtime/measure/sites.h"
#include "tune/workers/bytes.h"

/*    status        word         */
#define TW_STATUSES(X)                                                                                       \
    X(TW_STATUS_OK, "ok")                                                                                    \
    X(TW_STATUS_MISMATCH, "mismatch") /* ran, and something it did is not as said */                         \
    X(TW_STATUS_REJECTED, "rejected") /* impossible; never compiled               */                         \
    X(TW_STATUS_SKIPPED, "skipped")   /* possible, but left out                   */                         \
    X(TW_STATUS_FAILED, "failed")     /* could not be compiled, loaded or run */

enum tw_status {
#define X(status, word) status,
    TW_STATUSES(X)
#undef X
        TW_STATUS_COUNT
};

/* What the simulator says of a variant of a described kernel, with all checks (tune/prove/prove.h). */
/*    proof              word          */
#define TW_PROOFS(X)                                                                                         \
    X(TW_PROOF_NONE, "")               /* nobody has asked it                                  */            \
    X(TW_PROOF_PROVEN, "proven")       /* right, and nothing was found                         */            \
    X(TW_PROOF_UNPROVEN, "not proven") /* it cannot say: `unproven` says why. No fault of the variant */     \
    X(TW_PROOF_WRONG, "wrong")         /* wrong results, or a mistake: the variant never ranks */

enum tw_proof {
#define X(proof, word) proof,
    TW_PROOFS(X)
#undef X
        TW_PROOF_COUNT
};

/* What the simulator saw of a shared-memory access in a launch. */
struct tw_line_cost {
    unsigned launch, line; /* of the source */
    unsigned ptx_line;
    enum tw_access op;
    uint64_t requests, wavefronts;
    uint32_t warp, active, address[TW_WARP]; /* as struct tw_sim_count has them */
};

struct tw_result {
    const struct tw_variant *variant;
    enum tw_status status;
    struct tw_text reason;      /* one line; empty when ok                                 */
    struct tw_text lines;       /* the bytes of so many struct tw_line_cost, where they are wanted */
    struct tw_text unpredicted; /* why nothing is predicted, in a clause; empty: it is */
    struct tw_text detail;      /* more lines for people: mismatches, a compiler's log     */
    struct tw_text accesses;    /* the bytes of so many struct tw_access_count, of what is counted on a GPU */
    struct tw_text unproven;    /* why not, in a clause; empty of other proofs             */
    struct tw_text
        proof_problem; /* "m 128, n 128": what was simulated; empty: the variant's own problem, or nothing */
    enum tw_proof proof;
    bool recompiled; /* the proof problem is of another binary than the variant: its fields are macros */
    bool unchecked;  /* nobody says what a described kernel must compute                    */
    /* What it left untouched of results of which nobody says what they must be (struct tw_check). */
    bool has_unchanged; /* nothing that it left depends on the run: what it left unchanged can be compared */
    uint64_t unwritten_count, unchanged_count, unwritten_of; /* elements, of so many                     */
    struct tw_text unwritten, unchanged; /* clauses (tune/written.h); empty: nothing was */
    uint32_t shared_bytes;               /* per block; 0 when rejected                              */
    bool has_predicted, has_simulated, has_measured, has_timing;
    uint64_t
        refused_key; /* the reference gave no answer to the expectation with this key: `reason` says why; 0: else */
    bool
        device_lost; /* it was not tried to the end: its device cannot be opened, or is lost, as `reason` says */
    bool faulted;    /* the kernel did something illegal: its device is of no more use */
    bool no_memory; /* memory ran out for it, as `reason` says */
    struct tw_counts predicted, simulated;
    struct tw_measured measured; /* by the GPU's own counters; its metrics are those of the options */
    struct tw_sites ptx,
        machine;           /* its accesses where they stand, of what is counted on a GPU, or line by line */
    struct tw_moves moves; /* what the assembler did to where they stand                                  */
    uint32_t
        reassembled; /* bits of tw_counts.known: what the assembler changed, so that it is not as predicted */
    uint64_t ideal;  /* predicted wavefronts if no bank conflicted                      */
    unsigned registers; /* per thread, of the main rendering; 0 when it was not compiled  */
    double compile_s, check_s, count_s, measure_s; /* wall seconds that went into it          */
    struct tw_work work;     /* of a launch of the whole variant                              */
    uint64_t simulated_work; /* of a described kernel: tw_work_units of what was simulated; else 0 */
    struct tw_timing timing;
    double
        bound_us; /* the least that the work can take on the device; 0: not known, or it is not about moving data */
};

const char *tw_status_word(enum tw_status status);
const char *tw_proof_word(enum tw_proof proof);
void tw_result_free(struct tw_result *result);

/* Sets status and reason from an error, its detail too. */
void tw_result_fail(struct tw_result *result, const struct tw_error *error);

/* The result as bytes, to send from a worker's process, and back: *result is initialised, its variant and the metrics of what is
   measured left NULL. False, with nothing to free, when the bytes are not such a record. */
void tw_result_pack(const struct tw_result *result, struct tw_text *bytes);
bool tw_result_unpack(struct tw_bytes *bytes, struct tw_result *result);
/* False: memory ran out for one of its texts. */
bool tw_result_is_whole(const struct tw_result *result);

/* Without a GPU a sector of global memory is taken to cost as much as so many wavefronts (docs/commands/sweep.md). */
#define TW_SECTOR_WAVEFRONTS 4u

/* 10^9 bytes per second of a kernel's work, when it takes so many microseconds; 0: it has none. */
double tw_result_gb_per_s(const struct tw_work *work, double us);

/* The fraction of the bound that a launch of so many microseconds reaches; 0: not known. */
double tw_result_of_bound(const struct tw_result *result, double us);

/* Adds the fields of the problem: "m 128, n 128". */
void tw_problem_add(const struct tw_family *family, const int64_t *value, struct tw_text *text);

/* What a described kernel's counts are divided by, so that proof problems of several sizes compare: its operations, where the description
   says them, else the bytes that it moves, else its elements; at least 1. */
uint64_t tw_work_units(const struct tw_work *work);

/* The sectors of global memory that a work reads and writes at least. */
uint64_t tw_work_sectors(const struct tw_work *work);

/* The sectors that a variant moves by those counts: what asynchronous copies read is not counted, as on the hardware, and
   then stands for at least what the work reads. */
uint64_t tw_work_moved(const struct tw_work *work, const struct tw_counts *counts);

/* What the variant's tiles read from the L2 and the problem writes, of the sectors that the problem needs (docs/bound.md);
   0: not said. */
double tw_work_traffic(const struct tw_work *work);

/* That the bound is not known, and what makes it known: a line for people. */
#define TW_NO_BOUND "bound: not known; tilewright device --probe measures once what this device can do\n"
/* Where a bound that is known comes from: the same. */
#define TW_BOUND_KEPT "bound: by what tilewright device --probe measured of this device, and kept\n"

/* One JSON object, the closing brace left for the caller: every field of the family at top level, then what
 * came of it. variants: those it is one of. */
void tw_result_json(const struct tw_variants *variants, const struct tw_result *result, const char *device,
                    struct tw_text *line);

/* Adds ', "KEY": VALUE' for every field of the family. */
void tw_result_add_fields(const struct tw_family *family, const int64_t *value, struct tw_text *line);

/* Lines for people, indented: why it is not ok, or not predicted, and what there is to know of that. */
void tw_result_details(const struct tw_result *result, struct tw_text *text);

/* "14 ok, 2 rejected" */
void tw_result_summary(const size_t counts[TW_STATUS_COUNT], struct tw_text *text);

/* Whether at least one is ok, and none mismatched or failed. */
bool tw_result_all_well(const size_t counts[TW_STATUS_COUNT]);

#endif
