#include "bench/peers/scene_peer.h"

#include <cstdint>
#include <set>
#include <vector>

#include "bench/peers/planner_scene.h"
#include "gtest/gtest.h"

namespace collision2d::bench {
namespace {

// Unit squares: the body at x = 0 and obstacles whose gaps to it are -0.0005, 0.0005, 0.5 and -0.5
// m.
PlannerScene FourGaps() {
  const ConvexPolygon square = *ConvexPolygon::Rectangle(1.0, 1.0);
  PlannerScene scene{square, {square, square, square, square}, 1, {Pose2{}}, {}, {0}, false};
  for (const double gap_m : {-0.0005, 0.0005, 0.5, -0.5}) {
    scene.world_from_obstacle.push_back(Pose2({1.0 + gap_m, 0.0}, UnitRotation(1.0, 0.0)));
  }
  return scene;
}

constexpr uint64_t kRightMask = 0b1001;

int64_t WrongBits(Judgement judgement, uint64_t mask) {
  Answers right, answers;
  right.mask = {kRightMask};
  answers.mask = {mask};
  return CountWrong(FourGaps(), Question::kMask, judgement, right, answers);
}

TEST(CountWrong, BitsOfTheMask) {
  EXPECT_EQ(WrongBits(Judgement::kSameBits, kRightMask), 0);
  EXPECT_EQ(WrongBits(Judgement::kSameBits, 0b1111), 2);
  EXPECT_EQ(WrongBits(Judgement::kAwayFromZero, 0b1010), 0);
  EXPECT_EQ(WrongBits(Judgement::kAwayFromZero, 0b1111), 1);
  EXPECT_EQ(WrongBits(Judgement::kAwayFromZero, 0b0001), 1);
  // There is no fifth obstacle.
  EXPECT_EQ(WrongBits(Judgement::kAwayFromZero, 0b11001), 1);
}

int64_t WrongFinding(Question question, Judgement judgement, const PlannerScene& scene, Finding right,
                     Finding finding) {
  Answers right_answers, answers;
  right_answers.findings = {right};
  answers.findings = {finding};
  return CountWrong(scene, question, judgement, right_answers, answers);
}

TEST(CountWrong, FirstHit) {
  const PlannerScene scene = FourGaps();
  const auto wrong = [&scene](Judgement judgement, int right_obstacle, int obstacle) {
    const auto finding = [](int k) { return k < 0 ? Finding{} : Finding{true, 0, k}; };
    return WrongFinding(Question::kFirstHit, judgement, scene, finding(right_obstacle), finding(obstacle));
  };
  EXPECT_EQ(wrong(Judgement::kSameBits, 0, 0), 0);
  EXPECT_EQ(wrong(Judgement::kSameBits, 0, 1), 1);
  EXPECT_EQ(wrong(Judgement::kSameBits, 0, -1), 1);
  // Obstacle 0 is within 1 mm of contact, 2 and 3 are not.
  EXPECT_EQ(wrong(Judgement::kAwayFromZero, 0, 3), 0);
  EXPECT_EQ(wrong(Judgement::kAwayFromZero, 3, 1), 0);
  EXPECT_EQ(wrong(Judgement::kAwayFromZero, 3, 2), 1);
  EXPECT_EQ(wrong(Judgement::kAwayFromZero, 3, -1), 1);
}

TEST(CountWrong, AnyHit) {
  PlannerScene scene = FourGaps();
  EXPECT_EQ(WrongFinding(Question::kAnyHit, Judgement::kAwayFromZero, scene, {true}, {false}), 1);
  EXPECT_EQ(WrongFinding(Question::kAnyHit, Judgement::kSameBits, scene, {true}, {true}), 0);
  // Without the deep one.
  scene.obstacles.pop_back();
  scene.world_from_obstacle.pop_back();
  EXPECT_EQ(WrongFinding(Question::kAnyHit, Judgement::kAwayFromZero, scene, {true}, {false}), 0);
  EXPECT_EQ(WrongFinding(Question::kAnyHit, Judgement::kSameBits, scene, {true}, {false}), 1);
}

TEST(CountWrong, Nearest) {
  const PlannerScene scene = FourGaps();
  const Finding right{false, 0, 2, 0.5};
  const auto wrong = [&](Judgement judgement, const Finding& finding) {
    return WrongFinding(Question::kNearest, judgement, scene, right, finding);
  };
  EXPECT_EQ(wrong(Judgement::kSameBits, right), 0);
  EXPECT_EQ(wrong(Judgement::kSameBits, {false, 0, 1, 0.5}), 1);
  EXPECT_EQ(wrong(Judgement::kSameBits, {false, 0, 2, 0.5 + 0x1p-52}), 1);
  EXPECT_EQ(wrong(Judgement::kAwayFromZero, {false, 0, 1, 0.5005}), 0);
  EXPECT_EQ(wrong(Judgement::kAwayFromZero, {false, 0, 2, 0.502}), 1);
  EXPECT_EQ(wrong(Judgement::kAwayFromZero, {}), 1);
}

// Two trajectories: the body as it is, and the body far away.
TEST(CountWrong, FirstFree) {
  PlannerScene scene = FourGaps();
  scene.world_from_ego.push_back(Pose2({0.0, 100.0}, UnitRotation(1.0, 0.0)));
  scene.cost_order = {0, 1};
  Answers right;
  right.findings = {{true, 0, 0}, {}};
  right.first_free = 1;
  const auto wrong = [&](Judgement judgement, const Finding& first, int first_free) {
    Answers answers;
    answers.findings = {first, {}};
    answers.first_free = first_free;
    return CountWrong(scene, Question::kFirstFree, judgement, right, answers);
  };
  EXPECT_EQ(wrong(Judgement::kSameBits, {true, 0, 0}, 1), 0);
  EXPECT_EQ(wrong(Judgement::kSameBits, {true, 0, 3}, 1), 1);
  EXPECT_EQ(wrong(Judgement::kSameBits, {true, 0, 0}, -1), 1);
  EXPECT_EQ(wrong(Judgement::kAwayFromZero, {true, 0, 3}, 1), 0);
  EXPECT_EQ(wrong(Judgement::kAwayFromZero, {true, 0, 0}, -1), 1);
  // The first one is free by 1 mm at most.
  EXPECT_EQ(wrong(Judgement::kAwayFromZero, {}, 0), 0);
}

constexpr uint64_t kSeed = 20261120;

// Shares of all pairs, or of trajectories.
struct Shares {
  double near = 0.0;  // Bounding circles overlap.
  double colliding = 0.0;
  double colliding_trajectories = 0.0;
};

Shares Count(const PlannerScene& scene) {
  int64_t near = 0, colliding = 0, colliding_trajectories = 0;
  for (int i = 0; i < scene.trajectory_count(); ++i) {
    bool hit = false;
    for (int step = 0; step < scene.steps; ++step) {
      for (int k = 0; k < scene.obstacle_count(); ++k) {
        const Pose2& world_from_ego = scene.EgoPose(i, step);
        const Pose2& world_from_obstacle = scene.ObstaclePose(step, k);
        const ConvexPolygon& obstacle = scene.obstacles[k];
        const Vec2 apart = world_from_obstacle * obstacle.center() - world_from_ego * scene.ego.center();
        near += Norm(apart) <= scene.ego.bounding_radius_m() + obstacle.bounding_radius_m();
        const bool collides = Collides(scene.ego, obstacle, RelativePose(world_from_ego, world_from_obstacle));
        colliding += collides;
        hit |= collides;
      }
    }
    colliding_trajectories += hit;
  }
  const double pairs = static_cast<double>(scene.pair_count());
  return {static_cast<double>(near) / pairs, static_cast<double>(colliding) / pairs,
          static_cast<double>(colliding_trajectories) / static_cast<double>(scene.trajectory_count())};
}

TEST(PlannerScene, SparseTrafficIsFarApart) {
  const PlannerScene scene = SparseTraffic(2000, 200, kSeed);
  EXPECT_EQ(scene.pair_count(), 400'000);
  const Shares shares = Count(scene);
  EXPECT_LT(shares.near, 0.004);
  EXPECT_GT(shares.colliding_trajectories, 0.1);
  EXPECT_LT(shares.colliding_trajectories, 0.3);
}

TEST(PlannerScene, DenseCrowdPassesEveryCircle) {
  const Shares shares = Count(DenseCrowd(500, 200, kSeed));
  EXPECT_EQ(shares.near, 1.0);
  EXPECT_GT(shares.colliding, 0.35);
  EXPECT_LT(shares.colliding, 0.65);
}

TEST(PlannerScene, PolygonCrowdPassesManyCircles) {
  const PlannerScene scene = PolygonCrowd(500, 200, kSeed);
  std::set<int> sizes;
  for (const ConvexPolygon& obstacle : scene.obstacles) sizes.insert(obstacle.size());
  EXPECT_EQ(sizes, (std::set<int>{4, 5, 6, 7, 8}));
  const Shares shares = Count(scene);
  EXPECT_GT(shares.near, 0.3);
  EXPECT_LT(shares.near, 0.5);
  EXPECT_GT(shares.colliding, 0.1);
}

TEST(PlannerScene, MovingTrafficIsOrderedByCost) {
  const PlannerScene scene = MovingTraffic(200, 50, 100, kSeed);
  EXPECT_EQ(scene.pair_count(), 1'000'000);
  const Shares shares = Count(scene);
  EXPECT_GT(shares.colliding_trajectories, 0.3);
  EXPECT_LT(shares.colliding_trajectories, 0.7);

  EXPECT_EQ(std::set<int>(scene.cost_order.begin(), scene.cost_order.end()).size(), 200u);
  PlannerScene one = scene;
  for (int position = 0; position <= 20; ++position) {
    const auto begin = scene.world_from_ego.begin() + scene.cost_order[position] * scene.steps;
    one.world_from_ego.assign(begin, begin + scene.steps);
    EXPECT_EQ(Count(one).colliding_trajectories, position < 20 ? 1.0 : 0.0) << position;
  }
}

TEST(PlannerScene, StaticMapHasOneDensity) {
  for (const int obstacle_count : {1000, 10000}) {
    const PlannerScene scene = StaticMapScene(2000, obstacle_count, kSeed);
    EXPECT_TRUE(scene.is_static_map);
    const Shares shares = Count(scene);
    EXPECT_GT(shares.colliding_trajectories, 0.01);
    EXPECT_LT(shares.colliding_trajectories, 0.05);
  }
}

}  // namespace
}  // namespace collision2d::bench
