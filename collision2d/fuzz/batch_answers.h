#pragma once

#include <vector>

#include "collision2d/batch/obstacles.h"
#include "collision2d/batch/testing/batch_scenes.h"
#include "collision2d/fuzz/fuzz_input.h"
#include "collision2d/fuzz/scalar_answers.h"

namespace collision2d {

// A limit for each pose: none, 0, the distance that decides, the next number below it, or any.
std::vector<double> TakeLimits(const BatchScene& scene, const ScalarAnswers& answers, FuzzInput* input);

// Every call of collisions.h about instants, to the last bit; aborts if not. The scene's obstacles
// are those, in their order.
void RequireCollisions(const BatchScene& scene, const Obstacles& obstacles, const ScalarAnswers& answers,
                       FuzzInput* input);

// Every call of distances.h about instants.
void RequireDistances(const BatchScene& scene, const Obstacles& obstacles, const ScalarAnswers& answers,
                      FuzzInput* input);

}  // namespace collision2d
