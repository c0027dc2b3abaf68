#ifndef COLLISION2D_BENCH_THROUGHPUT_STATIC_MAP_METHOD_H_
#define COLLISION2D_BENCH_THROUGHPUT_STATIC_MAP_METHOD_H_

#include <memory>

#include "bench/throughput/isa_target.h"
#include "bench/throughput/method.h"

namespace collision2d::bench {

// "batch TARGET" for static maps: StaticMap::AnyHit.
std::unique_ptr<Method> MakeStaticMapMethod(const IsaTarget& target);

}  // namespace collision2d::bench

#endif  // COLLISION2D_BENCH_THROUGHPUT_STATIC_MAP_METHOD_H_
