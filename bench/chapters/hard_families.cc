#include "bench/chapters/hard_families.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "collision2d/testing/exact_oracle.h"
#include "collision2d/testing/paper_dataset.h"

namespace collision2d::bench {
namespace {

constexpr double kPi = 3.141592653589793;

Vec2 OnCircle(double angle_rad) { return {std::cos(angle_rad), std::sin(angle_rad)}; }

// Vertices of convex shapes of up to thousands of vertices, counter-clockwise. Rounding may make a
// corner straight: shapes are made of them by ConvexPolygon::Hull. All lengths are in m.
using Ring = std::vector<Vec2>;

// The vertex after i, and the one before it.
int Next(const Ring& ring, int i) { return (i + 1) % static_cast<int>(ring.size()); }
int Previous(const Ring& ring, int i) { return i == 0 ? static_cast<int>(ring.size()) - 1 : i - 1; }

// centre + radius (cos, sin)(2 pi i / n).
Ring Ngon(int n, double radius, Vec2 center) {
  Ring ring;
  for (int i = 0; i < n; ++i) ring.push_back(center + radius * OnCircle(2.0 * kPi * i / n));
  return ring;
}

// n points of an ellipse about the origin with these half axes, evenly spaced in angle.
Ring Ellipse(int n, double half_length, double half_width) {
  Ring ring;
  for (int i = 0; i < n; ++i) {
    const Vec2 p = OnCircle(2.0 * kPi * i / n);
    ring.push_back({half_length * p.x, half_width * p.y});
  }
  return ring;
}

// A square from (-1, -1) to (1, 1) whose sides are chains of n / 4 edges that bulge outwards, each
// vertex by half of `turn_ulps` units in the last place of 1 beyond the middle of its neighbours:
// the rounding of a pose bends some of them inwards.
// REQUIRES: n >= 4 and a multiple of 4.
Ring NearlyStraightSquare(int n, double turn_ulps) {
  const int edges = n / 4;
  // Each chain is a parabola, whose second difference is 8 bulge / edges^2.
  const double bulge = 0.125 * turn_ulps * 0x1p-52 * edges * edges;
  Ring ring;
  for (const Pose2& side : {Pose2({}, UnitRotation(1.0, 0.0)), Pose2({}, UnitRotation(0.0, 1.0)),
                            Pose2({}, UnitRotation(-1.0, 0.0)), Pose2({}, UnitRotation(0.0, -1.0))}) {
    for (int k = 0; k < edges; ++k) {
      const double x = -1.0 + 2.0 * k / edges;
      ring.push_back(side.Rotate({x, -1.0 - bulge * (1.0 - x * x)}));
    }
  }
  return ring;
}

// The outline of a vehicle, about the origin, along the x axis: a rectangle whose corners are arcs
// of n / 4 vertices. REQUIRES: n >= 4 and a multiple of 4; the radius is at most half of the width.
Ring RoundedRectangle(int n, double length, double width, double corner_radius) {
  const int per_corner = n / 4;
  const Vec2 middle = {0.5 * length - corner_radius, 0.5 * width - corner_radius};
  const Vec2 corners[] = {{middle.x, middle.y}, {-middle.x, middle.y}, {-middle.x, -middle.y}, {middle.x, -middle.y}};
  Ring ring;
  for (int corner = 0; corner < 4; ++corner) {
    for (int k = 0; k < per_corner; ++k) {
      // One vertex: the middle of the arc, which is the rectangle's corner if the radius is 0.
      const double along = per_corner == 1 ? 0.5 : static_cast<double>(k) / (per_corner - 1);
      ring.push_back(corners[corner] + corner_radius * OnCircle(0.5 * kPi * (corner + along)));
    }
  }
  return ring;
}

// Each vertex scaled, then moved.
Ring Mapped(const Ring& ring, double scale, Vec2 shift) {
  Ring mapped;
  for (const Vec2 v : ring) mapped.push_back(scale * v + shift);
  return mapped;
}

// Each vertex posed.
Ring Posed(const Ring& ring, const Pose2& pose) {
  Ring posed;
  for (const Vec2 v : ring) posed.push_back(pose * v);
  return posed;
}

// The ring reflected through the middle of its edge from `ring[i]`: a neighbour that has the ends
// of this edge to the bit.
Ring ReflectedThroughEdge(const Ring& ring, int i) {
  const Vec2 start = ring[i];
  const Vec2 end = ring[Next(ring, i)];
  Ring reflected;
  for (const Vec2 v : ring) reflected.push_back(start + (end - v));
  reflected[i] = end;
  reflected[Next(ring, i)] = start;
  return reflected;
}

// The ring turned and moved so that the direction `from` becomes the direction `to` (unit vectors),
// and vertex `corner` is at `target` to the bit.
Ring Placed(const Ring& ring, Vec2 from, Vec2 to, int corner, Vec2 target) {
  const Pose2 turn({}, UnitRotation(Dot(from, to), Cross(from, to)));
  const Vec2 shift = target - turn.Rotate(ring[corner]);
  Ring placed;
  for (const Vec2 v : ring) placed.push_back(turn.Rotate(v) + shift);
  placed[corner] = target;
  return placed;
}

// The unit vector out of the ring at its edge from ring[i].
Vec2 EdgeNormal(const Ring& ring, int i) { return -PerpendicularLeft(Normalized(ring[Next(ring, i)] - ring[i])); }

// The unit vector out of the ring at its vertex i, in the middle between the normals of its edges:
// the ring ends there.
Vec2 CornerNormal(const Ring& ring, int i) {
  return Normalized(EdgeNormal(ring, Previous(ring, i)) + EdgeNormal(ring, i));
}

// A point with both coordinates in [-reach, reach).
Vec2 RandomPoint(double reach, Random* random) {
  const double x = random->Uniform(-reach, reach);
  const double y = random->Uniform(-reach, reach);
  return {x, y};
}

// b in a frame of its own, with its origin in the middle of b and a random heading: contact is as
// good as posing is accurate.
HardPair WithPose(const ConvexPolygon& a, const ConvexPolygon& b, Random* random) {
  const Pose2 a_from_b = Pose2::FromYaw(b.center(), random->Angle());
  const Ring vertices(b.vertices().begin(), b.vertices().end());
  return {a, ConvexPolygon::Hull(Posed(vertices, a_from_b.Inverse())).value(), a_from_b};
}

ConvexPolygon Hull(const Ring& ring) { return ConvexPolygon::Hull(ring).value(); }

HardPair InOneFrame(const Ring& a, const Ring& b) { return {Hull(a), Hull(b), {}}; }

// In one frame, or with a pose.
HardPair PosedIf(bool is_posed, const Ring& a, const Ring& b, Random* random) {
  return is_posed ? WithPose(Hull(a), Hull(b), random) : InOneFrame(a, b);
}

// Two regular polygons with the same headings: every edge of one is parallel to an edge of the
// other.
HardPair ParallelEdges(int n, int index, Random* random) {
  const double radius = index == 0 ? 0.5 : random->Uniform(0.2, 0.9);
  const Vec2 center = index == 0 ? Vec2{0.3, 0.1} : RandomPoint(0.3, random);
  return InOneFrame(Ngon(n, 1.0, {}), Ngon(n, radius, center));
}

// The same pair with a pose.
template <HardPair (*kMake)(int n, int index, Random* random)>
HardPair WithPoseOf(int n, int index, Random* random) {
  const HardPair pair = kMake(n, index, random);
  return WithPose(pair.a, pair.b, random);
}

// Posing rounds nearly straight sides to chains that are not convex: up to 32 m from the origin by
// some 32 units in the last place of 1.
HardPair BentRing(int n, int /*index*/, Random* random) {
  const Ring b = NearlyStraightSquare(n, random->Uniform(4.0, 12.0));
  const Vec2 center = RandomPoint(32.0, random);
  const Vec2 translation = center + RandomPoint(1.0, random);
  return {Hull(Ngon(n, 2.0, center)), Hull(b), Pose2::FromYaw(translation, random->Angle())};
}

// The same shape twice, in one frame or with the identity as pose.
HardPair Identical(int n, int index, Random* random) {
  const ConvexPolygon shape = Hull(Mapped(PaperPolygon(n, random), 1.0, RandomPoint(32.0, random)));
  if (index % 2 == 0) return {shape, shape, {}};
  return {shape, shape, Pose2{}};
}

// A smaller copy that shares a corner with the shape, or a part of an edge.
HardPair TouchingFromInside(int n, int index, Random* random) {
  const Ring a = Mapped(PaperPolygon(n, random), 1.0, RandomPoint(32.0, random));
  const int i = random->Index(n);
  const Vec2 fixed = index % 2 == 0 ? a[i] : 0.5 * (a[i] + a[Next(a, i)]);
  const double shrink = index % 4 < 2 ? 0.5 : random->Uniform(0.2, 0.9);
  return PosedIf(index % 3 == 0, a, Mapped(a, shrink, (1.0 - shrink) * fixed), random);
}

// m.
constexpr double kNear = 32.0;
// m. Coordinates of this magnitude are multiples of 2^-29 m = 1.9e-9 m.
constexpr double kFar = 1e7;

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
  const Vec2 center_b = apart * OnCircle(bearing_rad);
  return InOneFrame(Ngon(n, radius_a, {}), Ngon(n, radius_b, center_b));
}

template <bool kIsFar>
HardPair SharedEdge(int n, int /*index*/, Random* random) {
  const Ring a = RandomRing(n, kIsFar ? kFar : kNear, random);
  return InOneFrame(a, ReflectedThroughEdge(a, random->Index(n)));
}

HardPair VertexOnEdge(int n, int index, Random* random) {
  const Ring a = RandomRing(n, kNear, random);
  const Ring b = PaperPolygon(n, random);
  const int edge = random->Index(n);
  const int corner = random->Index(n);
  const Vec2 target = 0.5 * (a[edge] + a[Next(a, edge)]);
  const Ring placed = Placed(b, CornerNormal(b, corner), -EdgeNormal(a, edge), corner, target);
  return PosedIf(index % 2 == 1, a, placed, random);
}

HardPair VertexOnVertex(int n, int index, Random* random) {
  const Ring a = RandomRing(n, kNear, random);
  const Ring b = PaperPolygon(n, random);
  const int corner_a = random->Index(n);
  const int corner_b = random->Index(n);
  const Ring placed = Placed(b, CornerNormal(b, corner_b), -CornerNormal(a, corner_a), corner_b, a[corner_a]);
  return PosedIf(index % 2 == 1, a, placed, random);
}

// The class contact of the paper's tables.
HardPair RandomContact(int n, int /*index*/, Random* random) {
  const auto seed = static_cast<uint64_t>(random->Index(1 << 30));
  const std::vector<PolygonPair> pairs = PaperPairs(PairClass::kContact, n, 1, seed);
  return {pairs[0].a, pairs[0].b, {}};
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

// m. Lost in the rounding of such coordinates.
constexpr double kTiny = 1e-10;

Vec2 FarPoint(Random* random) {
  const double x = random->Sign() * random->Uniform(0.6, 1.0) * kFar;
  const double y = random->Sign() * random->Uniform(0.6, 1.0) * kFar;
  return {x, y};
}

// A shape of 0.1 nm at a corner or an edge of a shape far from the origin: all of its vertices are
// one point once posed.
HardPair CollapseToPoint(int n, int index, Random* random) {
  const Ring a = Mapped(PaperPolygon(n, random), 1.0, FarPoint(random));
  const int i = random->Index(n);
  const Vec2 target = index % 2 == 0 ? a[i] : 0.5 * (a[i] + a[Next(a, i)]);
  return {Hull(a), Hull(Ngon(n, kTiny, {})), Pose2::FromYaw(target, random->Angle())};
}

// A needle along an edge of a shape far from the origin: posed, it has no width left; with a
// quarter turn not even in the rounding of its vertices.
HardPair CollapseToSegment(int n, int index, Random* random) {
  const Ring needle = Ellipse(n, 0.5, kTiny);
  const Vec2 far = FarPoint(random);
  if (index % 2 == 0) {
    const Ring a =
        Mapped(RoundedRectangle(n, 2.0, 2.0, n == 4 ? 0.0 : 0.25), 1.0, {std::rint(far.x), std::rint(far.y)});
    const Vec2 right = {std::rint(far.x) + 1.0, std::rint(far.y)};
    return {Hull(a), Hull(needle), Pose2(right, UnitRotation(0.0, 1.0))};
  }
  const Ring a = Mapped(PaperPolygon(n, random), 1.0, far);
  const int i = random->Index(n);
  const Vec2 along = Normalized(a[Next(a, i)] - a[i]);
  return {Hull(a), Hull(needle), Pose2(0.5 * (a[i] + a[Next(a, i)]), UnitRotation(along.x, along.y))};
}

// Ellipses down to 10^-12 as wide as long: crossing, the tip of one at the side of the other, or
// nearly parallel.
HardPair Needles(int n, int index, Random* random) {
  const double half_length_a = random->Uniform(0.5, 2.0);
  const double half_length_b = random->Uniform(0.5, 2.0);
  const double aspect_a = random->LogUniform(1e-12, 1e-6);
  const double aspect_b = random->LogUniform(1e-12, 1e-6);
  const ConvexPolygon a = Hull(Ellipse(n, half_length_a, aspect_a * half_length_a));
  const ConvexPolygon b = Hull(Ellipse(n, half_length_b, aspect_b * half_length_b));
  const Vec2 on_a = {random->Uniform(-0.9, 0.9) * half_length_a, 0.0};
  switch (index % 3) {
    case 0:
      return {a, b, Pose2::FromYaw(on_a, random->Angle())};
    case 1: {
      const Pose2 turn = Pose2::FromYaw({}, random->Uniform(0.1, 3.0));
      const double at_side = aspect_a * std::sqrt(half_length_a * half_length_a - on_a.x * on_a.x);
      return {a, b, Pose2(Vec2{on_a.x, at_side} + turn.Rotate({half_length_b, 0.0}), UnitRotation(turn.cos, turn.sin))};
    }
    default:
      return {a, b, Pose2::FromYaw(on_a, random->LogUniform(1e-13, 1e-6))};
  }
}

// Two cells with one edge, whose coordinates are subnormal numbers.
HardPair Subnormal(int n, int index, Random* random) {
  const Ring a = PaperPolygon(n, random);
  const Ring b = ReflectedThroughEdge(a, random->Index(n));
  const double scale = std::ldexp(1.0, random->Integer(-1050, -1030));
  return PosedIf(index % 2 == 1, Mapped(a, scale, {}), Mapped(b, scale, {}), random);
}

// Rectangles of 2 m by 1 m with corners rounded by 1e-12 m, side by side or corner to corner.
HardPair TinyEdges(int n, int index, Random* random) {
  constexpr double kCornerRadius = 1e-12;
  const Ring a = RoundedRectangle(n, 2.0, 1.0, kCornerRadius);
  const Vec2 shift = {2.0, index % 2 == 0 ? random->Uniform(-0.9, 0.9) : 1.0};
  return PosedIf(index % 4 >= 2, a, Mapped(a, 1.0, shift), random);
}

// Rectangles with corners rounded by 0.3 m and by 1 mm to 0.1 m, about 5 m apart in the coordinates
// of a map: posing turns the edges of the corners.
HardPair RoundedCornersApart(int n, int /*index*/, Random* random) {
  constexpr double kReach = 1e6;
  constexpr double kApart = 9.0;
  const Ring rounded = RoundedRectangle(n, 4.5, 1.8, random->LogUniform(1e-3, 0.1));
  const Pose2 world_from_a = Pose2::FromYaw(RandomPoint(kReach, random), random->Angle());
  const double bearing_rad = random->Angle();
  const Vec2 place = world_from_a.translation + kApart * OnCircle(bearing_rad);
  return {Hull(Posed(RoundedRectangle(n, 4.5, 1.8, 0.3), world_from_a)), Hull(rounded),
          Pose2::FromYaw(place, random->Angle())};
}

}  // namespace

std::vector<Vec2> VerticesOfB(const HardPair& pair) {
  const Ring vertices(pair.b.vertices().begin(), pair.b.vertices().end());
  return pair.a_from_b.has_value() ? Posed(vertices, *pair.a_from_b) : vertices;
}

std::vector<CliffFamily> AllFamilies() {
  constexpr auto kDeep = Hardness::kDeep;
  constexpr auto kContact = Hardness::kContact;
  constexpr auto kScale = Hardness::kScale;
  // More vertices do not fit on an arc of 1e-12 m between coordinates of 1 m.
  constexpr int kMostTinyEdges = 200;
  return {
      {"parallel_edges_deep", "regular n-gons with parallel edges, one deep in the other", kDeep, ParallelEdges},
      {"parallel_edges_deep_posed", "the same with a pose", kDeep, WithPoseOf<ParallelEdges>},
      {"bent_ring_deep", "nearly straight sides that posing bends inwards, one deep in the other", kDeep, BentRing, 8},
      {"identical", "the same shape twice", kDeep, Identical},
      {"touching_from_inside", "a smaller copy at a corner or an edge of the shape", kDeep, TouchingFromInside},
      {"tangent", "regular n-gons that touch at a corner or an edge", kContact, Tangent},
      {"shared_edge", "two cells of a map with one edge", kContact, SharedEdge<false>},
      {"shared_edge_posed", "the same with a pose", kContact, WithPoseOf<SharedEdge<false>>},
      {"shared_edge_far", "two cells with one edge, up to 1e7 m from the origin", kContact, SharedEdge<true>},
      {"shared_edge_far_posed", "the same with a pose", kContact, WithPoseOf<SharedEdge<true>>},
      {"vertex_on_edge", "a corner at the middle of an edge", kContact, VertexOnEdge},
      {"vertex_on_vertex", "a corner at a corner", kContact, VertexOnVertex},
      {"random_contact", "the class contact of the paper's tables", kContact, RandomContact},
      {"random_contact_posed", "the same with a pose", kContact, WithPoseOf<RandomContact>},
      {"long_parallel_edges", "kerbs of 1 km beside each other", kContact, LongParallelEdges},
      {"collinear_chains", "nearly straight chains of edges along each other", kContact, CollinearChains, 8},
      {"parked_cars", "cars bumper to bumper in map coordinates", kContact, ParkedCars},
      {"collapse_to_point", "a shape of 0.1 nm posed at 1e7 m: a point after rounding", kScale, CollapseToPoint},
      {"collapse_to_segment", "a needle posed along an edge at 1e7 m: a segment after rounding", kScale,
       CollapseToSegment},
      {"needles", "posed ellipses down to 1e-12 as wide as long", kScale, Needles},
      {"subnormal", "two cells with one edge in subnormal coordinates", kScale, Subnormal},
      {"tiny_edges", "rectangles whose corners are chains of 1e-12 m", kScale, TinyEdges, 8, kMostTinyEdges},
      {"rounded_corners_apart", "rectangles with rounded corners metres apart in map coordinates", kScale,
       RoundedCornersApart, 8},
  };
}

namespace {

// m. The coordinates that posing rounds, as distance.h counts them.
double PosingMagnitude(const HardPair& pair) {
  if (!pair.a_from_b.has_value()) return 0.0;
  const Vec2 translation = pair.a_from_b->translation;
  return std::abs(translation.x) + std::abs(translation.y) + 2.0 * pair.b.max_coordinate_m();
}

// m. The error of a subnormal result.
constexpr double kUnderflowError_m = 4.0 * std::numeric_limits<double>::denorm_min();

// By ExactRelation.
constexpr SeparationStatus kStatus[] = {SeparationStatus::kSeparated, SeparationStatus::kTouching,
                                        SeparationStatus::kPenetrating};
constexpr int kSign[] = {1, 0, -1};

}  // namespace

std::array<bool, 3> AreRight(const HardPair& pair, const LevelAnswers& answers) {
  ExactOracle oracle;
  oracle.SetPair(pair.a.vertices(), VerticesOfB(pair));
  const double error_m = kDistanceRelativeError * (oracle.Size() + PosingMagnitude(pair)) + kUnderflowError_m;
  // The value is within the error and has the sign of the exact one. NaN and infinity are wrong.
  const auto is_right = [&](double value_m, int sign) {
    return std::isfinite(value_m) && (value_m > 0.0) - (value_m < 0.0) == sign &&
           oracle.IsWithinAbsolute(mpq_class(value_m), mpq_class(error_m));
  };
  const bool collides = oracle.relation() != ExactRelation::kDisjoint;
  const auto relation = static_cast<size_t>(oracle.relation());
  return {answers.collides == collides, collides ? answers.distance_m == 0.0 : is_right(answers.distance_m, 1),
          answers.separation.status == kStatus[relation] &&
              is_right(answers.separation.signed_distance_m, kSign[relation])};
}

}  // namespace collision2d::bench
