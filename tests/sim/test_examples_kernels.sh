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

# planted KERNEL KIND VARIANTS FIELDS OLD NEW: with NEW in place of OLD the variants for which VARIANTS is true are wrong; those that are tried
# have the values of `plain` but for FIELDS.
planted() {
    fresh
    rm -f planted.jsonl
    echo "{ \"tilewright\": 1, \"kernel\": \"kernels/$1.json\", \"defaults\": { $plain }, \"variants\": [ { \"name\": \"v\"$4 } ] }" >planted.json
    described plant "kernels/$1.cu" "$5" "$6" || fail "$1: $(cat said)"
    "$TILEWRIGHT" sweep --device sim --all -o planted.jsonl planted.json >out 2>err
    described expect planted.jsonl "$3" "$2" || fail "$1 with '$6': $(cat said)"
}
race='nothing orders|stores another value' bounds='past the end' wrong='elements are wrong'

swept matmul 16
plain='"BM": 16, "BK": 8, "TM": 2, "PAD": 0'
planted matmul "$race" True '' '        __syncthreads(); // the tiles were used' ''
planted matmul "$bounds" 'TM == 4' ', "TM": [2, 4]' '+ begin + i % BK]' '+ begin + i % BK + (TM == 4 ? BK : 0)]'
planted matmul "$wrong" 'BK == 16' ', "BK": [8, 16]' 'int i = 0; i < BK; i++' 'int i = 0; i < BK - (BK == 16); i++'

swept convolution 24
plain='"block_size_x": 16, "block_size_y": 4, "POINTS": 1, "SHARED": 1, "PAD": 0'
planted convolution "$race" 'SHARED == 1' ', "SHARED": [0, 1]' '    __syncthreads(); // the tile is there' ''
planted convolution "$bounds" 'POINTS == 2' ', "POINTS": [1, 2]' 'out[(y0 + y) * width' 'out[(y0 + y + (POINTS == 2)) * width'
planted convolution "$wrong" 'block_size_y == 8' ', "block_size_y": [4, 8]' 'float sum = 0;' 'float sum = block_size_y == 8;'

swept nbody 24
grep -q '"predicted": null' nbody.jsonl && fail 'nbody: not all are predicted'
plain='"BLOCK": 32, "BODIES": 1, "SHARED": 0, "UNROLL": 4'
planted nbody "$race" 'SHARED == 1' ', "SHARED": [0, 1]' '        __syncthreads(); // the tile was used' ''
planted nbody "$bounds" 'BODIES == 2' ', "BODIES": [1, 2]' 'self[i] = body[first + i * BLOCK]' 'self[i] = body[first + i * BLOCK * 2]'
planted nbody "$wrong" 'SHARED == 1' ', "SHARED": [0, 1]' 'tile[k], sum[i]' 'tile[k / 2], sum[i]'

swept histogram 30
plain='"BLOCK": 64, "ITEMS": 4, "COPIES": 2, "PAD": 0'
planted histogram "$race" True '' 'atomicAdd(&mine[in[i]], 1)' 'mine[in[i]]++'
planted histogram "$bounds" 'ITEMS == 8' ', "ITEMS": [4, 8]' 'if (i < n)' 'if (ITEMS == 8 || i < n)'
planted histogram "$wrong" 'COPIES == 4' ', "COPIES": [2, 4]' 'copy < COPIES;' 'copy < COPIES && copy < 3;'

swept scan 18
plain='"BLOCK": 64, "ITEMS": 1, "METHOD": "by_shuffles"'
planted scan "$race" 'METHOD == "by_doubling"' ', "METHOD": ["by_shuffles", "by_doubling"]' '        __syncthreads(); // all are read' ''
planted scan "$bounds" 'ITEMS == 4' ', "ITEMS": [1, 4]' 'if (first + k < n) out' 'if (ITEMS == 4 || first + k < n) out'
planted scan "$wrong" 'METHOD == "by_shuffles"' ', "METHOD": ["by_shuffles", "by_doubling"]' 'lane >= step' 'lane > step'

swept sort 16
plain='"BLOCK": 32, "ITEMS": 1, "BITS": 4, "PAD": 1'
planted sort "$race" True '' '    __syncthreads(); // all know their places' ''
planted sort "$bounds" 'BITS == 4' ', "BITS": [2, 4]' 'if (i < n) atomicAdd' 'if (BITS == 4 || i < n) atomicAdd'
planted sort "$wrong" 'ITEMS == 2' ', "ITEMS": [1, 2]' 'key >> shift &' 'key >> (shift + (ITEMS == 2)) &'

swept softmax 16
plain='"BLOCK": 256, "ROWS": 1, "UNROLL": 1'
planted softmax "$race" 'ROWS == 2' ', "ROWS": [1, 2]' '    __syncthreads(); // they were used' '    if (ROWS != 2) __syncthreads();'
planted softmax "$bounds" 'UNROLL == 4' ', "UNROLL": [1, 4]' 'out[begin + i] =' 'out[begin + i + (UNROLL == 4)] ='
planted softmax "$wrong" 'BLOCK == 512' ', "BLOCK": [256, 512]' 'row[i] / sum' 'row[i] / (sum + (BLOCK == 512))'

swept extremes 11
plain='"THREADS": 32, "ITEMS": 2'
planted extremes "$race" True '' '        __syncthreads(); // the step before is done' ''
planted extremes "$bounds" 'ITEMS == 4' ', "ITEMS": [2, 4]' '{row[i], i}' '{row[i + (ITEMS == 4 ? ITEMS : 0)], i}'
planted extremes "$wrong" 'THREADS == 64' ', "THREADS": [32, 64]' 'best[0].place' 'best[0].place + (THREADS == 64)'
exit $((failures > 0))
