#include "planner_adapter/checking/space_search.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include "absl/strings/str_format.h"
#include "collision2d/batch/distances.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/solid/posed_solid.h"
#include "planner_adapter/scene/scene_limits.h"

namespace collision2d::planner {
namespace {

constexpr int kStanding = 0;
constexpr int kMoving = 1;

// m. How far the ground plan of a prism can reach beyond its shape: a turn by an angle t moves a
// point p by 2 sin(t / 2) |p| <= t |p|, and pitch and roll together turn by at most the sum of
// their angles. Rounded corners count with their excess.
double PlanGrowth(const ConvexPolygon& shape, const solid::ZSpan& span, const Elevation& elevation) {
  const double reach_m = Norm(shape.center()) + (1.0 + solid::kRoundingExcess) * shape.bounding_radius_m() +
                         std::max(std::abs(span.z_min_m), std::abs(span.z_max_m));
  return (std::abs(elevation.pitch_rad) + std::abs(elevation.roll_rad)) * reach_m +
         solid::kRoundingExcess * shape.radius_m();
}

// The shapes that may be posed in space, so that their ground plans are within kMaxCoordinate_m.
bool CanBePosed(const ConvexPolygon& shape) {
  return shape.max_coordinate_m() + shape.radius_m() <= kMaxDistanceFromOrigin_m;
}

PlacedObstacles::Spatial SpatialOf(const PlacedObstacles& obstacles, int step, int group) {
  return group == kStanding ? obstacles.spatial_static() : obstacles.spatial_moving(step);
}

}  // namespace

absl::Status SpaceSearch::Begin(const PlacedObstacles& obstacles, int step, bool is_tilted) {
  obstacles_ = &obstacles;
  step_ = step;
  is_tilted_ = is_tilted;
  has_solid_ = is_tilted;
  growth_m_ = 0.0;
  for (const int group : {kStanding, kMoving}) {
    for (const PlacedIndex placed : SpatialOf(obstacles, step, group).placed) {
      has_solid_ = has_solid_ || obstacles.shape(step, placed).is_solid();
    }
  }
  if (has_solid_ && body_solids_.size() < body_.shapes.size()) body_solids_.resize(body_.shapes.size());
  for (const int group : {kStanding, kMoving}) {
    const PlacedObstacles::Spatial spatial = SpatialOf(obstacles, step, group);
    const size_t words = Obstacles(spatial.batch).mask_words();
    groups_[group].near_mask.resize(words);
    groups_[group].seen_mask.resize(words);
    if (!has_solid_) continue;
    if (absl::Status status = CheckSizes(spatial); !status.ok()) return status;
    if (groups_[group].solids.size() < spatial.placed.size()) groups_[group].solids.resize(spatial.placed.size());
    groups_[group].has_solid.assign(spatial.placed.size(), 0);
    for (const PlacedIndex placed : spatial.placed) {
      const PlacedShape& shape = obstacles.shape(step, placed);
      if (shape.height == nullptr) continue;
      growth_m_ = std::max(growth_m_, PlanGrowth(*shape.shape, *shape.height, shape.elevation));
    }
  }
  return absl::OkStatus();
}

absl::Status SpaceSearch::AddTo(const SpacePose& pose, FindingsCollector* findings) {
  double growth_m = growth_m_;
  for (size_t e = 0; has_solid_ && e < body_.shapes.size(); ++e) {
    MakeSolid(BodyShape(body_, e, pose, nullptr), &body_solids_[e]);
    if (body_.span.has_value()) {
      growth_m = std::max(growth_m, growth_m_ + PlanGrowth(body_.shapes[e], *body_.span, pose.elevation));
    }
  }
  for (Group& group : groups_) std::fill(group.seen_mask.begin(), group.seen_mask.end(), 0);
  // m. From near to far: mostly something is near, and the rest need not be looked at.
  for (const double reach_m : {4.0, 64.0, std::numeric_limits<double>::infinity()}) {
    const double limit_m = std::min(reach_m, std::max(0.0, findings->wanted_m())) + growth_m;
    for (const int group : {kStanding, kMoving}) {
      const absl::Status status = AddWithin(pose, limit_m, group, findings);
      if (!status.ok()) return status;
    }
    if (findings->wanted_m() <= reach_m) break;
  }
  return absl::OkStatus();
}

absl::Status SpaceSearch::CheckSizes(const PlacedObstacles::Spatial& spatial) const {
  for (size_t e = 0; is_tilted_ && e < body_.shapes.size(); ++e) {
    if (CanBePosed(body_.shapes[e])) continue;
    return absl::InvalidArgumentError(
        absl::StrFormat("body: shapes[%d]: too large to be posed in space: beyond %g m", e, kMaxDistanceFromOrigin_m));
  }
  for (const PlacedIndex placed : spatial.placed) {
    const PlacedShape& shape = obstacles_->shape(step_, placed);
    if (!shape.is_solid() || CanBePosed(*shape.shape)) continue;
    return absl::InvalidArgumentError(absl::StrFormat("shapes[%d]: too large to be posed in space: beyond %g m",
                                                      placed.value(), kMaxDistanceFromOrigin_m));
  }
  return absl::OkStatus();
}

// Those whose shapes, as if level, are within limit_m.
absl::Status SpaceSearch::AddWithin(const SpacePose& pose, double limit_m, int group_index,
                                    FindingsCollector* findings) {
  const PlacedObstacles::Spatial spatial = SpatialOf(*obstacles_, step_, group_index);
  if (spatial.placed.empty()) return absl::OkStatus();
  Group& group = groups_[group_index];
  const absl::Status status = WithinMask(body_.shapes, absl::MakeConstSpan(&pose.local_from_body, 1), spatial.batch,
                                         limit_m + kDistanceAgreement_m, absl::MakeSpan(group.near_mask));
  if (!status.ok()) return status;
  for (size_t word = 0; word < group.near_mask.size(); ++word) {
    uint64_t fresh = group.near_mask[word] & ~group.seen_mask[word];
    group.seen_mask[word] |= fresh;
    for (; fresh != 0; fresh &= fresh - 1) {
      const size_t k = 64 * word + static_cast<size_t>(__builtin_ctzll(fresh));
      const PlacedShape& shape = obstacles_->shape(step_, spatial.placed[k]);
      const SpaceShape obstacle = {shape, SolidOf(shape, &group, k)};
      for (size_t e = 0; e < body_.shapes.size(); ++e) {
        const SpaceShape body = BodyShape(body_, e, pose, has_solid_ ? &body_solids_[e] : nullptr);
        JudgeSpacePair(body, obstacle, spatial.placed[k], findings);
      }
    }
  }
  return absl::OkStatus();
}

const SpaceSolid* SpaceSearch::SolidOf(const PlacedShape& shape, Group* group, size_t k) const {
  if (!has_solid_) return nullptr;
  if (group->has_solid[k] == 0) MakeSolid({shape}, &group->solids[k]);
  group->has_solid[k] = 1;
  return &group->solids[k];
}

}  // namespace collision2d::planner
