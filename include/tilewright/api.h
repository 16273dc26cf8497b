/*
 * api.h - what stands around the declarations of every installed header: TW_API_BEGIN and TW_API_END give
 * them C linkage in C++ and make them visible from the shared library, which shows nothing else.
 */
#ifndef TILEWRIGHT_API_H
#define TILEWRIGHT_API_H

#ifdef __cplusplus
#define TW_EXTERN_C_BEGIN extern "C" {
#define TW_EXTERN_C_END   }
#else
#define TW_EXTERN_C_BEGIN
#define TW_EXTERN_C_END
#endif

#if defined(__GNUC__)
#define TW_API_BEGIN TW_EXTERN_C_BEGIN _Pragma("GCC visibility push(default)")
#define TW_API_END   _Pragma("GCC visibility pop") TW_EXTERN_C_END
#else
#define TW_API_BEGIN TW_EXTERN_C_BEGIN
#define TW_API_END   TW_EXTERN_C_END
#endif

#endif
