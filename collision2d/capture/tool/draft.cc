#include "collision2d/capture/tool/draft.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_format.h"
#include "collision2d/geometry/convex_polygon.h"

namespace collision2d {
namespace {

std::vector<Draft::Shape> ShapesOf(const std::vector<ConvexPolygon>& polygons) {
  std::vector<Draft::Shape> shapes;
  for (const ConvexPolygon& polygon : polygons) {
    shapes.push_back({{polygon.vertices().begin(), polygon.vertices().end()}, polygon.radius_m()});
  }
  return shapes;
}

absl::Status AddPolygons(const std::vector<Draft::Shape>& shapes, std::vector<ConvexPolygon>* polygons) {
  for (const Draft::Shape& shape : shapes) {
    absl::StatusOr<ConvexPolygon> polygon = ConvexPolygon::Create(shape.vertices, shape.radius_m);
    if (!polygon.ok()) return polygon.status();
    polygons->push_back(*std::move(polygon));
  }
  return absl::OkStatus();
}

// The digits of 0x1.8p+3 between the point and the p.
int HexDigitsOf(double x) {
  const std::string text = absl::StrFormat("%a", x);
  const size_t point = text.find('.');
  return point == std::string::npos ? 1 : 1 + static_cast<int>(text.find('p') - point - 1);
}

int DecimalDigitsOf(double x) {
  for (int digits = 1; digits < 17; ++digits) {
    double read;
    if (absl::SimpleAtod(absl::StrFormat("%.*e", digits - 1, x), &read) && read == x) return digits;
  }
  return 17;
}

}  // namespace

Draft DraftOf(const CapturedQuery& query) {
  return {query.kind, ShapesOf(query.body), ShapesOf(query.obstacles), query.poses, query.numbers};
}

absl::StatusOr<CapturedQuery> QueryOf(const Draft& draft) {
  CapturedQuery query = {draft.kind, {}, {}, draft.poses, draft.numbers};
  absl::Status status = AddPolygons(draft.body, &query.body);
  if (status.ok()) status = AddPolygons(draft.obstacles, &query.obstacles);
  if (status.ok()) status = CheckForm(query);
  if (status.ok()) status = CheckArguments(query);
  if (!status.ok()) return status;
  return query;
}

int DigitsOf(double x) {
  if (!std::isfinite(x)) return 20;
  return x == 0.0 ? 0 : std::min(HexDigitsOf(x), DecimalDigitsOf(x));
}

std::string DecimalText(double x) {
  // With 15 digits, which every double has, the notation of 640 is not 6.4e+02.
  return absl::StrFormat("%.*g", std::max(DecimalDigitsOf(x), 15), x);
}

DraftCost CostOf(const Draft& draft) {
  size_t vertices = 0;
  int digits = 0;
  for (const auto* shapes : {&draft.body, &draft.obstacles}) {
    for (const Draft::Shape& shape : *shapes) {
      vertices += shape.vertices.size();
      digits += DigitsOf(shape.radius_m);
      for (const Vec2 v : shape.vertices) digits += DigitsOf(v.x) + DigitsOf(v.y);
    }
  }
  for (const Pose2& pose : draft.poses) {
    digits += DigitsOf(pose.translation.x) + DigitsOf(pose.translation.y) + DigitsOf(pose.cos) + DigitsOf(pose.sin);
  }
  for (const double number : draft.numbers) digits += DigitsOf(number);
  return {draft.body.size() + draft.obstacles.size(), vertices, draft.poses.size(), digits};
}

}  // namespace collision2d
