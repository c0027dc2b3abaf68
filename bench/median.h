#ifndef COLLISION2D_BENCH_MEDIAN_H_
#define COLLISION2D_BENCH_MEDIAN_H_

#include <vector>

namespace collision2d::bench {

// The median; of an even number of values the mean of the middle two.
// REQUIRES: `values` is not empty.
double Median(std::vector<double> values);

}  // namespace collision2d::bench

#endif  // COLLISION2D_BENCH_MEDIAN_H_
