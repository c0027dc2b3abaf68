#ifndef COLLISION2D_CAPTURE_ASK_AGAIN_H_
#define COLLISION2D_CAPTURE_ASK_AGAIN_H_

#include <cstdint>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "collision2d/batch/pair_asker.h"
#include "collision2d/capture/captured_query.h"
#include "collision2d/capture/query_kind.h"
#include "collision2d/capture/recorder.h"
#include "collision2d/capture/records/record_of_one.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/motion/impact_result.h"
#include "collision2d/query/separation_gradient.h"

namespace collision2d {
namespace internal {

// Puts a query to a recorder. REQUIRES: its form and arguments are legal; a motion.
template <typename Queries>
void AskMotion(const CapturedQuery& query, RecorderOf<Queries>* recorder) {
  const ConvexPolygon& a = query.body[0];
  const ConvexPolygon& b = query.obstacles[0];
  const PosesOfMotion world_from_a = {query.poses[0], query.poses[1]};
  const PosesOfMotion world_from_b = {query.poses[2], query.poses[3]};
  const std::vector<double>& numbers = query.numbers;
  // An error shows in that nothing is recorded.
  if (query.kind == QueryKind::kMinimumDistanceOverMotion) {
    recorder->MinimumDistanceOverMotion(a, world_from_a, b, world_from_b, numbers[0], numbers[1], numbers[2])
        .IgnoreError();
    return;
  }
  const ImpactOptions options = {numbers[2], numbers[3]};
  if (query.kind == QueryKind::kFreeMotion) {
    recorder->FreeMotion(a, world_from_a, b, world_from_b, numbers[0], numbers[1], options).IgnoreError();
  } else {
    recorder->TimeOfImpact(a, world_from_a, b, world_from_b, numbers[0], numbers[1], options).IgnoreError();
  }
}

// The same for a pair at an instant.
template <typename Queries>
void AskPair(const CapturedQuery& query, RecorderOf<Queries>* recorder) {
  const auto ask = [&](const auto&... pose) {
    const ConvexPolygon& a = query.body[0];
    const ConvexPolygon& b = query.obstacles[0];
    switch (query.kind) {
      case QueryKind::kCollides:
        recorder->Collides(a, b, pose...);
        break;
      case QueryKind::kDistance:
        recorder->Distance(a, b, pose...);
        break;
      case QueryKind::kDistanceWithin:
        recorder->DistanceWithin(a, b, pose..., query.numbers[0]);
        break;
      case QueryKind::kSeparation:
        recorder->ComputeSeparation(a, b, pose...);
        break;
      default:
        recorder->ComputeSeparationGradient(a, b, pose..., query.numbers[0] != 0.0 ? MovingShape::kB : MovingShape::kA);
    }
  };
  if (query.poses.size() == 1) {
    ask(query.poses[0]);
  } else {
    ask();
  }
}

}  // namespace internal

// The record of a query that is asked again: what `Queries` answer now, with the triggers and the
// work. Rows of batch calls are always answered by the library. slow_work is that of
// CaptureOptions.
// Errors (InvalidArgument): those of CheckForm and CheckArguments; of a row also those of the
// batch. Internal: the query returned an error.
template <typename Queries>
absl::StatusOr<CaptureRecord> AskAgain(const CapturedQuery& query, int64_t slow_work = CaptureOptions().slow_work) {
  if (IsRow(query.kind)) return internal::AskRowAgain(query);
  return internal::RecordOfOne(query, [&](CaptureRing* ring) {
    RecorderOf<Queries> recorder(ring, {kAllTriggers, slow_work, 1});
    if (IsMotion(query.kind)) {
      internal::AskMotion(query, &recorder);
    } else {
      internal::AskPair(query, &recorder);
    }
    return absl::OkStatus();
  });
}

}  // namespace collision2d

#endif  // COLLISION2D_CAPTURE_ASK_AGAIN_H_
