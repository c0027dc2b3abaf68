#include "bench/rows/layout.h"

#include <cstdint>
#include <numeric>
#include <utility>

#include "collision2d/testing/random.h"

namespace collision2d::bench {
namespace {

constexpr uint64_t kShuffleSeed = 20270114;

}  // namespace

const char* Name(Layout layout) { return layout == Layout::kContiguous ? "contiguous" : "scattered"; }

std::vector<int> AllocationOrder(Layout layout, int polygon_count) {
  std::vector<int> order(polygon_count);
  std::iota(order.begin(), order.end(), 0);
  if (layout == Layout::kContiguous) return order;
  // Not std::shuffle, whose result the standard leaves open.
  Random random(kShuffleSeed);
  for (int last = polygon_count - 1; last > 0; --last) std::swap(order[last], order[random.Integer(0, last)]);
  return order;
}

}  // namespace collision2d::bench
