#include "planner_adapter/scene/scene.h"

#include <utility>

#include "absl/strings/str_format.h"

namespace collision2d::planner {

absl::StatusOr<Polytope> Polytope::FromPoints(absl::Span<const solid::Vec3> points) {
  absl::StatusOr<solid::ConvexMesh> polytope = solid::ConvexMesh::FromPoints(points);
  if (!polytope.ok()) return polytope.status();
  std::vector<Vec2> shadow;
  shadow.reserve(polytope->vertices().size());
  for (const solid::Vec3& vertex : polytope->vertices()) shadow.push_back({vertex.x, vertex.y});
  absl::StatusOr<ConvexPolygon> plan = ConvexPolygon::Hull(shadow);
  if (!plan.ok()) return plan.status();
  const solid::ZSpan span = {polytope->Bounds().min.z, polytope->Bounds().max.z};
  return Polytope{*std::move(polytope), *std::move(plan), span};
}

absl::Status CheckPartTimes(const Candidate& candidate, int part_count) {
  const std::vector<TimedPose>& poses = candidate.poses;
  if (static_cast<int>(candidate.part_poses.size()) != part_count - 1) {
    return absl::InvalidArgumentError(absl::StrFormat("part_poses: %d lists of poses; ego.parts has %d",
                                                      candidate.part_poses.size(), part_count - 1));
  }
  for (size_t k = 0; k < candidate.part_poses.size(); ++k) {
    const std::vector<TimedPose>& own = candidate.part_poses[k];
    if (own.size() != poses.size()) {
      return absl::InvalidArgumentError(
          absl::StrFormat("part_poses[%d].poses: %d poses; the body has %d", k, own.size(), poses.size()));
    }
    for (size_t i = 0; i < own.size(); ++i) {
      if (own[i].time_s == poses[i].time_s) continue;
      return absl::InvalidArgumentError(
          absl::StrFormat("part_poses[%d].poses[%d].time_s: %.17g s is not poses[%d].time_s, "
                          "%.17g s",
                          k, i, own[i].time_s, i, poses[i].time_s));
    }
  }
  return absl::OkStatus();
}

std::optional<HeightSpan> EgoBody::height_of(int part) const {
  const EgoPart own = part == 0 ? EgoPart() : parts[part - 1];
  const std::optional<double> top_m = own.height_m.has_value() ? own.height_m : height_m;
  if (!top_m.has_value()) return std::nullopt;
  return HeightSpan{own.ground_clearance_m.value_or(ground_clearance_m), *top_m};
}

double CycleStartTime(const Scene& scene) {
  if (scene.ego_state.has_value()) return scene.ego_state->pose.time_s;
  std::optional<double> start_s;
  for (const Candidate& candidate : scene.candidates) {
    if (candidate.poses.empty()) continue;
    const double first_s = candidate.poses.front().time_s;
    start_s = std::min(start_s.value_or(first_s), first_s);
  }
  return start_s.value_or(0.0);
}

bool HasPlannedCandidates(const Scene& scene) {
  return std::any_of(scene.candidates.begin(), scene.candidates.end(),
                     [](const Candidate& candidate) { return !candidate.is_recorded; });
}

}  // namespace collision2d::planner
