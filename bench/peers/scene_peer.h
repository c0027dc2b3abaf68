#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>
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
  std::vector<Finding> findings = {};  // By trajectory.
  // [pose][word]: bit k % 64 of word k / 64 is that of obstacle k.
  std::vector<uint64_t> mask = {};
  int first_free = -1;  // Position in the cost order; -1: none.
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
  // The name is that of the tables and of the CSV; no comma.
  ScenePeer(std::string name, Judgement judgement) : name_(std::move(name)), judgement_(judgement) {}
  virtual ~ScenePeer() = default;

  const std::string& name() const { return name_; }
  // Which wrong answers count.
  Judgement judgement() const { return judgement_; }
  // Whether it is what is measured, not what it is measured against.
  virtual bool is_subject() const { return false; }

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

 private:
  std::string name_;
  Judgement judgement_;
};

// A method that knows one pose of the body at a time; the loops over trajectories and steps, with
// their early exits, are here. `Method` has
//   static constexpr char kName[]; static constexpr Judgement kJudgement;
//   static constexpr bool kInTurn;          // Whether it looks at all pairs, in their order.
//   void Prepare(const PlannerScene& scene);
//   void PoseObstacles();
//   void PoseEgo(const Pose2& world_from_ego, int step);
// and, for the body as it was posed last, and the obstacles at that step,
//   bool Collides(int step, int obstacle);
//   void ForEachNear(int step, visit);      // Calls visit(obstacle) until that returns false.
//   void FindNearest(int step, Finding* nearest);  // The obstacle and distance of a nearer one.
template <typename Method>
class PerPosePeer : public ScenePeer {
 public:
  PerPosePeer() : ScenePeer(Method::kName, Method::kJudgement) {}

  bool Handles(const PlannerScene& scene, Question question) const override {
    constexpr int64_t kMostPairs = 50'000'000;  // Some seconds' work.
    return IsOfSteps(question) && (!Method::kInTurn || scene.pair_count() <= kMostPairs || !scene.is_static_map);
  }

  void Prepare(const PlannerScene& scene) override {
    scene_ = &scene;
    answers_ = Answers{};
    answers_.findings.resize(scene.trajectory_count());
    method_.Prepare(scene);
    if (scene.is_static_map) method_.PoseObstacles();
  }

  void Run(Question question, int begin, int end) override {
    if (begin == 0 && !scene_->is_static_map) method_.PoseObstacles();
    if (question == Question::kFirstFree) return FindFirstFree();
    if (question == Question::kMask) return FillMask(begin, end);
    for (int i = begin; i < end; ++i) {
      answers_.findings[i] = question == Question::kNearest ? FindNearest(i) : FindHit(question, i);
    }
  }

  Answers Collect(Question /*question*/) const override { return answers_; }

 private:
  void FillMask(int begin, int end) {
    const size_t words = MaskWords(*scene_);
    answers_.mask.resize(words * scene_->trajectory_count());
    for (int i = begin; i < end; ++i) {
      uint64_t* const row = &answers_.mask[i * words];
      std::fill(row, row + words, 0);
      method_.PoseEgo(scene_->EgoPose(i, 0), 0);
      method_.ForEachNear(0, [&](int k) {
        row[k / 64] |= static_cast<uint64_t>(method_.Collides(0, k)) << (k % 64);
        return true;
      });
    }
  }

  // kAnyHit or kFirstHit.
  Finding FindHit(Question question, int trajectory) {
    constexpr int kNone = std::numeric_limits<int>::max();
    const bool any_will_do = Method::kInTurn || question == Question::kAnyHit;
    Finding finding;
    for (int step = 0; step < scene_->steps && !finding.hit; ++step) {
      method_.PoseEgo(scene_->EgoPose(trajectory, step), step);
      int first = kNone;
      method_.ForEachNear(step, [&](int k) {
        if (k < first && method_.Collides(step, k)) first = k;
        return !any_will_do || first == kNone;
      });
      if (first == kNone) continue;
      finding.hit = true;
      if (question != Question::kAnyHit) finding.step = step, finding.obstacle = first;
    }
    return finding;
  }

  Finding FindNearest(int trajectory) {
    Finding finding;
    for (int step = 0; step < scene_->steps && finding.distance_m > 0.0; ++step) {
      method_.PoseEgo(scene_->EgoPose(trajectory, step), step);
      const double before_m = finding.distance_m;
      method_.FindNearest(step, &finding);
      if (finding.distance_m < before_m) finding.step = step;
    }
    return finding;
  }

  void FindFirstFree() {
    answers_.first_free = -1;
    for (int i = 0; i < scene_->trajectory_count(); ++i) {
      Finding& finding = answers_.findings[scene_->cost_order[i]];
      finding = FindHit(Question::kFirstHit, scene_->cost_order[i]);
      if (finding.hit) continue;
      answers_.first_free = i;
      return;
    }
  }

  Method method_;
  const PlannerScene* scene_ = nullptr;
  Answers answers_;
};

// A method for PerPosePeer that asks about one pair after the other. `Pairs` has the rest of one,
// and double Distance(int step, int obstacle), in m.
template <typename Pairs>
class InTurn : public Pairs {
 public:
  static constexpr bool kInTurn = true;

  void Prepare(const PlannerScene& scene) {
    count_ = scene.obstacle_count();
    Pairs::Prepare(scene);
  }

  template <typename Visit>
  void ForEachNear(int /*step*/, const Visit& visit) {
    for (int k = 0; k < count_; ++k) {
      if (!visit(k)) return;
    }
  }

  void FindNearest(int step, Finding* nearest) {
    for (int k = 0; k < count_; ++k) {
      const double distance_m = this->Distance(step, k);
      if (distance_m < nearest->distance_m) nearest->distance_m = distance_m, nearest->obstacle = k;
    }
  }

 private:
  int count_ = 0;
};

}  // namespace collision2d::bench
