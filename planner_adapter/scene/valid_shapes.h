#pragma once

#include <cmath>
#include <optional>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/tolerances.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/solid/geometry/vec3.h"
#include "planner_adapter/scene/field_checker.h"
#include "planner_adapter/scene/scene.h"
#include "planner_adapter/scene/scene_input.h"
#include "planner_adapter/scene/scene_limits.h"

// Points, lines, plane shapes, polytopes and goals of a scene's input, validated and moved into a
// local frame.

namespace collision2d::planner {

// The functions below validate part of the input, found at `path`. Errors go to `checker`; the
// result is then meaningless. Results are in a frame whose origin is at `origin` (m) in the frame
// of the input; pass {0, 0} for body frames. Each function is O(size), that of solids O(n log n).

// Reports what is wrong with a point of which ValidPoint has found that something is.
void FailPoint(Vec2 point, Vec2 local, const FieldPath& path, FieldChecker& checker);

// Returns point - origin. Both coordinates are checked against kMaxCoordinate_m as given, so that
// messages show the value in the file; the result is then checked against kMaxDistanceFromOrigin_m.
// Inline, since scenes have many points.
inline Vec2 ValidPoint(Vec2 point, Vec2 origin, const FieldPath& path, FieldChecker& checker) {
  const Vec2 local = point - origin;
  const auto is_valid = [](double given, double moved) {
    return std::abs(given) <= kMaxCoordinate_m && std::abs(moved) <= kMaxDistanceFromOrigin_m;
  };
  if (!is_valid(point.x, local.x) || !is_valid(point.y, local.y)) FailPoint(point, local, path, checker);
  return local;
}

// Appends the polygon to `shapes`. It must be valid as given (ConvexPolygon::Create, exact) and
// must remain valid after the origin is subtracted, which rounds vertices that are much closer to
// {0, 0} than to the origin.
void AppendPolygon(const input::Polygon& polygon, Vec2 origin, const FieldPath& path, FieldChecker& checker,
                   std::vector<ConvexPolygon>& shapes);

// Appends the convex polygons that make up the outline.
void AppendOutline(const input::Outline& outline, Vec2 origin, const FieldPath& path, FieldChecker& checker,
                   std::vector<ConvexPolygon>& shapes);

// Returns the elements of the field `name` of what is at `path`, in order.
std::vector<ConvexPolygon> ValidShapes(absl::Span<const input::Shape> shapes, Vec2 origin, const FieldPath& path,
                                       absl::string_view name, FieldChecker& checker);

// Returns the field `polytopes` of what is at `path`, in order. Heights are within
// kMaxDistanceFromOrigin_m.
std::vector<Polytope> ValidSolids(absl::Span<const std::vector<solid::Vec3>> polytopes, Vec2 origin,
                                  const FieldPath& path, FieldChecker& checker);

// Moves the points, the field `name` of what is at `path`. One point alone is an error, and so is a
// point that equals the one before it after the origin is subtracted.
void MovePolyline(Vec2 origin, const FieldPath& path, absl::string_view name, FieldChecker& checker,
                  std::vector<Vec2>& points);

// Moves the lines, as above. One without id or with fewer than two points is an error.
void MoveRoadLines(Vec2 origin, const FieldPath& path, absl::string_view name, FieldChecker& checker,
                   std::vector<RoadLine>& lines);

// Errors: as ValidGoal, of intervals.
void CheckGoalIntervals(const std::optional<Interval>& time_s, const std::optional<Interval>& yaw_rad,
                        const std::optional<Interval>& speed_mps, const FieldPath& path, FieldChecker& checker);

// Returns the goal at `path`. Errors: an interval whose ends are not finite, beyond scene_limits.h
// or in the wrong order; headings over more than a full turn; a goal that every state reaches,
// since nothing is set.
Goal ValidGoal(const input::Goal& goal, Vec2 origin, const FieldPath& path, FieldChecker& checker);

}  // namespace collision2d::planner
