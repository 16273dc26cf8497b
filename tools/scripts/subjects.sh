#!/usr/bin/env bash
# subjects.sh [SINCE]: the subjects of the commits after SINCE have at most 72 characters. Prints those that are longer, and fails.
# Where git, or so much of the history, is not there, it says that nothing can be checked, and passes.
set -euo pipefail
cd "$(dirname "$0")/../.."
export LC_ALL=C.UTF-8
since=${1:-ae388d233fe834f7e71d1de01bf78b7f77732bb4}
most=72

unchecked() {
    echo "subjects of commits are not checked: $1"
    exit 0
}
command -v git >/dev/null || unchecked "git is not installed"
[ "$(git rev-parse --show-toplevel 2>/dev/null)" = "$PWD" ] || unchecked "this is no clone of the repository"
git cat-file -e "$since^{commit}" 2>/dev/null || unchecked "the clone is shallow, and does not reach commit ${since:0:8}"
git merge-base --is-ancestor "$since" HEAD || unchecked "HEAD does not descend from commit ${since:0:8}"

count=0 long=0
while IFS= read -r line; do
    subject=${line#* }
    count=$((count + 1))
    [ ${#subject} -le $most ] && continue
    echo "commit ${line%% *}: the subject has ${#subject} characters, not $most at most: $subject"
    long=$((long + 1))
done < <(git log --format='%h %s' "$since..HEAD")
[ $long = 0 ] && echo "subjects of $count commits: $most characters at most"
exit $((long > 0))
