#include "bench/median.h"

#include <algorithm>
#include <cstddef>

namespace collision2d::bench {

double Median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : 0.5 * (values[middle - 1] + values[middle]);
}

}  // namespace collision2d::bench
