#include "planner_adapter/replay/parallel_check.h"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <functional>
#include <system_error>
#include <thread>
#include <utility>

#include "absl/base/macros.h"
#include "absl/status/status.h"

namespace collision2d::planner {
namespace {

// Calls task(begin, end) for `threads` shares of [0, size), in as many threads as the system
// grants; returns the first share's error.
absl::Status InShares(size_t size, int threads, const std::function<absl::Status(size_t, size_t)>& task) {
  ABSL_ASSERT(threads >= 1);
  const size_t shares = std::max<size_t>(1, std::min<size_t>(threads, size));
  std::vector<absl::Status> statuses(shares);
  std::atomic<size_t> next = 0;
  const auto work = [&] {
    for (size_t share = next++; share < shares; share = next++) {
      statuses[share] = task(size * share / shares, size * (share + 1) / shares);
    }
  };
  std::vector<std::thread> workers;
  workers.reserve(shares - 1);
  try {
    while (workers.size() + 1 < shares) workers.emplace_back(work);
  } catch (const std::system_error&) {
    // Threads that do not start leave their shares to the others.
  }
  work();
  for (std::thread& worker : workers) worker.join();
  for (const absl::Status& status : statuses) {
    if (!status.ok()) return status;
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<std::vector<Verdict>> CheckInParallel(const TrajectoryChecker& checker,
                                                     absl::Span<const Trajectory> candidates, int threads,
                                                     const Deadline& deadline) {
  std::vector<Verdict> verdicts(candidates.size());
  const absl::Status status = InShares(candidates.size(), threads, [&](size_t begin, size_t end) {
    return checker.Check(candidates.subspan(begin, end - begin), absl::MakeSpan(verdicts).subspan(begin, end - begin),
                         deadline);
  });
  if (!status.ok()) return status;
  return verdicts;
}

absl::StatusOr<std::vector<std::vector<ProfilePoint>>> ProfileInParallel(const TrajectoryChecker& checker,
                                                                         absl::Span<const Trajectory> candidates,
                                                                         int threads, const Deadline& deadline) {
  std::vector<std::vector<ProfilePoint>> profiles(candidates.size());
  const absl::Status status = InShares(candidates.size(), threads, [&](size_t begin, size_t end) {
    absl::StatusOr<std::vector<std::vector<ProfilePoint>>> share =
        checker.Profiles(candidates.subspan(begin, end - begin), deadline);
    if (share.ok()) std::move(share->begin(), share->end(), profiles.begin() + static_cast<std::ptrdiff_t>(begin));
    return share.status();
  });
  if (!status.ok()) return status;
  return profiles;
}

}  // namespace collision2d::planner
