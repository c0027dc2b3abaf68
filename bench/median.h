#pragma once

#include <vector>

namespace collision2d::bench {

// The median; of an even number of values the mean of the middle two.
// REQUIRES: `values` is not empty.
double Median(std::vector<double> values);

}  // namespace collision2d::bench
