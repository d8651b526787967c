/* Reading a CSV file into named columns of text cells, through libcsv and within limits. */
#include <csv.h>
#include <stdlib.h>
#include <string.h>

#include "base/csv.h"
#include "base/file.h"
#include "base/text.h"

/* What is known while the file is read. The text is handed to libcsv in pieces that end at a comma or a line end, so
 * that a piece completes at most one cell and the place and the first byte of every cell are known: libcsv itself
 * tells neither lines nor whether a cell was quoted. */
struct csv_reader {
    struct csv *csv;
    struct err *err;
    int code;
    const char *line_start; /* in the text: where the current line begins */
    int line;               /* its number */
    const char *cell_start; /* first byte of the cell under way, blanks skipped */
    struct place cell_at;
    bool cell_quoted, cell_ended;
    bool header;   /* is the row under way the header? */
    bool stop;     /* nothing more can be made sense of */
    int row_cells; /* complete cells of the row under way */
    int row_line;  /* line on which it begins */
    size_t cells;  /* kept in csv->cell */
    size_t cell_room, row_room;
    char *store; /* where the text of the next cell goes */
};

static bool csv_is_blank(char c)
{
    return c == ' ' || c == '\t';
}

/* Columns are counted in characters. */
static int csv_characters(const char *from, const char *to)
{
    int n = 0;
    for (; from < to; from++)
        n += ((unsigned char)*from & 0xc0) != 0x80;
    return n;
}

static void csv_fail(struct csv_reader *reader, struct place at, const char *hint, char *text)
{
    reader->code = err_set(reader->err, ERR_INPUT, at, NULL, hint, "%s", text);
    free(text);
}

/* Notes where the next cell begins. */
static void csv_begin_cell(struct csv_reader *reader, const char *at)
{
    while (csv_is_blank(*at))
        at++;
    reader->cell_start = at;
    reader->cell_quoted = *at == '"';
    reader->cell_at = (struct place){&reader->csv->source, reader->line, 1 + csv_characters(reader->line_start, at), 1};
    if (reader->row_cells == 0)
        reader->row_line = reader->line;
}

/* Copies a cell without the blanks around it. All texts of a file stand one behind the other in a block as large as the
 * file, which the first name begins: a cell and its NUL are never longer than the cell and its comma were. */
static char *csv_store(struct csv_reader *reader, const char *bytes, size_t size)
{
    while (size > 0 && csv_is_blank(bytes[size - 1]))
        size--;
    for (; size > 0 && csv_is_blank(*bytes); size--)
        bytes++;
    char *at = reader->store;
    memcpy(at, bytes, size);
    at[size] = '\0';
    reader->store += size + 1;
    return at;
}

static void csv_keep_name(struct csv_reader *reader, char *name)
{
    struct csv *csv = reader->csv;
    if (*name == '\0')
        csv_fail(reader, reader->cell_at, NULL, mem_format(_("column %d has no name"), csv->columns + 1));
    else if (csv_column(csv, name) >= 0)
        csv_fail(reader, reader->cell_at, NULL, mem_format(_("column \"%s\" stands twice in the header"), name));
    csv->name = mem_grow(csv->name, (size_t)csv->columns + 1, sizeof *csv->name);
    csv->name[csv->columns++] = name;
}

static void csv_keep_cell(struct csv_reader *reader, char *cell)
{
    struct csv *csv = reader->csv;
    if (reader->cells == reader->cell_room) {
        reader->cell_room = reader->cell_room > 0 ? 2 * reader->cell_room : 256;
        csv->cell = mem_grow(csv->cell, reader->cell_room, sizeof *csv->cell);
        csv->quoted = mem_grow(csv->quoted, reader->cell_room, sizeof *csv->quoted);
    }
    csv->cell[reader->cells] = cell;
    csv->quoted[reader->cells++] = reader->cell_quoted;
}

/* libcsv's callback: a cell is complete. */
static void csv_end_cell(void *bytes, size_t size, void *data)
{
    struct csv_reader *reader = data;
    reader->cell_ended = true;
    reader->row_cells++;
    if (size > CSV_FIELD_LIMIT)
        csv_fail(reader, reader->cell_at, NULL, mem_format(_("a cell is longer than %d bytes"), CSV_FIELD_LIMIT));
    else if (reader->row_cells > CSV_ROW_LIMIT)
        csv_fail(reader, reader->cell_at, NULL, mem_format(_("a row has more than %d cells"), CSV_ROW_LIMIT));
    else if (reader->header)
        csv_keep_name(reader, csv_store(reader, bytes, size));
    else if (reader->row_cells <= reader->csv->columns)
        csv_keep_cell(reader, csv_store(reader, bytes, size));
}

/* libcsv's callback: a row is complete. */
static void csv_end_row(int byte, void *data)
{
    struct csv_reader *reader = data;
    struct csv *csv = reader->csv;
    (void)byte;
    if (reader->header) {
        reader->header = false;
        reader->stop = reader->code != 0;
    } else if (reader->row_cells != csv->columns) {
        struct place at = {&csv->source, reader->row_line, 1, 1};
        csv_fail(reader, at, NULL,
                 mem_format(ngettext("the row has %d cell, the header has %d",
                                     "the row has %d cells, the header has %d", (unsigned long)reader->row_cells),
                            reader->row_cells, csv->columns));
    } else {
        if (csv->rows == reader->row_room) {
            reader->row_room = reader->row_room > 0 ? 2 * reader->row_room : 256;
            csv->line = mem_grow(csv->line, reader->row_room, sizeof *csv->line);
        }
        csv->line[csv->rows++] = reader->row_line;
    }
    reader->row_cells = 0;
}

/* libcsv refuses a byte for its quotes alone: one inside a bare cell, or text behind a closing one. */
static void csv_bad_quote(struct csv_reader *reader, const char *at)
{
    if (reader->cell_quoted)
        csv_fail(reader, reader->cell_at, _("write a quote inside a quoted cell twice"),
                 mem_copy(_("the quote that opens here is not balanced")));
    else
        csv_fail(reader,
                 (struct place){&reader->csv->source, reader->line, 1 + csv_characters(reader->line_start, at), 1},
                 _("put the whole cell in quotes and write the quote in it twice"),
                 mem_copy(_("a quote stands inside a cell without quotes")));
}

/* Hands over one piece of text. */
static void csv_piece(struct csv_reader *reader, struct csv_parser *parser, const char *at, size_t size)
{
    /* A quote in a cell of the longest kind takes two bytes of the file. */
    if (at + size > reader->cell_start && (size_t)(at + size - reader->cell_start) > 2 * CSV_FIELD_LIMIT + 3) {
        csv_fail(reader, reader->cell_at, reader->cell_quoted ? _("is its closing quote missing?") : NULL,
                 mem_format(_("a cell is longer than %d bytes"), CSV_FIELD_LIMIT));
        reader->stop = true;
        return;
    }
    reader->cell_ended = false;
    size_t taken = csv_parse(parser, at, size, csv_end_cell, csv_end_row, reader);
    if (taken < size) {
        csv_bad_quote(reader, at + taken);
        reader->stop = true;
    }
    if (reader->row_cells > CSV_ROW_LIMIT)
        reader->stop = true;
}

/* libcsv's memory: it ends the program like all other when there is none, so that a refusal means a wrong quote. */
static void *csv_grow(void *at, size_t size)
{
    return mem_grow(at, size, 1);
}

static void csv_all(struct csv_reader *reader, struct csv_parser *parser)
{
    const struct source *source = &reader->csv->source;
    const char *end = source->text + source->size;
    csv_begin_cell(reader, source->text);
    for (const char *at = source->text; at < end && !reader->stop;) {
        size_t size = strcspn(at, ",\n");
        size += at + size < end;
        bool line_ends = at[size - 1] == '\n';
        csv_piece(reader, parser, at, size);
        at += size;
        if (line_ends) {
            reader->line++;
            reader->line_start = at;
        }
        /* Without a complete cell the piece was an empty line, or it ended inside quotes. */
        if (reader->cell_ended || !reader->cell_quoted)
            csv_begin_cell(reader, at);
    }
    if (!reader->stop && csv_fini(parser, csv_end_cell, csv_end_row, reader) != 0)
        csv_bad_quote(reader, end);
}

int csv_read(const char *path, struct place at, struct csv *csv, struct err *err)
{
    struct csv_parser parser;
    struct csv_reader reader = {.csv = csv, .err = err, .line = 1, .header = true};
    *csv = (struct csv){0};
    int code = file_read(path, CSV_FILE_LIMIT, at, &csv->source, err);
    if (code != 0)
        return code;
    csv_init(&parser, CSV_STRICT | CSV_STRICT_FINI | CSV_APPEND_NULL);
    csv_set_blk_size(&parser, 4096);
    csv_set_realloc_func(&parser, csv_grow);
    char *store = reader.store = mem_new(csv->source.size + 2, 1);
    reader.line_start = csv->source.text;
    csv_all(&reader, &parser);
    csv_free(&parser);
    if (reader.code == 0 && csv->columns == 0)
        reader.code = err_set(err, ERR_INPUT, csv_place(csv, 0), NULL, NULL, _("\"%s\" is empty"), path);
    else if (reader.code == 0 && csv->rows == 0)
        reader.code =
            err_set(err, ERR_INPUT, csv_place(csv, 0), NULL, NULL, _("\"%s\" has no rows below its header"), path);
    if (csv->columns == 0)
        free(store);
    if (reader.code != 0)
        csv_release(csv);
    return reader.code;
}

int csv_column(const struct csv *csv, const char *name)
{
    for (int i = 0; i < csv->columns; i++)
        if (strcmp(csv->name[i], name) == 0)
            return i;
    return -1;
}

struct place csv_place(const struct csv *csv, size_t row)
{
    return (struct place){&csv->source, row < csv->rows ? csv->line[row] : 1, 1, 1};
}

void csv_release(struct csv *csv)
{
    if (csv->columns > 0)
        free(csv->name[0]);
    free(csv->name);
    free(csv->cell);
    free(csv->quoted);
    free(csv->line);
    source_release(&csv->source);
    *csv = (struct csv){0};
}
