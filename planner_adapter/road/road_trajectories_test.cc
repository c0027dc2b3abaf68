// MinimumClearances against Clearances of each step.

#include <thread>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "absl/types/span.h"
#include "collision2d/batch/results.h"
#include "collision2d/batch/trajectories.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/motion/motion.h"
#include "collision2d/query/distance.h"
#include "collision2d/testing/test.h"
#include "planner_adapter/road/road.h"
#include "planner_adapter/road/testing/lattice_roads.h"
#include "planner_adapter/road/testing/road_families.h"
#include "planner_adapter/road/testing/road_of.h"

namespace collision2d::planner::road_trajectories_test {

using Body = std::vector<ConvexPolygon>;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Compares with the clearances of each step.
void ExpectLeast(const Road& road, const Body& body, const Trajectories& trajectories) {
  std::vector<TrajectoryRoadClearance> least(static_cast<size_t>(trajectories.size()));
  const absl::Status status = road.MinimumClearances(body, trajectories, absl::MakeSpan(least));
  ASSERT_TRUE(status.ok()) << status;
  static RoadWorkspace workspace;
  std::vector<TrajectoryRoadClearance> again(least.size());
  ASSERT_TRUE(road.MinimumClearances(body, trajectories, absl::MakeSpan(again), &workspace).ok());
  for (int i = 0; i < trajectories.size(); ++i) {
    SCOPED_TRACE("trajectory " + std::to_string(i));
    const absl::Span<const Pose2> poses = trajectories.PosesOf(i);
    std::vector<RoadPoseClearance> each(poses.size());
    ASSERT_TRUE(road.Clearances(body, poses, absl::MakeSpan(each)).ok());
    double expected_m = kInfinity;
    int first_outside = -1;
    for (size_t k = 0; k < each.size(); ++k) {
      expected_m = std::min(expected_m, each[k].clearance_m);
      if (first_outside < 0 && !each[k].is_inside) first_outside = static_cast<int>(k);
    }
    const TrajectoryRoadClearance& found = least[static_cast<size_t>(i)];
    EXPECT_EQ(again[static_cast<size_t>(i)].least.clearance_m, found.least.clearance_m);
    EXPECT_EQ(again[static_cast<size_t>(i)].step, found.step);
    EXPECT_EQ(found.first_outside, first_outside);
    EXPECT_EQ(found.least.is_inside, first_outside < 0);
    if (each.empty() || body.empty()) {
      EXPECT_EQ(found.step, -1);
      EXPECT_EQ(found.least.clearance_m, kInfinity);
      continue;
    }
    EXPECT_NEAR(found.least.clearance_m, expected_m, kRoadClearanceError_m);
    ASSERT_GE(found.step, 0);
    ASSERT_LT(found.step, static_cast<int>(each.size()));
    // The step named has that clearance.
    EXPECT_NEAR(each[static_cast<size_t>(found.step)].clearance_m, expected_m, kRoadClearanceError_m);
  }
}

std::vector<OutlinePiece> Square() { return Ring({{0, 0}, {20, 0}, {20, 20}, {0, 20}}); }

const Body kBox = {RectangleCell({-1, -1}, {1, 1})};

void ExpectLeastAlong(const Body& body, const std::vector<Vec2>& places) {
  std::vector<Pose2> poses;
  for (const Vec2 place : places) poses.push_back(Pose2{place});
  ExpectLeast(RoadOf(Square()), body, {poses, static_cast<int>(poses.size())});
}

TEST(RoadTrajectoriesTest, KnownOnes) {
  ExpectLeastAlong(kBox, {{5, 5}, {6, 5}, {7, 5}});                        // Inside.
  ExpectLeastAlong(kBox, {{5, 5}, {5, 1}, {5, 5}});                        // Touches.
  ExpectLeastAlong(kBox, {{5, 5}, {5, 0.5}, {5, -1}, {5, 5}});             // Leaves and returns.
  ExpectLeastAlong(kBox, {{5, -5}, {5, -3}, {5, 5}});                      // Begins outside.
  ExpectLeastAlong(kBox, {{5, -5}, {6, -5}, {7, -4}});                     // Never on the road.
  ExpectLeastAlong(kBox, {{5, 5}, {5, -9}, {5, -8}, {5, 6}});              // Jumps across the edge, touching it never.
  ExpectLeastAlong(kBox, {{5, -9}, {5, 9}, {5, -3}});                      // Jumps in and out.
  ExpectLeastAlong(kBox, {{5, 5}, {25, 5}, {5, 25}, {-7, -7}, {10, 10}});  // Beyond every edge.
  ExpectLeastAlong(kBox, {{5, 5}, {5, 0.9}, {5, 3}, {-30, 5}, {3, 3}, {5, 0.2}});  // Several times.
  ExpectLeastAlong({*ConvexPolygon::Create({{0, 0}}, 1.0)}, {{5, 5}, {5, 1}, {5, 0.5}, {5, 5}});
  ExpectLeastAlong({Cell({{0, 0}})}, {{5, 5}, {5, 0}, {5, 1}, {5, -1}});
  ExpectLeastAlong({Cell({{0, 0}, {2, 0}})}, {{5, 5}, {5, 0}, {18, 1}, {19, 1}});
  ExpectLeastAlong({kBox[0], RectangleCell({-5, -1}, {-2, 1})}, {{10, 5}, {6, 5}, {4, 5}, {6, 0.5}});
  ExpectLeastAlong({}, {{5, 5}, {5, -5}});
  // Far away the vertices are posed to one point.
  ExpectLeastAlong({RectangleCell({0, 0}, {1e-9, 1e-9})}, {{5, 5}, {2e7, 3e7}, {9.9e7, 9.8e7}});
}

TEST(RoadTrajectoriesTest, OfEqualStepsTheFirst) {
  const std::vector<Pose2> poses = {Pose2{{5, 5}}, Pose2{{5, 1}}, Pose2{{7, 1}}, Pose2{{9, 5}}};
  TrajectoryRoadClearance least;
  ASSERT_TRUE(RoadOf(Square()).MinimumClearances(kBox, {poses, 4}, absl::MakeSpan(&least, 1)).ok());
  EXPECT_EQ(least.least.clearance_m, 0.0);
  EXPECT_EQ(least.step, 1);
}

// Between two instants it turns over around a corner beside the edge, which hardly moves.
TEST(RoadTrajectoriesTest, TurnsOverAcrossTheEdge) {
  const std::vector<OutlinePiece> notched = Ring({{0, 0}, {20, 0}, {20, 20}, {10, 20}, {10, 10}, {0, 10}});
  const std::vector<Pose2> poses = {Pose2{{11.01, 15.0}}, Pose2({8.99, 13.0}, UnitRotation(-1.0, 0.0))};
  ExpectLeast(RoadOf(notched), kBox, {poses, 2});
}

TEST(RoadTrajectoriesTest, LengthsCount) {
  const std::vector<Pose2> poses = {Pose2{{5, 5}},  Pose2{{5, 1}}, Pose2{{5, -5}}, Pose2{{9, 9}}, Pose2{{5, -5}},
                                    Pose2{{9, -9}}, Pose2{{5, 5}}, Pose2{{5, 0}},  Pose2{{5, 5}}};
  const std::vector<int> lengths = {2, 0, 3};
  ExpectLeast(RoadOf(Square()), kBox, {poses, 3, lengths});
  const std::vector<int> ones = {1, 1, 1};
  ExpectLeast(RoadOf(Square()), kBox, {poses, 3, ones});
}

TEST(RoadTrajectoriesTest, RoadWithoutEdge) {
  std::vector<TrajectoryRoadClearance> least(1);
  const std::vector<Pose2> poses = {Pose2{}, Pose2{{3, 3}}};
  ASSERT_TRUE(Road().MinimumClearances(kBox, {poses, 2}, absl::MakeSpan(least)).ok());
  EXPECT_EQ(least[0].step, -1);
  EXPECT_EQ(least[0].first_outside, -1);
  EXPECT_TRUE(least[0].least.is_inside);
  EXPECT_EQ(least[0].least.clearance_m, kInfinity);
}

// Many threads ask one road at once; --config=tsan looks for races.
TEST(RoadTrajectoriesTest, ThreadsShareARoad) {
  const Road road = RoadOf(Square());
  Random random(TestSeed());
  std::vector<Pose2> poses;
  for (int i = 0; i < 400; ++i) {
    poses.push_back(Pose2::FromYaw({random.Uniform(-1, 21), random.Uniform(-1, 21)}, random.Uniform(-3, 3)));
  }
  const Trajectories trajectories = {poses, 4};
  const std::vector<double> times_s = {0.0, 0.1, 0.2, 0.3};
  struct Answers {
    std::vector<TrajectoryRoadClearance> least = std::vector<TrajectoryRoadClearance>(100);
    std::vector<SweptHit> departures = std::vector<SweptHit>(100);
    absl::Status status;
  };
  const auto ask = [&](Answers* answers) {
    answers->status = road.MinimumClearances(kBox, trajectories, absl::MakeSpan(answers->least));
    answers->status.Update(road.FirstDepartures(kBox, trajectories, times_s, {}, absl::MakeSpan(answers->departures)));
  };
  Answers expected;
  ask(&expected);
  ASSERT_TRUE(expected.status.ok()) << expected.status;
  std::vector<Answers> found(3);
  std::vector<std::thread> threads;
  for (Answers& answers : found) threads.emplace_back(ask, &answers);
  for (std::thread& thread : threads) thread.join();
  int departed = 0;
  for (const Answers& answers : found) {
    ASSERT_TRUE(answers.status.ok()) << answers.status;
    for (size_t i = 0; i < 100; ++i) {
      ASSERT_EQ(answers.least[i].least.clearance_m, expected.least[i].least.clearance_m);
      ASSERT_EQ(answers.least[i].first_outside, expected.least[i].first_outside);
      ASSERT_EQ(answers.departures[i].obstacle, expected.departures[i].obstacle);
      ASSERT_EQ(answers.departures[i].contact_by_s, expected.departures[i].contact_by_s);
      departed += expected.departures[i].obstacle >= 0 ? 1 : 0;
    }
  }
  EXPECT_GT(departed, 30);
}

TEST(RoadTrajectoriesTest, ErrorsNameTheIndexAndNothingIsWritten) {
  const std::vector<Pose2> poses = {Pose2{}, Pose2{{3, std::numeric_limits<double>::quiet_NaN()}}, Pose2{}, Pose2{}};
  for (const Road& road : {RoadOf(Square()), Road()}) {
    std::vector<TrajectoryRoadClearance> least(2);
    for (TrajectoryRoadClearance& one : least) one.step = 77;
    const absl::Status nan = road.MinimumClearances(kBox, {poses, 2}, absl::MakeSpan(least));
    EXPECT_EQ(nan.code(), absl::StatusCode::kInvalidArgument);
    EXPECT_TRUE(absl::StrContains(nan.message(), "[1]")) << nan;
    const absl::Status layout = road.MinimumClearances(kBox, {poses, 3}, absl::MakeSpan(least));
    EXPECT_EQ(layout.code(), absl::StatusCode::kInvalidArgument) << layout;
    const absl::Status size = road.MinimumClearances(kBox, {poses, 4}, absl::MakeSpan(least));
    EXPECT_EQ(size.code(), absl::StatusCode::kInvalidArgument) << size;
    const std::vector<int> three = {1, 1, 1};
    EXPECT_FALSE(road.MinimumClearances(kBox, {poses, 2, three}, absl::MakeSpan(least)).ok());
    EXPECT_FALSE(road.MinimumClearances(kBox, {absl::MakeConstSpan(poses).first(1), 1}, absl::MakeSpan(least)).ok());
    EXPECT_FALSE(road.MinimumClearances(kBox, {{}, 1}, absl::MakeSpan(least)).ok());
    for (const TrajectoryRoadClearance& one : least) EXPECT_EQ(one.step, 77);
    // Poses that do not count are not read.
    const std::vector<int> lengths = {1, 2};
    EXPECT_TRUE(road.MinimumClearances(kBox, {poses, 2, lengths}, absl::MakeSpan(least)).ok());
  }
}

TEST(RoadTrajectoriesTest, RandomOnes) {
  Random random(TestSeed());
  for (int i = 0; i < 20 * kRoadFamilyCount; ++i) {
    const auto family = static_cast<RoadFamily>(i % kRoadFamilyCount);
    SCOPED_TRACE(NameOf(family));
    const Road road = RoadOf(RandomRoad(family, &random));
    Body body = {RandomBody(&random)};
    if (random.Chance(0.3)) body.push_back(RandomBody(&random));
    constexpr int kSteps = 12;
    std::vector<Pose2> poses;
    for (int k = 0; k < 6; ++k) {
      Pose2 pose = RandomPoseNearEdge(body[0], road.pieces(), &random);
      const double heading_rad = random.Angle();
      const double pace_m = random.LogUniform(0.01, 3.0);
      for (int step = 0; step < kSteps; ++step) {
        poses.push_back(pose);
        const double turn_rad = random.Uniform(-0.1, 0.1);
        const Vec2 next = pose.translation + pace_m * Vec2{std::cos(heading_rad), std::sin(heading_rad)};
        pose = random.Chance(0.05) ? RandomPoseNearEdge(body[0], road.pieces(), &random)
                                   : Pose2::FromYaw(next, pose.yaw_rad() + turn_rad);
      }
    }
    ExpectLeast(road, body, {poses, kSteps});
    ASSERT_FALSE(HasFailure()) << i;
  }
}

// Bounds against samples of the motions, from each piece by itself.
TEST(RoadTrajectoriesTest, BoundsHoldBetweenSteps) {
  Random random(TestSeed());
  int kept = 0;
  int lowered = 0;
  for (int i = 0; i < 20 * kRoadFamilyCount; ++i) {
    const auto family = static_cast<RoadFamily>(i % kRoadFamilyCount);
    SCOPED_TRACE(NameOf(family));
    const Road road = RoadOf(RandomRoad(family, &random));
    const ConvexPolygon body = RandomBody(&random);
    std::vector<ConvexPolygon> pieces;
    for (const OutlinePiece& piece : road.pieces()) pieces.push_back(*ConvexPolygon::Create({piece.from, piece.to}));
    const auto distance_at = [&](const Pose2& pose) {
      double least_m = kInfinity;
      for (const ConvexPolygon& piece : pieces) {
        least_m = std::min(least_m, Distance(body, piece, RelativePose(pose, Pose2{})));
      }
      return least_m;
    };
    constexpr int kSteps = 4;
    const std::vector<double> times_s = {0.0, 1.0, 2.0, 3.0};
    std::vector<Pose2> poses;
    Pose2 pose = RandomPoseNearEdge(body, road.pieces(), &random);
    const double pace_m = random.LogUniform(0.01, 3.0);
    const double most_turn_rad = random.LogUniform(1e-3, 3.0);
    for (int step = 0; step < kSteps; ++step) {
      poses.push_back(pose);
      const double heading_rad = random.Angle();
      pose = Pose2::FromYaw(pose.translation + pace_m * Vec2{std::cos(heading_rad), std::sin(heading_rad)},
                            pose.yaw_rad() + random.Uniform(-most_turn_rad, most_turn_rad));
    }
    double at_steps_m = kInfinity;
    double sampled_m = kInfinity;
    for (int step = 0; step + 1 < kSteps; ++step) {
      const Motion motion = *Motion::Between(poses[step], poses[step + 1], 0.0, 1.0);
      for (const Pose2& end : {poses[step], poses[step + 1]}) at_steps_m = std::min(at_steps_m, distance_at(end));
      for (int k = 0; k <= 16; ++k) sampled_m = std::min(sampled_m, distance_at(motion.PoseAt(k / 16.0)));
    }
    const double given_m = std::max(0.0, at_steps_m - random.LogUniform(1e-4, 1.0));
    double bound_m = given_m;
    ASSERT_TRUE(road.LowerBounds({body}, {poses, kSteps}, 0.01, absl::MakeSpan(&bound_m, 1)).ok());
    EXPECT_LE(bound_m, given_m) << i;
    EXPECT_LE(bound_m, sampled_m + kRoadClearanceError_m) << i;
    if (given_m > 0.0) ++(bound_m == given_m ? kept : lowered);
  }
  EXPECT_GT(kept, 10);
  EXPECT_GT(lowered, 5);
}

}  // namespace collision2d::planner::road_trajectories_test
