#include "bench/cold_timing.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "bench/evict.h"
#include "bench/median.h"
#include "bench/single_query_clock.h"

namespace collision2d::bench {

std::vector<double> TimeCold(absl::Span<const ColdWork> works, int item_count) {
  const SingleQueryClock clock;
  const int count = std::min(kColdItems, item_count);
  std::vector<std::vector<double>> ns(works.size());
  for (int k = 0; k < count; ++k) {
    const int item = static_cast<int>(static_cast<int64_t>(k) * item_count / count);
    for (size_t i = 0; i < works.size(); ++i) {
      // A far away item first: code, tables and stack are then as warm as in a program that queries
      // all the time.
      const int other = (item + item_count / 2) % item_count;
      works[i].work(other, other + 1);
      Evict(works[i].memory(item));
      ns[i].push_back(clock.Time([&] { works[i].work(item, item + 1); }));
    }
  }
  std::vector<double> medians;
  for (const std::vector<double>& of_work : ns) medians.push_back(Median(of_work));
  return medians;
}

}  // namespace collision2d::bench
