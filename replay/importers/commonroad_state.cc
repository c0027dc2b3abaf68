#include "replay/importers/commonroad_state.h"

#include <algorithm>
#include <cmath>

#include "absl/status/status.h"
#include "absl/strings/str_format.h"
#include "absl/strings/string_view.h"
#include "collision2d/geometry/pose2.h"

namespace collision2d::planner {
namespace {

Vec2 ToVec2(const v1::Point& point) { return {point.x(), point.y()}; }

void SetPoint(Vec2 p, v1::Point* point) {
  point->set_x(p.x);
  point->set_y(p.y);
}

std::vector<Vec2> CornersOf(const Aabb2& box) {
  return {box.min, {box.max.x, box.min.y}, box.max, {box.min.x, box.max.y}};
}

// Returns the posed polygon, or the hull if rounding has destroyed its corners.
absl::StatusOr<ConvexPolygon> PosedOrHull(const ConvexPolygon& body, const Pose2& pose) {
  absl::StatusOr<ConvexPolygon> posed = body.Posed(pose);
  if (posed.ok()) return posed;
  std::vector<Vec2> points;
  for (const Vec2 v : body.vertices()) points.push_back(pose * v);
  return ConvexPolygon::Hull(points, body.radius_m());
}

// Appends points whose hull covers `p` rotated by every angle of the interval: each arc's ends and
// the intersection of its end tangents.
void AppendTurned(Vec2 p, UncertainNumber yaw_rad, std::vector<Vec2>& points) {
  constexpr double kMaxPiece_rad = M_PI / 4.0;
  const double range = std::min(yaw_rad.high - yaw_rad.low, 2.0 * M_PI);
  const int pieces = std::max(1, static_cast<int>(std::ceil(range / kMaxPiece_rad)));
  const double piece = range / pieces;
  for (int i = 0;; ++i) {
    points.push_back(Pose2::FromYaw({}, yaw_rad.low + i * piece).Rotate(p));
    if (i == pieces || range == 0.0) break;
    points.push_back(1.0 / std::cos(0.5 * piece) * Pose2::FromYaw({}, yaw_rad.low + (i + 0.5) * piece).Rotate(p));
  }
}

// The child `center`; the origin if there is none.
absl::StatusOr<Vec2> ReadCenter(XmlElement element) {
  const XmlElement center = element.child("center");
  if (!center) return Vec2{};
  return ReadPoint(center);
}

absl::Status AppendRectangle(XmlElement element, std::vector<v1::Shape>& shapes) {
  ASSIGN_OR_RETURN(const double length_m, ReadPositiveMeters(element, "length"));
  ASSIGN_OR_RETURN(const double width_m, ReadPositiveMeters(element, "width"));
  ASSIGN_OR_RETURN(const Vec2 center, ReadCenter(element));
  double yaw_rad = 0.0;
  if (const XmlElement orientation = element.child("orientation"); orientation) {
    ASSIGN_OR_RETURN(yaw_rad, ReadNumber(orientation));
  }
  absl::StatusOr<v1::Shape> shape = MakeRectangle(length_m, width_m, center, yaw_rad);
  if (!shape.ok()) return ElementError(element, shape.status().message());
  shapes.push_back(*std::move(shape));
  return absl::OkStatus();
}

absl::Status AppendCircle(XmlElement element, std::vector<v1::Shape>& shapes) {
  ASSIGN_OR_RETURN(const double radius_m, ReadPositiveMeters(element, "radius"));
  ASSIGN_OR_RETURN(const Vec2 center, ReadCenter(element));
  const absl::StatusOr<ConvexPolygon> disc = ConvexPolygon::Create({center}, radius_m);
  if (!disc.ok()) return ElementError(element, disc.status().message());
  shapes.push_back(ToShape(*disc));
  return absl::OkStatus();
}

absl::Status AppendPolygon(XmlElement element, PolygonRepairs& repairs, std::vector<v1::Shape>& shapes) {
  std::vector<Vec2> vertices;
  for (const XmlElement& child : element.children({"point"})) {
    ASSIGN_OR_RETURN(const Vec2 point, ReadPoint(child));
    vertices.push_back(point);
  }
  if (vertices.empty()) return ElementError(element, "element point is missing");
  const absl::StatusOr<std::vector<ConvexPolygon>> parts = RepairPolygon(vertices, repairs);
  if (!parts.ok()) return ElementError(element, parts.status().message());
  for (const ConvexPolygon& part : *parts) shapes.push_back(ToShape(part));
  return absl::OkStatus();
}

absl::StatusOr<PlacementSet> ReadPositions(XmlElement position, PolygonRepairs& repairs) {
  if (const XmlElement point = position.child("point"); point) {
    ASSIGN_OR_RETURN(const Vec2 exact, ReadPoint(point));
    return PlacementSet{{exact}, 0.0, {}};
  }
  if (position.child("lanelet")) {
    return ElementError(position, "a lanelet as the position of a state is not supported");
  }
  ASSIGN_OR_RETURN(const std::vector<v1::Shape> shapes, ReadShapes(position, repairs));
  absl::StatusOr<PlacementSet> set = PositionsIn(shapes);
  if (!set.ok()) return ElementError(position, set.status().message());
  return set;
}

// The child's value; unset if there is no such child.
absl::StatusOr<std::optional<UncertainNumber>> ReadOptionalUncertainNumber(XmlElement element, const char* name) {
  const XmlElement child = element.child(name);
  if (!child) return std::optional<UncertainNumber>();
  ASSIGN_OR_RETURN(const UncertainNumber value, ReadUncertainNumber(child));
  return std::optional<UncertainNumber>(value);
}

// Sets the orientation of a state whose velocity is set.
absl::Status ReadOrientation(XmlElement element, ImportedState& state) {
  if (const XmlElement orientation = element.child("orientation"); orientation) {
    ASSIGN_OR_RETURN(state.placement.yaw_rad, ReadUncertainNumber(orientation));
    return absl::OkStatus();
  }
  ASSIGN_OR_RETURN(const std::optional<UncertainNumber> along_y, ReadOptionalUncertainNumber(element, "velocityY"));
  const std::optional<UncertainNumber>& along_x = state.velocity_mps;
  if (along_y.has_value() && along_x.has_value() && along_y->exact() && along_x->exact()) {
    const double yaw_rad = std::atan2(along_y->low, along_x->low);
    const double speed_mps = std::hypot(along_x->low, along_y->low);
    state.placement.yaw_rad = {yaw_rad, yaw_rad};
    state.velocity_mps = UncertainNumber{speed_mps, speed_mps};
    state.orientation = ImportedState::Orientation::kFromVelocities;
    return absl::OkStatus();
  }
  if (absl::string_view(element.name()) != "initialState") {
    return ElementError(element, "element orientation is missing");
  }
  state.orientation = ImportedState::Orientation::kAssumed;
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<ConvexPolygon> OutlineOf(const v1::Shape& shape) {
  if (shape.has_disc()) return ConvexPolygon::Create({ToVec2(shape.disc().center())}, shape.disc().radius_m());
  if (shape.has_rectangle()) {
    const v1::Rectangle& rectangle = shape.rectangle();
    ASSIGN_OR_RETURN(const ConvexPolygon body, ConvexPolygon::Rectangle(rectangle.length_m(), rectangle.width_m()));
    return body.Posed(Pose2::FromYaw(ToVec2(rectangle.center()), rectangle.yaw_rad()));
  }
  std::vector<Vec2> vertices;
  for (const v1::Point& vertex : shape.polygon().vertices()) vertices.push_back(ToVec2(vertex));
  return ConvexPolygon::Create(vertices, shape.polygon().radius_m());
}

v1::Shape ToShape(const ConvexPolygon& polygon) {
  v1::Shape shape;
  if (polygon.size() == 1 && polygon.radius_m() > 0.0) {
    SetPoint(polygon.vertices()[0], shape.mutable_disc()->mutable_center());
    shape.mutable_disc()->set_radius_m(polygon.radius_m());
    return shape;
  }
  for (const Vec2 v : polygon.vertices()) SetPoint(v, shape.mutable_polygon()->add_vertices());
  shape.mutable_polygon()->set_radius_m(polygon.radius_m());
  return shape;
}

absl::StatusOr<v1::Shape> MakeRectangle(double length_m, double width_m, Vec2 center, double yaw_rad) {
  v1::Shape shape;
  shape.mutable_rectangle()->set_length_m(length_m);
  shape.mutable_rectangle()->set_width_m(width_m);
  SetPoint(center, shape.mutable_rectangle()->mutable_center());
  shape.mutable_rectangle()->set_yaw_rad(yaw_rad);
  if (OutlineOf(shape).ok()) return shape;
  const Pose2 pose = Pose2::FromYaw(center, yaw_rad);
  const Vec2 half = {0.5 * length_m, 0.5 * width_m};
  std::vector<Vec2> corners;
  for (const Vec2 corner : CornersOf({-half, half})) corners.push_back(pose * corner);
  ASSIGN_OR_RETURN(const ConvexPolygon hull, ConvexPolygon::Hull(corners));
  return ToShape(hull);
}

absl::StatusOr<v1::Shape> PlaceShape(const v1::Shape& body, Vec2 position, double yaw_rad) {
  const Pose2 pose = Pose2::FromYaw(position, yaw_rad);
  if (body.has_rectangle()) {
    const v1::Rectangle& rectangle = body.rectangle();
    return MakeRectangle(rectangle.length_m(), rectangle.width_m(), pose * ToVec2(rectangle.center()),
                         rectangle.yaw_rad() + yaw_rad);
  }
  ASSIGN_OR_RETURN(const ConvexPolygon outline, OutlineOf(body));
  ASSIGN_OR_RETURN(const ConvexPolygon posed, PosedOrHull(outline, pose));
  return ToShape(posed);
}

absl::StatusOr<PlacementSet> PositionsIn(absl::Span<const v1::Shape> shapes) {
  PlacementSet set;
  for (const v1::Shape& shape : shapes) {
    ASSIGN_OR_RETURN(const ConvexPolygon outline, OutlineOf(shape));
    if (shapes.size() == 1) set.radius_m = outline.radius_m();
    const std::vector<Vec2> box = CornersOf(outline.Bounds());
    if (shapes.size() > 1 && outline.radius_m() > 0.0) {
      set.positions.insert(set.positions.end(), box.begin(), box.end());
    } else {
      set.positions.insert(set.positions.end(), outline.vertices().begin(), outline.vertices().end());
    }
  }
  ASSIGN_OR_RETURN(const ConvexPolygon hull, ConvexPolygon::Hull(set.positions));
  set.positions.assign(hull.vertices().begin(), hull.vertices().end());
  if (hull.size() > kMaxPositionCorners) set.positions = CornersOf(hull.Bounds());
  return set;
}

absl::StatusOr<v1::Shape> CoverPlacements(const v1::Shape& body, const PlacementSet& set) {
  ASSIGN_OR_RETURN(const ConvexPolygon outline, OutlineOf(body));
  std::vector<Vec2> turned;
  for (const Vec2 v : outline.vertices()) AppendTurned(v, set.yaw_rad, turned);
  std::vector<Vec2> points;
  points.reserve(turned.size() * set.positions.size());
  for (const Vec2 t : turned) {
    for (const Vec2 p : set.positions) points.push_back(p + t);
  }
  ASSIGN_OR_RETURN(const ConvexPolygon hull, ConvexPolygon::Hull(points, outline.radius_m() + set.radius_m));
  return ToShape(hull);
}

absl::StatusOr<std::vector<v1::Shape>> ReadShapes(XmlElement element, PolygonRepairs& repairs) {
  std::vector<v1::Shape> shapes;
  for (const XmlElement& child : element.children({"rectangle", "circle", "polygon"})) {
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

absl::StatusOr<StepRange> ReadStepRange(XmlElement time) {
  ASSIGN_OR_RETURN(const UncertainNumber steps, ReadUncertainNumber(time));
  for (const double step : {steps.low, steps.high}) {
    if (step != std::floor(step)) return ElementError(time, absl::StrFormat("%.17g is not a whole time step", step));
    if (std::abs(step) > kMaxTimeStep) {
      return ElementError(time, absl::StrFormat("time step %.17g is beyond the limit of %g", step, kMaxTimeStep));
    }
  }
  return StepRange{static_cast<int64_t>(steps.low), static_cast<int64_t>(steps.high)};
}

absl::StatusOr<ImportedState> ReadState(XmlElement element, PolygonRepairs& repairs) {
  ImportedState state;
  ASSIGN_OR_RETURN(const XmlElement time, RequiredChild(element, "time"));
  ASSIGN_OR_RETURN(state.steps, ReadStepRange(time));

  ASSIGN_OR_RETURN(const XmlElement position, RequiredChild(element, "position"));
  ASSIGN_OR_RETURN(state.placement, ReadPositions(position, repairs));
  Aabb2 box;
  for (const Vec2 corner : state.placement.positions) box.Extend(corner);
  state.center = state.placement.positions.size() == 1 ? state.placement.positions[0] : box.center();

  ASSIGN_OR_RETURN(state.velocity_mps, ReadOptionalUncertainNumber(element, "velocity"));
  ASSIGN_OR_RETURN(state.acceleration_mps2, ReadOptionalUncertainNumber(element, "acceleration"));
  if (absl::Status status = ReadOrientation(element, state); !status.ok()) return status;
  return state;
}

}  // namespace collision2d::planner
