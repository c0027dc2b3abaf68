#include "collision2d/solid/testing/touching_pairs3.h"

#include <cmath>
#include <limits>
#include <utility>

#include "collision2d/solid/geometry/pose3.h"
#include "collision2d/solid/testing/random_pose3.h"

namespace collision2d::solid {
namespace {

// A vector of the contact plane, which is z = 0 until the pair is mapped.
struct Planar {
  double x;
  double y;
};

double Cross(const Planar& p, const Planar& q) { return p.x * q.y - p.y * q.x; }

// Nonzero, coordinates in {-3, ..., 3}.
Planar RandomPlanar(Random* random) {
  while (true) {
    const double x = random->Integer(-3, 3);
    const double y = random->Integer(-3, 3);
    if (x != 0.0 || y != 0.0) return {x, y};
  }
}

// Three points with the origin strictly inside their triangle, and possibly one more.
std::vector<Planar> RandomRing(Random* random) {
  while (true) {
    const Planar p = RandomPlanar(random);
    const Planar q = RandomPlanar(random);
    const Planar r = RandomPlanar(random);
    if (Cross(p, q) <= 0.0 || Cross(q, r) <= 0.0 || Cross(r, p) <= 0.0) continue;
    std::vector<Planar> ring = {p, q, r};
    if (random->Chance(0.5)) ring.push_back(RandomPlanar(random));
    return ring;
  }
}

// A segment of that direction with the origin strictly inside.
std::vector<Planar> RandomEdge(const Planar& direction, Random* random) {
  const double back = random->Integer(1, 2);
  const double forth = random->Integer(1, 2);
  return {{-back * direction.x, -back * direction.y}, {forth * direction.x, forth * direction.y}};
}

// The two features of a contact at the origin.
std::pair<std::vector<Planar>, std::vector<Planar>> RandomFeatures(ContactKind3 kind, Random* random) {
  const std::vector<Planar> vertex = {{0.0, 0.0}};
  const Planar u = RandomPlanar(random);
  const std::vector<Planar> edge = RandomEdge(u, random);
  const std::vector<Planar> face = RandomRing(random);
  switch (kind) {
    case ContactKind3::kVertexVertex:
      return {vertex, vertex};
    case ContactKind3::kVertexEdge:
      return {vertex, edge};
    case ContactKind3::kVertexFace:
      return {vertex, face};
    case ContactKind3::kEdgeEdgeCrossing: {
      Planar v = RandomPlanar(random);
      while (Cross(u, v) == 0.0) v = RandomPlanar(random);
      return {edge, RandomEdge(v, random)};
    }
    case ContactKind3::kEdgeEdgeParallel:
      return {edge, RandomEdge(u, random)};
    case ContactKind3::kEdgeFace:
      return {edge, face};
    case ContactKind3::kFaceFace:
      return {face, RandomRing(random)};
  }
  return {};
}

// A polytope on the side `up` of the plane z = 0, which touches the plane in exactly this feature.
// The ring, 2 or more away from the plane, has the z axis strictly inside, so the axis down to 1 is
// in the polytope's interior except for the origin.
std::vector<Vec3> RandomHalf(const std::vector<Planar>& feature, double up, Random* random) {
  std::vector<Vec3> points;
  for (const Planar& p : feature) points.push_back({p.x, p.y, 0.0});
  for (const Planar& p : RandomRing(random)) points.push_back({p.x, p.y, up * random->Integer(2, 5)});
  for (int i = random->Integer(0, 3); i > 0; --i) {
    const Planar p = RandomPlanar(random);
    points.push_back({p.x, p.y, up * random->Integer(1, 5)});
  }
  return points;
}

Mat3 RandomMap(Random* random) {
  if (random->Chance(0.25)) return RightAngleRotation(random->Index(24));
  while (true) {
    Mat3 map;
    for (Vec3& row : map.row) row = LatticeVector(3, random);
    if (Determinant(map) != 0.0) return map;
  }
}

}  // namespace

const char* Name(ContactKind3 kind) {
  constexpr const char* kNames[kContactKind3Count] = {
      "VertexVertex", "VertexEdge", "VertexFace", "EdgeEdgeCrossing", "EdgeEdgeParallel", "EdgeFace", "FaceFace"};
  return kNames[static_cast<int>(kind)];
}

TouchingPair3 RandomTouchingPair(ContactKind3 kind, Random* random) {
  const auto [feature_a, feature_b] = RandomFeatures(kind, random);
  // A linear map preserves touching, and maps the contact plane to an arbitrary plane.
  const double up = random->Sign();
  const Pose3 map{LatticeVector(300, random), RandomMap(random)};
  TouchingPair3 pair;
  pair.points.a = Posed(RandomHalf(feature_a, -up, random), map);
  pair.points.b = Posed(RandomHalf(feature_b, up, random), map);
  pair.contact = map.translation;
  pair.apart = map.Rotate({0.0, 0.0, up});
  if (random->Chance(0.5)) {
    std::swap(pair.points.a, pair.points.b);
    pair.apart = -pair.apart;
  }
  pair.normal = Cross(map.rotation.Column(0), map.rotation.Column(1));
  if (Dot(pair.normal, pair.apart) < 0.0) pair.normal = -pair.normal;
  return pair;
}

PointPair3 WithGap(const TouchingPair3& pair, double gap) {
  PointPair3 points = pair.points;
  for (Vec3& p : points.b) p = p + gap * pair.apart;
  return points;
}

double MovedByUlps(double x, int ulps) {
  const double goal = ulps > 0 ? std::numeric_limits<double>::infinity() : -std::numeric_limits<double>::infinity();
  for (int i = std::abs(ulps); i > 0; --i) x = std::nextafter(x, goal);
  return x;
}

void MoveByUlps(int ulps, std::vector<Vec3>* points) {
  for (Vec3& p : *points) p = {MovedByUlps(p.x, ulps), MovedByUlps(p.y, ulps), MovedByUlps(p.z, ulps)};
}

}  // namespace collision2d::solid
