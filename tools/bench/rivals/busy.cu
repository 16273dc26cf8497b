// Keeps a stream busy for a while, so that what is queued behind it is all there when it ends.
extern "C" __global__ void busy(long long cycles)
{
    long long begin = clock64();
    while (clock64() - begin < cycles) {
    }
}
