#include "collision2d/fuzz/create_fuzz.h"

#include <gmpxx.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "absl/strings/strip.h"
#include "absl/types/span.h"
#include "collision2d/fuzz/fuzz_input.h"
#include "collision2d/fuzz/require.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/tolerances.h"
#include "collision2d/geometry/vec2.h"
#include "gtest/gtest.h"

namespace collision2d {
namespace {

using ::testing::AssertionFailure;
using ::testing::AssertionResult;
using ::testing::AssertionSuccess;

constexpr int kMaxPoints = 12;

// Positive if p, q, r turn counter-clockwise. REQUIRES: finite.
int ExactTurn(Vec2 p, Vec2 q, Vec2 r) {
  const mpq_class left = (mpq_class(q.x) - p.x) * (mpq_class(r.y) - p.y);
  const mpq_class right = (mpq_class(q.y) - p.y) * (mpq_class(r.x) - p.x);
  return cmp(left, right);
}

bool IsInRange(double x) { return std::abs(x) <= kMaxCoordinate_m; }

bool AreInRange(absl::Span<const Vec2> points, double radius_m) {
  return !points.empty() && radius_m >= 0.0 && IsInRange(radius_m) &&
         std::all_of(points.begin(), points.end(), [](Vec2 p) { return IsInRange(p.x) && IsInRange(p.y); });
}

// Every vertex but its own two is strictly on the left of each edge.
bool IsStrictlyConvex(absl::Span<const Vec2> v) {
  const int n = static_cast<int>(v.size());
  if (n == 2) return v[0] != v[1];
  for (int i = 0; n > 2 && i < n; ++i) {
    const int next = (i + 1) % n;
    for (int k = 0; k < n; ++k) {
      if (k != i && k != next && ExactTurn(v[i], v[next], v[k]) <= 0) return false;
    }
  }
  return true;
}

// Refused as an invalid argument that names one of the vertices or the field.
AssertionResult NamesTheCulprit(const absl::Status& status, int vertex_count, const std::string& fields) {
  if (status.code() != absl::StatusCode::kInvalidArgument) return AssertionFailure() << status.ToString();
  absl::string_view message = status.message();
  if (absl::ConsumePrefix(&message, "vertices[")) {
    const int vertex = std::atoi(std::string(message).c_str());
    if (vertex >= 0 && vertex < vertex_count) return AssertionSuccess();
  } else if (absl::StrContains(fields, message.substr(0, message.find(':')))) {
    return AssertionSuccess();
  }
  return AssertionFailure() << "names no vertex or field: " << status.ToString();
}

// What holds for every shape.
AssertionResult IsConsistent(const ConvexPolygon& shape) {
  const absl::Span<const Vec2> v = shape.vertices();
  if (v.empty() || shape.size() != static_cast<int>(v.size())) return AssertionFailure() << "size";
  if (!AreInRange(v, shape.radius_m()) || !IsStrictlyConvex(v)) return AssertionFailure() << "not a valid ring";
  double max_coordinate_m = 0.0;
  const Aabb2 bounds = shape.Bounds();
  for (const Vec2 p : v) {
    max_coordinate_m = std::max({max_coordinate_m, std::abs(p.x), std::abs(p.y)});
    const mpq_class reach = mpq_class(shape.bounding_radius_m()) - shape.radius_m();
    const mpq_class dx = mpq_class(p.x) - shape.center().x;
    const mpq_class dy = mpq_class(p.y) - shape.center().y;
    if (reach < 0 || dx * dx + dy * dy > reach * reach) return AssertionFailure() << "outside of its bounding circle";
    if (p.x < bounds.min.x || p.x > bounds.max.x || p.y < bounds.min.y || p.y > bounds.max.y) {
      return AssertionFailure() << "outside of its bounds";
    }
  }
  if (max_coordinate_m != shape.max_coordinate_m()) return AssertionFailure() << "max_coordinate_m";
  return AssertionSuccess();
}

AssertionResult CreateIsRight(absl::Span<const Vec2> points, double radius_m) {
  const absl::StatusOr<ConvexPolygon> shape = ConvexPolygon::Create(points, radius_m);
  const bool valid = AreInRange(points, radius_m) && IsStrictlyConvex(points);
  if (shape.ok() != valid) return AssertionFailure() << "Create: " << shape.status() << ", valid: " << valid;
  if (!valid) return NamesTheCulprit(shape.status(), static_cast<int>(points.size()), "radius_m vertices");
  if (shape->vertices() != points || shape->radius_m() != radius_m) return AssertionFailure() << "Create changed them";
  return IsConsistent(*shape);
}

AssertionResult HullIsRight(absl::Span<const Vec2> points, double radius_m) {
  const absl::StatusOr<ConvexPolygon> shape = ConvexPolygon::Hull(points, radius_m);
  const bool valid = AreInRange(points, radius_m);
  if (shape.ok() != valid) return AssertionFailure() << "Hull: " << shape.status() << ", valid: " << valid;
  if (!valid) return NamesTheCulprit(shape.status(), static_cast<int>(points.size()), "radius_m vertices");
  const absl::Span<const Vec2> hull = shape->vertices();
  for (const Vec2 v : hull) {
    if (std::find(points.begin(), points.end(), v) == points.end()) return AssertionFailure() << "a corner of its own";
  }
  for (const Vec2 p : points) {
    for (size_t i = 0; hull.size() > 1 && i < hull.size(); ++i) {
      if (ExactTurn(hull[i], hull[(i + 1) % hull.size()], p) < 0) return AssertionFailure() << "a point outside";
    }
    // On a line, what is left is the order of its points.
    if (hull.size() <= 2 &&
        (internal::LexicographicallyLess(p, hull.front()) || internal::LexicographicallyLess(hull.back(), p))) {
      return AssertionFailure() << "a point beyond an end";
    }
  }
  return IsConsistent(*shape);
}

AssertionResult RectangleIsRight(double length_m, double width_m, Vec2 center) {
  const absl::StatusOr<ConvexPolygon> shape = ConvexPolygon::Rectangle(length_m, width_m, center);
  if (!shape.ok()) return NamesTheCulprit(shape.status(), 4, "length_m width_m vertices");
  if (shape->size() != 4 || !(length_m > 0.0) || !(width_m > 0.0)) return AssertionFailure() << "Rectangle";
  return IsConsistent(*shape);
}

AssertionResult PosedIsRight(const ConvexPolygon& shape, const Pose2& pose) {
  const absl::StatusOr<ConvexPolygon> posed = shape.Posed(pose);
  if (!posed.ok()) return NamesTheCulprit(posed.status(), shape.size(), "pose vertices");
  for (int i = 0; i < shape.size(); ++i) {
    if (posed->vertices()[i] != pose * shape.vertices()[i]) return AssertionFailure() << "Posed";
  }
  return IsConsistent(*posed);
}

}  // namespace

int FuzzCreate(const uint8_t* data, size_t size) {
  FuzzInput input(data, size);
  const int variant = input.Index(4);
  const CoordinateCode code = variant % 2 == 0 ? CoordinateCode::kInteger : CoordinateCode::kRaw;
  const double radius_m = variant < 2 ? 0.0 : input.Coordinate(code, 0);
  const Pose2 good_pose = input.Pose();
  std::vector<Vec2> points = input.Points(kMaxPoints);
  const Pose2 any_pose{{input.Coordinate(code, 0), input.Coordinate(code, 0)},
                       UnitRotation{input.Coordinate(code, 0), input.Coordinate(code, 0)}};
  Require(CreateIsRight(points, radius_m));
  Require(HullIsRight(points, radius_m));
  Require(RectangleIsRight(points.front().x, points.front().y, points.back()));
  if (const absl::StatusOr<ConvexPolygon> hull = ConvexPolygon::Hull(points, radius_m); hull.ok()) {
    // Its own corners are a ring that Create accepts, begun anywhere, and refuses when reversed.
    std::vector<Vec2> ring(hull->vertices().begin(), hull->vertices().end());
    std::rotate(ring.begin(), ring.begin() + input.Index(static_cast<int>(ring.size())), ring.end());
    Require(CreateIsRight(ring, radius_m));
    std::reverse(ring.begin(), ring.end());
    Require(CreateIsRight(ring, radius_m));
    Require(PosedIsRight(*hull, good_pose));
    Require(PosedIsRight(*hull, any_pose));
  }
  Require(CreateIsRight({}, radius_m));
  return 0;
}

}  // namespace collision2d
