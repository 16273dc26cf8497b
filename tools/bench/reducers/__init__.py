"""The parts of tools/bench/reduce."""
