# Bugs planted in templates, to be sourced behind shell.sh.

# plant WHAT STATUS PATTERN CONFIG FROM TO TEMPLATE [WHOLE...]: with FROM in the template made TO, as sed has them, the config
# ends with that status and says the pattern. WHOLE is the template that TEMPLATE is a part of, and so on. Every eighth bug is run,
# or all of them when everything is asked for; what is no bug (status 0) is always run.
bugs=0
plant() {
    local part=$(template "$7") made=$work/planted.mustache between=$'\001' name=$7 whole
    sed "s$between$5$between$6$between" "$part" >"$made"
    cmp -s "$part" "$made" && fail "$1: nothing was planted"
    bugs=$((bugs + 1))
    : >"$work/out"
    [ "$2" = 0 ] || [ $((bugs % $(draws 8 1))) = 0 ] || return 0
    for whole in "${@:8}"; do
        sed -e "/{{>$name}}/{r $made" -e 'd}' "$(template "$whole")" >"$work/$whole.mustache"
        made=$work/$whole.mustache name=$whole
    done
    "$TILEWRIGHT" run "$4" --device sim --template "$made" >"$work/out" 2>&1
    [ $? = "$2" ] || fail "$1: exit status is not $2: $(cat "$work/out")"
    grep -qE "$3" "$work/out" || fail "$1: no '$3' in: $(cat "$work/out")"
}

# plant_in_reduce WHAT STATUS PATTERN FIELDS FROM TO TEMPLATE: of a part of reduce.cu, and one variant with these fields.
plant_in_reduce() {
    printf '{"tilewright": 1, "kernel": "reduce", "variants": [{"name": "p", %s}]}' "$4" >"$work/one.json"
    plant "$1" "$2" "$3" "$work/one.json" "$5" "$6" "$7" reduce.cu
}
