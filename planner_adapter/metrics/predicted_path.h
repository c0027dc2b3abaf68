#pragma once

#include <cmath>
#include <cstddef>
#include <vector>

#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"
#include "planner_adapter/metrics/height_range.h"
#include "planner_adapter/scene/obstacle_snapshot.h"
#include "planner_adapter/scene/scene.h"

// The paths that obstacles are predicted to take, in pieces.

namespace collision2d::planner {

// A rectangle. Its sides are along `axis`, of unit length, and across it; half_m has half their
// lengths.
struct OrientedBox {
  Vec2 center;
  Vec2 axis;
  Vec2 half_m;
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
  // Both contain the shape at every time of the piece.
  Aabb2 bounds;
  OrientedBox box;
};

// All that a hypothesis says of where an obstacle will be.
struct PredictedPath {
  static constexpr size_t kRunLength = 8;

  int obstacle;
  int hypothesis;
  std::vector<PathPiece> pieces;  // By start.
  std::vector<Aabb2> run_bounds;  // Of kRunLength pieces each; the last run may be shorter.
  Aabb2 bounds;                   // Of all pieces.
};

// The paths of the moving obstacles, without hypotheses less probable than min_probability.
// Occupancies are still until the next one's time. With BeyondPrediction::kHold the first pose or
// occupancy is there from minus infinity on, and the last one for ever.
// O(poses).
std::vector<PredictedPath> PredictedPaths(const Scene& scene, BeyondPrediction beyond, double min_probability);

// rad. A larger turn is divided in two pieces: near half a turn rounding would decide which way
// round it goes.
inline constexpr double kLargestTurn_rad = 0.5 * M_PI;

// Adds a piece, whose bounds and box it sets.
void AddPiece(const PathPiece& piece, PredictedPath* path);

// Returns true if bounds, heights or a side of a box separate the two, within rounding.
bool AreApart(const PathPiece& a, const PathPiece& b);

}  // namespace collision2d::planner
