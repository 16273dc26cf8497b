#!/usr/bin/env python3
"""Whether a T4 file is one: python3 t4.py FILE.json SCHEMA.json [RESULTS.jsonl]

It is checked against the schema, by jsonschema where that is installed, and always by what the schema and those who read such files ask for; and
against the results file that it was written from: the same variants in the same order, with the same values.
"""
import json
import sys

INVALIDITY = {"ok": ["correct"], "rejected": ["constraints"], "mismatch": ["correctness"],
              "failed": ["compile", "runtime", "timeout"]}
COLUMNS = """name kernel chosen status reason device shared_bytes predicted simulated measured time_us gb_per_s needed_read_sectors
    needed_written_sectors needed_read_fills tile_sectors bound_us of_bound number ideal_wavefronts elements sectors registers threads
    blocks_per_sm limit cost rank tie checked proof unproven proof_problem proof_recompiled simulated_work
    problem unwritten unwritten_count unwritten_of unchanged unchanged_count""".split()


def check_entry(entry):
    assert isinstance(entry["configuration"], dict)
    assert isinstance(entry["times"]["runtimes"], list)
    assert all(isinstance(entry["times"][key], (int, float))
               for key in ("compilation", "framework", "search_algorithm", "validation"))
    assert entry["invalidity"] in ("timeout", "compile", "runtime", "correctness", "constraints", "correct")
    assert entry["correctness"] == (entry["invalidity"] == "correct")
    for measurement in entry["measurements"]:
        assert isinstance(measurement["name"], str) and isinstance(measurement["unit"], str)
        assert isinstance(measurement["value"], (int, float, str))
    objective, = entry["objectives"]
    found, = [m for m in entry["measurements"] if m["name"] == objective]
    assert isinstance(found["value"], str) == (entry["invalidity"] != "correct"), entry
    names = [m["name"] for m in entry["measurements"]]
    assert len(names) == len(set(names)), names


def check_record(entry, record, ranked_by_time):
    assert entry["name"] == record["name"]
    fields = {key: value for key, value in record.items() if key not in COLUMNS and value is not None}
    assert entry["configuration"] == fields, (entry["configuration"], fields)
    assert entry["invalidity"] in INVALIDITY[record["status"]], (entry["invalidity"], record)
    time, value = record.get("time_us"), entry["measurements"][0]["value"]
    if record["status"] == "ok" and time:
        assert entry["objectives"] == (["time"] if ranked_by_time else ["cost"])
        runtime, = entry["times"]["runtimes"]
        assert abs(runtime - time["median"] / 1000) < 1e-12 and (value == runtime or not ranked_by_time)


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        t4 = json.load(file)
    with open(sys.argv[2], encoding="utf-8") as file:
        schema = json.load(file)
    try:
        import jsonschema
        jsonschema.Draft202012Validator(schema).validate(t4)
    except ImportError:
        print("skipped: validation by the schema itself, since Python has no jsonschema")
    assert t4["schema_version"] == "1.0.0" and t4["metadata"]["timeunit"] == "milliseconds"
    for entry in t4["results"]:
        check_entry(entry)
    if len(sys.argv) > 3:
        with open(sys.argv[3], encoding="utf-8") as file:
            header, *records = [json.loads(line) for line in file]
        tried = [record for record in records if record["status"] != "skipped"]
        assert t4["metadata"]["header"] == header
        assert t4["metadata"]["skipped"] == len(records) - len(tried)
        assert len(t4["results"]) == len(tried)
        for entry, record in zip(t4["results"], sorted(tried, key=lambda record: record["number"])):
            check_record(entry, record, "by" not in header)
    print(len(t4["results"]))


main()
