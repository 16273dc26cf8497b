#!/usr/bin/env bash
# Sweeps with a template of the user's: what it does not name is not tried, and what comes of the results is made with it alone.
# Needs TILEWRIGHT and SOURCE_DIR.
. "${BASH_SOURCE%/*}/../shell_sweep.sh" || exit 1

cat >own.mustache <<'END'
// a kernel of my own
extern "C" __global__ void {{name}}(int *out)
{
    __shared__ int mine[{{BDIMY}}][{{BDIMX}} + {{IPAD}}];
    const int idx = threadIdx.y * {{BDIMX}} + threadIdx.x;
    mine[threadIdx.y][threadIdx.x] = idx;
    __syncthreads();
    out[idx] = mine[threadIdx.x][threadIdx.y];
}
END
sed 's/of my own/of another/' own.mustache >other.mustache
echo '{ "tilewright": 1, "kernel": "tile", "variants": [ { "name": "t", "BDIMX": 16, "BDIMY": 16, "layout": "row-col", "IPAD": [0, 1],
        "swizzle": ["none", "skew", "xor"], "carveout": ["default", 50] } ] }' >tile.json

# ---- the same kernel is tried once ----

sweep 'own' 0 --template own.mustache -o own.jsonl tile.json
tr -s ' \n' ' ' <out >said
has 'own' 'skipped: the same kernels by the template, --all tries them; such as t_IPAD0_skew_[a-z0-9_]*: the template makes the kernel of it that it makes of t_IPAD0_none_' said
has 'own' 'next: tilewright embed own.jsonl --name tile --template own.mustache' said
[ "$(grep -c '"status": "skipped", "reason": "the template makes the kernel of it' own.jsonl)" = 8 ] || fail "twins: $(grep -c skipped own.jsonl)"
[ "$(grep -c '"swizzle": "none".*"status": "skipped", "reason": "the template' own.jsonl)" = 0 ] || fail 'one of none is a twin'
[ "$(grep -c '"swizzle": "\(skew\|xor\)".*"status": "ok"' own.jsonl)" = 0 ] || fail 'a swizzle was tried'
sweep 'all' 1 --all --template own.mustache -o all.jsonl tile.json # it does not what the swizzles promise
[ "$(grep -c '"reason": "the template makes' all.jsonl)" = 0 ] || fail '--all skips'
sweep 'by name' 0 --template "$SOURCE_DIR/templates/tile/tile.cu.mustache" -o names.jsonl tile.json
[ "$(grep -c '"reason": "the template makes' names.jsonl)" = 0 ] || fail 'a template that names all has twins'

# What is said of the kernel differs: its conflicts by IPAD, its results by the layout. The one that is right is found, whichever it
# is, and none after it is tried; also where the sweep was killed in between, and in the shard that has it.
tried() { sed -nE 's/.*"name": "([a-zA-Z0-9_]+)".*"status": "(ok|mismatch)".*/\1 \2/p' "$1" | sort | tr '\n' ' '; }
sed 's/{{IPAD}}/1/' own.mustache >one.mustache
echo '{ "tilewright": 1, "kernel": "tile", "variants": [ { "name": "t", "BDIMX": 16, "BDIMY": 16, "layout": "row-col", "swizzle": "none",
        "IPAD": [0, 1, 2, 3] } ] }' >pads.json
sweep 'the second is right' 1 --template one.mustache -o one.jsonl pads.json
[ "$(tried one.jsonl)" = 't_IPAD0 mismatch t_IPAD1 ok ' ] || fail "the second is right: $(tried one.jsonl)"
sed '$!{/"t_IPAD[123]"/d}; /"t_IPAD3"/d; 1s/"finished": true/"finished": false/' one.jsonl >cut.jsonl
sweep 'resumed' 1 --template one.mustache --resume -o cut.jsonl pads.json
[ "$(tried cut.jsonl)" = 't_IPAD0 mismatch t_IPAD1 ok ' ] || fail "resumed: $(tried cut.jsonl)"
sed '/"t_IPAD[23]"/d; 1s/"finished": true/"finished": false/' one.jsonl >cut.jsonl
sweep 'resumed later' 1 --template one.mustache --resume -o cut.jsonl pads.json
[ "$(tried cut.jsonl)" = 't_IPAD0 mismatch t_IPAD1 ok ' ] || fail "resumed later: $(tried cut.jsonl)"
sweep 'the shard that has it' 0 --template one.mustache --shard 2/2 -o half.jsonl pads.json
[ "$(tried half.jsonl)" = 't_IPAD1 ok ' ] || fail "the shard that has it: $(tried half.jsonl)"
sed 's/"row-col"/["row-row", "row-col"]/; s/\[0, 1, 2, 3\]/0/' pads.json >layouts.json
sweep 'another layout' 1 --template own.mustache -o layouts.jsonl layouts.json
[ "$(tried layouts.jsonl | grep -o ' ok' | wc -l)" = 1 ] || fail "another layout: $(tried layouts.jsonl)"

# ---- what comes of the results ----

# needs NAME ARGUMENT...: without the template, and with another, one sentence and status 2; with it all is well.
needs() {
    local name=$1
    shift
    tw "$name without" 2 "$@" own.jsonl
    has "$name without" 'own.jsonl: its variants were rendered with the template own.mustache: --template FILE gives it' <(tr -s ' \n' ' ' <err)
    tw "$name with another" 2 "$@" --template other.mustache own.jsonl
    has "$name with another" 'own.jsonl: its variants were rendered with the template own.mustache of hash [0-9a-f]{16}, and other.mustache has hash [0-9a-f]{16}' <(tr -s ' \n' ' ' <err)
    tw "$name with it" 0 "$@" --template own.mustache own.jsonl
}
export COLUMNS=1000
needs gen gen
has 'gen' 'a kernel of my own' out
needs run run --device sim
needs embed embed --force --format c,cu,ptx --name k
has 'embed' 'a kernel of my own' k.cu
has 'embed' '__shared__ int mine' k.cu
has 'embed' 'tilewright embed own.jsonl --template own.mustache --name k ' k.cu
cp own.mustache moved.mustache
tw 'the file does not matter' 0 gen --template moved.mustache own.jsonl
tw 'explain renders nothing' 0 explain own.jsonl
sweep 'resume without' 2 --resume -o own.jsonl tile.json
has 'resume without' 'were rendered with the template own.mustache: --template FILE gives it' err
sweep 'resume with another' 2 --resume -o own.jsonl --template other.mustache tile.json
has 'resume with another' 'and other.mustache has hash' err
sweep 'resume' 0 --resume -o own.jsonl --template moved.mustache tile.json

# Shards of one sweep have one template, which their union names.
for k in 1 2; do sweep "shard $k" 0 --template own.mustache --shard $k/2 -o shard$k.jsonl tile.json; done
tw 'the union' 0 results -o whole.jsonl shard1.jsonl shard2.jsonl
tw 'the union without' 2 gen whole.jsonl
has 'the union without' 'were rendered with the template own.mustache' err
tw 'the union with it' 0 gen --template own.mustache whole.jsonl
sweep 'a shard of another' 0 --template other.mustache --shard 2/2 -o shard2.jsonl --force tile.json
tw 'shards of two templates' 2 results -o mixed.jsonl shard1.jsonl shard2.jsonl
has 'shards of two templates' 'template_hash' err

# A file that does not say which template it was is read as ever, with a word about it.
sed 's/"template": "[^"]*", //' own.jsonl >old.jsonl
tw 'an old file' 0 gen old.jsonl
has 'an old file' 'was swept with another template than this program has' err
tw 'an old file with it' 0 gen --template own.mustache old.jsonl
has 'an old file with it' 'a kernel of my own' out
sweep 'the own' 0 -o usual.jsonl tile.json
tw 'the own' 0 gen usual.jsonl
[ -s err ] && fail 'a word about the own template'
tw 'the own with another' 2 gen --template own.mustache usual.jsonl
has 'the own with another' "its variants were rendered with the tile family's own template, not with own.mustache" err
sed '1s/"template_hash": "[^"]*"/"template_hash": "0123456789abcdef"/' usual.jsonl >older.jsonl
tw 'the own of before with another' 2 gen --template own.mustache older.jsonl
has 'the own of before with another' 'its variants were rendered with another template of hash 0123456789abcdef, and own.mustache has hash' err

# Plans know no template of the user's.
sweep 'remember' 2 --remember --template own.mustache tile.json
has 'remember' 'keeps winners for plans, which are not made with a --template' err

# A config is rendered with the template too.
tw 'a config' 0 embed --force --format cu --name c --variant t_IPAD1_none_carveout_default --template own.mustache tile.json
has 'a config' 'a kernel of my own' c.cu
[ $failures -eq 0 ] && echo 'all as expected'
exit $((failures > 0))
