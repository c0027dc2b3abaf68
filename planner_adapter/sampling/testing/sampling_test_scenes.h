#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <set>
#include <string>
#include <utility>

#include "absl/status/statusor.h"
#include "collision2d/geometry/vec2.h"
#include "gtest/gtest.h"
#include "planner_adapter/sampling/frenet_sampler.h"
#include "planner_adapter/scene/scene.h"
#include "planner_adapter/scene/timed_pose.h"

// Scenes for the tests of the sampler, and the properties that every result must have.
namespace collision2d::planner {

// A straight road along x; the ego vehicle is slightly off its middle and not quite parallel to it.
inline Scene StraightScene(double speed_mps) {
  Scene scene;
  scene.id = "straight";
  scene.reference_path = {{0, 0}, {40, 0}, {80, 0}, {200, 0}};
  scene.ego_state = EgoState{{3.7, {10.0, 0.4}, 0.02}, speed_mps, 0.0};
  scene.desired_speed_mps = speed_mps;
  return scene;
}

// A road that turns left with a radius of radius_m.
inline Scene CurvedScene(double speed_mps, double radius_m) {
  Scene scene = StraightScene(speed_mps);
  scene.id = "curved";
  scene.reference_path.clear();
  for (double s = -20.0; s <= std::min(200.0, 5.0 * radius_m); s += 4.0) {
    const double angle = s / radius_m;
    scene.reference_path.push_back({radius_m * std::sin(angle), radius_m * (1.0 - std::cos(angle))});
  }
  scene.ego_state->pose.position = {0.0, -0.3};
  scene.ego_state->pose.yaw_rad = -0.03;
  return scene;
}

// A road with a corner of 90 degrees between straight edges.
inline Scene CornerScene(double speed_mps) {
  Scene scene = StraightScene(speed_mps);
  scene.id = "corner";
  scene.reference_path = {{0, 0}, {40, 0}, {40, 60}};
  return scene;
}

// Returns the candidates; an error fails the test.
inline SampledCandidates Sample(const Scene& scene, const FrenetSamplerOptions& options = {}) {
  absl::StatusOr<SampledCandidates> sampled = SampleFrenetLattice(scene, options);
  EXPECT_TRUE(sampled.ok()) << sampled.status();
  return sampled.ok() ? *std::move(sampled) : SampledCandidates();
}

// Checks the properties that every result must have, whatever the scene.
inline void ExpectWellFormed(const Scene& scene, const SampledCandidates& sampled) {
  EXPECT_EQ(sampled.lattice_size, static_cast<int64_t>(sampled.candidates.size()) + sampled.rejections.total());
  std::set<std::string> ids;
  for (const Candidate& candidate : sampled.candidates) {
    EXPECT_TRUE(ids.insert(candidate.id).second) << candidate.id;
    EXPECT_TRUE(std::isfinite(candidate.cost));
    ASSERT_FALSE(candidate.poses.empty());
    const TimedPose& first = candidate.poses.front();
    const TimedPose& ego = scene.ego_state->pose;
    EXPECT_EQ(first.time_s, ego.time_s);
    EXPECT_NEAR(Norm(first.position - ego.position), 0.0, 1e-9) << candidate.id;
    EXPECT_NEAR(NormalizeAngle(first.yaw_rad - ego.yaw_rad), 0.0, 1e-9) << candidate.id;
    for (size_t k = 0; k < candidate.poses.size(); ++k) {
      const TimedPose& pose = candidate.poses[k];
      EXPECT_TRUE(std::isfinite(pose.position.x) && std::isfinite(pose.position.y) && std::isfinite(pose.yaw_rad));
      if (k > 0) {
        EXPECT_GT(pose.time_s, candidate.poses[k - 1].time_s + kSameInstant_s);
      }
    }
  }
}

}  // namespace collision2d::planner
