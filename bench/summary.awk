# Medians, ratios and agreement of the rows that bench/run collected: workload|contender|trials|mean|se|ns per trial.

function median(list, n,    sorted, i, j, value)
{
    for (i = 1; i <= n; i++) {
        value = list[i]
        for (j = i - 1; j >= 1 && sorted[j] > value; j--)
            sorted[j + 1] = sorted[j]
        sorted[j + 1] = value
    }
    return n % 2 ? sorted[(n + 1) / 2] : (sorted[n / 2] + sorted[n / 2 + 1]) / 2
}

function median_ns(key,    list, i)
{
    for (i = 1; i <= rows[key]; i++)
        list[i] = ns[key, i]
    return median(list, rows[key])
}

# Repetitions have different seeds, so their means pool; a different number of trials never occurs.
function pooled_mean(key)
{
    return sum_mean[key] / rows[key]
}

function pooled_se(key)
{
    return sqrt(sum_var[key]) / rows[key]
}

# In standard errors; the exact mean has none.
function distance(a, b)
{
    return (pooled_mean(a) - pooled_mean(b)) / sqrt(pooled_se(a) ^ 2 + pooled_se(b) ^ 2)
}

# Of the slowest repetition to the fastest: how noisy the machine was.
function spread(key,    i, low, high)
{
    low = high = ns[key, 1]
    for (i = 2; i <= rows[key]; i++) {
        if (ns[key, i] < low)
            low = ns[key, i]
        if (ns[key, i] > high)
            high = ns[key, i]
    }
    return high / low
}

function significant(x,    digits)
{
    digits = x >= 100 ? 0 : x >= 10 ? 1 : 2
    return sprintf("%." digits "f", x)
}

function disagree(workload, what, z)
{
    if (z <= limit && z >= -limit)
        return
    printf "%s: means disagree: %s, %.1f standard errors\n", toupper(workload), what, z
    bad = 1
}

function check(workload,    i, j, a, b)
{
    for (i = 1; i <= contenders[workload]; i++) {
        a = workload SUBSEP name[workload, i]
        disagree(workload, name[workload, i] " and the exact mean", (pooled_mean(a) - exact[workload]) / pooled_se(a))
        for (j = 1; j < i; j++) {
            b = workload SUBSEP name[workload, j]
            # Runs of runodds share their futures: they are equal, not close.
            if (name[workload, i] ~ /^runodds/ && name[workload, j] ~ /^runodds/) {
                if (means[a] != means[b]) {
                    printf "%s: means disagree: runodds on one and on two threads\n", toupper(workload)
                    bad = 1
                }
            } else {
                disagree(workload, name[workload, i] " and " name[workload, j], distance(a, b))
            }
        }
    }
}

function table(workload,    i, key, one, value)
{
    one = workload SUBSEP "runodds -j 1"
    printf "\n%s: %s; exact mean %s h\n", toupper(workload), title[workload], exact[workload]
    printf "%-16s %10s %12s %9s %6s %12s %8s %10s\n", "", "trials", "mean, h", "s.e., h", "z", "ns/trial", "max/min", \
        "x runodds"
    for (i = 1; i <= contenders[workload]; i++) {
        key = workload SUBSEP name[workload, i]
        value = one in rows ? significant(median_ns(key) / median_ns(one)) : "-"
        printf "%-16s %10d %12.5f %9.5f %6.2f %12s %8.2f %10s\n", name[workload, i], trials[key], pooled_mean(key), \
            pooled_se(key), (pooled_mean(key) - exact[workload]) / pooled_se(key), significant(median_ns(key)), \
            spread(key), value
    }
}

# What a slow law costs: the workload with it against the same without.
function slow_law(    one, slow)
{
    one = "w1" SUBSEP "runodds -j 1"
    slow = "w1r" SUBSEP "runodds -j 1"
    if (slow in rows)
        printf "W1 with a gamma repair takes %.2f x the time of W1\n", median_ns(slow) / median_ns(one)
}

# What a study of many points costs above its trials; their columns are those of time_sweep.
function many_points(    sweep, one, i, worst)
{
    sweep = "w2s" SUBSEP "sweep"
    one = "w2s" SUBSEP "run"
    if (!(sweep in rows))
        return
    for (i = 1; i <= rows[sweep]; i++)
        if (0 + point_worst[i] > worst)
            worst = 0 + point_worst[i]
    printf "A sweep of W2 over %d intervals, P90 to %.2f%% at the worst of them, takes %.2f x the time of one run of as many trials\n", \
        trials[sweep] / rows[sweep], worst, median_ns(sweep) / median_ns(one)
}

function ratios(workload,    i, one, key, line)
{
    one = workload SUBSEP "runodds -j 1"
    if (!(one in rows))
        return
    for (i = 1; i <= contenders[workload]; i++) {
        key = workload SUBSEP name[workload, i]
        if (name[workload, i] == "runodds -j 2")
            line = line sprintf(" | two threads to one %.2f x", median_ns(one) / median_ns(key))
        else if (key != one)
            line = line (line == "" ? "" : " | ") name[workload, i] " " \
                significant(median_ns(key) / median_ns(one)) " x"
    }
    printf "%s speed ratios of runodds: %s\n", toupper(workload), line
}

BEGIN {
    FS = "|"
    limit = 6.1 # one false alarm in 1e9
    exact["w1"] = "743.470616"
    exact["w1r"] = "751.083755"
    exact["w2"] = "867.3349"
    title["w1"] = "1,024 cards, exponential failures, 720 checkpoints"
    title["w1r"] = "W1 with a gamma repair of 0.5 h after each failure"
    title["w2"] = "the same with Weibull failures and spot preemptions"
}

{
    key = $1 SUBSEP $2
    if (!(key in rows))
        name[$1, ++contenders[$1]] = $2
    rows[key]++
    trials[key] += $3
    means[key] = means[key] " " $4
    sum_mean[key] += $4
    sum_var[key] += $5 ^ 2
    ns[key, rows[key]] = $6
    if ($1 == "w2s" && $2 == "sweep")
        point_worst[rows[key]] = $4
}

END {
    table("w1")
    if (contenders["w1r"])
        table("w1r")
    table("w2")
    print ""
    ratios("w1")
    ratios("w2")
    slow_law()
    many_points()
    check("w1")
    check("w1r")
    check("w2")
    if (!bad)
        printf "all means agree within %.1f standard errors\n", limit
    exit bad
}
