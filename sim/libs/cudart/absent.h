/*
 * absent.h - what this runtime has not: X(name). Each answers cudaErrorNotSupported. External memory, images of other programs, of
 * graphics and video; batches of copies; tiled mappings of arrays.
 */
#ifndef TW_SIM_LIBS_CUDART_ABSENT_H
#define TW_SIM_LIBS_CUDART_ABSENT_H

/* clang-format off */
#define TW_RUNTIME_ABSENT(X) \
    X(__cudaGetProcAddress) \
    X(cudaArrayGetMemoryRequirements) \
    X(cudaArrayGetPlane) \
    X(cudaArrayGetSparseProperties) \
    X(cudaDestroyExternalMemory) \
    X(cudaDestroyExternalSemaphore) \
    X(cudaDeviceGetHostAtomicCapabilities) \
    X(cudaDeviceGetNvSciSyncAttributes) \
    X(cudaDeviceGetP2PAtomicCapabilities) \
    X(cudaDeviceRegisterAsyncNotification) \
    X(cudaDeviceUnregisterAsyncNotification) \
    X(cudaEGLStreamConsumerAcquireFrame) \
    X(cudaEGLStreamConsumerConnect) \
    X(cudaEGLStreamConsumerConnectWithFlags) \
    X(cudaEGLStreamConsumerDisconnect) \
    X(cudaEGLStreamConsumerReleaseFrame) \
    X(cudaEGLStreamProducerConnect) \
    X(cudaEGLStreamProducerDisconnect) \
    X(cudaEGLStreamProducerPresentFrame) \
    X(cudaEGLStreamProducerReturnFrame) \
    X(cudaEventCreateFromEGLSync) \
    X(cudaExternalMemoryGetMappedBuffer) \
    X(cudaExternalMemoryGetMappedMipmappedArray) \
    X(cudaGLGetDevices) \
    X(cudaGLMapBufferObject) \
    X(cudaGLMapBufferObjectAsync) \
    X(cudaGLRegisterBufferObject) \
    X(cudaGLSetBufferObjectMapFlags) \
    X(cudaGLSetGLDevice) \
    X(cudaGLUnmapBufferObject) \
    X(cudaGLUnmapBufferObjectAsync) \
    X(cudaGLUnregisterBufferObject) \
    X(cudaGetExportTable) \
    X(cudaGraphAddExternalSemaphoresSignalNode) \
    X(cudaGraphAddExternalSemaphoresWaitNode) \
    X(cudaGraphExecExternalSemaphoresSignalNodeSetParams) \
    X(cudaGraphExecExternalSemaphoresWaitNodeSetParams) \
    X(cudaGraphExternalSemaphoresSignalNodeGetParams) \
    X(cudaGraphExternalSemaphoresSignalNodeSetParams) \
    X(cudaGraphExternalSemaphoresWaitNodeGetParams) \
    X(cudaGraphExternalSemaphoresWaitNodeSetParams) \
    X(cudaGraphicsEGLRegisterImage) \
    X(cudaGraphicsGLRegisterBuffer) \
    X(cudaGraphicsGLRegisterImage) \
    X(cudaGraphicsMapResources) \
    X(cudaGraphicsResourceGetMappedEglFrame) \
    X(cudaGraphicsResourceGetMappedMipmappedArray) \
    X(cudaGraphicsResourceGetMappedPointer) \
    X(cudaGraphicsResourceSetMapFlags) \
    X(cudaGraphicsSubResourceGetMappedArray) \
    X(cudaGraphicsUnmapResources) \
    X(cudaGraphicsUnregisterResource) \
    X(cudaGraphicsVDPAURegisterOutputSurface) \
    X(cudaGraphicsVDPAURegisterVideoSurface) \
    X(cudaImportExternalMemory) \
    X(cudaImportExternalSemaphore) \
    X(cudaLibraryGetUnifiedFunction) \
    X(cudaLogsCurrent) \
    X(cudaLogsDumpToFile) \
    X(cudaLogsDumpToMemory) \
    X(cudaLogsRegisterCallback) \
    X(cudaLogsUnregisterCallback) \
    X(cudaMemDiscardAndPrefetchBatchAsync) \
    X(cudaMemDiscardAndPrefetchBatchAsync_ptsz) \
    X(cudaMemDiscardBatchAsync) \
    X(cudaMemDiscardBatchAsync_ptsz) \
    X(cudaMemGetDefaultMemPool) \
    X(cudaMemGetMemPool) \
    X(cudaMemPrefetchBatchAsync) \
    X(cudaMemPrefetchBatchAsync_ptsz) \
    X(cudaMemSetMemPool) \
    X(cudaMemcpy3DBatchAsync) \
    X(cudaMemcpy3DBatchAsync_ptsz) \
    X(cudaMemcpy3DPeer) \
    X(cudaMemcpy3DPeerAsync) \
    X(cudaMemcpy3DPeerAsync_ptsz) \
    X(cudaMemcpy3DPeer_ptds) \
    X(cudaMemcpyBatchAsync) \
    X(cudaMemcpyBatchAsync_ptsz) \
    X(cudaMipmappedArrayGetMemoryRequirements) \
    X(cudaMipmappedArrayGetSparseProperties) \
    X(cudaSignalExternalSemaphoresAsync) \
    X(cudaSignalExternalSemaphoresAsync_ptsz) \
    X(cudaVDPAUGetDevice) \
    X(cudaVDPAUSetVDPAUDevice) \
    X(cudaWaitExternalSemaphoresAsync) \
    X(cudaWaitExternalSemaphoresAsync_ptsz)
/* clang-format on */

#endif
