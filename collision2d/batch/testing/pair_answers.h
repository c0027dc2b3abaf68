// What the pair queries answer, one pair after the other, to every question of questions.h.

#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "absl/types/span.h"
#include "collision2d/batch/testing/batch_scenes.h"
#include "collision2d/batch/testing/questions.h"
#include "collision2d/batch/testing/swept_scenes.h"
#include "collision2d/batch/testing/trajectory_scenes.h"
#include "collision2d/testing/random.h"
#include "gtest/gtest.h"

namespace collision2d {

struct PairAnswers {
  int obstacle_count = 0;
  // One for each trajectory.
  std::vector<uint8_t> any = {};
  std::vector<Hit> first = {};
  std::vector<Nearest<double>> nearest = {};
  std::vector<Nearest<Separation>> least = {};
  std::vector<Nearest<SeparationGradient>> gradient = {};
  std::vector<std::vector<Nearest<Separation>>> contacts = {};  // At the first step that has some.
  // One for each [pose][obstacle].
  std::vector<uint8_t> collides = {};
  std::vector<double> distance_m = {};  // Infinite where there is no pair.
};

// The number in a view of obstacle k of a step's batch.
using Numbering = std::function<int(int step, int k)>;

// Obstacles that are absent from a step's batch are at no distance from anything there.
PairAnswers AskPairs(const TrajectoryScene& scene);
// The same for a view of `obstacle_count` obstacles that has other numbers, in the same order.
PairAnswers AskPairs(const TrajectoryScene& scene, int64_t obstacle_count, const Numbering& number_of);

// Asks every question and compares the outputs with those of all pairs of the question's body,
// trajectories and obstacles, to the last bit, and with their guards.
testing::AssertionResult AnswersAsThePairs(Question question, const PairAnswers& pairs, size_t offset = 0);

// The same of the first view of the scene's obstacles on every instruction set of this machine, and
// of the others on the best one, with random limits, orders, room, and executors.
testing::AssertionResult ViewsAnswerAsThePairs(const TrajectoryScene& scene, absl::Span<const Obstacles> views,
                                               const PairAnswers& pairs, Random* random);

// The same of a scene's poses, whose obstacles are in a batch, in a map, and the first third of
// them in a batch among a map of the others. *pairs is what is expected, if it is not null.
testing::AssertionResult PosesAnswerAsThePairs(BatchScene scene, Random* random, PairAnswers* pairs = nullptr);

// The same about motion, without limits.
struct MotionPairAnswers {
  std::vector<uint8_t> any;
  std::vector<SweptHit> first;
  std::vector<SweptNearest> nearest;
};

MotionPairAnswers AskPairs(const SweptScene& scene);
MotionQuestion QuestionOf(const SweptScene& scene);
testing::AssertionResult AnswersAsThePairs(const MotionQuestion& question, const MotionPairAnswers& pairs);

// Whether two answers are the same to the last bit.
testing::AssertionResult IsSame(const SweptNearest& a, const SweptNearest& b);

// How many of these are not 0.
int64_t CountOf(const std::vector<uint8_t>& flags);

// Some trajectories, those that collide first in part: free ones would mostly be found at once.
std::vector<int> RandomOrder(const std::vector<uint8_t>& any, Random* random);

}  // namespace collision2d
