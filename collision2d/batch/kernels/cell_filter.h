#pragma once

#include <cstdint>
#include <optional>

#include "absl/types/span.h"
#include "collision2d/batch/index/cell_obstacles.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"

namespace collision2d::internal {

// A body shape, as scans of cells read it: its core (the hull of its vertices) between parallel
// sides, and discs along it. m, in the frame of the body.
struct CellShape {
  static constexpr int kMaxSides = 16;
  static constexpr int kMaxDiscs = 8;

  CellShape() = default;
  explicit CellShape(const ConvexPolygon& shape);

  const ConvexPolygon* polygon;
  // The core is within dot(normals[i], p) <= supports[i].
  int side_count;
  Vec2 normals[kMaxSides];
  double supports[kMaxSides];
  // Whether these are the core: it is apart from another convex shape only if one of its sides, or
  // of the other's, separates them.
  bool sides_are_core;
  // Each point of the shape is within outer_m of one of the centers, and the shape holds the disc
  // of inner_m about each, if that is positive.
  int disc_count;
  Vec2 centers[kMaxDiscs];
  double outer_m[kMaxDiscs];
  double inner_m[kMaxDiscs];
  double reach_m;  // No point of the shape is farther from the origin of its frame.
};

// The shapes of a body, made when they are needed: a call has no memory for all of them.
class CellShapes {
 public:
  explicit CellShapes(absl::Span<const ConvexPolygon> body) : body_(body) {}

  int size() const { return static_cast<int>(body_.size()); }

  // Valid until the next call.
  const CellShape& At(int e) {
    if (!shape_.has_value() || shape_->polygon != &body_[e]) shape_.emplace(body_[e]);
    return *shape_;
  }

 private:
  const absl::Span<const ConvexPolygon> body_;
  std::optional<CellShape> shape_;
};

// Poses that are filtered together.
inline constexpr int kCellPoses = 16;

// Cells. Bounds on the distance of a body shape from the nearest element at each pose, by the gap
// field. Over a motion: the lower bound holds throughout, the upper one at its middle. At most 0
// above: in contact for certain.
struct GapBounds {
  float lower[kCellPoses];
  float upper[kCellPoses];
};

// Fills `bounds` for the poses, or the motions from `poses` to `poses_at_end` (as Motion::Between),
// if they are not the same.
void BoundGaps(const CellObstacles& cells, const CellShape& shape, const Pose2* poses, const Pose2* poses_at_end,
               int count, GapBounds* bounds);

// The columns that a convex outline covers in a band of rows: between lines x = at + slope * row.
struct RowLines {
  static constexpr int kMax = CellShape::kMaxSides;

  int low_count = 0;
  int high_count = 0;
  float low_at[kMax], low_slope[kMax];    // The outline is not left of any of them,
  float high_at[kMax], high_slope[kMax];  // nor right of any of these.
  float min_x;
  float max_x;
};

// Rows that are scanned together.
inline constexpr int kRowsTogether = 64;

// Rows of the window, and the place in it of the outline's row and column 0.
struct RowBand {
  int first_row;
  int rows;  // At most kRowsTogether.
  int base_row;
  int base_column;
};

// For each row of a band, the cells of the window that an outline covers.
struct alignas(64) RowSpans {
  uint64_t bits[kRowsTogether];  // Which of the first 64 are occupied.
  int32_t low[kRowsTogether];
  int32_t count[kRowsTogether];
};

// Returns false if no bits are set. Counts may be larger than 64.
bool ScanRows(const CellIndex& index, const RowLines& lines, const RowBand& band, RowSpans* spans);

// A point leaves the chord of its way by at most this factor times its distance from the origin of
// its frame; chord_sq is the squared difference of (cos, sin). The turn's square is at most 1.09
// times chord_sq up to 1 rad, and 2.47 times up to half a turn.
inline double SagFactor(double chord_sq) { return chord_sq * (chord_sq < 0.91 ? 1.09 / 8.0 : 2.47 / 8.0); }

}  // namespace collision2d::internal
