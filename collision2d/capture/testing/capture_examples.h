#ifndef COLLISION2D_CAPTURE_TESTING_CAPTURE_EXAMPLES_H_
#define COLLISION2D_CAPTURE_TESTING_CAPTURE_EXAMPLES_H_

#include <vector>

#include "collision2d/capture/captured_query.h"
#include "collision2d/testing/random.h"

namespace collision2d {

// For tests: random queries of every kind, in one frame and posed, with legal arguments.
std::vector<CapturedQuery> ExampleQueries(Random* random);

}  // namespace collision2d

#endif  // COLLISION2D_CAPTURE_TESTING_CAPTURE_EXAMPLES_H_
