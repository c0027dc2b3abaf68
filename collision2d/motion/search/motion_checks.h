#pragma once

#include <cmath>

#include "absl/status/status.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/motion/impact_result.h"

// The arguments of motions and of queries about them. Errors (InvalidArgument) name the argument
// and its value.
namespace collision2d::internal {

// s. Speeds within less time, and their squares, could overflow.
inline constexpr double kLeastDuration_s = 0x1p-100;

// start_s and end_s must be finite, in order, and equal or at least kLeastDuration_s apart.
absl::Status CheckInterval(double start_s, double end_s);

// A tolerance must be finite and positive.
inline bool IsTolerance(double tolerance) { return tolerance > 0.0 && std::isfinite(tolerance); }
absl::Status CheckTolerance(const char* name, double tolerance);

// Both tolerances as CheckTolerance.
absl::Status CheckImpactOptions(const ImpactOptions& options);

// Both coordinates must be finite, and within kMaxCoordinate_m.
absl::Status CheckVector(const char* name, Vec2 vector);

// A translation as CheckVector, and a unit rotation (kUnitRotationTolerance).
absl::Status CheckLegalPose(const char* name, const Pose2& pose);

}  // namespace collision2d::internal
