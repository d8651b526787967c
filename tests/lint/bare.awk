# Prints FILE:LINE: "TEXT" for every string of two words or more that stands outside of _(), N_() and ngettext(): text
# that people may read and that no catalogue translates. Strings that follow one another are one.

function identifier(text) {
    return match(text, /[A-Za-z_][A-Za-z0-9_]*[ \t]*$/) ? substr(text, RSTART, RLENGTH) : ""
}

function spoken(    i) {
    for (i = 1; i <= depth; i++)
        if (call[i] ~ /^(_|N_|ngettext)[ \t]*$/)
            return 1
    return 0
}

function flush() {
    if (held != "" && !kept && held ~ /[A-Za-z][a-z]+ [a-z][a-z]+/)
        print place ": \"" held "\""
    held = ""
}

FNR == 1 { depth = 0; comment = 0; held = "" }
/^[ \t]*#[ \t]*(include|error|if|elif)/ { next }

{
    line = $0
    before = ""
    for (i = 1; i <= length(line); i++) {
        c = substr(line, i, 1)
        if (comment) {
            if (c == "*" && substr(line, i + 1, 1) == "/") { comment = 0; i++ }
            continue
        }
        if (c == "/" && substr(line, i + 1, 1) == "*") { comment = 1; i++; continue }
        if (c == "'") {
            i += substr(line, i + 1, 1) == "\\" ? 3 : 2
            flush()
            continue
        }
        if (c == "\"") {
            if (held == "") { place = FILENAME ":" FNR; kept = spoken() }
            for (i++; (c = substr(line, i, 1)) != "\"" && i <= length(line); i++) {
                held = held c
                if (c == "\\") held = held substr(line, ++i, 1)
            }
            before = ""
            continue
        }
        if (c != " " && c != "\t" && c != "\\") flush()
        if (c == "(") { call[++depth] = identifier(before); before = "" ; continue }
        if (c == ")" && depth > 0) depth--
        before = before c
    }
}
