#!/usr/bin/env bash
# The recipes for Slurm, in the environment that it gives, and two hosts that work in one folder at once. Needs TILEWRIGHT.
. "${BASH_SOURCE%/*}/../shell_cluster.sh" || exit 1

# srun: starts the tasks at once, as the batch script's variables say.
cat >bin/srun <<'END_OF_SRUN'
#!/usr/bin/env bash
while [ "${1#--}" != "$1" ]; do shift; done
for ((task = 0; task < SLURM_NTASKS; task++)); do
    SLURM_STEP_ID=0 SLURM_STEPID=0 SLURM_PROCID=$task SLURM_LOCALID=$task SLURM_NODEID=0 SLURM_STEP_TASKS_PER_NODE=$SLURM_NTASKS "$@" &
    tasks+=($!)
done
for task in "${tasks[@]}"; do wait "$task" || status=1; done
exit ${status:-0}
END_OF_SRUN
chmod +x bin/srun
recipe slurm
SLURM_JOB_ID=7 SLURM_PROCID=0 SLURM_LOCALID=0 SLURM_NODEID=0 SLURM_NTASKS=2 bash -e slurm.sh >out 2>err || fail 'the batch file fails'
merged 'srun'

recipe array
for task in 1 2 3; do
    SLURM_JOB_ID=$((7 + task)) SLURM_ARRAY_JOB_ID=8 SLURM_ARRAY_TASK_ID=$task SLURM_ARRAY_TASK_MIN=1 SLURM_ARRAY_TASK_MAX=3 SLURM_ARRAY_TASK_STEP=1 \
        SLURM_ARRAY_TASK_COUNT=3 SLURM_PROCID=0 SLURM_NTASKS=1 bash -e array.sh >"out$task" 2>&1 &
done
wait
tw 'the array' 0 results pads-*-of-3.jsonl -o pads.jsonl
merged 'an array'

# Two hosts by name, where that may be played, with one cache, which is empty: neither takes what the other is writing away.
sed 's/"swizzle"/"IPAD": { "from": 0, "to": 4 }, "swizzle"/; s/"BDIMX": 32/"BDIMX": [16, 32]/' <(five | sed 's/"IPAD": [^}]*}, //') >few.json
rm -rf cache
host=(env)
unshare --uts true 2>/dev/null && host=(unshare --uts bash -c 'hostname "$0"; exec "$@"')
for k in 1 2; do
    there=("${host[@]}")
    [ "${host[0]}" = env ] || there+=("host$k")
    "${there[@]}" tilewright sweep few.json --device sim --all --shard $k/2 -o few-%s.jsonl >"out$k" 2>"err$k" &
done
wait
[ ! -s err1 ] && [ ! -s err2 ] || fail "two hosts: $(cat err1 err2)"
tw 'two hosts' 0 results few-*-of-2.jsonl -o few.jsonl
sweep 'the whole of it' 0 few.json --all -o few-whole.jsonl
same 'two hosts' few-whole.jsonl few.jsonl
find cache -name '*.part' | grep . && fail 'two hosts: unfinished files are left'
[ "$(find cache -name '*.kernel' | wc -l)" -eq 10 ] || fail "two hosts: the cache: $(ls cache)"

# The same part on another host: it is told so, and nothing is lost.
cp few-1-of-2.jsonl kept
exec 9>>few-1-of-2.jsonl
flock 9
sweep 'the same part' 1 few.json --shard 1/2 --all -o few-%s.jsonl --force
has 'the same part' 'another sweep is writing this file' err
cmp kept few-1-of-2.jsonl || fail 'the same part: its file was changed'

[ $failures -eq 0 ] && echo 'all as expected'
exit $((failures > 0))
