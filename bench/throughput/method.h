#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "bench/throughput/answers.h"
#include "bench/throughput/planner_scene.h"

namespace collision2d::bench {

// One way to answer a planner's questions: a row of the tables. Keeps shapes, trees and its answers
// in its own format.
class Method {
 public:
  virtual ~Method() = default;

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

}  // namespace collision2d::bench
