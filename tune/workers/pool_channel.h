/*
 * pool_channel.h - what goes over the channel between a pool and a worker; private to the two.
 *
 *     pool -> worker   length and bytes of the settings, then of each job
 *     worker -> pool   one byte, TW_POOL_READY or why it is not; then length and bytes of each answer
 *
 * A length has 8 bytes.
 */
#ifndef TW_TUNE_WORKERS_POOL_CHANNEL_H
#define TW_TUNE_WORKERS_POOL_CHANNEL_H

#include <stdint.h>

#define TW_POOL_READY       'r'
#define TW_POOL_OTHER_BUILD 'b'
#define TW_POOL_NO_MEMORY   'm'
#define TW_POOL_UNANSWERED  UINT64_MAX /* as the length of an answer: memory ran out for it */

#endif
