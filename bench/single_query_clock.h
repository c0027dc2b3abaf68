#pragma once

#include <chrono>

namespace collision2d::bench {

// Times work that takes less than a microsecond, once. Reading the clock takes as long as a fast
// query, so its own time is measured at construction (the median of some thousand empty
// measurements) and subtracted.
class SingleQueryClock {
 public:
  SingleQueryClock();

  // ns of one call of `work`, 0 at least. The call must store its result where the compiler cannot
  // drop it.
  template <typename Work>
  double Time(const Work& work) const {
    const double ns = RawTime(work) - overhead_ns_;
    return ns > 0.0 ? ns : 0.0;
  }

  // ns that a measurement of nothing shows.
  double overhead_ns() const { return overhead_ns_; }

 private:
  template <typename Work>
  static double RawTime(const Work& work) {
    const auto begin = std::chrono::steady_clock::now();
    work();
    const std::chrono::duration<double, std::nano> elapsed = std::chrono::steady_clock::now() - begin;
    return elapsed.count();
  }

  double overhead_ns_ = 0.0;
};

}  // namespace collision2d::bench
