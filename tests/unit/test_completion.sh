#!/usr/bin/env bash
# Completion, in the shells themselves as far as they are here; and that man has nothing to say against the pages. Needs TILEWRIGHT.
. "${BASH_SOURCE%/*}/../shell.sh" || exit 1
cd "$work" || exit 1
for shell in bash zsh fish; do
    "$TILEWRIGHT" help --completion $shell >script.$shell || fail "$shell: status $?"
done
touch one.json 'two words.json'

# ---- bash: the function is called as bash calls it ----

# shellcheck disable=SC1091
. ./script.bash
complete -p tilewright | grep -q -- '-F _tilewright tilewright' || fail "bash: $(complete -p tilewright)"
# bash_offers WANTED WORD...: for the last of the words, broken at "=" as bash does.
bash_offers() {
    local wanted=$1 got
    shift
    COMP_WORDS=(tilewright "$@")
    COMP_CWORD=$#
    _tilewright tilewright "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
    got=$(printf '%s|' "${COMPREPLY[@]}")
    [ "$got" = "$wanted|" ] || fail "bash: '$*': $got, not $wanted|"
}
bash_offers 'sweep' sw
bash_offers 'path|list|clear|explain' cache ''
bash_offers '--device=' run --dev
bash_offers '--all|--arch=' explain --a
bash_offers 'auto' run --device = a
bash_offers 'auto|cuda|sim' run --device =
bash_offers 'auto|cuda|sim' run --device ''
bash_offers 'source' run --dump sou
bash_offers 'source,ptx' run --dump = source,p
bash_offers 'stencil' schema --fields = ste
bash_offers 'stencil' init ste
bash_offers 'sweep' help sw
bash_offers 'one.json' run --in-process on
bash_offers 'two words.json' sweep two
bash_offers 'one.json' embed -o on
bash_offers '' run --variant = ''
bash_offers '--template=' cache explain --t
bash_offers '' cache list --t
bash_offers '--stale' wisdom forget --s

# ---- zsh and fish ----

if command -v zsh >/dev/null; then
    zsh -n script.zsh || fail 'zsh: the script is none'
    # In a terminal of its own: the key completes, and shows what then stands in the line.
    cat >keys.zsh <<'ZSH'
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell 'autoload -U compinit; compinit -u -D; PROMPT=; source ./script.zsh
show() { zle expand-or-complete; print -r -- "<$BUFFER>"; BUFFER=; zle accept-line }
zle -N show; bindkey "^I" show; echo rea""dy'
zpty -r shell line '*ready*'
while read -r typed; do
    zpty -w -n shell "$typed"$'\t'
    zpty -r shell line '*<*>*'
    print -r -- "$line"
done
ZSH
    cat >typed <<'LINES'
tilewright sol
tilewright run --transa
tilewright run --device=si
tilewright cache expl
tilewright cache explain --templ
tilewright init sten
tilewright sweep -o on
tilewright run --dump=source,pt
LINES
    timeout 300 zsh -f keys.zsh <typed >zsh.out 2>&1 || fail 'zsh: no terminal'
    for wanted in 'solve' 'run --transactions' 'run --device=sim' 'cache explain' 'cache explain --template=' 'init stencil' \
                  'sweep -o one.json' 'run --dump=source,ptx,?'; do
        grep -qE -- "<tilewright $wanted ?>" zsh.out || fail "zsh: no '$wanted' in $(grep -o '<.*>' zsh.out | paste -sd' ')"
    done
fi
if command -v fish >/dev/null; then
    fish -n script.fish || fail 'fish: the script is none'
    # fish_offers WANTED LINE
    fish_offers() {
        local got
        got=$(HOME=$work fish --no-config -c "source script.fish; complete -C '$2'" 2>&1 | cut -f1 | paste -sd'|')
        [ "$got" = "$1" ] || fail "fish: '$2': $got, not $1"
    }
    fish_offers 'solve' 'tilewright sol'
    fish_offers '--device' 'tilewright run --dev'
    fish_offers 'auto|cuda|sim' 'tilewright run --device '
    fish_offers 'clear|explain|list|path' 'tilewright cache '
    fish_offers '--template' 'tilewright cache explain --te'
    fish_offers 'stencil' 'tilewright init ste'
    fish_offers 'one.json' 'tilewright run on'
    fish_offers '' 'tilewright run --variant on'
fi

# ---- manual pages ----

for command in '' $("$TILEWRIGHT" help | sed -nE 's/^  ([a-z]+) .*/\1/p'); do
    # shellcheck disable=SC2086
    "$TILEWRIGHT" help --man $command >page.1 || fail "$command: no page"
    if command -v man >/dev/null; then
        MANWIDTH=80 man --warnings -E UTF-8 -l page.1 >page 2>warnings || fail "$command: man: status $?"
        [ -s warnings ] && fail "$command: $(head -2 warnings)"
        [ "$(awk 'length > 80' page | wc -l)" = 0 ] || fail "$command: wider than 80 columns"
    fi
done

[ $failures = 0 ] && echo "completion: all well"
exit $((failures != 0))
