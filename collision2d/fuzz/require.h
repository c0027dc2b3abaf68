#pragma once

#include "gtest/gtest.h"

namespace collision2d {

// Prints the message of a failure and aborts, which is how a fuzz target reports one.
void Require(const testing::AssertionResult& result);

}  // namespace collision2d
