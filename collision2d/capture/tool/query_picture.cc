#include "collision2d/capture/tool/query_picture.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "collision2d/capture/query_kind.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"

namespace collision2d {
namespace {

constexpr double kPixels = 640.0;
constexpr double kMarginPixels = 40.0;
constexpr char kBlue[] = "#1f77b4";
constexpr char kOrange[] = "#ff7f0e";

struct DrawnShape {
  const ConvexPolygon* shape;
  Pose2 pose;
  const char* color;
};

std::vector<DrawnShape> DrawnShapesOf(const CapturedQuery& query) {
  if (IsMotion(query.kind)) {
    return {{&query.a, query.poses[0], kBlue},
            {&query.a, query.poses[1], kBlue},
            {&query.b, query.poses[2], kOrange},
            {&query.b, query.poses[3], kOrange}};
  }
  const bool is_posed = !query.poses.empty() && IsFinite(query.poses[0]);
  return {{&query.a, Pose2{}, kBlue}, {&query.b, is_posed ? query.poses[0] : Pose2{}, kOrange}};
}

// From metres to pixels.
class Canvas {
 public:
  explicit Canvas(const std::vector<DrawnShape>& drawn) {
    for (const DrawnShape& of : drawn) {
      for (const Vec2 v : of.shape->vertices()) {
        const Vec2 p = of.pose * v;
        const double radius_m = of.shape->radius_m();
        low_ = {std::min(low_.x, p.x - radius_m), std::min(low_.y, p.y - radius_m)};
        high_ = {std::max(high_.x, p.x + radius_m), std::max(high_.y, p.y + radius_m)};
      }
    }
    const double extent_m = std::max(high_.x - low_.x, high_.y - low_.y);
    scale_ = extent_m > 0.0 && extent_m < HUGE_VAL ? (kPixels - 2.0 * kMarginPixels) / extent_m : 1.0;
  }

  Vec2 Pixels(Vec2 p) const {
    return {kMarginPixels + (p.x - low_.x) * scale_, kMarginPixels + (high_.y - p.y) * scale_};
  }
  double Pixels(double length_m) const { return length_m * scale_; }
  double width() const { return 2.0 * kMarginPixels + Pixels(std::max(high_.x - low_.x, 0.0)); }
  double height() const { return 2.0 * kMarginPixels + Pixels(std::max(high_.y - low_.y, 0.0)); }

 private:
  Vec2 low_{HUGE_VAL, HUGE_VAL};
  Vec2 high_{-HUGE_VAL, -HUGE_VAL};
  double scale_;
};

std::string ShapePicture(const DrawnShape& of, const Canvas& canvas) {
  std::string points;
  std::string dots;
  for (const Vec2 v : of.shape->vertices()) {
    const Vec2 p = canvas.Pixels(of.pose * v);
    absl::StrAppend(&points, points.empty() ? "" : " ", absl::StrFormat("%.2f,%.2f", p.x, p.y));
    absl::StrAppend(&dots, absl::StrFormat("<circle cx=\"%.2f\" cy=\"%.2f\" r=\"3\" fill=\"%s\"><title>%.17g, %.17g"
                                           "</title></circle>\n",
                                           p.x, p.y, of.color, v.x, v.y));
  }
  if (of.shape->size() == 1) {
    const Vec2 p = canvas.Pixels(of.pose * of.shape->vertices()[0]);
    return absl::StrFormat("<circle cx=\"%.2f\" cy=\"%.2f\" r=\"%.2f\" fill=\"%s\" opacity=\"0.4\"/>\n%s", p.x, p.y,
                           canvas.Pixels(of.shape->radius_m()), of.color, dots);
  }
  // The stroke is as wide as the radius reaches to either side.
  const double stroke = std::max(2.0 * canvas.Pixels(of.shape->radius_m()), 1.0);
  return absl::StrFormat(
      "<polygon points=\"%s\" fill=\"%s\" stroke=\"%s\" stroke-width=\"%.2f\" "
      "stroke-linejoin=\"round\" opacity=\"0.4\"/>\n%s",
      points, of.color, of.color, stroke, dots);
}

}  // namespace

std::string QueryPicture(const CapturedQuery& query) {
  const std::vector<DrawnShape> drawn = DrawnShapesOf(query);
  const Canvas canvas(drawn);
  std::string text = absl::StrFormat(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" font-family=\"sans-serif\">\n"
      "<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n<text x=\"8\" y=\"20\" font-size=\"13\">%s</text>\n",
      std::max(canvas.width(), 240.0), canvas.height(), Name(query.kind));
  for (const DrawnShape& of : drawn) absl::StrAppend(&text, ShapePicture(of, canvas));
  return absl::StrCat(text, "</svg>\n");
}

}  // namespace collision2d
