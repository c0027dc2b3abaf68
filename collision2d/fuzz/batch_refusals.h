#pragma once

#include "collision2d/batch/testing/batch_scenes.h"
#include "collision2d/fuzz/fuzz_input.h"

namespace collision2d {

// The scene with one thing wrong with it, chosen by the input: every call that sees it must say
// InvalidArgument and write nothing; aborts if not.
void RequireRefusal(const BatchScene& scene, FuzzInput* input);

}  // namespace collision2d
