#include "collision2d/geometry/convex_polygon.h"

#include <type_traits>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "collision2d/geometry/orientation.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/tolerances.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/testing/polygon_generators.h"
#include "collision2d/testing/test.h"
#include "gmock/gmock.h"

namespace collision2d {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

const std::vector<Vec2> kSquare = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};

struct BadInput {
  std::string name;
  std::vector<Vec2> vertices;
  double radius_m;
  std::string message;
};

TEST(ConvexPolygonCreate, RefusesAndNamesTheVertex) {
  const std::vector<BadInput> cases = {
      {"no vertex", {}, 0, "vertices: empty"},
      {"NaN", {{0, 0}, {1, 0}, {1, kNaN}}, 0, "vertices[2].y: nan"},
      {"infinity", {{0, 0}, {-kInf, 0}, {1, 1}}, 0, "vertices[1].x: -inf"},
      {"NaN point", {{kNaN, 0}}, 0, "vertices[0].x: nan"},
      {"10^9 m", {{0, 0}, {1, 0}, {1, 1e9}}, 0, "vertices[2].y: 1000000000"},
      {"just beyond the limit", {{std::nextafter(1e8, 1e9), 0}}, 0, "vertices[0].x: 100000000.0"},
      {"equal neighbours", {{0, 0}, {1, 0}, {1, 0}, {0, 1}}, 0, "vertices[2]"},
      {"closing vertex repeated", {{0, 0}, {1, 0}, {1, 1}, {0, 0}}, 0, "vertices[3]"},
      {"equal segment ends", {{1, 2}, {1, 2}}, 0, "vertices[1]"},
      {"collinear corner", {{0, 0}, {1, 0}, {2, 0}, {0, 2}}, 0, "vertices[1]"},
      {"collinear first corner", {{1, 0}, {2, 0}, {0, 2}, {0, 0}}, 0, "vertices[0]"},
      {"flat triangle", {{0, 0}, {1, 1}, {2, 2}}, 0, "collinear"},
      {"spike", {{0, 0}, {2, 0}, {1, 0}, {1, 1}}, 0, "vertices[1]"},
      {"clockwise", {{0, 1}, {1, 1}, {1, 0}, {0, 0}}, 0, "vertices[0..3] are in clockwise order"},
      {"clockwise triangle", {{0, 0}, {0, 1}, {1, 0}}, 0, "clockwise"},
      {"reflex corner", {{0, 0}, {2, 0}, {1, 1}, {2, 2}, {0, 2}}, 0, "vertices[2]"},
      {"reflex corner first", {{1, 1}, {2, 2}, {0, 2}, {0, 0}, {2, 0}}, 0, "vertices[0]"},
      {"bow tie", {{0, 0}, {1, 1}, {1, 0}, {0, 1}}, 0, "vertices["},
      {"negative radius", {{0, 0}}, -0.5, "radius_m: -0.5"},
      {"smallest negative radius", {{0, 0}}, -std::numeric_limits<double>::denorm_min(), "radius_m"},
      {"NaN radius", {{0, 0}}, kNaN, "radius_m: nan"},
      {"infinite radius", {{0, 0}}, kInf, "radius_m: inf"},
      {"huge radius", {{0, 0}}, 1e9, "radius_m: 1000000000"},
  };
  for (const BadInput& c : cases) {
    SCOPED_TRACE(c.name);
    const auto polygon = ConvexPolygon::Create(c.vertices, c.radius_m);
    EXPECT_EQ(polygon.status().code(), absl::StatusCode::kInvalidArgument);
    EXPECT_THAT(std::string(polygon.status().message()), HasSubstr(c.message));
  }
}

// {5/2}: every corner turns left, but the boundary goes around twice and crosses itself.
TEST(ConvexPolygonCreate, RefusesStarThatWindsTwice) {
  std::vector<Vec2> star;
  for (int i = 0; i < 5; ++i)
    star.push_back({std::cos(4.0 * 3.141592653589793 * i / 5), std::sin(4.0 * 3.141592653589793 * i / 5)});
  const auto polygon = ConvexPolygon::Create(star);
  EXPECT_EQ(polygon.status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(polygon.status().message()), HasSubstr("crosses itself"));
  EXPECT_FALSE(internal::IsStrictlyConvexRing(star));
  // In the other sense it is not merely clockwise.
  std::reverse(star.begin(), star.end());
  EXPECT_THAT(std::string(ConvexPolygon::Create(star).status().message()), HasSubstr("reflex corner"));
}

TEST(ConvexPolygonCreate, RefusesTriangleGoneAroundTwice) {
  const std::vector<Vec2> twice = {{0, 0}, {1, 0}, {0, 1}, {0, 0}, {1, 0}, {0, 1}};
  EXPECT_FALSE(ConvexPolygon::Create(twice).ok());
  EXPECT_FALSE(internal::IsStrictlyConvexRing(twice));
}

TEST(ConvexPolygonCreate, OneUlpOfConvexityIsEnough) {
  const std::vector<Vec2> convex = {{0, 0}, {1, std::nextafter(0.0, -1.0)}, {2, 0}, {1, 1}};
  EXPECT_TRUE(ConvexPolygon::Create(convex).ok());
  const std::vector<Vec2> reflex = {{0, 0}, {1, std::nextafter(0.0, 1.0)}, {2, 0}, {1, 1}};
  EXPECT_THAT(std::string(ConvexPolygon::Create(reflex).status().message()), HasSubstr("vertices[1]"));
}

TEST(ConvexPolygonCreate, KeepsWhatItIsGiven) {
  const ConvexPolygon square = ConvexPolygon::Create(kSquare, 0.25).value();
  EXPECT_EQ(square.vertices(), absl::MakeConstSpan(kSquare));
  EXPECT_EQ(square.size(), 4);
  EXPECT_EQ(square.radius_m(), 0.25);
  EXPECT_EQ(square.center(), (Vec2{0.5, 0.5}));
  EXPECT_EQ(square.max_coordinate_m(), 1.0);
  EXPECT_EQ(square.Bounds().min, (Vec2{-0.25, -0.25}));
  EXPECT_EQ(square.Bounds().max, (Vec2{1.25, 1.25}));
  EXPECT_GE(square.bounding_radius_m(), std::sqrt(0.5) + 0.25);
  EXPECT_NEAR(square.bounding_radius_m(), std::sqrt(0.5) + 0.25, 0x1p-22);
}

TEST(ConvexPolygonCreate, AcceptsDegenerateAndLargeShapes) {
  EXPECT_EQ(ConvexPolygon::Create({{3, 4}}).value().size(), 1);
  EXPECT_NEAR(ConvexPolygon::Create({{3, 4}}, 2.0).value().bounding_radius_m(), 2.0, 0x1p-21);
  EXPECT_EQ(ConvexPolygon::Create({{3, 4}, {0, 0}}).value().size(), 2);
  EXPECT_TRUE(ConvexPolygon::Create({{1e8, -1e8}}, 1e8).ok());
  for (const int n : {3, 8, 9, 100, 1000}) EXPECT_EQ(RegularPolygon(n, 10.0).size(), n);
}

TEST(ConvexPolygon, BoundingCircleHoldsEveryVertex) {
  Random random(TestSeed());
  for (int i = 0; i < 2000; ++i) {
    const ConvexPolygon polygon = RandomPolygon(24, &random);
    for (const Vec2 v : polygon.vertices()) {
      EXPECT_LE(Norm(v - polygon.center()), polygon.bounding_radius_m());
      EXPECT_TRUE(polygon.Bounds().Contains(v));
    }
  }
}

// An outline of integer coordinates, each of whose sides has a vertex in its exact middle, perhaps
// twice, and perhaps in the other direction and closed.
std::vector<Vec2> WithEveryBlemish(const ConvexPolygon& polygon, Random* random) {
  std::vector<Vec2> ring;
  for (int i = 0; i < polygon.size(); ++i) {
    const Vec2 middle = 0.5 * (polygon.ring()[i] + polygon.ring()[i + 1]);
    for (const Vec2 v : {polygon.ring()[i], middle, middle}) {
      if (v != middle || random->Uniform(0.0, 1.0) < 0.5) ring.push_back(v);
    }
  }
  if (random->Uniform(0.0, 1.0) < 0.5) std::reverse(ring.begin(), ring.end());
  std::rotate(ring.begin(), ring.begin() + random->Index(static_cast<int>(ring.size())), ring.end());
  if (random->Uniform(0.0, 1.0) < 0.5) ring.push_back(ring.front());
  return ring;
}

TEST(ConvexPolygonFromRing, DropsWhatDoesNotChangeTheOutline) {
  Random random(TestSeed());
  for (int i = 0; i < 2000; ++i) {
    std::vector<Vec2> points(static_cast<size_t>(3 + random.Index(9)));
    for (Vec2& p : points) p = {1.0 * random.Index(40) - 20.0, 1.0 * random.Index(40) - 20.0};
    const ConvexPolygon polygon = ConvexPolygon::Hull(points, 0.25).value();
    if (polygon.size() < 3) continue;
    const absl::StatusOr<ConvexPolygon> found = ConvexPolygon::FromRing(WithEveryBlemish(polygon, &random), 0.25);
    ASSERT_TRUE(found.ok()) << found.status();
    std::vector<Vec2> ring(found->vertices().begin(), found->vertices().end());
    std::rotate(ring.begin(), std::find(ring.begin(), ring.end(), polygon.vertices()[0]), ring.end());
    EXPECT_EQ(absl::MakeConstSpan(ring), polygon.vertices());
    EXPECT_EQ(found->radius_m(), 0.25);
  }
}

TEST(ConvexPolygonFromRing, KnownOutlines) {
  EXPECT_THAT(ConvexPolygon::FromRing({{0, 1}, {1, 1}, {1, 0}, {0, 0}}).value().vertices(),
              ElementsAre(Vec2{0, 0}, Vec2{1, 0}, Vec2{1, 1}, Vec2{0, 1}));
  EXPECT_THAT(ConvexPolygon::FromRing({{2, 3}, {2, 3}}).value().vertices(), ElementsAre(Vec2{2, 3}));
  EXPECT_THAT(ConvexPolygon::FromRing({{0, 0}, {1, 0}, {2, 0}, {1, 0}}).value().vertices(),
              ElementsAre(Vec2{0, 0}, Vec2{2, 0}));
  EXPECT_THAT(ConvexPolygon::FromRing({{0, 0}, {1, 0}, {2, 0}}).value().vertices(),
              ElementsAre(Vec2{0, 0}, Vec2{2, 0}));
  const auto message_of = [](const std::vector<Vec2>& ring, double radius_m) {
    return std::string(ConvexPolygon::FromRing(ring, radius_m).status().message());
  };
  EXPECT_THAT(message_of({}, 0), HasSubstr("vertices: empty"));
  EXPECT_THAT(message_of({{0, 0}, {kNaN, 1}}, 0), HasSubstr("vertices[1].x: nan"));
  EXPECT_THAT(message_of({{0, 0}}, -1), HasSubstr("radius_m"));
  EXPECT_THAT(message_of({{0, 0}, {2, 0}, {1, 1}, {2, 2}, {0, 2}, {0, 0}}, 0),
              HasSubstr("6 vertices, counter-clockwise and without repeated and collinear ones: vertices[2]: (1, 1)"));
  EXPECT_THAT(message_of({{0, 0}, {2, 0}, {1, 1}, {2, 2}, {0, 2}}, 0), ::testing::StartsWith("vertices[2]: (1, 1)"));
  EXPECT_THAT(message_of({{0, 0}, {2, 0}, {1, 0}, {1, 1}}, 0), HasSubstr("collinear"));
  EXPECT_THAT(message_of({{0, 0}, {1, 1}, {1, 0}, {0, 1}}, 0), HasSubstr("not convex"));
}

TEST(ConvexPolygon, DiscsAndCapsules) {
  const ConvexPolygon disc = ConvexPolygon::Disc(0.5, {3, 4}).value();
  EXPECT_THAT(disc.vertices(), ElementsAre(Vec2{3, 4}));
  EXPECT_EQ(disc.radius_m(), 0.5);
  const ConvexPolygon capsule = ConvexPolygon::Capsule({0, 0}, {3, 4}, 0.5).value();
  EXPECT_THAT(capsule.vertices(), ElementsAre(Vec2{0, 0}, Vec2{3, 4}));
  EXPECT_EQ(capsule.radius_m(), 0.5);
  EXPECT_FALSE(ConvexPolygon::Disc(-1).ok());
  EXPECT_FALSE(ConvexPolygon::Capsule({1, 1}, {1, 1}, 1).ok());
}

TEST(ConvexPolygonRectangle, LiesAroundItsCentre) {
  const ConvexPolygon car = ConvexPolygon::Rectangle(4.5, 2.0, {1.25, 0.5}).value();
  EXPECT_THAT(car.vertices(), ElementsAre(Vec2{-1, -0.5}, Vec2{3.5, -0.5}, Vec2{3.5, 1.5}, Vec2{-1, 1.5}));
  EXPECT_EQ(car.radius_m(), 0.0);
  const ConvexPolygon round = ConvexPolygon::Create(car.vertices(), 0.1).value();
  EXPECT_EQ(round.vertices(), car.vertices());
  EXPECT_EQ(round.radius_m(), 0.1);
}

// A fourth number would be taken for the yaw that input::Rectangle has there, or for a radius.
static_assert(!std::is_invocable_v<decltype(ConvexPolygon::Rectangle), double, double, Vec2, double>);

TEST(ConvexPolygonRectangle, RefusesBadSides) {
  EXPECT_THAT(std::string(ConvexPolygon::Rectangle(0, 2).status().message()), HasSubstr("length_m"));
  EXPECT_THAT(std::string(ConvexPolygon::Rectangle(-4, 2).status().message()), HasSubstr("length_m"));
  EXPECT_THAT(std::string(ConvexPolygon::Rectangle(kNaN, 2).status().message()), HasSubstr("length_m"));
  EXPECT_THAT(std::string(ConvexPolygon::Rectangle(4, 0).status().message()), HasSubstr("width_m"));
  EXPECT_THAT(std::string(ConvexPolygon::Rectangle(4, kNaN).status().message()), HasSubstr("width_m"));
  EXPECT_FALSE(ConvexPolygon::Rectangle(kInf, 2).ok());
  EXPECT_FALSE(ConvexPolygon::Rectangle(4, 2, {kNaN, 0}).ok());
  // Beside a centre of 10^7 m a side of 10^-12 m vanishes: an error, not a broken polygon.
  EXPECT_FALSE(ConvexPolygon::Rectangle(4, 1e-12, {0, 1e7}).ok());
}

TEST(ConvexPolygonPosed, MovesEachVertex) {
  const ConvexPolygon moved =
      ConvexPolygon::Create(kSquare, 0.5).value().Posed(Pose2({10, 20}, UnitRotation(0.0, 1.0))).value();
  EXPECT_THAT(moved.vertices(), ElementsAre(Vec2{10, 20}, Vec2{10, 21}, Vec2{9, 21}, Vec2{9, 20}));
  EXPECT_EQ(moved.radius_m(), 0.5);
}

// Vehicles that the tests of Apollo and Autoware name, and their corners.
TEST(ConvexPolygonPosed, CornersOfVehicles) {
  const double q = std::sqrt(3.0);
  const double r = std::sqrt(0.5);
  const auto expect = [](const ConvexPolygon& body, const Pose2& pose, const std::vector<Vec2>& corners) {
    const ConvexPolygon posed = body.Posed(pose).value();
    for (size_t i = 0; i < 4; ++i) EXPECT_LE(Norm(posed.vertices()[i] - corners[i]), 1e-14) << i;
  };
  expect(ConvexPolygon::Rectangle(4, 2).value(), Pose2({30, 40}, UnitRotation(0.0, 1.0)),
         {{31, 38}, {31, 42}, {29, 42}, {29, 38}});
  expect(ConvexPolygon::Rectangle(5, 2, {1.5, 0}).value(), Pose2::FromYaw({1, 1}, std::atan(1.0)),
         {{1, 1 - 2 * r}, {5 * r + 1, 3 * r + 1}, {3 * r + 1, 5 * r + 1}, {1 - 2 * r, 1}});
  expect(ConvexPolygon::Rectangle(15, 6, {6.5, 0}).value(), Pose2::FromCosSin({0, 0}, 1.0, q),
         {{1.5 * q - 0.5, -1.5 - q / 2},
          {7 + 1.5 * q, 7 * q - 1.5},
          {7 - 1.5 * q, 7 * q + 1.5},
          {-1.5 * q - 0.5, 1.5 - q / 2}});
}

TEST(ConvexPolygonPosed, RefusesWhatIsNotAPose) {
  const ConvexPolygon square = ConvexPolygon::Create(kSquare).value();
  EXPECT_THAT(std::string(square.Posed(Pose2({0, 0}, UnitRotation(1.0, 0.1))).status().message()), HasSubstr("pose"));
  EXPECT_FALSE(square.Posed(Pose2({0, 0}, UnitRotation(0.0, 0.0))).ok());
  EXPECT_FALSE(square.Posed(Pose2({0, 0}, UnitRotation(kNaN, 0.0))).ok());
  EXPECT_FALSE(square.Posed(Pose2({0, 0}, UnitRotation(1.0, kInf))).ok());
  EXPECT_FALSE(square.Posed(Pose2({kNaN, 0}, UnitRotation(1.0, 0.0))).ok());
  EXPECT_FALSE(square.Posed(Pose2({0, 1e9}, UnitRotation(1.0, 0.0))).ok());
}

TEST(ConvexPolygonPosed, RefusesRoundingThatBreaksConvexity) {
  // A corner that is convex by 10^-12 m is flat or reflex once 10^7 m are added.
  const ConvexPolygon nearly_flat = ConvexPolygon::Create({{0, 0}, {1, -1e-12}, {2, 0}, {1, 1}}).value();
  const auto moved = nearly_flat.Posed(Pose2({1e7, 1e7}, UnitRotation(1.0, 0.0)));
  EXPECT_THAT(std::string(moved.status().message()), HasSubstr("vertices[1]"));
}

TEST(RingOrientation, OfSmallRings) {
  const std::vector<Vec2> ring = {{0, 0}, {0.1, 0}, {0, 0.1}};
  EXPECT_EQ(internal::RingOrientation(ring), 1);
  EXPECT_EQ(internal::RingOrientation(std::vector<Vec2>(ring.rbegin(), ring.rend())), -1);
  // A spike at its smallest vertex.
  EXPECT_EQ(internal::RingOrientation(std::vector<Vec2>{{-1, 0}, {0, 0}, {1, -1}, {1, 1}, {0, 0}}), 0);
}

TEST(IsStrictlyConvexRing, Table) {
  EXPECT_TRUE(internal::IsStrictlyConvexRing(kSquare));
  EXPECT_FALSE(internal::IsStrictlyConvexRing(std::vector<Vec2>(kSquare.rbegin(), kSquare.rend())));
  EXPECT_FALSE(internal::IsStrictlyConvexRing(std::vector<Vec2>{{0, 0}, {1, 0}, {2, 0}, {1, 1}}));
  EXPECT_FALSE(internal::IsStrictlyConvexRing(std::vector<Vec2>{{0, 0}, {1, 0}, {1, 0}, {0, 1}}));
  EXPECT_FALSE(internal::IsStrictlyConvexRing(std::vector<Vec2>{{0, 0}, {1, 1}, {2, 2}}));
}

}  // namespace
}  // namespace collision2d
