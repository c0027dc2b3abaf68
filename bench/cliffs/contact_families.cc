#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "bench/cliffs/families.h"
#include "bench/cliffs/rings.h"
#include "collision2d/testing/paper_dataset.h"

namespace collision2d::bench {
namespace {

constexpr double kPi = 3.141592653589793;

// m.
constexpr double kNear = 32.0;
constexpr double kFar = 1e7;

ConvexPolygon Hull(const Ring& ring) { return ConvexPolygon::Hull(ring).value(); }

HardPair InOneFrame(const Ring& a, const Ring& b) { return {Hull(a), Hull(b), {}}; }

// A random shape somewhere within `reach` of the origin.
Ring RandomRing(int n, double reach, Random* random) {
  const Ring ring = PaperPolygon(n, random);
  return Mapped(ring, 1.0, RandomPoint(reach, random));
}

// Regular polygons with the same heading and any radii, at a corner or at an edge.
HardPair Tangent(int n, int index, Random* random) {
  const double radius_a = index < 2 ? 1.0 : random->Uniform(0.5, 2.0);
  const double radius_b = index < 2 ? 1.0 : random->Uniform(0.5, 2.0);
  const bool at_edge = index % 2 == 1;
  const double bearing_rad = at_edge ? kPi / n : 0.0;
  const double apart = (radius_a + radius_b) * (at_edge ? std::cos(kPi / n) : 1.0);
  const Vec2 center_b = apart * Vec2{std::cos(bearing_rad), std::sin(bearing_rad)};
  return InOneFrame(Ngon(n, radius_a, {}), Ngon(n, radius_b, center_b));
}

template <bool kIsFar>
HardPair SharedEdge(int n, int /*index*/, Random* random) {
  const Ring a = RandomRing(n, kIsFar ? kFar : kNear, random);
  return InOneFrame(a, ReflectedThroughEdge(a, random->Index(n)));
}

template <bool kIsFar>
HardPair SharedEdgePosed(int n, int index, Random* random) {
  const HardPair pair = SharedEdge<kIsFar>(n, index, random);
  return WithPose(pair.a, pair.b, random);
}

HardPair PosedIfOdd(const HardPair& pair, int index, Random* random) {
  return index % 2 == 0 ? pair : WithPose(pair.a, pair.b, random);
}

HardPair VertexOnEdge(int n, int index, Random* random) {
  const Ring a = RandomRing(n, kNear, random);
  const Ring b = PaperPolygon(n, random);
  const int edge = random->Index(n);
  const int corner = random->Index(n);
  const Vec2 target = 0.5 * (a[edge] + a[Next(a, edge)]);
  const Ring placed = Placed(b, CornerNormal(b, corner), -EdgeNormal(a, edge), corner, target);
  return PosedIfOdd(InOneFrame(a, placed), index, random);
}

HardPair VertexOnVertex(int n, int index, Random* random) {
  const Ring a = RandomRing(n, kNear, random);
  const Ring b = PaperPolygon(n, random);
  const int corner_a = random->Index(n);
  const int corner_b = random->Index(n);
  const Ring placed = Placed(b, CornerNormal(b, corner_b), -CornerNormal(a, corner_a), corner_b, a[corner_a]);
  return PosedIfOdd(InOneFrame(a, placed), index, random);
}

// The class contact of the paper's tables.
HardPair RandomContact(int n, int /*index*/, Random* random) {
  const auto seed = static_cast<uint64_t>(random->Index(1 << 30));
  const std::vector<PolygonPair> pairs = PaperPairs(PairClass::kContact, n, 1, seed);
  return {pairs[0].a, pairs[0].b, {}};
}

HardPair RandomContactPosed(int n, int index, Random* random) {
  const HardPair pair = RandomContact(n, index, random);
  return WithPose(pair.a, pair.b, random);
}

// Kerbs of 1 km that lie beside each other, shifted along by some part of their length.
HardPair LongParallelEdges(int n, int index, Random* random) {
  constexpr double kLength = 1000.0;
  constexpr double kWidth = 0.1;
  const Ring kerb = RoundedRectangle(n, kLength, kWidth, n == 4 ? 0.0 : 0.5 * kWidth);
  const Pose2 world_from_a = Pose2::FromYaw(RandomPoint(kNear, random), random->Angle());
  const Vec2 shift = {random->Uniform(-0.9, 0.9) * kLength, kWidth};
  const Pose2 world_from_b(world_from_a * shift, UnitRotation(world_from_a.cos, world_from_a.sin));
  if (index % 2 == 0) return InOneFrame(Posed(kerb, world_from_a), Posed(kerb, world_from_b));
  return {Hull(kerb), Hull(kerb), RelativePose(world_from_a, world_from_b)};
}

double LeastX(const Ring& ring) {
  double least = HUGE_VAL;
  for (const Vec2 v : ring) least = std::min(least, v.x);
  return least;
}

// Nearly straight sides that face each other: everywhere between them the gap is about the rounding
// of coordinates, at the origin, in a frame of b's own or within 32 m of the origin, where the
// sides need a bit more bulge to stay convex.
HardPair CollinearChains(int n, int index, Random* random) {
  const double turn_ulps = random->Uniform(4.0, 16.0) * (index % 3 == 2 ? 64.0 : 1.0);
  const Ring square = NearlyStraightSquare(n, turn_ulps);
  const Ring neighbour = Mapped(square, 1.0, {-2.0 * LeastX(square), 0.0});
  if (index % 3 == 0) return InOneFrame(square, neighbour);
  if (index % 3 == 1) return {Hull(square), Hull(square), Pose2({-2.0 * LeastX(square), 0.0}, UnitRotation(0.0, 1.0))};
  const Pose2 pose = Pose2::FromYaw(RandomPoint(kNear, random), random->Angle());
  return InOneFrame(Posed(square, pose), Posed(neighbour, pose));
}

// Two neighbours in a row of cars that stand bumper to bumper, in the coordinates of a map or of a
// parking lot, whose rounding is finer.
HardPair ParkedCars(int n, int index, Random* random) {
  constexpr double kLength = 4.5;
  constexpr double kWidth = 1.8;
  constexpr double kCornerRadius = 0.3;
  const ConvexPolygon car = Hull(RoundedRectangle(n, kLength, kWidth, n == 4 ? 0.0 : kCornerRadius));
  const Vec2 first = RandomPoint(index % 2 == 0 ? 1e5 : 50.0, random);
  const Pose2 heading = Pose2::FromYaw({}, random->Angle());
  const int place = random->Index(50);
  const auto world_from_car = [&](int k) {
    return Pose2(first + heading.Rotate({k * kLength, 0.0}), UnitRotation(heading.cos, heading.sin));
  };
  return {car, car, RelativePose(world_from_car(place), world_from_car(place + 1))};
}

}  // namespace

std::vector<CliffFamily> ContactFamilies() {
  constexpr int kMost = kMostCliffVertices;
  return {
      {"tangent", "regular n-gons that touch at a corner or an edge", 4, kMost, Tangent},
      {"shared_edge", "two cells of a map with one edge", 4, kMost, SharedEdge<false>},
      {"shared_edge_posed", "the same with a pose", 4, kMost, SharedEdgePosed<false>},
      {"shared_edge_far", "two cells with one edge, up to 1e7 m from the origin", 4, kMost, SharedEdge<true>},
      {"shared_edge_far_posed", "the same with a pose", 4, kMost, SharedEdgePosed<true>},
      {"vertex_on_edge", "a corner at the middle of an edge", 4, kMost, VertexOnEdge},
      {"vertex_on_vertex", "a corner at a corner", 4, kMost, VertexOnVertex},
      {"random_contact", "the class contact of the paper's tables", 4, kMost, RandomContact},
      {"random_contact_posed", "the same with a pose", 4, kMost, RandomContactPosed},
      {"long_parallel_edges", "kerbs of 1 km beside each other", 4, kMost, LongParallelEdges},
      {"collinear_chains", "nearly straight chains of edges along each other", 8, kMost, CollinearChains},
      {"parked_cars", "cars bumper to bumper in map coordinates", 4, kMost, ParkedCars},
  };
}

}  // namespace collision2d::bench
