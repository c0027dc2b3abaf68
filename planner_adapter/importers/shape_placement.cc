#include "planner_adapter/importers/shape_placement.h"

#include <algorithm>
#include <cmath>

#include "absl/status/status.h"
#include "collision2d/geometry/aabb2.h"
#include "collision2d/geometry/pose2.h"

namespace collision2d::planner {
namespace {

Vec2 ToVec2(const proto::Point& point) { return {point.x(), point.y()}; }

void SetPoint(Vec2 p, proto::Point* point) {
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

// Appends points whose hull covers `p` rotated by every angle of the interval: each arc's ends and the intersection of
// its end tangents.
void AppendTurned(Vec2 p, Interval yaw_rad, std::vector<Vec2>& points) {
  constexpr double kMaxPiece_rad = M_PI / 4.0;
  const double range = std::min(yaw_rad.high - yaw_rad.low, 2.0 * M_PI);
  const int pieces = std::max(1, static_cast<int>(std::ceil(range / kMaxPiece_rad)));
  const double piece = range / pieces;
  for (int i = 0; i <= pieces; ++i) {
    points.push_back(Pose2::FromYaw({}, yaw_rad.low + i * piece).Rotate(p));
    if (i == pieces || range == 0.0) break;
    points.push_back(1.0 / std::cos(0.5 * piece) * Pose2::FromYaw({}, yaw_rad.low + (i + 0.5) * piece).Rotate(p));
  }
}

}  // namespace

absl::StatusOr<ConvexPolygon> OutlineOf(const proto::Shape& shape) {
  if (shape.has_disc()) return ConvexPolygon::Create({ToVec2(shape.disc().center())}, shape.disc().radius_m());
  if (shape.has_rectangle()) {
    const proto::Rectangle& rectangle = shape.rectangle();
    const absl::StatusOr<ConvexPolygon> body = ConvexPolygon::Rectangle(rectangle.length_m(), rectangle.width_m());
    if (!body.ok()) return body.status();
    return body->Posed(Pose2::FromYaw(ToVec2(rectangle.center()), rectangle.yaw_rad()));
  }
  std::vector<Vec2> vertices;
  for (const proto::Point& vertex : shape.polygon().vertices()) vertices.push_back(ToVec2(vertex));
  return ConvexPolygon::Create(vertices, shape.polygon().radius_m());
}

proto::Shape ToShape(const ConvexPolygon& polygon) {
  proto::Shape shape;
  if (polygon.size() == 1 && polygon.radius_m() > 0.0) {
    SetPoint(polygon.vertices()[0], shape.mutable_disc()->mutable_center());
    shape.mutable_disc()->set_radius_m(polygon.radius_m());
    return shape;
  }
  for (const Vec2 v : polygon.vertices()) SetPoint(v, shape.mutable_polygon()->add_vertices());
  shape.mutable_polygon()->set_radius_m(polygon.radius_m());
  return shape;
}

absl::StatusOr<proto::Shape> MakeRectangle(double length_m, double width_m, Vec2 center, double yaw_rad) {
  proto::Shape shape;
  shape.mutable_rectangle()->set_length_m(length_m);
  shape.mutable_rectangle()->set_width_m(width_m);
  SetPoint(center, shape.mutable_rectangle()->mutable_center());
  shape.mutable_rectangle()->set_yaw_rad(yaw_rad);
  if (OutlineOf(shape).ok()) return shape;
  const Pose2 pose = Pose2::FromYaw(center, yaw_rad);
  const Vec2 half = {0.5 * length_m, 0.5 * width_m};
  std::vector<Vec2> corners;
  for (const Vec2 corner : CornersOf({-half, half})) corners.push_back(pose * corner);
  const absl::StatusOr<ConvexPolygon> hull = ConvexPolygon::Hull(corners);
  if (!hull.ok()) return hull.status();
  return ToShape(*hull);
}

absl::StatusOr<proto::Shape> PlaceShape(const proto::Shape& body, Vec2 position, double yaw_rad) {
  const Pose2 pose = Pose2::FromYaw(position, yaw_rad);
  if (body.has_rectangle()) {
    const proto::Rectangle& rectangle = body.rectangle();
    return MakeRectangle(rectangle.length_m(), rectangle.width_m(), pose * ToVec2(rectangle.center()),
                         rectangle.yaw_rad() + yaw_rad);
  }
  const absl::StatusOr<ConvexPolygon> outline = OutlineOf(body);
  if (!outline.ok()) return outline.status();
  const absl::StatusOr<ConvexPolygon> posed = PosedOrHull(*outline, pose);
  if (!posed.ok()) return posed.status();
  return ToShape(*posed);
}

absl::StatusOr<PlacementSet> PositionsIn(absl::Span<const proto::Shape> shapes) {
  PlacementSet set;
  for (const proto::Shape& shape : shapes) {
    const absl::StatusOr<ConvexPolygon> outline = OutlineOf(shape);
    if (!outline.ok()) return outline.status();
    if (shapes.size() == 1) set.radius_m = outline->radius_m();
    const std::vector<Vec2> box = CornersOf(outline->Bounds());
    if (shapes.size() > 1 && outline->radius_m() > 0.0) {
      set.positions.insert(set.positions.end(), box.begin(), box.end());
    } else {
      set.positions.insert(set.positions.end(), outline->vertices().begin(), outline->vertices().end());
    }
  }
  const absl::StatusOr<ConvexPolygon> hull = ConvexPolygon::Hull(set.positions);
  if (!hull.ok()) return hull.status();
  set.positions.assign(hull->vertices().begin(), hull->vertices().end());
  if (hull->size() > kMaxPositionCorners) set.positions = CornersOf(hull->Bounds());
  return set;
}

absl::StatusOr<proto::Shape> CoverPlacements(const proto::Shape& body, const PlacementSet& set) {
  const absl::StatusOr<ConvexPolygon> outline = OutlineOf(body);
  if (!outline.ok()) return outline.status();
  std::vector<Vec2> turned;
  for (const Vec2 v : outline->vertices()) AppendTurned(v, set.yaw_rad, turned);
  std::vector<Vec2> points;
  points.reserve(turned.size() * set.positions.size());
  for (const Vec2 t : turned) {
    for (const Vec2 p : set.positions) points.push_back(p + t);
  }
  const absl::StatusOr<ConvexPolygon> hull = ConvexPolygon::Hull(points, outline->radius_m() + set.radius_m);
  if (!hull.ok()) return hull.status();
  return ToShape(*hull);
}

}  // namespace collision2d::planner
