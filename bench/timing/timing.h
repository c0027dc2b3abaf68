#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "absl/types/span.h"

namespace collision2d::bench {

// A piece of memory that holds a shape, or a part of it.
struct MemoryBlock {
  const void* begin = nullptr;
  size_t bytes = 0;
};

// The median; of an even number of values the mean of the middle two.
// REQUIRES: `values` is not empty.
double Median(std::vector<double> values);

// ns for one item, over the rounds.
struct Timing {
  double median_ns = 0.0;
  double min_ns = 0.0;
  double max_ns = 0.0;
};

// Works on items begin, ..., end - 1, and stores what it finds.
using TimedWork = std::function<void(int begin, int end)>;

// How the caches are brought into the state of a work that runs alone before its turn: the other
// works have filled them with their data in between.
struct LeadIn {
  // A work whose pass over all items takes at most this long takes whole passes in every turn.
  double longest_pass_s = 0.0;
  // At least so many untimed passes come before a turn of whole passes, as long as they take at
  // most longest_s; one does in any case. A last-level cache needs several passes to learn what is
  // used again.
  int passes = 1;
  double longest_s = 0.0;
  // Whether a turn that is no whole pass goes over its items untimed first.
  bool of_part = false;
};

// Times each work on item_count items, for about min_time_s. In each of kTimingRounds rounds all of
// them take a turn of equal length, so that a change of the machine's speed affects all alike. The
// fast ones pass over all items in every turn, a whole number of times, and as often untimed before
// that; the slow ones go on in the next turn where they stopped in the last. One untimed pass of
// each over all items comes first.
// REQUIRES: item_count > 0, min_time_s > 0.
std::vector<Timing> TimeInterleaved(absl::Span<const TimedWork> works, int item_count, double min_time_s,
                                    const LeadIn& lead_in = {});

inline constexpr int kTimingRounds = 20;

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

 private:
  template <typename Work>
  static double RawTime(const Work& work) {
    const auto begin = std::chrono::steady_clock::now();
    work();
    const std::chrono::duration<double, std::nano> elapsed = std::chrono::steady_clock::now() - begin;
    return elapsed.count();
  }

  // What a measurement of nothing shows.
  double overhead_ns_ = 0.0;
};

// Takes these blocks out of the caches of the processor. On x86-64 line by line (clflush), out of
// all levels; page tables, code and everything else stay cached. On other processors by reading a
// buffer of kEvictingBytes, which is larger than the second-level cache of the usual ones: that
// replaces everything else too, and leaves a larger last level as it is.
void Evict(absl::Span<const MemoryBlock> blocks);

inline constexpr int kCacheLineBytes = 64;
inline constexpr int kEvictingBytes = 16 << 20;

// How Evict works on this processor, for reports.
const char* EvictionMethod();

// A work whose items can be taken out of the caches.
struct ColdWork {
  TimedWork work;
  std::function<std::vector<MemoryBlock>(int item)> memory;
};

inline constexpr int kColdItems = 2048;

// For each work the median ns of a single item whose memory is not in any cache (Evict): of
// kColdItems distinct items, spread evenly over item_count, or of all if there are fewer; each one
// once, all works in turns on the same item. The clock's own time is subtracted; the call through
// std::function is not.
// REQUIRES: item_count > 0.
std::vector<double> TimeCold(absl::Span<const ColdWork> works, int item_count);

// Processor time of the calling thread, to which other programs and threads add nothing, or wall
// time.
enum class CallClock { kThread, kWall };

// ms of one call: of the first, and of those after it the median and what at most one in a thousand
// takes longer than.
struct CallTimes {
  double first_ms = 0.0;
  double median_ms = 0.0;
  double p999_ms = 0.0;
};

// Calls `work` once, and then again for at least min_time_s, at least once.
CallTimes TimeCalls(const std::function<void()>& work, double min_time_s, CallClock clock);

// A time at a size.
struct GrowthPoint {
  double size;
  double ns;
};

// How a time grows: the exponent e of the least squares fit of c size^e to the points, on a
// logarithmic scale. Nothing for fewer than three points, or a time of 0. For growth beside n log n
// give n log n as the size.
std::optional<double> GrowthExponent(const std::vector<GrowthPoint>& points);

// The same for a table: with two digits, or "-".
std::string Exponent(const std::vector<GrowthPoint>& points);

// What `work` returns, done in a child process: it begins with the heap of this one, and what it
// allocates, frees and leaves in pieces is gone with it. Ends this process if that one fails.
std::string InFreshProcess(const std::function<std::string()>& work);

// An executor for a ParallelFor: the calling thread and one more, which looks out for the next call
// for a tenth of a millisecond, since waking a thread takes as long, and then sleeps. They take
// small ranges until none is left. For calls of one thread at a time.
class TwoThreads {
 public:
  TwoThreads();
  ~TwoThreads();
  TwoThreads(const TwoThreads&) = delete;
  TwoThreads& operator=(const TwoThreads&) = delete;

  void Run(int count, const std::function<void(int begin, int end)>& run);

 private:
  void Serve();
  void TakeRanges();

  // Of the call number started_.
  const std::function<void(int begin, int end)>* run_ = nullptr;
  int count_ = 0;
  std::atomic<int> next_{0};

  std::atomic<int64_t> started_{0};
  std::atomic<int64_t> finished_{0};  // By the helper.
  std::atomic<bool> ends_{false};
  // For the helper's sleep: started_ and ends_ change under the mutex.
  std::mutex mutex_;
  std::condition_variable changed_;
  // The last member: it uses the others.
  std::thread helper_;
};

}  // namespace collision2d::bench
