/*
 * report_html.h - a results file as one page of HTML that needs nothing else: no network, no fonts, no script
 * but the one in it, which only sorts the table (docs/report.md).
 *
 * The page is templates/report/report.html.mustache over a view of the records, a cJSON tree that
 * cli/report/report_*.c build. The bytes depend on the records and the config's text alone. Everything
 * that comes from a file is escaped.
 */
#ifndef TW_CLI_REPORT_REPORT_HTML_H
#define TW_CLI_REPORT_REPORT_HTML_H

#include "base/text.h"
#include "gen/config/config.h"
#include "tune/results/records.h"

/*
 * Appends the page to *html. records: with a header (asserted); records that make no sense are shown as far
 * as they do. config: the one that was swept, for its text, which is read from config->file and shown when
 * its hash is the header's; or NULL. TW_MEMORY when memory ran out; then *html holds nothing of use.
 */
int tw_report_html(const struct tw_records *records, const struct tw_config *config, struct tw_text *html,
                   struct tw_error *error);

#endif
