#pragma once

#include <memory>

#include "bench/throughput/isa_target.h"
#include "bench/throughput/method.h"

namespace collision2d::bench {

// "batch TARGET" for static maps: StaticMap::AnyHit.
std::unique_ptr<Method> MakeStaticMapMethod(const IsaTarget& target);

}  // namespace collision2d::bench
