// The options of batch calls: the last argument of each.

#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <type_traits>
#include <utility>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "collision2d/batch/results.h"
#include "collision2d/motion/impact_result.h"

namespace collision2d {

// A caller's executor. It calls run(begin, end) for ranges that together cover [0, count), each
// index once, from any threads and in any order, and returns after all calls have returned. If it
// is empty, which is the default of every call, all work is done on the calling thread.
// One index covers kTrajectoriesPerIndex trajectories, at least about 10 us of work if they have
// several steps, so ranges of a single index are fine. Different indices write to disjoint memory;
// results do not depend on how the range is split.
using ParallelFor = std::function<void(int count, const std::function<void(int begin, int end)>& run)>;

// Enough to fill SIMD vectors of poses, and to amortise what is read once for all of them.
inline constexpr int kTrajectoriesPerIndex = 32;

// The time by which a computation must finish; nullopt: no deadline.
using Deadline = std::optional<std::chrono::steady_clock::time_point>;

struct QueryOptions {
  QueryOptions() = default;
  // Converts an executor, by a copy: one that captures much is better kept in options.
  template <typename Executor, typename = std::enable_if_t<std::is_constructible_v<ParallelFor, Executor&&> &&
                                                           !std::is_same_v<std::decay_t<Executor>, QueryOptions>>>
  QueryOptions(Executor&& executor)  // NOLINT(google-explicit-constructor)
      : parallel_for(std::forward<Executor>(executor)) {}

  // Shares the work, by trajectories. FirstFree and AllHits work on the calling thread alone.
  ParallelFor parallel_for = {};
  // Looked at before every kTrajectoriesPerIndex trajectories (FirstFree: 16; AllHits: before the
  // first one). When it has passed, the call returns DeadlineExceeded, and what it has written is
  // no answer: what was not reached may read as free.
  Deadline deadline = std::nullopt;
  // Of MinimumSeparation: receives contacts, on the threads that find them, at once on several if
  // there is an executor.
  ContactSink contacts = {};
};

// The tolerances of calls about motion.
struct SweptOptions {
  SweptOptions() = default;
  // Converts those of a pair query.
  SweptOptions(const ImpactOptions& of_impact) : impact(of_impact) {}  // NOLINT(google-explicit-constructor)
  SweptOptions(const ImpactOptions& of_impact, double of_distance_m)
      : impact(of_impact), distance_tolerance_m(of_distance_m) {}

  // Of AnyHit, FirstHit and FirstFree.
  ImpactOptions impact = {};
  // m, positive and finite. Of MinimumDistance: how far apart its bounds may be.
  double distance_tolerance_m = 1e-4;
  // m, 0 or more. Of MinimumDistance: distances of trajectory i of limit_m[i] or more do not
  // matter, which makes the call cheaper. Empty: all matter.
  absl::Span<const double> limit_m = {};
};

namespace internal {

// Returns DeadlineExceeded if the deadline has passed.
inline absl::Status CheckDeadline(const Deadline& deadline) {
  if (!deadline.has_value() || std::chrono::steady_clock::now() <= *deadline) return absl::OkStatus();
  return absl::DeadlineExceededError("the deadline has passed");
}

}  // namespace internal
}  // namespace collision2d
