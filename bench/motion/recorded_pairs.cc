#include "bench/motion/recorded_pairs.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <random>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "bench/throughput/check_ok.h"
#include "planner_adapter/sampling/frenet_sampler.h"
#include "planner_adapter/scene/timed_pose.h"

namespace collision2d::bench {
namespace {

// m between bounding circles, up to which bodies are near each other.
constexpr double kNear_m = 2.0;

LinearSpec Between(const planner::TimedPose& start, const planner::TimedPose& end) {
  const double turn_rad = planner::NormalizeAngle(end.yaw_rad - start.yaw_rad);
  return {start.ToPose2(), end.position - start.position, turn_rad, {}};
}

// m. Every point of the shape is within this distance of its frame's origin.
double ReachOf(const ConvexPolygon& shape) { return Norm(shape.center()) + shape.bounding_radius_m(); }

bool AreNear(const MovingPair& pair) {
  const Vec2 start = pair.motion_b.start.translation - pair.motion_a.start.translation;
  const Vec2 way = pair.motion_b.displacement_m - pair.motion_a.displacement_m;
  const double nearest = std::clamp(-Dot(start, way) / std::max(Dot(way, way), 1e-12), 0.0, 1.0);
  return Norm(start + nearest * way) <= ReachOf(pair.a) + ReachOf(pair.b) + kNear_m;
}

// Adds the shapes of the scene's body and of one obstacle, if they come near each other while these
// motions last.
void AddNearShapes(const planner::Scene& scene, const planner::MovingObstacle& obstacle, const LinearSpec& ego,
                   const LinearSpec& other, double start_s, double end_s, std::vector<MovingPair>* pairs) {
  for (const ConvexPolygon& a : scene.ego.shapes) {
    for (const ConvexPolygon& b : obstacle.shapes) {
      MovingPair pair = {a, b, ego, other, start_s, end_s};
      if (AreNear(pair)) pairs->push_back(std::move(pair));
    }
  }
}

bool Covers(const planner::Prediction& prediction, double start_s, double end_s) {
  return !prediction.poses.empty() && prediction.poses.front().time_s <= start_s + planner::kSameInstant_s &&
         prediction.poses.back().time_s >= end_s - planner::kSameInstant_s;
}

// Adds the pairs of one interval of a candidate.
void AddInterval(const planner::Scene& scene, const planner::TimedPose& start, const planner::TimedPose& end,
                 std::vector<MovingPair>* pairs) {
  const LinearSpec ego = Between(start, end);
  for (const planner::MovingObstacle& obstacle : scene.moving_obstacles) {
    for (const planner::Prediction& prediction : obstacle.predictions) {
      if (!Covers(prediction, start.time_s, end.time_s)) continue;
      const LinearSpec other = Between(planner::InterpolatePose(prediction.poses, start.time_s),
                                       planner::InterpolatePose(prediction.poses, end.time_s));
      AddNearShapes(scene, obstacle, ego, other, start.time_s, end.time_s, pairs);
    }
  }
}

// Adds the near pairs of all candidates of a lattice. The last interval of a candidate may be
// shorter, and does not count.
void AddLattice(const planner::Scene& scene, double step_s, std::vector<MovingPair>* pairs) {
  const absl::StatusOr<planner::SampledCandidates> sampled = planner::SampleFrenetLattice(scene);
  CheckOk(sampled.status());
  for (const planner::Candidate& candidate : sampled->candidates) {
    for (size_t k = 1; k < candidate.poses.size(); ++k) {
      const planner::TimedPose start = RelativeTo(scene.origin, candidate.poses[k - 1]);
      const planner::TimedPose end = RelativeTo(scene.origin, candidate.poses[k]);
      if (std::abs(end.time_s - start.time_s - step_s) <= planner::kSameInstant_s) {
        AddInterval(scene, start, end, pairs);
      }
    }
  }
}

}  // namespace

std::vector<MovingPair> RecordedPairs(const planner::Scene& scene, double step_s, int count, Random* random) {
  planner::Scene sampled = scene;
  sampled.sampling_request.time_step_s = step_s;
  std::vector<MovingPair> near;
  AddLattice(sampled, step_s, &near);
  std::mt19937_64 engine(static_cast<uint64_t>(random->Index(1 << 30)));
  while (near.size() < static_cast<size_t>(count)) {
    sampled.sampling_request = planner::JitteredRequest(scene, planner::FrenetSamplerOptions(), engine);
    sampled.sampling_request.time_step_s = step_s;
    const size_t before = near.size();
    AddLattice(sampled, step_s, &near);
    if (near.size() == before) {
      CheckOk(absl::InvalidArgumentError("scene '" + scene.id + "': no candidate comes near a predicted obstacle"));
    }
  }
  std::vector<MovingPair> pairs;
  for (int i = 0; i < count; ++i) {
    std::swap(near[i], near[i + random->Index(static_cast<int>(near.size()) - i)]);
    pairs.push_back(near[i]);
  }
  return pairs;
}

}  // namespace collision2d::bench
