#include "collision2d/solid/query/face_foot.h"

#include <algorithm>
#include <cmath>

#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/query/cso3.h"
#include "collision2d/solid/query/expanding_polytope.h"
#include "collision2d/solid/query/face_plane.h"

namespace collision2d::solid::internal {
namespace {

constexpr int Next(int i) { return i == 2 ? 0 : i + 1; }

// The weight of `q` in the point of the segment p, q that is closest to x.
double ClosestOfSegment(const Vec3& p, const Vec3& q, const Vec3& x) {
  const Vec3 edge = q - p;
  const double length_sq = NormSquared(edge);
  return length_sq > 0.0 ? std::clamp(Dot(x - p, edge) / length_sq, 0.0, 1.0) : 0.0;
}

// Weights of the foot of x in the plane of the triangle; may be negative. False if the triangle is degenerate.
bool WeightsInPlane(const Vec3& p, const Vec3& q, const Vec3& r, const Vec3& x, double w[3]) {
  const Vec3 pq = q - p;
  const Vec3 pr = r - p;
  const Vec3 normal = Cross(pq, pr);
  const double area_sq = NormSquared(normal);
  if (!(area_sq > 0.0)) return false;
  w[1] = 0.0;
  w[2] = 0.0;
  // The second round corrects the rounding error left in a sliver.
  for (int round = 0; round < 2; ++round) {
    const Vec3 rest = (x - p) - (w[1] * pq + w[2] * pr);
    w[1] += Dot(normal, Cross(rest, pr)) / area_sq;
    w[2] += Dot(normal, Cross(pq, rest)) / area_sq;
  }
  w[0] = 1.0 - w[1] - w[2];
  return true;
}

}  // namespace

TriangleWeights ClosestOfTriangle(const Vec3& p, const Vec3& q, const Vec3& r, const Vec3& x) {
  TriangleWeights inside;
  if (WeightsInPlane(p, q, r, x, inside.w) && inside.w[0] >= 0.0 && inside.w[1] >= 0.0 && inside.w[2] >= 0.0) {
    return inside;
  }
  const Vec3 corner[3] = {p, q, r};
  TriangleWeights best;
  double best_sq = NormSquared(p - x);
  for (int i = 0; i < 3; ++i) {
    const int j = Next(i);
    TriangleWeights on_edge{{0.0, 0.0, 0.0}};
    on_edge.w[j] = ClosestOfSegment(corner[i], corner[j], x);
    on_edge.w[i] = 1.0 - on_edge.w[j];
    const double distance_sq = NormSquared(on_edge.Of(p, q, r) - x);
    if (distance_sq < best_sq) {
      best_sq = distance_sq;
      best = on_edge;
    }
  }
  return best;
}

bool BringNearer(const CsoPoint& p, CsoPoint triangle[3]) {
  const auto distance_sq = [](const CsoPoint& a, const CsoPoint& b, const CsoPoint& c) {
    return NormSquared(ClosestOfTriangle(a.point, b.point, c.point, {}).Of(a.point, b.point, c.point));
  };
  int best = -1;
  double best_sq = distance_sq(triangle[0], triangle[1], triangle[2]);
  for (int i = 0; i < 3; ++i) {
    const double with_p_sq = distance_sq(i == 0 ? p : triangle[0], i == 1 ? p : triangle[1], i == 2 ? p : triangle[2]);
    if (with_p_sq < best_sq) {
      best_sq = with_p_sq;
      best = i;
    }
  }
  if (best >= 0) triangle[best] = p;
  return best >= 0;
}

namespace {

// Finds the point of a face that is closest to x, and returns its distance from x.
double ClosestOfFace(const ExpandingPolytope& polytope, const Vec3& x, FaceFoot* foot) {
  const Vec3 p = polytope.corner(foot->face, 0).point;
  const Vec3 q = polytope.corner(foot->face, 1).point;
  const Vec3 r = polytope.corner(foot->face, 2).point;
  foot->weights = ClosestOfTriangle(p, q, r, x);
  return Norm(foot->weights.Of(p, q, r) - x);
}

}  // namespace

FaceFoot FindFoot(const ExpandingPolytope& polytope, int f, double coplanar_m) {
  const FacePlane& plane = polytope.face(f).plane;
  const Vec3 normal = (1.0 / std::sqrt(plane.length_sq)) * plane.normal;
  const Vec3 foot = (plane.offset / plane.length_sq) * plane.normal;
  const Vec3 in_plane = polytope.corner(f, 0).point;
  // Every step goes to the triangle beyond an edge that the foot is beyond; in a facet without slivers each step comes
  // nearer. The bound is for facets with slivers.
  for (int step = 0; step < polytope.num_faces(); ++step) {
    const Vec3 corner[3] = {polytope.corner(f, 0).point, polytope.corner(f, 1).point, polytope.corner(f, 2).point};
    int worst = -1;
    double worst_m2 = 0.0;
    for (int i = 0; i < 3; ++i) {
      const double outside_m2 = -Dot(normal, Cross(corner[Next(i)] - corner[i], foot - corner[i]));
      if (outside_m2 > worst_m2) {
        worst_m2 = outside_m2;
        worst = i;
      }
    }
    if (worst < 0) break;
    const int beyond = polytope.face(f).neighbor[worst];
    bool is_coplanar = true;
    for (int i = 0; i < 3; ++i) is_coplanar &= Dot(normal, polytope.corner(beyond, i).point - in_plane) >= -coplanar_m;
    if (!is_coplanar) break;
    f = beyond;
  }
  FaceFoot best{f, {}};
  double best_m = ClosestOfFace(polytope, foot, &best);
  if (best_m <= coplanar_m) return best;
  // If two facets meet at an angle of rounding size, and are equally near within rounding, the foot may be on neither;
  // the nearest point of the surface is then used.
  for (int g = 0; g < polytope.face_range(); ++g) {
    if (!polytope.face(g).is_alive) continue;
    FaceFoot other{g, {}};
    const double other_m = ClosestOfFace(polytope, foot, &other);
    if (other_m < best_m) {
      best_m = other_m;
      best = other;
    }
  }
  return best;
}

}  // namespace collision2d::solid::internal
