/*
 * piece.h - the translation of a part of an expression, on its way into the whole. Private to gen/t1.
 *
 * Memory law: a piece owns its text; who makes one frees it in any case, also where it could not be written.
 */
#ifndef TW_GEN_T1_PIECE_H
#define TW_GEN_T1_PIECE_H

#include "base/expression/operators.h"
#include "gen/t1/translate.h"

/* What a piece is worth. */
enum tw_piece_type { TW_PIECE_WHOLE, TW_PIECE_TRUTH, TW_PIECE_FRACTION, TW_PIECE_WORD };

#define TW_RANK_ATOM (TW_RANK_POWER + 1u)

struct tw_piece {
    struct tw_text text;
    enum tw_piece_type type;
    unsigned rank; /* how tightly its loosest operator binds (base/expression/operators.h), or TW_RANK_ATOM */
    bool below_zero; /* it may be */
};

struct tw_piece_writer {
    struct tw_t1_scope *scope;
    struct tw_expression_fault *fault;
};

/* Says why a tree cannot be written. */
bool tw_piece_fail(const struct tw_piece_writer *writer, const struct tw_python *tree, const char *why);

/* Writes a tree as a piece, which is empty at first. as_truth: only its truth counts. */
bool tw_piece_write(const struct tw_piece_writer *writer, const struct tw_python *tree, bool as_truth,
                    struct tw_piece *piece);
/* The same of two trees; false: none is left to be freed. */
bool tw_piece_write_two(const struct tw_piece_writer *writer, const struct tw_python *a,
                        const struct tw_python *b, bool as_truth, struct tw_piece pieces[2]);

/* Adds a piece as an operand of what binds as `rank` does. */
void tw_piece_add(struct tw_text *out, const struct tw_piece *piece, unsigned rank);
void tw_pieces_free(struct tw_piece *pieces, size_t count);

void tw_piece_set_value(const struct tw_expression_value *value, struct tw_piece *piece);
void tw_piece_set_name(const char *name, enum tw_piece_type type, bool below_zero, struct tw_piece *piece);

/* The parameter that the node's text is the name of, or NULL. */
const struct tw_t1_parameter *tw_t1_find_parameter(const struct tw_t1_scope *scope,
                                                   const struct tw_python *node);

/* ---- functions.c ---- */

bool tw_piece_write_call(const struct tw_piece_writer *writer, const struct tw_python *call,
                         struct tw_piece *piece);

/* int(x), math.floor(x), math.ceil(x). */
enum tw_piece_rounding { TW_ROUND_DOWN, TW_ROUND_UP, TW_ROUND_TO_ZERO };
bool tw_piece_write_rounded(const struct tw_piece_writer *writer, const struct tw_python *tree,
                            enum tw_piece_rounding how, struct tw_piece *piece);

#endif
