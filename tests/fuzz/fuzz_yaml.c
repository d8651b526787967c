/* Fuzz entry of the YAML reader: any bytes give a tree or a fault, both with places that lie in the text. */
#include <stdio.h>
#include <stdlib.h>

#include "base/text.h"
#include "scenario/yaml.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int lines_of(const struct source *source)
{
    int lines = 1;
    for (size_t i = 0; i < source->size; i++)
        lines += source->text[i] == '\n';
    return lines;
}

static void check_place(struct place at, int lines)
{
    if (at.source && (at.line < 1 || at.line > lines || at.col < 1 || at.width < 0))
        abort();
}

static void check_node(const struct node *node, int lines)
{
    check_place(node->at, lines);
    if ((node->kind == NODE_SCALAR) != (node->text != NULL))
        abort();
    for (int i = 0; i < node->n; i++) {
        if (node->kind == NODE_MAP) {
            check_node(node->key[i], lines);
            if (!node_get(node, node->key[i]->text))
                abort();
        }
        check_node(node->item[i], lines);
    }
}

static void check_faults(const struct err *err, int lines)
{
    char *printed = NULL;
    size_t room = 0;
    FILE *to = open_memstream(&printed, &room);
    for (int i = 0; i < err->faults; i++)
        check_place(err->fault[i].at, lines);
    if (to) {
        err_print_faults(err, to, false);
        fclose(to);
    }
    free(printed);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct source source = {.name = "fuzz", .text = mem_copy_n((const char *)data, size), .size = size};
    struct err err = {0};
    struct node *root = NULL;
    int lines = lines_of(&source);
    if ((yaml_parse(&source, &root, &err) == 0) != (err.faults == 0) || (err.faults > 0 && root))
        abort();
    check_faults(&err, lines);
    if (root) {
        struct node *copy = node_copy(root);
        check_node(copy, lines);
        node_free(copy);
    }
    node_free(root);
    err_release(&err);
    free(source.text);
    return 0;
}
