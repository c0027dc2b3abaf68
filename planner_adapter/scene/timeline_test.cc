#include "planner_adapter/scene/timeline.h"

#include "absl/strings/str_format.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/testing/test.h"
#include "gmock/gmock.h"

namespace collision2d::planner {
namespace {

using ::testing::ElementsAre;

TimedPose At(double time_s, double yaw_rad = 0.0) { return {time_s, {}, yaw_rad}; }

std::vector<double> TurningTimes(const std::vector<TimedPose>& poses, double begin_s, double end_s) {
  std::vector<double> times_s;
  ForEachTurningTime(poses, begin_s, end_s, [&](double time_s) { times_s.push_back(time_s); });
  return times_s;
}

TEST(TurningTimesTest, NearlyHalfATurnIsDivided) {
  const std::vector<TimedPose> poses = {At(1.0), At(2.0, 2.9), At(4.0, 2.9 + M_PI), At(5.0, 2.9 - M_PI)};
  EXPECT_THAT(TurningTimes({}, 0.0, 9.0), ElementsAre());
  EXPECT_THAT(TurningTimes(poses, 0.0, 9.0), ElementsAre(1.0, 2.0, 3.0, 4.0, 5.0));
}

TEST(TurningTimesTest, OnlyTimesStrictlyWithinCount) {
  const std::vector<TimedPose> poses = {At(1.0), At(2.0, 2.9), At(4.0, 2.9 + M_PI), At(5.0)};
  EXPECT_THAT(TurningTimes(poses, 1.0, 5.0), ElementsAre(2.0, 3.0, 4.0));
  EXPECT_THAT(TurningTimes(poses, 2.5, 3.5), ElementsAre(3.0));
  EXPECT_THAT(TurningTimes(poses, 3.0, 4.0), ElementsAre());
  EXPECT_THAT(TurningTimes(poses, 5.0, 6.0), ElementsAre());
}

// With as many discs as `count`, which tells lists apart.
TimedShapes ShapesFrom(double time_s, int count) {
  return {time_s, std::vector<ConvexPolygon>(static_cast<size_t>(count), *ConvexPolygon::Disc(1.0))};
}

// "start to end", and the number of shapes if they are not the obstacle's own.
std::vector<std::string> PiecesOf(const Prediction& prediction, BeyondPrediction beyond,
                                  double most_turn_rad = std::numeric_limits<double>::infinity()) {
  const MovingObstacle obstacle;
  std::vector<std::string> pieces;
  Timeline(obstacle, prediction, beyond).ForEachPiece(most_turn_rad, [&](const TimelinePiece& piece) {
    pieces.push_back(absl::StrFormat("%g to %g", piece.start_s, piece.end_s));
    if (piece.shapes != nullptr) pieces.back() += absl::StrFormat(": %d", piece.shapes->shapes.size());
  });
  return pieces;
}

TEST(TimelineTest, PiecesOfPoses) {
  Prediction prediction;
  prediction.poses = {At(1.0), At(2.0), At(4.0)};
  EXPECT_THAT(PiecesOf(prediction, BeyondPrediction::kAbsent), ElementsAre("1 to 2", "2 to 4"));
  EXPECT_THAT(PiecesOf(prediction, BeyondPrediction::kHold), ElementsAre("-inf to 1", "1 to 2", "2 to 4", "4 to inf"));
  prediction.timed_shapes = {ShapesFrom(1.0 + 5e-7, 1), ShapesFrom(3.0, 2), ShapesFrom(4.0 + 5e-7, 3)};
  EXPECT_THAT(PiecesOf(prediction, BeyondPrediction::kAbsent),
              ElementsAre("1 to 2: 1", "2 to 3: 1", "3 to 4: 2", "4 to 4: 3"));
  EXPECT_THAT(PiecesOf(prediction, BeyondPrediction::kHold),
              ElementsAre("-inf to 1", "1 to 2: 1", "2 to 3: 1", "3 to 4: 2", "4 to inf: 3"));
  prediction.timed_shapes.clear();
  prediction.poses = {At(1.0)};
  EXPECT_THAT(PiecesOf(prediction, BeyondPrediction::kAbsent), ElementsAre("1 to 1"));
  EXPECT_THAT(PiecesOf(prediction, BeyondPrediction::kHold), ElementsAre("-inf to 1", "1 to 1", "1 to inf"));
}

TEST(TimelineTest, PiecesOfOccupancies) {
  Prediction prediction;
  prediction.occupancies = {ShapesFrom(1.0, 1), ShapesFrom(3.0, 0), ShapesFrom(4.0, 2)};
  EXPECT_THAT(PiecesOf(prediction, BeyondPrediction::kAbsent), ElementsAre("1 to 3: 1", "3 to 4: 0", "4 to 4: 2"));
  EXPECT_THAT(PiecesOf(prediction, BeyondPrediction::kHold), ElementsAre("-inf to 3: 1", "3 to 4: 0", "4 to inf: 2"));
}

TEST(TimelineTest, LargeTurnsAreDividedInTheMiddle) {
  Prediction prediction;
  prediction.poses = {At(0.0), At(2.0, 2.0), At(3.0, 2.5)};
  EXPECT_THAT(PiecesOf(prediction, BeyondPrediction::kAbsent, 0.5 * M_PI), ElementsAre("0 to 1", "1 to 2", "2 to 3"));
  EXPECT_THAT(PiecesOf(prediction, BeyondPrediction::kAbsent, 3.0), ElementsAre("0 to 2", "2 to 3"));
}

// Within every piece the obstacle is at its place, with its shapes; outside of all it is absent.
TEST(TimelineTest, PiecesAreWhereInstantsAre) {
  Random random(TestSeed());
  const MovingObstacle obstacle;
  int within = 0;
  for (int i = 0; i < 500; ++i) {
    Prediction prediction;
    double time_s = random.Uniform(-5.0, 5.0);
    for (int k = 1 + random.Index(5); k > 0; --k) {
      time_s += random.Uniform(0.05, 1.0);
      const Vec2 position = {random.Uniform(-9.0, 9.0), random.Uniform(-9.0, 9.0)};
      prediction.poses.push_back({time_s, position, random.Uniform(-7.0, 7.0), random.Uniform(0.0, 1.0)});
    }
    double shapes_s = prediction.poses.front().time_s - 0.5;
    for (int k = random.Index(4); k > 0; --k) {
      // Some begin at a pose, or just beside it.
      shapes_s += random.Uniform(0.05, 1.0);
      const TimedPose& pose =
          prediction.poses[static_cast<size_t>(random.Index(static_cast<int>(prediction.poses.size())))];
      if (random.Index(2) == 0 && pose.time_s > shapes_s) shapes_s = pose.time_s + random.Uniform(-8e-7, 8e-7);
      prediction.timed_shapes.push_back(ShapesFrom(shapes_s, 1 + k));
    }
    const BeyondPrediction beyond = random.Index(2) == 0 ? BeyondPrediction::kAbsent : BeyondPrediction::kHold;
    const Timeline timeline(obstacle, prediction, beyond);
    double end_s = -std::numeric_limits<double>::infinity();
    timeline.ForEachPiece(0.5 * M_PI, [&](const TimelinePiece& piece) {
      EXPECT_LE(piece.start_s, piece.end_s);
      EXPECT_GE(piece.start_s, end_s);
      end_s = piece.end_s;
      const double from_s = std::max(piece.start_s, -100.0);
      const double to_s = std::min(piece.end_s, 100.0);
      if (to_s - from_s < 1e-4) return;
      const double share = random.Uniform(0.05, 0.95);
      const double at_s = from_s + share * (to_s - from_s);
      const std::optional<Timeline::Place> place = timeline.At(at_s);
      ASSERT_TRUE(place.has_value());
      EXPECT_EQ(place->shapes, piece.shapes);
      const Vec2 expected = piece.from.position + share * (piece.to.position - piece.from.position);
      EXPECT_LE(Norm(place->pose.position - expected), 1e-9);
      const double turn_rad = NormalizeAngle(piece.to.yaw_rad - piece.from.yaw_rad);
      EXPECT_LE(std::abs(turn_rad), 0.5 * M_PI + 1e-9);
      EXPECT_NEAR(NormalizeAngle(place->pose.yaw_rad - piece.from.yaw_rad - share * turn_rad), 0.0, 1e-9);
      ++within;
    });
    EXPECT_EQ(timeline.At(timeline.first_s() - 1e-3).has_value(), beyond == BeyondPrediction::kHold);
    EXPECT_EQ(timeline.At(timeline.last_s() + 1e-3).has_value(), beyond == BeyondPrediction::kHold);
  }
  EXPECT_GT(within, 1000);
}

}  // namespace
}  // namespace collision2d::planner
