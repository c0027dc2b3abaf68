#pragma once

#include <memory>

#include "bench/throughput/answers.h"
#include "bench/throughput/method.h"
#include "bench/throughput/planner_scene.h"

namespace collision2d::bench {

// "scalar": collision2d's pair queries, Collides and Distance, on every pair with its RelativePose.
// No reject before.
std::unique_ptr<Method> MakeScalarMethod();

// What the batch must answer to the last bit: the pair queries' answers. On a static map, pairs
// that are far apart along x are left out.
Answers RightAnswers(const PlannerScene& scene, Question question);

}  // namespace collision2d::bench
