#ifndef COLLISION2D_CAPTURE_PLAIN_QUERIES_H_
#define COLLISION2D_CAPTURE_PLAIN_QUERIES_H_

#include "absl/types/span.h"
#include "collision2d/capture/query_kind.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/hot_path.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/query/query_context.h"

namespace collision2d {

// The arguments of a pair query as a record has them, by QueryKind.
struct PairArguments {
  const ConvexPolygon& a;
  const ConvexPolygon& b;
  absl::Span<const Pose2> poses;
  absl::Span<const double> numbers;
};

// The pair queries of the library, as what a recorder asks; tests have others, with faults.
struct PlainQueries {
  // Returns the answer to a query of the arguments, which counts its work in the context. `query()`
  // is what the library's answers.
  template <QueryKind kKind, typename Query>
  COLLISION2D_HOT_INLINE static auto Answer(const PairArguments& /*asked*/, QueryContext /*context*/,
                                            const Query& query) {
    return query();
  }
};

}  // namespace collision2d

#endif  // COLLISION2D_CAPTURE_PLAIN_QUERIES_H_
