#pragma once

#include <vector>

#include "collision2d/capture/captured_query.h"
#include "collision2d/testing/random.h"

namespace collision2d {

// For tests: random queries of every kind, in one frame and posed, with legal arguments.
std::vector<CapturedQuery> ExampleQueries(Random* random);

}  // namespace collision2d
