/* The languages: English, and Chinese where its catalogue is found. */
#include "cmd/language.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/file.h"
#include "base/text.h"

/* ---- the environment ---- */

/* Whether a name of n bytes begins with a word, at its end or before a part of its own. */
static bool language_begins(const char *name, size_t n, const char *word)
{
    size_t m = strlen(word);
    return n >= m && strncasecmp(name, word, m) == 0 && (n == m || strchr("_-.@", name[m]) != NULL);
}

/* Simplified Chinese in UTF-8: "zh", "zh_CN.UTF-8", "zh_Hans_SG"; in another encoding it would be unreadable. */
static bool language_is_chinese(const char *name, size_t n)
{
    static const char *const words[] = {"zh_CN", "zh_SG", "zh_Hans", "zh-CN", "zh-SG", "zh-Hans"};
    const char *charset = memchr(name, '.', n);
    if (charset != NULL) {
        size_t rest = n - (size_t)(charset + 1 - name), end = strcspn(charset + 1, "@:");
        rest = end < rest ? end : rest;
        if (!(rest == 5 && strncasecmp(charset + 1, "utf-8", 5) == 0) &&
            !(rest == 4 && strncasecmp(charset + 1, "utf8", 4) == 0))
            return false;
    }
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (language_begins(name, n, words[i]))
            return true;
    return n >= 2 && strncasecmp(name, "zh", 2) == 0 && (n == 2 || name[2] == '.' || name[2] == '@');
}

static bool language_is_set(const char *value)
{
    return value != NULL && value[0] != '\0';
}

bool language_of_environment(const char *language, const char *lc_all, const char *lc_messages, const char *lang)
{
    const char *locale = language_is_set(lc_all) ? lc_all : language_is_set(lc_messages) ? lc_messages : lang;
    if (!language_is_set(locale) || language_begins(locale, strlen(locale), "C") || strcmp(locale, "POSIX") == 0)
        return false;
    /* The first language of the list that there is. */
    for (const char *one = language_is_set(language) ? language : ""; *one != '\0';) {
        size_t n = strcspn(one, ":");
        if (language_is_chinese(one, n))
            return true;
        if (language_begins(one, n, "en"))
            return false;
        one += n + (one[n] == ':');
    }
    return language_is_chinese(locale, strlen(locale));
}

/* ---- the command line ---- */

/* The value of --lang, or of a beginning of it that getopt_long() takes, at a word; NULL if it is another word. */
static const char *language_value(int argc, char **argv, int at, int *words)
{
    size_t n = strcspn(argv[at], "=");
    *words = argv[at][n] == '=' ? 1 : 2;
    if (n < 3 || n > 6 || strncmp(argv[at], "--lang", n) != 0)
        return NULL;
    return *words == 1 ? argv[at] + n + 1 : at + 1 < argc ? argv[at + 1] : NULL;
}

int language_words(int argc, char **argv)
{
    int words;
    return argc > 1 && language_value(argc, argv, 1, &words) != NULL ? words : 0;
}

int language_check(const char *value, struct err *err)
{
    if (strcmp(value, "zh") == 0 || strcmp(value, "en") == 0)
        return 0;
    return err_plain(err, ERR_INPUT, _("write zh or en"), _("--lang: \"%s\" is not usable"), value);
}

void language_start(struct catalogue *catalogue, int argc, char **argv, struct err *err)
{
    bool chinese = language_of_environment(getenv("LANGUAGE"), getenv("LC_ALL"), getenv("LC_MESSAGES"), getenv("LANG"));
    bool asked = false;
    *catalogue = (struct catalogue){0};
    for (int i = 1, words; i < argc && strcmp(argv[i], "--") != 0; i++) {
        const char *value = language_value(argc, argv, i, &words);
        if (value == NULL || (strcmp(value, "zh") != 0 && strcmp(value, "en") != 0))
            continue;
        chinese = asked = strcmp(value, "zh") == 0;
    }
    if (!chinese)
        return;
    char *path = file_catalogue("zh_CN");
    if (path != NULL && catalogue_read(catalogue, path))
        catalogue_speak(catalogue);
    else if (asked)
        err_warn(err, (struct place){0}, NULL, NULL,
                 path == NULL ? _("the Chinese messages are not installed, so these are English")
                              : _("the file of the Chinese messages is broken, so these are English"));
    free(path);
}
