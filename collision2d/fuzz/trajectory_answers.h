#pragma once

#include "collision2d/batch/testing/batch_scenes.h"
#include "collision2d/fuzz/fuzz_input.h"

namespace collision2d {

// Every call of trajectories.h, the scene's poses being cut into trajectories, and its obstacles
// being where others are at later steps, or absent; with any lengths, order and executor. Aborts if
// an answer is not that of loops over the pair queries.
void RequireTrajectories(const BatchScene& scene, FuzzInput* input);

}  // namespace collision2d
