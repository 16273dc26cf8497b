"""The parts of tools/bench/stencil."""
