#include "planner_adapter/scene/shape_from_proto.h"

#include <cmath>
#include <utility>
#include <vector>

#include "absl/container/inlined_vector.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/tolerances.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/solid/geometry/vec3.h"
#include "google/protobuf/repeated_ptr_field.h"
#include "planner_adapter/scene/field_checker.h"
#include "planner_adapter/scene/scene.h"
#include "planner_adapter/scene/scene_limits.h"
#include "proto/scene.pb.h"
#include "proto/trajectory.pb.h"

namespace collision2d::planner {
namespace {

void CheckDistanceFromOrigin(const FieldPath& path, double scene_value, double local_value, FieldChecker& checker) {
  if (std::abs(local_value) <= kMaxDistanceFromOrigin_m) return;
  checker.Fail(path,
               absl::StrCat(FormatNumber(scene_value), " m is ", FormatNumber(std::abs(local_value)),
                            " m from the scene's origin; the limit is ", FormatNumber(kMaxDistanceFromOrigin_m), " m"));
}

// Appends the shape, or reports its error: `context` describes what was done to the values in the
// message.
void Append(absl::StatusOr<ConvexPolygon> shape, absl::string_view context, const FieldPath& path,
            FieldChecker& checker, std::vector<ConvexPolygon>& shapes) {
  if (shape.ok()) {
    shapes.push_back(*std::move(shape));
  } else {
    checker.Fail(path, absl::StrCat(context, shape.status().message()));
  }
}

void AppendRectangle(const proto::Rectangle& rectangle, Vec2 origin, const FieldPath& path, FieldChecker& checker,
                     std::vector<ConvexPolygon>& shapes) {
  checker.NoUnknownFields(path, rectangle);
  checker.Positive(path.Field("length_m"), rectangle.length_m(), kMaxDistanceFromOrigin_m, "m");
  checker.Positive(path.Field("width_m"), rectangle.width_m(), kMaxDistanceFromOrigin_m, "m");
  const Vec2 center = PointFromProto(rectangle.center(), origin, path.Field("center"), checker);
  checker.Magnitude(path.Field("yaw_rad"), rectangle.yaw_rad(), kMaxYaw_rad, "rad");
  if (!checker.ok()) return;
  absl::StatusOr<ConvexPolygon> shape = ConvexPolygon::Rectangle(rectangle.length_m(), rectangle.width_m());
  if (shape.ok()) shape = shape->Posed(Pose2::FromYaw(center, rectangle.yaw_rad()));
  Append(std::move(shape), "its rounded corners are no rectangle: ", path, checker, shapes);
}

void AppendDisc(const proto::Disc& disc, Vec2 origin, const FieldPath& path, FieldChecker& checker,
                std::vector<ConvexPolygon>& shapes) {
  checker.NoUnknownFields(path, disc);
  const Vec2 center = PointFromProto(disc.center(), origin, path.Field("center"), checker);
  checker.NotNegative(path.Field("radius_m"), disc.radius_m(), kMaxDistanceFromOrigin_m, "m");
  if (!checker.ok()) return;
  Append(ConvexPolygon::Create({center}, disc.radius_m()), "", path, checker, shapes);
}

void AppendShape(const proto::Shape& shape, Vec2 origin, const FieldPath& path, FieldChecker& checker,
                 std::vector<ConvexPolygon>& shapes) {
  checker.NoUnknownFields(path, shape);
  switch (shape.kind_case()) {
    case proto::Shape::kPolygon:
      return AppendPolygon(shape.polygon(), origin, path.Field("polygon"), checker, shapes);
    case proto::Shape::kRectangle:
      return AppendRectangle(shape.rectangle(), origin, path.Field("rectangle"), checker, shapes);
    case proto::Shape::kDisc:
      return AppendDisc(shape.disc(), origin, path.Field("disc"), checker, shapes);
    case proto::Shape::KIND_NOT_SET:
      break;
  }
  checker.Fail(path, "empty; a polygon, a rectangle or a disc is needed");
}

}  // namespace

Vec2 PointFromProto(double x, double y, Vec2 origin, const FieldPath& path, FieldChecker& checker) {
  checker.Magnitude(path.Field("x"), x, kMaxCoordinate_m, "m");
  checker.Magnitude(path.Field("y"), y, kMaxCoordinate_m, "m");
  const Vec2 local = Vec2{x, y} - origin;
  CheckDistanceFromOrigin(path.Field("x"), x, local.x, checker);
  CheckDistanceFromOrigin(path.Field("y"), y, local.y, checker);
  return local;
}

Vec2 PointFromProto(const proto::Point& point, Vec2 origin, const FieldPath& path, FieldChecker& checker) {
  checker.NoUnknownFields(path, point);
  return PointFromProto(point.x(), point.y(), origin, path, checker);
}

void AppendPolygon(const proto::Polygon& polygon, Vec2 origin, const FieldPath& path, FieldChecker& checker,
                   std::vector<ConvexPolygon>& shapes) {
  checker.NoUnknownFields(path, polygon);
  absl::InlinedVector<Vec2, 16> given;
  absl::InlinedVector<Vec2, 16> local;
  for (int i = 0; i < polygon.vertices_size() && checker.ok(); ++i) {
    const proto::Point& vertex = polygon.vertices(i);
    given.push_back({vertex.x(), vertex.y()});
    local.push_back(PointFromProto(vertex, origin, path.Element("vertices", i), checker));
  }
  checker.NotNegative(path.Field("radius_m"), polygon.radius_m(), kMaxDistanceFromOrigin_m, "m");
  if (!checker.ok()) return;
  absl::StatusOr<ConvexPolygon> shape = ConvexPolygon::Create(given, polygon.radius_m());
  if (!shape.ok()) return checker.FailInside(path, shape.status().message());
  if (origin != Vec2{}) shape = ConvexPolygon::Create(local, polygon.radius_m());
  Append(std::move(shape), "relative to the scene's origin its rounded vertices are no such polygon: ", path, checker,
         shapes);
}

std::vector<ConvexPolygon> ShapesFromProto(const google::protobuf::RepeatedPtrField<proto::Shape>& shapes, Vec2 origin,
                                           const FieldPath& path, absl::string_view name, FieldChecker& checker) {
  std::vector<ConvexPolygon> result;
  result.reserve(shapes.size());
  for (int i = 0; i < shapes.size() && checker.ok(); ++i) {
    AppendShape(shapes[i], origin, path.Element(name, i), checker, result);
  }
  return result;
}

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
