#include "collision2d/query/stages/simplex.h"

#include <cmath>
#include <initializer_list>

#include "collision2d/geometry/orientation.h"
#include "collision2d/geometry/tolerances.h"

namespace collision2d::internal {

namespace {

constexpr int kBitA = 4;
constexpr int kBitB = 2;
constexpr int kBitC = 1;

Subdistance VertexA(Vec2 a) { return {kBitA, 1.0, 0.0, 0.0, a}; }

// The segment result of `ab`, whose second vertex is called C.
Subdistance SecondIsC(Subdistance ab) {
  const int barycode = (ab.barycode & kBitA) | ((ab.barycode & kBitB) != 0 ? kBitC : 0);
  return {barycode, ab.lambda_a, 0.0, ab.lambda_b, ab.closest};
}

// The segment result of `ab`, whose vertices are called B and C.
Subdistance VerticesAreBC(Subdistance ab) { return {ab.barycode >> 1, 0.0, ab.lambda_a, ab.lambda_b, ab.closest}; }

Subdistance BestEdge(Vec2 a, Vec2 b, Vec2 c) {
  Subdistance best = S1D(a, b);
  for (const Subdistance& edge : {SecondIsC(S1D(a, c)), VerticesAreBC(S1D(b, c))}) {
    if (NormSquared(edge.closest) < NormSquared(best.closest)) best = edge;
  }
  return best;
}

// Twice the signed area of ABC, and whether its sign is certain.
struct SignedArea {
  double value;
  bool reliable;
};

SignedArea TwiceArea(Vec2 a, Vec2 b, Vec2 c) {
  const Vec2 ab = b - a;
  const Vec2 ac = c - a;
  const double left = ab.x * ac.y;
  const double right = ab.y * ac.x;
  const double value = left - right;
  return {value, std::abs(value) > kCrossRelativeError * (std::abs(left) + std::abs(right))};
}

// If O is in the cone vertically opposite to the angle at the vertex `v` (Alg 4): which of the two
// edges at v is closest? For an acute or right angle that cone is part of the Voronoi region of the
// vertex.
enum class ConeAnswer { kVertex, kEdgeM, kEdgeN };

ConeAnswer ConeRegion(Vec2 v, Vec2 m, Vec2 n) {
  if (Dot(v - m, v - n) >= 0.0) return ConeAnswer::kVertex;
  if (Dot(v, v - m) > 0.0) return ConeAnswer::kEdgeM;
  if (Dot(v, v - n) > 0.0) return ConeAnswer::kEdgeN;
  return ConeAnswer::kVertex;
}

Subdistance ConeBehindA(Vec2 a, Vec2 b, Vec2 c) {
  switch (ConeRegion(a, b, c)) {
    case ConeAnswer::kEdgeM:
      return S1D(a, b);
    case ConeAnswer::kEdgeN:
      return SecondIsC(S1D(a, c));
    case ConeAnswer::kVertex:
      break;
  }
  return VertexA(a);
}

// Renames the vertices of a result for (B, C, A) to those of (A, B, C).
Subdistance FromBCA(Subdistance r) {
  return {((r.barycode & kBitA) != 0 ? kBitB : 0) | ((r.barycode & kBitB) != 0 ? kBitC : 0) |
              ((r.barycode & kBitC) != 0 ? kBitA : 0),
          r.lambda_c, r.lambda_a, r.lambda_b, r.closest};
}

// Returns the result if O is inside. The weights are the partial areas over the whole; in a needle
// they are small differences of large products, so that only exact ones bring the weighted sum back
// to O.
Subdistance Inside(Vec2 a, Vec2 b, Vec2 c) {
  const double u = std::abs(EdgeCrossExact(c, {}, c, b, nullptr));
  const double v = std::abs(EdgeCrossExact(a, {}, a, c, nullptr));
  const double w = std::abs(EdgeCrossExact(b, {}, b, a, nullptr));
  const double sum = u + v + w;
  return {kBitA | kBitB | kBitC, u / sum, v / sum, w / sum, {}};
}

// Twice the signed area of O and the edge PQ. The edge vector, not the second end, is the factor:
// the error is then relative to the edge's length, however far away the edge is.
double EdgeArea(Vec2 p, Vec2 q) { return Cross(p, q - p); }

bool SameSign(double x, double y) { return (x > 0.0 && y > 0.0) || (x < 0.0 && y < 0.0); }

}  // namespace

Subdistance S1D(Vec2 a, Vec2 b) {
  const Vec2 ab = b - a;
  const double along_a = Dot(a, ab);
  if (along_a >= 0.0) return VertexA(a);
  const double along_b = Dot(b, ab);
  if (along_b <= 0.0) return {kBitB, 0.0, 1.0, 0.0, b};
  // The closest point is computed as a multiple of the edge's normal, not as lambda_a A + lambda_b
  // B: its direction is then exact to rounding even if it is much shorter than A and B. It is
  // measured from the nearer end, since the error grows with the distance of the reference point.
  const Vec2 nearer = along_b < -along_a ? b : a;
  const Vec2 closest = (Cross(ab, nearer) / NormSquared(ab)) * PerpendicularLeft(ab);
  // Mathematically |AB|^2, but with the same rounding as the numerators, so that the weights add up
  // to 1.
  const double length_sq = along_b - along_a;
  return {kBitA | kBitB, along_b / length_sq, -along_a / length_sq, 0.0, closest};
}

Subdistance S2D(Vec2 a, Vec2 b, Vec2 c) {
  const SignedArea area = TwiceArea(a, b, c);
  if (!area.reliable) return BestEdge(a, b, c);
  const double sigma_u = EdgeArea(b, c);
  const double sigma_v = EdgeArea(c, a);
  const double sigma_w = EdgeArea(a, b);
  const int barycode = (SameSign(sigma_u, area.value) ? kBitA : 0) | (SameSign(sigma_v, area.value) ? kBitB : 0) |
                       (SameSign(sigma_w, area.value) ? kBitC : 0);
  switch (barycode) {
    case 7:
      return Inside(a, b, c);
    case 6:
      return S1D(a, b);
    case 5:
      return SecondIsC(S1D(a, c));
    case 3:
      return VerticesAreBC(S1D(b, c));
    case 4:
      return ConeBehindA(a, b, c);
    case 2:
      return FromBCA(ConeBehindA(b, c, a));
    case 1:
      return FromBCA(FromBCA(ConeBehindA(c, a, b)));
    default:
      // No area has the sign of the whole, which only rounding can cause.
      return BestEdge(a, b, c);
  }
}

Subdistance S2DOrdered(Vec2 a, Vec2 b, Vec2 c) {
  const SignedArea area = TwiceArea(a, b, c);
  if (!area.reliable) return BestEdge(a, b, c);
  const double sigma_v = EdgeArea(c, a);
  const double sigma_w = EdgeArea(a, b);
  if (SameSign(sigma_v, area.value)) {
    if (!SameSign(sigma_w, area.value)) return S1D(a, b);
    // O is on the inner side of BC by the order of the vertices, but in a needle rounding can
    // invalidate that.
    return SameSign(EdgeArea(b, c), area.value) ? Inside(a, b, c) : BestEdge(a, b, c);
  }
  if (SameSign(sigma_w, area.value)) return SecondIsC(S1D(a, c));
  return ConeBehindA(a, b, c);
}

namespace {

// The vertices that `result` keeps of A, B, C.
Simplex Reduced(const Subdistance& result, const CsoVertex& a, const CsoVertex& b, const CsoVertex& c) {
  Simplex simplex;
  simplex.closest = result.closest;
  if ((result.barycode & 4) != 0) simplex.vertex[simplex.size++] = a;
  if ((result.barycode & 2) != 0) simplex.vertex[simplex.size++] = b;
  if ((result.barycode & 1) != 0) simplex.vertex[simplex.size++] = c;
  return simplex;
}

}  // namespace

Simplex Simplex::Of(const CsoVertex& vertex) {
  Simplex simplex;
  simplex.vertex[0] = vertex;
  simplex.size = 1;
  simplex.closest = vertex.point;
  return simplex;
}

Simplex Simplex::Of(const CsoVertex& p, const CsoVertex& q) { return Reduced(S1D(p.point, q.point), p, q, {}); }

void Simplex::AddAndReduce(const CsoVertex& newest) {
  if (size == 1) {
    *this = Of(newest, vertex[0]);
  } else {
    *this = Reduced(S2DOrdered(newest.point, vertex[0].point, vertex[1].point), newest, vertex[0], vertex[1]);
  }
}

bool Simplex::Contains(const CsoVertex& v) const {
  for (int i = 0; i < size; ++i) {
    if (SameVertices(vertex[i], v)) return true;
  }
  return false;
}

}  // namespace collision2d::internal
