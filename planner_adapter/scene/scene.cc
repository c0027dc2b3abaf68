#include "planner_adapter/scene/scene.h"

#include <utility>

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

std::optional<HeightSpan> EgoBody::height_of(int part) const {
  const EgoPart own = part == 0 ? EgoPart() : parts[part - 1];
  const std::optional<double> top_m = own.height_m.has_value() ? own.height_m : height_m;
  if (!top_m.has_value()) return std::nullopt;
  return HeightSpan{own.ground_clearance_m.value_or(ground_clearance_m), *top_m};
}

const std::string& ObstacleId(const Scene& scene, int obstacle) {
  const int statics = static_cast<int>(scene.static_obstacles.size());
  return obstacle < statics ? scene.static_obstacles[obstacle].id : scene.moving_obstacles[obstacle - statics].id;
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
