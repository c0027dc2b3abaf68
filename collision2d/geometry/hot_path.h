#ifndef COLLISION2D_GEOMETRY_HOT_PATH_H_
#define COLLISION2D_GEOMETRY_HOT_PATH_H_

#include "absl/base/attributes.h"

// Marks for the hot path of queries. What makes queries fast is a copy of this code for each query,
// frame and step, so that inlining and unrolling are not left to the compiler's limits on code
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

#endif  // COLLISION2D_GEOMETRY_HOT_PATH_H_
