/*
 * api.h - TW_API_BEGIN and TW_API_END, which enclose the declarations of every installed header. Between them declarations have C linkage in
 * C++, and the shared library exports them. It exports nothing else.
 *
 * A program that uses the library needs nothing from this header.
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
