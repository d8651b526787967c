/* Tests of base/csv.h: cells, quotes and lines, and every rule that a file can break. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/csv.h"
#include "base/text.h"

static const char path[] = "test_csv.in.csv";

static int read_bytes(const char *bytes, size_t size, struct csv *csv, struct err *err)
{
    FILE *to = fopen(path, "wb");
    assert_non_null(to);
    assert_int_equal(fwrite(bytes, 1, size, to), size);
    assert_int_equal(fclose(to), 0);
    int code = csv_read(path, (struct place){0}, csv, err);
    unlink(path);
    return code;
}

static void reads(const char *text, struct csv *csv)
{
    struct err err = {0};
    int code = read_bytes(text, strlen(text), csv, &err);
    err_print_faults(&err, stderr, false);
    assert_int_equal(code, 0);
    assert_int_equal(err.faults, 0);
}

/* The first fault of the file, and the place of it. */
static void refuses(const char *text, int line, int col, const char *message)
{
    struct err err = {0};
    struct csv csv;
    assert_int_equal(read_bytes(text, strlen(text), &csv, &err), ERR_INPUT);
    assert_int_equal(err.code, ERR_INPUT);
    assert_string_equal(err.fault[0].text, message);
    assert_string_equal(err.fault[0].at.source->name, path);
    assert_int_equal(err.fault[0].at.line, line);
    assert_int_equal(err.fault[0].at.col, col);
    assert_int_equal(csv.rows, 0);
    assert_null(csv.name);
    csv_release(&csv);
    err_release(&err);
}

static void cells_and_lines(void **state)
{
    struct csv csv;
    (void)state;
    reads("time , price\n\n 0,\t1.5 \n1,  \n\n   \n2,3", &csv);
    assert_int_equal(csv.columns, 2);
    assert_int_equal(csv.rows, 3);
    assert_string_equal(csv.name[0], "time");
    assert_string_equal(csv.name[1], "price");
    assert_string_equal(csv.cell[0], "0");
    assert_string_equal(csv.cell[1], "1.5");
    assert_string_equal(csv.cell[2], "1");
    assert_string_equal(csv.cell[3], "");
    assert_string_equal(csv.cell[5], "3");
    assert_int_equal(csv.line[0], 3);
    assert_int_equal(csv.line[1], 4);
    assert_int_equal(csv.line[2], 7);
    assert_int_equal(csv_column(&csv, "price"), 1);
    assert_int_equal(csv_column(&csv, "Price"), -1);
    assert_int_equal(csv_place(&csv, 2).line, 7);
    assert_int_equal(csv_place(&csv, 2).col, 1);
    csv_release(&csv);
    assert_int_equal(csv.rows, 0);
    csv_release(&csv);
}

static void quotes_hold_commas_and_lines(void **state)
{
    struct csv csv;
    (void)state;
    reads("\"power, [W]\",\"a \"\"b\"\"\"\n\"1,234\", \"two\nlines\" \n\"\",x\n\" 5 \",\"\"\"\"\n", &csv);
    assert_int_equal(csv.columns, 2);
    assert_int_equal(csv.rows, 3);
    assert_string_equal(csv.name[0], "power, [W]");
    assert_string_equal(csv.name[1], "a \"b\"");
    assert_string_equal(csv.cell[0], "1,234");
    assert_string_equal(csv.cell[1], "two\nlines");
    assert_string_equal(csv.cell[2], "");
    assert_string_equal(csv.cell[3], "x");
    assert_string_equal(csv.cell[4], "5");
    assert_string_equal(csv.cell[5], "\"");
    assert_true(csv.quoted[0] && csv.quoted[1] && csv.quoted[2] && csv.quoted[4] && csv.quoted[5]);
    assert_false(csv.quoted[3]);
    assert_int_equal(csv.line[0], 2);
    assert_int_equal(csv.line[1], 4);
    assert_int_equal(csv.line[2], 5);
    csv_release(&csv);
}

static void quoted_cells_that_begin_in_mid_row(void **state)
{
    struct csv csv;
    (void)state;
    reads("a,b,c\n1,\"x,\n,y\",\"z\"\n4,5,6", &csv);
    assert_string_equal(csv.cell[1], "x,\n,y");
    assert_string_equal(csv.cell[2], "z");
    assert_false(csv.quoted[0]);
    assert_true(csv.quoted[1] && csv.quoted[2]);
    assert_int_equal(csv.line[0], 2);
    assert_int_equal(csv.line[1], 4);
    csv_release(&csv);
}

/* A mark glued to the first header would hide the column. */
static void byte_order_mark_and_crlf(void **state)
{
    struct csv csv;
    (void)state;
    reads("\xef\xbb\xbf\"time\",\"price\"\r\n0,1\r\n\r\n5,6\r\n", &csv);
    assert_int_equal(csv_column(&csv, "time"), 0);
    assert_int_equal(csv.rows, 2);
    assert_string_equal(csv.cell[1], "1");
    assert_int_equal(csv.line[1], 4);
    csv_release(&csv);
}

static void one_column(void **state)
{
    struct csv csv;
    (void)state;
    reads("wait_s\n5\n\"\"\n7\n", &csv);
    assert_int_equal(csv.rows, 3);
    assert_string_equal(csv.cell[1], "");
    assert_string_equal(csv.cell[2], "7");
    csv_release(&csv);
}

/* Unchecked, one quote swallows the rest of the file and what is left looks fine. */
static void unbalanced_quotes_are_named_where_they_open(void **state)
{
    static const char message[] = "the quote that opens here is not balanced";
    (void)state;
    refuses("time,price\n0,\"2\n1,3\n2,4\n", 2, 3, message);
    refuses("time,price\n0,\"2\n1,\"3\n2,4\n", 2, 3, message);
    refuses("time,price\n0,1\n  \"2,4\n3,4", 3, 3, message);
    refuses("万,\"price\n0,1\n", 1, 3, message);
    refuses("a,b\n1,\"2\"3\n", 2, 3, message);
    refuses("a,b\n1,2\"3\n", 2, 4, "a quote stands inside a cell without quotes");
    refuses("a,b\n1,é \"3\"\n", 2, 5, "a quote stands inside a cell without quotes");
}

static void ragged_rows(void **state)
{
    struct err err = {0};
    struct csv csv;
    static const char text[] = "a,b\n1\n1,2\n1,2,3\n\"4\n\",5,6\n7,\n";
    (void)state;
    refuses("a,b\n1,2\n1\n", 3, 1, "the row has 1 cell, the header has 2");
    assert_int_equal(read_bytes(text, strlen(text), &csv, &err), ERR_INPUT);
    assert_int_equal(err.faults, 3);
    assert_int_equal(err.fault[0].at.line, 2);
    assert_int_equal(err.fault[1].at.line, 4);
    assert_int_equal(err.fault[2].at.line, 5);
    assert_string_equal(err.fault[2].text, "the row has 3 cells, the header has 2");
    err_release(&err);
}

static void headers(void **state)
{
    (void)state;
    refuses("a,b, a\n1,2,3\n", 1, 6, "column \"a\" stands twice in the header");
    refuses("a,,b\n1,2,3\n", 1, 3, "column 2 has no name");
    refuses("a,\" \"\n1,2\n", 1, 3, "column 2 has no name");
    refuses("a,b,\n1,2,3\n", 1, 5, "column 3 has no name");
}

static void no_rows(void **state)
{
    char empty[64], none[64];
    (void)state;
    snprintf(empty, sizeof empty, "\"%s\" is empty", path);
    snprintf(none, sizeof none, "\"%s\" has no rows below its header", path);
    refuses("", 1, 1, empty);
    refuses("\n \n\n", 1, 1, empty);
    refuses("a,b", 1, 1, none);
    refuses("a,b\n\n", 1, 1, none);
}

/* A file of one header "v" and one cell of n letters, quoted or not. */
static char *long_cell(size_t n, const char *quote)
{
    struct text text = {0};
    char *letters = mem_new(n + 1, 1);
    memset(letters, 'x', n);
    text_addf(&text, "u,v\n1,%s", quote);
    text_add_n(&text, letters, n);
    text_addf(&text, "%s\n", quote);
    free(letters);
    return text.at;
}

static void cells_are_limited(void **state)
{
    struct csv csv;
    (void)state;
    for (int quoted = 0; quoted < 2; quoted++) {
        char *text = long_cell(CSV_FIELD_LIMIT, quoted ? "\"" : "");
        reads(text, &csv);
        assert_int_equal(strlen(csv.cell[1]), CSV_FIELD_LIMIT);
        csv_release(&csv);
        free(text);
        text = long_cell(CSV_FIELD_LIMIT + 1, quoted ? "\"" : "");
        refuses(text, 2, 3, "a cell is longer than 65536 bytes");
        free(text);
        text = long_cell(5 * CSV_FIELD_LIMIT, quoted ? "\"" : "");
        refuses(text, 2, 3, "a cell is longer than 65536 bytes");
        free(text);
    }
}

static void quotes_in_the_longest_cell(void **state)
{
    struct csv csv;
    struct text text = {0};
    (void)state;
    text_add(&text, "u\n\"");
    for (int i = 0; i < CSV_FIELD_LIMIT; i++)
        text_add(&text, "\"\"");
    text_add(&text, "\"\n");
    reads(text.at, &csv);
    assert_int_equal(strlen(csv.cell[0]), CSV_FIELD_LIMIT);
    csv_release(&csv);
    text_release(&text);
}

/* A closing quote is missing and many short lines follow: the limit strikes, the message names the opening. */
static void an_open_quote_does_not_swallow_a_large_file(void **state)
{
    struct text text = {0};
    (void)state;
    text_add(&text, "time,price\n0,\"2\n");
    for (int i = 0; i < 40000; i++)
        text_add(&text, "1,345\n");
    refuses(text.at, 2, 3, "a cell is longer than 65536 bytes");
    text_release(&text);
}

static void rows_are_limited(void **state)
{
    struct csv csv;
    struct text text = {0};
    (void)state;
    for (int i = 0; i < CSV_ROW_LIMIT; i++)
        text_addf(&text, "%sc%d", i > 0 ? "," : "", i);
    text_add(&text, "\n0");
    for (int i = 1; i < CSV_ROW_LIMIT; i++)
        text_addf(&text, ",%d", i);
    reads(text.at, &csv);
    assert_int_equal(csv.columns, CSV_ROW_LIMIT);
    assert_string_equal(csv.cell[CSV_ROW_LIMIT - 1], "4095");
    csv_release(&csv);
    text_release(&text);
    text_add(&text, "a\n");
    for (int i = 0; i < 3 * CSV_ROW_LIMIT; i++)
        text_add(&text, "1,");
    refuses(text.at, 2, 1 + 2 * CSV_ROW_LIMIT, "a row has more than 4096 cells");
    text_release(&text);
}

static void nul_bytes_are_refused(void **state)
{
    struct err err = {0};
    struct csv csv;
    (void)state;
    assert_int_equal(read_bytes("a,b\n1,\"x\0y\"\n", 12, &csv, &err), ERR_INPUT);
    assert_int_equal(err.fault[0].at.line, 2);
    assert_int_equal(err.fault[0].at.col, 5);
    err_release(&err);
}

static void a_missing_file(void **state)
{
    struct err err = {0};
    struct csv csv;
    (void)state;
    assert_int_equal(csv_read("test_csv.absent", (struct place){0}, &csv, &err), ERR_INPUT);
    assert_string_equal(err.fault[0].text, "cannot read \"test_csv.absent\": No such file or directory");
    csv_release(&csv);
    err_release(&err);
}

static void many_rows(void **state)
{
    struct csv csv;
    struct text text = {0};
    char cell[16];
    (void)state;
    text_add(&text, "n,word\n");
    for (int i = 0; i < 20000; i++)
        text_addf(&text, "%d,%s\n", i, i % 3 == 0 ? "\"q\"" : "p");
    reads(text.at, &csv);
    assert_int_equal(csv.rows, 20000);
    for (int i = 0; i < 20000; i++) {
        snprintf(cell, sizeof cell, "%d", i);
        assert_string_equal(csv.cell[2 * i], cell);
        assert_string_equal(csv.cell[2 * i + 1], i % 3 == 0 ? "q" : "p");
        assert_int_equal(csv.quoted[2 * i + 1], i % 3 == 0);
        assert_int_equal(csv.line[i], i + 2);
    }
    csv_release(&csv);
    text_release(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cells_and_lines),
        cmocka_unit_test(quotes_hold_commas_and_lines),
        cmocka_unit_test(quoted_cells_that_begin_in_mid_row),
        cmocka_unit_test(byte_order_mark_and_crlf),
        cmocka_unit_test(one_column),
        cmocka_unit_test(unbalanced_quotes_are_named_where_they_open),
        cmocka_unit_test(ragged_rows),
        cmocka_unit_test(headers),
        cmocka_unit_test(no_rows),
        cmocka_unit_test(cells_are_limited),
        cmocka_unit_test(quotes_in_the_longest_cell),
        cmocka_unit_test(an_open_quote_does_not_swallow_a_large_file),
        cmocka_unit_test(rows_are_limited),
        cmocka_unit_test(nul_bytes_are_refused),
        cmocka_unit_test(a_missing_file),
        cmocka_unit_test(many_rows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
