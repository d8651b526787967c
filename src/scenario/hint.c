/* Writes examples of money in another currency. */
#include "scenario/hint.h"

#include <ctype.h>
#include <string.h>

#include "base/text.h"

char *hint_money(const char *hint, const char *currency)
{
    struct text text = {0};
    if (!hint || strcmp(currency, "USD") == 0)
        return hint ? mem_copy(hint) : NULL;
    text_add(&text, "");
    for (const char *c = hint; *c;) {
        if (strncmp(c, "USD", 3) == 0) {
            text_add(&text, currency);
            c += 3;
        } else if (*c == '$' && isdigit((unsigned char)c[1])) {
            size_t n = strspn(++c, "0123456789.,");
            while (!isdigit((unsigned char)c[n - 1]))
                n--;
            text_addf(&text, "%.*s %s", (int)n, c, currency);
            c += n;
        } else {
            text_add_n(&text, c++, 1);
        }
    }
    return text.at;
}
