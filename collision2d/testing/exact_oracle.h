#pragma once

#include <gmpxx.h>

#include <vector>

#include "absl/types/span.h"
#include "collision2d/geometry/vec2.h"

namespace collision2d {

// The relation of two closed convex sets, defined by their CSO (the set of differences p - q): the
// origin is outside it, on its boundary, or inside.
enum class ExactRelation { kDisjoint, kTouching, kOverlapping };

// Returns q * 2^exponent.
mpq_class TimesPowerOfTwo(const mpq_class& q, int exponent);

// Returns the root of `square`, within one unit in the last place of the normal numbers.
// REQUIRES: square >= 0.
double SquareRoot(const mpq_class& square);

// Exact answers for a pair of convex sets, in the plane or in space.
class ExactAnswers {
 public:
  virtual ~ExactAnswers() = default;

  virtual ExactRelation relation() const = 0;

  // m^2. The squared distance; 0 unless the hulls are disjoint.
  virtual mpq_class DistanceSquared() const = 0;

  // m^2. The squared penetration depth; 0 unless the hulls overlap.
  virtual mpq_class DepthSquared() const = 0;

  // m^2. The square of max(diameter of a, diameter of b, distance): the size of the pair.
  virtual mpq_class SizeSquared() const = 0;

  // m. The distance, or minus the depth, within one unit in the last place.
  double SignedDistance() const;

  // m. The root of SizeSquared(), within one unit in the last place; valid also if the square is
  // below the smallest double.
  double Size() const { return SquareRoot(SizeSquared()); }

  // Returns whether |signed_distance - exact| <= relative_error * size of the pair, where `exact`
  // is the distance or minus the depth. Decided exactly. False for a NaN or an infinity.
  bool IsWithin(double signed_distance_m, double relative_error) const;

  // Returns whether |signed_distance - exact| <= absolute_error (m). Decided exactly; both numbers
  // are rational.
  bool IsWithinAbsolute(const mpq_class& signed_distance_m, const mpq_class& absolute_error_m) const;

 private:
  bool IsWithinSquared(const mpq_class& signed_distance_m, const mpq_class& error_sq) const;
};

// Exact answers for a pair of convex hulls, computed with integers of any size; shares no code with
// the queries that it judges.
//
// The coordinates of both shapes are multiplied by one power of two that makes them integers. The
// CSO has the edges of both hulls in order of their directions, found by integer signs; each
// question about the pair becomes one about the origin and the edges of the CSO. A point or a
// segment has a CSO like any other shape. The penetration depth is the distance from the origin to
// the boundary of the CSO, so a point inside a polygon has one, and so do two crossing segments,
// while a flat CSO has none.
//
// Keeps its buffers: use one object for many pairs.
// O(n log n + m log m) integer operations per pair, and O(n^2 + m^2) for the diameters.
class ExactOracle : public ExactAnswers {
 public:
  // Sets the pair to the hulls of `a` and `b`. Vertices may be in any order, collinear or repeated,
  // of any magnitude, but must be finite.
  // REQUIRES: neither is empty.
  void SetPair(absl::Span<const Vec2> a, absl::Span<const Vec2> b);

  ExactRelation relation() const override { return relation_; }
  mpq_class DistanceSquared() const override;
  mpq_class DepthSquared() const override;
  mpq_class SizeSquared() const override;

 private:
  struct Point {
    mpz_class x;
    mpz_class y;
  };

  void Scale(absl::Span<const Vec2> vertices, std::vector<Point>* points, int* count);
  // Negative if p is left of q, or straight below it; 0 if they are equal.
  static int Compare(const Point& p, const Point& q);
  // Negative if the direction from p to q comes before that from r to s, counter-clockwise from
  // straight down, which is itself the last. REQUIRES: p != q, r != s.
  int CompareDirections(const Point& p, const Point& q, const Point& r, const Point& s);
  // Positive if p, q, r turn counter-clockwise.
  int Turn(const Point& p, const Point& q, const Point& r);
  // Stores the indices of the hull's corners, counter-clockwise.
  void FindHull(const std::vector<Point>& points, int count, std::vector<int>* hull);
  void FindDiameter(const std::vector<Point>& points, const std::vector<int>& hull);
  void BuildCso();
  void JudgeOrigin();
  // Takes the squared distance from the origin to the segment pq as the answer if it is the least
  // so far.
  void OfferSegment(const Point& p, const Point& q, bool* first);
  // As above for the line pq.
  void OfferLine(const Point& p, const Point& q, bool* first);
  void OfferFraction(bool* first);
  mpq_class Unscaled(const mpz_class& numerator, const mpz_class& denominator) const;

  ExactRelation relation_ = ExactRelation::kDisjoint;
  // Scaled integer = coordinate * 2^-exponent_.
  int exponent_ = 0;
  // The squared distance or depth in scaled units.
  mpz_class numerator_;
  mpz_class denominator_ = 1;
  // The larger squared diameter in scaled units.
  mpz_class diameter_sq_;

  std::vector<Point> a_, b_, cso_;
  int a_count_ = 0, b_count_ = 0, cso_count_ = 0;
  std::vector<int> a_hull_, b_hull_, order_;
  // Scratch numbers, kept so that the inner loops do not allocate.
  mpz_class t1_, t2_, t3_, t4_, det_, candidate_numerator_, candidate_denominator_;
};

}  // namespace collision2d
