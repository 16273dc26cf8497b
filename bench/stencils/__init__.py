"""The parts of bench/stencil."""
