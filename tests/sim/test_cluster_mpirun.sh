#!/usr/bin/env bash
# The recipe for mpirun, by Debian's Open MPI. Needs TILEWRIGHT.
command -v mpirun >/dev/null || { echo 'there is no mpirun (openmpi-bin)'; exit 77; }
. "${BASH_SOURCE%/*}/../shell_cluster.sh" || exit 1
# As root, and with more processes than this machine has cores.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1 PRTE_MCA_rmaps_default_mapping_policy=:oversubscribe
recipe mpirun
bash -e mpirun.sh >out 2>err || fail 'the recipe fails'
merged 'mpirun'

# A rank that does not come is missed.
mpirun --bind-to none -n 3 bash -c '[ "$OMPI_COMM_WORLD_RANK" = 1 ] || tilewright sweep pads.json --shard auto -o pads-%s.jsonl' >out 2>err || fail 'three ranks, one of which does nothing'
tw 'one is missing' 0 results pads-*-of-3.jsonl
has 'one is missing' 'shard 2 of 3 is missing' err

[ $failures -eq 0 ] && echo 'all as expected'
exit $((failures > 0))
