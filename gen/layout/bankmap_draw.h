/*
 * bankmap_draw.h - a bank map as text for a terminal, and as an SVG picture.
 *
 * Both show the tile, a table of its accesses (requests, wavefronts, ideal), and a map for every access that conflicts -
 * when none does, for the last of those in which the most threads take part - in which the access's worst request is
 * marked, with the words why (bankmap.h).
 * The bytes depend on the arguments alone.
 */
#ifndef TW_GEN_LAYOUT_BANKMAP_DRAW_H
#define TW_GEN_LAYOUT_BANKMAP_DRAW_H

#include "gen/layout/bankmap.h"

struct tw_draw_style {
    unsigned
        columns; /* of the terminal, in which a wide tile is drawn in two parts; 0 draws all columns of the tile */
    unsigned rows; /* rows of the tile drawn at most; 0 draws all      */
    bool colour;   /* escape sequences of a 256-colour terminal        */
    bool utf8;     /* box characters beyond ASCII                      */
};

/* Adds the drawing; title and fields (the variant's name and its config) are UTF-8. */
void tw_draw_text(const struct tw_bankmap *map, const char *title, const char *fields,
                  const struct tw_draw_style *style, struct tw_text *out);

/*
 * One picture with a panel per variant: begin with {0}, add panels, take the whole. Panels lie below one another. With
 * `beside` they lie side by side, and each has its maps and a line of words for each map. tw_svg_finish adds the complete
 * SVG document to *out and frees what the struct owns; tw_svg_free only frees.
 */
struct tw_svg {
    bool beside;
    struct tw_text body;
    unsigned left, width, height,
        tallest; /* pixels: of the panel, the picture, the panel, the tallest panel before */
};

void tw_svg_panel(struct tw_svg *svg, const struct tw_bankmap *map, const char *title, const char *fields);
void tw_svg_finish(struct tw_svg *svg, struct tw_text *out);
void tw_svg_free(struct tw_svg *svg);

/*
 * What both drawings say, in lines of ASCII that begin with two spaces and break before `columns` characters (0: never;
 * then conflicts are told in full, else the first few).
 */
/* The fields, the tile, the machine, and the table of costs. */
void tw_say_head(const struct tw_bankmap *map, const char *fields, unsigned columns, struct tw_text *out);
/* The worst request of an access, why it costs that, and its conflicts. */
void tw_say_access(const struct tw_bankmap *map, const struct tw_bank_access *access, unsigned columns,
                   struct tw_text *out);
/* The label of a cell: "7", or "28-31" for an element that spans banks. */
void tw_say_bank(const struct tw_bankmap *map, unsigned bank, struct tw_text *out);

/* True when the access gets a map of its own. */
bool tw_is_drawn(const struct tw_bankmap *map, unsigned access);

/* How a cell takes part in the access's worst request. */
enum tw_mark { TW_MARK_NONE, TW_MARK_TOUCHED, TW_MARK_CONFLICT, TW_MARK_PADDING };
enum tw_mark tw_cell_mark(const struct tw_bankmap *map, const struct tw_bank_access *access, unsigned row,
                          unsigned column);

/* The bank's place on a colour circle of banks: red, green and blue between low and high, at least one of them high. */
void tw_bank_colour(unsigned bank, unsigned banks, unsigned low, unsigned high, unsigned rgb[3]);

#endif
