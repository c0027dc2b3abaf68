// The overloads with a pose, where rounding matters: exact means exact for the vertices as
// Pose2::operator* rounds them.

#include <initializer_list>

#include "absl/strings/str_cat.h"
#include "box2d/b2_distance.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/orientation.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/query/collides.h"
#include "collision2d/query/distance.h"
#include "collision2d/query/query_context.h"
#include "collision2d/query/separation.h"
#include "collision2d/testing/exact_oracle.h"
#include "collision2d/testing/hex_format.h"
#include "collision2d/testing/polygon_generators.h"
#include "collision2d/testing/query_checker.h"
#include "collision2d/testing/test.h"

namespace collision2d {
namespace {

// A polygon with corners so flat that posing it turns some of them the wrong way.
ConvexPolygon NearlyFlatPolygon(int vertex_count, Random* random) {
  std::vector<Vec2> points = {{-1, 1}, {-1, 0}, {1, 0}, {1, 1}};
  for (int i = 0; i < vertex_count; ++i) {
    const double x = random->Uniform(-1.0, 1.0);
    points.push_back({x, 1.0 + 1e-15 * (1.0 - x * x)});
  }
  return ConvexPolygon::Hull(points).value();
}

// Slivers that rounding turns over, or makes flat, when they are posed, and a corner on one of
// them.
TEST(Posed, SliversThatPosingTurnsOver) {
  Random random(TestSeed());
  ExactOracle oracle;
  int64_t apart = 0;
  const int64_t count = TestCaseCount(20000);
  for (int64_t i = 0; i < count; ++i) {
    const auto b = ConvexPolygon::Create({{0, 0}, {1, 0}, {random.Uniform(0.1, 0.9), random.LogUniform(1e-17, 1e-13)}});
    ASSERT_TRUE(b.ok());
    const Pose2 pose = RandomPose(random.LogUniform(1.0, 100.0), &random);
    const std::vector<Vec2> posed = PosedVertices(*b, pose);
    const Vec2 from = posed[static_cast<size_t>(random.Index(3))];
    const Vec2 corner = from + random.Uniform(0.0, 1.0) * (posed[static_cast<size_t>(random.Index(3))] - from);
    const Vec2 away = random.Sign() * PerpendicularLeft(posed[1] - posed[0]);
    const Vec2 along = random.Uniform(0.1, 0.5) * (posed[1] - posed[0]);
    const auto a = ConvexPolygon::Hull({corner, corner + away + along, corner + away - along});
    ASSERT_TRUE(a.ok());
    oracle.SetPair(a->vertices(), posed);
    const bool collide = oracle.relation() != ExactRelation::kDisjoint;
    apart += !collide;
    ASSERT_EQ(Collides(*a, *b, pose), collide) << HexFormat(*a) << ", " << HexFormat(*b) << ", " << HexFormat(pose);
  }
  EXPECT_GT(apart, count / 10);
  EXPECT_LT(apart, count * 9 / 10);
}

// Two poses in one world: in closed form, far from its origin, and to the bit as the relative pose.
TEST(Posed, TwoPosesInOneWorld) {
  const ConvexPolygon car = ConvexPolygon::Rectangle(4.0, 2.0).value();
  const Pose2 one = Pose2({1e6, -1e6}, UnitRotation(0.0, 1.0));
  const Pose2 other = Pose2({1e6 + 5.0, -1e6}, UnitRotation(-1.0, 0.0));
  EXPECT_FALSE(Collides(car, one, car, other));
  EXPECT_EQ(Distance(car, one, car, other), 2.0);
  EXPECT_TRUE(DistanceWithin(car, one, car, other, 2.0));
  EXPECT_FALSE(DistanceWithin(car, one, car, other, 1.999));
  const Separation apart = ComputeSeparation(car, one, car, other);
  EXPECT_EQ(apart.signed_distance_m, 2.0);
  EXPECT_EQ((one * apart.witness_a).x, 1e6 + 1.0);
  EXPECT_TRUE(Collides(car, one, car, one));
  Random random(TestSeed());
  for (int i = 0; i < 1000; ++i) {
    const Pose2 a = RandomPose(10.0, &random);
    const Pose2 b = RandomPose(10.0, &random);
    ASSERT_EQ(Distance(car, a, car, b), Distance(car, car, RelativePose(a, b)));
    ASSERT_EQ(Collides(car, a, car, b), Distance(car, a, car, b) == 0.0);
  }
}

// Triangles of a few of the smallest numbers: posing rounds their corners to other ones.
TEST(Posed, TrianglesOfTheSmallestNumbers) {
  Random random(TestSeed());
  ExactOracle oracle;
  int64_t apart = 0;
  const int64_t count = TestCaseCount(20000);
  const auto point = [&random] { return 0x1p-1074 * Vec2{1.0 * random.Integer(-9, 9), 1.0 * random.Integer(-9, 9)}; };
  for (int64_t i = 0; i < count; ++i) {
    const ConvexPolygon a = *ConvexPolygon::Hull({point(), point(), point()});
    const ConvexPolygon b = *ConvexPolygon::Hull({point(), point(), point()});
    const Pose2 pose = Pose2::FromYaw(point(), random.Angle());
    oracle.SetPair(a.vertices(), PosedVertices(b, pose));
    const bool collide = oracle.relation() != ExactRelation::kDisjoint;
    apart += !collide;
    ASSERT_EQ(Collides(a, b, pose), collide) << HexFormat(a) << ", " << HexFormat(b) << ", " << HexFormat(pose);
  }
  EXPECT_GT(apart, count / 10);
  EXPECT_LT(apart, count * 9 / 10);
}

// Shapes that are posed keep their places, whatever their order is otherwise.
TEST(Posed, SegmentsInEitherOrder) {
  const ConvexPolygon near = ConvexPolygon::Create({{0, 0}, {1, 0}}).value();
  const ConvexPolygon far = ConvexPolygon::Create({{5, 0}, {6, 0}}).value();
  const Pose2 pose({0, 10}, UnitRotation(0, 1));
  EXPECT_DOUBLE_EQ(Distance(far, near, pose), std::hypot(5, 10));
  EXPECT_DOUBLE_EQ(Distance(near, far, pose), 15);
  const Pose2 across({5.5, -0.5}, UnitRotation(0, 1));
  EXPECT_TRUE(Collides(far, near, across));
  EXPECT_FALSE(Collides(near, far, across));
}

// A point or a short segment against the flat side, at random and right at the rounded vertices.
TEST(Posed, ReflexCornersByRounding) {
  Random random(TestSeed());
  QueryChecker checker;
  int64_t broken_rings = 0;
  const int64_t count = TestCaseCount(20000);
  for (int64_t i = 0; i < count; ++i) {
    const ConvexPolygon b = NearlyFlatPolygon(8, &random);
    const Pose2 a_from_b = RandomPose(random.LogUniform(0.1, 1e4), &random);
    const std::vector<Vec2> posed = PosedVertices(b, a_from_b);
    broken_rings += !internal::IsStrictlyConvexRing(posed);
    const Vec2 corner = posed[random.Index(static_cast<int>(posed.size()))];
    const Vec2 on_side = a_from_b * Vec2{random.Uniform(-1.0, 1.0), 1.0};
    const Vec2 outward = a_from_b.Rotate({random.Uniform(-1.0, 1.0), 1.0});
    const double gap = random.Chance(0.5) ? random.LogUniform(1e-16, 1e-3) : 0.0;
    const Vec2 target = (random.Chance(0.5) ? corner : on_side) + gap * outward;
    const ConvexPolygon a = random.Chance(0.5) ? ConvexPolygon::Create({target}).value()
                                               : ConvexPolygon::Create({target, target + outward}).value();
    ASSERT_TRUE(checker.Check(a, b, a_from_b)) << "case " << i;
  }
  EXPECT_GT(broken_rings, count / 10) << "the generator no longer makes what this test is for";
  if (count >= 1000) {
    EXPECT_GT(checker.colliding(), count * 3 / 10);
    EXPECT_LT(checker.colliding(), count * 7 / 10);
  }
}

// A translation so large that vertices fall together: polygons collapse to segments and points.
TEST(Posed, CollapseByRounding) {
  Random random(TestSeed());
  QueryChecker checker;
  for (int64_t i = 0; i < TestCaseCount(10000); ++i) {
    const ConvexPolygon shape = RandomPolygon(8, &random);
    std::vector<Vec2> tiny;
    for (const Vec2 v : shape.vertices()) tiny.push_back(1e-9 * v);
    const ConvexPolygon b = ConvexPolygon::Hull(tiny).value();
    const Pose2 a_from_b = RandomPose(random.LogUniform(1e5, 5e7), &random);
    const std::vector<Vec2> posed = PosedVertices(b, a_from_b);
    std::vector<Vec2> near;
    for (int k = random.Integer(1, 4); k > 0; --k) {
      const Vec2 v = posed[random.Index(static_cast<int>(posed.size()))];
      near.push_back({random.Chance(0.3) ? std::nextafter(v.x, random.Sign() * HUGE_VAL) : v.x,
                      random.Chance(0.3) ? std::nextafter(v.y, random.Sign() * HUGE_VAL) : v.y});
    }
    ASSERT_TRUE(checker.Check(ConvexPolygon::Hull(near).value(), b, a_from_b)) << "case " << i;
  }
}

// A pose that is not finite breaks the contract, and nothing is known about the pair. The query
// still returns, at once and with the safe answer, whatever the shapes are.
TEST(Posed, APoseThatIsNotFiniteIsAnsweredOnTheSafeSide) {
  const double nan = std::nan("");
  std::vector<ConvexPolygon> shapes = {
      ConvexPolygon::Create({{1.0, 2.0}}).value(), ConvexPolygon::Create({{1.0, 2.0}, {3.0, -1.0}}).value(),
      ConvexPolygon::Create({{0.0, 0.0}, {1e-300, 0.0}, {0.0, 1e-300}}).value(),
      ConvexPolygon::Rectangle(2.0, 2.0).value(), ConvexPolygon::Create({{1.0, 2.0}}, 1.0).value()};
  for (const int vertices : {6, 7, 24, 2000}) shapes.push_back(RegularPolygon(vertices, 3.0));
  for (const double bad : {nan, HUGE_VAL, -HUGE_VAL}) {
    for (const Pose2& pose : {Pose2{{bad, 0.0}}, Pose2{{0.0, bad}}, Pose2({1.0, 0.0}, UnitRotation(bad, 0.0)),
                              Pose2({1.0, 0.0}, UnitRotation(1.0, bad)), Pose2({bad, bad}, UnitRotation(bad, bad))}) {
      for (const ConvexPolygon& a : shapes) {
        for (const ConvexPolygon& b : shapes) {
          SCOPED_TRACE(absl::StrCat(bad, " ", a.size(), " ", b.size()));
          QueryContext::Counters counters;
          EXPECT_TRUE(Collides(a, b, pose, {&counters}));
          EXPECT_EQ(Distance(a, b, pose, {&counters}), 0.0);
          EXPECT_TRUE(DistanceWithin(a, b, pose, 0.0, {&counters}));
          const Separation separation = ComputeSeparation(a, b, pose, {&counters});
          EXPECT_EQ(separation.status, SeparationStatus::kInvalid);
          EXPECT_EQ(separation.signed_distance_m, 0.0);
          EXPECT_EQ(counters.iterations + counters.exact_path_vertices + counters.depth_vertices, 0);
        }
      }
    }
  }
}

TEST(Posed, IdentityIsOneFrame) {
  Random random(TestSeed());
  for (int i = 0; i < 5000; ++i) {
    const ConvexPolygon a = RandomPolygon(12, &random);
    const ConvexPolygon b = RandomPolygon(12, &random);
    EXPECT_EQ(Collides(a, b, Pose2()), Collides(a, b));
  }
}

// Box2D's b2Distance as a second opinion, within what its single precision allows.

// Box2D's closest point v has an error of some float roundings of the coordinates (simplex weights,
// then two witness points), and its loop ends when |v| no longer falls in float: 64 units of
// rounding on coordinates below 4 m.
constexpr double kBox2dError_m = 64.0 * std::numeric_limits<float>::epsilon() * 4.0;

double Box2dDistance(const ConvexPolygon& a, const ConvexPolygon& b) {
  b2DistanceInput input;
  std::vector<b2Vec2> vertices_a;
  std::vector<b2Vec2> vertices_b;
  for (const Vec2 v : a.vertices()) vertices_a.emplace_back(static_cast<float>(v.x), static_cast<float>(v.y));
  for (const Vec2 v : b.vertices()) vertices_b.emplace_back(static_cast<float>(v.x), static_cast<float>(v.y));
  input.proxyA.Set(vertices_a.data(), a.size(), 0.0f);
  input.proxyB.Set(vertices_b.data(), b.size(), 0.0f);
  input.transformA.SetIdentity();
  input.transformB.SetIdentity();
  input.useRadii = false;
  b2SimplexCache cache;
  cache.count = 0;
  b2DistanceOutput output;
  b2Distance(&output, &cache, &input);
  return output.distance;
}

// A shape whose vertices are floats, so that both libraries see the same one.
ConvexPolygon RandomFloatPolygon(Vec2 shift, Random* random) {
  constexpr PolygonKind kKinds[] = {PolygonKind::kPoint,   PolygonKind::kSegment,  PolygonKind::kRectangle,
                                    PolygonKind::kRegular, PolygonKind::kTriangle, PolygonKind::kEllipse};
  std::vector<Vec2> points = RandomPoints(kKinds[random->Index(6)], 8, random);
  for (Vec2& p : points) p = {static_cast<float>(p.x + shift.x), static_cast<float>(p.y + shift.y)};
  return ConvexPolygon::Hull(points).value();
}

TEST(Box2d, DistancesAgree) {
  Random random(TestSeed());
  int64_t colliding = 0;
  const int64_t count = TestCaseCount(200000);
  for (int64_t i = 0; i < count; ++i) {
    const ConvexPolygon a = RandomFloatPolygon({}, &random);
    const ConvexPolygon b = RandomFloatPolygon({random.Uniform(-1.5, 1.5), random.Uniform(-1.5, 1.5)}, &random);
    const double distance_m = Distance(a, b);
    colliding += distance_m == 0.0;
    ASSERT_NEAR(distance_m, Box2dDistance(a, b), kBox2dError_m) << "a = " << HexFormat(a) << "\nb = " << HexFormat(b);
  }
  EXPECT_GT(colliding, count * 3 / 10);
  EXPECT_LT(colliding, count * 7 / 10);
}

}  // namespace
}  // namespace collision2d
