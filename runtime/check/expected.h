/*
 * expected.h - what a described kernel is given, and what it must compute, asked of its expectation (base/described/expectation.h). Private to
 * runtime/check/.
 */
#ifndef TW_RUNTIME_CHECK_EXPECTED_H
#define TW_RUNTIME_CHECK_EXPECTED_H

#include "base/described/expectation.h"
#include "runtime/check/oracle.h"

/*
 * Fills the answers of both trials, which lie on the host. The answers for after the launches come filled with the trials' patterns. What is given is
 * asked for once, and is the same in both. A reference kernel runs on the oracle's device, in memory of its own, once for each trial; a
 * function is called once for each. A reference that fails says in the message that it is the reference. TW_FAULT: what it did makes the
 * device useless, or it did not end in time.
 */
int tw_expected_fill(struct tw_oracle *oracle, const struct tw_kernel *kernel, struct tw_error *error);

/*
 * Calls the reference function for both trials in a process of its own, so that one that crashes or never returns harms nothing: TW_INPUT
 * says what it did. limit_s: seconds that both calls together may take; 0: any time. Changes what results are after the launches alone.
 */
int tw_expected_call(const struct tw_oracle *oracle, const struct tw_kernel *kernel, double limit_s,
                     struct tw_error *error);

#endif
