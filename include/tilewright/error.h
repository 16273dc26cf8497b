/*
 * error.h - how every function of Tilewright reports what went wrong.
 *
 * A function that can fail returns an int: TW_OK (0), or the same code it stored in *error.
 * The caller owns the struct: initialise it with {0} (or TW_ERROR_INIT), pass its address, and
 * call tw_error_free when done. `error` may be NULL when only the code is of interest. A second
 * failure stored in the same struct replaces the first.
 *
 * Thread-safety: no global state; one struct per thread.
 *
 * File, message and detail may be shown on a terminal, whatever was quoted in them: control characters, bidirectional marks
 * and what is no UTF-8 were replaced by '?' or a blank when they were stored.
 *
 * Wrong input is an error; a bug of our own is an assert. Nothing here prints or exits.
 */
#ifndef TILEWRIGHT_ERROR_H
#define TILEWRIGHT_ERROR_H

#include <stddef.h>

#include <tilewright/api.h>

TW_API_BEGIN

#if defined(__GNUC__)
#define TW_PRINTF(text, first) __attribute__((__format__(__printf__, text, first)))
#else
#define TW_PRINTF(text, first)
#endif

enum tw_code {
    TW_OK,          /* no error                                           */
    TW_INPUT,       /* a config, template, PTX or argument is wrong       */
    TW_IO,          /* a file cannot be read or written                   */
    TW_MEMORY,      /* an allocation failed                               */
    TW_ENVIRONMENT, /* a library or device that is needed is not there    */
    TW_COMPILE,     /* NVRTC refused the source                           */
    TW_DRIVER,      /* a CUDA driver call failed                          */
    TW_UNSUPPORTED, /* the simulator does not know the instruction        */
    TW_FAULT,       /* a kernel did something illegal                     */
    TW_TOO_LARGE    /* a kernel needs more than the target has            */
};

struct tw_error {
    enum tw_code code;
    char file[256];     /* "" when the error has no place; cut at the front when longer */
    unsigned line;      /* from 1; 0 when unknown */
    unsigned column;    /* from 1, in characters; 0 when unknown */
    char message[1024]; /* one sentence, no newline, no full stop at its end */
    char *detail;       /* owned; more lines (source line and caret, a compiler's log) or NULL */
};

#define TW_ERROR_INIT                                                                                        \
    {                                                                                                        \
        TW_OK, "", 0, 0, "", NULL                                                                            \
    }

/* Stores code and message; returns code. A place or detail stored earlier is dropped. Here and below a format, file or text
   that is NULL is an empty one. */
int tw_fail(struct tw_error *error, enum tw_code code, const char *format, ...) TW_PRINTF(3, 4);

/* The same with a place. line and column may be 0. */
int tw_fail_at(struct tw_error *error, enum tw_code code, const char *file, unsigned line, unsigned column,
               const char *format, ...) TW_PRINTF(6, 7);

/*
 * The same for an error at byte `offset` of the text `text` (length bytes, not necessarily
 * NUL-terminated or UTF-8): computes line and column and stores the source line with a caret as detail.
 * The one formatter for JSON, templates and PTX.
 */
int tw_fail_in_text(struct tw_error *error, enum tw_code code, const char *file, const char *text,
                    size_t length, size_t offset, const char *format, ...) TW_PRINTF(7, 8);

/* Appends lines to error->detail (owned by error; when memory runs out they are not added, and the message says so);
 * NULL: it ran out while they were built. */
void tw_error_add_detail(struct tw_error *error, const char *detail);

/* Frees what the struct owns and resets it to "no error". NULL is allowed. */
void tw_error_free(struct tw_error *error);

TW_API_END
#endif
