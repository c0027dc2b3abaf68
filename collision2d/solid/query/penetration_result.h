#ifndef COLLISION2D_SOLID_QUERY_PENETRATION_RESULT_H_
#define COLLISION2D_SOLID_QUERY_PENETRATION_RESULT_H_

#include <cstdint>

#include "collision2d/solid/geometry/vec3.h"

namespace collision2d::solid {

// How a search for the penetration depth ended.
enum class PenetrationStatus {
  kOk,         // The depth, within the stated error.
  kTouching,   // The depth is zero within rounding: the sets touch, or their CSO is flat.
  kSeparated,  // The sets are apart by more than rounding: depth_m is 0, and direction separates them.
  kLimit,      // The workspace was full. depth_m still frees b; the least depth lies in [lower_bound_m, depth_m].
  kInvalid,    // The pose is not finite: depth_m is 0, and nothing else means anything.
};

// The penetration of two convex sets a and b. Points and directions are in the frame of a.
struct PenetrationResult {
  // m, >= 0. The length of the shortest translation of b after which the interiors are disjoint (Cameron 1997, MTD*).
  double depth_m = 0.0;
  // m. The least depth is not less than this.
  double lower_bound_m = 0.0;
  // A unit vector from a to b: b moves along it by depth_m to be free.
  Vec3 direction{1.0, 0.0, 0.0};
  // The deepest points, a point of a and a point of b with witness_b = witness_a - depth_m * direction, within
  // rounding. kLimit: within depth_m - lower_bound_m. kSeparated: points of a and of b, no more.
  Vec3 witness_a;
  Vec3 witness_b;
  PenetrationStatus status = PenetrationStatus::kOk;
  // Of the expansion: faces that were asked for a support point.
  int64_t iterations = 0;
};

}  // namespace collision2d::solid

#endif  // COLLISION2D_SOLID_QUERY_PENETRATION_RESULT_H_
