// Pairs whose answers are known by hand: all levels, both orders, in one frame and posed.

#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/query/collides.h"
#include "collision2d/query/distance.h"
#include "collision2d/query/separation.h"
#include "collision2d/testing/test.h"

namespace collision2d {
namespace {

constexpr double kSqrt2 = 1.4142135623730951;
// m. The pairs are a few metres in size; this is some units in the last place.
constexpr double kError_m = 4e-15;

struct KnownPair {
  std::string name;
  std::vector<Vec2> a;
  double radius_a_m;
  std::vector<Vec2> b;
  double radius_b_m;
  double signed_distance_m;
  // From a to b; zero if several are equally good.
  Vec2 direction;
};

std::vector<Vec2> Square(double low, double high) { return {{low, low}, {high, low}, {high, high}, {low, high}}; }

std::vector<KnownPair> KnownPairs() {
  const std::vector<Vec2> unit = Square(0, 1);
  const std::vector<Vec2> big = Square(-4, 4);
  return {
      {"point to point", {{0, 0}}, 0, {{3, 4}}, 0, 5, {0.6, 0.8}},
      {"equal points", {{3, 4}}, 0, {{3, 4}}, 0, 0, {1, 0}},
      {"point beside a segment", {{0, 0}, {4, 0}}, 0, {{1, 3}}, 0, 3, {0, 1}},
      {"point beyond a segment", {{0, 0}, {4, 0}}, 0, {{7, 4}}, 0, 5, {0.6, 0.8}},
      {"point in line with a segment", {{0, 0}, {4, 0}}, 0, {{6, 0}}, 0, 2, {1, 0}},
      {"point on a segment", {{0, 0}, {4, 0}}, 0, {{1, 0}}, 0, 0, {}},
      {"point on a segment's end", {{0, 0}, {4, 2}}, 0, {{4, 2}}, 0, 0, {}},
      {"parallel segments", {{0, 0}, {4, 0}}, 0, {{1, 2}, {9, 2}}, 0, 2, {0, 1}},
      {"segments in line", {{0, 0}, {4, 0}}, 0, {{6, 0}, {9, 0}}, 0, 2, {1, 0}},
      {"segments overlapping in line", {{0, 0}, {4, 0}}, 0, {{3, 0}, {9, 0}}, 0, 0, {}},
      {"segments end to end", {{0, 0}, {4, 0}}, 0, {{4, 0}, {5, 3}}, 0, 0, {}},
      {"segment's end on a segment", {{0, 0}, {4, 0}}, 0, {{1, 0}, {1, 3}}, 0, 0, {0, 1}},
      {"crossing segments", {{0, 0}, {4, 0}}, 0, {{2, -1}, {2, 3}}, 0, -1, {0, 1}},
      {"squares apart", unit, 0, {{3, 0.5}, {4, 0.5}, {4, 2}, {3, 2}}, 0, 2, {1, 0}},
      {"square corners apart", unit, 0, {{4, 5}, {6, 5}, {6, 7}, {4, 7}}, 0, 5, {0.6, 0.8}},
      {"corner to edge", unit, 0, {{3, 0.5}, {5, -1}, {5, 2}}, 0, 2, {1, 0}},
      {"edges touch", unit, 0, {{1, 0.5}, {2, 0.5}, {2, 2}, {1, 2}}, 0, 0, {1, 0}},
      {"corners touch", unit, 0, Square(1, 2), 0, 0, {}},
      {"corner touches edge", unit, 0, {{1, 0.5}, {2, 0}, {2, 1}}, 0, 0, {1, 0}},
      {"overlap by a quarter", unit, 0, {{0.75, -1}, {3, -1}, {3, 3}, {0.75, 3}}, 0, -0.25, {1, 0}},
      {"corner within", big, 0, {{3, 0}, {9, -6}, {9, 6}}, 0, -1, {1, 0}},
      {"contained", big, 0, {{2, 0}, {3, -0.5}, {3, 0.5}}, 0, -2, {1, 0}},
      {"contained, touching inside", big, 0, {{3, -1}, {4, -1}, {4, 1}, {3, 1}}, 0, -1, {1, 0}},
      {"equal squares", unit, 0, unit, 0, -1, {}},
      {"point within", big, 0, {{3, 1}}, 0, -1, {1, 0}},
      {"segment within", big, 0, {{1, 1}, {3, 1}}, 0, -3, {}},
      {"discs apart", {{0, 0}}, 1, {{3, 4}}, 2, 2, {0.6, 0.8}},
      {"discs touch", {{0, 0}}, 1, {{3, 4}}, 4, 0, {0.6, 0.8}},
      {"discs overlap", {{0, 0}}, 3, {{3, 4}}, 4, -2, {0.6, 0.8}},
      {"disc in a disc", {{0, 0}}, 5, {{1, 0}}, 1, -5, {1, 0}},
      {"discs about one centre", {{2, 3}}, 2, {{2, 3}}, 1, -3, {}},
      {"capsules side by side", {{0, 0}, {4, 0}}, 0.5, {{1, 3}, {9, 3}}, 1, 1.5, {0, 1}},
      {"capsules crossing", {{0, 0}, {4, 0}}, 0.5, {{2, -1}, {2, 3}}, 0.25, -1.75, {0, 1}},
      {"disc beside a square", unit, 0, {{3, 0.5}}, 0.5, 1.5, {1, 0}},
      {"disc before a corner", unit, 0, {{4, 5}}, 5, 0, {0.6, 0.8}},
      {"disc with its centre within", big, 0, {{3, 1}}, 1, -2, {1, 0}},
      {"rounded squares", unit, 0.25, {{2, 0}, {3, 0}, {3, 1}, {2, 1}}, 0.5, 0.25, {1, 0}},
      {"diagonal",
       {{0, 0}, {1, 0}, {0, 1}},
       0,
       {{1, 1}, {2, 1}, {2, 2}, {1, 2}},
       0,
       0.5 * kSqrt2,
       {0.5 * kSqrt2, 0.5 * kSqrt2}},
  };
}

SeparationStatus StatusOf(double signed_distance_m) {
  if (signed_distance_m > 0.0) return SeparationStatus::kSeparated;
  return signed_distance_m < 0.0 ? SeparationStatus::kPenetrating : SeparationStatus::kTouching;
}

void ExpectSeparation(const Separation& s, const KnownPair& known, Vec2 direction) {
  EXPECT_NEAR(s.signed_distance_m, known.signed_distance_m, kError_m);
  EXPECT_EQ(s.status, StatusOf(known.signed_distance_m));
  EXPECT_NEAR(Norm(s.direction), 1.0, 1e-15);
  if (direction != Vec2{}) {
    EXPECT_LE(Norm(s.direction - direction), kError_m) << s.direction.x << ", " << s.direction.y;
  }
  EXPECT_LE(Norm(s.witness_b - s.witness_a - s.signed_distance_m * s.direction), kError_m);
}

TEST(KnownPairs, OneFrame) {
  for (const KnownPair& known : KnownPairs()) {
    SCOPED_TRACE(known.name);
    const ConvexPolygon a = ConvexPolygon::Create(known.a, known.radius_a_m).value();
    const ConvexPolygon b = ConvexPolygon::Create(known.b, known.radius_b_m).value();
    EXPECT_EQ(Collides(a, b), known.signed_distance_m <= 0.0);
    EXPECT_EQ(Collides(b, a), known.signed_distance_m <= 0.0);
    EXPECT_NEAR(Distance(a, b), std::max(known.signed_distance_m, 0.0), kError_m);
    EXPECT_NEAR(Distance(b, a), std::max(known.signed_distance_m, 0.0), kError_m);
    ExpectSeparation(ComputeSeparation(a, b), known, known.direction);
    // Two equal points have no better direction than (1, 0), in either order.
    const bool equal_points = known.name == "equal points";
    ExpectSeparation(ComputeSeparation(b, a), known, equal_points ? known.direction : -known.direction);
  }
}

// b given in a frame turned by a right angle and moved, which rounds nothing here.
TEST(KnownPairs, Posed) {
  const Pose2 a_from_b({16, -8}, UnitRotation(0.0, 1.0));
  const Pose2 b_from_a = a_from_b.Inverse();
  for (const KnownPair& known : KnownPairs()) {
    SCOPED_TRACE(known.name);
    const ConvexPolygon a = ConvexPolygon::Create(known.a, known.radius_a_m).value();
    std::vector<Vec2> vertices_b;
    for (const Vec2 v : known.b) vertices_b.push_back(b_from_a * v);
    const ConvexPolygon b = ConvexPolygon::Create(vertices_b, known.radius_b_m).value();
    EXPECT_EQ(Collides(a, b, a_from_b), known.signed_distance_m <= 0.0);
    EXPECT_NEAR(Distance(a, b, a_from_b), std::max(known.signed_distance_m, 0.0), kError_m);
    ExpectSeparation(ComputeSeparation(a, b, a_from_b), known, known.direction);
  }
}

TEST(KnownPairs, DistanceWithin) {
  const Pose2 identity;
  for (const KnownPair& known : KnownPairs()) {
    SCOPED_TRACE(known.name);
    const ConvexPolygon a = ConvexPolygon::Create(known.a, known.radius_a_m).value();
    const ConvexPolygon b = ConvexPolygon::Create(known.b, known.radius_b_m).value();
    const double distance_m = Distance(a, b);
    for (const double limit_m : {0.0, 0.5 * distance_m, std::nextafter(distance_m, 0.0), distance_m,
                                 std::nextafter(distance_m, kInf), 2.0 * distance_m, 1e-300, 1e300, kInf}) {
      EXPECT_EQ(DistanceWithin(a, b, limit_m), distance_m <= limit_m) << limit_m;
      EXPECT_EQ(DistanceWithin(b, a, limit_m), Distance(b, a) <= limit_m) << limit_m;
      EXPECT_EQ(DistanceWithin(a, b, identity, limit_m), Distance(a, b, identity) <= limit_m) << limit_m;
    }
  }
}

// Which points of the shapes, where there is only one choice.
TEST(KnownPairs, WitnessPoints) {
  const ConvexPolygon square = ConvexPolygon::Create(Square(0, 1)).value();
  const Separation apart = ComputeSeparation(square, ConvexPolygon::Create({{3, 0.5}, {5, -1}, {5, 2}}).value());
  EXPECT_EQ(apart.witness_a, (Vec2{1, 0.5}));
  EXPECT_EQ(apart.witness_b, (Vec2{3, 0.5}));
  const Separation touching = ComputeSeparation(square, ConvexPolygon::Create({{1, 0.5}, {2, 0}, {2, 1}}).value());
  EXPECT_EQ(touching.witness_a, (Vec2{1, 0.5}));
  EXPECT_EQ(touching.witness_b, (Vec2{1, 0.5}));
  const Separation deep = ComputeSeparation(square, ConvexPolygon::Create({{0.75, 0.5}, {2, 0}, {2, 1}}).value());
  EXPECT_EQ(deep.witness_a, (Vec2{1, 0.5}));
  EXPECT_EQ(deep.witness_b, (Vec2{0.75, 0.5}));
  const Separation discs =
      ComputeSeparation(ConvexPolygon::Create({{0, 0}}, 1).value(), ConvexPolygon::Create({{5, 0}}, 2).value());
  EXPECT_EQ(discs.witness_a, (Vec2{1, 0}));
  EXPECT_EQ(discs.witness_b, (Vec2{3, 0}));
}

}  // namespace
}  // namespace collision2d
