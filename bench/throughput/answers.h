#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "bench/throughput/planner_scene.h"

namespace collision2d::bench {

// What is asked about every trajectory of a scene. In a scene of one step a trajectory is a pose.
enum class Question {
  kMask,       // One bit for each pair. For scenes of one step.
  kAnyHit,     // Whether it collides at all.
  kFirstHit,   // The first step at which it collides, and the lowest obstacle that it then collides with.
  kNearest,    // The smallest distance, the step and the obstacle it occurs at, the first ones if there are more.
  kFirstFree,  // In cost order the first trajectory without a collision, and kFirstHit of all before.
  kFirstContact,  // Between steps: the first interval with a contact, the obstacle of its earliest contact, and when that is.
};

// Whether what happens between steps does not matter.
inline bool IsOfSteps(Question question) { return question != Question::kFirstContact; }

// The answer for one trajectory. What the question does not ask for keeps its initial value.
struct Finding {
  bool hit = false;
  int step = -1;
  int obstacle = -1;
  double distance_m = std::numeric_limits<double>::infinity();
  double contact_by_s = std::numeric_limits<double>::infinity();
};

struct Answers {
  std::vector<Finding> findings;  // By trajectory.
  std::vector<uint64_t> mask;     // [pose][word]: bit k % 64 of word k / 64 is that of obstacle k.
  int first_free = -1;            // Position in the cost order; -1: none.
};

// 64-bit words for a bit of each obstacle.
inline int MaskWords(const PlannerScene& scene) { return (scene.obstacle_count() + 63) / 64; }

// Which answers are wrong.
enum class Judgement {
  // Those that differ from the right ones in anything.
  kSameBits,
  // For single precision: those that differ where the signed distance of the disputed pair is more
  // than 1 mm from 0, and distances that are more than 1 mm off, whatever obstacle they name.
  kAwayFromZero,
};

// The number of wrong answers: pairs for kMask, trajectories otherwise.
// REQUIRES: both are answers to this question about this scene.
int64_t CountWrong(const PlannerScene& scene, Question question, Judgement judgement, const Answers& right,
                   const Answers& answers);

}  // namespace collision2d::bench
