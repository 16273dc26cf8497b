# What tests of several GPUs begin with, to be sourced: three of them, played by a driver that is one by all it says (sim/test_timed.sh), and
# whose devices have moods (sim/moods.c). Needs TILEWRIGHT and NVRTC.
. "${BASH_SOURCE%/*}/shell_sweep.sh" || exit 1
export TILEWRIGHT_LIBCUDA=$PROGRAMS/timed_cuda.so TILEWRIGHT_SIM_DEVICES=3 TIMED_MOODS=$work/moods TILEWRIGHT_SIM_THREADS=1
unset CUDA_VISIBLE_DEVICES
mkdir moods

# Few threads of a block do a row each: slower the fewer they are. KIND makes kernels of the same speed.
cat >rows.cu <<'END_OF_SOURCE'
extern "C" __global__ void sum(const int *in, int *out)
{
    if (threadIdx.x >= THREADS) return;
    for (int row = threadIdx.x; row < 64; row += THREADS) {
        int total = KIND - KIND;
        for (int i = 0; i < 4; i++) total += in[row * 4 + i];
        out[row] = total;
    }
}
extern "C" __global__ void wanted(const int *in, int *out)
{
    int total = 0;
    for (int i = 0; i < 4; i++) total += in[threadIdx.x * 4 + i];
    out[threadIdx.x] = total;
}
END_OF_SOURCE
cat >rows.json <<'END_OF_CONFIG'
{ "tilewright": 1,
  "kernel": { "name": "rows", "source": "rows.cu", "entry": "sum", "problem": { "n": 256 },
              "parameters": { "THREADS": [32, 16, 8, 4], "KIND": [0, 1, 2] },
              "arguments": [ { "name": "in", "type": "int32", "count": "n" },
                             { "name": "out", "type": "int32", "count": 64, "role": "output" } ],
              "grid": 1, "block": 32, "reference": { "entry": "wanted", "define": { "THREADS": "1", "KIND": "0" }, "grid": 1, "block": 64 } } }
END_OF_CONFIG

says() { # TEXT: a part of what the last command said
    cat out err | tr -s ' \n' ' ' | grep -qF -- "$1" || fail "nothing says: $1"
}

# whole FILE: twelve records, all ok and ranked, the best with 32 threads.
whole() {
    [ "$(grep -c '"status": "ok"' "$1")" = 12 ] || fail "$1: not all are ok: $(grep -o '"name": "[^"]*"\|"status": "[^"]*"\|"reason": "[^"]*"' "$1")"
    grep '"rank": 1,' "$1" | grep -q '"THREADS": 32,' || fail "$1: the winner: $(grep '"rank": 1,' "$1")"
    head -1 "$1" | grep -q '"finished": true' || fail "$1: it is not finished"
}
# used FILE: the GPUs by which the records' times are, each once.
used() {
    grep -o '"gpu": [0-9]' <(tail -n +2 "$1") | sort -u | tr -dc '0-9\n' | paste -sd,
}
