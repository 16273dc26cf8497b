#!/usr/bin/env bash
# The shards that launchers hand out, the names of their files, and what is said of those that are missing. Needs TILEWRIGHT.
. "${BASH_SOURCE%/*}/../shell_sweep.sh" || exit 1
for variable in $(compgen -e | grep -E '^(SLURM|OMPI|PMI|PMIX|MPI)_'); do unset "$variable"; done
tile 32 16 >pads.json
sweep whole 0 pads.json --all -o whole.jsonl

# merges FILE...: the files are the whole sweep, and nothing is said of them.
merges() {
    tw "the union of $*" 0 results "$@" --force -o merged.jsonl
    same "the union of $*" whole.jsonl merged.jsonl
    [ ! -s err ] || fail "the union of $* has a note"
}

# Three tasks of an array, of srun, of two MPI launchers: each takes its part, in a file of its own name.
for task in 3 5 7; do
    SLURM_ARRAY_TASK_ID=$task SLURM_ARRAY_TASK_MIN=3 SLURM_ARRAY_TASK_MAX=7 SLURM_ARRAY_TASK_STEP=2 SLURM_ARRAY_TASK_COUNT=3 \
        sweep "task $task" 0 pads.json --all --shard auto -o array-%s.jsonl
done
merges array-{1,2,3}-of-3.jsonl
for rank in 0 1 2; do
    SLURM_STEP_ID=0 SLURM_PROCID=$rank SLURM_NTASKS=3 sweep "srun $rank" 0 pads.json --all --shard auto -o srun.%s --report 'srun %s.html'
    OMPI_COMM_WORLD_RANK=$rank OMPI_COMM_WORLD_SIZE=3 sweep "mpirun $rank" 0 pads.json --all --shard auto -o mpi%s
    [ -s "srun $((rank + 1))-of-3.html" ] || fail "srun $rank: no report"
done
merges srun.*-of-3
merges mpi{2,1,3}-of-3
PMI_RANK=0 PMI_SIZE=1 sweep 'one rank' 0 pads.json --all --shard auto -o one%%s%s
cmp -s <(without_time whole.jsonl) <(without_time one%s1-of-1) || fail 'one rank of one is the whole'

# A sweep that none of them started says so, and writes nothing.
sweep 'by nobody' 3 pads.json --shard auto -o nobody-%s.jsonl
has 'by nobody' 'no launcher says which shard this is' err
SLURM_PROCID=0 SLURM_NTASKS=3 sweep 'a batch script' 3 pads.json --shard auto -o nobody-%s.jsonl
has 'a batch script' 'by no srun' err
SLURM_ARRAY_TASK_ID=7 SLURM_ARRAY_TASK_MIN=1 SLURM_ARRAY_TASK_MAX=7 SLURM_ARRAY_TASK_STEP=1 SLURM_ARRAY_TASK_COUNT=3 \
    sweep 'holes' 2 pads.json --shard auto -o nobody-%s.jsonl
has 'holes' 'the Slurm array has holes: 3 tasks' err
PMI_RANK=0 PMI_SIZE=2 sweep 'an auto shard is none to remember' 2 pads.json --shard auto --remember
! ls nobody-* >files 2>&1 || fail "something was written: $(cat files)"

# commands: those that the last command printed. Run, they make the union whole.
commands() { # NAME FILE...
    grep -E '^  (tilewright|for k in)' err >commands || fail "$1: no command"
    PATH=$work/bin:$PATH bash commands >ran 2>&1 || { cat ran; fail "$1: the command fails: $(cat commands)"; }
    shift
    merges "$@"
}
mkdir bin && ln -s "$TILEWRIGHT" bin/tilewright

# One that is missing, several, one that was interrupted, and files of other names.
mkdir away
mv array-2-of-3.jsonl away
tw 'one is missing' 0 results array-*-of-3.jsonl
has 'one is missing' ': 33 of 99 variants have no record yet; shard 2 of 3 is missing' err
commands 'one is missing' array-{1,2,3}-of-3.jsonl
mv array-[12]-of-3.jsonl away
tw 'two are missing' 0 results array-3-of-3.jsonl
has 'two are missing' 'shards 1 and 2 of 3 are missing' err
commands 'two are missing' array-{1,2,3}-of-3.jsonl
mv array-1-of-3.jsonl away
head -20 array-2-of-3.jsonl | sed '1s/"finished": true/"finished": false/; 2,$s/"rank": [0-9]*/"rank": null/' >begun && mv begun array-2-of-3.jsonl
tw 'one is begun' 0 results array-*-of-3.jsonl
has 'one is begun' 'shards 1 and 2 \(begun\) of 3 are missing' err
commands 'one is begun' array-{1,2,3}-of-3.jsonl
mkdir 'other names'
head -20 away/array-2-of-3.jsonl | sed '1s/"finished": true/"finished": false/; 2,$s/"rank": [0-9]*/"rank": null/' >'other names/second'
cp away/array-1-of-3.jsonl 'other names/first'
tw 'other names' 0 results 'other names/first' 'other names/second'
commands 'other names' 'other names/first' 'other names/second' pads-3-of-3.jsonl

# Other architectures, banks of criteria and templates are part of the command.
sweep 'a shard by another rank' 0 pads.json --by load_wavefronts --arch sm_80 --shard 2/2 -o other-%s.jsonl
tw 'its other half' 0 results other-2-of-2.jsonl
has 'its other half' '^  tilewright sweep pads.json --device sim --arch sm_80 --by load_wavefronts --shard 1/2 -o .other-%s.jsonl. --resume$' err

[ $failures -eq 0 ] && echo 'all as expected'
exit $((failures > 0))
