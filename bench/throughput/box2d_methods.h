#ifndef COLLISION2D_BENCH_THROUGHPUT_BOX2D_METHODS_H_
#define COLLISION2D_BENCH_THROUGHPUT_BOX2D_METHODS_H_

#include <memory>

#include "bench/throughput/method.h"

namespace collision2d::bench {

// "Box2D pairwise": b2Distance of Box2D 2.4.1 on every pair.
std::unique_ptr<Method> MakeBox2dPairwiseMethod();

// "Box2D tree": a b2DynamicTree for each step, whose proxies are moved in every cycle, and b2Distance on the pairs that
// it finds. The poses are the same in every cycle, so that no proxy leaves its fattened box: the cost of putting it in
// again is left out, in favour of this method. The tree has no query for the nearest: it is asked for a box around the
// body that grows until the nearest found is within it.
std::unique_ptr<Method> MakeBox2dTreeMethod();

}  // namespace collision2d::bench

#endif  // COLLISION2D_BENCH_THROUGHPUT_BOX2D_METHODS_H_
