/* Errors: of each thread the last one, and what they are called. */
#include <stddef.h>

#include "cudart/runtime.h"

static _Thread_local cudaError_t last_error;

cudaError_t tw_fail(cudaError_t error)
{
    if (error) last_error = error;
    return error;
}

cudaError_t tw_end(CUresult result)
{
    return tw_fail((cudaError_t)result);
}

int tw_absent(void); /* absent.c, which knows no types of the runtime */

int tw_absent(void)
{
    return tw_fail(cudaErrorNotSupported);
}

cudaError_t CUDARTAPI cudaPeekAtLastError(void)
{
    return last_error;
}

cudaError_t CUDARTAPI cudaGetLastError(void)
{
    cudaError_t error = last_error;
    last_error = cudaSuccess;
    return error;
}

/* What only the runtime knows, and what it calls otherwise than the driver. */
static const struct {
    cudaError_t error;
    const char *name, *text;
} names[] = {
#define E(name, text)                                                                                        \
    {                                                                                                        \
        name, #name, text                                                                                    \
    }
    E(cudaSuccess, "no error"),
    E(cudaErrorInvalidValue, NULL),
    E(cudaErrorMemoryAllocation, NULL),
    E(cudaErrorInitializationError, NULL),
    E(cudaErrorCudartUnloading, NULL),
    E(cudaErrorProfilerDisabled, NULL),
    E(cudaErrorInvalidConfiguration, "invalid configuration argument"),
    E(cudaErrorInvalidPitchValue, "invalid pitch argument"),
    E(cudaErrorInvalidSymbol, "invalid device symbol"),
    E(cudaErrorInvalidTexture, "invalid texture reference"),
    E(cudaErrorInvalidTextureBinding, "texture is not bound to a pointer"),
    E(cudaErrorInvalidChannelDescriptor, "invalid channel descriptor"),
    E(cudaErrorInvalidMemcpyDirection, "invalid copy direction for memcpy"),
    E(cudaErrorInvalidFilterSetting, "linear filtering not supported for non-float type"),
    E(cudaErrorInvalidNormSetting, "read as normalized float not supported for 32-bit non float type"),
    E(cudaErrorStubLibrary, NULL),
    E(cudaErrorInsufficientDriver, "CUDA driver version is insufficient for CUDA runtime version"),
    E(cudaErrorCallRequiresNewerDriver, "API call is not supported in the installed CUDA driver"),
    E(cudaErrorInvalidSurface, "invalid surface reference"),
    E(cudaErrorDuplicateVariableName, "duplicate global variable looked up by string name"),
    E(cudaErrorDuplicateTextureName, "duplicate texture looked up by string name"),
    E(cudaErrorDuplicateSurfaceName, "duplicate surface looked up by string name"),
    E(cudaErrorDevicesUnavailable, "CUDA-capable device(s) is/are busy or unavailable"),
    E(cudaErrorIncompatibleDriverContext, "incompatible driver context"),
    E(cudaErrorMissingConfiguration, "__global__ function call is not configured"),
    E(cudaErrorLaunchMaxDepthExceeded, "launch would exceed maximum depth of nested launches"),
    E(cudaErrorSyncDepthExceeded,
      "cudaDeviceSynchronize failed because caller's grid depth exceeds its limit"),
    E(cudaErrorLaunchPendingCountExceeded, "launch failed, out of slots for pending launches"),
    E(cudaErrorInvalidDeviceFunction, "invalid device function"),
    E(cudaErrorNoDevice, NULL),
    E(cudaErrorInvalidDevice, NULL),
    E(cudaErrorDeviceNotLicensed, NULL),
    E(cudaErrorStartupFailure, "startup failure in cuda runtime"),
    E(cudaErrorInvalidKernelImage, NULL),
    E(cudaErrorDeviceUninitialized, NULL),
    E(cudaErrorMapBufferObjectFailed, NULL),
    E(cudaErrorUnmapBufferObjectFailed, NULL),
    E(cudaErrorArrayIsMapped, NULL),
    E(cudaErrorAlreadyMapped, NULL),
    E(cudaErrorNoKernelImageForDevice, NULL),
    E(cudaErrorAlreadyAcquired, NULL),
    E(cudaErrorNotMapped, NULL),
    E(cudaErrorNotMappedAsArray, NULL),
    E(cudaErrorNotMappedAsPointer, NULL),
    E(cudaErrorECCUncorrectable, NULL),
    E(cudaErrorUnsupportedLimit, NULL),
    E(cudaErrorDeviceAlreadyInUse, NULL),
    E(cudaErrorPeerAccessUnsupported, NULL),
    E(cudaErrorInvalidPtx, NULL),
    E(cudaErrorInvalidGraphicsContext, NULL),
    E(cudaErrorNvlinkUncorrectable, NULL),
    E(cudaErrorJitCompilerNotFound, NULL),
    E(cudaErrorUnsupportedPtxVersion, NULL),
    E(cudaErrorJitCompilationDisabled, NULL),
    E(cudaErrorUnsupportedExecAffinity, NULL),
    E(cudaErrorInvalidSource, NULL),
    E(cudaErrorFileNotFound, NULL),
    E(cudaErrorSharedObjectSymbolNotFound, NULL),
    E(cudaErrorSharedObjectInitFailed, NULL),
    E(cudaErrorOperatingSystem, NULL),
    E(cudaErrorInvalidResourceHandle, NULL),
    E(cudaErrorIllegalState, NULL),
    E(cudaErrorSymbolNotFound, NULL),
    E(cudaErrorNotReady, NULL),
    E(cudaErrorIllegalAddress, NULL),
    E(cudaErrorLaunchOutOfResources, NULL),
    E(cudaErrorLaunchTimeout, NULL),
    E(cudaErrorLaunchIncompatibleTexturing, NULL),
    E(cudaErrorPeerAccessAlreadyEnabled, NULL),
    E(cudaErrorPeerAccessNotEnabled, NULL),
    E(cudaErrorSetOnActiveProcess, NULL),
    E(cudaErrorContextIsDestroyed, NULL),
    E(cudaErrorAssert, NULL),
    E(cudaErrorTooManyPeers, NULL),
    E(cudaErrorHostMemoryAlreadyRegistered, NULL),
    E(cudaErrorHostMemoryNotRegistered, NULL),
    E(cudaErrorHardwareStackError, NULL),
    E(cudaErrorIllegalInstruction, NULL),
    E(cudaErrorMisalignedAddress, NULL),
    E(cudaErrorInvalidAddressSpace, NULL),
    E(cudaErrorInvalidPc, NULL),
    E(cudaErrorLaunchFailure, NULL),
    E(cudaErrorCooperativeLaunchTooLarge, NULL),
    E(cudaErrorNotPermitted, NULL),
    E(cudaErrorNotSupported, NULL),
    E(cudaErrorSystemNotReady, NULL),
    E(cudaErrorSystemDriverMismatch, NULL),
    E(cudaErrorCompatNotSupportedOnDevice, NULL),
    E(cudaErrorStreamCaptureUnsupported, NULL),
    E(cudaErrorStreamCaptureInvalidated, NULL),
    E(cudaErrorStreamCaptureMerge, NULL),
    E(cudaErrorStreamCaptureUnmatched, NULL),
    E(cudaErrorStreamCaptureUnjoined, NULL),
    E(cudaErrorStreamCaptureIsolation, NULL),
    E(cudaErrorStreamCaptureImplicit, NULL),
    E(cudaErrorCapturedEvent, NULL),
    E(cudaErrorStreamCaptureWrongThread, NULL),
    E(cudaErrorTimeout, NULL),
    E(cudaErrorGraphExecUpdateFailure, NULL),
    E(cudaErrorExternalDevice, NULL),
    E(cudaErrorInvalidClusterSize, NULL),
    E(cudaErrorUnknown, NULL),
#undef E
};

const char *CUDARTAPI cudaGetErrorName(cudaError_t error)
{
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (names[i].error == error) return names[i].name;
    return "unrecognized error code";
}

/* Where the runtime has no words of its own the driver's are used. */
const char *CUDARTAPI cudaGetErrorString(cudaError_t error)
{
    const char *text = NULL;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (names[i].error == error) text = names[i].text;
    if (!text) cuGetErrorString((CUresult)error, &text);
    return text ? text : "unrecognized error code";
}
