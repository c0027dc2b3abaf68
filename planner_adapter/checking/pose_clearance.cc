#include "planner_adapter/checking/pose_clearance.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "absl/base/macros.h"
#include "collision2d/batch/distances.h"
#include "collision2d/batch/obstacles.h"
#include "collision2d/batch/polygon_batch.h"
#include "collision2d/batch/results.h"
#include "collision2d/query/separation.h"

namespace collision2d::planner {
namespace {

// Poses that are put to the batch in one call: their number times that of the obstacles must be
// below 2^31.
constexpr size_t kPosesPerCall = 256;

// True if a contact is the first, or deeper than the first with the same hypothesis about the same
// obstacle.
bool IsFirstContact(const Approach& contact, absl::Span<const PlacedShape> obstacles, const Approach& first) {
  if (first.placed_shape < 0) return true;
  const PlacedShape& a = obstacles[contact.placed_shape];
  const PlacedShape& b = obstacles[first.placed_shape];
  return a.obstacle == b.obstacle && a.hypothesis == b.hypothesis &&
         contact.signed_distance_m < first.signed_distance_m;
}

// Takes one pair into account; `approach` is its own.
void AddApproach(const Approach& approach, double bound_m, absl::Span<const PlacedShape> obstacles,
                 PoseClearance* clearance) {
  if (approach.signed_distance_m < std::min(bound_m, clearance->nearest.signed_distance_m)) {
    clearance->nearest = approach;
  }
  if (approach.signed_distance_m <= 0.0 && IsFirstContact(approach, obstacles, clearance->first_contact)) {
    clearance->first_contact = approach;
  }
}

// The clearance of a body from the obstacles of a mask row.
PoseClearance ClearanceFrom(absl::Span<const uint64_t> mask, absl::Span<const ConvexPolygon> body,
                            const Pose2& local_from_body, double bound_m, absl::Span<const PlacedShape> obstacles) {
  PoseClearance clearance;
  for (size_t j = 0; j < obstacles.size(); ++j) {
    if ((mask[j / 64] >> (j % 64) & 1) == 0) continue;
    const Pose2 body_from_obstacle = RelativePose(local_from_body, obstacles[j].local_from_shape);
    for (const ConvexPolygon& shape : body) {
      const Separation separation = ComputeSeparation(shape, *obstacles[j].shape, body_from_obstacle);
      AddApproach({static_cast<int>(j), separation.signed_distance_m, local_from_body * separation.witness_a,
                   local_from_body * separation.witness_b},
                  bound_m, obstacles, &clearance);
    }
  }
  return clearance;
}

}  // namespace

absl::Status ComputePoseClearances(absl::Span<const ConvexPolygon> body, absl::Span<const Pose2> local_from_body,
                                   absl::Span<const double> bounds_m, absl::Span<const PlacedShape> obstacles,
                                   ClearanceScratch* scratch, absl::Span<PoseClearance> clearances) {
  ABSL_ASSERT(local_from_body.size() == clearances.size() && bounds_m.size() == clearances.size());
  if (absl::Status status = scratch->obstacles.Place(obstacles); !status.ok()) return status;
  const PolygonBatch& batch = scratch->obstacles.batch();
  scratch->near_mask.resize(Obstacles(batch).mask_words());
  const absl::Span<uint64_t> near_mask = absl::MakeSpan(scratch->near_mask);
  std::array<double, kPosesPerCall> limit_m;
  std::array<Nearest<double>, kPosesPerCall> nearest;
  for (size_t first = 0; first < local_from_body.size(); first += kPosesPerCall) {
    const absl::Span<const Pose2> poses = local_from_body.subspan(first, kPosesPerCall);
    for (size_t p = 0; p < poses.size(); ++p) limit_m[p] = bounds_m[first + p] + kDistanceAgreement_m;
    absl::Status status = MinimumDistance(body, poses, batch, absl::MakeSpan(limit_m).first(poses.size()),
                                          absl::MakeSpan(nearest).first(poses.size()));
    for (size_t p = 0; p < poses.size() && status.ok(); ++p) {
      clearances[first + p] = PoseClearance();
      if (nearest[p].obstacle < 0) continue;
      // Whatever is nearest or touched by its signed distance is as near by its distance.
      status =
          DistancesWithin(body, poses.subspan(p, 1), batch, nearest[p].distance_m + kDistanceAgreement_m, near_mask);
      if (status.ok()) {
        clearances[first + p] = ClearanceFrom(near_mask, body, poses[p], bounds_m[first + p], obstacles);
      }
    }
    if (!status.ok()) return status;
  }
  return absl::OkStatus();
}

}  // namespace collision2d::planner
