#ifndef COLLISION2D_BENCH_THROUGHPUT_SWEPT_SCALAR_METHOD_H_
#define COLLISION2D_BENCH_THROUGHPUT_SWEPT_SCALAR_METHOD_H_

#include <memory>

#include "bench/throughput/method.h"

namespace collision2d::bench {

// "scalar": TimeOfImpact on every pair in every interval, for kFirstContact.
std::unique_ptr<Method> MakeSweptScalarMethod();

}  // namespace collision2d::bench

#endif  // COLLISION2D_BENCH_THROUGHPUT_SWEPT_SCALAR_METHOD_H_
