#include "planner_adapter/scene/solid_from_proto.h"

#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/solid/geometry/vec3.h"
#include "google/protobuf/repeated_ptr_field.h"
#include "planner_adapter/scene/field_checker.h"
#include "planner_adapter/scene/field_path.h"
#include "planner_adapter/scene/scene_limits.h"
#include "planner_adapter/scene/shape_from_proto.h"
#include "planner_adapter/scene/solid.h"
#include "proto/scene.pb.h"

namespace collision2d::planner {
namespace {

void AppendSolid(const proto::Polytope& polytope, Vec2 origin, const FieldPath& path, FieldChecker& checker,
                 std::vector<Solid>& solids) {
  checker.NoUnknownFields(path, polytope);
  if (polytope.vertices().empty()) checker.Fail(path.Field("vertices"), "empty; at least one vertex is needed");
  std::vector<solid::Vec3> points;
  points.reserve(polytope.vertices_size());
  for (int i = 0; i < polytope.vertices_size() && checker.ok(); ++i) {
    const proto::Point3& vertex = polytope.vertices(i);
    const FieldPath element = path.Element("vertices", i);
    checker.NoUnknownFields(element, vertex);
    const Vec2 plan = PointFromProto(vertex.x(), vertex.y(), origin, element, checker);
    checker.Magnitude(element.Field("z"), vertex.z(), kMaxDistanceFromOrigin_m, "m");
    points.push_back({plan.x, plan.y, vertex.z()});
  }
  if (!checker.ok()) return;
  absl::StatusOr<Solid> hull = Solid::FromPoints(points);
  if (!hull.ok()) return checker.Fail(path, hull.status().message());
  solids.push_back(*std::move(hull));
}

}  // namespace

std::vector<Solid> SolidsFromProto(const google::protobuf::RepeatedPtrField<proto::Polytope>& polytopes, Vec2 origin,
                                   const FieldPath& path, FieldChecker& checker) {
  std::vector<Solid> solids;
  solids.reserve(polytopes.size());
  for (int i = 0; i < polytopes.size() && checker.ok(); ++i) {
    AppendSolid(polytopes[i], origin, path.Element("polytopes", i), checker, solids);
  }
  return solids;
}

}  // namespace collision2d::planner
