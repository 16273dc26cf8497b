/*
 * functions.h - the functions of libnvidia-ml.so.1 of CUDA 13.0: what is there, X(name, parameters); older names of the same,
 * X(name, parameters, call); what is known by its name alone, X(name).
 */
#ifndef TW_SIM_LIBS_NVML_FUNCTIONS_H
#define TW_SIM_LIBS_NVML_FUNCTIONS_H

/* clang-format off */
#define TW_NVML_FUNCTIONS(X)                                                                                         \
    X(nvmlInit_v2,                           (void))                                                                 \
    X(nvmlInitWithFlags,                     (unsigned flags))                                                       \
    X(nvmlShutdown,                          (void))                                                                 \
    X(nvmlSystemGetDriverVersion,            (char *version, unsigned length))                                       \
    X(nvmlSystemGetNVMLVersion,              (char *version, unsigned length))                                       \
    X(nvmlSystemGetCudaDriverVersion,        (int *version))                                                         \
    X(nvmlSystemGetCudaDriverVersion_v2,     (int *version))                                                         \
    X(nvmlSystemGetProcessName,              (unsigned pid, char *name, unsigned length))                            \
    X(nvmlUnitGetCount,                      (unsigned *count))                                                      \
    X(nvmlDeviceGetCount_v2,                 (unsigned *count))                                                      \
    X(nvmlDeviceGetHandleByIndex_v2,         (unsigned index, nvmlDevice_t *device))                                 \
    X(nvmlDeviceGetHandleByUUID,             (const char *uuid, nvmlDevice_t *device))                               \
    X(nvmlDeviceGetHandleByUUIDV,            (const struct tw_nvml_uuid *uuid, nvmlDevice_t *device))                \
    X(nvmlDeviceGetHandleByPciBusId_v2,      (const char *id, nvmlDevice_t *device))                                 \
    X(nvmlDeviceGetName,                     (nvmlDevice_t device, char *name, unsigned length))                     \
    X(nvmlDeviceGetIndex,                    (nvmlDevice_t device, unsigned *index))                                 \
    X(nvmlDeviceGetUUID,                     (nvmlDevice_t device, char *uuid, unsigned length))                     \
    X(nvmlDeviceGetMinorNumber,              (nvmlDevice_t device, unsigned *number))                                \
    X(nvmlDeviceGetBrand,                    (nvmlDevice_t device, int *brand))                                      \
    X(nvmlDeviceGetPciInfo,                  (nvmlDevice_t device, struct tw_nvml_pci_v1 *pci))                      \
    X(nvmlDeviceGetPciInfo_v2,               (nvmlDevice_t device, struct tw_nvml_pci_v2 *pci))                      \
    X(nvmlDeviceGetPciInfo_v3,               (nvmlDevice_t device, struct tw_nvml_pci *pci))                         \
    X(nvmlDeviceGetPciInfoExt,               (nvmlDevice_t device, struct tw_nvml_pci_ext *pci))                     \
    X(nvmlDeviceGetMemoryInfo,               (nvmlDevice_t device, struct tw_nvml_memory *memory))                   \
    X(nvmlDeviceGetMemoryInfo_v2,            (nvmlDevice_t device, struct tw_nvml_memory_v2 *memory))                \
    X(nvmlDeviceGetMemoryBusWidth,           (nvmlDevice_t device, unsigned *bits))                                  \
    X(nvmlDeviceGetCudaComputeCapability,    (nvmlDevice_t device, int *major, int *minor))                          \
    X(nvmlDeviceGetArchitecture,             (nvmlDevice_t device, unsigned *architecture))                          \
    X(nvmlDeviceGetClockInfo,                (nvmlDevice_t device, int clock, unsigned *mhz))                        \
    X(nvmlDeviceGetMaxClockInfo,             (nvmlDevice_t device, int clock, unsigned *mhz))                        \
    X(nvmlDeviceGetPersistenceMode,          (nvmlDevice_t device, int *mode))                                       \
    X(nvmlDeviceGetComputeMode,              (nvmlDevice_t device, int *mode))                                       \
    X(nvmlDeviceGetDisplayMode,              (nvmlDevice_t device, int *mode))                                       \
    X(nvmlDeviceGetDisplayActive,            (nvmlDevice_t device, int *active))                                     \
    X(nvmlDeviceGetVirtualizationMode,       (nvmlDevice_t device, int *mode))                                       \
    X(nvmlDeviceGetMultiGpuBoard,            (nvmlDevice_t device, unsigned *is_multi))                              \
    X(nvmlDeviceGetBoardId,                  (nvmlDevice_t device, unsigned *board))                                 \
    X(nvmlDeviceOnSameBoard,                 (nvmlDevice_t device, nvmlDevice_t other, int *same))                   \
    X(nvmlDeviceIsMigDeviceHandle,           (nvmlDevice_t device, unsigned *is_part))                               \
    X(nvmlDeviceGetMaxMigDeviceCount,        (nvmlDevice_t device, unsigned *count))                                 \
    X(nvmlDeviceGetCpuAffinity,              (nvmlDevice_t device, unsigned words, unsigned long *set))              \
    X(nvmlDeviceGetCpuAffinityWithinScope, (nvmlDevice_t device, unsigned words, unsigned long *set, unsigned scope))\
    X(nvmlDeviceGetMemoryAffinity, (nvmlDevice_t device, unsigned words, unsigned long *set, unsigned scope))        \
    X(nvmlDeviceGetTopologyCommonAncestor,   (nvmlDevice_t device, nvmlDevice_t other, int *level))                  \
    X(nvmlDeviceGetP2PStatus,                (nvmlDevice_t device, nvmlDevice_t other, int kind, int *status))

#define TW_NVML_ALIASES(X)                                                                                           \
    X(nvmlInit,                        (void),                                    nvmlInit_v2())                     \
    X(nvmlDeviceGetCount,              (unsigned *count),                         nvmlDeviceGetCount_v2(count))      \
    X(nvmlDeviceGetHandleByIndex,      (unsigned index, nvmlDevice_t *device),    nvmlDeviceGetHandleByIndex_v2(index, device)) \
    X(nvmlDeviceGetHandleByPciBusId,   (const char *id, nvmlDevice_t *device),    nvmlDeviceGetHandleByPciBusId_v2(id, device))

#define TW_NVML_ABSENT(X)                                                                                            \
    X(nvmlComputeInstanceDestroy)                                                                                    \
    X(nvmlComputeInstanceGetInfo)                                                                                    \
    X(nvmlComputeInstanceGetInfo_v2)                                                                                 \
    X(nvmlDeviceClearAccountingPids)                                                                                 \
    X(nvmlDeviceClearCpuAffinity)                                                                                    \
    X(nvmlDeviceClearEccErrorCounts)                                                                                 \
    X(nvmlDeviceClearFieldValues)                                                                                    \
    X(nvmlDeviceCreateGpuInstance)                                                                                   \
    X(nvmlDeviceCreateGpuInstanceWithPlacement)                                                                      \
    X(nvmlDeviceDiscoverGpus)                                                                                        \
    X(nvmlDeviceFreezeNvLinkUtilizationCounter)                                                                      \
    X(nvmlDeviceGetAPIRestriction)                                                                                   \
    X(nvmlDeviceGetAccountingBufferSize)                                                                             \
    X(nvmlDeviceGetAccountingMode)                                                                                   \
    X(nvmlDeviceGetAccountingPids)                                                                                   \
    X(nvmlDeviceGetAccountingStats)                                                                                  \
    X(nvmlDeviceGetActiveVgpus)                                                                                      \
    X(nvmlDeviceGetAdaptiveClockInfoStatus)                                                                          \
    X(nvmlDeviceGetAddressingMode)                                                                                   \
    X(nvmlDeviceGetApplicationsClock)                                                                                \
    X(nvmlDeviceGetAttributes)                                                                                       \
    X(nvmlDeviceGetAttributes_v2)                                                                                    \
    X(nvmlDeviceGetAutoBoostedClocksEnabled)                                                                         \
    X(nvmlDeviceGetBAR1MemoryInfo)                                                                                   \
    X(nvmlDeviceGetBoardPartNumber)                                                                                  \
    X(nvmlDeviceGetBridgeChipInfo)                                                                                   \
    X(nvmlDeviceGetBusType)                                                                                          \
    X(nvmlDeviceGetC2cModeInfoV)                                                                                     \
    X(nvmlDeviceGetCapabilities)                                                                                     \
    X(nvmlDeviceGetClkMonStatus)                                                                                     \
    X(nvmlDeviceGetClock)                                                                                            \
    X(nvmlDeviceGetClockOffsets)                                                                                     \
    X(nvmlDeviceGetComputeInstanceId)                                                                                \
    X(nvmlDeviceGetComputeRunningProcesses)                                                                          \
    X(nvmlDeviceGetComputeRunningProcesses_v2)                                                                       \
    X(nvmlDeviceGetComputeRunningProcesses_v3)                                                                       \
    X(nvmlDeviceGetConfComputeGpuAttestationReport)                                                                  \
    X(nvmlDeviceGetConfComputeGpuCertificate)                                                                        \
    X(nvmlDeviceGetConfComputeMemSizeInfo)                                                                           \
    X(nvmlDeviceGetConfComputeProtectedMemoryUsage)                                                                  \
    X(nvmlDeviceGetCoolerInfo)                                                                                       \
    X(nvmlDeviceGetCreatableVgpus)                                                                                   \
    X(nvmlDeviceGetCurrPcieLinkGeneration)                                                                           \
    X(nvmlDeviceGetCurrPcieLinkWidth)                                                                                \
    X(nvmlDeviceGetCurrentClockFreqs)                                                                                \
    X(nvmlDeviceGetCurrentClocksEventReasons)                                                                        \
    X(nvmlDeviceGetCurrentClocksThrottleReasons)                                                                     \
    X(nvmlDeviceGetDecoderUtilization)                                                                               \
    X(nvmlDeviceGetDefaultApplicationsClock)                                                                         \
    X(nvmlDeviceGetDefaultEccMode)                                                                                   \
    X(nvmlDeviceGetDetailedEccErrors)                                                                                \
    X(nvmlDeviceGetDeviceHandleFromMigDeviceHandle)                                                                  \
    X(nvmlDeviceGetDramEncryptionMode)                                                                               \
    X(nvmlDeviceGetDriverModel)                                                                                      \
    X(nvmlDeviceGetDriverModel_v2)                                                                                   \
    X(nvmlDeviceGetDynamicPstatesInfo)                                                                               \
    X(nvmlDeviceGetEccMode)                                                                                          \
    X(nvmlDeviceGetEncoderCapacity)                                                                                  \
    X(nvmlDeviceGetEncoderSessions)                                                                                  \
    X(nvmlDeviceGetEncoderStats)                                                                                     \
    X(nvmlDeviceGetEncoderUtilization)                                                                               \
    X(nvmlDeviceGetEnforcedPowerLimit)                                                                               \
    X(nvmlDeviceGetFBCSessions)                                                                                      \
    X(nvmlDeviceGetFBCStats)                                                                                         \
    X(nvmlDeviceGetFanControlPolicy_v2)                                                                              \
    X(nvmlDeviceGetFanSpeed)                                                                                         \
    X(nvmlDeviceGetFanSpeedRPM)                                                                                      \
    X(nvmlDeviceGetFanSpeed_v2)                                                                                      \
    X(nvmlDeviceGetFieldValues)                                                                                      \
    X(nvmlDeviceGetGpcClkMinMaxVfOffset)                                                                             \
    X(nvmlDeviceGetGpcClkVfOffset)                                                                                   \
    X(nvmlDeviceGetGpuFabricInfo)                                                                                    \
    X(nvmlDeviceGetGpuFabricInfoV)                                                                                   \
    X(nvmlDeviceGetGpuInstanceById)                                                                                  \
    X(nvmlDeviceGetGpuInstanceId)                                                                                    \
    X(nvmlDeviceGetGpuInstancePossiblePlacements)                                                                    \
    X(nvmlDeviceGetGpuInstancePossiblePlacements_v2)                                                                 \
    X(nvmlDeviceGetGpuInstanceProfileInfo)                                                                           \
    X(nvmlDeviceGetGpuInstanceProfileInfoByIdV)                                                                      \
    X(nvmlDeviceGetGpuInstanceProfileInfoV)                                                                          \
    X(nvmlDeviceGetGpuInstanceRemainingCapacity)                                                                     \
    X(nvmlDeviceGetGpuInstances)                                                                                     \
    X(nvmlDeviceGetGpuMaxPcieLinkGeneration)                                                                         \
    X(nvmlDeviceGetGpuOperationMode)                                                                                 \
    X(nvmlDeviceGetGraphicsRunningProcesses)                                                                         \
    X(nvmlDeviceGetGraphicsRunningProcesses_v2)                                                                      \
    X(nvmlDeviceGetGraphicsRunningProcesses_v3)                                                                      \
    X(nvmlDeviceGetGridLicensableFeatures)                                                                           \
    X(nvmlDeviceGetGridLicensableFeatures_v2)                                                                        \
    X(nvmlDeviceGetGridLicensableFeatures_v3)                                                                        \
    X(nvmlDeviceGetGridLicensableFeatures_v4)                                                                        \
    X(nvmlDeviceGetGspFirmwareMode)                                                                                  \
    X(nvmlDeviceGetGspFirmwareVersion)                                                                               \
    X(nvmlDeviceGetHandleBySerial)                                                                                   \
    X(nvmlDeviceGetHostVgpuMode)                                                                                     \
    X(nvmlDeviceGetHostname_v1)                                                                                      \
    X(nvmlDeviceGetInforomConfigurationChecksum)                                                                     \
    X(nvmlDeviceGetInforomImageVersion)                                                                              \
    X(nvmlDeviceGetInforomVersion)                                                                                   \
    X(nvmlDeviceGetIrqNum)                                                                                           \
    X(nvmlDeviceGetJpgUtilization)                                                                                   \
    X(nvmlDeviceGetLastBBXFlushTime)                                                                                 \
    X(nvmlDeviceGetMPSComputeRunningProcesses)                                                                       \
    X(nvmlDeviceGetMPSComputeRunningProcesses_v2)                                                                    \
    X(nvmlDeviceGetMPSComputeRunningProcesses_v3)                                                                    \
    X(nvmlDeviceGetMarginTemperature)                                                                                \
    X(nvmlDeviceGetMaxCustomerBoostClock)                                                                            \
    X(nvmlDeviceGetMaxPcieLinkGeneration)                                                                            \
    X(nvmlDeviceGetMaxPcieLinkWidth)                                                                                 \
    X(nvmlDeviceGetMemClkMinMaxVfOffset)                                                                             \
    X(nvmlDeviceGetMemClkVfOffset)                                                                                   \
    X(nvmlDeviceGetMemoryErrorCounter)                                                                               \
    X(nvmlDeviceGetMigDeviceHandleByIndex)                                                                           \
    X(nvmlDeviceGetMigMode)                                                                                          \
    X(nvmlDeviceGetMinMaxClockOfPState)                                                                              \
    X(nvmlDeviceGetMinMaxFanSpeed)                                                                                   \
    X(nvmlDeviceGetModuleId)                                                                                         \
    X(nvmlDeviceGetNumFans)                                                                                          \
    X(nvmlDeviceGetNumGpuCores)                                                                                      \
    X(nvmlDeviceGetNumaNodeId)                                                                                       \
    X(nvmlDeviceGetNvLinkCapability)                                                                                 \
    X(nvmlDeviceGetNvLinkErrorCounter)                                                                               \
    X(nvmlDeviceGetNvLinkInfo)                                                                                       \
    X(nvmlDeviceGetNvLinkRemoteDeviceType)                                                                           \
    X(nvmlDeviceGetNvLinkRemotePciInfo)                                                                              \
    X(nvmlDeviceGetNvLinkRemotePciInfo_v2)                                                                           \
    X(nvmlDeviceGetNvLinkState)                                                                                      \
    X(nvmlDeviceGetNvLinkUtilizationControl)                                                                         \
    X(nvmlDeviceGetNvLinkUtilizationCounter)                                                                         \
    X(nvmlDeviceGetNvLinkVersion)                                                                                    \
    X(nvmlDeviceGetNvlinkBwMode)                                                                                     \
    X(nvmlDeviceGetNvlinkSupportedBwModes)                                                                           \
    X(nvmlDeviceGetOfaUtilization)                                                                                   \
    X(nvmlDeviceGetPcieLinkMaxSpeed)                                                                                 \
    X(nvmlDeviceGetPcieReplayCounter)                                                                                \
    X(nvmlDeviceGetPcieSpeed)                                                                                        \
    X(nvmlDeviceGetPcieThroughput)                                                                                   \
    X(nvmlDeviceGetPdi)                                                                                              \
    X(nvmlDeviceGetPerformanceModes)                                                                                 \
    X(nvmlDeviceGetPerformanceState)                                                                                 \
    X(nvmlDeviceGetPgpuMetadataString)                                                                               \
    X(nvmlDeviceGetPlatformInfo)                                                                                     \
    X(nvmlDeviceGetPowerManagementDefaultLimit)                                                                      \
    X(nvmlDeviceGetPowerManagementLimit)                                                                             \
    X(nvmlDeviceGetPowerManagementLimitConstraints)                                                                  \
    X(nvmlDeviceGetPowerManagementMode)                                                                              \
    X(nvmlDeviceGetPowerMizerMode_v1)                                                                                \
    X(nvmlDeviceGetPowerSource)                                                                                      \
    X(nvmlDeviceGetPowerState)                                                                                       \
    X(nvmlDeviceGetPowerUsage)                                                                                       \
    X(nvmlDeviceGetProcessUtilization)                                                                               \
    X(nvmlDeviceGetProcessesUtilizationInfo)                                                                         \
    X(nvmlDeviceGetRemappedRows)                                                                                     \
    X(nvmlDeviceGetRemappedRows_v2)                                                                                  \
    X(nvmlDeviceGetRepairStatus)                                                                                     \
    X(nvmlDeviceGetRetiredPages)                                                                                     \
    X(nvmlDeviceGetRetiredPagesPendingStatus)                                                                        \
    X(nvmlDeviceGetRetiredPages_v2)                                                                                  \
    X(nvmlDeviceGetRowRemapperHistogram)                                                                             \
    X(nvmlDeviceGetRunningProcessDetailList)                                                                         \
    X(nvmlDeviceGetSamples)                                                                                          \
    X(nvmlDeviceGetSerial)                                                                                           \
    X(nvmlDeviceGetSramEccErrorStatus)                                                                               \
    X(nvmlDeviceGetSramUniqueUncorrectedEccErrorCounts)                                                              \
    X(nvmlDeviceGetSupportedClocksEventReasons)                                                                      \
    X(nvmlDeviceGetSupportedClocksThrottleReasons)                                                                   \
    X(nvmlDeviceGetSupportedEventTypes)                                                                              \
    X(nvmlDeviceGetSupportedGraphicsClocks)                                                                          \
    X(nvmlDeviceGetSupportedMemoryClocks)                                                                            \
    X(nvmlDeviceGetSupportedPerformanceStates)                                                                       \
    X(nvmlDeviceGetSupportedVgpus)                                                                                   \
    X(nvmlDeviceGetTargetFanSpeed)                                                                                   \
    X(nvmlDeviceGetTemperature)                                                                                      \
    X(nvmlDeviceGetTemperatureThreshold)                                                                             \
    X(nvmlDeviceGetTemperatureV)                                                                                     \
    X(nvmlDeviceGetThermalSettings)                                                                                  \
    X(nvmlDeviceGetTopologyNearestGpus)                                                                              \
    X(nvmlDeviceGetTotalEccErrors)                                                                                   \
    X(nvmlDeviceGetTotalEnergyConsumption)                                                                           \
    X(nvmlDeviceGetUnrepairableMemoryFlag_v1)                                                                        \
    X(nvmlDeviceGetUtilizationRates)                                                                                 \
    X(nvmlDeviceGetVbiosVersion)                                                                                     \
    X(nvmlDeviceGetVgpuCapabilities)                                                                                 \
    X(nvmlDeviceGetVgpuHeterogeneousMode)                                                                            \
    X(nvmlDeviceGetVgpuInstancesUtilizationInfo)                                                                     \
    X(nvmlDeviceGetVgpuMetadata)                                                                                     \
    X(nvmlDeviceGetVgpuProcessUtilization)                                                                           \
    X(nvmlDeviceGetVgpuProcessesUtilizationInfo)                                                                     \
    X(nvmlDeviceGetVgpuSchedulerCapabilities)                                                                        \
    X(nvmlDeviceGetVgpuSchedulerLog)                                                                                 \
    X(nvmlDeviceGetVgpuSchedulerState)                                                                               \
    X(nvmlDeviceGetVgpuTypeCreatablePlacements)                                                                      \
    X(nvmlDeviceGetVgpuTypeSupportedPlacements)                                                                      \
    X(nvmlDeviceGetVgpuUtilization)                                                                                  \
    X(nvmlDeviceGetViolationStatus)                                                                                  \
    X(nvmlDeviceModifyDrainState)                                                                                    \
    X(nvmlDevicePowerSmoothingActivatePresetProfile)                                                                 \
    X(nvmlDevicePowerSmoothingSetState)                                                                              \
    X(nvmlDevicePowerSmoothingUpdatePresetProfileParam)                                                              \
    X(nvmlDeviceQueryDrainState)                                                                                     \
    X(nvmlDeviceReadPRMCounters_v1)                                                                                  \
    X(nvmlDeviceReadWritePRM_v1)                                                                                     \
    X(nvmlDeviceRegisterEvents)                                                                                      \
    X(nvmlDeviceRemoveGpu)                                                                                           \
    X(nvmlDeviceRemoveGpu_v2)                                                                                        \
    X(nvmlDeviceResetApplicationsClocks)                                                                             \
    X(nvmlDeviceResetGpuLockedClocks)                                                                                \
    X(nvmlDeviceResetMemoryLockedClocks)                                                                             \
    X(nvmlDeviceResetNvLinkErrorCounters)                                                                            \
    X(nvmlDeviceResetNvLinkUtilizationCounter)                                                                       \
    X(nvmlDeviceSetAPIRestriction)                                                                                   \
    X(nvmlDeviceSetAccountingMode)                                                                                   \
    X(nvmlDeviceSetApplicationsClocks)                                                                               \
    X(nvmlDeviceSetAutoBoostedClocksEnabled)                                                                         \
    X(nvmlDeviceSetClockOffsets)                                                                                     \
    X(nvmlDeviceSetComputeMode)                                                                                      \
    X(nvmlDeviceSetConfComputeUnprotectedMemSize)                                                                    \
    X(nvmlDeviceSetCpuAffinity)                                                                                      \
    X(nvmlDeviceSetDefaultAutoBoostedClocksEnabled)                                                                  \
    X(nvmlDeviceSetDefaultFanSpeed_v2)                                                                               \
    X(nvmlDeviceSetDramEncryptionMode)                                                                               \
    X(nvmlDeviceSetDriverModel)                                                                                      \
    X(nvmlDeviceSetEccMode)                                                                                          \
    X(nvmlDeviceSetFanControlPolicy)                                                                                 \
    X(nvmlDeviceSetFanSpeed_v2)                                                                                      \
    X(nvmlDeviceSetGpcClkVfOffset)                                                                                   \
    X(nvmlDeviceSetGpuLockedClocks)                                                                                  \
    X(nvmlDeviceSetGpuOperationMode)                                                                                 \
    X(nvmlDeviceSetHostname_v1)                                                                                      \
    X(nvmlDeviceSetMemClkVfOffset)                                                                                   \
    X(nvmlDeviceSetMemoryLockedClocks)                                                                               \
    X(nvmlDeviceSetMigMode)                                                                                          \
    X(nvmlDeviceSetNvLinkDeviceLowPowerThreshold)                                                                    \
    X(nvmlDeviceSetNvLinkUtilizationControl)                                                                         \
    X(nvmlDeviceSetNvlinkBwMode)                                                                                     \
    X(nvmlDeviceSetPersistenceMode)                                                                                  \
    X(nvmlDeviceSetPowerManagementLimit)                                                                             \
    X(nvmlDeviceSetPowerManagementLimit_v2)                                                                          \
    X(nvmlDeviceSetPowerMizerMode_v1)                                                                                \
    X(nvmlDeviceSetTemperatureThreshold)                                                                             \
    X(nvmlDeviceSetVgpuCapabilities)                                                                                 \
    X(nvmlDeviceSetVgpuHeterogeneousMode)                                                                            \
    X(nvmlDeviceSetVgpuSchedulerState)                                                                               \
    X(nvmlDeviceSetVirtualizationMode)                                                                               \
    X(nvmlDeviceValidateInforom)                                                                                     \
    X(nvmlDeviceWorkloadPowerProfileClearRequestedProfiles)                                                          \
    X(nvmlDeviceWorkloadPowerProfileGetCurrentProfiles)                                                              \
    X(nvmlDeviceWorkloadPowerProfileGetProfilesInfo)                                                                 \
    X(nvmlDeviceWorkloadPowerProfileSetRequestedProfiles)                                                            \
    X(nvmlEventSetCreate)                                                                                            \
    X(nvmlEventSetFree)                                                                                              \
    X(nvmlEventSetWait)                                                                                              \
    X(nvmlEventSetWait_v2)                                                                                           \
    X(nvmlGetBlacklistDeviceCount)                                                                                   \
    X(nvmlGetBlacklistDeviceInfoByIndex)                                                                             \
    X(nvmlGetExcludedDeviceCount)                                                                                    \
    X(nvmlGetExcludedDeviceInfoByIndex)                                                                              \
    X(nvmlGetVgpuCompatibility)                                                                                      \
    X(nvmlGetVgpuDriverCapabilities)                                                                                 \
    X(nvmlGetVgpuVersion)                                                                                            \
    X(nvmlGpmMetricsGet)                                                                                             \
    X(nvmlGpmMigSampleGet)                                                                                           \
    X(nvmlGpmQueryDeviceSupport)                                                                                     \
    X(nvmlGpmQueryIfStreamingEnabled)                                                                                \
    X(nvmlGpmSampleAlloc)                                                                                            \
    X(nvmlGpmSampleFree)                                                                                             \
    X(nvmlGpmSampleGet)                                                                                              \
    X(nvmlGpmSetStreamingEnabled)                                                                                    \
    X(nvmlGpuInstanceCreateComputeInstance)                                                                          \
    X(nvmlGpuInstanceCreateComputeInstanceWithPlacement)                                                             \
    X(nvmlGpuInstanceDestroy)                                                                                        \
    X(nvmlGpuInstanceGetActiveVgpus)                                                                                 \
    X(nvmlGpuInstanceGetComputeInstanceById)                                                                         \
    X(nvmlGpuInstanceGetComputeInstancePossiblePlacements)                                                           \
    X(nvmlGpuInstanceGetComputeInstanceProfileInfo)                                                                  \
    X(nvmlGpuInstanceGetComputeInstanceProfileInfoV)                                                                 \
    X(nvmlGpuInstanceGetComputeInstanceRemainingCapacity)                                                            \
    X(nvmlGpuInstanceGetComputeInstances)                                                                            \
    X(nvmlGpuInstanceGetCreatableVgpus)                                                                              \
    X(nvmlGpuInstanceGetInfo)                                                                                        \
    X(nvmlGpuInstanceGetVgpuHeterogeneousMode)                                                                       \
    X(nvmlGpuInstanceGetVgpuSchedulerLog)                                                                            \
    X(nvmlGpuInstanceGetVgpuSchedulerState)                                                                          \
    X(nvmlGpuInstanceGetVgpuTypeCreatablePlacements)                                                                 \
    X(nvmlGpuInstanceSetVgpuHeterogeneousMode)                                                                       \
    X(nvmlGpuInstanceSetVgpuSchedulerState)                                                                          \
    X(nvmlInternalGetExportTable)                                                                                    \
    X(nvmlSetVgpuVersion)                                                                                            \
    X(nvmlSystemEventSetCreate)                                                                                      \
    X(nvmlSystemEventSetFree)                                                                                        \
    X(nvmlSystemEventSetWait)                                                                                        \
    X(nvmlSystemGetConfComputeCapabilities)                                                                          \
    X(nvmlSystemGetConfComputeGpusReadyState)                                                                        \
    X(nvmlSystemGetConfComputeKeyRotationThresholdInfo)                                                              \
    X(nvmlSystemGetConfComputeSettings)                                                                              \
    X(nvmlSystemGetConfComputeState)                                                                                 \
    X(nvmlSystemGetDriverBranch)                                                                                     \
    X(nvmlSystemGetHicVersion)                                                                                       \
    X(nvmlSystemGetNvlinkBwMode)                                                                                     \
    X(nvmlSystemGetTopologyGpuSet)                                                                                   \
    X(nvmlSystemRegisterEvents)                                                                                      \
    X(nvmlSystemSetConfComputeGpusReadyState)                                                                        \
    X(nvmlSystemSetConfComputeKeyRotationThresholdInfo)                                                              \
    X(nvmlSystemSetNvlinkBwMode)                                                                                     \
    X(nvmlUnitGetDevices)                                                                                            \
    X(nvmlUnitGetFanSpeedInfo)                                                                                       \
    X(nvmlUnitGetHandleByIndex)                                                                                      \
    X(nvmlUnitGetLedState)                                                                                           \
    X(nvmlUnitGetPsuInfo)                                                                                            \
    X(nvmlUnitGetTemperature)                                                                                        \
    X(nvmlUnitGetUnitInfo)                                                                                           \
    X(nvmlUnitSetLedState)                                                                                           \
    X(nvmlVgpuInstanceClearAccountingPids)                                                                           \
    X(nvmlVgpuInstanceGetAccountingMode)                                                                             \
    X(nvmlVgpuInstanceGetAccountingPids)                                                                             \
    X(nvmlVgpuInstanceGetAccountingStats)                                                                            \
    X(nvmlVgpuInstanceGetEccMode)                                                                                    \
    X(nvmlVgpuInstanceGetEncoderCapacity)                                                                            \
    X(nvmlVgpuInstanceGetEncoderSessions)                                                                            \
    X(nvmlVgpuInstanceGetEncoderStats)                                                                               \
    X(nvmlVgpuInstanceGetFBCSessions)                                                                                \
    X(nvmlVgpuInstanceGetFBCStats)                                                                                   \
    X(nvmlVgpuInstanceGetFbUsage)                                                                                    \
    X(nvmlVgpuInstanceGetFrameRateLimit)                                                                             \
    X(nvmlVgpuInstanceGetGpuInstanceId)                                                                              \
    X(nvmlVgpuInstanceGetGpuPciId)                                                                                   \
    X(nvmlVgpuInstanceGetLicenseInfo)                                                                                \
    X(nvmlVgpuInstanceGetLicenseInfo_v2)                                                                             \
    X(nvmlVgpuInstanceGetLicenseStatus)                                                                              \
    X(nvmlVgpuInstanceGetMdevUUID)                                                                                   \
    X(nvmlVgpuInstanceGetMetadata)                                                                                   \
    X(nvmlVgpuInstanceGetPlacementId)                                                                                \
    X(nvmlVgpuInstanceGetRuntimeStateSize)                                                                           \
    X(nvmlVgpuInstanceGetType)                                                                                       \
    X(nvmlVgpuInstanceGetUUID)                                                                                       \
    X(nvmlVgpuInstanceGetVmDriverVersion)                                                                            \
    X(nvmlVgpuInstanceGetVmID)                                                                                       \
    X(nvmlVgpuInstanceSetEncoderCapacity)                                                                            \
    X(nvmlVgpuTypeGetBAR1Info)                                                                                       \
    X(nvmlVgpuTypeGetCapabilities)                                                                                   \
    X(nvmlVgpuTypeGetClass)                                                                                          \
    X(nvmlVgpuTypeGetDeviceID)                                                                                       \
    X(nvmlVgpuTypeGetFbReservation)                                                                                  \
    X(nvmlVgpuTypeGetFrameRateLimit)                                                                                 \
    X(nvmlVgpuTypeGetFramebufferSize)                                                                                \
    X(nvmlVgpuTypeGetGpuInstanceProfileId)                                                                           \
    X(nvmlVgpuTypeGetGspHeapSize)                                                                                    \
    X(nvmlVgpuTypeGetLicense)                                                                                        \
    X(nvmlVgpuTypeGetMaxInstances)                                                                                   \
    X(nvmlVgpuTypeGetMaxInstancesPerGpuInstance)                                                                     \
    X(nvmlVgpuTypeGetMaxInstancesPerVm)                                                                              \
    X(nvmlVgpuTypeGetName)                                                                                           \
    X(nvmlVgpuTypeGetNumDisplayHeads)                                                                                \
    X(nvmlVgpuTypeGetResolution)
/* clang-format on */

#endif
