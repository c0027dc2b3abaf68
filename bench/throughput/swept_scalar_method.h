#pragma once

#include <memory>

#include "bench/throughput/method.h"

namespace collision2d::bench {

// "scalar": TimeOfImpact on every pair in every interval, for kFirstContact.
std::unique_ptr<Method> MakeSweptScalarMethod();

}  // namespace collision2d::bench
