#!/usr/bin/env bash
# An output that takes nothing: every command says so once and ends with status 1. Needs TILEWRIGHT and SOURCE_DIR.
. "${BASH_SOURCE%/*}/../shell_full.sh" || exit 1
tile=$SOURCE_DIR/configs/padding.json

printf '{}' >data.json
printf 'text' >page
printf '%s\n' '{"tilewright_results": 1, "version": "0.1.0", "config": "c.json", "config_hash": "0123456789abcdef", "kernel": "tile", "variants": 1, "shard": "1/1", "all": false, "device": "a GPU", "simulator": false, "sm": 90, "arch": "sm_90", "nvrtc": "13.0", "finished": true}' \
    '{"name": "a", "number": 0, "status": "ok", "reason": null, "cost": 1, "rank": 1, "tie": false}' >results.jsonl
refused --help
refused -h
refused help
refused --version
for command in gen run explain render sweep solve embed results schema device; do
    refused "$command" --help
    refused "$command" --usage
    refused help "$command"
done
refused cache --help
for action in path list clear explain; do refused cache "$action" --help; done
refused gen "$tile"
refused explain "$tile"
refused solve "$tile"
refused solve --json "$tile"
refused render page data.json
refused schema
refused schema --fields tile
refused device
refused results results.jsonl
refused results results.jsonl --json
refused results results.jsonl --csv -
refused embed "$tile" --name k --format layout
refused gen "$tile" -o new --force
refused init tile
refused wisdom path
refused wisdom list
refused wisdom forget
refused results results.jsonl results.jsonl --mixed
refused cache path
refused cache list
refused cache clear

[ $failures = 0 ] && echo "full outputs: all well"
exit $((failures != 0))
