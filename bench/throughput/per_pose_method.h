#pragma once

#include <cstdint>

#include "bench/throughput/answers.h"
#include "bench/throughput/method.h"
#include "bench/throughput/planner_scene.h"

namespace collision2d::bench {

// A method that knows one pose of the body at a time; the loops over trajectories and steps, with
// their early exits, are here.
class PerPoseMethod : public Method {
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

}  // namespace collision2d::bench
