/* Reads tag by tag, and writes what it knows. */
#include "report/svg.h"

#include <math.h>
#include <string.h>

enum { SVG_DEPTH = 64 };

/* What may stand in a page. */
static const char *const elements[] = {"svg",     "g",      "defs",        "path",    "rect",     "circle",
                                       "ellipse", "line",   "text",        "polygon", "polyline", "use",
                                       "tspan",   "filter", "feComposite", "feFlood", NULL};

/* Attributes that are taken as they are, by what their value may be. */
static const char *const attributes[] = {"x",
                                         "y",
                                         "cx",
                                         "cy",
                                         "r",
                                         "rx",
                                         "ry",
                                         "x1",
                                         "x2",
                                         "y1",
                                         "y2",
                                         "width",
                                         "height",
                                         "in",
                                         "in2",
                                         "d",
                                         "points",
                                         "transform",
                                         "operator",
                                         "result",
                                         "fill",
                                         "stroke",
                                         "color",
                                         "opacity",
                                         "fill-opacity",
                                         "stroke-width",
                                         "stroke-opacity",
                                         "stroke-linecap",
                                         "stroke-linejoin",
                                         "stroke-dasharray",
                                         "font-size",
                                         "font-weight",
                                         "text-anchor",
                                         "flood-color",
                                         "flood-opacity",
                                         "filterUnits",
                                         "shape-rendering",
                                         NULL};

/* Values hold these characters only: no quotes, no colon, no slash. */
static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 \t\r\n.,+-()#%";

struct cleaner {
    const char *at; /* what is read next */
    const char *prefix;
    struct text *out;
    const char *title;
    const struct place_rect *shown;
    int depth;
    struct {
        char name[16];
        size_t before, behind; /* of its tag in the text */
        bool kept;
    } open[SVG_DEPTH];
    int skipped; /* depth at which a title or description began; 0: none */
    bool begun, inside_defs, bad;
};

static bool svg_listed(const char *const *list, const char *word, size_t n)
{
    for (; *list != NULL; list++)
        if (strlen(*list) == n && memcmp(*list, word, n) == 0)
            return true;
    return false;
}

/* ---- values ---- */

void svg_add_text(struct text *out, const char *text)
{
    struct text safe = {0};
    text_add_safe(&safe, text);
    for (const char *c = safe.size > 0 ? safe.at : ""; *c != '\0'; c++) {
        const char *name = *c == '&'    ? "&amp;"
                           : *c == '<'  ? "&lt;"
                           : *c == '>'  ? "&gt;"
                           : *c == '"'  ? "&quot;"
                           : *c == '\'' ? "&#39;"
                                        : NULL;
        if (name != NULL)
            text_add(out, name);
        else
            text_add_n(out, c, 1);
    }
    text_release(&safe);
}

/* "rgb( 31,  41,  51)" as "#1f2933"; false if it is none. */
static bool svg_add_colour(struct text *out, const char *value, size_t n)
{
    int part[3] = {0}, i = 0;
    if (n < 10 || memcmp(value, "rgb(", 4) != 0)
        return false;
    for (size_t k = 4; k < n && value[k] != ')'; k++) {
        if (value[k] >= '0' && value[k] <= '9')
            part[i] = 10 * part[i] + (value[k] - '0');
        else if (value[k] == ',')
            i++;
        if (i > 2 || part[i] > 255)
            return false;
    }
    text_addf(out, "#%02x%02x%02x", (unsigned)part[0], (unsigned)part[1], (unsigned)part[2]);
    return true;
}

/* Numbers with one decimal, all else as it is but for runs of blanks. */
static void svg_add_coordinates(struct text *out, const char *value, size_t n)
{
    bool blank = true;
    for (size_t i = 0; i < n;) {
        double x;
        size_t used = value[i] != '+' ? text_number(value + i, false, &x) : 0;
        char digits[TEXT_NUMBER_ROOM];
        if (used > 0 && i + used <= n) {
            text_add(out, text_shortest(round(10.0 * x) / 10.0 + 0.0, digits));
            i += used;
            blank = false;
        } else {
            bool space = strchr(" \t\r\n", value[i]) != NULL;
            if (!space || !blank)
                text_add_n(out, space ? " " : value + i, 1);
            blank = space;
            i++;
        }
    }
}

/* Of "translate(12.34,5.678) scale(1.36)" the first part. */
static void svg_add_transform(struct text *out, const char *value, size_t n)
{
    const char *end = memchr(value, ')', n);
    size_t first = end != NULL && strncmp(value, "translate(", 10) == 0 ? (size_t)(end - value) + 1 : 0;
    svg_add_coordinates(out, value, first);
    text_add_n(out, value + first, n - first);
}

static bool svg_is(const char *name, size_t n, const char *word)
{
    return strlen(word) == n && memcmp(name, word, n) == 0;
}

/* ---- attributes ---- */

static void svg_attribute(struct cleaner *c, const char *name, size_t n, const char *value, size_t m)
{
    struct text *out = c->out;
    bool link = svg_is(name, n, "xlink:href") || svg_is(name, n, "href"), filter = svg_is(name, n, "filter");
    bool own = link ? m > 1 && value[0] == '#' : filter ? m > 6 && memcmp(value, "url(#", 5) == 0 : false;
    for (size_t i = 0; i < m; i++)
        if (strchr(plain, value[i]) == NULL)
            return;
    if (own) {
        size_t skip = link ? 1 : 5;
        text_addf(out, link ? " href=\"#%s" : " filter=\"url(#%s", c->prefix);
        text_add_n(out, value + skip, m - skip);
        text_add(out, "\"");
    } else if (svg_is(name, n, "id") && c->inside_defs) {
        text_addf(out, " id=\"%s", c->prefix);
        text_add_n(out, value, m);
        text_add(out, "\"");
    } else if (svg_listed(attributes, name, n)) {
        text_add(out, " ");
        text_add_n(out, name, n);
        text_add(out, "=\"");
        if (svg_is(name, n, "d") || svg_is(name, n, "points")) {
            if (c->inside_defs)
                text_add_n(out, value, m);
            else
                svg_add_coordinates(out, value, m);
        } else if (svg_is(name, n, "transform")) {
            svg_add_transform(out, value, m);
        } else if (!svg_add_colour(out, value, m)) {
            text_add_n(out, value, m);
        }
        text_add(out, "\"");
    }
}

/* All attributes up to the end of the tag; whether it closes itself. */
static bool svg_attributes(struct cleaner *c, bool keep)
{
    for (;;) {
        c->at += strspn(c->at, " \t\r\n");
        if (*c->at == '>' || (c->at[0] == '/' && c->at[1] == '>')) {
            bool closed = *c->at == '/';
            c->at += closed ? 2 : 1;
            return closed;
        }
        const char *name = c->at;
        size_t n = strcspn(name, " \t\r\n=<>/\"'");
        c->at += n;
        c->at += strspn(c->at, " \t\r\n");
        if (n == 0 || *c->at != '=') {
            c->bad = true;
            return true;
        }
        c->at++;
        c->at += strspn(c->at, " \t\r\n");
        char quote = *c->at;
        const char *value = c->at + 1, *end = quote == '"' || quote == '\'' ? strchr(value, quote) : NULL;
        if (end == NULL) {
            c->bad = true;
            return true;
        }
        if (keep)
            svg_attribute(c, name, n, value, (size_t)(end - value));
        c->at = end + 1;
    }
}

/* ---- tags ---- */

/* The outermost tag is ours. */
static void svg_begin(struct cleaner *c)
{
    const struct place_rect *s = c->shown;
    text_addf(c->out, "<svg viewBox=\"%.0f %.0f %.0f %.0f\" role=\"img\" aria-label=\"", s->left, s->top,
              s->right - s->left, s->bottom - s->top);
    svg_add_text(c->out, c->title);
    text_add(c->out, "\"");
    c->begun = true;
}

static void svg_open(struct cleaner *c)
{
    const char *name = ++c->at;
    size_t n = strcspn(name, " \t\r\n<>/"), before = c->out->size;
    bool words = svg_is(name, n, "title") || svg_is(name, n, "desc"), first = c->depth == 0;
    bool canvas = c->depth == 2 && svg_is(name, n, "rect") && !c->inside_defs; /* its background */
    if (c->depth == SVG_DEPTH || (!words && !svg_listed(elements, name, n)) || first != svg_is(name, n, "svg") ||
        (first && c->begun)) {
        c->bad = true;
        return;
    }
    bool keep = c->skipped == 0 && !words && !canvas;
    c->at += n;
    c->inside_defs = c->inside_defs || svg_is(name, n, "defs");
    if (first) {
        svg_begin(c);
    } else if (keep) {
        text_add(c->out, "<");
        text_add_n(c->out, name, n);
    }
    bool closed = svg_attributes(c, keep && !first);
    if (keep)
        text_add(c->out, closed ? "/>" : ">");
    if (closed)
        return;
    memcpy(c->open[c->depth].name, name, n);
    c->open[c->depth].name[n] = '\0';
    c->open[c->depth].before = before;
    c->open[c->depth].behind = c->out->size;
    c->open[c->depth].kept = keep;
    c->depth++;
    if (words && c->skipped == 0)
        c->skipped = c->depth;
}

static void svg_close(struct cleaner *c)
{
    const char *name = c->at + 2;
    size_t n = strcspn(name, " \t\r\n>");
    c->at = name + n + strspn(name + n, " \t\r\n");
    if (*c->at != '>' || c->depth == 0 || !svg_is(name, n, c->open[c->depth - 1].name)) {
        c->bad = true;
        return;
    }
    c->at++;
    if (c->skipped == c->depth)
        c->skipped = 0;
    c->depth--;
    c->inside_defs = c->inside_defs && !svg_is(name, n, "defs");
    if (!c->open[c->depth].kept)
        return;
    if (svg_is(name, n, "g") && c->out->size == c->open[c->depth].behind) {
        c->out->size = c->open[c->depth].before; /* an empty group */
        c->out->at[c->out->size] = '\0';
        return;
    }
    text_add(c->out, "</");
    text_add_n(c->out, name, n);
    text_add(c->out, ">");
}

/* An entity that needs no declaration, of that many bytes; 0: none. */
static size_t svg_entity(const char *text)
{
    static const char *const known[] = {"&amp;", "&lt;", "&gt;", "&quot;", "&apos;"};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strncmp(text, known[i], strlen(known[i])) == 0)
            return strlen(known[i]);
    size_t digits = text[1] == '#' ? strspn(text + 2, "0123456789") : 0;
    return digits > 0 && digits < 8 && text[2 + digits] == ';' ? digits + 3 : 0;
}

/* Text counts inside <text> alone. */
static void svg_words(struct cleaner *c)
{
    const char *element = c->depth > 0 ? c->open[c->depth - 1].name : "";
    bool keep = c->skipped == 0 && (strcmp(element, "text") == 0 || strcmp(element, "tspan") == 0);
    while (*c->at != '\0' && *c->at != '<') {
        size_t n = *c->at == '&' ? svg_entity(c->at) : 1;
        if (keep && n == 0)
            text_add(c->out, "&amp;");
        else if (keep && (unsigned char)*c->at >= 0x20)
            text_add_n(c->out, c->at, n);
        c->at += n > 0 ? n : 1;
    }
}

bool svg_clean(const char *svg, const char *prefix, const char *title, const struct place_rect *shown, struct text *out)
{
    struct text clean = {0};
    struct cleaner c = {.at = svg, .prefix = prefix, .title = title, .shown = shown, .out = &clean};
    while (*c.at != '\0' && !c.bad) {
        if (*c.at != '<') {
            svg_words(&c);
        } else if (c.at[1] == '/') {
            svg_close(&c);
        } else if (c.at[1] == '?') {
            const char *end = strstr(c.at, "?>");
            c.bad = end == NULL || c.begun;
            c.at = end != NULL ? end + 2 : c.at;
        } else {
            svg_open(&c);
        }
    }
    bool good = !c.bad && c.begun && c.depth == 0 && text_utf8_valid(clean.at, clean.size);
    if (good)
        text_add(out, clean.at);
    text_release(&clean);
    return good;
}
