#include "collision2d/batch/collisions.h"

#include <algorithm>
#include <cstddef>

#include "absl/strings/str_format.h"
#include "collision2d/batch/calls/calls.h"
#include "collision2d/batch/kernels/batch_call.h"
#include "collision2d/batch/kernels/kernels.h"

namespace collision2d {

using internal::BatchCall;
using internal::CheckCall;
using internal::CheckSwept;
using internal::ForParts;
using internal::ForRows;
using internal::Sweep;

absl::Status AnyHit(absl::Span<const ConvexPolygon> body, const Trajectories& trajectories, const Obstacles& obstacles,
                    absl::Span<uint8_t> any, const QueryOptions& options) {
  const BatchCall call = {body, trajectories, obstacles.layers()};
  absl::Status status = CheckCall(call, {"any", any.size(), static_cast<size_t>(trajectories.size())});
  if (!status.ok()) return status;
  std::fill(any.begin(), any.end(), uint8_t{0});
  return ForParts(call, options,
                  [&](const BatchCall& part, size_t first) { internal::FindAnyHits(part, any.data() + first); });
}

absl::Status FirstHit(absl::Span<const ConvexPolygon> body, const Trajectories& trajectories,
                      const Obstacles& obstacles, absl::Span<Hit> first, const QueryOptions& options) {
  const BatchCall call = {body, trajectories, obstacles.layers()};
  absl::Status status = CheckCall(call, {"first", first.size(), static_cast<size_t>(trajectories.size())});
  if (!status.ok()) return status;
  return ForParts(call, options,
                  [&](const BatchCall& part, size_t begin) { internal::FindFirstHits(part, first.data() + begin); });
}

absl::Status FirstFree(absl::Span<const ConvexPolygon> body, const Trajectories& trajectories,
                       const Obstacles& obstacles, absl::Span<const int> order, int* free_position,
                       absl::Span<Hit> first, const QueryOptions& options) {
  const BatchCall call = {body, trajectories, obstacles.layers()};
  absl::Status status = CheckCall(call, {"first", first.size(), order.size()});
  if (status.ok()) status = internal::CheckOrder(order, trajectories, free_position);
  if (!status.ok()) return status;
  const auto find = [&](absl::Span<const int> group, Hit* hits) { internal::FindFirstHits(call, group, hits); };
  return internal::FindFirstFree(order, first, find, options.deadline, free_position);
}

absl::Status CountHits(absl::Span<const ConvexPolygon> body, const Trajectories& trajectories,
                       const Obstacles& obstacles, absl::Span<int32_t> count, const QueryOptions& options) {
  const BatchCall call = {body, trajectories, obstacles.layers()};
  absl::Status status = CheckCall(call, {"count", count.size(), trajectories.world_from_body.size()});
  if (!status.ok()) return status;
  std::fill(count.begin(), count.end(), 0);
  return ForParts(call, options, [&](const BatchCall& part, size_t first) {
    internal::CountHits(part, count.data() + call.RowOf(static_cast<int>(first), 0));
  });
}

absl::Status CollisionMask(absl::Span<const ConvexPolygon> body, const Trajectories& trajectories,
                           const Obstacles& obstacles, absl::Span<uint64_t> mask, const QueryOptions& options) {
  const BatchCall call = {body, trajectories, obstacles.layers()};
  const size_t words = obstacles.mask_words();
  absl::Status status = CheckCall(call, {"mask", mask.size(), words * trajectories.world_from_body.size()});
  if (!status.ok()) return status;
  return ForRows(call, options, mask, words, uint64_t{0},
                 [&](const BatchCall& part, uint64_t* rows) { internal::MarkHits(part, words, rows); });
}

absl::Status AllHits(absl::Span<const ConvexPolygon> body, const Trajectories& trajectories, const Obstacles& obstacles,
                     absl::Span<int64_t> begin, absl::Span<int> hits, const QueryOptions& options) {
  const BatchCall call = {body, trajectories, obstacles.layers()};
  absl::Status status = CheckCall(call, {"begin", begin.size(), trajectories.world_from_body.size() + 1});
  if (status.ok()) status = internal::CheckDeadline(options.deadline);
  if (!status.ok()) return status;
  std::fill(begin.begin(), begin.end(), int64_t{0});
  internal::ListHits(call, begin.data(), hits);
  const auto room = static_cast<int64_t>(hits.size());
  for (size_t p = 0; p + 1 < begin.size(); ++p) {
    begin[p + 1] += begin[p];
    if (begin[p + 1] <= room) std::sort(hits.begin() + begin[p], hits.begin() + begin[p + 1]);
  }
  if (begin.back() <= room) return absl::OkStatus();
  return absl::ResourceExhaustedError(absl::StrFormat("hits: size %d; the answers need %d", room, begin.back()));
}

absl::Status AnyHit(absl::Span<const ConvexPolygon> body, const Trajectories& trajectories,
                    absl::Span<const double> step_times_s, const MovingObstacles& obstacles, const SweptOptions& swept,
                    absl::Span<uint8_t> any, const QueryOptions& options) {
  Sweep sweep = {step_times_s, swept.impact};
  const BatchCall call = {body, trajectories, obstacles.layers(), &sweep};
  absl::Status status = CheckSwept(call, {"any", any.size(), static_cast<size_t>(trajectories.size())}, &sweep);
  if (!status.ok()) return status;
  std::fill(any.begin(), any.end(), uint8_t{0});
  return ForParts(call, options,
                  [&](const BatchCall& part, size_t first) { internal::FindAnyContacts(part, any.data() + first); });
}

absl::Status FirstHit(absl::Span<const ConvexPolygon> body, const Trajectories& trajectories,
                      absl::Span<const double> step_times_s, const MovingObstacles& obstacles,
                      const SweptOptions& swept, absl::Span<SweptHit> first, const QueryOptions& options) {
  Sweep sweep = {step_times_s, swept.impact};
  const BatchCall call = {body, trajectories, obstacles.layers(), &sweep};
  absl::Status status = CheckSwept(call, {"first", first.size(), static_cast<size_t>(trajectories.size())}, &sweep);
  if (!status.ok()) return status;
  return ForParts(call, options, [&](const BatchCall& part, size_t begin) {
    internal::FindFirstContacts(part, first.data() + begin);
  });
}

absl::Status FirstFree(absl::Span<const ConvexPolygon> body, const Trajectories& trajectories,
                       absl::Span<const double> step_times_s, const MovingObstacles& obstacles,
                       const SweptOptions& swept, absl::Span<const int> order, int* free_position,
                       absl::Span<SweptHit> first, const QueryOptions& options) {
  Sweep sweep = {step_times_s, swept.impact};
  const BatchCall call = {body, trajectories, obstacles.layers(), &sweep};
  absl::Status status = CheckSwept(call, {"first", first.size(), order.size()}, &sweep);
  if (status.ok()) status = internal::CheckOrder(order, trajectories, free_position);
  if (!status.ok()) return status;
  const auto find = [&](absl::Span<const int> group, SweptHit* hits) {
    internal::FindFirstContacts(call, group, hits);
  };
  return internal::FindFirstFree(order, first, find, options.deadline, free_position);
}

}  // namespace collision2d
