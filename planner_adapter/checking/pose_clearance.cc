#include "planner_adapter/checking/pose_clearance.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "absl/base/macros.h"
#include "collision2d/batch/batch_collides.h"
#include "collision2d/batch/batch_distance.h"
#include "collision2d/batch/polygon_batch.h"
#include "collision2d/query/separation.h"

namespace collision2d::planner {
namespace {

// Poses that are put to the batch in one call: their number times that of the obstacles must be below 2^31.
constexpr size_t kPosesPerCall = 256;

// A body at one pose among the obstacles of one instant.
struct PosedBody {
  absl::Span<const ConvexPolygon> shapes;
  const Pose2& local_from_body;
  absl::Span<const PlacedShape> obstacles;
};

Approach ApproachOf(const PosedBody& body, int body_shape, int placed_shape) {
  const PlacedShape& obstacle = body.obstacles[placed_shape];
  const Separation separation = ComputeSeparation(body.shapes[body_shape], *obstacle.shape,
                                                  RelativePose(body.local_from_body, obstacle.local_from_shape));
  return {placed_shape, separation.signed_distance_m, body.local_from_body * separation.witness_a,
          body.local_from_body * separation.witness_b};
}

// True if a contact is the first, or deeper than the first with the same hypothesis about the same obstacle.
bool IsFirstContact(const Approach& contact, absl::Span<const PlacedShape> obstacles, const Approach& first) {
  if (first.placed_shape < 0) return true;
  const PlacedShape& a = obstacles[contact.placed_shape];
  const PlacedShape& b = obstacles[first.placed_shape];
  return a.obstacle == b.obstacle && a.hypothesis == b.hypothesis &&
         contact.signed_distance_m < first.signed_distance_m;
}

// Takes the approaches to an obstacle that the body touches or overlaps into account, which are nearer than all others.
void AddContacts(const PosedBody& body, int placed_shape, double bound_m, PoseClearance* clearance) {
  for (size_t e = 0; e < body.shapes.size(); ++e) {
    const Approach approach = ApproachOf(body, static_cast<int>(e), placed_shape);
    if (approach.signed_distance_m > 0.0) continue;
    if (approach.signed_distance_m < std::min(bound_m, clearance->nearest.signed_distance_m)) {
      clearance->nearest = approach;
    }
    if (IsFirstContact(approach, body.obstacles, clearance->first_contact)) clearance->first_contact = approach;
  }
}

// The clearance of a body that touches or overlaps an obstacle. `batch` is that of body.obstacles; `contact_mask` has
// a row of its masks.
absl::Status FindContacts(const PosedBody& body, const PolygonBatch& batch, double bound_m,
                          absl::Span<uint64_t> contact_mask, PoseClearance* clearance) {
  // Not CollisionMask: with a radius, a distance can be rounded to 0 of shapes that do not collide.
  if (absl::Status status = DistancesWithin(body.shapes, {&body.local_from_body, 1}, batch, 0.0, contact_mask);
      !status.ok()) {
    return status;
  }
  for (int k = 0; k < batch.size(); ++k) {
    if ((contact_mask[k / 64] >> (k % 64) & 1) != 0) AddContacts(body, k, bound_m, clearance);
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status ComputePoseClearances(absl::Span<const ConvexPolygon> body, absl::Span<const Pose2> local_from_body,
                                   absl::Span<const double> bounds_m, absl::Span<const PlacedShape> obstacles,
                                   ClearanceScratch* scratch, absl::Span<PoseClearance> clearances) {
  ABSL_ASSERT(local_from_body.size() == clearances.size() && bounds_m.size() == clearances.size());
  if (absl::Status status = scratch->obstacles.Place(obstacles); !status.ok()) return status;
  const PolygonBatch& batch = scratch->obstacles.batch();
  scratch->contact_mask.resize(MaskWordsPerPose(batch.size()));
  std::array<Nearest, kPosesPerCall> nearest;
  for (size_t first = 0; first < local_from_body.size(); first += kPosesPerCall) {
    const absl::Span<const Pose2> poses = local_from_body.subspan(first, kPosesPerCall);
    const absl::Span<const double> bounds = bounds_m.subspan(first, kPosesPerCall);
    if (absl::Status status = MinimumDistance(body, poses, batch, bounds, absl::MakeSpan(nearest).first(poses.size()));
        !status.ok()) {
      return status;
    }
    for (size_t p = 0; p < poses.size(); ++p) {
      PoseClearance& clearance = clearances[first + p];
      clearance = PoseClearance();
      const PosedBody posed_body = {body, poses[p], obstacles};
      if (nearest[p].distance_m > 0.0) {
        // MinimumDistance includes its limit.
        if (nearest[p].distance_m < bounds[p]) {
          clearance.nearest = ApproachOf(posed_body, nearest[p].body_shape, nearest[p].obstacle);
        }
        continue;
      }
      const absl::Status status =
          FindContacts(posed_body, batch, bounds[p], absl::MakeSpan(scratch->contact_mask), &clearance);
      if (!status.ok()) return status;
    }
  }
  return absl::OkStatus();
}

}  // namespace collision2d::planner
