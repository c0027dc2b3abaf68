#pragma once

#include <gmpxx.h>

#include <cstdint>

#include "absl/types/span.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/query/query_types3.h"
#include "collision2d/solid/testing/exact_oracle3.h"
#include "gtest/gtest.h"

namespace collision2d::solid {

// Checks a query's answer for two hulls of points against the exact one. Every comparison is
// decided in rational numbers, for the doubles as given: the only tolerance is the caller's. Points
// of both shapes are in the frame of a; those of b as posed by Pose3::operator* (see Posed in
// random_pose3.h). Keeps buffers and counts; use one object for many pairs.
class QueryChecker3 {
 public:
  // Checks everything that Separation3 promises, within error_m:
  //   the status is that of the exact relation;
  //   the signed distance is the exact one;
  //   the direction is a unit vector, within 4 units of roundoff;
  //   the witnesses are on (in) their shapes, and witness_b - witness_a is signed_distance *
  //   direction;
  //   along the direction, b is signed_distance above a: min direction . b - max direction . a.
  //   Apart, this proves that
  //   the direction is that of the shortest connection; overlapping, that b is free after a move
  //   along it by the depth. The depth of overlapping pairs is computed by ExactOracle3: up to some
  //   20 points each.
  testing::AssertionResult Check(absl::Span<const Vec3> a, absl::Span<const Vec3> b, const Separation3& separation,
                                 double error_m);

  // Checks the same, except that for overlapping pairs it only checks that the signed distance is
  // not too close to zero: the direction proves that the depth is no larger. For shapes of any
  // size.
  testing::AssertionResult CheckWithoutDepth(absl::Span<const Vec3> a, absl::Span<const Vec3> b,
                                             const Separation3& separation, double error_m);

  // Succeeds if the point is at most error_m away from the hull of `shape`.
  testing::AssertionResult IsOn(const Vec3& point, absl::Span<const Vec3> shape, double error_m);

  // The oracle, set to the pair checked last.
  const ExactOracle3& oracle() const { return oracle_; }

  // Sums over all checks so far.
  int64_t checked() const { return checked_; }
  int64_t colliding() const { return colliding_; }

 private:
  testing::AssertionResult Judge(absl::Span<const Vec3> a, absl::Span<const Vec3> b, const Separation3& separation,
                                 double error_m, bool with_depth);

  ExactOracle3 oracle_;
  ExactOracle3 point_oracle_;
  int64_t checked_ = 0;
  int64_t colliding_ = 0;
};

// Returns min direction . b - max direction . a, exactly: how far b is above a, times the length of
// the direction.
mpq_class ExactGapAlong(absl::Span<const Vec3> a, absl::Span<const Vec3> b, const Vec3& direction);

}  // namespace collision2d::solid
