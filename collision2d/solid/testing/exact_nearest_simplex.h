#pragma once

#include <array>
#include <cstdlib>

#include "collision2d/solid/testing/integer_vec3.h"
#include "collision2d/testing/exact_oracle.h"

// The point of a CSO nearest to the origin, and the position of the origin relative to the CSO, by
// exact integers: the templates behind the exact oracles.
//
// `Pair` is two finite sets of points a_i, b_j with integer coordinates:
//
//   using Int = ...;
//   int num_a() const;  const IntegerVec3<Int>& a(int i) const;  // and b
//   // Returns a difference a_i - b_j with the least direction . (a_i - b_j).
//   IntegerVec3<Int> Least(const IntegerVec3<Int>& direction) const;
namespace collision2d::solid {

// Affinely independent points; the point of their hull nearest to the origin is in its relative
// interior.
template <typename Int>
struct ExactSimplex {
  std::array<IntegerVec3<Int>, 4> points;
  int size = 0;
  // A positive multiple of the nearest point; zero if the nearest point is the origin.
  IntegerVec3<Int> direction;

  bool ContainsOrigin() const { return direction.IsZero(); }
};

namespace internal {

// Returns whether the nearest point of the affine hull of 1 to 3 points is in the relative interior
// of their hull, and if so sets `direction` to a positive multiple of it. For four points: whether
// the origin is in the interior of the tetrahedron. Projecting the origin to a segment pq gives e x
// (p x q) / e.e, with e = q - p; to a triangle, (n . p) n / n.n, with the barycentric coordinates
// n.(q x r) / n.n and so on, as the projection is a multiple of n.
template <typename Int>
bool IsNearestWithin(ExactSimplex<Int>* simplex) {
  const auto& [p, q, r, s] = simplex->points;
  if (simplex->size == 1) {
    simplex->direction = p;
    return true;
  }
  if (simplex->size == 2) {
    const IntegerVec3<Int> e = q - p;
    if (Dot(p, e) >= 0 || Dot(q, e) <= 0) return false;
    simplex->direction = Cross(e, Cross(p, q));
    return true;
  }
  if (simplex->size == 3) {
    const IntegerVec3<Int> n = Cross(q - p, r - p);
    if (n.IsZero()) return false;
    if (Determinant(n, q, r) <= 0 || Determinant(n, r, p) <= 0 || Determinant(n, p, q) <= 0) return false;
    const int side = Sign(Dot(n, p));
    simplex->direction = side > 0 ? n : side < 0 ? -n : IntegerVec3<Int>();
    return true;
  }
  const int side = Sign(Determinant(q, r, s));
  simplex->direction = {};
  return side != 0 && Sign(Determinant(p, r, s)) == -side && Sign(Determinant(p, q, s)) == side &&
         Sign(Determinant(p, q, r)) == -side;
}

// Returns the smallest subset of at most four points whose hull contains the point nearest to the
// origin of the hull of all of them. A subset is recognised by the optimality condition: the
// nearest point v of its affine hull is inside, and none of the four points is below the plane
// through v perpendicular to v.
template <typename Int>
ExactSimplex<Int> NearestSubset(const std::array<IntegerVec3<Int>, 4>& points, int count) {
  for (int size = 1; size <= count; ++size) {
    for (int mask = 1; mask < (1 << count); ++mask) {
      if (__builtin_popcount(static_cast<unsigned>(mask)) != size) continue;
      ExactSimplex<Int> subset;
      for (int i = 0; i < count; ++i) {
        if (mask >> i & 1) subset.points[subset.size++] = points[i];
      }
      if (!IsNearestWithin(&subset)) continue;
      const Int height = Dot(subset.direction, subset.points[0]);
      bool optimal = true;
      for (int i = 0; i < count && optimal; ++i) optimal = Dot(subset.direction, points[i]) >= height;
      if (optimal) return subset;
    }
  }
  std::abort();  // Unreachable (Caratheodory): the nearest point of a hull is in the relative interior of a simplex of
                 // its points.
}

// Returns whether direction . (a_i - b_j) >= 0 for all differences, and the direction is not zero.
template <typename Pair, typename Int>
bool Supports(const Pair& pair, const IntegerVec3<Int>& direction) {
  return !direction.IsZero() && Dot(direction, pair.Least(direction)) >= 0;
}

// Returns whether n or -n supports.
template <typename Pair, typename Int>
bool EitherSupports(const Pair& pair, const IntegerVec3<Int>& n) {
  return Supports(pair, n) || Supports(pair, -n);
}

// The case of a common vertex a_i = b_j = x: n supports the CSO at the origin iff n.(a - x) >= 0
// and n.(x - b) >= 0 for all a and b. The cone of these n, if it is not {0}, has an extreme ray
// perpendicular to two of the n + m generators, or the generators do not span space.
template <typename Pair, typename Int>
bool SharedPointIsOnBoundary(const Pair& pair, const IntegerVec3<Int>& x) {
  const auto generator = [&](int i) { return i < pair.num_a() ? pair.a(i) - x : x - pair.b(i - pair.num_a()); };
  const int count = pair.num_a() + pair.num_b();
  bool on_a_line = true;
  for (int i = 0; i < count; ++i) {
    for (int j = i + 1; j < count; ++j) {
      const IntegerVec3<Int> n = Cross(generator(i), generator(j));
      if (n.IsZero()) continue;
      on_a_line = false;
      if (EitherSupports(pair, n)) return true;
    }
  }
  return on_a_line;
}

// The case of the origin in the relative interior of a segment along p: n supports only if it is
// perpendicular to p. In the plane perpendicular to p, the cone of the n has an extreme ray
// perpendicular to some difference, or all differences are on the line of p.
template <typename Pair, typename Int>
bool SegmentIsOnBoundary(const Pair& pair, const IntegerVec3<Int>& p) {
  bool on_a_line = true;
  for (int i = 0; i < pair.num_a(); ++i) {
    for (int j = 0; j < pair.num_b(); ++j) {
      const IntegerVec3<Int> n = Cross(p, pair.a(i) - pair.b(j));
      if (n.IsZero()) continue;
      on_a_line = false;
      if (EitherSupports(pair, n)) return true;
    }
  }
  return on_a_line;
}

template <typename Pair, typename Int>
bool IsOnBoundary(const Pair& pair, const ExactSimplex<Int>& simplex) {
  const auto& [p, q, r, s] = simplex.points;
  if (simplex.size == 4) return false;
  if (simplex.size == 3) return EitherSupports(pair, Cross(q - p, r - p));
  if (simplex.size == 2) return SegmentIsOnBoundary(pair, p);
  for (int i = 0; i < pair.num_a(); ++i) {
    for (int j = 0; j < pair.num_b(); ++j) {
      if (pair.a(i) == pair.b(j)) return SharedPointIsOnBoundary(pair, pair.a(i));
    }
  }
  std::abort();  // Unreachable: the simplex is a difference, and it is zero.
}

}  // namespace internal

// Returns the point of the CSO nearest to the origin as a simplex of differences. GJK in exact
// arithmetic (Wolfe 1976): it ends with a proof instead of a tolerance, either the origin as a
// convex combination of differences, or a direction in which every difference is as high as the
// nearest point. It terminates, since the distance decreases strictly from one of finitely many
// simplices to the next. Integers grow to four times the bits of a difference, and 6.
template <typename Pair>
ExactSimplex<typename Pair::Int> ExactNearestSimplex(const Pair& pair) {
  ExactSimplex<typename Pair::Int> simplex;
  simplex.points[0] = pair.a(0) - pair.b(0);
  simplex.size = 1;
  while (true) {
    simplex = internal::NearestSubset(simplex.points, simplex.size);
    if (simplex.ContainsOrigin()) return simplex;
    const auto least = pair.Least(simplex.direction);
    if (Dot(simplex.direction, least) >= Dot(simplex.direction, simplex.points[0])) return simplex;
    simplex.points[simplex.size++] = least;
  }
}

// Returns the relation of the pair, given its nearest simplex. A supporting direction at a boundary
// point is perpendicular to every difference of the simplex that has the origin in its relative
// interior, which leaves few candidates.
template <typename Pair>
ExactRelation ExactRelationOf(const Pair& pair, const ExactSimplex<typename Pair::Int>& nearest) {
  if (!nearest.ContainsOrigin()) return ExactRelation::kDisjoint;
  return internal::IsOnBoundary(pair, nearest) ? ExactRelation::kTouching : ExactRelation::kOverlapping;
}

}  // namespace collision2d::solid
