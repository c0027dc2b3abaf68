#include <cmath>

#include "bench/cliffs/families.h"
#include "bench/cliffs/rings.h"
#include "collision2d/testing/paper_dataset.h"

namespace collision2d::bench {
namespace {

// m. Coordinates of this magnitude are multiples of 2^-29 m = 1.9e-9 m.
constexpr double kFar = 1e7;
// m. Lost in the rounding of such coordinates.
constexpr double kTiny = 1e-10;

ConvexPolygon Hull(const Ring& ring) { return ConvexPolygon::Hull(ring).value(); }

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
  const ConvexPolygon shape_a = Hull(Mapped(a, scale, {}));
  const ConvexPolygon shape_b = Hull(Mapped(b, scale, {}));
  return index % 2 == 0 ? HardPair{shape_a, shape_b, {}} : WithPose(shape_a, shape_b, random);
}

// Rectangles of 2 m by 1 m with corners rounded by 1e-12 m, side by side or corner to corner.
HardPair TinyEdges(int n, int index, Random* random) {
  constexpr double kCornerRadius = 1e-12;
  const Ring a = RoundedRectangle(n, 2.0, 1.0, kCornerRadius);
  const Vec2 shift = {2.0, index % 2 == 0 ? random->Uniform(-0.9, 0.9) : 1.0};
  const ConvexPolygon shape_a = Hull(a);
  const ConvexPolygon shape_b = Hull(Mapped(a, 1.0, shift));
  return index % 4 < 2 ? HardPair{shape_a, shape_b, {}} : WithPose(shape_a, shape_b, random);
}

// Rectangles with corners rounded by 0.3 m and by 1 mm to 0.1 m, about 5 m apart in the coordinates
// of a map: posing turns the edges of the corners.
HardPair RoundedCornersApart(int n, int /*index*/, Random* random) {
  constexpr double kReach = 1e6;
  constexpr double kApart = 9.0;
  const Ring rounded = RoundedRectangle(n, 4.5, 1.8, random->LogUniform(1e-3, 0.1));
  const Pose2 world_from_a = Pose2::FromYaw(RandomPoint(kReach, random), random->Angle());
  const double bearing_rad = random->Angle();
  const Vec2 place = world_from_a.translation + kApart * Vec2{std::cos(bearing_rad), std::sin(bearing_rad)};
  return {Hull(Posed(RoundedRectangle(n, 4.5, 1.8, 0.3), world_from_a)), Hull(rounded),
          Pose2::FromYaw(place, random->Angle())};
}

}  // namespace

std::vector<CliffFamily> ScaleFamilies() {
  constexpr int kMost = kMostCliffVertices;
  // More vertices do not fit on an arc of 1e-12 m between coordinates of 1 m.
  constexpr int kMostTinyEdges = 200;
  return {
      {"collapse_to_point", "a shape of 0.1 nm posed at 1e7 m: a point after rounding", 4, kMost, CollapseToPoint},
      {"collapse_to_segment", "a needle posed along an edge at 1e7 m: a segment after rounding", 4, kMost,
       CollapseToSegment},
      {"needles", "posed ellipses down to 1e-12 as wide as long", 4, kMost, Needles},
      {"subnormal", "two cells with one edge in subnormal coordinates", 4, kMost, Subnormal},
      {"tiny_edges", "rectangles whose corners are chains of 1e-12 m", 8, kMostTinyEdges, TinyEdges},
      {"rounded_corners_apart", "rectangles with rounded corners metres apart in map coordinates", 8, kMost,
       RoundedCornersApart},
  };
}

}  // namespace collision2d::bench
