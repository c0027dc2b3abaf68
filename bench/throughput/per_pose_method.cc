#include "bench/throughput/per_pose_method.h"

#include <algorithm>
#include <cstddef>

namespace collision2d::bench {

void PerPoseMethod::Prepare(const PlannerScene& scene) {
  scene_ = &scene;
  answers_ = Answers{};
  answers_.findings.resize(scene.trajectory_count());
  PrepareScene();
  if (scene.is_static_map) PoseObstacles();
}

void PerPoseMethod::Run(Question question, int begin, int end) {
  if (begin == 0 && !scene().is_static_map) PoseObstacles();
  switch (question) {
    case Question::kMask: {
      const size_t words = MaskWords(scene());
      answers_.mask.resize(words * scene().trajectory_count());
      std::fill(answers_.mask.begin() + begin * words, answers_.mask.begin() + end * words, 0);
      for (int i = begin; i < end; ++i) Mask(scene().EgoPose(i, 0), 0, &answers_.mask[i * words]);
      return;
    }
    case Question::kAnyHit:
      for (int i = begin; i < end; ++i) answers_.findings[i] = FindAny(i);
      return;
    case Question::kFirstHit:
      for (int i = begin; i < end; ++i) answers_.findings[i] = FindFirst(i);
      return;
    case Question::kNearest:
      for (int i = begin; i < end; ++i) answers_.findings[i] = FindNearest(i);
      return;
    case Question::kFirstFree:
      FindFirstFree();
      return;
    case Question::kFirstContact:
      return;
  }
}

Finding PerPoseMethod::FindAny(int trajectory) {
  Finding finding;
  for (int step = 0; step < scene().steps && !finding.hit; ++step) {
    finding.hit = AnyHit(scene().EgoPose(trajectory, step), step);
  }
  return finding;
}

Finding PerPoseMethod::FindFirst(int trajectory) {
  Finding finding;
  for (int step = 0; step < scene().steps; ++step) {
    finding.obstacle = FirstHit(scene().EgoPose(trajectory, step), step);
    if (finding.obstacle < 0) continue;
    finding.hit = true;
    finding.step = step;
    break;
  }
  return finding;
}

Finding PerPoseMethod::FindNearest(int trajectory) {
  Finding finding;
  for (int step = 0; step < scene().steps && finding.distance_m > 0.0; ++step) {
    if (Nearest(scene().EgoPose(trajectory, step), step, &finding)) finding.step = step;
  }
  return finding;
}

void PerPoseMethod::FindFirstFree() {
  answers_.first_free = -1;
  for (int i = 0; i < scene().trajectory_count(); ++i) {
    Finding& finding = answers_.findings[scene().cost_order[i]];
    finding = FindFirst(scene().cost_order[i]);
    if (finding.hit) continue;
    answers_.first_free = i;
    return;
  }
}

}  // namespace collision2d::bench
