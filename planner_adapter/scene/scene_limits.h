#pragma once

#include <cstdint>

#include "collision2d/batch/obstacles.h"
#include "collision2d/geometry/tolerances.h"

namespace collision2d::planner {

// Upper limits on the contents of a scene. A value beyond them is assumed to be a mistake in units
// or noise, and is refused with a message that names the limit; below them no computation overflows
// and every loop over time is bounded.

// m. Scene coordinates are limited by kMaxCoordinate_m; the distance from the scene's origin along
// each axis by this. The relative pose of two bodies is a rotated difference of two such points, so
// its translation is at most 2 sqrt(2) times this and within kMaxCoordinate_m, as the queries
// require.
inline constexpr double kMaxDistanceFromOrigin_m = kMaxCoordinate_m / 4.0;

// m. Each part of a safety margin.
inline constexpr double kMaxMargin_m = 1e3;

// rad. An angle beyond this corresponds to 159,000 full turns.
inline constexpr double kMaxYaw_rad = 1e6;

// rad. The headings of a goal span at most this: a full turn, plus a billionth of it for rounding.
inline constexpr double kMaxYawSpan_rad = 6.2831853071795865 * (1.0 + 1e-9);

// rad. Pitch and roll: a slope of 100 %, three times that of the steepest streets.
inline constexpr double kMaxTilt_rad = 0.78539816339744831;

// s. Unix time reaches this value in 2096; up to it neighbouring doubles differ by less than
// kSameInstant_s.
inline constexpr double kMaxTime_s = 4e9;

// Every time of a scene is within this many time steps of the beginning of the planning cycle.
inline constexpr int kMaxTimeSteps = 1'000'000;

// m/s and m/s^2.
inline constexpr double kMaxSpeed_mps = 1e4;
inline constexpr double kMaxAcceleration_mps2 = 1e4;

// Bytes. Names of scenes, obstacles, lines and candidates are repeated in verdicts; longer names
// are refused as implausible.
inline constexpr int kMaxNameBytes = 4096;

// The limits below bound memory where a short scene could require much: each is a product of what a
// scene specifies, and is checked before anything of that size is allocated. 10^6 static obstacles
// are legal: their memory grows with the scene alone.

// Candidates of a scene, given or sampled.
inline constexpr int64_t kMaxCandidates = 1'000'000;

// The instants of all candidates together: the poses given, the instants that the sampler examines,
// or the time steps that a check covers, whichever are more. About 500 bytes each where the replay
// tool makes profiles and the page (its --memory_limit_mb ends a run before).
inline constexpr int64_t kMaxCandidateInstants = 4'000'000;

// The shapes of all moving obstacles at one instant: for each hypothesis, its obstacle's shapes, or
// those of its largest occupancy.
inline constexpr int64_t kMaxMovingShapes = 100'000;

// Grids and point sets of a scene together: layers of the obstacles of a query, of which the moving
// obstacles are one.
inline constexpr int64_t kMaxElementObstacles = Obstacles::kMaxLayers - 1;

// The ego vehicle's shapes, each of which is posed for every candidate.
inline constexpr int64_t kMaxEgoShapes = 1'000;

// The vertices of a contour, since the work of its decomposition grows with their square.
inline constexpr int64_t kMaxContourVertices = 1'000;

}  // namespace collision2d::planner
