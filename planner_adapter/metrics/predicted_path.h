#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

#include "absl/types/span.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"
#include "planner_adapter/metrics/height_range.h"
#include "planner_adapter/scene/obstacle_snapshot.h"
#include "planner_adapter/scene/scene.h"

// The paths that obstacles are predicted to take, in pieces.

namespace collision2d::planner {

// A rectangle that contains a shape during a piece of its motion. Its sides are along `axis`, of
// unit length, and across it.
struct MovingBox {
  Vec2 center;  // That of the shape's own box is there, within the margins, at middle_s.
  Vec2 axis;
  Vec2 half_m;      // Half the lengths of the sides.
  Vec2 half_own_m;  // The same without the way of the shape.
  Vec2 velocity_mps;
  double middle_s;  // An end of the piece if the other one is infinite.
  double half_time_s;
  Aabb2 bounds;
};

// One shape of an obstacle's prediction from one time to another, during which it moves as
// Motion::Between. Refers to the scene.
struct PathPiece {
  bool is_still() const { return turn_rad == 0.0 && at_start.translation == at_end.translation; }

  const ConvexPolygon* shape;
  double start_s;
  double end_s;  // Infinite: it stays where it is.
  Pose2 at_start;
  Pose2 at_end;
  double turn_rad;  // At most kLargestTurn_rad.
  HeightRange heights;
};

// The box of a piece.
MovingBox BoxOf(const PathPiece& piece);

// A box around others, which does not move.
MovingBox BoxAround(absl::Span<const MovingBox> boxes);

// The boxes of consecutive pieces, a vector of each number of theirs, relative to the box of the
// first of them.
struct PieceRun {
  enum Column {
    kX,
    kY,
    kCos,
    kSin,
    kHalfAlong_m,
    kHalfAcross_m,
    kOwnAlong_m,
    kOwnAcross_m,
    kX_mps,
    kY_mps,
    kMiddle_s,
    kHalfTime_s,
    kColumnCount,
  };
  // Floats in a vector of 256 bits.
  static constexpr size_t kLanes = 8;

  Vec2 origin;
  double origin_s;
  Aabb2 bounds;
  std::array<std::array<float, kLanes>, kColumnCount> columns;
};

// All that a hypothesis says of where an obstacle will be.
struct PredictedPath {
  // Adds a piece, and returns its box.
  MovingBox Add(const PathPiece& piece);
  // When the last piece of a run ends, s.
  double EndOfRun(size_t run) const { return pieces[std::min((run + 1) * PieceRun::kLanes, pieces.size()) - 1].end_s; }

  std::vector<PathPiece> pieces;  // By start.
  std::vector<PieceRun> runs;     // Of PieceRun::kLanes pieces each; the last run may be shorter.
};

// What a box and those of a run have in common.
struct RunMeeting {
  // Bit k: piece k may touch the box's shape at some times of both. Its box is not apart from it.
  unsigned int pieces;
  // s. Then their times of contact differ by at least this: by the ways of both along the box's
  // sides.
  std::array<float, PieceRun::kLanes> apart_s;
};

// Sets what each box and a run of the path have in common.
void MeetRun(absl::Span<const MovingBox> boxes, const PredictedPath& path, size_t run, absl::Span<RunMeeting> meetings);

// Where a hypothesis may be at any time, before its path is made.
struct PathOutline {
  const MovingObstacle* of;
  int obstacle;
  int hypothesis;
  Aabb2 bounds;
};

// The outlines of the moving obstacles, without hypotheses less probable than min_probability.
// O(poses).
std::vector<PathOutline> PathOutlines(const Scene& scene, double min_probability);

// rad. A larger turn is divided in two pieces: near half a turn rounding would decide which way
// round it goes.
inline constexpr double kLargestTurn_rad = 0.5 * M_PI;

// The path of a hypothesis. Occupancies are still until the next one's time. With
// BeyondPrediction::kHold the first pose or occupancy is there from minus infinity on, and the last
// one for ever. O(poses).
PredictedPath PathOf(const PathOutline& outline, BeyondPrediction beyond);

}  // namespace collision2d::planner
