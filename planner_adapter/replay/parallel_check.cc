#include "planner_adapter/replay/parallel_check.h"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <thread>
#include <utility>

#include "absl/base/macros.h"
#include "absl/status/status.h"

namespace collision2d::planner {
namespace {

// Calls task(begin, end) for shares of [0, size), each in a thread of its own; returns the first share's error.
absl::Status InShares(size_t size, int threads, const std::function<absl::Status(size_t, size_t)>& task) {
  ABSL_ASSERT(threads >= 1);
  const size_t shares = std::max<size_t>(1, std::min<size_t>(threads, size));
  std::vector<absl::Status> statuses(shares);
  const auto run_share = [&](size_t share) {
    statuses[share] = task(size * share / shares, size * (share + 1) / shares);
  };
  std::vector<std::thread> workers;
  for (size_t share = 1; share < shares; ++share) workers.emplace_back(run_share, share);
  run_share(0);
  for (std::thread& worker : workers) worker.join();
  for (const absl::Status& status : statuses) {
    if (!status.ok()) return status;
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<std::vector<Verdict>> CheckInParallel(const TrajectoryChecker& checker,
                                                     absl::Span<const Trajectory> candidates, int threads) {
  std::vector<Verdict> verdicts(candidates.size());
  const absl::Status status = InShares(candidates.size(), threads, [&](size_t begin, size_t end) {
    return checker.Check(candidates.subspan(begin, end - begin), absl::MakeSpan(verdicts).subspan(begin, end - begin));
  });
  if (!status.ok()) return status;
  return verdicts;
}

absl::StatusOr<std::vector<std::vector<ProfilePoint>>> ProfileInParallel(const TrajectoryChecker& checker,
                                                                         absl::Span<const Trajectory> candidates,
                                                                         int threads) {
  std::vector<std::vector<ProfilePoint>> profiles(candidates.size());
  const absl::Status status = InShares(candidates.size(), threads, [&](size_t begin, size_t end) {
    absl::StatusOr<std::vector<std::vector<ProfilePoint>>> share =
        checker.Profiles(candidates.subspan(begin, end - begin));
    if (share.ok()) std::move(share->begin(), share->end(), profiles.begin() + static_cast<std::ptrdiff_t>(begin));
    return share.status();
  });
  if (!status.ok()) return status;
  return profiles;
}

}  // namespace collision2d::planner
