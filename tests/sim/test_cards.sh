#!/usr/bin/env bash
# Several GPUs share a sweep: each variant is measured on one of them, the finals are on one, and cards of several kinds are ranked each by
# themselves. Needs TILEWRIGHT and NVRTC.
. "${BASH_SOURCE%/*}/../shell_cards.sh" || exit 1

# All of them; the finals are on one.
tw 'all' 0 sweep rows.json --device cuda:all --jobs 2 -o all.jsonl
whole all.jsonl
says 'devices: 3 x Tilewright simulator (sm_90) (GPUs 0, 1, 2, sm_90)'
says 'the finals were on it'
says '0.0 % longer'
[ "$(head -1 all.jsonl | grep -o '"uuid": "GPU-[0-9a-f-]*"' | sort -u | wc -l)" = 3 ] || fail "all: the header: $(head -1 all.jsonl)"
[ "$(grep '"rank": [123],' all.jsonl | grep -o '"gpu": [0-9]' | sort -u | wc -l)" = 1 ] || fail 'all: the finals were on several'
uuid=$(head -1 all.jsonl | grep -o 'GPU-[0-9a-f-]*' | sed -n 2p)

# A list, in any order; a UUID, which may be cut short; what the environment hides.
tw 'a list' 0 sweep rows.json --device "cuda:2,$uuid" --jobs 2 -o list.jsonl
whole list.jsonl
says '(GPUs 2, 1, sm_90)'
tw 'one by its UUID' 0 run rows.json --device "cuda:$uuid"
says '(GPU 1, sm_90)'
CUDA_VISIBLE_DEVICES=2,$uuid tw 'two are visible' 0 sweep rows.json --device cuda:all --jobs 2 -o visible.jsonl
whole visible.jsonl
says '(GPUs 0, 1, sm_90)'
head -1 visible.jsonl | grep -o 'GPU-[0-9a-f-]*' | sed -n 2p | grep -qx "$uuid" || fail "visible: $(head -1 visible.jsonl)"
CUDA_VISIBLE_DEVICES=$uuid tw 'one is visible' 0 sweep rows.json --device cuda:all --jobs 2 --top 1
says 'device: Tilewright simulator (sm_90) (GPU 0, sm_90)'
tw 'there is none' 3 sweep rows.json --device cuda:0,7
says 'there is no GPU 7: the driver has 3, numbered from 0'
tw 'no such UUID' 3 sweep rows.json --device cuda:GPU-0123
says 'there is no GPU GPU-0123'
tw 'twice' 2 sweep rows.json --device "cuda:1,$uuid"
says 'names GPU 1 twice'
tw 'too many UUIDs' 2 sweep rows.json --device cuda:GPU-74,0
says '3 GPUs have a UUID that begins with GPU-74'
for bad in cuda:, cuda:0, cuda:all,0 cuda:GPU- cuda:-1 cuda:x cuda:0,,1; do tw "$bad" 2 sweep rows.json --device $bad; done
tw 'run takes one' 2 run rows.json --device cuda:all
says 'names 3 devices, and only one is possible here'

# Ranks of a host share its GPUs; a rank that has more than one uses them all.
for rank in 0 1; do
    OMPI_COMM_WORLD_RANK=$rank OMPI_COMM_WORLD_SIZE=2 OMPI_COMM_WORLD_LOCAL_RANK=$rank OMPI_COMM_WORLD_LOCAL_SIZE=2 \
        tw "rank $rank" 0 sweep rows.json --jobs 2 --shard auto -o rank-%s.jsonl
    [ $rank = 0 ] && says '(GPUs 0, 2, sm_90)' || says '(GPU 1, sm_90)'
done
tw 'the ranks' 0 results rank-*-of-2.jsonl -o ranks.jsonl
[ "$(grep -c '"status": "ok"' ranks.jsonl)" = 12 ] || fail 'the ranks together are not the whole'
head -1 rank-1-of-2.jsonl | grep -q '"cards": \[' && head -1 ranks.jsonl | grep -q '"cards": null' || fail "the ranks: the header $(head -1 ranks.jsonl)"
PMI_RANK=4 PMI_SIZE=8 MPI_LOCALRANKID=4 MPI_LOCALNRANKS=8 tw 'more ranks than GPUs' 0 sweep rows.json --shard auto --device cuda --top 1
says '(GPU 1, sm_90)'
SLURM_STEP_ID=0 SLURM_PROCID=1 SLURM_NTASKS=2 SLURM_LOCALID=1 SLURM_GPUS_PER_TASK=1 CUDA_VISIBLE_DEVICES=2 tw 'a task with a GPU of its own' 0 \
    sweep rows.json --shard auto --top 1
says '(GPU 0, sm_90)'

# Cards of two kinds: each is ranked by itself, in a file of its own.
TILEWRIGHT_SIM_ARCH=sm_90,sm_80,sm_90 tw 'two kinds' 0 sweep rows.json --device cuda:all --jobs 2 -o kinds.jsonl
whole kinds-Tilewright_simulator_sm_90_.jsonl
whole kinds-Tilewright_simulator_sm_80_.jsonl
says '(GPUs 0, 2, sm_90)'
says '(GPU 1, sm_80)'
head -1 kinds-Tilewright_simulator_sm_80_.jsonl | grep -q '"arch": "sm_80"' || fail 'two kinds: the architecture'

# The drop-in plays several simulators, which is said, and comes to what the simulator alone comes to.
five >five.json
sweep 'the simulator' 0 five.json --all -o sim.jsonl
TILEWRIGHT_LIBCUDA=$BUILD_DIR/dropin/libcuda.so.1 tw 'the drop-in' 0 sweep five.json --all --device cuda:all -o dropin.jsonl
says 'devices: 3 x simulator (sm_90) (0, 1, 2)'
sed -i 's/"cards": \[.*\], //' dropin.jsonl
same 'the drop-in' sim.jsonl dropin.jsonl

[ $failures -eq 0 ] && echo 'all as expected'
exit $((failures > 0))
