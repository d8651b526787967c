/* The proleptic Gregorian calendar, without the C library's time zones. */
#include "scenario/date.h"

#include <ctype.h>
#include <string.h>

static bool digits(const char **text, int n, int *value)
{
    *value = 0;
    for (int i = 0; i < n; i++) {
        if (!isdigit((unsigned char)(*text)[i]))
            return false;
        *value = *value * 10 + (*text)[i] - '0';
    }
    *text += n;
    return true;
}

static bool mark(const char **text, char c)
{
    if (**text != c)
        return false;
    (*text)++;
    return true;
}

static int month_days(int year, int month)
{
    static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    return days[month - 1] + (month == 2 && leap);
}

long date_day(int year, int month, int day)
{
    long days = 0;
    for (int y = 1970; y < year; y++)
        days += 337 + month_days(y, 2);
    for (int m = 1; m < month; m++)
        days += month_days(year, m);
    return days + day - 1;
}

void date_of(long day, int *month, int *weekday)
{
    int year = 1970;
    *weekday = (int)((day + 3) % 7); /* it was a Thursday */
    for (int length; day >= (length = 337 + month_days(year, 2)); year++)
        day -= length;
    for (*month = 1; day >= month_days(year, *month); (*month)++)
        day -= month_days(year, *month);
    --*month;
}

bool date_read(const char *text, double *hours, int *offset_min, bool *has_time, bool *has_offset)
{
    int year, month, day, hour = 0, minute = 0, second = 0;
    *has_time = *has_offset = false;
    if (!digits(&text, 4, &year) || !mark(&text, '-') || !digits(&text, 2, &month) || !mark(&text, '-') ||
        !digits(&text, 2, &day))
        return false;
    if (year < 1970 || year > 2200 || month < 1 || month > 12 || day < 1 || day > month_days(year, month))
        return false;
    if (*text == 'T' || *text == ' ')
        text++;
    if (isdigit((unsigned char)*text)) {
        *has_time = true;
        if (!digits(&text, 2, &hour) || !mark(&text, ':') || !digits(&text, 2, &minute))
            return false;
        if (mark(&text, ':') && !digits(&text, 2, &second))
            return false;
        if (hour > 24 || minute > 59 || second > 59 || (hour == 24 && minute + second > 0))
            return false;
    }
    text += strspn(text, " ");
    if (*text == 'Z') {
        text++;
        *offset_min = 0;
        *has_offset = true;
    } else if (*text == '+' || *text == '-') {
        int sign = *text++ == '-' ? -1 : 1, h, m;
        if (!digits(&text, 2, &h))
            return false;
        mark(&text, ':');
        if (!digits(&text, 2, &m) || h > 14 || m > 59)
            return false;
        *offset_min = sign * (h * 60 + m);
        *has_offset = true;
    }
    *hours = (double)date_day(year, month, day) * 24.0 + hour + minute / 60.0 + second / 3600.0 - *offset_min / 60.0;
    return *text == '\0';
}

void date_civil(long days, int *year, int *month, int *day)
{
    for (*year = 1970; days >= 337 + month_days(*year, 2); ++*year)
        days -= 337 + month_days(*year, 2);
    for (*month = 1; days >= month_days(*year, *month); ++*month)
        days -= month_days(*year, *month);
    *day = (int)days + 1;
}

size_t date_before_word(const char *text)
{
    double hours;
    int offset_min = 0;
    bool has_time, has_offset;
    size_t n = strlen(text), end = n;
    char date[32];
    while (n > 0 && isalpha((unsigned char)text[n - 1]))
        n--;
    bool word = n < end && strcmp(text + n, "Z") != 0;
    while (n > 0 && text[n - 1] == ' ')
        n--;
    if (!word || n >= sizeof date)
        return 0;
    memcpy(date, text, n);
    date[n] = '\0';
    return date_read(date, &hours, &offset_min, &has_time, &has_offset) && has_time && !has_offset ? n : 0;
}
