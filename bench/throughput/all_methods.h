#pragma once

#include <memory>
#include <vector>

#include "absl/types/span.h"
#include "bench/throughput/cases.h"
#include "bench/throughput/isa_target.h"
#include "bench/throughput/method.h"

namespace collision2d::bench {

// The methods that the case compares, in the order of the tables: references, then the batch with
// each of the targets. For two threads: the batch with the first target.
// REQUIRES: there is a target.
std::vector<std::unique_ptr<Method>> MakeMethods(const Case& asked, absl::Span<const IsaTarget> targets);

}  // namespace collision2d::bench
