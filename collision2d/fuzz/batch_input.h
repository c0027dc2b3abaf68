#pragma once

#include "collision2d/batch/testing/batch_scenes.h"
#include "collision2d/fuzz/fuzz_input.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"

namespace collision2d {

// More than a word of a mask, and more than four of the widest vectors.
inline constexpr int kMaxFuzzObstacles = 70;
// More than one executor's index of trajectories, kTrajectoriesPerIndex.
inline constexpr int kMaxFuzzPoses = 40;
inline constexpr int kMaxFuzzBodyShapes = 5;

// A legal shape: a rectangle, or the hull of any points, with a radius or not.
ConvexPolygon TakeShape(FuzzInput* input);

// A legal scene of up to as many, at most some thousand pairs of shapes. Obstacles repeat few
// shapes; they are anywhere, where others are, or at a vertex of the body but for some units of
// 2^-52.
BatchScene TakeBatchScene(FuzzInput* input);

// The pose with one number changed so that it is illegal.
Pose2 MadeIllegal(Pose2 pose, FuzzInput* input);

}  // namespace collision2d
