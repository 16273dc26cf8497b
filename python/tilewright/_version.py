"""The version of the package, which its library must have too: that of include/tilewright/version.h."""
VERSION = "0.1.0"
ABI = 3
