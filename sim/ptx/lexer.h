/*
 * lexer.h - PTX text as tokens (PTX ISA, "Syntax").
 *
 * A token points into the text, which must outlive it; the text need not end with NUL. No allocation, no
 * state beyond the struct.
 */
#ifndef TW_SIM_PTX_LEXER_H
#define TW_SIM_PTX_LEXER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum tw_ptx_token_kind {
    TW_PTX_END,
    TW_PTX_NAME,      /* add  %r1  $L__BB0_2  _ZZ3padE1t; with dots when tw_ptx_opcode extended it */
    TW_PTX_DIRECTIVE, /* .reg  .u32  .L1::evict_last                                               */
    TW_PTX_INTEGER,   /* 12  0x1F  0b101  017  12U: bits                                           */
    TW_PTX_FLOAT32,   /* 0f3F800000: bits                                                          */
    TW_PTX_FLOAT64,   /* 0d3FF0000000000000  1.5  2e3: bits                                        */
    TW_PTX_STRING,    /* "...", quotes included                                                    */
    TW_PTX_CHARACTER, /* one of { } ( ) [ ] < > , ; : | @ ! + - = * / & ^ ~ ?                      */
    TW_PTX_BAD        /* anything else: bytes that are no PTX, an open comment, a cut number       */
};

struct tw_ptx_token {
    enum tw_ptx_token_kind kind;
    const char *start;
    size_t length;
    uint64_t bits;
};

struct tw_ptx_lexer {
    const char *at, *end;
    struct tw_ptx_token token; /* the current one */
};

/* Points the lexer at a text and reads the first token. */
void tw_ptx_lexer_start(struct tw_ptx_lexer *lexer, const char *text, size_t length);
/* Reads the next token into lexer->token. At the end it stays TW_PTX_END. */
void tw_ptx_next(struct tw_ptx_lexer *lexer);
/* The current token is a name: extends it over the ".words" that follow without a blank. */
void tw_ptx_extend(struct tw_ptx_lexer *lexer);

bool tw_ptx_is_character(const struct tw_ptx_token *token, char c);
/* The token's text is exactly `text`. */
bool tw_ptx_is(const struct tw_ptx_token *token, const char *text);

/* A letter, a digit or a sign that a name may go on with. */
bool tw_ptx_is_name_part(char c);

#endif
