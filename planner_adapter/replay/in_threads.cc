#include "planner_adapter/replay/in_threads.h"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <functional>
#include <system_error>
#include <thread>
#include <vector>

#include "absl/base/macros.h"

namespace collision2d::planner {
namespace {

void RunShares(int count, int shares, const std::function<void(int begin, int end)>& run) {
  const auto begin_of = [=](int share) { return static_cast<int>(int64_t{count} * share / shares); };
  std::atomic<int> next = 0;
  const auto work = [&] {
    for (int share = next++; share < shares; share = next++) run(begin_of(share), begin_of(share + 1));
  };
  std::vector<std::thread> workers;
  workers.reserve(static_cast<size_t>(shares - 1));
  try {
    for (int i = 1; i < shares; ++i) workers.emplace_back(work);
  } catch (const std::system_error&) {
    // Threads that do not start leave their shares to the others.
  }
  work();
  for (std::thread& worker : workers) worker.join();
}

}  // namespace

ParallelFor InThreads(int threads) {
  ABSL_ASSERT(threads >= 1);
  if (threads == 1) return {};
  return [threads](int count, const std::function<void(int begin, int end)>& run) {
    if (count > 0) RunShares(count, std::min(threads, count), run);
  };
}

}  // namespace collision2d::planner
