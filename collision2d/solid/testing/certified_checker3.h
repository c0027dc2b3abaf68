#pragma once

#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/query/query_types3.h"
#include "collision2d/solid/testing/exact_oracle3.h"
#include "collision2d/solid/testing/fast_exact_oracle3.h"
#include "collision2d/solid/testing/twofold.h"
#include "gtest/gtest.h"

namespace collision2d::solid {

// Checks a query's answer for two hulls of up to some ten points against bounds that it proves
// itself, in 106-bit arithmetic, for millions of pairs: checking an answer takes a few
// microseconds, computing it with rational numbers some hundred. Shares no code with the queries.
// Points are in the frame of a; those of b as posed. Coordinates may have any magnitude: they are
// first scaled by a power of two. Keeps its buffers: use one object for many pairs.
class CertifiedChecker3 {
 public:
  // Checks a pair that the query reports as apart, within relative_error times magnitude_m (and the
  // spacing of subnormal numbers):
  //   the sets are apart: proved by the direction, or by exact integers if its gap is too small for
  //   106 bits;
  //   the signed distance is their distance: the lower bound is the gap along the direction, min
  //   direction . b - max
  //   direction . a; the upper bound is the distance of two points of the hulls found near the
  //   witnesses, or
  //   ExactOracle3;
  //   the direction is a unit vector within 4 units of roundoff, and the gap along it is not
  //   smaller than the distance;
  //   each witness is in its hull, and witness_b is witness_a + signed_distance * direction within
  //   twice that.
  testing::AssertionResult CheckApart(absl::Span<const Vec3> a, absl::Span<const Vec3> b, const Separation3& separation,
                                      double magnitude_m, double relative_error);

  // Checks a pair that the query reports as colliding: it collides, and touches or penetrates as
  // the status says, by exact integers. The direction and the witnesses as above; moving b by the
  // depth along the direction frees it.
  testing::AssertionResult CheckColliding(absl::Span<const Vec3> a, absl::Span<const Vec3> b,
                                          const Separation3& separation, double magnitude_m, double relative_error);

  // The number of checks that needed rational numbers.
  int64_t slow_count() const { return slow_count_; }

 private:
  // Scales the pair so that its largest coordinate is about 1.
  void Load(absl::Span<const Vec3> a, absl::Span<const Vec3> b);
  double Scaled(double x) const { return scale_rest_ * (scale_ * x); }
  // The part that both checks share.
  testing::AssertionResult CheckDirectionAndWitnesses(const Separation3& separation, double error, TwofoldVec3* on_a,
                                                      TwofoldVec3* on_b, Twofold* gap) const;
  TwofoldVec3 NearestInHull(const std::vector<Vec3>& points, const TwofoldVec3& to, const Vec3& outward) const;

  std::vector<Vec3> a_, b_;
  double scale_ = 1.0;
  double scale_rest_ = 1.0;
  ExactOracle3 exact_;
  FastExactOracle3 relation_;
  int64_t slow_count_ = 0;
};

}  // namespace collision2d::solid
