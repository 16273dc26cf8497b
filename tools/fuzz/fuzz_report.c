/*
 * Any bytes as a results file, as one page of HTML. What must hold: the page is well formed, with the template's own script and
 * style and no other, whatever the records hold; it fetches nothing; and it is the same when made again.
 */
#include <assert.h>

#include "cli/report/report_html.h"
#include "fuzz.h"
#include "fuzz_file.h"
#include "tests/html.h"

static size_t count(const char *page, const char *what)
{
    size_t found = 0;
    for (const char *c = strstr(page, what); c; c = strstr(c + 1, what)) found++;
    return found;
}

static void make(const struct tw_records *records, struct tw_text *html)
{
    assert(tw_report_html(records, NULL, html, NULL) == TW_OK);
    assert(!html->failed && strlen(html->data) == html->length);
}

static void check_page(const struct tw_text *html)
{
    static const char *const fetches[] = {" src=", "@import", "url(",     "<link",  "<iframe",
                                          "<img",  "<object", " onclick", " onload"};
    const char *fault = html_fault(html->data);
    if (fault) fprintf(stderr, "not well formed: %.80s\n", fault);
    assert(!fault);
    assert(count(html->data, "<script") == 1 && count(html->data, "<style") == 1);
    struct tw_text tags = {0}; /* what is in tags: text may say what it likes */
    for (const char *c = html->data; (c = strchr(c, '<')); c++)
        tw_text_add_bytes(&tags, c, strcspn(c, "\">"));
    for (size_t i = 0; i < sizeof fetches / sizeof *fetches; i++) assert(!strstr(tags.data, fetches[i]));
    tw_text_free(&tags);
}

bool fuzz_one(const uint8_t *bytes, size_t size)
{
    struct tw_records records;
    struct tw_text html = {0}, again = {0};
    if (tw_records_read(fuzz_file(bytes, size), &records, NULL)) return false;
    bool taken = records.header;
    if (taken) {
        make(&records, &html);
        make(&records, &again);
        check_page(&html);
        assert(html.length == again.length && memcmp(html.data, again.data, html.length) == 0);
    }
    tw_text_free(&html);
    tw_text_free(&again);
    tw_records_free(&records);
    return taken;
}
