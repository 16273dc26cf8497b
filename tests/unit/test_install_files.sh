#!/usr/bin/env bash
# What `cmake --install` installs, beside what sim/test_install uses: pages, completion, docs, examples, where they are looked for.
# Needs TILEWRIGHT, SOURCE_DIR and BUILD_DIR.
. "${BASH_SOURCE%/*}/../shell.sh" || exit 1
DESTDIR=$work cmake --install "$BUILD_DIR" --prefix /usr >"$work/log" 2>&1 || fail "install: $(tail -3 "$work/log")"
share=$work/usr/share

commands=$("$TILEWRIGHT" help | sed -nE 's/^  ([a-z]+) .*/\1/p')
[ "$(wc -w <<<"$commands")" -ge 17 ] || fail "commands: $commands"
cmp -s <("$TILEWRIGHT" help --man) "$share/man/man1/tilewright.1" || fail 'tilewright.1'
for command in $commands; do
    cmp -s <("$TILEWRIGHT" help --man "$command") "$share/man/man1/tilewright-$command.1" || fail "tilewright-$command.1"
done
[ "$(find "$share/man" -name '*.1' | wc -l)" = $(($(wc -w <<<"$commands") + 1)) ] || fail "pages of no command: $(ls "$share/man/man1")"
cmp -s <("$TILEWRIGHT" help --completion bash) "$share/bash-completion/completions/tilewright" || fail 'completion for bash'
cmp -s <("$TILEWRIGHT" help --completion zsh) "$share/zsh/site-functions/_tilewright" || fail 'completion for zsh'
cmp -s <("$TILEWRIGHT" help --completion fish) "$share/fish/vendor_completions.d/tilewright.fish" || fail 'completion for fish'

doc=$share/doc/tilewright
for folder in docs configs examples; do
    missing=$(cd "$SOURCE_DIR" && git ls-files "$folder" 2>/dev/null | while read -r file; do [ -e "$doc/$file" ] || echo "$file"; done)
    [ -z "$missing" ] || fail "not installed: $missing"
    [ -d "$doc/$folder" ] || fail "no $folder"
done
cmp -s "$SOURCE_DIR/LICENSE" "$doc/copyright" || fail 'copyright'
version=$("$TILEWRIGHT" --version | sed 's/tilewright //')
[[ "$(grep -m1 '^## ' "$doc/CHANGELOG.md")" = "## $version"* ]] || fail "CHANGELOG.md does not begin with $version"
strays=$(find "$work/usr" -type f ! -perm -444)
[ -z "$strays" ] || fail "not for all to read: $strays"

[ $failures = 0 ] && echo "installed files: all well"
exit $((failures != 0))
