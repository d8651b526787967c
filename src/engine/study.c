/* Loads a scenario again and again with other values. */
#include "engine/study.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/text.h"
#include "trial/sanity.h"

int study_open(struct study *study, const char *path, const struct scenario_options *options,
               const struct engine_options *engine, int threads, struct err *err)
{
    struct source source = {0};
    *study = (struct study){.options = *options, .engine = *engine, .threads = threads};
    int code = file_read(path, YAML_FILE_LIMIT, (struct place){0}, &source, err);
    if (!code) {
        study->name = mem_copy(path);
        study->text = mem_copy_n(source.text, source.size);
        study->folder = source.path ? mem_copy(source.path) : NULL;
    }
    source_release(&source);
    return code;
}

void study_close(struct study *study)
{
    free(study->name);
    free(study->text);
    free(study->folder);
    *study = (struct study){0};
}

int study_prepare(const struct study *study, const char *const *set, int n, bool warn, struct point *point,
                  struct err *err)
{
    struct err quiet = {0};
    struct scenario_options options = study->options;
    const char **all = mem_new((size_t)(options.sets + n) + 1, sizeof *all);
    for (int i = 0; i < options.sets; i++)
        all[i] = options.set[i];
    for (int i = 0; i < n; i++)
        all[options.sets + i] = set[i];
    options.set = all;
    options.sets += n;
    *point = (struct point){0};
    point->scenario = scenario_parse(study->name, study->text, study->folder, &options, err);
    int code = point->scenario ? engine_init(&point->engine, point->scenario, study->threads, err) : ERR_INPUT;
    if (!code)
        code = sanity_check(point->scenario, point->engine.frame, point->engine.typical, warn ? err : &quiet);
    if (code && quiet.faults > 0)
        err_plain(err, code, quiet.fault[0].hint, "%s%s%s", n > 0 ? set[0] : "", n > 0 ? ": " : "",
                  quiet.fault[0].text);
    err_release(&quiet);
    free(all);
    return code;
}

int study_play(const struct study *study, const char *const *set, int n, bool warn, struct point *point,
               struct err *err)
{
    int code = study_prepare(study, set, n, warn, point, err);
    if (!code)
        code = result_make(&point->engine, &study->engine, &point->result, err);
    if (!code && n > 0 && !point->result.trials.complete)
        code = err_plain(err, ERR_INTERRUPTED, NULL, _("interrupted"));
    return code;
}

void point_release(struct point *point)
{
    result_release(&point->result);
    engine_release(&point->engine);
    scenario_free(point->scenario);
    *point = (struct point){0};
}

const struct summary *point_plan(const struct point *point, const char *name, const char *what, struct err *err)
{
    for (int i = 0; i < point->engine.plans; i++)
        if (strcmp(point->result.plan[i].name, name) == 0)
            return &point->result.plan[i];
    err_plain(err, ERR_INPUT, _("\"runodds check\" lists the plans"), _("%s: no plan \"%s\""), what, name);
    return NULL;
}
