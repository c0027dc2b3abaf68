#pragma once

#include <gmpxx.h>

#include <optional>
#include <vector>

#include "absl/types/span.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/testing/exact_hull3.h"
#include "collision2d/solid/testing/exact_nearest_simplex.h"
#include "collision2d/solid/testing/integer_vec3.h"
#include "collision2d/testing/exact_oracle.h"

namespace collision2d::solid {

// Exact answers for a pair of convex hulls in space, computed with integers of any size; shares no
// code with the queries that it judges.
//
// The coordinates of both shapes are multiplied by one power of two that makes them integers.
// Relation and distance come with a proof, see exact_nearest_simplex.h. The depth is the least over
// all facets of the CSO, the hull of all n m differences. A point or a flat shape has a CSO like
// any other: a point inside a polytope has a depth, and so do a segment and a triangle that pierce
// each other, while a flat CSO has none and can at most touch.
class ExactOracle3 : public ExactAnswers {
 public:
  // Sets the pair to the hulls of `a` and `b`. Points may be in any order, coplanar, collinear or
  // repeated, of any magnitude, but must be finite.
  // About O(n + m) exact integer operations. REQUIRES: neither is empty.
  void SetPair(absl::Span<const Vec3> a, absl::Span<const Vec3> b);

  // O(n m) if the pair may be touching, and rarely O((n + m)^3).
  ExactRelation relation() const override;

  mpq_class DistanceSquared() const override;

  // Builds the CSO, O(n m * its facets): for up to some 20 points each.
  mpq_class DepthSquared() const override;

  // O(n^2 + m^2).
  mpq_class SizeSquared() const override;

  // Returns a multiple of the unit vector from a to b along the shortest connection, which is
  // unique, rounded. REQUIRES: disjoint.
  Vec3 Direction() const;

  // Returns the relation computed from the facets of the CSO, which shares only the integers with
  // relation(). Much slower.
  // REQUIRES: the CSO is not flat, or the shapes collide.
  ExactRelation RelationByFacets() const;

 private:
  // The two sets in the form that exact_nearest_simplex.h expects.
  class Points {
   public:
    using Int = mpz_class;

    void Set(std::vector<IntegerVec3<mpz_class>> a, std::vector<IntegerVec3<mpz_class>> b);
    int num_a() const { return static_cast<int>(a_.size()); }
    int num_b() const { return static_cast<int>(b_.size()); }
    const IntegerVec3<mpz_class>& a(int i) const { return a_[i]; }
    const IntegerVec3<mpz_class>& b(int i) const { return b_[i]; }
    IntegerVec3<mpz_class> Least(const IntegerVec3<mpz_class>& direction) const;

   private:
    std::vector<IntegerVec3<mpz_class>> a_, b_;
    std::vector<Vec3> rounded_a_, rounded_b_;
    bool filtered_ = false;  // Whether the coordinates are small enough to be rounded to doubles.
  };

  ExactHull3 CsoHull() const;
  mpq_class Unscaled(const mpq_class& squared) const;

  Points points_;
  // Scaled integer = coordinate * 2^-exponent_.
  int exponent_ = 0;
  ExactSimplex<mpz_class> nearest_;
  // Once they have been requested.
  mutable std::optional<ExactRelation> relation_;
  mutable std::optional<mpq_class> depth_sq_;
};

}  // namespace collision2d::solid
