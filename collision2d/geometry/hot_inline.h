#ifndef COLLISION2D_GEOMETRY_HOT_INLINE_H_
#define COLLISION2D_GEOMETRY_HOT_INLINE_H_

#include "absl/base/attributes.h"

// Before an inline function of a query's hot path: inlined whatever the compiler thinks of its size, since copies for each query and frame are what
// makes the queries fast. Code that is compiled for size (-Os, -Oz) shares one copy of each instead.
#if defined(__OPTIMIZE_SIZE__)
#define COLLISION2D_HOT_INLINE
#else
#define COLLISION2D_HOT_INLINE ABSL_ATTRIBUTE_ALWAYS_INLINE
#endif

#endif  // COLLISION2D_GEOMETRY_HOT_INLINE_H_
