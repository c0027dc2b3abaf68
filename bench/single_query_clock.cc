#include "bench/single_query_clock.h"

#include <vector>

#include "bench/median.h"

namespace collision2d::bench {
namespace {

constexpr int kEmptyMeasurements = 10001;

}  // namespace

SingleQueryClock::SingleQueryClock() {
  std::vector<double> empty_ns;
  for (int i = 0; i < kEmptyMeasurements; ++i) empty_ns.push_back(RawTime([] {}));
  overhead_ns_ = Median(empty_ns);
}

}  // namespace collision2d::bench
