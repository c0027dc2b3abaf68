#include "planner_adapter/sampling/lattice_jitter.h"

#include <cmath>
#include <random>
#include <vector>

#include "gtest/gtest.h"
#include "planner_adapter/sampling/frenet_sampler_options.h"
#include "planner_adapter/scene/scene.h"

namespace collision2d::planner {
namespace {

TEST(LatticeJitterTest, TheSameSeedGivesTheSameRequestAndAnotherSeedAnother) {
  const Scene scene;
  std::mt19937_64 one(1), again(1), two(2);
  const SamplingRequest request = JitteredRequest(scene, FrenetSamplerOptions(), one);
  EXPECT_EQ(request.lateral_offsets_m, JitteredRequest(scene, FrenetSamplerOptions(), again).lateral_offsets_m);
  EXPECT_NE(request.lateral_offsets_m, JitteredRequest(scene, FrenetSamplerOptions(), two).lateral_offsets_m);
}

TEST(LatticeJitterTest, ValuesStayWithinHalfTheirSpacingAndKeepTheirOrder) {
  Scene scene;
  scene.desired_speed_mps = 10.0;
  const FrenetSamplerOptions options;
  bool moved = false;
  for (int seed = 0; seed < 100; ++seed) {
    std::mt19937_64 random(seed);
    const SamplingRequest request = JitteredRequest(scene, options, random);
    ASSERT_EQ(request.lateral_offsets_m.size(), options.lateral_offsets_m.size());
    for (size_t i = 0; i < request.lateral_offsets_m.size(); ++i) {
      EXPECT_LE(std::abs(request.lateral_offsets_m[i] - options.lateral_offsets_m[i]), 0.35 + 1e-12);
      moved |= request.lateral_offsets_m[i] != options.lateral_offsets_m[i];
      if (i == 0) continue;
      EXPECT_LE(request.lateral_offsets_m[i - 1], request.lateral_offsets_m[i] + 1e-12);
    }
    ASSERT_EQ(request.end_speeds_mps.size(), options.end_speed_factors.size());
    EXPECT_EQ(request.end_speeds_mps[0], 0.0);
    for (const double speed : request.end_speeds_mps) EXPECT_GE(speed, 0.0);
    for (const double horizon : request.horizons_s) EXPECT_GT(horizon, 1.0);
  }
  EXPECT_TRUE(moved);
}

TEST(LatticeJitterTest, ListsOfTheSceneReplaceTheDefaultsAndASingleValueStays) {
  Scene scene;
  scene.sampling_request.horizons_s = {3.0};
  scene.sampling_request.stop_distances_m = {10.0, 30.0};
  std::mt19937_64 random(7);
  const SamplingRequest request = JitteredRequest(scene, FrenetSamplerOptions(), random);
  EXPECT_EQ(request.horizons_s, std::vector<double>{3.0});
  ASSERT_EQ(request.stop_distances_m.size(), 2u);
  EXPECT_NEAR(request.stop_distances_m[0], 10.0, 5.0);
  EXPECT_NEAR(request.stop_distances_m[1], 30.0, 10.0);
}

}  // namespace
}  // namespace collision2d::planner
