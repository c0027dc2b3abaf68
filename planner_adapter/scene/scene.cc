#include "planner_adapter/scene/scene.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/shapes/convex_mesh.h"

namespace collision2d::planner {

absl::StatusOr<Solid> Solid::FromPoints(absl::Span<const solid::Vec3> points) {
  absl::StatusOr<solid::ConvexMesh> polytope = solid::ConvexMesh::FromPoints(points);
  if (!polytope.ok()) return polytope.status();
  std::vector<Vec2> shadow;
  shadow.reserve(polytope->vertices().size());
  for (const solid::Vec3& vertex : polytope->vertices()) shadow.push_back({vertex.x, vertex.y});
  absl::StatusOr<ConvexPolygon> plan = ConvexPolygon::Hull(shadow);
  if (!plan.ok()) return plan.status();
  const solid::ZSpan span = {polytope->Bounds().min.z, polytope->Bounds().max.z};
  return Solid{*std::move(polytope), *std::move(plan), span};
}

double CycleStartTime(const Scene& scene) {
  if (scene.ego_state.has_value()) return scene.ego_state->pose.time_s;
  std::optional<double> start_s;
  for (const Trajectory& candidate : scene.candidates) {
    if (candidate.poses.empty()) continue;
    const double first_s = candidate.poses.front().time_s;
    start_s = std::min(start_s.value_or(first_s), first_s);
  }
  return start_s.value_or(0.0);
}

}  // namespace collision2d::planner
