/*
 * error.h - how every function of Tilewright reports what went wrong.
 *
 *     // message.c
 *     #include <stdio.h>
 *     #include <tilewright/plan.h>
 *
 *     int main(void)
 *     {
 *         const struct tw_planner_options simulator = {.device = TW_PLANNER_SIMULATOR};
 *         const struct tw_problem problem = {.family = "transpose", .fields = "{\"rows\": 64, \"cols\": -64}"};
 *         struct tw_error error = TW_ERROR_INIT;
 *         struct tw_planner *planner;
 *         struct tw_plan *plan;
 *         int code = tw_planner_open(&simulator, &planner, &error);
 *         if (!code) code = tw_plan_make(planner, &problem, &plan, &error);
 *         if (code) printf("%s:%u:%u: %s\n", error.file, error.line, error.column, error.message);
 *         if (error.detail) printf("%s", error.detail);
 *         tw_planner_close(planner);
 *         tw_error_free(&error);
 *         return 0;
 *     }
 *
 * A matrix with -64 columns is a mistake, so there is no plan:
 *
 *     $ cc -std=c11 message.c $(pkg-config --cflags --libs tilewright) -o message && ./message
 *     problem:1:22: cols is -64 at /cols; it must be an integer from 1 to 2147483647
 *       | {"rows": 64, "cols": -64}
 *       |                      ^
 *
 * A function that can fail returns TW_OK, which is 0, or the code that it stored in *error. The caller owns the struct: initialise it with {0} or
 * TW_ERROR_INIT, pass its address, and call tw_error_free at the end. `error` may be NULL if only the code is of interest. A second failure in
 * the same struct replaces the first. Only the returned code says whether a call failed: one that succeeds may leave an earlier error in the struct.
 *
 * Wrong input is an error; a bug of the library itself is a failed assertion. No function here prints or exits.
 *
 * Thread-safety: there is no global state. Each thread needs a struct of its own.
 *
 * File, message and detail are safe to show on a terminal, whatever they quote. Control characters, bidirectional marks and bytes that are not
 * UTF-8 are replaced when they are stored, by '?' or a blank.
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
    TW_ENVIRONMENT, /* a library or device that is needed is missing      */
    TW_COMPILE,     /* NVRTC refused the source                           */
    TW_DRIVER,      /* a CUDA driver call failed                          */
    TW_UNSUPPORTED, /* the simulator does not know an instruction         */
    TW_FAULT,       /* a kernel did something illegal                     */
    TW_TOO_LARGE    /* a kernel needs more than the target has            */
};

struct tw_error {
    enum tw_code code;
    char file[256];  /* NUL-terminated; cut at the front if it is longer; "" if the error has no place */
    unsigned line;   /* from 1; 0 if it is not known */
    unsigned column; /* from 1, in characters; 0 if it is not known */
    char message
        [1024]; /* one sentence without a line break and a full stop, NUL-terminated; cut at the end if it is longer */
    char *detail; /* more lines, such as a compiler's log; owned by the struct; NULL if there are none */
};

#define TW_ERROR_INIT                                                                                        \
    {                                                                                                        \
        TW_OK, "", 0, 0, "", NULL                                                                            \
    }

/*
 * The functions below are for code that reports failures in the same way. If `error` is NULL they store nothing. A format, file or text that is
 * NULL counts as empty.
 */

/* Stores code and message, and returns the code. An earlier place and detail are dropped. `format` and what follows are those of printf. */
int tw_fail(struct tw_error *error, enum tw_code code, const char *format, ...) TW_PRINTF(3, 4);

/* The same with a place. Line and column count from 1; 0 means not known. */
int tw_fail_at(struct tw_error *error, enum tw_code code, const char *file, unsigned line, unsigned column,
               const char *format, ...) TW_PRINTF(6, 7);

/*
 * The same for an error at byte `offset` of `text`, which has `length` bytes and needs no NUL at its end. An offset beyond the text means its end.
 * The function counts line and column, and stores the source line as detail, with a caret below the column.
 */
int tw_fail_in_text(struct tw_error *error, enum tw_code code, const char *file, const char *text,
                    size_t length, size_t offset, const char *format, ...) TW_PRINTF(7, 8);

/*
 * Appends lines to the detail, as a copy. If memory runs out the lines are missing, and the message says so. A `detail` that is NULL means that
 * memory ran out already when the lines were made.
 */
void tw_error_add_detail(struct tw_error *error, const char *detail);

/* Frees what the struct owns and resets it to "no error". NULL is allowed. */
void tw_error_free(struct tw_error *error);

TW_API_END
#endif
