"""The parts of bench/transpose, some of which bench/reduce shares."""
