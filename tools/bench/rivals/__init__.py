"""The parts of tools/bench/transpose, some of which tools/bench/reduce shares."""
