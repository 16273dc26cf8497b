#!/usr/bin/env bash
# uninstall.sh BUILD PREFIX: removes from $DESTDIR/PREFIX what `cmake --install BUILD --prefix PREFIX` puts there, what Python compiled beside it,
# and the folders that are empty then, but for those that every system has. A file of another's stays, with its folders.
set -euo pipefail
build=$1 prefix=$(realpath -ms "$2") destination=${DESTDIR:-}
staged=$(mktemp -d)
trap 'rm -rf "$staged"' EXIT
DESTDIR=$staged cmake --install "$build" --prefix "$prefix" >/dev/null
find "$staged" -name __init__.py -printf '%P\n' | while read -r module; do rm -rf "$destination/${module%/*}/__pycache__"; done
count=0
while read -r file; do
    [ -e "$destination/$file" ] || [ -L "$destination/$file" ] || continue
    rm -f "$destination/$file"
    count=$((count + 1))
done < <(find "$staged" ! -type d -printf '%P\n')
case "$prefix" in /usr | /usr/local) kept=" . bin include lib share share/man " ;; *) kept="" ;; esac
find "$staged$prefix" -depth -type d -printf '%P\n' | while read -r folder; do
    [[ $kept == *" ${folder:-.} "* ]] || rmdir "$destination$prefix/$folder" 2>/dev/null || :
done
echo "removed $count files from $destination$prefix"
