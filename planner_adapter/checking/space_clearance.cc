#include "planner_adapter/checking/space_clearance.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include "absl/base/macros.h"
#include "absl/strings/str_format.h"
#include "collision2d/batch/distances.h"
#include "collision2d/batch/results.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/solid/posed_solid.h"
#include "collision2d/solid/vertical_clearance.h"
#include "planner_adapter/scene/scene_limits.h"

namespace collision2d::planner {
namespace {

using solid::ZSpan;

// m. How far the ground plan of a prism can reach beyond its shape: a turn by an angle t moves a
// point p by 2 sin(t / 2) |p| <= t |p|, and pitch and roll together turn by at most the sum of
// their angles. Rounded corners count with their excess.
double PlanGrowth(const ConvexPolygon& shape, const ZSpan& span, const Elevation& elevation) {
  const double reach_m = Norm(shape.center()) + (1.0 + solid::kRoundingExcess) * shape.bounding_radius_m() +
                         std::max(std::abs(span.z_min_m), std::abs(span.z_max_m));
  return (std::abs(elevation.pitch_rad) + std::abs(elevation.roll_rad)) * reach_m +
         solid::kRoundingExcess * shape.radius_m();
}

// The shapes that may be posed in space, so that their ground plans are within kMaxCoordinate_m.
bool CanBePosed(const ConvexPolygon& shape) {
  return shape.max_coordinate_m() + shape.radius_m() <= kMaxDistanceFromOrigin_m;
}

// The same condition as SpaceShape::is_solid().
bool IsSolid(const PlacedShape& shape) { return IsTilted(shape) || shape.polytope != nullptr; }

// The obstacles that are looked at one by one, at one instant.
class SpatialObstacles {
 public:
  // REQUIRES: scratch->spatial is what they are.
  SpatialObstacles(const SpaceBody& body, bool body_is_tilted, SpaceScratch* scratch)
      : body_(body), body_is_tilted_(body_is_tilted), scratch_(scratch) {
    has_solid_ = body_is_tilted || std::any_of(scratch->spatial.begin(), scratch->spatial.end(), IsSolid);
  }

  absl::Status Place() {
    const std::vector<PlacedShape>& obstacles = scratch_->spatial;
    if (has_solid_) {
      if (absl::Status status = CheckSizes(); !status.ok()) return status;
    }
    const size_t words = (obstacles.size() + 63) / 64;
    scratch_->near_mask.resize(words);
    scratch_->seen_mask.resize(words);
    if (has_solid_) {
      if (scratch_->body_solids.size() < body_.shapes.size()) scratch_->body_solids.resize(body_.shapes.size());
      if (scratch_->obstacle_solids.size() < obstacles.size()) scratch_->obstacle_solids.resize(obstacles.size());
      for (size_t j = 0; j < obstacles.size(); ++j) {
        MakeSolid(ObstacleShape(obstacles[j], nullptr), &scratch_->obstacle_solids[j]);
        if (obstacles[j].height == nullptr) continue;
        growth_m_ = std::max(growth_m_, PlanGrowth(*obstacles[j].shape, *obstacles[j].height, obstacles[j].elevation));
      }
    }
    return scratch_->spatial_batch.Place(obstacles);
  }

  // Adds all contacts and passages at one pose of the body, and whatever may be the nearest below
  // bound_m.
  absl::Status AddTo(const SpacePose& pose, double bound_m, SpaceFindings* findings) {
    std::fill(scratch_->seen_mask.begin(), scratch_->seen_mask.end(), 0);
    double growth_m = growth_m_;
    for (size_t e = 0; has_solid_ && e < body_.shapes.size(); ++e) {
      MakeSolid(BodyShape(body_, e, pose, nullptr), &scratch_->body_solids[e]);
      if (body_.span.has_value()) {
        growth_m = std::max(growth_m, growth_m_ + PlanGrowth(body_.shapes[e], *body_.span, pose.elevation));
      }
    }
    // m. From near to far: mostly something is near, and the rest need not be looked at.
    for (const double reach_m : {4.0, 64.0, std::numeric_limits<double>::infinity()}) {
      const double wanted_m = std::max(0.0, std::min(bound_m, findings->nearest_m()));
      const absl::Status status = AddWithin(pose, std::min(reach_m, wanted_m) + growth_m, findings);
      if (!status.ok() || std::min(bound_m, findings->nearest_m()) <= reach_m) return status;
    }
    return absl::OkStatus();
  }

 private:
  absl::Status CheckSizes() const {
    for (size_t e = 0; body_is_tilted_ && e < body_.shapes.size(); ++e) {
      if (CanBePosed(body_.shapes[e])) continue;
      return absl::InvalidArgumentError(absl::StrFormat("body: shapes[%d]: too large to be posed in space: beyond %g m",
                                                        e, kMaxDistanceFromOrigin_m));
    }
    for (size_t j = 0; j < scratch_->spatial.size(); ++j) {
      if (!IsSolid(scratch_->spatial[j]) || CanBePosed(*scratch_->spatial[j].shape)) continue;
      return absl::InvalidArgumentError(absl::StrFormat("shapes[%d]: too large to be posed in space: beyond %g m",
                                                        scratch_->spatial_index[j], kMaxDistanceFromOrigin_m));
    }
    return absl::OkStatus();
  }

  // Those whose shapes, as if level, are within limit_m.
  absl::Status AddWithin(const SpacePose& pose, double limit_m, SpaceFindings* findings) {
    const absl::Status status =
        DistancesWithin(body_.shapes, absl::MakeConstSpan(&pose.local_from_body, 1), scratch_->spatial_batch.batch(),
                        limit_m + kDistanceAgreement_m, absl::MakeSpan(scratch_->near_mask));
    if (!status.ok()) return status;
    for (size_t j = 0; j < scratch_->spatial.size(); ++j) {
      const uint64_t bit = uint64_t{1} << (j % 64);
      if ((scratch_->near_mask[j / 64] & bit) == 0 || (scratch_->seen_mask[j / 64] & bit) != 0) continue;
      scratch_->seen_mask[j / 64] |= bit;
      const SpaceShape obstacle =
          ObstacleShape(scratch_->spatial[j], has_solid_ ? &scratch_->obstacle_solids[j] : nullptr);
      for (size_t e = 0; e < body_.shapes.size(); ++e) {
        const SpaceShape shape = BodyShape(body_, e, pose, has_solid_ ? &scratch_->body_solids[e] : nullptr);
        JudgeSpacePair(shape, obstacle, scratch_->spatial_index[j], findings);
      }
    }
    return absl::OkStatus();
  }

  const SpaceBody& body_;
  const bool body_is_tilted_;
  SpaceScratch* const scratch_;
  bool has_solid_;
  double growth_m_ = 0.0;  // Of the obstacles.
};

VerticalApproach HeightsOfFirstContact(const SpaceBody& body, const SpacePose& pose,
                                       absl::Span<const PlacedShape> obstacles, const PoseClearance& plain) {
  const int j = plain.first_contact.placed_shape;
  return j < 0 ? VerticalApproach() : HeightsOfContact(body, pose, obstacles[j], j);
}

// Sorts the obstacles of one instant into those that only ground plans decide on, and the others.
void Sort(absl::Span<const PlacedShape> obstacles, const SpaceBody& body, const PoseRange& range,
          SpaceScratch* scratch) {
  scratch->plain.clear();
  scratch->plain_index.clear();
  scratch->spatial.clear();
  scratch->spatial_index.clear();
  for (size_t j = 0; j < obstacles.size(); ++j) {
    const bool is_plain = IsPlain(obstacles[j], body, range);
    (is_plain ? scratch->plain : scratch->spatial).push_back(obstacles[j]);
    (is_plain ? scratch->plain_index : scratch->spatial_index).push_back(static_cast<int>(j));
  }
}

}  // namespace

absl::Status ComputeSpaceClearances(const SpaceBody& body, absl::Span<const SpacePose> poses,
                                    absl::Span<const double> bounds_m, absl::Span<const PlacedShape> obstacles,
                                    SpaceScratch* scratch, absl::Span<SpaceClearance> clearances) {
  ABSL_ASSERT(poses.size() == clearances.size() && bounds_m.size() == clearances.size());
  absl::Status status = CheckHeights(body);
  if (status.ok()) status = CheckHeights(poses);
  if (status.ok()) status = CheckHeights(obstacles, /*first_index=*/0);
  if (!status.ok()) return status;
  const PoseRange range = RangeOf(body, poses);
  const bool all_plain = std::all_of(obstacles.begin(), obstacles.end(),
                                     [&](const PlacedShape& obstacle) { return IsPlain(obstacle, body, range); });
  if (!all_plain) Sort(obstacles, body, range, scratch);

  scratch->local_from_body.clear();
  for (const SpacePose& pose : poses) scratch->local_from_body.push_back(pose.local_from_body);
  scratch->plan.resize(poses.size());
  status = ComputePoseClearances(body.shapes, scratch->local_from_body, bounds_m,
                                 all_plain ? obstacles : absl::MakeConstSpan(scratch->plain), &scratch->level,
                                 absl::MakeSpan(scratch->plan));
  if (!status.ok()) return status;
  if (all_plain) {
    for (size_t k = 0; k < poses.size(); ++k) {
      clearances[k] = {scratch->plan[k], HeightsOfFirstContact(body, poses[k], obstacles, scratch->plan[k])};
    }
    return absl::OkStatus();
  }

  SpatialObstacles spatial(body, range.is_tilted, scratch);
  status = spatial.Place();
  if (!status.ok()) return status;
  for (size_t k = 0; k < poses.size(); ++k) {
    SpaceClearance plain{scratch->plan[k], {}};
    for (Approach* approach : {&plain.plan.nearest, &plain.plan.first_contact}) {
      if (approach->placed_shape >= 0) approach->placed_shape = scratch->plain_index[approach->placed_shape];
    }
    plain.vertical = HeightsOfFirstContact(body, poses[k], obstacles, plain.plan);
    SpaceFindings findings(obstacles, bounds_m[k]);
    findings.AddAll(plain);
    status = spatial.AddTo(poses[k], bounds_m[k], &findings);
    if (!status.ok()) return status;
    clearances[k] = findings.Result();
  }
  return absl::OkStatus();
}

}  // namespace collision2d::planner
