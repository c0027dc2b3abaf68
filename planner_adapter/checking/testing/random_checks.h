#pragma once

#include <cstdint>
#include <string>

#include "collision2d/testing/test_flags.h"
#include "gtest/gtest.h"
#include "planner_adapter/checking/testing/random_scenes.h"
#include "planner_adapter/checking/testing/small_scenes.h"

// The frame of tests that compare the checker with another one in random scenes.
namespace collision2d::planner {

// Calls check(i, generator) for each of so many scenes, with a generator of its own that depends on
// --seed, until something fails.
template <typename Check>
void ForEachScene(int64_t scenes, Heights heights, Coordinates coordinates, Parts parts, const Check& check) {
  for (int64_t i = 0; i < scenes && !testing::Test::HasFailure(); ++i) {
    SCOPED_TRACE("scene " + std::to_string(i) + " of --seed=" + std::to_string(TestSeed()));
    SceneGenerator generator(TestSeed() * static_cast<uint64_t>(scenes) + static_cast<uint64_t>(i), heights,
                             coordinates, parts);
    check(i, generator);
  }
}

}  // namespace collision2d::planner
