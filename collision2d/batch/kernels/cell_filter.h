#pragma once

#include <cstdint>
#include <optional>

#include "absl/types/span.h"
#include "collision2d/batch/index/cell_obstacles.h"
#include "collision2d/batch/kernels/posed_body.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"

namespace collision2d::internal {

// How finely the filter covers a body. Coarse: few discs, for questions that one certain collision
// answers. Fine: more discs, for questions in which each pose that the filter leaves open costs a
// scan.
enum class DiscGrid { kCoarse, kFine };

// A body shape, as filters and scans of a layer of cells read it: its core (the hull of its
// vertices) between parallel sides, and discs along it. Cells, in the frame of the body.
struct CellShape {
  static constexpr int kMaxSides = 16;
  static constexpr int kMaxDiscs = 8;

  CellShape(const ConvexPolygon& shape, const CellObstacles& of_cells, DiscGrid grid);

  const ConvexPolygon* polygon;
  const CellObstacles* cells;
  double per_cell;  // Cells in a meter.
  double error;     // What two computations of where the body is may differ by.
  double radii;     // Of the shape and of the elements.
  double reach;     // No point of the shape is farther from the origin of its frame.
  // The core is within dot(normal i, p) <= supports[i], and within the hull of the points. Vectors
  // of up to 8 may be read from each: the first side and point follow the last.
  int side_count;
  int point_count;
  alignas(64) double normals_x[kMaxSides];
  double normals_y[kMaxSides];
  double supports[kMaxSides];
  double points_x[kMaxSides];
  double points_y[kMaxSides];
  // Whether these are the core: it is apart from another convex shape only if one of its sides, or
  // of the other's, separates them.
  bool sides_are_core;
  // Each point of the shape is within `outer` of one of the discs' centres. The shape meets an
  // element whose gap from the cell of centre k is at most inner[k]. Radii and roundings of the
  // filter are part of both.
  int disc_count;
  float outer;
  float discs_x[kMaxDiscs];
  float discs_y[kMaxDiscs];
  float inner[kMaxDiscs];

 private:
  void SetSides(Vec2 axis);
  void SetPoints();
  void SetDiscs(const FittedBox& box, DiscGrid grid);
};

// The shapes of a body, made when they are needed: a call has no memory for all of them.
class CellShapes {
 public:
  explicit CellShapes(absl::Span<const ConvexPolygon> body) : body_(body) {}

  int size() const { return static_cast<int>(body_.size()); }

  // Valid until the next call.
  const CellShape& At(int e, const CellObstacles& cells) {
    if (!shape_.has_value() || shape_->polygon != &body_[e] || shape_->cells != &cells) {
      shape_.emplace(body_[e], cells, DiscGrid::kFine);
    }
    return *shape_;
  }

 private:
  const absl::Span<const ConvexPolygon> body_;
  std::optional<CellShape> shape_;
};

// Poses that are filtered together at most.
inline constexpr int kCellPoses = 64;

// Bounds on the distance, in cells, of a body shape from the nearest element at each pose, by the
// gap field. Over a motion: the lower bound holds throughout, the upper one at its middle.
struct GapBounds {
  float lower[kCellPoses];
  float upper[kCellPoses];  // At most 0: in contact for certain.
  // Bit p: the lower bound is at most `room`; the upper one at most 0, and one element suffices.
  uint64_t open;
  uint64_t certain;
};

// Fills `bounds` for the poses, or the motions from these to poses_at_end (as Motion::Between), if
// they are not the same.
void BoundGaps(const CellShape& shape, absl::Span<const Pose2> poses, const Pose2* poses_at_end, float room,
               GapBounds* bounds);

// A point leaves the chord of its way by at most this factor times its distance from the origin of
// its frame; chord_sq is the squared difference of (cos, sin). The turn's square is at most 1.09
// times chord_sq up to 1 rad, and 2.47 times up to half a turn.
inline double SagFactor(double chord_sq) { return chord_sq * (chord_sq < 0.91 ? 1.09 / 8.0 : 2.47 / 8.0); }

}  // namespace collision2d::internal
