// Safety margins: how much room a body wants around it, and the body grown by it.
#pragma once

#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "collision2d/geometry/convex_polygon.h"

namespace collision2d {

// The room around a body, m, in its own frame. The parts add up.
struct Margin {
  double along_m = 0.0;   // Along the x axis, in front and behind.
  double across_m = 0.0;  // Along the y axis, on the left and on the right.
  double round_m = 0.0;   // In every direction.

  bool is_zero() const { return along_m == 0.0 && across_m == 0.0 && round_m == 0.0; }

  friend Margin operator+(const Margin& a, const Margin& b) {
    return {a.along_m + b.along_m, a.across_m + b.across_m, a.round_m + b.round_m};
  }
  friend bool operator==(const Margin& a, const Margin& b) {
    return a.along_m == b.along_m && a.across_m == b.across_m && a.round_m == b.round_m;
  }
  friend bool operator!=(const Margin& a, const Margin& b) { return !(a == b); }
};

// Returns the body whose shapes are grown by the margin, in the same order; every query takes it in
// the body's place. round_m is added to the radius. Along and across, a shape becomes the hull of
// its vertices moved by (+-along_m, +-across_m), each rounded: exact answers refer to that hull. It
// contains the shape. A margin of 0 returns the same bits.
// Errors (InvalidArgument, naming the number or the shape): a margin that is negative, not finite
// or beyond kMaxCoordinate_m; a shape that it takes beyond kMaxCoordinate_m.
// O(n log n), allocates: grow a body once, not in each cycle.
absl::StatusOr<std::vector<ConvexPolygon>> GrowBody(absl::Span<const ConvexPolygon> body, const Margin& margin);

}  // namespace collision2d
