#pragma once

#include <gmpxx.h>

#include <array>
#include <optional>
#include <vector>

#include "absl/types/span.h"
#include "bench/chapters/hard_families.h"
#include "collision2d/collision2d.h"
#include "collision2d/testing/exact_oracle.h"
#include "collision2d/testing/query_checker.h"

namespace collision2d::bench {

// The answers of ExactOracle for shapes of thousands of vertices, for which its n m vertex
// differences are too many: the edges of the CSO a - b are those of both hulls, merged by direction
// (de Berg et al., Computational Geometry, section 13.3). Integers of any size throughout; shares
// nothing with the queries that it judges.
// Keeps its buffers: use one object for many pairs.
// O((n + m) log(n + m)) integer operations for each pair.
class MergedCsoOracle {
 public:
  // Answers for the hulls of `a` and `b`. Vertices in any order, collinear or repeated; finite; any
  // magnitude. REQUIRES: neither is empty.
  void SetPair(absl::Span<const Vec2> a, absl::Span<const Vec2> b);

  ExactRelation relation() const { return relation_; }

  // m, to kOracleBits bits: the distance, or minus the penetration depth; exactly 0 if touching.
  mpf_class SignedDistance() const;

  // True if |value - SignedDistance()| <= error. False for a NaN or an infinity.
  bool IsWithin(double value_m, double error_m) const;

 private:
  struct Point {
    mpz_class x;
    mpz_class y;
  };
  using Points = std::vector<Point>;

  static Points Scaled(absl::Span<const Vec2> vertices, int sign, int exponent);
  // The corners of the hull, counter-clockwise, beginning with the least in lexicographic order.
  static Points Hull(Points points);
  static Points MinkowskiSum(const Points& p, const Points& q);
  void JudgeOrigin(const Points& cso);
  // Takes numerator / denominator as the squared distance or depth if it is the least so far.
  void Offer(const mpz_class& numerator, const mpz_class& denominator);
  void OfferLine(const Point& p, const Point& q);
  void OfferSegment(const Point& p, const Point& q);

  ExactRelation relation_ = ExactRelation::kDisjoint;
  // Integer = coordinate * 2^-exponent_.
  int exponent_ = 0;
  // The squared distance or depth in integer units; the denominator is 0 as long as nothing is
  // offered.
  mpz_class numerator_;
  mpz_class denominator_;
};

// More than any comparison of a double with a distance needs.
inline constexpr int kOracleBits = 512;

// What Levels 1 to 3 say about a pair.
struct Answers {
  bool collides = false;
  double distance_m = 0.0;
  Separation separation;
};

// Checks answers against exact integers. Keeps buffers: use one object for many pairs.
class AnswerChecker {
 public:
  // Whether the answer of each level is right: booleans, signs and status exactly; distance and
  // depth within the stated error, kDistanceRelativeError of the pair's size and of the coordinates
  // that posing rounds.
  std::array<bool, 3> AreRight(const HardPair& pair, const Answers& answers);

  // Runs the queries again and checks everything that their headers promise, also witness points
  // and the direction. O(n m log(n m)) exact operations: for few vertices.
  bool PromisesHold(const HardPair& pair);

 private:
  MergedCsoOracle oracle_;
  QueryChecker checker_;
};

}  // namespace collision2d::bench
