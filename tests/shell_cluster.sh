# What tests of recipes for clusters begin with, to be sourced: they run what docs/cluster.md says. Needs TILEWRIGHT.
. "${BASH_SOURCE%/*}/shell_sweep.sh" || exit 1
for variable in $(compgen -e | grep -E '^(SLURM|OMPI|PMI|PMIX|MPI|PRTE)_'); do unset "$variable"; done
export CUDA_VISIBLE_DEVICES= TILEWRIGHT_LIBCUDA=libcuda-that-is-not-there.so.1
mkdir -p bin && ln -sf "$TILEWRIGHT" bin/tilewright
export PATH=$work/bin:$PATH
cp "$SOURCE_DIR/configs/sweep-padding.json" pads.json
sweep whole 0 pads.json -o whole.jsonl

# recipe NAME: the block of that name, as it stands in the manual.
recipe() {
    sed -n "/^<!-- recipe: $1 -->/,/^\`\`\`\$/p" "$SOURCE_DIR/docs/cluster.md" | sed '1,2d;$d' >"$1.sh"
    [ -s "$1.sh" ] || fail "there is no recipe $1"
}

# merged NAME: what the recipe has made is the sweep in one piece.
merged() {
    same "$1" whole.jsonl pads.jsonl
    rm -f pads*.jsonl
}
