// Defines how the library is compiled: as which C++, for which instruction sets, and what is
// inlined; and the order of bytes in memory.

#pragma once

#if __cplusplus < 201703L
#error collision2d needs C++17
#endif

// Bounds and exact answers are those of IEEE double precision, rounded once for each operation.
#if defined(__FAST_MATH__) || (defined(__FLT_EVAL_METHOD__) && __FLT_EVAL_METHOD__ == 2)
#error collision2d needs IEEE arithmetic: compile without -ffast-math, -Ofast and the x87 unit
#endif

#include <cstdint>

#include "absl/base/attributes.h"

// The instruction sets that kernels are compiled for. Include this before any header of Highway.
// All of Highway's sets are used, with two exceptions: Arm's scalable vectors, whose types have no
// size at compile time and cannot be members of the kernels' structs, and NEON of 32-bit Arm, which
// has no vectors of doubles. Processors with scalable vectors run the NEON kernels, 32-bit ones
// kernels of one lane.
#if defined(__arm__)
#define HWY_DISABLED_TARGETS (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_NEON)
#else
#define HWY_DISABLED_TARGETS (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128)
#endif

// Marks for the hot path of queries. Queries are fast because each query, frame and step has its
// own copy of this code, so inlining and unrolling are not left to the compiler's limits on code
// size. Code that is compiled for size (-Os, -Oz) shares one copy instead.
//
//   COLLISION2D_HOT_INLINE        before an inline function: inlined
//   COLLISION2D_HOT_UNROLL(n)     before a loop: unrolled n times

#if defined(__OPTIMIZE_SIZE__)
#define COLLISION2D_HOT_INLINE
#define COLLISION2D_HOT_UNROLL(n)
#else
#define COLLISION2D_HOT_INLINE ABSL_ATTRIBUTE_ALWAYS_INLINE
#define COLLISION2D_PRAGMA(text) _Pragma(#text)
#define COLLISION2D_HOT_UNROLL(n) COLLISION2D_PRAGMA(GCC unroll n)
#endif

namespace collision2d::internal {

inline constexpr bool kIsLittleEndian = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__;

// The word whose bytes in memory are those of `value`, the least significant one first.
inline uint32_t SwapUnlessLittleEndian(uint32_t value) { return kIsLittleEndian ? value : __builtin_bswap32(value); }
inline uint64_t SwapUnlessLittleEndian(uint64_t value) { return kIsLittleEndian ? value : __builtin_bswap64(value); }

}  // namespace collision2d::internal
