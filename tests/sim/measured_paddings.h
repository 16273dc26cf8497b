/* measured_paddings.h - the paddings of test_sweep_measuring.c whose kernels go wrong, for it and for the worker it spawns. */
#define FAULTS  5
#define CRASHES 7
#define HANGS   11
#define WRONG   13
