#pragma once

#include <vector>

#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/testing/random.h"

namespace collision2d {

// A body at some poses among obstacles, in the world.
struct BatchScene {
  std::vector<ConvexPolygon> body;
  std::vector<Pose2> world_from_body;
  std::vector<ConvexPolygon> obstacles;
  std::vector<Pose2> world_from_obstacle;
};

enum class SceneKind {
  kRectangles,  // Vehicles.
  kPolygons,    // 3 to 8 vertices.
  kAnyShapes,   // Points, segments, slivers, up to 40 vertices, a third of them with a radius.
  kTouching,  // Each obstacle has a vertex at a gap of 0 or +-10^-15 to +-10^-3 of its size from the body at one pose.
  kTouchingSpread,  // The same, half of the shapes discs, over 10^5 m.
  kTouchingOffCentre,  // The same of shapes whose own frame is up to 10^6 m away, rotations being unit as far as is allowed.
  kTouchingRound,  // Discs, capsules, rectangles and rounded rectangles, at the same gaps in any direction from a corner.
  kManyShapes,     // A body of 2 to 12 shapes.
  kOffCentre,      // Shapes whose own frame is up to 10^6 m away.
  kFarOut,         // 10^6 or 10^7 m from the origin of the world.
  kTiny,           // Shapes of 10^-3 m.
  kMinuscule,      // Shapes of 10^-22 m, whose squares are subnormal in single precision.
  kHuge,           // Shapes of 10^4 m.
  kMixedScales,    // Shapes of 10^-3 to 10^4 m, one obstacle 10^7 m away.
};

inline constexpr int kSceneKindCount = 14;

// The name without the k.
const char* Name(SceneKind kind);

// A scene in which some tenths of the pairs collide; of the touching ones, those of an obstacle and
// its pose.
BatchScene RandomScene(SceneKind kind, int pose_count, int obstacle_count, Random* random);

}  // namespace collision2d
