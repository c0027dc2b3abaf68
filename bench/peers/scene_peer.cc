#include "bench/peers/scene_peer.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

namespace collision2d::bench {
namespace {

constexpr double kSinglePrecisionError_m = 1e-3;

double SignedDistance(const PlannerScene& scene, int trajectory, int step, int obstacle) {
  return ComputeSeparation(scene.ego, scene.obstacles[obstacle],
                           RelativePose(scene.EgoPose(trajectory, step), scene.ObstaclePose(step, obstacle)))
      .signed_distance_m;
}

bool IsClose(double signed_distance_m) { return std::abs(signed_distance_m) <= kSinglePrecisionError_m; }

// Of the deepest or nearest pair of the trajectory.
double SmallestSignedDistance(const PlannerScene& scene, int trajectory) {
  double smallest_m = std::numeric_limits<double>::infinity();
  for (int step = 0; step < scene.steps; ++step) {
    for (int k = 0; k < scene.obstacle_count(); ++k) {
      smallest_m = std::min(smallest_m, SignedDistance(scene, trajectory, step, k));
    }
  }
  return smallest_m;
}

bool Same(const Finding& a, const Finding& b) {
  return a.hit == b.hit && a.step == b.step && a.obstacle == b.obstacle && a.distance_m == b.distance_m &&
         a.contact_by_s == b.contact_by_s;
}

// Of two different first hits the earlier one is disputed: only one side says that this pair
// collides.
bool FirstHitIsWrong(const PlannerScene& scene, int trajectory, const Finding& a, const Finding& b) {
  if (Same(a, b)) return false;
  const auto order = [](const Finding& finding) {
    return std::make_pair(finding.hit ? finding.step : std::numeric_limits<int>::max(), finding.obstacle);
  };
  const Finding& disputed = order(a) < order(b) ? a : b;
  return !disputed.hit || !IsClose(SignedDistance(scene, trajectory, disputed.step, disputed.obstacle));
}

bool FindingIsWrong(const PlannerScene& scene, Question question, int trajectory, const Finding& right,
                    const Finding& finding) {
  switch (question) {
    case Question::kAnyHit:
      return right.hit != finding.hit && !IsClose(SmallestSignedDistance(scene, trajectory));
    case Question::kNearest:
      return !IsClose(right.distance_m - finding.distance_m);
    case Question::kFirstHit:
    case Question::kFirstFree:
      return FirstHitIsWrong(scene, trajectory, right, finding);
    case Question::kMask:
    case Question::kFirstContact:
      break;
  }
  return true;
}

int64_t CountWrongBits(const PlannerScene& scene, Judgement judgement, const Answers& right, const Answers& answers) {
  const int words = MaskWords(scene);
  int64_t wrong = 0;
  for (int pose = 0; pose < scene.trajectory_count(); ++pose) {
    for (int word = 0; word < words; ++word) {
      const size_t place = static_cast<size_t>(pose) * words + word;
      const uint64_t difference = right.mask[place] ^ answers.mask[place];
      for (int bit = 0; bit < 64; ++bit) {
        if ((difference >> bit & 1) == 0) continue;
        const int k = 64 * word + bit;
        const bool is_padding = k >= scene.obstacle_count();
        wrong += is_padding || judgement == Judgement::kSameBits || !IsClose(SignedDistance(scene, pose, 0, k));
      }
    }
  }
  return wrong;
}

}  // namespace

int64_t CountWrong(const PlannerScene& scene, Question question, Judgement judgement, const Answers& right,
                   const Answers& answers) {
  if (question == Question::kMask) return CountWrongBits(scene, judgement, right, answers);
  const bool in_order = question == Question::kFirstFree;
  // In cost order, the answers reach to the first free trajectory of either side.
  int count = scene.trajectory_count();
  for (const int first_free : {right.first_free, answers.first_free}) {
    if (in_order && first_free >= 0) count = std::min(count, first_free + 1);
  }
  int64_t wrong = 0;
  for (int i = 0; i < count; ++i) {
    const int trajectory = in_order ? scene.cost_order[i] : i;
    const Finding& a = right.findings[trajectory];
    const Finding& b = answers.findings[trajectory];
    wrong += judgement == Judgement::kSameBits ? !Same(a, b) : FindingIsWrong(scene, question, trajectory, a, b);
  }
  // Different ends that no trajectory before accounts for.
  const bool same_end = right.first_free == answers.first_free;
  if (!same_end &&
      (judgement == Judgement::kSameBits || (count > 0 && Same(right.findings[scene.cost_order[count - 1]],
                                                               answers.findings[scene.cost_order[count - 1]])))) {
    ++wrong;
  }
  return wrong;
}

}  // namespace collision2d::bench
