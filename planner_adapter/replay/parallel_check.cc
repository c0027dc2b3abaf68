#include "planner_adapter/replay/parallel_check.h"

#include <algorithm>
#include <thread>

#include "absl/base/macros.h"
#include "absl/status/status.h"

namespace collision2d::planner {

absl::StatusOr<std::vector<Verdict>> CheckInParallel(const TrajectoryChecker& checker,
                                                     absl::Span<const Trajectory> candidates, int threads) {
  ABSL_ASSERT(threads >= 1);
  std::vector<Verdict> verdicts(candidates.size());
  const size_t shares = std::max<size_t>(1, std::min<size_t>(threads, candidates.size()));
  std::vector<absl::Status> statuses(shares);
  const auto check_share = [&](size_t share) {
    const size_t begin = candidates.size() * share / shares;
    const size_t end = candidates.size() * (share + 1) / shares;
    statuses[share] =
        checker.Check(candidates.subspan(begin, end - begin), absl::MakeSpan(verdicts).subspan(begin, end - begin));
  };
  std::vector<std::thread> workers;
  for (size_t share = 1; share < shares; ++share) workers.emplace_back(check_share, share);
  check_share(0);
  for (std::thread& worker : workers) worker.join();
  for (const absl::Status& status : statuses) {
    if (!status.ok()) return status;
  }
  return verdicts;
}

}  // namespace collision2d::planner
