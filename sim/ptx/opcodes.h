/*
 * opcodes.h - the PTX that we know, in four tables:
 * types, modifier words, special registers and instructions.
 *
 * Everything else derives from them: what the parser accepts, what it checks of the operands, and which
 * handler the executor runs. To add an instruction, add a row (and, for a new handler name, its
 * tw_select_NAME in sim). What has no row is refused by name: nothing is guessed.
 *
 * Source: PTX ISA 9.0, chapters "State Spaces, Types, and Variables" and "Instruction Set".
 */
#ifndef TW_SIM_PTX_OPCODES_H
#define TW_SIM_PTX_OPCODES_H

/* clang-format off */

/*    constant  word     bits  kind      */
#define TW_PTX_TYPES(X)                  \
    X(B8,      "b8",     8,    BITS)     \
    X(B16,     "b16",    16,   BITS)     \
    X(B32,     "b32",    32,   BITS)     \
    X(B64,     "b64",    64,   BITS)     \
    X(B128,    "b128",   128,  BITS)     \
    X(U8,      "u8",     8,    UNSIGNED) \
    X(U16,     "u16",    16,   UNSIGNED) \
    X(U32,     "u32",    32,   UNSIGNED) \
    X(U64,     "u64",    64,   UNSIGNED) \
    X(S8,      "s8",     8,    SIGNED)   \
    X(S16,     "s16",    16,   SIGNED)   \
    X(S32,     "s32",    32,   SIGNED)   \
    X(S64,     "s64",    64,   SIGNED)   \
    X(F16,     "f16",    16,   FLOAT)    \
    X(F16X2,   "f16x2",  32,   FLOAT)    \
    X(BF16,    "bf16",   16,   FLOAT)    \
    X(BF16X2,  "bf16x2", 32,   FLOAT)    \
    X(F32,     "f32",    32,   FLOAT)    \
    X(F64,     "f64",    64,   FLOAT)    \
    X(PRED,    "pred",   1,    PREDICATE) \
    /* of instructions only */           \
    X(U16X2,   "u16x2",  32,   UNSIGNED) \
    X(S16X2,   "s16x2",  32,   SIGNED)   \
    X(F32X2,   "f32x2",  64,   FLOAT)    \
    X(TF32,    "tf32",   32,   FLOAT)    \
    X(E4M3X2,  "e4m3x2", 16,   FLOAT)    \
    X(E5M2X2,  "e5m2x2", 16,   FLOAT)    \
    X(E2M3X2,  "e2m3x2", 16,   FLOAT)    \
    X(E3M2X2,  "e3m2x2", 16,   FLOAT)    \
    X(S4,      "s4",     4,    SIGNED)   \
    X(U4,      "u4",     4,    UNSIGNED) \
    X(B1,      "b1",     1,    BITS)

/* Words that a class in capitals of a pattern below may stand for.                                                    */
/*    class    word                 constant                                                                           */
#define TW_PTX_WORDS(X)                                                                                                \
    X(SPACE,   "global",            GLOBAL)      X(SPACE,   "shared",            SHARED)                               \
    X(SPACE,   "shared::cta",       SHARED_CTA)  X(SPACE,   "local",             LOCAL)                                \
    X(SPACE,   "const",             CONST)       X(SPACE,   "param",             PARAM)                                \
    X(SPACE,   "shared::cluster",   SHARED_CLUSTER)                                                                    \
    X(SPACE,   "param::entry",      PARAM_ENTRY)       X(SPACE,   "param::func",       PARAM_FUNC)                     \
    X(OTHER,   "global",            GLOBAL)      X(OTHER,   "shared",            SHARED)                               \
    X(OTHER,   "shared::cta",       SHARED_CTA)  X(OTHER,   "shared::cluster",   SHARED_CLUSTER)                       \
    X(ORDER,   "weak",              WEAK)        X(ORDER,   "volatile",          VOLATILE)                             \
    X(ORDER,   "relaxed",           RELAXED)     X(ORDER,   "acquire",           ACQUIRE)                              \
    X(ORDER,   "release",           RELEASE)     X(ORDER,   "acq_rel",           ACQ_REL)                              \
    X(ORDER,   "sc",                SC)                                                                                \
    X(SCOPE,   "cta",               CTA)         X(SCOPE,   "cluster",           CLUSTER)                              \
    X(SCOPE,   "gpu",               GPU)         X(SCOPE,   "sys",               SYS)                                  \
    X(SCOPE,   "gl",                GL)                                                                                \
    X(CACHE,   "ca",                CA)          X(CACHE,   "cg",                CG)                                   \
    X(CACHE,   "cs",                CS)          X(CACHE,   "lu",                LU)                                   \
    X(CACHE,   "cv",                CV)          X(CACHE,   "wb",                WB)                                   \
    X(CACHE,   "wt",                WT)          X(CACHE,   "nc",                NC)                                   \
    X(CACHE,   "L1::evict_normal",  L1_NORMAL)   X(CACHE,   "L1::evict_unchanged", L1_UNCHANGED)                       \
    X(CACHE,   "L1::evict_first",   L1_FIRST)    X(CACHE,   "L1::evict_last",    L1_LAST)                              \
    X(CACHE,   "L1::no_allocate",   L1_NONE)     X(CACHE,   "L2::evict_normal",  L2_NORMAL)                            \
    X(CACHE,   "L2::evict_first",   L2_FIRST)    X(CACHE,   "L2::evict_last",    L2_LAST)                              \
    X(CACHE,   "L2::64B",           L2_64B)      X(CACHE,   "L2::128B",          L2_128B)                              \
    X(CACHE,   "L2::256B",          L2_256B)                                                                           \
    X(POLICY,  "L2::evict_last",    L2_LAST)     X(POLICY,  "L2::evict_normal",  L2_NORMAL)                            \
    X(POLICY,  "L2::evict_first",   L2_FIRST)    X(POLICY,  "L2::evict_unchanged", L2_UNCHANGED)                       \
    X(SECOND,  "L2::evict_first",   L2_FIRST)    X(SECOND,  "L2::evict_unchanged", L2_UNCHANGED)                       \
    X(KEEP,    "L2::evict_last",    L2_LAST)     X(KEEP,    "L2::evict_normal",  L2_NORMAL)                            \
    X(HINT,    "L2::cache_hint",    CACHE_HINT)                                                                        \
    X(DIM,     "1d",                1D)          X(DIM,     "2d",                2D)                                   \
    X(DIM,     "3d",                3D)          X(DIM,     "4d",                4D)                                   \
    X(DIM,     "5d",                5D)                                                                                \
    X(LEVEL,   "L1",                L1)          X(LEVEL,   "L2",                L2)                                   \
    X(VEC,     "v2",                V2)          X(VEC,     "v4",                V4)                                   \
    X(VEC,     "v8",                V8)                                                                                \
    X(RND,     "rn",                RN)          X(RND,     "rz",                RZ)                                   \
    X(RND,     "rm",                RM)          X(RND,     "rp",                RP)                                   \
    X(IRND,    "rni",               RNI)         X(IRND,    "rzi",               RZI)                                  \
    X(IRND,    "rmi",               RMI)         X(IRND,    "rpi",               RPI)                                  \
    X(CMP,     "eq",                EQ)          X(CMP,     "ne",                NE)                                   \
    X(CMP,     "lt",                LT)          X(CMP,     "le",                LE)                                   \
    X(CMP,     "gt",                GT)          X(CMP,     "ge",                GE)                                   \
    X(CMP,     "lo",                LO)          X(CMP,     "ls",                LS)                                   \
    X(CMP,     "hi",                HI)          X(CMP,     "hs",                HS)                                   \
    X(CMP,     "equ",               EQU)         X(CMP,     "neu",               NEU)                                  \
    X(CMP,     "ltu",               LTU)         X(CMP,     "leu",               LEU)                                  \
    X(CMP,     "gtu",               GTU)         X(CMP,     "geu",               GEU)                                  \
    X(CMP,     "num",               NUM)         X(CMP,     "nan",               NAN)                                  \
    X(BOOL,    "and",               AND)         X(BOOL,    "or",                OR)                                   \
    X(BOOL,    "xor",               XOR)                                                                               \
    X(HALF,    "lo",                LO)          X(HALF,    "hi",                HI)                                   \
    X(SIDE,    "l",                 L)           X(SIDE,    "r",                 R)                                    \
    X(WRAP,    "clamp",             CLAMP)       X(WRAP,    "wrap",              WRAP)                                 \
    X(PRMT,    "f4e",               F4E)         X(PRMT,    "b4e",               B4E)                                  \
    X(PRMT,    "rc8",               RC8)         X(PRMT,    "ecl",               ECL)                                  \
    X(PRMT,    "ecr",               ECR)         X(PRMT,    "rc16",              RC16)                                 \
    X(SHFL,    "up",                UP)          X(SHFL,    "down",              DOWN)                                 \
    X(SHFL,    "bfly",              BFLY)        X(SHFL,    "idx",               IDX)                                  \
    X(VOTE,    "all",               ALL)         X(VOTE,    "any",               ANY)                                  \
    X(VOTE,    "uni",               UNI)                                                                               \
    X(ATOM,    "add",               ADD)         X(ATOM,    "min",               MIN)                                  \
    X(ATOM,    "max",               MAX)         X(ATOM,    "and",               AND)                                  \
    X(ATOM,    "or",                OR)          X(ATOM,    "xor",               XOR)                                  \
    X(ATOM,    "exch",              EXCH)        X(ATOM,    "inc",               INC)                                  \
    X(ATOM,    "dec",               DEC)                                                                               \
    X(VB,      "u32",               U32)         X(VB,      "s32",               S32)                                  \
    X(VU,      "u32",               U32)                                                                               \
    X(OP2,     "add",               ADD)         X(OP2,     "min",               MIN)                                  \
    X(OP2,     "max",               MAX)                                                                               \
    X(SCALE,   "shr7",              SHR7)        X(SCALE,   "shr15",             SHR15)                                \
    X(NUM,     "x1",                X1)          X(NUM,     "x2",                X2)                                   \
    X(NUM,     "x4",                X4)                                                                                \
    X(SHAPE,   "m16n8k4",           M16N8K4)     X(SHAPE,   "m16n8k8",           M16N8K8)                              \
    X(SHAPE,   "m16n8k16",          M16N8K16)    X(SHAPE,   "m16n8k32",          M16N8K32)                             \
    X(SHAPE,   "m8n8k4",            M8N8K4)      X(SHAPE,   "m8n8k16",           M8N8K16)                              \
    X(SHAPE,   "m16n8k64",          M16N8K64)    X(SHAPE,   "m16n8k128",         M16N8K128)                            \
    X(SHAPE,   "m16n8k256",         M16N8K256)   X(SHAPE,   "m8n8k32",           M8N8K32)                              \
    X(SHAPE,   "m8n8k128",          M8N8K128)                                                                          \
    X(MA,      "f16",               F16)         X(MA,      "bf16",              BF16)                                 \
    X(MA,      "tf32",              TF32)        X(MA,      "f64",               F64)                                  \
    X(MA,      "s8",                S8)          X(MA,      "u8",                U8)                                   \
    X(MA,      "e4m3",              E4M3)        X(MA,      "e5m2",              E5M2)                                 \
    X(MA,      "s4",                S4)          X(MA,      "u4",                U4)                                   \
    X(MA,      "b1",                B1)                                                                                \
    X(MB,      "f16",               F16)         X(MB,      "bf16",              BF16)                                 \
    X(MB,      "tf32",              TF32)        X(MB,      "f64",               F64)                                  \
    X(MB,      "s8",                S8)          X(MB,      "u8",                U8)                                   \
    X(MB,      "e4m3",              E4M3)        X(MB,      "e5m2",              E5M2)                                 \
    X(MB,      "s4",                S4)          X(MB,      "u4",                U4)                                   \
    X(MB,      "b1",                B1)                                                                                \
    X(FIELD,   "global_address",    ADDRESS)     X(FIELD,   "rank",              RANK)                                 \
    X(FIELD,   "elemtype",          ELEMENT)     X(FIELD,   "interleave_layout", INTERLEAVE)                           \
    X(FIELD,   "swizzle_mode",      SWIZZLE)     X(FIELD,   "fill_mode",         FILL)                                 \
    X(SIDES,   "box_dim",           BOX)         X(SIDES,   "global_dim",        DIM)                                  \
    X(SIDES,   "global_stride",     STRIDE)      X(SIDES,   "element_stride",    STEP)                                 \
    X(GDEPTH,  "k8",                K8)          X(GDEPTH,  "k16",               K16)                                  \
    X(GDEPTH,  "k32",               K32)         X(GDEPTH,  "k64",               K64)                                  \
    X(GDEPTH,  "k256",              K256)                                                                              \
    X(WSHAPE,  "m16n16k16",         M16N16K16)   X(WSHAPE,  "m32n8k16",          M32N8K16)                             \
    X(WSHAPE,  "m8n32k16",          M8N32K16)    X(WSHAPE,  "m16n16k8",          M16N16K8)                             \
    X(WSHAPE,  "m8n8k4",            M8N8K4)      X(WSHAPE,  "m8n8k32",           M8N8K32)                              \
    X(WSHAPE,  "m8n8k128",          M8N8K128)                                                                          \
    X(LA,      "row",               ROW)         X(LA,      "col",               COL)                                  \
    X(LB,      "row",               ROW)         X(LB,      "col",               COL)                                  \
    X(GEOM,    "1d",                1D)           X(GEOM,    "2d",                2D)                                  \
    X(GEOM,    "3d",                3D)           X(GEOM,    "a1d",               A1D)                                 \
    X(GEOM,    "a2d",               A2D)          X(GEOM,    "cube",              CUBE)                                \
    X(GEOM,    "acube",             ACUBE)                                                                             \
    X(COMP,    "r",                 R)            X(COMP,    "g",                 G)                                   \
    X(COMP,    "b",                 B)            X(COMP,    "a",                 A)                                   \
    X(BEYOND,  "trap",              TRAP)         X(BEYOND,  "clamp",             CLAMP)                               \
    X(BEYOND,  "zero",              ZERO)                                                                              \
    X(ASKED,   "width",             WIDTH)        X(ASKED,   "height",            HEIGHT)                              \
    X(ASKED,   "depth",             DEPTH)                                                                             \
    X(TESTP,   "finite",            FINITE)      X(TESTP,   "infinite",          INFINITE)                             \
    X(TESTP,   "number",            NUMBER)      X(TESTP,   "notanumber",        NOTANUMBER)                           \
    X(PACK,    "u2",                U2)          X(PACK,    "s2",                S2)                                   \
    X(PACK,    "u4",                U4)          X(PACK,    "s4",                S4)                                   \
    X(PACK,    "u8",                U8)          X(PACK,    "s8",                S8)                                   \
    X(PACK,    "u16",               U16)         X(PACK,    "s16",               S16)                                  \
    X(TESTP,   "normal",            NORMAL)      X(TESTP,   "subnormal",         SUBNORMAL)

#define TW_PTX_CLASSES(X)                                                                                              \
    X(SPACE) X(OTHER) X(ORDER) X(SCOPE) X(CACHE) X(POLICY) X(SECOND) X(KEEP) X(HINT) X(DIM) X(LEVEL) X(VEC) X(RND) X(IRND) X(CMP) X(BOOL)  \
    X(HALF) X(SIDE) X(WRAP) X(PRMT) X(SHFL) X(VOTE) X(ATOM) X(PACK) X(VB) X(VU) X(OP2) X(SCALE) X(NUM) X(SHAPE) X(WSHAPE) X(LA) X(LB) X(MA) X(MB) X(TESTP) \
    X(GEOM) X(COMP) X(BEYOND) X(ASKED) X(GSHAPE) X(GDEPTH) X(FIELD) X(SIDES)

/* The shape .GSHAPE, m64nNkK, has two words: N / 8 as a number, and K as one of .GDEPTH. */

/* Words in small letters of a pattern that the executor must know to have been there. */
#define TW_PTX_FLAGS(X)                                                                                                \
    X("ftz", FTZ) X("sat", SAT) X("NaN", NAN) X("relu", RELU) X("cc", CC) X("to", TO) X("shiftamt", SHIFTAMT) \
    X("parity", PARITY) X("noinc", NOINC) X("noComplete", NO_COMPLETE) X("expect_tx", EXPECT_TX) X("read", READ)            \
    X("satfinite", SATFINITE) X("rna", RNA) X("abs", ABS) X("oob", OOB) X("trans", TRANS) X("sp", SP) X("po", PO) X("im2col", IM2COL) X("im2col_no_offs", IM2COL_NO_OFFS)

/*    name                          constant             bits */
#define TW_PTX_SPECIALS(X)                                   \
    X("tid.x",                      TID_X,               32) \
    X("tid.y",                      TID_Y,               32) \
    X("tid.z",                      TID_Z,               32) \
    X("ntid.x",                     NTID_X,              32) \
    X("ntid.y",                     NTID_Y,              32) \
    X("ntid.z",                     NTID_Z,              32) \
    X("ctaid.x",                    CTAID_X,             32) \
    X("ctaid.y",                    CTAID_Y,             32) \
    X("ctaid.z",                    CTAID_Z,             32) \
    X("nctaid.x",                   NCTAID_X,            32) \
    X("nctaid.y",                   NCTAID_Y,            32) \
    X("nctaid.z",                   NCTAID_Z,            32) \
    X("laneid",                     LANEID,              32) \
    X("lanemask_eq",                LANEMASK_EQ,         32) \
    X("lanemask_le",                LANEMASK_LE,         32) \
    X("lanemask_lt",                LANEMASK_LT,         32) \
    X("lanemask_ge",                LANEMASK_GE,         32) \
    X("lanemask_gt",                LANEMASK_GT,         32) \
    X("smid",                       SMID,                32) \
    X("nsmid",                      NSMID,               32) \
    X("warpid",                     WARPID,              32) \
    X("nwarpid",                    NWARPID,             32) \
    X("gridid",                     GRIDID,              64) \
    X("tid.w",                      TID_W,               32) \
    X("ntid.w",                     NTID_W,              32) \
    X("ctaid.w",                    CTAID_W,             32) \
    X("nctaid.w",                   NCTAID_W,            32) \
    X("clusterid.w",                CLUSTERID_W,         32) \
    X("nclusterid.w",               NCLUSTERID_W,        32) \
    X("cluster_ctaid.w",            CLUSTER_CTAID_W,     32) \
    X("cluster_nctaid.w",           CLUSTER_NCTAID_W,    32) \
    X("clusterid.x",                CLUSTERID_X,         32) \
    X("clusterid.y",                CLUSTERID_Y,         32) \
    X("clusterid.z",                CLUSTERID_Z,         32) \
    X("nclusterid.x",               NCLUSTERID_X,        32) \
    X("nclusterid.y",               NCLUSTERID_Y,        32) \
    X("nclusterid.z",               NCLUSTERID_Z,        32) \
    X("cluster_ctaid.x",            CLUSTER_CTAID_X,     32) \
    X("cluster_ctaid.y",            CLUSTER_CTAID_Y,     32) \
    X("cluster_ctaid.z",            CLUSTER_CTAID_Z,     32) \
    X("cluster_nctaid.x",           CLUSTER_NCTAID_X,    32) \
    X("cluster_nctaid.y",           CLUSTER_NCTAID_Y,    32) \
    X("cluster_nctaid.z",           CLUSTER_NCTAID_Z,    32) \
    X("cluster_ctarank",            CLUSTER_CTARANK,     32) \
    X("cluster_nctarank",           CLUSTER_NCTARANK,    32) \
    X("is_explicit_cluster",        EXPLICIT_CLUSTER,    1)  \
    X("total_smem_size",            TOTAL_SMEM,          32) \
    X("aggr_smem_size",             AGGR_SMEM,           32) \
    X("dynamic_smem_size",          DYNAMIC_SMEM,        32) \
    X("reserved_smem_offset_begin", RESERVED_SMEM_BEGIN, 32) \
    X("reserved_smem_offset_end",   RESERVED_SMEM_END,   32) \
    X("reserved_smem_offset_cap",   RESERVED_SMEM_CAP,   32) \
    X("reserved_smem_offset_0",     RESERVED_SMEM_0,     32) \
    X("reserved_smem_offset_1",     RESERVED_SMEM_1,     32) \
    X("current_graph_exec",         CURRENT_GRAPH_EXEC,  64) \
    X("globaltimer",                GLOBALTIMER,         64) \
    X("globaltimer_lo",             GLOBALTIMER_LO,      32) \
    X("globaltimer_hi",             GLOBALTIMER_HI,      32) \
    X("clock",                      CLOCK,               32) \
    X("clock_hi",                   CLOCK_HI,            32) \
    X("clock64",                    CLOCK64,             64) \
    X("pm0",      PM0,      32) X("pm1",      PM1,      32)  \
    X("pm2",      PM2,      32) X("pm3",      PM3,      32)  \
    X("pm4",      PM4,      32) X("pm5",      PM5,      32)  \
    X("pm6",      PM6,      32) X("pm7",      PM7,      32)  \
    X("pm0_64",   PM0_64,   64) X("pm1_64",   PM1_64,   64)  \
    X("pm2_64",   PM2_64,   64) X("pm3_64",   PM3_64,   64)  \
    X("pm4_64",   PM4_64,   64) X("pm5_64",   PM5_64,   64)  \
    X("pm6_64",   PM6_64,   64) X("pm7_64",   PM7_64,   64)  \
    X("envreg0",  ENVREG0,  32) X("envreg1",  ENVREG1,  32)  \
    X("envreg2",  ENVREG2,  32) X("envreg3",  ENVREG3,  32)  \
    X("envreg4",  ENVREG4,  32) X("envreg5",  ENVREG5,  32)  \
    X("envreg6",  ENVREG6,  32) X("envreg7",  ENVREG7,  32)  \
    X("envreg8",  ENVREG8,  32) X("envreg9",  ENVREG9,  32)  \
    X("envreg10", ENVREG10, 32) X("envreg11", ENVREG11, 32)  \
    X("envreg12", ENVREG12, 32) X("envreg13", ENVREG13, 32)  \
    X("envreg14", ENVREG14, 32) X("envreg15", ENVREG15, 32)  \
    X("envreg16", ENVREG16, 32) X("envreg17", ENVREG17, 32)  \
    X("envreg18", ENVREG18, 32) X("envreg19", ENVREG19, 32)  \
    X("envreg20", ENVREG20, 32) X("envreg21", ENVREG21, 32)  \
    X("envreg22", ENVREG22, 32) X("envreg23", ENVREG23, 32)  \
    X("envreg24", ENVREG24, 32) X("envreg25", ENVREG25, 32)  \
    X("envreg26", ENVREG26, 32) X("envreg27", ENVREG27, 32)  \
    X("envreg28", ENVREG28, 32) X("envreg29", ENVREG29, 32)  \
    X("envreg30", ENVREG30, 32) X("envreg31", ENVREG31, 32)

/*
 * The instructions. A pattern is written as in the ISA: ".word" must be there, "{.word}" may, "{.CLASS}*" any number of
 * times; words in capitals are classes of TW_PTX_WORDS; ".T" and ".U" are types of the two sets that follow.
 *
 * Operands, one letter each, destinations in capitals; "?" means that it may be left out:
 *
 *     T  register of type T                          t  the same, or a constant
 *     X  of type T or wider (PTX ISA 9.4.1)          x  the same
 *     V  X, or as many in braces as .VEC says        v  the same
 *     E  as many of type T as .VEC says              e  the same, or special registers
 *     D  register, or a vector as wide as T in sum   d  the same, a constant or a variable's address (mov)
 *     W  twice as wide as T                          w  the same
 *     I  32 bits                                     i  the same, or a constant
 *     P  predicate                                   p  predicate, or its negation
 *     Q  predicate, perhaps "|" a second             u  of type U, or a constant
 *     S  32 bits, perhaps "|" a predicate            y  of type U or wider, or a constant
 *     M  memory [..]                                 n  constant
 *     o  i, or a constant up to 255                  h  a float constant, or a register of 32 bits
 *     R  32 bits of any kind                         l  the same, or a constant
 *     b  i, or the number of a barrier               k  i, or a number of threads, whole warps
 *     L  label                                       a  register of type T or a variable's address
 *     N  memory in the space .OTHER                  g  64 bits, a generic address or a cache policy
 *     G  32 bits, perhaps of a part: %r1.h0         j  the same, perhaps with a minus
 *     F  registers in braces, of 32 or 64 bits      f  the same
 *     O  memory in .shared                           z  32 bits, a constant, or a predicate
 *     B  label of .branchtargets                     C  the operands of a call
 *     q  16 bits, or a constant                      Y  a tensor's map with .DIM coordinates: [map, {..}]
 *     A  texture or surface with coordinates         K  texture or surface: [..]
 *     H  E, perhaps "|" a predicate                 J  F, which is read too
 *     c  f, or the 64 bits that describe a matrix   r  two 16-bit values less than .DIM in braces
 */
#define TW_PTX_SET(name) (1u << TW_PTX_##name)

#define TW_PTX_INTS    (TW_PTX_SET(U16) | TW_PTX_SET(U32) | TW_PTX_SET(U64) | TW_PTX_SET(S16) | TW_PTX_SET(S32) | TW_PTX_SET(S64))
#define TW_PTX_INTS8   (TW_PTX_INTS | TW_PTX_SET(U8) | TW_PTX_SET(S8))
#define TW_PTX_INTS32  (TW_PTX_SET(U32) | TW_PTX_SET(S32))
#define TW_PTX_INTS3264 (TW_PTX_INTS32 | TW_PTX_SET(U64) | TW_PTX_SET(S64))
#define TW_PTX_INTS16  (TW_PTX_SET(U16) | TW_PTX_SET(S16))
#define TW_PTX_NARROW  (TW_PTX_SET(U16) | TW_PTX_SET(S16) | TW_PTX_INTS32)
#define TW_PTX_SIGNEDS (TW_PTX_SET(S16) | TW_PTX_SET(S32) | TW_PTX_SET(S64))
#define TW_PTX_BITS163264 (TW_PTX_SET(B16) | TW_PTX_SET(B32) | TW_PTX_SET(B64))
#define TW_PTX_BITS3264 (TW_PTX_SET(B32) | TW_PTX_SET(B64))
#define TW_PTX_LOGIC   (TW_PTX_BITS163264 | TW_PTX_SET(PRED))
#define TW_PTX_F3264   (TW_PTX_SET(F32) | TW_PTX_SET(F64))
#define TW_PTX_INTS16X2 (TW_PTX_SET(U16X2) | TW_PTX_SET(S16X2))
#define TW_PTX_HALF    (TW_PTX_SET(F16) | TW_PTX_SET(BF16))
#define TW_PTX_HALFX2  (TW_PTX_SET(F16X2) | TW_PTX_SET(BF16X2))
#define TW_PTX_PAIRED  (TW_PTX_HALFX2 | TW_PTX_INTS32)
#define TW_PTX_NARROW2 (TW_PTX_SET(U16) | TW_PTX_SET(S16) | TW_PTX_INTS32 | TW_PTX_HALF)
#define TW_PTX_EIGHTS  (TW_PTX_SET(E4M3X2) | TW_PTX_SET(E5M2X2))
#define TW_PTX_EIGHTS6 (TW_PTX_EIGHTS | TW_PTX_SET(E2M3X2) | TW_PTX_SET(E3M2X2))
#define TW_PTX_HALVES  (TW_PTX_SET(F16) | TW_PTX_SET(F16X2) | TW_PTX_SET(BF16) | TW_PTX_SET(BF16X2))
#define TW_PTX_SCALARS (TW_PTX_SET(F16) | TW_PTX_SET(BF16) | TW_PTX_F3264)
#define TW_PTX_ANY     (TW_PTX_INTS8 | TW_PTX_SET(B8) | TW_PTX_BITS163264 | TW_PTX_SET(B128) | TW_PTX_F3264)
#define TW_PTX_WHOLE   (TW_PTX_INTS | TW_PTX_BITS163264 | TW_PTX_F3264)
#define TW_PTX_SIZES   (TW_PTX_SET(U32) | TW_PTX_SET(U64))
#define TW_PTX_SUMS    (TW_PTX_SET(F16) | TW_PTX_F3264 | TW_PTX_SET(S32))
#define TW_PTX_GROUPSUMS (TW_PTX_SET(F16) | TW_PTX_SET(F32) | TW_PTX_SET(S32))
#define TW_PTX_HALFSUMS (TW_PTX_SET(F16) | TW_PTX_SET(F32))
#define TW_PTX_WHOLES  (TW_PTX_SET(F16) | TW_PTX_SET(BF16) | TW_PTX_SET(TF32) | TW_PTX_SET(F64) | TW_PTX_SET(S8) | TW_PTX_SET(U8) | TW_PTX_SET(S4) | TW_PTX_SET(U4) | TW_PTX_SET(B1))
#define TW_PTX_TEXELS  (TW_PTX_INTS32 | TW_PTX_SET(F32) | TW_PTX_SET(F16X2))
#define TW_PTX_PLACES  (TW_PTX_SET(S32) | TW_PTX_SET(F32))
#define TW_PTX_WIDTHS  (TW_PTX_SET(B8) | TW_PTX_BITS163264)
#define TW_PTX_REDUCED (TW_PTX_INTS3264 | TW_PTX_BITS3264)
#define TW_PTX_BULK_REDUCED (TW_PTX_INTS3264 | TW_PTX_BITS3264 | TW_PTX_F3264 | TW_PTX_HALF)
#define TW_PTX_NONE    0u

/*    pattern                                              T               U               operands  handler         */
#define TW_PTX_OPCODES(X)                                                                                             \
    /* data movement */                                                                                               \
    X("ld{.ORDER}{.SCOPE}{.SPACE}{.CACHE}*{.VEC}.T",       TW_PTX_ANY,     TW_PTX_NONE,    "VM",     load)            \
    X("st{.ORDER}{.SCOPE}{.SPACE}{.CACHE}*{.VEC}.T",       TW_PTX_ANY,     TW_PTX_NONE,    "Mv",     store)           \
    X("ld{.ORDER}{.SCOPE}{.SPACE}{.CACHE}*.HINT{.CACHE}*{.VEC}.T",      TW_PTX_ANY, TW_PTX_NONE, "VMg", load)       \
    X("st{.ORDER}{.SCOPE}{.SPACE}{.CACHE}*.HINT{.CACHE}*{.VEC}.T",      TW_PTX_ANY, TW_PTX_NONE, "Mvg", store)      \
    X("ld.mmio.ORDER.SCOPE{.SPACE}.T",                     TW_PTX_ANY,     TW_PTX_NONE,    "VM",     load)            \
    X("st.mmio.ORDER.SCOPE{.SPACE}.T",                     TW_PTX_ANY,     TW_PTX_NONE,    "Mv",     store)           \
    X("createpolicy.fractional.POLICY{.SECOND}.T",         TW_PTX_SET(B64), TW_PTX_NONE,   "Th?",    policy)          \
    X("ldu{.SPACE}{.VEC}.T",                               TW_PTX_ANY,     TW_PTX_NONE,    "VM",     load)            \
    X("mov.T",                          TW_PTX_WHOLE | TW_PTX_SET(PRED),   TW_PTX_NONE,    "Dd",     move)            \
    X("mov.VEC.T",                      TW_PTX_WHOLE,                      TW_PTX_NONE,    "Ee",     move_each)       \
    X("mov.T",                                             TW_PTX_SET(B128), TW_PTX_NONE,  "Ee",     move_each)       \
    X("cvta{.to}.SPACE.T",                                 TW_PTX_SIZES,   TW_PTX_NONE,    "Ta",     cvta)            \
    X("isspacep.SPACE",                                    TW_PTX_NONE,    TW_PTX_NONE,    "Pg",     isspacep)        \
    X("prefetch{.SPACE}.LEVEL",                            TW_PTX_NONE,    TW_PTX_NONE,    "M",      nothing)         \
    X("prefetch.SPACE.KEEP",                               TW_PTX_NONE,    TW_PTX_NONE,    "M",      nothing)         \
    X("prefetchu.LEVEL",                                   TW_PTX_NONE,    TW_PTX_NONE,    "M",      nothing)         \
    /* integers */                                                                                                    \
    X("add.T",                                             TW_PTX_INTS,    TW_PTX_NONE,    "Ttt",    add)             \
    X("add.sat.T",                                         TW_PTX_SET(S32), TW_PTX_NONE,   "Ttt",    add_sat)         \
    X("add.cc.T",                                          TW_PTX_INTS3264, TW_PTX_NONE,   "Ttt",    add_carry)       \
    X("addc{.cc}.T",                                       TW_PTX_INTS3264, TW_PTX_NONE,   "Ttt",    addc)            \
    X("addc.T",                                            TW_PTX_INTS16,  TW_PTX_NONE,    "Ttt",    addc)            \
    X("sub.T",                                             TW_PTX_INTS,    TW_PTX_NONE,    "Ttt",    sub)             \
    X("sub.sat.T",                                         TW_PTX_SET(S32), TW_PTX_NONE,   "Ttt",    sub_sat)         \
    X("sub.cc.T",                                          TW_PTX_INTS3264, TW_PTX_NONE,   "Ttt",    sub_carry)       \
    X("subc{.cc}.T",                                       TW_PTX_INTS3264, TW_PTX_NONE,   "Ttt",    subc)            \
    X("subc.T",                                            TW_PTX_INTS16,  TW_PTX_NONE,    "Ttt",    subc)            \
    X("mul.HALF.T",                                        TW_PTX_INTS,    TW_PTX_NONE,    "Ttt",    mul)             \
    X("mul.wide.T",                                        TW_PTX_NARROW,  TW_PTX_NONE,    "Wtt",    mul_wide)        \
    X("mul24.HALF.T",                                      TW_PTX_INTS32,  TW_PTX_NONE,    "Ttt",    mul24)           \
    X("mad.HALF.T",                                        TW_PTX_INTS,    TW_PTX_NONE,    "Tttt",   mad)             \
    X("mad.wide.T",                                        TW_PTX_NARROW,  TW_PTX_NONE,    "Wttw",   mad_wide)        \
    X("mad24.HALF.T",                                      TW_PTX_INTS32,  TW_PTX_NONE,    "Tttt",   mad24)           \
    X("mad.HALF.sat.T",                                    TW_PTX_SET(S32), TW_PTX_NONE,    "Tttt",   mad_sat)        \
    X("mad24.HALF.sat.T",                                  TW_PTX_SET(S32), TW_PTX_NONE,    "Tttt",   mad24_sat)      \
    X("mad.HALF.cc.T",                                     TW_PTX_INTS3264, TW_PTX_NONE,   "Tttt",   mad_carry)       \
    X("madc.HALF{.cc}.T",                                  TW_PTX_INTS3264, TW_PTX_NONE,   "Tttt",   madc)            \
    X("madc.HALF.T",                                       TW_PTX_INTS16,  TW_PTX_NONE,    "Tttt",   madc)            \
    X("div.T",                                             TW_PTX_INTS,    TW_PTX_NONE,    "Ttt",    div)             \
    X("rem.T",                                             TW_PTX_INTS,    TW_PTX_NONE,    "Ttt",    rem)             \
    X("abs.T",                                             TW_PTX_SIGNEDS, TW_PTX_NONE,    "Tt",     abs)             \
    X("neg.T",                                             TW_PTX_SIGNEDS, TW_PTX_NONE,    "Tt",     neg)             \
    X("min.T",                                             TW_PTX_INTS,    TW_PTX_NONE,    "Ttt",    min)             \
    X("max.T",                                             TW_PTX_INTS,    TW_PTX_NONE,    "Ttt",    max)             \
    X("min.relu.T",                                        TW_PTX_SET(S32), TW_PTX_NONE,    "Ttt",    min_relu)       \
    X("max.relu.T",                                        TW_PTX_SET(S32), TW_PTX_NONE,    "Ttt",    max_relu)       \
    X("add.T",                                             TW_PTX_INTS16X2, TW_PTX_NONE,    "Ttt",    add_pair)       \
    X("min{.relu}.T",                                      TW_PTX_INTS16X2, TW_PTX_NONE,    "Ttt",    min_pair)       \
    X("max{.relu}.T",                                      TW_PTX_INTS16X2, TW_PTX_NONE,    "Ttt",    max_pair)       \
    X("sad.T",                                             TW_PTX_INTS,    TW_PTX_NONE,    "Tttt",   sad)             \
    X("popc.T",                                            TW_PTX_BITS3264, TW_PTX_NONE,   "It",     popc)            \
    X("clz.T",                                             TW_PTX_BITS3264, TW_PTX_NONE,   "It",     clz)             \
    X("brev.T",                                            TW_PTX_BITS3264, TW_PTX_NONE,   "Tt",     brev)            \
    X("bfind{.shiftamt}.T",                                TW_PTX_INTS3264, TW_PTX_NONE,   "It",     bfind)           \
    X("bfe.T",                                             TW_PTX_INTS3264, TW_PTX_NONE,   "Ttoo",   bfe)             \
    X("bfi.T",                                             TW_PTX_BITS3264, TW_PTX_NONE,   "Tttoo",  bfi)             \
    X("bmsk.WRAP.T",                                       TW_PTX_SET(B32), TW_PTX_NONE,    "Iii",    bmsk)           \
    X("szext.WRAP.T",                                      TW_PTX_INTS32,  TW_PTX_NONE,    "Tti",    szext)           \
    X("fns.T",                                             TW_PTX_SET(B32), TW_PTX_NONE,    "Tttt",   fns)            \
    X("dp2a.HALF.T.U",                                     TW_PTX_INTS32,  TW_PTX_INTS32,  "Ituu",   dp2a)             \
    X("dp4a.T.U",                                          TW_PTX_INTS32,  TW_PTX_INTS32,  "Ituu",   dp4a)             \
    /* bits */                                                                                                        \
    X("and.T",                                             TW_PTX_LOGIC,   TW_PTX_NONE,    "Ttt",    and)             \
    X("or.T",                                              TW_PTX_LOGIC,   TW_PTX_NONE,    "Ttt",    or)              \
    X("xor.T",                                             TW_PTX_LOGIC,   TW_PTX_NONE,    "Ttt",    xor)             \
    X("not.T",                                             TW_PTX_LOGIC,   TW_PTX_NONE,    "Tt",     not)             \
    X("cnot.T",                                            TW_PTX_BITS163264, TW_PTX_NONE, "Tt",     cnot)            \
    X("shl.T",                                             TW_PTX_BITS163264, TW_PTX_NONE, "Tti",    shl)             \
    X("shr.T",                            TW_PTX_BITS163264 | TW_PTX_INTS, TW_PTX_NONE,    "Tti",    shr)             \
    X("shf.SIDE.WRAP.T",                                   TW_PTX_SET(B32), TW_PTX_NONE,   "Ttti",   shf)             \
    X("lop3.BOOL.T",                                       TW_PTX_SET(B32), TW_PTX_NONE,   "Stttnp", lop3_bool)       \
    X("lop3.T",                                            TW_PTX_SET(B32), TW_PTX_NONE,   "Ttttn",  lop3)            \
    X("prmt.T{.PRMT}",                                     TW_PTX_SET(B32), TW_PTX_NONE,   "Tttt",   prmt)            \
    /* comparison and selection */                                                                                    \
    X("setp.CMP{.ftz}.T",                 TW_PTX_WHOLE | TW_PTX_SCALARS,   TW_PTX_NONE,    "Qtt",    setp)            \
    X("setp.CMP.BOOL{.ftz}.T",            TW_PTX_WHOLE | TW_PTX_SCALARS,   TW_PTX_NONE,    "Qttp",   setp)            \
    X("setp.CMP{.ftz}.T",                                  TW_PTX_HALFX2,  TW_PTX_NONE,    "Qtt",    setp_pair)       \
    X("setp.CMP.BOOL{.ftz}.T",                             TW_PTX_HALFX2,  TW_PTX_NONE,    "Qttp",   setp_pair)       \
    X("set.CMP{.ftz}.T.U",   TW_PTX_INTS32 | TW_PTX_SET(F32), TW_PTX_WHOLE, "Tuu",   set)                              \
    X("set.CMP.BOOL{.ftz}.T.U", TW_PTX_INTS32 | TW_PTX_SET(F32), TW_PTX_WHOLE, "Tuup", set)                           \
    X("set.CMP{.ftz}.T.U",                                 TW_PTX_NARROW2, TW_PTX_HALF,    "Tuu",    set_half)        \
    X("set.CMP.BOOL{.ftz}.T.U",                            TW_PTX_NARROW2, TW_PTX_HALF,    "Tuup",   set_half)        \
    X("set.CMP{.ftz}.T.U",                                 TW_PTX_HALF,    TW_PTX_WHOLE,   "Tuu",    set_half)       \
    X("set.CMP.BOOL{.ftz}.T.U",                            TW_PTX_HALF,    TW_PTX_WHOLE,   "Tuup",   set_half)       \
    X("set.CMP{.ftz}.T.U",                                 TW_PTX_PAIRED,  TW_PTX_HALFX2,  "Tuu",    set_pair)        \
    X("set.CMP.BOOL{.ftz}.T.U",                            TW_PTX_PAIRED,  TW_PTX_HALFX2,  "Tuup",   set_pair)        \
    X("selp.T",                           TW_PTX_WHOLE,                    TW_PTX_NONE,    "Tttp",   selp)            \
    X("slct{.ftz}.T.U",      TW_PTX_WHOLE, TW_PTX_SET(S32) | TW_PTX_SET(F32),                 "Tttu",   slct)         \
    /* floating point */                                                                                              \
    X("add{.RND}{.ftz}{.sat}.T",                           TW_PTX_SET(F32), TW_PTX_NONE,   "Ttt",    fadd)            \
    X("add{.RND}.T",                                       TW_PTX_SET(F64), TW_PTX_NONE,   "Ttt",    fadd)            \
    X("sub{.RND}{.ftz}{.sat}.T",                           TW_PTX_SET(F32), TW_PTX_NONE,   "Ttt",    fsub)            \
    X("sub{.RND}.T",                                       TW_PTX_SET(F64), TW_PTX_NONE,   "Ttt",    fsub)            \
    X("mul{.RND}{.ftz}{.sat}.T",                           TW_PTX_SET(F32), TW_PTX_NONE,   "Ttt",    fmul)            \
    X("mul{.RND}.T",                                       TW_PTX_SET(F64), TW_PTX_NONE,   "Ttt",    fmul)            \
    X("fma.RND{.ftz}{.sat}.T",                             TW_PTX_SET(F32), TW_PTX_NONE,   "Tttt",   ffma)            \
    X("fma.RND.T",                                         TW_PTX_SET(F64), TW_PTX_NONE,   "Tttt",   ffma)            \
    X("mad.RND{.ftz}{.sat}.T",                             TW_PTX_SET(F32), TW_PTX_NONE,   "Tttt",   ffma)            \
    X("mad.RND.T",                                         TW_PTX_SET(F64), TW_PTX_NONE,   "Tttt",   ffma)            \
    X("div.RND{.ftz}.T",                                   TW_PTX_SET(F32), TW_PTX_NONE,   "Ttt",    fdiv)            \
    X("div.RND.T",                                         TW_PTX_SET(F64), TW_PTX_NONE,   "Ttt",    fdiv)            \
    X("rcp.RND{.ftz}.T",                                   TW_PTX_SET(F32), TW_PTX_NONE,   "Tt",     frcp)            \
    X("rcp.RND.T",                                         TW_PTX_SET(F64), TW_PTX_NONE,   "Tt",     frcp)            \
    X("sqrt.RND{.ftz}.T",                                  TW_PTX_SET(F32), TW_PTX_NONE,   "Tt",     fsqrt)           \
    X("sqrt.RND.T",                                        TW_PTX_SET(F64), TW_PTX_NONE,   "Tt",     fsqrt)           \
    X("rcp.approx{.ftz}.T",                                TW_PTX_SET(F32), TW_PTX_NONE,    "Tt",     rcp_approx)     \
    X("rcp.approx.ftz.T",                                  TW_PTX_SET(F64), TW_PTX_NONE,    "Tt",     rcp_wide)       \
    X("sqrt.approx{.ftz}.T",                               TW_PTX_SET(F32), TW_PTX_NONE,    "Tt",     sqrt_approx)    \
    X("rsqrt.approx{.ftz}.T",                              TW_PTX_SET(F32), TW_PTX_NONE,    "Tt",     rsqrt_approx)   \
    X("rsqrt.approx{.ftz}.T",                              TW_PTX_SET(F64), TW_PTX_NONE,    "Tt",     rsqrt_wide)     \
    X("div.approx{.ftz}.T",                                TW_PTX_SET(F32), TW_PTX_NONE,    "Ttt",    div_approx)     \
    X("div.full{.ftz}.T",                                  TW_PTX_SET(F32), TW_PTX_NONE,    "Ttt",    div_full)       \
    X("sin.approx{.ftz}.T",                                TW_PTX_SET(F32), TW_PTX_NONE,    "Tt",     sin_approx)     \
    X("cos.approx{.ftz}.T",                                TW_PTX_SET(F32), TW_PTX_NONE,    "Tt",     cos_approx)     \
    X("lg2.approx{.ftz}.T",                                TW_PTX_SET(F32), TW_PTX_NONE,    "Tt",     lg2_approx)     \
    X("ex2.approx{.ftz}.T",                                TW_PTX_SET(F32), TW_PTX_NONE,    "Tt",     ex2_approx)     \
    X("ex2.approx{.ftz}.T",                                TW_PTX_HALVES,  TW_PTX_NONE,    "Tt",     ex2_half)        \
    X("tanh.approx.T",                                     TW_PTX_SET(F32), TW_PTX_NONE,    "Tt",     tanh_approx)    \
    X("tanh.approx.T",                                     TW_PTX_HALVES,  TW_PTX_NONE,    "Tt",     tanh_half)       \
    X("abs{.ftz}.T",                                       TW_PTX_F3264,   TW_PTX_NONE,    "Tt",     fabs)            \
    X("neg{.ftz}.T",                                       TW_PTX_F3264,   TW_PTX_NONE,    "Tt",     fneg)            \
    X("min{.ftz}{.NaN}.T",                                 TW_PTX_SET(F32), TW_PTX_NONE,   "Tttt?",  fmin)            \
    X("min.T",                                             TW_PTX_SET(F64), TW_PTX_NONE,   "Ttt",    fmin)            \
    X("max{.ftz}{.NaN}.T",                                 TW_PTX_SET(F32), TW_PTX_NONE,   "Tttt?",  fmax)            \
    X("max.T",                                             TW_PTX_SET(F64), TW_PTX_NONE,   "Ttt",    fmax)            \
    X("min{.ftz}{.NaN}.xorsign.abs.T",                     TW_PTX_SET(F32), TW_PTX_NONE,    "Ttt",    fmin_sign)      \
    X("max{.ftz}{.NaN}.xorsign.abs.T",                     TW_PTX_SET(F32), TW_PTX_NONE,    "Ttt",    fmax_sign)      \
    X("min{.ftz}{.NaN}.abs.T",                             TW_PTX_SET(F32), TW_PTX_NONE,   "Tttt",   fmin)            \
    X("max{.ftz}{.NaN}.abs.T",                             TW_PTX_SET(F32), TW_PTX_NONE,   "Tttt",   fmax)            \
    X("copysign.T",                                        TW_PTX_F3264,   TW_PTX_NONE,    "Ttt",    copysign)        \
    X("testp.TESTP.T",                                     TW_PTX_F3264,   TW_PTX_NONE,    "Pt",     testp)           \
    X("add{.RND}{.ftz}.T",                                 TW_PTX_SET(F32X2), TW_PTX_NONE,    "Ttt",    fadd_pair)    \
    X("sub{.RND}{.ftz}.T",                                 TW_PTX_SET(F32X2), TW_PTX_NONE,    "Ttt",    fsub_pair)    \
    X("mul{.RND}{.ftz}.T",                                 TW_PTX_SET(F32X2), TW_PTX_NONE,    "Ttt",    fmul_pair)    \
    X("fma.RND{.ftz}.T",                                   TW_PTX_SET(F32X2), TW_PTX_NONE,    "Tttt",   ffma_pair)    \
    X("add{.RND}{.sat}.T.U",                               TW_PTX_SET(F32), TW_PTX_HALF,    "Tut",    fadd_mixed)     \
    X("sub{.RND}{.sat}.T.U",                               TW_PTX_SET(F32), TW_PTX_HALF,    "Tut",    fsub_mixed)     \
    X("fma.RND{.sat}.T.U",                                 TW_PTX_SET(F32), TW_PTX_HALF,    "Tuut",   ffma_mixed)     \
    X("add{.RND}{.ftz}{.sat}.T",                           TW_PTX_HALVES,  TW_PTX_NONE,    "Ttt",    hadd)            \
    X("sub{.RND}{.ftz}{.sat}.T",                           TW_PTX_HALVES,  TW_PTX_NONE,    "Ttt",    hsub)            \
    X("mul{.RND}{.ftz}{.sat}.T",                           TW_PTX_HALVES,  TW_PTX_NONE,    "Ttt",    hmul)            \
    X("fma.RND{.ftz}{.sat}{.relu}.T",                      TW_PTX_HALVES,  TW_PTX_NONE,    "Tttt",   hfma)            \
    X("fma.RND.oob{.relu}.T",                              TW_PTX_HALVES,  TW_PTX_NONE,    "Tttt",   hfma)            \
    X("neg{.ftz}.T",                                       TW_PTX_HALVES,  TW_PTX_NONE,    "Tt",     hneg)            \
    X("abs{.ftz}.T",                                       TW_PTX_HALVES,  TW_PTX_NONE,    "Tt",     habs)            \
    X("min{.ftz}{.NaN}.T",                                 TW_PTX_HALVES,  TW_PTX_NONE,    "Ttt",    hmin)            \
    X("max{.ftz}{.NaN}.T",                                 TW_PTX_HALVES,  TW_PTX_NONE,    "Ttt",    hmax)            \
    X("min{.ftz}{.NaN}.xorsign.abs.T",                     TW_PTX_HALVES,  TW_PTX_NONE,    "Ttt",    hmin_sign)       \
    X("max{.ftz}{.NaN}.xorsign.abs.T",                     TW_PTX_HALVES,  TW_PTX_NONE,    "Ttt",    hmax_sign)       \
    /* conversion */                                                                                                  \
    X("cvt{.sat}.T.U",                                     TW_PTX_INTS8,   TW_PTX_INTS8,   "Xy",     cvt)             \
    X("cvt.IRND{.ftz}{.sat}.T.U",                          TW_PTX_INTS8,   TW_PTX_SCALARS, "Xy",     cvt)             \
    X("cvt.RND{.ftz}{.sat}.T.U",                           TW_PTX_SCALARS, TW_PTX_INTS8,   "Xy",     cvt)             \
    X("cvt.RND{.ftz}{.sat}{.relu}{.satfinite}.T.U",        TW_PTX_SCALARS, TW_PTX_SCALARS, "Xy",     cvt_narrow)      \
    X("cvt.IRND{.ftz}{.sat}.T.U",                          TW_PTX_SCALARS, TW_PTX_SCALARS, "Xy",     cvt_integral)    \
    X("cvt{.ftz}{.sat}.T.U",                               TW_PTX_SCALARS, TW_PTX_SCALARS, "Xy",     cvt_widen)       \
    X("cvt.RND{.relu}{.satfinite}.T.U",                    TW_PTX_HALFX2,  TW_PTX_SET(F32), "Tuu",    cvt_two)        \
    X("cvt.RND{.relu}{.satfinite}.T.U",                    TW_PTX_SET(TF32), TW_PTX_SET(F32), "Tu",     cvt_tf32)     \
    X("cvt.rna{.satfinite}.T.U",                           TW_PTX_SET(TF32), TW_PTX_SET(F32), "Tu",     cvt_tf32)     \
    X("cvt.RND.satfinite{.relu}.T.U",                      TW_PTX_EIGHTS6, TW_PTX_SET(F32), "Tuu",    cvt_two)        \
    X("cvt.RND.satfinite{.relu}.T.U",                      TW_PTX_EIGHTS,  TW_PTX_SET(F16X2), "Tu",     cvt_pair)     \
    X("cvt.RND{.relu}.T.U",                                TW_PTX_SET(F16X2), TW_PTX_EIGHTS6, "Tu",     cvt_pair)     \
    X("cvt.pack.sat.PACK.T",                               TW_PTX_SET(S32), TW_PTX_NONE,    "Itt",    cvt_pack)       \
    X("cvt.pack.sat.PACK.T.b32",                           TW_PTX_SET(S32), TW_PTX_NONE,    "Itti",   cvt_pack)       \
    /* control */                                                                                                     \
    X("bra{.uni}",                                         TW_PTX_NONE,    TW_PTX_NONE,    "L",      branch)          \
    X("brx.idx{.uni}",                                     TW_PTX_NONE,    TW_PTX_NONE,    "iB",     branch_table)    \
    X("call{.uni}",                                        TW_PTX_NONE,    TW_PTX_NONE,    "C",      call)            \
    X("ret{.uni}",                                         TW_PTX_NONE,    TW_PTX_NONE,    "",       ret)             \
    X("alloca.T",                                          TW_PTX_SIZES,   TW_PTX_NONE,    "Ttn?",   alloca)          \
    X("stacksave.T",                                       TW_PTX_SIZES,   TW_PTX_NONE,    "T",      stack_save)      \
    X("stackrestore.T",                                    TW_PTX_SIZES,   TW_PTX_NONE,    "t",      stack_restore)   \
    X("exit",                                              TW_PTX_NONE,    TW_PTX_NONE,    "",       exit)            \
    X("trap",                                              TW_PTX_NONE,    TW_PTX_NONE,    "",       trap)            \
    X("brkpt",                                             TW_PTX_NONE,    TW_PTX_NONE,    "",       trap)            \
    X("nanosleep.T",                                       TW_PTX_SET(U32), TW_PTX_NONE,   "t",      nothing)         \
    /* barriers, fences */                                                                                            \
    X("bar{.cta}.sync",                                    TW_PTX_NONE,    TW_PTX_NONE,    "bk?",    barrier)         \
    X("barrier{.cta}.sync{.aligned}",                      TW_PTX_NONE,    TW_PTX_NONE,    "bk?",    barrier)         \
    X("bar{.cta}.arrive",                                  TW_PTX_NONE,    TW_PTX_NONE,    "bk",     arrive)          \
    X("barrier{.cta}.arrive{.aligned}",                    TW_PTX_NONE,    TW_PTX_NONE,    "bk",     arrive)          \
    X("bar{.cta}.red.popc.u32",                            TW_PTX_NONE,    TW_PTX_NONE,    "Ibk?p",  barrier_popc)    \
    X("bar{.cta}.red.BOOL.pred",                           TW_PTX_NONE,    TW_PTX_NONE,    "Pbk?p",  barrier_vote)    \
    X("barrier{.cta}.red.popc{.aligned}.u32",              TW_PTX_NONE,    TW_PTX_NONE,    "Ibk?p",  barrier_popc)    \
    X("barrier{.cta}.red.BOOL{.aligned}.pred",             TW_PTX_NONE,    TW_PTX_NONE,    "Pbk?p",  barrier_vote)    \
    X("bar.warp.sync",                                     TW_PTX_NONE,    TW_PTX_NONE,    "i",      warp_barrier)    \
    X("membar.SCOPE",                                      TW_PTX_NONE,    TW_PTX_NONE,    "",       membar)          \
    X("fence{.ORDER}.SCOPE",                               TW_PTX_NONE,    TW_PTX_NONE,    "",       fence)           \
    X("griddepcontrol.launch_dependents",                  TW_PTX_NONE,    TW_PTX_NONE,    "",       nothing)         \
    X("griddepcontrol.wait",                               TW_PTX_NONE,    TW_PTX_NONE,    "",       nothing)         \
    X("fence.mbarrier_init.ORDER.SCOPE",                   TW_PTX_NONE,    TW_PTX_NONE,    "",       fence)           \
    X("fence.ORDER.sync_restrict::shared::cta.SCOPE",      TW_PTX_NONE,    TW_PTX_NONE,    "",       fence)           \
    X("fence.ORDER.sync_restrict::shared::cluster.SCOPE",  TW_PTX_NONE,    TW_PTX_NONE,    "",       fence)           \
    X("fence.proxy.alias",                                 TW_PTX_NONE,    TW_PTX_NONE,    "",       nothing)         \
    X("fence.proxy.async{.SPACE}",                         TW_PTX_NONE,    TW_PTX_NONE,    "",       nothing)         \
    X("fence.proxy.async::generic.ORDER.sync_restrict::shared::cta.SCOPE", TW_PTX_NONE, TW_PTX_NONE, "", nothing)      \
    X("fence.proxy.async::generic.ORDER.sync_restrict::shared::cluster.SCOPE", TW_PTX_NONE, TW_PTX_NONE, "", nothing)  \
    X("membar.proxy.alias",                                TW_PTX_NONE,    TW_PTX_NONE,    "",       nothing)         \
    /* clusters */                                                                                                    \
    X("barrier.cluster.arrive{.ORDER}{.aligned}",          TW_PTX_NONE,    TW_PTX_NONE,    "",       cluster_arrive)  \
    X("barrier.cluster.wait{.ORDER}{.aligned}",            TW_PTX_NONE,    TW_PTX_NONE,    "",       cluster_wait)    \
    X("mapa{.SPACE}.T",                                    TW_PTX_SIZES,   TW_PTX_NONE,    "Tai",    mapa)            \
    X("getctarank{.SPACE}.T",                              TW_PTX_SIZES,   TW_PTX_NONE,    "Ia",     getctarank)      \
    /* hints */                                                                                                       \
    X("applypriority{.SPACE}.KEEP",                        TW_PTX_NONE,    TW_PTX_NONE,    "Mn",     nothing_line)    \
    X("discard{.SPACE}.LEVEL",                             TW_PTX_NONE,    TW_PTX_NONE,    "Mn",     nothing_line)    \
    X("createpolicy.range{.SPACE}.POLICY{.SECOND}.T",      TW_PTX_SET(B64), TW_PTX_NONE,   "TMii",   policy)          \
    X("createpolicy.cvt.LEVEL.T",                          TW_PTX_SET(B64), TW_PTX_NONE,   "Tt",     policy)          \
    X("setmaxnreg.inc.sync.aligned.u32",                   TW_PTX_NONE,    TW_PTX_NONE,    "n",      nothing_registers) \
    X("setmaxnreg.dec.sync.aligned.u32",                   TW_PTX_NONE,    TW_PTX_NONE,    "n",      nothing_registers) \
    X("pmevent",                                           TW_PTX_NONE,    TW_PTX_NONE,    "n",      nothing_event)   \
    X("pmevent.mask",                                      TW_PTX_NONE,    TW_PTX_NONE,    "n",      nothing)         \
    /* asynchronous copies */                                                                                         \
    X("cp.async.ca.OTHER.SPACE{.CACHE}",                   TW_PTX_NONE,    TW_PTX_NONE,    "NMnz?",  async_copy)      \
    X("cp.async.cg.OTHER.SPACE{.CACHE}",                   TW_PTX_NONE,    TW_PTX_NONE,    "NMnz?",  async_copy16)    \
    X("cp.async.ca.OTHER.SPACE.HINT{.CACHE}",              TW_PTX_NONE,    TW_PTX_NONE,    "NMnz?g", async_copy)      \
    X("cp.async.cg.OTHER.SPACE.HINT{.CACHE}",              TW_PTX_NONE,    TW_PTX_NONE,    "NMnz?g", async_copy16)    \
    X("cp.async.commit_group",                             TW_PTX_NONE,    TW_PTX_NONE,    "",       async_commit)    \
    X("cp.async.wait_group",                               TW_PTX_NONE,    TW_PTX_NONE,    "n",      async_wait)      \
    X("cp.async.wait_all",                                 TW_PTX_NONE,    TW_PTX_NONE,    "",       async_wait)      \
    X("cp.async.mbarrier.arrive{.noinc}{.SPACE}.T",        TW_PTX_SET(B64), TW_PTX_NONE,   "M",      async_arrive)    \
    X("cp.async.bulk.OTHER.SPACE.mbarrier::complete_tx::bytes", TW_PTX_NONE, TW_PTX_NONE,  "NMiO",   bulk_copy)       \
    X("cp.async.bulk.OTHER.SPACE.mbarrier::complete_tx::bytes.HINT", TW_PTX_NONE, TW_PTX_NONE, "NMiOg", bulk_copy)    \
    X("cp.async.bulk.OTHER.SPACE.mbarrier::complete_tx::bytes.multicast::cluster", TW_PTX_NONE, TW_PTX_NONE, "NMiOq", bulk_multicast) \
    X("cp.async.bulk.OTHER.SPACE.mbarrier::complete_tx::bytes.multicast::cluster.HINT", TW_PTX_NONE, TW_PTX_NONE, "NMiOqg", bulk_multicast) \
    X("cp.async.bulk.OTHER.SPACE.bulk_group",              TW_PTX_NONE,    TW_PTX_NONE,    "NMi",    bulk_copy)       \
    X("cp.async.bulk.OTHER.SPACE.bulk_group.HINT",         TW_PTX_NONE,    TW_PTX_NONE,    "NMig",   bulk_copy)       \
    X("cp.reduce.async.bulk.OTHER.SPACE.bulk_group{.HINT}.ATOM{.noftz}.T", TW_PTX_BULK_REDUCED, TW_PTX_NONE, "NMig?", bulk_reduce) \
    X("cp.reduce.async.bulk.OTHER.SPACE.mbarrier::complete_tx::bytes.ATOM.T", TW_PTX_BULK_REDUCED, TW_PTX_NONE, "NMiO", bulk_reduce) \
    X("cp.async.bulk.tensor.DIM.OTHER.SPACE{.tile}.mbarrier::complete_tx::bytes{.HINT}", TW_PTX_NONE, TW_PTX_NONE, "NYOg?", tensor_load) \
    X("cp.async.bulk.tensor.DIM.OTHER.SPACE{.tile}.mbarrier::complete_tx::bytes.multicast::cluster{.HINT}", TW_PTX_NONE, TW_PTX_NONE, "NYOqg?", tensor_multicast) \
    X("cp.async.bulk.tensor.DIM.OTHER.SPACE{.tile}.bulk_group{.HINT}", TW_PTX_NONE, TW_PTX_NONE, "YOg?", tensor_store) \
    X("cp.reduce.async.bulk.tensor.DIM.OTHER.SPACE.ATOM{.tile}.bulk_group{.HINT}", TW_PTX_NONE, TW_PTX_NONE, "YOg?", tensor_store) \
    X("cp.async.bulk.prefetch.tensor.DIM.LEVEL.SPACE{.tile}{.HINT}", TW_PTX_NONE, TW_PTX_NONE, "Yg?", nothing)       \
    X("cp.async.bulk.tensor.DIM.OTHER.SPACE.im2col.mbarrier::complete_tx::bytes{.HINT}", TW_PTX_NONE, TW_PTX_NONE, "NYOrg?", tensor_load) \
    X("cp.async.bulk.tensor.DIM.OTHER.SPACE.im2col.mbarrier::complete_tx::bytes.multicast::cluster{.HINT}", TW_PTX_NONE, TW_PTX_NONE, "NYOrqg?", tensor_multicast) \
    X("cp.async.bulk.tensor.DIM.OTHER.SPACE.im2col_no_offs.bulk_group{.HINT}", TW_PTX_NONE, TW_PTX_NONE, "YOg?", tensor_store) \
    X("cp.reduce.async.bulk.tensor.DIM.OTHER.SPACE.ATOM.im2col_no_offs.bulk_group{.HINT}", TW_PTX_NONE, TW_PTX_NONE, "YOg?", tensor_store) \
    X("cp.async.bulk.prefetch.tensor.DIM.LEVEL.SPACE.im2col{.HINT}", TW_PTX_NONE, TW_PTX_NONE, "Yrg?", nothing)        \
    X("tensormap.replace.tile.FIELD{.SPACE}.b1024.T",      TW_PTX_BITS3264, TW_PTX_NONE,   "Mt",     map_replace)     \
    X("tensormap.replace.tile.SIDES{.SPACE}.b1024.T",      TW_PTX_BITS3264, TW_PTX_NONE,   "Mnt",    map_replace)     \
    X("tensormap.cp_fenceproxy.OTHER.SPACE.tensormap::generic.ORDER.SCOPE.sync.aligned", TW_PTX_NONE, TW_PTX_NONE, "NMn", map_copy) \
    X("prefetch{.SPACE}.tensormap",                        TW_PTX_NONE,    TW_PTX_NONE,    "M",      nothing)         \
    X("fence.proxy.tensormap::generic.release.SCOPE",      TW_PTX_NONE,    TW_PTX_NONE,    "",       nothing)         \
    X("fence.proxy.tensormap::generic.acquire.SCOPE",      TW_PTX_NONE,    TW_PTX_NONE,    "Mn",     nothing_line)    \
    X("st.async{.ORDER}{.SCOPE}{.SPACE}.mbarrier::complete_tx::bytes{.VEC}.T", TW_PTX_BITS3264 | TW_PTX_INTS3264 | TW_PTX_F3264, TW_PTX_NONE, "MeO", async_store) \
    X("red.async{.ORDER}{.SCOPE}{.SPACE}.mbarrier::complete_tx::bytes.ATOM.T", TW_PTX_INTS3264 | TW_PTX_SET(B32), TW_PTX_NONE, "MtO", async_red) \
    X("cp.async.bulk.commit_group",                        TW_PTX_NONE,    TW_PTX_NONE,    "",       bulk_commit)     \
    X("cp.async.bulk.wait_group{.read}",                   TW_PTX_NONE,    TW_PTX_NONE,    "n",      bulk_wait)       \
    X("cp.async.bulk.prefetch.LEVEL.SPACE",                   TW_PTX_NONE,    TW_PTX_NONE,    "Mi",     nothing)         \
    X("cp.async.bulk.prefetch.LEVEL.SPACE.HINT",              TW_PTX_NONE,    TW_PTX_NONE,    "Mig",    nothing)         \
    /* mbarriers */                                                                                                   \
    X("mbarrier.init{.SPACE}.T",                           TW_PTX_SET(B64), TW_PTX_NONE,   "Mi",     mbarrier_init)   \
    X("mbarrier.inval{.SPACE}.T",                          TW_PTX_SET(B64), TW_PTX_NONE,   "M",      mbarrier_inval)  \
    X("mbarrier.expect_tx{.ORDER}{.SCOPE}{.SPACE}.T",      TW_PTX_SET(B64), TW_PTX_NONE,   "Mi",     mbarrier_expect) \
    X("mbarrier.complete_tx{.ORDER}{.SCOPE}{.SPACE}.T",    TW_PTX_SET(B64), TW_PTX_NONE,   "Mi",     mbarrier_complete) \
    X("mbarrier.arrive{.ORDER}{.SCOPE}{.SPACE}.T",         TW_PTX_SET(B64), TW_PTX_NONE,   "TMi?",   mbarrier_arrive) \
    X("mbarrier.arrive.expect_tx{.ORDER}{.SCOPE}{.SPACE}.T", TW_PTX_SET(B64), TW_PTX_NONE, "TMi",    mbarrier_arrive) \
    X("mbarrier.arrive.noComplete{.ORDER}{.SCOPE}{.SPACE}.T", TW_PTX_SET(B64), TW_PTX_NONE, "TMi",   mbarrier_arrive) \
    X("mbarrier.arrive_drop{.ORDER}{.SCOPE}{.SPACE}.T",    TW_PTX_SET(B64), TW_PTX_NONE,   "TMi?",   mbarrier_drop)   \
    X("mbarrier.arrive_drop.expect_tx{.ORDER}{.SCOPE}{.SPACE}.T", TW_PTX_SET(B64), TW_PTX_NONE, "TMi", mbarrier_drop)  \
    X("mbarrier.arrive_drop.noComplete{.ORDER}{.SCOPE}{.SPACE}.T", TW_PTX_SET(B64), TW_PTX_NONE, "TMi", mbarrier_drop) \
    X("mbarrier.test_wait{.ORDER}{.SCOPE}{.SPACE}.T",      TW_PTX_SET(B64), TW_PTX_NONE,   "PMt",    mbarrier_wait)   \
    X("mbarrier.test_wait.parity{.ORDER}{.SCOPE}{.SPACE}.T", TW_PTX_SET(B64), TW_PTX_NONE, "PMi",    mbarrier_wait)   \
    X("mbarrier.try_wait{.ORDER}{.SCOPE}{.SPACE}.T",       TW_PTX_SET(B64), TW_PTX_NONE,   "PMti?",  mbarrier_wait)   \
    X("mbarrier.try_wait.parity{.ORDER}{.SCOPE}{.SPACE}.T", TW_PTX_SET(B64), TW_PTX_NONE,  "PMii?",  mbarrier_wait)   \
    X("mbarrier.pending_count.T",                          TW_PTX_SET(B64), TW_PTX_NONE,   "It",     mbarrier_pending) \
    /* matrices: all lanes of a warp together */                                                                      \
    X("ldmatrix.sync.aligned.m8n8.NUM{.trans}{.SPACE}.T",  TW_PTX_SET(B16), TW_PTX_NONE,   "FM",     ldmatrix)        \
    X("stmatrix.sync.aligned.m8n8.NUM{.trans}{.SPACE}.T",  TW_PTX_SET(B16), TW_PTX_NONE,   "Mf",     stmatrix)        \
    X("movmatrix.sync.aligned.m8n8.trans.T",               TW_PTX_SET(B16), TW_PTX_NONE,   "Ff",     movmatrix)       \
    X("wmma.load.a.sync{.aligned}.LA.WSHAPE{.SPACE}.T",      TW_PTX_WHOLES,  TW_PTX_NONE,    "FMi?",   wmma_load_a)     \
    X("wmma.load.b.sync{.aligned}.LA.WSHAPE{.SPACE}.T",      TW_PTX_WHOLES,  TW_PTX_NONE,    "FMi?",   wmma_load_b)     \
    X("wmma.load.c.sync{.aligned}.LA.WSHAPE{.SPACE}.T",      TW_PTX_SUMS,    TW_PTX_NONE,    "FMi?",   wmma_load_c)     \
    X("wmma.store.d.sync{.aligned}.LA.WSHAPE{.SPACE}.T",     TW_PTX_SUMS,    TW_PTX_NONE,    "Mfi?",   wmma_store_d)    \
    X("wmma.mma.sync{.aligned}.LA.LB.WSHAPE.T.U",            TW_PTX_HALFSUMS, TW_PTX_HALFSUMS, "Ffff", wmma_mma)        \
    X("wmma.mma.sync{.aligned}.LA.LB.WSHAPE{.RND}.T.MA.MB.U{.satfinite}", TW_PTX_SUMS, TW_PTX_SUMS, "Ffff", wmma_mma)   \
    X("wmma.mma.BOOL.popc.sync{.aligned}.LA.LB.WSHAPE.T.MA.MB.U", TW_PTX_SET(S32), TW_PTX_SET(S32), "Ffff", wmma_mma)  \
    X("mma.sync.aligned.m8n8k4.LA.LB.T.f16.f16.U",         TW_PTX_HALFSUMS, TW_PTX_HALFSUMS, "Ffff",  mma_quads)       \
    X("mma.sync.aligned.SHAPE.row.col{.RND}{.satfinite}.T.MA.MB.U", TW_PTX_SUMS, TW_PTX_SUMS,    "Ffff",   mma)             \
    X("wgmma.fence.sync.aligned",                          TW_PTX_NONE,    TW_PTX_NONE,    "",       nothing)         \
    X("wgmma.commit_group.sync.aligned",                   TW_PTX_NONE,    TW_PTX_NONE,    "",       wgmma_commit)    \
    X("wgmma.wait_group.sync.aligned",                     TW_PTX_NONE,    TW_PTX_NONE,    "n",      wgmma_wait)      \
    X("wgmma.mma_async.sync.aligned.GSHAPE.T.MA.MB{.satfinite}", TW_PTX_GROUPSUMS, TW_PTX_NONE, "Jcgpn?n?n?n?", wgmma) \
    X("wgmma.mma_async.sync.aligned.GSHAPE.T.MA.MB.BOOL.popc", TW_PTX_SET(S32), TW_PTX_NONE, "Jcgp",  wgmma)           \
    X("wgmma.mma_async.sp.sync.aligned.GSHAPE.T.MA.MB{.satfinite}", TW_PTX_GROUPSUMS, TW_PTX_NONE, "Jcginpn?n?n?n?", wgmma) \
    X("mma.sync.aligned.SHAPE.row.col.T.MA.MB.U.BOOL.popc", TW_PTX_SET(S32), TW_PTX_SET(S32), "Ffff", mma)             \
    X("mma.sp.sync.aligned.SHAPE.row.col{.satfinite}.T.MA.MB.U", TW_PTX_SUMS, TW_PTX_SUMS, "Ffffin", mma_sparse)      \
    X("mma.sp::ordered_metadata.sync.aligned.SHAPE.row.col{.satfinite}.T.MA.MB.U", TW_PTX_SUMS, TW_PTX_SUMS, "Ffffin", mma_sparse) \
    /* video: parts of registers */                                                                                   \
    X("vadd.T.U.VB{.sat}",                                 TW_PTX_INTS32, TW_PTX_INTS32, "Gjji?", vadd)              \
    X("vadd.T.U.VB{.sat}.OP2",                             TW_PTX_INTS32, TW_PTX_INTS32, "Gjji", vadd)               \
    X("vsub.T.U.VB{.sat}",                                 TW_PTX_INTS32, TW_PTX_INTS32, "Gjji?", vsub)              \
    X("vsub.T.U.VB{.sat}.OP2",                             TW_PTX_INTS32, TW_PTX_INTS32, "Gjji", vsub)               \
    X("vabsdiff.T.U.VB{.sat}",                             TW_PTX_INTS32, TW_PTX_INTS32, "Gjji?", vabsdiff)          \
    X("vabsdiff.T.U.VB{.sat}.OP2",                         TW_PTX_INTS32, TW_PTX_INTS32, "Gjji", vabsdiff)           \
    X("vmin.T.U.VB{.sat}",                                 TW_PTX_INTS32, TW_PTX_INTS32, "Gjji?", vmin)              \
    X("vmin.T.U.VB{.sat}.OP2",                             TW_PTX_INTS32, TW_PTX_INTS32, "Gjji", vmin)               \
    X("vmax.T.U.VB{.sat}",                                 TW_PTX_INTS32, TW_PTX_INTS32, "Gjji?", vmax)              \
    X("vmax.T.U.VB{.sat}.OP2",                             TW_PTX_INTS32, TW_PTX_INTS32, "Gjji", vmax)               \
    X("vshl.T.U.VU{.sat}.WRAP",                            TW_PTX_INTS32, TW_PTX_INTS32, "Gjji?", vshl)              \
    X("vshl.T.U.VU{.sat}.WRAP.OP2",                        TW_PTX_INTS32, TW_PTX_INTS32, "Gjji", vshl)               \
    X("vshr.T.U.VU{.sat}.WRAP",                            TW_PTX_INTS32, TW_PTX_INTS32, "Gjji?", vshr)              \
    X("vshr.T.U.VU{.sat}.WRAP.OP2",                        TW_PTX_INTS32, TW_PTX_INTS32, "Gjji", vshr)               \
    X("vset.T.U.CMP",                                      TW_PTX_INTS32, TW_PTX_INTS32, "Gjji?", vset)              \
    X("vset.T.U.CMP.OP2",                                  TW_PTX_INTS32, TW_PTX_INTS32, "Gjji", vset)               \
    X("vmad.T.U.VB{.po}{.sat}{.SCALE}",                    TW_PTX_INTS32, TW_PTX_INTS32, "Gjjj", vmad)               \
    X("vadd2.T.U.VB{.sat}",                                TW_PTX_INTS32, TW_PTX_INTS32, "Gjji", vadd2)              \
    X("vadd2.T.U.VB.OP2",                                  TW_PTX_INTS32, TW_PTX_INTS32, "Gjji", vadd2)              \
    X("vsub2.T.U.VB{.sat}",                                TW_PTX_INTS32, TW_PTX_INTS32, "Gjji", vsub2)              \
    X("vsub2.T.U.VB.OP2",                                  TW_PTX_INTS32, TW_PTX_INTS32, "Gjji", vsub2)              \
    X("vavrg2.T.U.VB{.sat}",                               TW_PTX_INTS32, TW_PTX_INTS32, "Gjji", vavrg2)             \
    X("vavrg2.T.U.VB.OP2",                                 TW_PTX_INTS32, TW_PTX_INTS32, "Gjji", vavrg2)             \
    X("vabsdiff2.T.U.VB{.sat}",                            TW_PTX_INTS32, TW_PTX_INTS32, "Gjji", vabsdiff2)          \
    X("vabsdiff2.T.U.VB.OP2",                              TW_PTX_INTS32, TW_PTX_INTS32, "Gjji", vabsdiff2)          \
    X("vmin2.T.U.VB{.sat}",                                TW_PTX_INTS32, TW_PTX_INTS32, "Gjji", vmin2)              \
    X("vmin2.T.U.VB.OP2",                                  TW_PTX_INTS32, TW_PTX_INTS32, "Gjji", vmin2)              \
    X("vmax2.T.U.VB{.sat}",                                TW_PTX_INTS32, TW_PTX_INTS32, "Gjji", vmax2)              \
    X("vmax2.T.U.VB.OP2",                                  TW_PTX_INTS32, TW_PTX_INTS32, "Gjji", vmax2)              \
    X("vset2.T.U.CMP{.OP2}",                               TW_PTX_INTS32, TW_PTX_INTS32, "Gjji", vset2)              \
    X("vadd4.T.U.VB{.sat}",                                TW_PTX_INTS32, TW_PTX_INTS32, "Gjji", vadd4)              \
    X("vadd4.T.U.VB.OP2",                                  TW_PTX_INTS32, TW_PTX_INTS32, "Gjji", vadd4)              \
    X("vsub4.T.U.VB{.sat}",                                TW_PTX_INTS32, TW_PTX_INTS32, "Gjji", vsub4)              \
    X("vsub4.T.U.VB.OP2",                                  TW_PTX_INTS32, TW_PTX_INTS32, "Gjji", vsub4)              \
    X("vavrg4.T.U.VB{.sat}",                               TW_PTX_INTS32, TW_PTX_INTS32, "Gjji", vavrg4)             \
    X("vavrg4.T.U.VB.OP2",                                 TW_PTX_INTS32, TW_PTX_INTS32, "Gjji", vavrg4)             \
    X("vabsdiff4.T.U.VB{.sat}",                            TW_PTX_INTS32, TW_PTX_INTS32, "Gjji", vabsdiff4)          \
    X("vabsdiff4.T.U.VB.OP2",                              TW_PTX_INTS32, TW_PTX_INTS32, "Gjji", vabsdiff4)          \
    X("vmin4.T.U.VB{.sat}",                                TW_PTX_INTS32, TW_PTX_INTS32, "Gjji", vmin4)              \
    X("vmin4.T.U.VB.OP2",                                  TW_PTX_INTS32, TW_PTX_INTS32, "Gjji", vmin4)              \
    X("vmax4.T.U.VB{.sat}",                                TW_PTX_INTS32, TW_PTX_INTS32, "Gjji", vmax4)              \
    X("vmax4.T.U.VB.OP2",                                  TW_PTX_INTS32, TW_PTX_INTS32, "Gjji", vmax4)              \
    X("vset4.T.U.CMP{.OP2}",                               TW_PTX_INTS32, TW_PTX_INTS32, "Gjji", vset4)              \
    /* textures and surfaces */                                                                                       \
    X("tex.GEOM.VEC.T.U",                                  TW_PTX_TEXELS,  TW_PTX_PLACES,  "HAm?l?", tex)             \
    X("tex.base.GEOM.VEC.T.U",                             TW_PTX_TEXELS,  TW_PTX_PLACES,  "HAm?l?", tex)             \
    X("tex.level.GEOM.VEC.T.U",                            TW_PTX_TEXELS,  TW_PTX_PLACES,  "HAlm?l?", tex)             \
    X("tex.grad.GEOM.VEC.T.U",                             TW_PTX_TEXELS,  TW_PTX_SET(F32), "HAmmm?l?", tex)            \
    X("tld4.COMP.GEOM.VEC.T.U",                            TW_PTX_TEXELS,  TW_PTX_SET(F32), "HAm?l?", tld4)            \
    X("txq.ASKED.T",                                       TW_PTX_SET(B32), TW_PTX_NONE,   "TK",     txq)             \
    X("txq.level.ASKED.T",                                 TW_PTX_SET(B32), TW_PTX_NONE,   "TKi",    txq)             \
    X("suq.ASKED.T",                                       TW_PTX_SET(B32), TW_PTX_NONE,   "TK",     suq)             \
    X("suld.b.GEOM{.CACHE}{.VEC}.T.BEYOND",                TW_PTX_WIDTHS,  TW_PTX_NONE,    "VA",     suld)            \
    X("sust.b.GEOM{.CACHE}{.VEC}.T.BEYOND",                TW_PTX_WIDTHS,  TW_PTX_NONE,    "Av",     sust)            \
    X("sust.p.GEOM{.CACHE}{.VEC}.T.BEYOND",                TW_PTX_SET(B32), TW_PTX_NONE,   "Av",     sust_p)          \
    X("sured.b.ATOM.GEOM.T.BEYOND",                        TW_PTX_REDUCED, TW_PTX_NONE,    "At",     sured)           \
    X("sured.p.ATOM.GEOM.T.BEYOND",                        TW_PTX_BITS3264, TW_PTX_NONE,   "At",     sured)           \
    /* between the lanes of a warp */                                                                                 \
    X("shfl.sync.SHFL.T",                                  TW_PTX_SET(B32), TW_PTX_NONE,   "Stlli",  shfl)            \
    X("shfl.SHFL.T",                                       TW_PTX_SET(B32), TW_PTX_NONE,   "Stll",   shfl_active)     \
    X("vote.sync.VOTE.pred",                               TW_PTX_NONE,    TW_PTX_NONE,    "Ppi",    vote)            \
    X("vote.sync.ballot.b32",                              TW_PTX_NONE,    TW_PTX_NONE,    "Rpi",    ballot)          \
    X("vote.VOTE.pred",                                    TW_PTX_NONE,    TW_PTX_NONE,    "Pp",     vote_active)     \
    X("vote.ballot.b32",                                   TW_PTX_NONE,    TW_PTX_NONE,    "Rp",     ballot_active)   \
    X("match.any.sync.T",                                  TW_PTX_BITS3264, TW_PTX_NONE,   "Iti",    match_any)       \
    X("match.all.sync.T",                                  TW_PTX_BITS3264, TW_PTX_NONE,   "Sti",    match_all)       \
    X("redux.sync.ATOM.T",                TW_PTX_INTS32 | TW_PTX_SET(B32), TW_PTX_NONE,    "Tti",    redux)           \
    X("redux.sync.ATOM{.abs}{.NaN}.T",                     TW_PTX_SET(F32), TW_PTX_NONE,   "Tti",    redux_float)     \
    X("activemask.b32",                                    TW_PTX_NONE,    TW_PTX_NONE,    "R",      activemask)      \
    X("elect.sync",                                        TW_PTX_NONE,    TW_PTX_NONE,    "Si",     elect)           \
    /* atomics */                                                                                                     \
    X("atom{.ORDER}{.SCOPE}{.SPACE}.ATOM.T",  TW_PTX_INTS3264 | TW_PTX_BITS3264 | TW_PTX_F3264, TW_PTX_NONE, "TMt", atom) \
    X("atom{.ORDER}{.SCOPE}{.SPACE}.cas.T",   TW_PTX_BITS163264, TW_PTX_NONE,              "TMtt",   cas)             \
    X("atom{.ORDER}{.SCOPE}{.SPACE}.exch{.HINT}.T", TW_PTX_SET(B128), TW_PTX_NONE,         "EMeg?",  exch_wide)       \
    X("atom{.ORDER}{.SCOPE}{.SPACE}.cas.T",   TW_PTX_SET(B128), TW_PTX_NONE,               "EMee",   cas_wide)        \
    X("atom{.ORDER}{.SCOPE}{.SPACE}.ATOM.noftz.T", TW_PTX_HALVES, TW_PTX_NONE,             "TMt",    atom)            \
    X("red{.ORDER}{.SCOPE}{.SPACE}.ATOM.noftz.T",  TW_PTX_HALVES, TW_PTX_NONE,             "Mt",     red)             \
    X("atom{.ORDER}{.SCOPE}{.SPACE}.ATOM.HINT.T", TW_PTX_INTS3264 | TW_PTX_BITS3264 | TW_PTX_F3264, TW_PTX_NONE, "TMtg", atom) \
    X("red{.ORDER}{.SCOPE}{.SPACE}.ATOM.HINT.T",  TW_PTX_INTS3264 | TW_PTX_BITS3264 | TW_PTX_F3264, TW_PTX_NONE, "Mtg", red) \
    X("atom{.ORDER}{.SCOPE}{.SPACE}.ATOM{.noftz}{.HINT}.VEC.T", TW_PTX_HALVES | TW_PTX_SET(F32), TW_PTX_NONE, "EMeg?", atom_vector) \
    X("red{.ORDER}{.SCOPE}{.SPACE}.ATOM{.noftz}{.HINT}.VEC.T",  TW_PTX_HALVES | TW_PTX_SET(F32), TW_PTX_NONE, "Meg?",  red_vector)  \
    X("red{.ORDER}{.SCOPE}{.SPACE}.ATOM.T",   TW_PTX_INTS3264 | TW_PTX_BITS3264 | TW_PTX_F3264, TW_PTX_NONE, "Mt", red)

/*
 * What a row's pattern and types allow but PTX does not: an instruction of one of these names, with one of these words, has
 * none of (NONE) or needs one of (NEEDS) those words, or has but one of the former (ONCE). "" stands for anything; "L1::" for every word that begins so; "u:f32" for a .U that
 * is .f32, "t:f32" for a .T.
 */
/*    names                   words                                   rule   those                                    */
#define TW_PTX_RULES(X)                                                                                               \
    X("atom red",             "weak volatile sc gl",                  NONE,  "")                                      \
    X("red",                  "acquire acq_rel",                      NONE,  "")                                      \
    X("atom red",             "const local param",                    NONE,  "")                                      \
    X("ld",                   "wb wt",                                NONE,  "")                                      \
    X("st",                   "ca lu cv nc L2::64B L2::128B L2::256B", NONE, "")                                      \
    X("st",                   "L1::",                                 NONE,  "wb cg cs wt")                           \
    X("ld",                   "L1::",                                 NONE,  "ca cg cs lu cv")                        \
    X("ld st",                "L2::evict_normal L2::evict_first L2::evict_last", NEEDS, "v4 v8")                      \
    X("ld st",                "L2::evict_normal L2::evict_first L2::evict_last", NEEDS, "v8 t:b64 t:u64 t:s64 t:f64")  \
    X("ld st",                "L2::evict_normal L2::evict_first L2::evict_last", NONE, "t:b8 t:u8 t:s8 t:b16 t:u16 t:s16") \
    X("ld st",                "L1:: L2::",                            NONE,  "shared shared::cta shared::cluster local const param")  \
    X("ld st",                "volatile relaxed acquire release",     NONE,  "ca cg cs lu cv nc wb wt const param")   \
    X("ld st",                "volatile",                             NONE,  "L1:: L2::evict_normal L2::evict_first L2::evict_last L2::cache_hint") \
    X("ld st",                "L1::",                                 ONCE,  "")                                      \
    X("ld st",                "L2::evict_normal L2::evict_first L2::evict_last", ONCE, "")                             \
    X("ld st",                "L2::64B L2::128B L2::256B",            ONCE,  "")                                      \
    X("ld st",                "ca cg cs lu cv wb wt",                 ONCE,  "")                                      \
    X("ld st",                "gl",                                   NONE,  "")                                      \
    X("ld",                   "nc",                                   NEEDS, "global")                                \
    X("st",                   "param::entry",                         NONE,  "")                                      \
    X("ldu",                  "shared shared::cta shared::cluster local const param v8", NONE, "")                                    \
    X("mov",                  "v8",                                   NONE,  "")                                      \
    X("ld st",                "mmio",                                 NEEDS, "relaxed")                               \
    X("ld st",                "mmio",                                 NEEDS, "sys")                                   \
    X("ld st",                "mmio",                                 NONE,  "shared shared::cta shared::cluster local const param") \
    X("ldu",                  "v4",                                   NONE,  "t:b64 t:u64 t:s64 t:f64")                              \
    X("prefetch",             "shared shared::cta shared::cluster const param",       NONE,  "L1 L2")                                 \
    X("prefetch",             "L2::evict_last L2::evict_normal",      NEEDS, "global")                                \
    X("prefetch isspacep",    "param::func",                          NONE,  "")                                      \
    X("prefetch",             "param::entry",                         NONE,  "")                                      \
    X("fence",                "mbarrier_init",                        NEEDS, "release")                               \
    X("fence",                "mbarrier_init sync_restrict::shared::cta sync_restrict::shared::cluster", NEEDS, "cluster") \
    X("fence",                "sync_restrict::shared::cluster",       NEEDS, "acquire")                               \
    X("fence",                "sync_restrict::shared::cta",           NEEDS, "release")                               \
    X("fence",                "proxy",                                NONE,  "const local param param::entry param::func shared acq_rel sc") \
    X("applypriority discard createpolicy", "const local param param::entry param::func shared shared::cta shared::cluster", NONE, "") \
    X("applypriority",        "L2::evict_last",                       NONE,  "")                                      \
    X("discard createpolicy", "L1",                                   NONE,  "")                                      \
    X("getctarank mapa",      "global const local param param::entry param::func shared shared::cta", NONE, "")        \
    X("cp",                   "ca cg",                                NONE,  "shared::cluster L1:: cs lu cv wb wt nc L2::evict_normal L2::evict_first L2::evict_last") \
    X("cp",                   "ca cg",                                ONCE,  "")                                      \
    X("cp",                   "arrive",                               NONE,  "shared::cluster")                       \
    X("cp",                   "im2col im2col_no_offs",                NONE,  "1d 2d")                                 \
    X("atom red",             "t:f16 t:bf16 t:f16x2 t:bf16x2",        NEEDS, "noftz")                                 \
    X("atom red",             "L2::cache_hint",                       NONE,  "shared shared::cta shared::cluster")    \
    X("st",                   "mbarrier::complete_tx::bytes",         NONE,  "v8")                                    \
    X("suld sust",            "L1:: L2::",                            NONE,  "")                                      \
    X("suld",                 "lu wb wt nc",                          NONE,  "")                                      \
    X("sust",                 "ca lu cv nc",                          NONE,  "")                                      \
    X("sured",                "and or",                               NEEDS, "t:b32")                                 \
    X("sured",                "add",                                  NONE,  "t:b64 t:s64")                           \
    X("tex",                  "cube acube",                           NONE,  "u:s32")                                 \
    X("prefetch",             "global shared shared::cta shared::cluster local",      NONE,  "tensormap")                             \
    X("prefetchu",            "L2",                                   NONE,  "")                                      \
    X("membar",               "gpu cluster",                          NONE,  "")                                      \
    X("fence",                "gl weak volatile relaxed",             NONE,  "")                                      \
    X("mbarrier",             "weak volatile acq_rel sc gpu sys gl",  NONE,  "")                                      \
    X("mbarrier",             "cta cluster",                          NEEDS, "relaxed acquire release")               \
    X("mbarrier",             "relaxed acquire release",              NEEDS, "cta cluster")                           \
    X("mbarrier",             "acquire",                              NEEDS, "test_wait try_wait")                    \
    X("mbarrier",             "release",                              NEEDS, "arrive arrive_drop")                    \
    X("mbarrier",             "noComplete",                           NONE,  "relaxed cluster shared::cluster")       \
    X("mbarrier",             "init inval test_wait try_wait",        NONE,  "shared::cluster")                       \
    X("cp",                   "prefetch",                             NONE,  "L1 param param::entry param::func const local shared shared::cta shared::cluster") \
    X("set",                  "ftz",                                  NONE,  "t:bf16")                                \
    X("abs neg min max setp", "ftz",                                  NONE,  "t:f64")                                 \
    X("set slct",             "ftz",                                  NEEDS, "u:f16 u:f16x2 u:f32")                   \
    X("cvt",                  "ftz",                                  NEEDS, "f32")                                   \
    X("cvt",                  "sat",                                  NONE,  "bf16 bf16x2")                           \
    X("cvt",                  "relu",                                 NONE,  "u:f64")                                 \
    X("cvt fma",              "relu",                                 NONE,  "sat")                                   \
    X("tex tld4",             "v2",                                   NEEDS, "t:f16x2")                                \
    X("tex tld4",             "v4",                                   NONE,  "t:f16x2")                                \
    X("tex tld4 suld sust",   "v8",                                   NONE,  "")                                       \
    X("tld4",                 "1d 3d a1d",                            NONE,  "")                                       \
    X("suld sust sured",      "cube acube",                           NONE,  "")                                       \
    X("sured",                "a1d a2d exch xor inc dec",             NONE,  "")

/* First words of the PTX instructions that have no row: refused as not known here, while any other word is no PTX at all. */
#define TW_PTX_OTHERS(X)                                                                                              \
    X(clusterlaunchcontrol) X(istypep) X(multimem) X(tcgen05)

/* clang-format on */

#endif
