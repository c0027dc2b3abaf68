#include "planner_adapter/scene/valid_shapes.h"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <variant>

#include "absl/container/inlined_vector.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "collision2d/geometry/convex_decomposition.h"
#include "collision2d/geometry/orientation.h"
#include "collision2d/geometry/pose2.h"

namespace collision2d::planner {
namespace {

constexpr absl::string_view kOfContour = "vertices of a contour";

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

// Appends the convex polygons that make up the polygon with these rings of the local frame, the
// outer one and then those of holes.
void AppendContour(absl::Span<const std::vector<Vec2>> rings, double radius_m, const FieldPath& path,
                   FieldChecker& checker, std::vector<ConvexPolygon>& shapes) {
  ContourCounts& counts = checker.contours();
  ++counts.contours;
  const size_t before = shapes.size();
  // The outline of a convex polygon, or one without area.
  absl::StatusOr<ConvexPolygon> convex = ConvexPolygon::FromRing(rings[0], radius_m);
  if (convex.ok() && rings.size() == 1) {
    shapes.push_back(*std::move(convex));
  } else {
    const absl::StatusOr<std::vector<ConvexPolygon>> parts = DecomposeIntoConvex(rings[0], rings.subspan(1));
    if (!parts.ok()) {
      const absl::string_view what = rings.size() == 1 ? "is no simple ring: " : "holes[k] is rings[k + 1]: ";
      return checker.Fail(path, absl::StrCat(what, parts.status().message()));
    }
    for (const ConvexPolygon& part : *parts) {
      Append(ConvexPolygon::Create(part.vertices(), radius_m), "", path, checker, shapes);
    }
  }
  counts.parts += static_cast<int64_t>(shapes.size() - before);
}

void AppendRectangle(const input::Rectangle& rectangle, Vec2 origin, const FieldPath& path, FieldChecker& checker,
                     std::vector<ConvexPolygon>& shapes) {
  checker.Positive(path.Field("length_m"), rectangle.length_m, kMaxDistanceFromOrigin_m, "m");
  checker.Positive(path.Field("width_m"), rectangle.width_m, kMaxDistanceFromOrigin_m, "m");
  const Vec2 center = ValidPoint(rectangle.center, origin, path.Field("center"), checker);
  checker.Magnitude(path.Field("yaw_rad"), rectangle.yaw_rad, kMaxYaw_rad, "rad");
  if (!checker.ok()) return;
  absl::StatusOr<ConvexPolygon> shape = ConvexPolygon::Rectangle(rectangle.length_m, rectangle.width_m);
  if (shape.ok()) shape = shape->Posed(Pose2::FromYaw(center, rectangle.yaw_rad));
  Append(std::move(shape), "its rounded corners are no rectangle: ", path, checker, shapes);
}

void AppendDisc(const input::Disc& disc, Vec2 origin, const FieldPath& path, FieldChecker& checker,
                std::vector<ConvexPolygon>& shapes) {
  const Vec2 center = ValidPoint(disc.center, origin, path.Field("center"), checker);
  checker.NotNegative(path.Field("radius_m"), disc.radius_m, kMaxDistanceFromOrigin_m, "m");
  if (!checker.ok()) return;
  Append(ConvexPolygon::Create({center}, disc.radius_m), "", path, checker, shapes);
}

void AppendShape(const input::Shape& shape, Vec2 origin, const FieldPath& path, FieldChecker& checker,
                 std::vector<ConvexPolygon>& shapes) {
  if (const auto* polygon = std::get_if<input::Polygon>(&shape)) {
    AppendPolygon(*polygon, origin, path.Field("polygon"), checker, shapes);
  } else if (const auto* rectangle = std::get_if<input::Rectangle>(&shape)) {
    AppendRectangle(*rectangle, origin, path.Field("rectangle"), checker, shapes);
  } else if (const auto* disc = std::get_if<input::Disc>(&shape)) {
    AppendDisc(*disc, origin, path.Field("disc"), checker, shapes);
  } else if (const auto* outline = std::get_if<input::Outline>(&shape)) {
    AppendOutline(*outline, origin, path.Field("outline"), checker, shapes);
  } else {
    checker.Fail(path, "empty; a polygon, a rectangle, a disc or an outline is needed");
  }
}

void CheckInterval(const Interval& interval, double limit, absl::string_view unit, const FieldPath& path,
                   FieldChecker& checker) {
  checker.Magnitude(path.Field("min"), interval.min, limit, unit);
  checker.Magnitude(path.Field("max"), interval.max, limit, unit);
  if (interval.max < interval.min) {
    checker.Fail(path.Field("max"), absl::StrCat(FormatNumber(interval.max), " ", unit, " is below min, ",
                                                 FormatNumber(interval.min), " ", unit));
  }
}

}  // namespace

void FailPoint(Vec2 point, Vec2 local, const FieldPath& path, FieldChecker& checker) {
  checker.Magnitude(path.Field("x"), point.x, kMaxCoordinate_m, "m");
  checker.Magnitude(path.Field("y"), point.y, kMaxCoordinate_m, "m");
  CheckDistanceFromOrigin(path.Field("x"), point.x, local.x, checker);
  CheckDistanceFromOrigin(path.Field("y"), point.y, local.y, checker);
}

void AppendPolygon(const input::Polygon& polygon, Vec2 origin, const FieldPath& path, FieldChecker& checker,
                   std::vector<ConvexPolygon>& shapes) {
  absl::InlinedVector<Vec2, 16> local;
  if (polygon.is_contour) {
    checker.Count(path.Field("vertices"), static_cast<double>(polygon.vertices.size()), kMaxContourVertices,
                  kOfContour);
  }
  for (size_t i = 0; i < polygon.vertices.size() && checker.ok(); ++i) {
    local.push_back(ValidPoint(polygon.vertices[i], origin, path.Element("vertices", i), checker));
  }
  checker.NotNegative(path.Field("radius_m"), polygon.radius_m, kMaxDistanceFromOrigin_m, "m");
  if (!checker.ok()) return;
  if (polygon.is_contour) return AppendContour({{local.begin(), local.end()}}, polygon.radius_m, path, checker, shapes);
  absl::StatusOr<ConvexPolygon> shape = ConvexPolygon::Create(polygon.vertices, polygon.radius_m);
  if (!shape.ok()) return checker.FailInside(path, shape.status().message());
  if (origin != Vec2{}) shape = ConvexPolygon::Create(local, polygon.radius_m);
  Append(std::move(shape), "relative to the scene's origin its rounded vertices are no such polygon: ", path, checker,
         shapes);
}

void AppendOutline(const input::Outline& outline, Vec2 origin, const FieldPath& path, FieldChecker& checker,
                   std::vector<ConvexPolygon>& shapes) {
  if (outline.rings.empty()) return checker.Fail(path.Field("rings"), "empty; the outer ring is needed");
  std::vector<std::vector<Vec2>> rings(outline.rings.size());
  size_t size = 0;
  for (size_t k = 0; k < rings.size(); ++k) {
    const FieldPath ring = path.Element("rings", k);
    size += outline.rings[k].size();
    checker.Count(ring.Field("points"), static_cast<double>(size), kMaxContourVertices, kOfContour);
    for (size_t i = 0; i < outline.rings[k].size() && checker.ok(); ++i) {
      rings[k].push_back(ValidPoint(outline.rings[k][i], origin, ring.Element("points", i), checker));
    }
  }
  checker.NotNegative(path.Field("radius_m"), outline.radius_m, kMaxDistanceFromOrigin_m, "m");
  if (checker.ok()) AppendContour(rings, outline.radius_m, path, checker, shapes);
}

std::vector<ConvexPolygon> ValidShapes(absl::Span<const input::Shape> shapes, Vec2 origin, const FieldPath& path,
                                       absl::string_view name, FieldChecker& checker) {
  std::vector<ConvexPolygon> result;
  result.reserve(shapes.size());
  for (size_t i = 0; i < shapes.size() && checker.ok(); ++i) {
    AppendShape(shapes[i], origin, path.Element(name, i), checker, result);
  }
  return result;
}

std::vector<Polytope> ValidSolids(absl::Span<const std::vector<solid::Vec3>> polytopes, Vec2 origin,
                                  const FieldPath& path, FieldChecker& checker) {
  std::vector<Polytope> solids;
  solids.reserve(polytopes.size());
  for (size_t i = 0; i < polytopes.size() && checker.ok(); ++i) {
    const FieldPath polytope = path.Element("polytopes", i);
    if (polytopes[i].empty()) checker.Fail(polytope.Field("vertices"), "empty; at least one vertex is needed");
    std::vector<solid::Vec3> points;
    points.reserve(polytopes[i].size());
    for (size_t k = 0; k < polytopes[i].size() && checker.ok(); ++k) {
      const solid::Vec3 vertex = polytopes[i][k];
      const FieldPath element = polytope.Element("vertices", k);
      const Vec2 plan = ValidPoint({vertex.x, vertex.y}, origin, element, checker);
      checker.Magnitude(element.Field("z"), vertex.z, kMaxDistanceFromOrigin_m, "m");
      points.push_back({plan.x, plan.y, vertex.z});
    }
    if (!checker.ok()) return solids;
    absl::StatusOr<Polytope> hull = Polytope::FromPoints(points);
    if (!hull.ok()) {
      checker.Fail(polytope, hull.status().message());
    } else {
      solids.push_back(*std::move(hull));
    }
  }
  return solids;
}

void MovePolyline(Vec2 origin, const FieldPath& path, absl::string_view name, FieldChecker& checker,
                  std::vector<Vec2>& points) {
  if (points.size() == 1) checker.Fail(path.Field(name), "one point; none or at least two are needed");
  for (size_t i = 0; i < points.size() && checker.ok(); ++i) {
    const FieldPath element = path.Element(name, i);
    const Vec2 given = points[i];
    points[i] = ValidPoint(given, origin, element, checker);
    if (i > 0 && points[i] == points[i - 1]) {
      checker.Fail(element, absl::StrCat("(", FormatNumber(given.x), ", ", FormatNumber(given.y), ") repeats ", name,
                                         "[", i - 1, "]"));
    }
  }
}

void MoveRoadLines(Vec2 origin, const FieldPath& path, absl::string_view name, FieldChecker& checker,
                   std::vector<RoadLine>& lines) {
  for (size_t i = 0; i < lines.size() && checker.ok(); ++i) {
    const FieldPath element = path.Element(name, i);
    checker.Name(element.Field("id"), lines[i].id);
    if (lines[i].points.size() < 2) {
      checker.Fail(element.Field("points"), absl::StrCat(lines[i].points.size(), " points; at least 2 are needed"));
    }
    MovePolyline(origin, element, "points", checker, lines[i].points);
  }
}

void CheckGoalIntervals(const std::optional<Interval>& time_s, const std::optional<Interval>& yaw_rad,
                        const std::optional<Interval>& speed_mps, const FieldPath& path, FieldChecker& checker) {
  if (time_s.has_value()) CheckInterval(*time_s, kMaxTime_s, "s", path.Field("time_s"), checker);
  if (yaw_rad.has_value()) {
    const FieldPath yaw = path.Field("yaw_rad");
    CheckInterval(*yaw_rad, kMaxYaw_rad, "rad", yaw, checker);
    if (yaw_rad->max - yaw_rad->min > kMaxYawSpan_rad) {
      checker.Fail(yaw, absl::StrCat("from ", FormatNumber(yaw_rad->min), " rad to ", FormatNumber(yaw_rad->max),
                                     " rad is more than a full turn"));
    }
  }
  if (speed_mps.has_value()) CheckInterval(*speed_mps, kMaxSpeed_mps, "m/s", path.Field("speed_mps"), checker);
}

Goal ValidGoal(const input::Goal& goal, Vec2 origin, const FieldPath& path, FieldChecker& checker) {
  if (!goal.time_s.has_value() && goal.area.empty() && !goal.yaw_rad.has_value() && !goal.speed_mps.has_value()) {
    checker.Fail(path, "empty; a time, an area, a heading or a speed is needed");
  }
  CheckGoalIntervals(goal.time_s, goal.yaw_rad, goal.speed_mps, path, checker);
  std::vector<ConvexPolygon> area = ValidShapes(goal.area, origin, path, "area", checker);
  return {goal.time_s, std::move(area), goal.yaw_rad, goal.speed_mps};
}

}  // namespace collision2d::planner
