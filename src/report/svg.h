/* Makes gnuplot's SVG fit to stand in a page. */
#ifndef RUNODDS_REPORT_SVG_H
#define RUNODDS_REPORT_SVG_H

#include "base/text.h"
#include "report/place.h"

/* Appends the picture with only the elements and attributes of a list: no script, no link but to itself, no size but
 * the part of the canvas that it shows, names of its own by the prefix, colours as #rrggbb, coordinates with one
 * decimal, `title` (plain text) for those who do not see it. False, and nothing appended, for what is not such a
 * picture: other elements, tags that do not match, more than 64 of them inside each other. */
bool svg_clean(const char *svg, const char *prefix, const char *title, const struct place_rect *shown,
               struct text *out);

/* Appends a text as the content of an element or of a quoted attribute of HTML and XML: & < > " ' are escaped, control
 * bytes and what is no UTF-8 are as text_add_safe() has them. */
void svg_add_text(struct text *out, const char *text);

#endif
