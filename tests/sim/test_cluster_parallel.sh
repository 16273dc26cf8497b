#!/usr/bin/env bash
# The recipe for GNU parallel, and two hosts at work in one folder: processes of other host names, with a cache that they share. Needs TILEWRIGHT.
command -v parallel >/dev/null || { echo 'there is no parallel'; exit 77; }
. "${BASH_SOURCE%/*}/../shell_cluster.sh" || exit 1
export PARALLEL_HOME=$work/parallel
recipe parallel
bash -e parallel.sh >out 2>err || fail 'the recipe fails'
merged 'parallel'

[ $failures -eq 0 ] && echo 'all as expected'
exit $((failures > 0))
