#ifndef COLLISION2D_CAPTURE_TOOL_SHRINK_QUERY_H_
#define COLLISION2D_CAPTURE_TOOL_SHRINK_QUERY_H_

#include <functional>
#include <string>

#include "collision2d/capture/captured_query.h"

namespace collision2d {

// Whether a query still shows what it is shrunk for. Its form and arguments are legal.
using Predicate = std::function<bool(const CapturedQuery&)>;

// A query for which the predicate holds, and of which no part can be left out or shortened by itself: shapes of rows and their obstacles, vertices (of which at
// least one remains in a shape), the pose, and digits of numbers, in this order (Zeller and Hildebrandt 2002, delta debugging, for each of them).
// REQUIRES: the predicate holds for `query`.
// Deterministic. Asks the predicate some hundreds of times for a pair of 64 vertices each.
CapturedQuery ShrinkQuery(const CapturedQuery& query, const Predicate& predicate);

// "2 shapes, 128 vertices, 1 poses, 4300 digits -> 2 shapes, 5 vertices, 0 poses, 12 digits".
std::string ShrunkText(const CapturedQuery& before, const CapturedQuery& after);

}  // namespace collision2d

#endif  // COLLISION2D_CAPTURE_TOOL_SHRINK_QUERY_H_
