#ifndef COLLISION2D_SOLID_TESTING_CERTIFIED_CHECKER3_H_
#define COLLISION2D_SOLID_TESTING_CERTIFIED_CHECKER3_H_

#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/query/separation3_result.h"
#include "collision2d/solid/testing/exact_oracle3.h"
#include "collision2d/solid/testing/fast_exact_oracle3.h"
#include "collision2d/solid/testing/twofold.h"
#include "gtest/gtest.h"

namespace collision2d::solid {

// Holds what a query says about two hulls of up to some ten points against bounds that it proves itself, in numbers of 106
// bits, for millions of pairs: checking an answer costs a few microseconds, finding it by rational numbers some hundred. It
// shares nothing with the queries. Points in the frame of a; those of b as posed. Coordinates of any magnitude: they are scaled
// by a power of two first. Keeps its buffers: use one object for many pairs.
class CertifiedChecker3 {
 public:
  // Of a pair that the query says is apart, within relative_error times magnitude_m (and the spacing of subnormal numbers):
  //   the sets are apart: proved by the direction, or if its gap is too small for 106 bits, by exact integers;
  //   the signed distance is their distance: below, by the gap along the direction, min direction . b - max direction . a;
  //   above, by the distance of two points of the hulls that it finds near the witnesses, or by ExactOracle3;
  //   the direction is a unit vector within 4 units of roundoff, and the gap along it is not smaller than the distance;
  //   each witness is in its hull, and witness_b is witness_a + signed_distance * direction within twice that.
  testing::AssertionResult CheckApart(absl::Span<const Vec3> a, absl::Span<const Vec3> b, const Separation3& separation,
                                      double magnitude_m, double relative_error);

  // Of a pair that the query says collides: it does, and touches or penetrates as the status says, by exact integers. The
  // direction and the witnesses as above; the depth is not smaller than what the direction needs.
  testing::AssertionResult CheckColliding(absl::Span<const Vec3> a, absl::Span<const Vec3> b,
                                          const Separation3& separation, double magnitude_m, double relative_error);

  // How many checks needed rational numbers.
  int64_t slow_count() const { return slow_count_; }

 private:
  // Scales the pair so that its largest coordinate is about 1.
  void Load(absl::Span<const Vec3> a, absl::Span<const Vec3> b);
  double Scaled(double x) const { return scale_rest_ * (scale_ * x); }
  // What both checks have in common.
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

#endif  // COLLISION2D_SOLID_TESTING_CERTIFIED_CHECKER3_H_
