/* What is said of the proofs of a described kernel's variants. */
#include "base/escape.h"
#include "cli/sweep/sweep_show.h"
#include "tune/prove/prove.h"
#include "tune/written.h"

void tw_sweep_add_proofs(const struct tw_sweep *sweep, struct tw_text *text)
{
    struct tw_proof_tally tally = {0};
    struct tw_written_notes notes = {0};
    const struct tw_result *unproven = NULL;
    for (size_t i = 0; i < sweep->count; i++) {
        const struct tw_row *row = &sweep->rows[i];
        if (!row->mine || !row->done) continue;
        tw_proof_count(&row->result, &tally);
        if (row->result.status == TW_STATUS_OK)
            tw_written_note(&notes, row->result.variant->name, tw_text_string(&row->result.unwritten));
        if (!unproven && row->result.proof == TW_PROOF_UNPROVEN) unproven = &row->result;
    }
    tw_proof_say(&tally, sweep->probe.simulator, text);
    tw_written_notes_say(&notes, text);
    if (!unproven) return;
    tw_text_addf(text, "not proven: such as %s: ", unproven->variant->name);
    tw_escape_terminal(text, tw_text_part(text, &unproven->unproven));
    tw_text_add_char(text, '\n');
}
