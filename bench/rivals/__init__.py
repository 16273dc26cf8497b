"""The parts of bench/transpose."""
