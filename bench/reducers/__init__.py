"""The parts of bench/reduce."""
