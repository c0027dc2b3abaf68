#ifndef COLLISION2D_BATCH_BODY_SHAPES_H_
#define COLLISION2D_BATCH_BODY_SHAPES_H_

#include <algorithm>

#include "absl/types/span.h"
#include "collision2d/batch/posed_body.h"
#include "collision2d/geometry/convex_polygon.h"

namespace collision2d::internal {

// The shapes of a body as a call needs them at every pose. Of bodies with many shapes the last ones are made when asked for:
// there is no memory for them all.
class BodyShapes {
 public:
  explicit BodyShapes(absl::Span<const ConvexPolygon> body) : body_(body) {
    for (int e = 0; e < std::min(size(), kKept); ++e) kept_[e] = BodyShape(body[e]);
  }

  int size() const { return static_cast<int>(body_.size()); }

  BodyShape operator[](int e) const { return e < kKept ? kept_[e] : BodyShape(body_[e]); }

 private:
  static constexpr int kKept = 8;

  const absl::Span<const ConvexPolygon> body_;
  BodyShape kept_[kKept];
};

}  // namespace collision2d::internal

#endif  // COLLISION2D_BATCH_BODY_SHAPES_H_
