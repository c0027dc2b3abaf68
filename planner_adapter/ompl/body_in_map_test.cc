#include "planner_adapter/ompl/body_in_map.h"

#include <memory>

#include "absl/strings/match.h"
#include "collision2d/motion/testing/motion_oracle.h"
#include "collision2d/motion/testing/motion_spec.h"
#include "collision2d/testing/test.h"
#include "planner_adapter/ompl/testing/random_piece.h"

namespace collision2d::planner {
namespace {

using Decision = MotionOracle::Decision;

constexpr double kMargin_m = 1e-9;

std::shared_ptr<const ObstacleMap> RandomMap(int shapes, Random* random) {
  std::vector<ConvexPolygon> walls;
  std::vector<Pose2> world_from_wall;
  for (int k = 0; k < shapes; ++k) {
    const double length_m = random->LogUniform(0.2, 10.0);
    const double x = random->Uniform(-25.0, 25.0);
    const double y = random->Uniform(-25.0, 25.0);
    walls.push_back(*ConvexPolygon::Rectangle(length_m, 0.1));
    world_from_wall.push_back(Pose2::FromYaw({x, y}, random->Angle()));
  }
  return *ObstacleMap::Create(walls, world_from_wall);
}

std::vector<ConvexPolygon> TruckAndTrailer() {
  return {*ConvexPolygon::Rectangle(4.0, 2.0, {1.0, 0.0}), *ConvexPolygon::Rectangle(5.0, 2.2, {-4.0, 0.2}),
          *ConvexPolygon::Hull({{3.5, 1.3}}, 0.1)};
}

MotionSpec SpecOf(const MotionPiece& piece) {
  MotionSpec spec;
  spec.kind = piece.kind == MotionPiece::Kind::kLine ? MotionSpec::Kind::kLinear : MotionSpec::Kind::kTwist;
  spec.start = piece.PoseAt(0.0);
  spec.end_s = 1.0;
  spec.displacement_m = piece.displacement_m;
  spec.turn_rad = piece.turn_rad;
  spec.velocity_mps = {piece.way_m, 0.0};
  spec.yaw_rate_radps = piece.turn_rad;
  return spec;
}

// What the oracle says of all pairs together.
class PieceOracle {
 public:
  PieceOracle(const std::vector<ConvexPolygon>& body, const ObstacleMap& map, const MotionPiece& piece) {
    for (int k = 0; k < map.size(); ++k) {
      MotionSpec still;
      still.start = map.world_from_shape(k);
      still.end_s = 1.0;
      for (const ConvexPolygon& shape : body) oracles_.emplace_back(shape, SpecOf(piece), map.shape(k), still);
    }
  }

  bool ProvesApart(double until) {
    return std::all_of(oracles_.begin(), oracles_.end(),
                       [until](MotionOracle& each) { return each.ProvesApart(0.0, until); });
  }

  Decision FirstContact() {
    Decision first;
    first.free_until_s = 1.0;
    for (MotionOracle& each : oracles_) {
      const Decision decision = each.Decide();
      if (decision.verdict != MotionOracle::Verdict::kFree && decision.free_until_s < first.free_until_s)
        first = decision;
    }
    return first;
  }

  double LeastDistance() {
    double least_m = std::numeric_limits<double>::infinity();
    for (MotionOracle& each : oracles_) least_m = std::min(least_m, each.MinimumDistance(1e-6).lower);
    return least_m;
  }

 private:
  std::vector<MotionOracle> oracles_;
};

// Everything that is said of a path is proven by interval arithmetic, which shares no code with the
// queries; and each is said of many.
TEST(BodyInMapTest, OracleAgrees) {
  Random random(TestSeed() + 1);
  const int64_t count = TestCaseCount(1500);
  int64_t verdicts[3] = {};
  for (int64_t i = 0; i < count; ++i) {
    const std::shared_ptr<const ObstacleMap> map = RandomMap(10, &random);
    const std::vector<ConvexPolygon> body = TruckAndTrailer();
    const BodyInMap in_map = *BodyInMap::Create(body, map, kMargin_m);
    const MotionPiece piece = RandomPiece(10.0, 8.0, 3.0, &random);
    PieceOracle oracle(body, *map, piece);
    const MotionVerdict verdict = in_map.CheckPath({piece});
    ++verdicts[static_cast<int>(verdict)];
    const BodyInMap::FirstContact contact = in_map.FindFirstContact({piece});
    ASSERT_EQ(contact.verdict == MotionVerdict::kFree, verdict == MotionVerdict::kFree) << i;
    if (verdict == MotionVerdict::kFree) {
      ASSERT_TRUE(oracle.ProvesApart(1.0)) << i;
      ASSERT_EQ(contact.free_until, 1.0) << i;
      continue;
    }
    const Decision first = oracle.FirstContact();
    ASSERT_TRUE(verdict != MotionVerdict::kCollides || first.verdict == MotionOracle::Verdict::kCollides) << i;
    ASSERT_TRUE(verdict != MotionVerdict::kUndecided || oracle.LeastDistance() < 1e-5) << i;
    ASSERT_TRUE(contact.free_until == 0.0 || oracle.ProvesApart(contact.free_until)) << i;
    ASSERT_TRUE(contact.verdict != MotionVerdict::kCollides || contact.free_until >= first.free_until_s - 2e-6) << i;
  }
  EXPECT_GT(verdicts[0], 3 * count / 10);
  EXPECT_GT(verdicts[1], 3 * count / 10);
  EXPECT_LE(verdicts[2], count / 500);
}

TEST(BodyInMapTest, SignedDistance) {
  const auto map = *ObstacleMap::Create({*ConvexPolygon::Rectangle(2.0, 2.0, {10.0, 0.0})});
  const BodyInMap car = *BodyInMap::Create({*ConvexPolygon::Rectangle(4.0, 2.0)}, map, kMargin_m);
  EXPECT_DOUBLE_EQ(car.SignedDistance({}), 7.0);
  EXPECT_DOUBLE_EQ(car.SignedDistance({{7.5, 0.0}}), -0.5);
  EXPECT_FALSE(car.Collides({{6.75, 0.0}}));
  EXPECT_TRUE(car.Collides({{7.0, 0.0}}));
  const BodyInMap alone =
      *BodyInMap::Create({*ConvexPolygon::Rectangle(4.0, 2.0)}, *ObstacleMap::Create({}), kMargin_m);
  EXPECT_EQ(alone.SignedDistance({}), std::numeric_limits<double>::infinity());
  EXPECT_FALSE(alone.Collides({}));
}

// A straight piece of kilometres, whose parts are long, among more shapes than an answer usually
// has.
TEST(BodyInMapTest, LongPieceBesideManyShapes) {
  std::vector<ConvexPolygon> posts;
  for (int k = 0; k < 5000; ++k) posts.push_back(*ConvexPolygon::Hull({{2.0 * k, 1.25}}, 0.125));
  const BodyInMap car =
      *BodyInMap::Create({*ConvexPolygon::Rectangle(4.0, 2.0)}, *ObstacleMap::Create(posts), kMargin_m);
  MotionPiece piece;
  piece.displacement_m = {9000.0, 0.0};
  EXPECT_EQ(car.CheckPath({piece}), MotionVerdict::kFree);
  piece.displacement_m.y = 0.2501;
  EXPECT_EQ(car.CheckPath({piece}), MotionVerdict::kCollides);
  // Somewhere the car reaches up to 1.125 m; that is at a post, or between two.
  const BodyInMap::FirstContact contact = car.FindFirstContact({piece});
  EXPECT_GT(contact.free_until, 0.499);
  EXPECT_LT(contact.free_until, 0.501);
}

TEST(BodyInMapTest, BadInput) {
  const auto map = *ObstacleMap::Create({});
  const ConvexPolygon car = *ConvexPolygon::Rectangle(4.0, 2.0);
  EXPECT_EQ(BodyInMap::Create({}, map, kMargin_m).status().message(), "body: no shape");
  EXPECT_EQ(BodyInMap::Create({car}, nullptr, kMargin_m).status().message(), "map: null");
  const absl::Status far = BodyInMap::Create({car, *ConvexPolygon::Rectangle(3e7, 2.0)}, map, kMargin_m).status();
  EXPECT_TRUE(absl::StrContains(far.message(), "body[1]: reaches 1.5e+07 m")) << far;
  const absl::Status sizes = ObstacleMap::Create({car}, {Pose2(), Pose2()}).status();
  EXPECT_TRUE(absl::StrContains(sizes.message(), "world_from_shape")) << sizes;
}

}  // namespace
}  // namespace collision2d::planner
