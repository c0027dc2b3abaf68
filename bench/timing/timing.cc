#include "bench/timing/timing.h"

#include <emmintrin.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <vector>

#include "absl/strings/str_format.h"

namespace collision2d::bench {

double Median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : 0.5 * (values[middle - 1] + values[middle]);
}

namespace {

// Takes one work through the items, again and again.
class Turns {
 public:
  Turns(const TimedWork& work, int item_count, double turn_s, const LeadIn& lead_in)
      : work_(work), item_count_(item_count) {
    const double item_s = 1e-9 * Time(item_count);
    const double pass_s = item_s * item_count;
    const auto wanted = static_cast<int64_t>(std::clamp(turn_s / item_s, 1.0, 1e12));
    if (wanted < item_count && pass_s > lead_in.longest_pass_s) {
      items_per_turn_ = wanted;
      lead_in_items_ = lead_in.of_part ? wanted : 0;
      return;
    }
    const int64_t passes = std::max<int64_t>(1, wanted / item_count);
    const int64_t affordable = static_cast<int64_t>(std::min(lead_in.longest_s / pass_s, 1e9));
    items_per_turn_ = passes * item_count;
    lead_in_items_ = std::max(passes, std::min<int64_t>(lead_in.passes, affordable)) * item_count;
  }

  void TakeTurn() {
    const int first = next_;
    Work(lead_in_items_);
    next_ = first;
    ns_.push_back(Time(items_per_turn_));
  }

  Timing Summarize() const {
    const auto [least, greatest] = std::minmax_element(ns_.begin(), ns_.end());
    return {Median(ns_), *least, *greatest};
  }

 private:
  // Works on the next `count` items.
  void Work(int64_t count) {
    while (count > 0) {
      const int end = static_cast<int>(std::min<int64_t>(next_ + count, item_count_));
      work_(next_, end);
      count -= end - next_;
      next_ = end == item_count_ ? 0 : end;
    }
  }

  // ns for each of the next `count` items.
  double Time(int64_t count) {
    const auto begin = std::chrono::steady_clock::now();
    Work(count);
    const std::chrono::duration<double, std::nano> elapsed = std::chrono::steady_clock::now() - begin;
    // A clock tick at least: a turn can be shorter than that.
    return std::max(elapsed.count(), 1.0) / static_cast<double>(count);
  }

  const TimedWork& work_;
  int item_count_;
  int next_ = 0;
  int64_t items_per_turn_ = 0;
  int64_t lead_in_items_ = 0;
  std::vector<double> ns_;
};

}  // namespace

std::vector<Timing> TimeInterleaved(absl::Span<const TimedWork> works, int item_count, double min_time_s,
                                    const LeadIn& lead_in) {
  std::vector<Turns> turns;
  for (const TimedWork& work : works) turns.emplace_back(work, item_count, min_time_s / kTimingRounds, lead_in);
  for (int round = 0; round < kTimingRounds; ++round) {
    for (Turns& of_work : turns) of_work.TakeTurn();
  }
  std::vector<Timing> timings;
  for (const Turns& of_work : turns) timings.push_back(of_work.Summarize());
  return timings;
}

namespace {

constexpr int kEmptyMeasurements = 10001;

}  // namespace

SingleQueryClock::SingleQueryClock() {
  std::vector<double> empty_ns;
  for (int i = 0; i < kEmptyMeasurements; ++i) empty_ns.push_back(RawTime([] {}));
  overhead_ns_ = Median(empty_ns);
}

#if defined(__x86_64__)

void Evict(absl::Span<const MemoryBlock> blocks) {
  for (const MemoryBlock& block : blocks) {
    const auto begin = reinterpret_cast<uintptr_t>(block.begin);
    const uintptr_t first_line = begin / kCacheLineBytes * kCacheLineBytes;
    for (uintptr_t line = first_line; line < begin + block.bytes; line += kCacheLineBytes) {
      _mm_clflush(reinterpret_cast<const void*>(line));
    }
  }
  _mm_mfence();
}

const char* EvictionMethod() { return "clflush of the lines of both shapes"; }

#else

void Evict(absl::Span<const MemoryBlock> /*blocks*/) {
  static auto* const buffer = new std::vector<char>(kEvictingBytes, 1);
  int sum = 0;
  for (int i = 0; i < kEvictingBytes; i += kCacheLineBytes) sum += (*buffer)[i];
  // The reads must not be optimised away.
  [[maybe_unused]] volatile int used = sum;
}

const char* EvictionMethod() { return "reading a buffer of 16 MiB"; }

#endif

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

CallTimes TimeCalls(const std::function<void()>& work, double min_time_s, CallClock clock) {
  const auto now_s = [clock] {
    timespec now{};
    clock_gettime(clock == CallClock::kThread ? CLOCK_THREAD_CPUTIME_ID : CLOCK_MONOTONIC, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
  };
  const double start_s = now_s();
  work();
  const double begin_s = now_s();
  std::vector<double> calls_ms;
  double last_s = begin_s;
  do {
    work();
    const double end_s = now_s();
    calls_ms.push_back(1e3 * (end_s - last_s));
    last_s = end_s;
  } while (last_s - begin_s < min_time_s);
  CallTimes times = {1e3 * (begin_s - start_s), Median(calls_ms), 0.0};
  const auto rank = static_cast<std::ptrdiff_t>(std::ceil(0.999 * static_cast<double>(calls_ms.size()))) - 1;
  std::nth_element(calls_ms.begin(), calls_ms.begin() + rank, calls_ms.end());
  times.p999_ms = calls_ms[static_cast<size_t>(rank)];
  return times;
}

std::optional<double> GrowthExponent(const std::vector<GrowthPoint>& points) {
  if (points.size() < 3) return std::nullopt;
  double sum_x = 0.0, sum_y = 0.0, sum_xx = 0.0, sum_xy = 0.0;
  for (const GrowthPoint& point : points) {
    if (!(point.ns > 0.0)) return std::nullopt;
    const double x = std::log(point.size);
    const double y = std::log(point.ns);
    sum_x += x;
    sum_y += y;
    sum_xx += x * x;
    sum_xy += x * y;
  }
  const auto count = static_cast<double>(points.size());
  return (count * sum_xy - sum_x * sum_y) / (count * sum_xx - sum_x * sum_x);
}

std::string Exponent(const std::vector<GrowthPoint>& points) {
  const std::optional<double> exponent = GrowthExponent(points);
  return exponent.has_value() ? absl::StrFormat("%.2f", *exponent) : "-";
}

std::string InFreshProcess(const std::function<std::string()>& work) {
  // A file that both processes have open.
  std::FILE* const file = std::tmpfile();
  const pid_t child = file == nullptr ? -1 : fork();
  if (child == 0) {
    const std::string text = work();
    const bool is_written = std::fwrite(text.data(), 1, text.size(), file) == text.size() && std::fflush(file) == 0;
    // Without what the parent does when it ends.
    _exit(is_written ? 0 : 1);
  }
  int status = -1;
  if (child < 0 || waitpid(child, &status, 0) != child || status != 0) {
    std::fprintf(stderr, "the process of a cell failed\n");
    std::exit(1);
  }
  std::string text(static_cast<size_t>(std::ftell(file)), '\0');
  std::rewind(file);
  text.resize(std::fread(text.data(), 1, text.size(), file));
  std::fclose(file);
  return text;
}

namespace {

// So small that the threads end at nearly the same time.
constexpr int kRange = 1;

constexpr std::chrono::microseconds kLookOut(100);

}  // namespace

TwoThreads::TwoThreads() : helper_([this] { Serve(); }) {}

TwoThreads::~TwoThreads() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    ends_ = true;
  }
  changed_.notify_all();
  helper_.join();
}

void TwoThreads::Run(int count, const std::function<void(int begin, int end)>& run) {
  run_ = &run;
  count_ = count;
  next_ = 0;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    ++started_;
  }
  changed_.notify_all();
  TakeRanges();
  while (finished_ != started_) std::this_thread::yield();
}

void TwoThreads::Serve() {
  int64_t finished = 0;
  const auto is_called = [&] { return started_ != finished || ends_; };
  while (true) {
    const auto sleep_time = std::chrono::steady_clock::now() + kLookOut;
    while (!is_called() && std::chrono::steady_clock::now() < sleep_time) continue;
    if (!is_called()) {
      std::unique_lock<std::mutex> lock(mutex_);
      changed_.wait(lock, is_called);
    }
    if (ends_) return;
    TakeRanges();
    finished_ = ++finished;
  }
}

void TwoThreads::TakeRanges() {
  while (true) {
    const int begin = next_.fetch_add(kRange);
    if (begin >= count_) return;
    (*run_)(begin, std::min(begin + kRange, count_));
  }
}

}  // namespace collision2d::bench
