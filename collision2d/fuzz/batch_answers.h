#ifndef COLLISION2D_FUZZ_BATCH_ANSWERS_H_
#define COLLISION2D_FUZZ_BATCH_ANSWERS_H_

#include <vector>

#include "collision2d/batch/polygon_batch.h"
#include "collision2d/batch/testing/batch_scenes.h"
#include "collision2d/fuzz/fuzz_input.h"
#include "collision2d/fuzz/scalar_answers.h"

namespace collision2d {

// A limit for each pose: none, 0, the distance that decides, the next number below it, or any.
std::vector<double> TakeLimits(const BatchScene& scene, const ScalarAnswers& answers, FuzzInput* input);

// Every call of batch_collides.h, to the last bit; aborts if not. `batch` holds the scene's
// obstacles.
void RequireCollisions(const BatchScene& scene, const PolygonBatch& batch, const ScalarAnswers& answers);

// Every call of batch_distance.h.
void RequireDistances(const BatchScene& scene, const PolygonBatch& batch, const ScalarAnswers& answers,
                      FuzzInput* input);

// CollidingPairs of obstacles with each other, and with the body's shapes where poses put them.
void RequirePairList(const BatchScene& scene, const PolygonBatch& batch, FuzzInput* input);

}  // namespace collision2d

#endif  // COLLISION2D_FUZZ_BATCH_ANSWERS_H_
