#include "planner_adapter/importers/commonroad_shapes.h"

#include "absl/strings/string_view.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/vec2.h"
#include "planner_adapter/importers/shape_placement.h"
#include "planner_adapter/importers/xml_reader.h"

namespace collision2d::planner {
namespace {

// The child `center`; the origin if there is none.
absl::StatusOr<Vec2> ReadCenter(pugi::xml_node element) {
  const pugi::xml_node center = element.child("center");
  if (!center) return Vec2{};
  return ReadPoint(center);
}

absl::Status AppendRectangle(pugi::xml_node element, std::vector<proto::Shape>& shapes) {
  const absl::StatusOr<double> length_m = ReadPositiveMeters(element, "length");
  if (!length_m.ok()) return length_m.status();
  const absl::StatusOr<double> width_m = ReadPositiveMeters(element, "width");
  if (!width_m.ok()) return width_m.status();
  const absl::StatusOr<Vec2> center = ReadCenter(element);
  if (!center.ok()) return center.status();
  double yaw_rad = 0.0;
  if (const pugi::xml_node orientation = element.child("orientation"); orientation) {
    const absl::StatusOr<double> value = ReadNumber(orientation);
    if (!value.ok()) return value.status();
    yaw_rad = *value;
  }
  absl::StatusOr<proto::Shape> shape = MakeRectangle(*length_m, *width_m, *center, yaw_rad);
  if (!shape.ok()) return ElementError(element, shape.status().message());
  shapes.push_back(*std::move(shape));
  return absl::OkStatus();
}

absl::Status AppendCircle(pugi::xml_node element, std::vector<proto::Shape>& shapes) {
  const absl::StatusOr<double> radius_m = ReadPositiveMeters(element, "radius");
  if (!radius_m.ok()) return radius_m.status();
  const absl::StatusOr<Vec2> center = ReadCenter(element);
  if (!center.ok()) return center.status();
  const absl::StatusOr<ConvexPolygon> disc = ConvexPolygon::Create({*center}, *radius_m);
  if (!disc.ok()) return ElementError(element, disc.status().message());
  shapes.push_back(ToShape(*disc));
  return absl::OkStatus();
}

absl::Status AppendPolygon(pugi::xml_node element, PolygonRepairs& repairs, std::vector<proto::Shape>& shapes) {
  std::vector<Vec2> vertices;
  for (const pugi::xml_node child : element.children("point")) {
    const absl::StatusOr<Vec2> point = ReadPoint(child);
    if (!point.ok()) return point.status();
    vertices.push_back(*point);
  }
  if (vertices.empty()) return ElementError(element, "element point is missing");
  const absl::StatusOr<std::vector<ConvexPolygon>> parts = RepairPolygon(vertices, repairs);
  if (!parts.ok()) return ElementError(element, parts.status().message());
  for (const ConvexPolygon& part : *parts) shapes.push_back(ToShape(part));
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<std::vector<proto::Shape>> ReadShapes(pugi::xml_node element, PolygonRepairs& repairs) {
  std::vector<proto::Shape> shapes;
  for (const pugi::xml_node child : element.children()) {
    const absl::string_view name = child.name();
    absl::Status status;
    if (name == "rectangle") status = AppendRectangle(child, shapes);
    if (name == "circle") status = AppendCircle(child, shapes);
    if (name == "polygon") status = AppendPolygon(child, repairs, shapes);
    if (!status.ok()) return status;
  }
  if (shapes.empty()) return ElementError(element, "element rectangle, circle or polygon is missing");
  return shapes;
}

}  // namespace collision2d::planner
