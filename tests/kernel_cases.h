/* What tests that write kernels by hand have in common. */
#ifndef TESTS_KERNEL_CASES_H
#define TESTS_KERNEL_CASES_H

#define CASE_ARGUMENTS 12u /* room in the tests' lists: more arguments than a variant of theirs has */

#endif
