#!/usr/bin/env bash
# The kernels of examples/kernels: each is swept on the simulator, all variants are proven and one wins. Then three bugs are planted in
# each, of one line: a race, an access out of bounds, a wrong result; what has one never ranks, and the reason names it. Needs
# TILEWRIGHT and SOURCE_DIR.
. "${BASH_SOURCE%/*}/../shell_sweep.sh" || exit 1
described() { python3 "$SOURCE_DIR/tests/described.py" "$@" 2>said; }

fresh() { # the examples as they are
    rm -rf kernels
    cp -r "$SOURCE_DIR/examples/kernels" kernels
    cp libhistogram.so kernels
}
cc -shared -fPIC -I "$SOURCE_DIR/include" -o libhistogram.so "$SOURCE_DIR/examples/kernels/histogram_reference.c" || exit 1
fresh

# swept KERNEL VARIANTS: the whole space, of so many variants that are not rejected.
swept() {
    local lines
    lines=$(wc -l <"kernels/$1.json")
    [ "$lines" -le 60 ] || fail "$1.json has $lines lines"
    sweep "$1" 0 --all -o "$1.jsonl" --force "kernels/$1.json"
    described expect "$1.jsonl" False '' || fail "$1: $(cat said)"
    [ "$(grep -c '"status": "ok"' "$1.jsonl")" = "$2" ] || fail "$1: $(grep -c '"status": "ok"' "$1.jsonl") variants are ok, not $2"
}

# sample KERNEL FIELDS: what is swept of it with a bug in it: some values, others are all that it declares.
declare -A sample
sample() {
    sample[$1]="{ \"tilewright\": 1, \"kernel\": \"kernels/$1.json\", \"defaults\": { $2 } }"
}

# planted KERNEL KIND VARIANTS OLD NEW: with NEW in place of OLD.
planted() {
    fresh
    rm -f planted.jsonl
    echo "${sample[$1]}" >sample.json
    described plant "kernels/$1.cu" "$4" "$5" || fail "$1: $(cat said)"
    "$TILEWRIGHT" sweep --device sim --all -o planted.jsonl --force sample.json >out 2>err
    described expect planted.jsonl "$3" "$2" || fail "$1 with '$5': $(cat said)"
}
race='race|nothing orders' bounds='past the end|outside|leaves' wrong='elements are wrong|differs'

swept matmul 16
sample matmul '"BM": 16, "PAD": 0'
planted matmul "$race" True '        __syncthreads(); // the tiles were used' ''
planted matmul "$bounds" 'TM == 4' '+ begin + i % BK]' '+ begin + i % BK + (TM == 4 ? BK : 0)]'
planted matmul "$wrong" 'BK == 16' 'int i = 0; i < BK; i++' 'int i = 0; i < BK - (BK == 16); i++'

swept convolution 24
sample convolution '"block_size_x": 16, "PAD": 0'
planted convolution "$race" 'SHARED == 1' '    __syncthreads(); // the tile is there' ''
planted convolution "$bounds" 'POINTS == 2' 'out[(y0 + y) * width' 'out[(y0 + y + (POINTS == 2)) * width'
planted convolution "$wrong" 'block_size_y == 8' 'float sum = 0;' 'float sum = block_size_y == 8;'

swept nbody 24
grep -q '"predicted": null' nbody.jsonl && fail 'nbody: not all are predicted'
sample nbody '"BLOCK": 32, "UNROLL": 4'
planted nbody "$race" 'SHARED == 1' '        __syncthreads(); // the tile was used' ''
planted nbody "$bounds" 'BODIES == 2' 'self[i] = body[first + i * BLOCK]' 'self[i] = body[first + i * BLOCK * 2]'
planted nbody "$wrong" 'SHARED == 1' 'tile[k], sum[i]' 'tile[k / 2], sum[i]'

swept histogram 30
sample histogram '"BLOCK": 64, "PAD": 0'
planted histogram "$race" True 'atomicAdd(&mine[in[i]], 1)' 'mine[in[i]]++'
planted histogram "$bounds" 'ITEMS == 8' 'if (i < n)' 'if (ITEMS == 8 || i < n)'
planted histogram "$wrong" 'COPIES == 4' 'copy < COPIES;' 'copy < COPIES && copy < 3;'

swept scan 18
sample scan '"BLOCK": 64'
planted scan "$race" 'METHOD == "by_doubling"' '        __syncthreads(); // all are read' ''
planted scan "$bounds" 'ITEMS == 4' 'if (first + k < n) out' 'if (ITEMS == 4 || first + k < n) out'
planted scan "$wrong" 'METHOD == "by_shuffles"' 'lane >= step' 'lane > step'

swept sort 16
sample sort '"BLOCK": 32, "PAD": 1'
planted sort "$race" True '    __syncthreads(); // all know their places' ''
planted sort "$bounds" 'BITS == 4' 'if (i < n) atomicAdd' 'if (BITS == 4 || i < n) atomicAdd'
planted sort "$wrong" 'ITEMS == 2' 'key >> shift &' 'key >> (shift + (ITEMS == 2)) &'

swept softmax 16
sample softmax '"ROWS": [1, 2], "BLOCK": [256, 512], "UNROLL": [1, 4]'
planted softmax "$race" 'ROWS == 2' '    __syncthreads(); // they were used' '    if (ROWS != 2) __syncthreads();'
planted softmax "$bounds" 'UNROLL == 4' 'out[begin + i] =' 'out[begin + i + (UNROLL == 4)] ='
planted softmax "$wrong" 'BLOCK == 512' 'row[i] / sum' 'row[i] / (sum + (BLOCK == 512))'

swept extremes 11
sample extremes '"THREADS": [32, 64]'
planted extremes "$race" True '        __syncthreads(); // the step before is done' ''
planted extremes "$bounds" 'ITEMS == 4' '{row[i], i}' '{row[i + (ITEMS == 4 ? ITEMS : 0)], i}'
planted extremes "$wrong" 'THREADS == 64' 'best[0].place' 'best[0].place + (THREADS == 64)'
exit $((failures > 0))
