// Laws that hold for every pair: what the queries must not depend on, and how they change with the
// shapes.

#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/tolerances.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/query/collides.h"
#include "collision2d/query/distance.h"
#include "collision2d/query/separation.h"
#include "collision2d/testing/hex_format.h"
#include "collision2d/testing/pair_generators.h"
#include "collision2d/testing/polygon_generators.h"
#include "collision2d/testing/test.h"

namespace collision2d {
namespace {

constexpr int64_t kDefaultPairs = 20000;

ConvexPolygon WithRadius(const ConvexPolygon& shape, double radius_m) {
  return ConvexPolygon::Create(shape.vertices(), radius_m).value();
}

template <typename Map>
std::vector<Vec2> Mapped(const ConvexPolygon& shape, const Map& map) {
  std::vector<Vec2> vertices;
  for (const Vec2 v : shape.vertices()) vertices.push_back(map(v));
  return vertices;
}

double Diameter(const ConvexPolygon& shape) {
  double diameter_m = 0.0;
  for (const Vec2 p : shape.vertices()) {
    for (const Vec2 q : shape.vertices()) diameter_m = std::max(diameter_m, Norm(p - q));
  }
  return diameter_m + 2.0 * shape.radius_m();
}

// The stated error for this pair.
double StatedError(const ConvexPolygon& a, const ConvexPolygon& b, double signed_distance_m) {
  return kDistanceRelativeError * std::max({Diameter(a), Diameter(b), signed_distance_m});
}

// A pair of moderate size near the origin, sometimes with radii.
ShapePair RandomRoundPair(Random* random) {
  ConvexPolygon a = RandomPolygon(12, random);
  const Vec2 shift = {random->Uniform(-2.0, 2.0), random->Uniform(-2.0, 2.0)};
  ConvexPolygon b =
      ConvexPolygon::Hull(Mapped(RandomPolygon(12, random), [shift](Vec2 v) { return v + shift; })).value();
  if (random->Chance(0.5)) a = WithRadius(a, random->Uniform(0.0, 0.5));
  if (random->Chance(0.5)) b = WithRadius(b, random->Uniform(0.0, 0.5));
  return {a, b, PairFamily::kIndependent};
}

class PropertiesTest : public testing::Test {
 protected:
  // Calls check(pair) for random pairs until one fails.
  template <typename Check>
  void ForEachPair(const Check& check) {
    for (int64_t i = 0; i < TestCaseCount(kDefaultPairs) && !HasFailure(); ++i) {
      const ShapePair pair = RandomRoundPair(&random_);
      SCOPED_TRACE("a = " + HexFormat(pair.a) + "\nb = " + HexFormat(pair.b));
      check(pair);
    }
  }

  Random random_{TestSeed()};
};

TEST_F(PropertiesTest, LevelsAgree) {
  int64_t colliding = 0;
  ForEachPair([&](const ShapePair& pair) {
    const Separation s = ComputeSeparation(pair.a, pair.b);
    const double distance_m = Distance(pair.a, pair.b);
    const double error_m = 2.0 * StatedError(pair.a, pair.b, s.signed_distance_m);
    EXPECT_NEAR(distance_m, std::max(s.signed_distance_m, 0.0), error_m);
    EXPECT_EQ(Collides(pair.a, pair.b), DistanceWithin(pair.a, pair.b, 0.0));
    if (s.signed_distance_m > error_m) {
      EXPECT_FALSE(Collides(pair.a, pair.b));
    }
    if (s.signed_distance_m < -error_m) {
      EXPECT_TRUE(Collides(pair.a, pair.b));
    }
    colliding += Collides(pair.a, pair.b);
  });
  EXPECT_GT(colliding, TestCaseCount(kDefaultPairs) * 3 / 10);
  EXPECT_LT(colliding, TestCaseCount(kDefaultPairs) * 7 / 10);
}

TEST_F(PropertiesTest, SwapTurnsTheDirectionOnly) {
  ForEachPair([](const ShapePair& pair) {
    const Separation ab = ComputeSeparation(pair.a, pair.b);
    const Separation ba = ComputeSeparation(pair.b, pair.a);
    EXPECT_EQ(Collides(pair.a, pair.b), Collides(pair.b, pair.a));
    EXPECT_EQ(ab.status, ba.status);
    EXPECT_NEAR(ab.signed_distance_m, ba.signed_distance_m, 2.0 * StatedError(pair.a, pair.b, ab.signed_distance_m));
  });
}

TEST_F(PropertiesTest, RigidMotionChangesNothing) {
  ForEachPair([this](const ShapePair& pair) {
    const Pose2 motion = RandomPose(10.0, &random_);
    const auto move = [&motion](Vec2 v) { return motion * v; };
    const ConvexPolygon a = ConvexPolygon::Hull(Mapped(pair.a, move), pair.a.radius_m()).value();
    const ConvexPolygon b = ConvexPolygon::Hull(Mapped(pair.b, move), pair.b.radius_m()).value();
    const double before_m = ComputeSeparation(pair.a, pair.b).signed_distance_m;
    const double after_m = ComputeSeparation(a, b).signed_distance_m;
    // Each moved vertex is rounded: 4 u of coordinates below 20 m.
    EXPECT_NEAR(before_m, after_m, 2.0 * StatedError(pair.a, pair.b, before_m) + 4.0 * 4.0 * 0x1p-53 * 20.0);
  });
}

// Powers of two scale every intermediate result exactly, so every answer must scale to the bit.
TEST_F(PropertiesTest, UniformScaleIsExact) {
  ForEachPair([](const ShapePair& pair) {
    const Separation s = ComputeSeparation(pair.a, pair.b);
    const double distance_m = Distance(pair.a, pair.b);
    for (const int exponent : {-10, -3, 7, 20}) {
      const double scale = std::ldexp(1.0, exponent);
      const auto grow = [scale](Vec2 v) { return scale * v; };
      const ConvexPolygon a = ConvexPolygon::Create(Mapped(pair.a, grow), scale * pair.a.radius_m()).value();
      const ConvexPolygon b = ConvexPolygon::Create(Mapped(pair.b, grow), scale * pair.b.radius_m()).value();
      const Separation scaled = ComputeSeparation(a, b);
      EXPECT_EQ(Collides(a, b), Collides(pair.a, pair.b));
      EXPECT_EQ(Distance(a, b), scale * distance_m);
      EXPECT_EQ(scaled.signed_distance_m, scale * s.signed_distance_m);
      EXPECT_EQ(scaled.witness_a, scale * s.witness_a);
      EXPECT_EQ(scaled.witness_b, scale * s.witness_b);
      EXPECT_EQ(scaled.direction, s.direction);
      EXPECT_EQ(scaled.status, s.status);
    }
  });
}

// Coordinates that stay exact 10^6 m away: the shapes are the same, so the distances must be.
TEST_F(PropertiesTest, OffsetOfMapCoordinatesCostsNothing) {
  ForEachPair([this](const ShapePair& pair) {
    const Vec2 offset = {1048576.0 * random_.Sign(), 1048576.0 * random_.Sign()};
    const auto round = [](Vec2 v) {
      return Vec2{std::ldexp(std::rint(std::ldexp(v.x, 30)), -30), std::ldexp(std::rint(std::ldexp(v.y, 30)), -30)};
    };
    const ConvexPolygon near_a = ConvexPolygon::Hull(Mapped(pair.a, round), pair.a.radius_m()).value();
    const ConvexPolygon near_b = ConvexPolygon::Hull(Mapped(pair.b, round), pair.b.radius_m()).value();
    const auto move = [offset](Vec2 v) { return v + offset; };
    const ConvexPolygon far_a = ConvexPolygon::Create(Mapped(near_a, move), pair.a.radius_m()).value();
    const ConvexPolygon far_b = ConvexPolygon::Create(Mapped(near_b, move), pair.b.radius_m()).value();
    ASSERT_EQ(far_a.vertices()[0] - offset, near_a.vertices()[0]);
    const double near_m = ComputeSeparation(near_a, near_b).signed_distance_m;
    const double error_m = 2.0 * StatedError(near_a, near_b, near_m);
    EXPECT_NEAR(ComputeSeparation(far_a, far_b).signed_distance_m, near_m, error_m);
    EXPECT_NEAR(Distance(far_a, far_b), Distance(near_a, near_b), error_m);
    if (pair.a.radius_m() == 0.0 && pair.b.radius_m() == 0.0) {
      EXPECT_EQ(Collides(far_a, far_b), Collides(near_a, near_b));
    }
  });
}

TEST_F(PropertiesTest, LargerRadiusIsNeverFarther) {
  ForEachPair([this](const ShapePair& pair) {
    const ConvexPolygon grown = WithRadius(pair.a, pair.a.radius_m() + random_.LogUniform(1e-18, 1.0));
    EXPECT_LE(Distance(grown, pair.b), Distance(pair.a, pair.b));
    EXPECT_LE(ComputeSeparation(grown, pair.b).signed_distance_m, ComputeSeparation(pair.a, pair.b).signed_distance_m);
    EXPECT_TRUE(Collides(grown, pair.b) || !Collides(pair.a, pair.b));
  });
}

// Grown by r, both shapes come nearer by 2 r, whether apart or not.
TEST_F(PropertiesTest, RadiiSubtractFromTheSignedDistance) {
  ForEachPair([this](const ShapePair& pair) {
    const double margin_m = random_.Uniform(0.0, 1.0);
    const ConvexPolygon a = WithRadius(pair.a, pair.a.radius_m() + margin_m);
    const ConvexPolygon b = WithRadius(pair.b, pair.b.radius_m() + margin_m);
    const double before_m = ComputeSeparation(pair.a, pair.b).signed_distance_m;
    EXPECT_NEAR(ComputeSeparation(a, b).signed_distance_m, before_m - 2.0 * margin_m,
                2.0 * StatedError(a, b, before_m));
  });
}

// The shortest way out: along the direction by the depth, the shapes touch; short of it, they still
// overlap.
TEST_F(PropertiesTest, DepthFreesTheShapes) {
  int64_t penetrating = 0;
  ForEachPair([&](const ShapePair& pair) {
    const Separation s = ComputeSeparation(pair.a, pair.b);
    if (s.status != SeparationStatus::kPenetrating) return;
    ++penetrating;
    const double depth_m = -s.signed_distance_m;
    const auto moved = [&](double by_m) {
      const Vec2 shift = by_m * s.direction;
      const auto move = [shift](Vec2 v) { return v + shift; };
      return ConvexPolygon::Hull(Mapped(pair.b, move), pair.b.radius_m()).value();
    };
    // Moving rounds each vertex, of coordinates below 10 m, and the direction.
    const double error_m = 4.0 * StatedError(pair.a, pair.b, 0.0) + 8.0 * 0x1p-53 * 10.0;
    EXPECT_NEAR(ComputeSeparation(pair.a, moved(depth_m)).signed_distance_m, 0.0, error_m);
    EXPECT_LE(ComputeSeparation(pair.a, moved(0.5 * depth_m)).signed_distance_m, -0.5 * depth_m + error_m);
  });
  EXPECT_GT(penetrating, TestCaseCount(kDefaultPairs) * 3 / 10);
}

}  // namespace
}  // namespace collision2d
