/* The tables for a terminal and for Markdown. */
#include "report/caption.h"
#include "report/report.h"
#include "report/section.h"

const struct report_format report_formats[] = {
    {"table", N_("tables for people"), table_write},
    {"json", N_("all results as JSON"), json_write},
    {"csv", N_("quantities with their intervals, one a line"), csv_write_result},
    {"md", N_("the tables in Markdown"), markdown_write},
    {NULL, NULL, NULL},
};

void table_write(const struct result *result, const struct report_style *style, FILE *to)
{
    struct words words = words_for(result);
    struct section section[SECTIONS_MOST];
    struct text line = {0};
    caption_title(&words, &line);
    fprintf(to, "%s\n\n", line.at);
    text_release(&line);
    int n = section_make(&words, section);
    for (int i = 0; i < n; i++)
        section_table(&section[i], style->colour, to);
    section_release(section, n);
    caption_not_priced(&words, &line);
    if (line.size > 0)
        fprintf(to, "%s\n", line.at);
    text_release(&line);
    caption_assumed(&words, &line);
    if (line.size > 0)
        fprintf(to, "%s\n", line.at);
    text_release(&line);
    caption_inputs(&words, &line);
    fprintf(to, "%s\n", line.at);
    text_release(&line);
    words_verdict(&words, &line);
    fprintf(to, "%s%s%s\n", style->colour ? "\033[1m" : "", line.at ? line.at : "", style->colour ? "\033[0m" : "");
    text_release(&line);
}

void markdown_write(const struct result *result, const struct report_style *style, FILE *to)
{
    struct words words = words_for(result);
    struct section section[SECTIONS_MOST];
    struct text line = {0};
    (void)style;
    fputs("# ", to);
    text_add_safe(&line, result->scenario->name);
    section_markdown_text(line.at, to);
    fputs("\n\n**", to);
    text_release(&line);
    words_verdict(&words, &line);
    section_markdown_text(line.at ? line.at : "", to);
    fputs("**\n\n", to);
    text_release(&line);
    caption_title(&words, &line);
    section_markdown_text(line.at, to);
    fputs(".\n", to);
    text_release(&line);
    int n = section_make(&words, section);
    for (int i = 0; i < n; i++)
        section_markdown(&section[i], to);
    section_release(section, n);
    fputs("\n", to);
    caption_not_priced(&words, &line);
    if (line.size > 0)
        text_add(&line, _("; "));
    size_t before = line.size;
    caption_assumed(&words, &line);
    if (line.size > before)
        text_add(&line, _("; "));
    caption_inputs(&words, &line);
    section_markdown_text(line.at, to);
    fputs("\n", to);
    text_release(&line);
}
