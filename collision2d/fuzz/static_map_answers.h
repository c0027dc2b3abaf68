#ifndef COLLISION2D_FUZZ_STATIC_MAP_ANSWERS_H_
#define COLLISION2D_FUZZ_STATIC_MAP_ANSWERS_H_

#include "collision2d/batch/static_map.h"
#include "collision2d/batch/testing/batch_scenes.h"
#include "collision2d/fuzz/fuzz_input.h"
#include "collision2d/fuzz/scalar_answers.h"

namespace collision2d {

// Every call of StaticMap, to the last bit; aborts if not. `map` holds the scene's obstacles.
void RequireStaticMap(const BatchScene& scene, const StaticMap& map, const ScalarAnswers& answers, FuzzInput* input);

}  // namespace collision2d

#endif  // COLLISION2D_FUZZ_STATIC_MAP_ANSWERS_H_
