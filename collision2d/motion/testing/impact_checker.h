#pragma once

#include "collision2d/motion/testing/spec_pair.h"
#include "collision2d/motion/time_of_impact.h"
#include "gtest/gtest.h"

namespace collision2d {

// What the oracle says of an answer of TimeOfImpact, asked with these options: success if
// everything that it states is proven. An undecided pair must come within epsilon of contact.
testing::AssertionResult CheckImpact(const SpecPair& pair, const ImpactResult& result,
                                     const ImpactOptions& options = {});

}  // namespace collision2d
