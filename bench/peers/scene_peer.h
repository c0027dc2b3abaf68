#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "bench/peers/planner_scene.h"

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

// One way to answer a planner's questions: a row of the tables. Keeps shapes, trees and its answers
// in its own format.
class ScenePeer {
 public:
  virtual ~ScenePeer() = default;

  // As printed in the tables and written to the CSV; no comma.
  virtual std::string name() const = 0;

  // Whether it is what is measured, not what it is measured against.
  virtual bool is_subject() const { return false; }

  // Which wrong answers count.
  virtual Judgement judgement() const = 0;

  // Whether it has an answer to this question about this scene, in reasonable time.
  virtual bool Handles(const PlannerScene& scene, Question question) const = 0;

  // Takes this scene instead of the previous one; poses the obstacles of a static map. Not timed.
  // The scene must outlive the next Run and Collect.
  virtual void Prepare(const PlannerScene& scene) = 0;

  // Answers for trajectories begin, ..., end - 1. If begin is 0 a cycle begins: the obstacles take
  // their poses first. REQUIRES: Handles(scene, question), Prepare was called; for kFirstFree all
  // trajectories.
  virtual void Run(Question question, int begin, int end) = 0;

  // What it keeps of the prepared scene's obstacles beside the scene, at one step; nothing if that
  // is not known.
  virtual std::optional<int64_t> memory_bytes() const { return std::nullopt; }

  // The answers of the last Run for each trajectory. Not timed.
  virtual Answers Collect(Question question) const = 0;
};

// A method that knows one pose of the body at a time; the loops over trajectories and steps, with
// their early exits, are here.
class PerPosePeer : public ScenePeer {
 public:
  void Prepare(const PlannerScene& scene) final;
  void Run(Question question, int begin, int end) final;
  Answers Collect(Question question) const final { return answers_; }

 protected:
  const PlannerScene& scene() const { return *scene_; }

  virtual void PrepareScene() = 0;
  virtual void PoseObstacles() = 0;

  // The following are about the body at `world_from_ego` and all obstacles at that step.

  // Sets the bits of those that collide. The row is zero.
  virtual void Mask(const Pose2& world_from_ego, int step, uint64_t* row) = 0;
  virtual bool AnyHit(const Pose2& world_from_ego, int step) = 0;
  // The lowest colliding obstacle; -1 if there is none.
  virtual int FirstHit(const Pose2& world_from_ego, int step) = 0;
  // If an obstacle is nearer than nearest->distance_m: sets it, distance and obstacle, of the
  // nearest one. Returns whether there was one.
  virtual bool Nearest(const Pose2& world_from_ego, int step, Finding* nearest) = 0;

 private:
  Finding FindAny(int trajectory);
  Finding FindFirst(int trajectory);
  Finding FindNearest(int trajectory);
  void FindFirstFree();

  const PlannerScene* scene_ = nullptr;
  Answers answers_;
};

// Asks about one pair after the other, in their order, until the answer is known. `Pairs` has
//   static constexpr char kName[]; static constexpr Judgement kJudgement;
//   void Prepare(const PlannerScene& scene);
//   void PoseObstacles();
//   void PoseEgo(const Pose2& world_from_ego);
//   bool Collides(int step, int obstacle);     // As the body was posed last.
//   double Distance(int step, int obstacle);   // m.
template <typename Pairs>
class PairwisePeer : public PerPosePeer {
 public:
  std::string name() const override { return Pairs::kName; }

  Judgement judgement() const override { return Pairs::kJudgement; }

  bool Handles(const PlannerScene& scene, Question question) const override {
    return IsOfSteps(question) && (scene.pair_count() <= kMostPairs || !scene.is_static_map);
  }

 protected:
  void PrepareScene() override { pairs_.Prepare(scene()); }

  void PoseObstacles() override { pairs_.PoseObstacles(); }

  void Mask(const Pose2& world_from_ego, int step, uint64_t* row) override {
    pairs_.PoseEgo(world_from_ego);
    for (int k = 0; k < scene().obstacle_count(); ++k) {
      row[k / 64] |= static_cast<uint64_t>(pairs_.Collides(step, k)) << (k % 64);
    }
  }

  bool AnyHit(const Pose2& world_from_ego, int step) override { return FirstHit(world_from_ego, step) >= 0; }

  int FirstHit(const Pose2& world_from_ego, int step) override {
    pairs_.PoseEgo(world_from_ego);
    for (int k = 0; k < scene().obstacle_count(); ++k) {
      if (pairs_.Collides(step, k)) return k;
    }
    return -1;
  }

  bool Nearest(const Pose2& world_from_ego, int step, Finding* nearest) override {
    pairs_.PoseEgo(world_from_ego);
    bool found = false;
    for (int k = 0; k < scene().obstacle_count(); ++k) {
      const double distance_m = pairs_.Distance(step, k);
      if (!(distance_m < nearest->distance_m)) continue;
      nearest->distance_m = distance_m;
      nearest->obstacle = k;
      found = true;
    }
    return found;
  }

 private:
  // Some seconds' work.
  static constexpr int64_t kMostPairs = 50'000'000;

  Pairs pairs_;
};

}  // namespace collision2d::bench
