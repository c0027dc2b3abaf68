#ifndef COLLISION2D_FUZZ_REQUIRE_H_
#define COLLISION2D_FUZZ_REQUIRE_H_

#include "gtest/gtest.h"

namespace collision2d {

// Prints the message of a failure and aborts, which is how a fuzz target reports one.
void Require(const testing::AssertionResult& result);

}  // namespace collision2d

#endif  // COLLISION2D_FUZZ_REQUIRE_H_
