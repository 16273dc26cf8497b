// device: message family of tilewright 0.1.0, from message.json; 1000 int32 from block to block, 32 times
// grid 64, block 256; elements: in, out and box 32000, flags 32 and tickets 1, which are 0 before and after
extern "C" __global__ void __launch_bounds__(256) device(const int *in, int *out, int *box, volatile unsigned *flags, unsigned *tickets)
{
    __shared__ unsigned ticket;

    // who draws an odd number waits for a block that is on its way already
    if (threadIdx.x == 0) ticket = atomicInc(tickets, 63); // the last one sets it back to 0
    __syncthreads();
    const unsigned number = ticket, pair = number / 2, first = pair * 1000;

    if (number % 2 == 0) { // the producer
#pragma unroll 1
        for (unsigned i = threadIdx.x; i < 1000; i += 256) box[first + i] = in[first + i];
        __syncthreads();
        if (threadIdx.x == 0) {
            __threadfence(); // who sees the flag sees the message
            flags[pair] = 1;
        }
    } else { // the consumer
        if (threadIdx.x == 0) {
            while (flags[pair] == 0) continue;
            __threadfence(); // what is read from here on is read after the flag
            flags[pair] = 0;
        }
        __syncthreads();
#pragma unroll 1
        for (unsigned i = threadIdx.x; i < 1000; i += 256) out[first + i] = box[first + i];
    }
}

// atomicNone, of message.cu.mustache:
...
        __syncthreads();
        if (threadIdx.x == 0) {
            atomicExch(&flags[pair], 1);
        }
    } else { // the consumer
        if (threadIdx.x == 0) {
            while (atomicAdd(&flags[pair], 0) == 0) continue;
            flags[pair] = 0;
        }
...

// plainFlag, of message.cu.mustache:
...
    } else { // the consumer
        if (threadIdx.x == 0) {
            for (unsigned looks = 0; looks < 1000000 && flags[pair] == 0; looks++) continue;
            __threadfence(); // what is read from here on is read after the flag
            flags[pair] = 0;
...
