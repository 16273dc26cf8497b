/*
 * prove.h - what the simulator says of a variant of a described kernel before it ranks (docs/proof.md).
 *
 * A description may give a small problem, its proof, on which every variant is simulated with all checks: results, races, bounds,
 * uninitialised shared words, barriers. Without a GPU that is all that is simulated, and what is counted is of that problem; without a proof
 * it is the variant's own problem. Beside a GPU (--prove) a proof comes before anything is launched there.
 *
 *     proven       it ran to its end, its results are right, nothing was found
 *     not proven   the proof cannot say: its problem violates a constraint, the simulator does not know an instruction. No fault of the
 *                  variant, which ranks by its times
 *     wrong        a result is wrong, or a mistake was found, which is told in the words of lint: the variant never ranks
 */
#ifndef TW_TUNE_PROVE_PROVE_H
#define TW_TUNE_PROVE_PROVE_H

#include "tune/prove/observed.h"

/* The checks that a proof makes, unless others are asked for. */
#define TW_PROOF_CHECKS (TW_SIM_CHECK_ALL & ~(unsigned)TW_SIM_CHECK_LEAKS)

/* Where no proof can be made a variant's own problem is simulated, if its work is no more than so many units (tw_work_units): a second or so.
   That ranks it without a GPU, and may show that it is wrong; it is not proven in any case. */
#define TW_PROOF_SMALL (UINT64_C(1) << 24)

/* A description without a proof is proven on the variant's own problem, if its work is no more than so many units: some seconds. "proof": {} asks
   for it whatever it takes. */
#define TW_PROOF_OWN (UINT64_C(1) << 27)

/* What is simulated has arguments of at most this share of the machine's memory: each is there several times, before and after every trial. */
#define TW_PROOF_MEMORY_SHARE 16u

/* What a simulator is for. */
enum tw_proving {
    TW_PROVING_ALONE, /* there is no other device: the proof problem, or without one the variant's own, if small */
    TW_PROVING_BESIDE, /* a GPU runs the variants' own problems: the proof problem, or nothing                  */
    TW_PROVING_WHOLE /* the variants' problems are what they are to be proven on (tune/verify/verify_problem.c) */
};

/* What is simulated of a variant. */
struct tw_proof_problem {
    int64_t value[TW_MAX_FIELDS];
    struct tw_variant variant; /* with these values, by the same name */
    bool is_own;               /* they are the variant's own               */
    bool proves;               /* that it is simulated on them is its proof */
};

/*
 * The problem on which the variant, which its family accepts, is simulated. Where there is no proof the result says why, and *problem is the
 * variant's own. What is told of the problem goes to the result too. TW_MEMORY.
 */
int tw_proof_problem(const struct tw_variants *variants, const struct tw_variant *variant,
                     enum tw_proving proving, struct tw_proof_problem *problem, struct tw_result *result,
                     struct tw_error *error);

/* Whether the work of the variant's own problem, which its family accepts, is at most so many units, and its arguments find room. TW_MEMORY. */
int tw_proof_is_small(const struct tw_variants *variants, const struct tw_variant *variant, uint64_t most,
                      bool *small, struct tw_error *error);

/* The kernel of the proof problem. Where the variant's own source differs from it in no more than the first comment the kernel has that one,
   byte for byte, and the same binary is for both; else *recompiled is set. */
int tw_proof_render(const struct tw_variants *variants, const struct tw_variant *variant,
                    const struct tw_proof_problem *problem, struct tw_kernel *kernel, bool *recompiled,
                    struct tw_error *error);

/* What came of the check, whose code is given: a mistake becomes the result's reason, or the error of a launch that it ended. Returns the
   code. */
int tw_proof_judge(const struct tw_observed *observed, int code, struct tw_result *result,
                   struct tw_error *error);

/* Takes over what a pipeline on the simulator found of a variant that a GPU is to run: *proof is left empty. */
void tw_proof_take(struct tw_result *proof, struct tw_result *result);

/* ---- in words ---- */

/* How many results of described kernels are proven, and what is to be told of them. Zero-initialise. */
struct tw_proof_tally {
    size_t proofs[TW_PROOF_COUNT];
    size_t uncounted;  /* are not proven, and nothing was counted of them */
    size_t small;      /* were simulated on a proof problem           */
    size_t recompiled; /* of these, with another binary               */
    size_t unchecked;  /* have nobody who says what they must compute */
};
void tw_proof_count(const struct tw_result *result, struct tw_proof_tally *tally);
/* Adds lines for people below a table; nothing where nothing is to be told. simulator: what was counted is of the proof problems. */
void tw_proof_say(const struct tw_proof_tally *tally, bool simulator, struct tw_text *text);

/* What stands at every step where a description names no reference, as a clause. */
#define TW_NOT_CHECKED "not checked: the description names no reference"

#endif
