#include "bench/throughput/answers.h"

#include <cstdint>

#include "gtest/gtest.h"

namespace collision2d::bench {
namespace {

// Unit squares: the body at x = 0 and obstacles whose gaps to it are -0.0005, 0.0005, 0.5 and -0.5
// m.
PlannerScene FourGaps() {
  const ConvexPolygon square = *ConvexPolygon::Rectangle(1.0, 1.0);
  PlannerScene scene{square, {square, square, square, square}, 1, {Pose2{}}, {}, {0}, false};
  for (const double gap_m : {-0.0005, 0.0005, 0.5, -0.5}) {
    scene.world_from_obstacle.push_back({{1.0 + gap_m, 0.0}, 1.0, 0.0});
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
  scene.world_from_ego.push_back({{0.0, 100.0}, 1.0, 0.0});
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

}  // namespace
}  // namespace collision2d::bench
