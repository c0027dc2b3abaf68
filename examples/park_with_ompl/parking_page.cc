#include "examples/park_with_ompl/parking_page.h"

#include <cstddef>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/string_view.h"
#include "collision2d/collision2d.h"

namespace parking {
namespace {

using collision2d::ConvexPolygon;
using collision2d::Pose2;
using collision2d::Vec2;

constexpr char kForward[] = "#2b6cb0";
constexpr char kReverse[] = "#dd6b20";
constexpr double kMargin_m = 0.6;

// SVG's y points down; the lot is drawn with y up, in metres.
std::string Points(const ParkingLot& lot, const std::vector<Vec2>& points) {
  std::string text;
  for (const Vec2 p : points) absl::StrAppendFormat(&text, "%.2f,%.2f ", p.x, lot.bounds.max.y - p.y);
  return text;
}

std::string Shape(const ParkingLot& lot, const ConvexPolygon& shape, const Pose2& world_from_shape,
                  absl::string_view style) {
  std::vector<Vec2> vertices;
  for (const Vec2 v : shape.vertices()) vertices.push_back(world_from_shape * v);
  return absl::StrCat("<polygon points=\"", Points(lot, vertices), "\" ", style, "/>\n");
}

std::string Line(const ParkingLot& lot, const std::vector<Vec2>& points, absl::string_view style) {
  return absl::StrCat("<polyline points=\"", Points(lot, points), "\" ", style, "/>\n");
}

bool IsReverse(const Pose2& from, const Pose2& to) {
  return from.RotateBack(to.translation - from.translation).x < 0.0;
}

// The path in stretches of one direction each, and the car at the ends of each and every metre and
// a half between.
std::string PathAndCars(const ParkingLot& lot, const std::vector<Pose2>& path) {
  constexpr size_t kPosesBetweenCars = 15;
  std::string cars;
  std::string lines;
  size_t begin = 0;
  for (size_t k = 1; k < path.size(); ++k) {
    const bool reverse = IsReverse(path[k - 1], path[k]);
    const bool is_last = k + 1 == path.size() || IsReverse(path[k], path[k + 1]) != reverse;
    if (is_last || (k - begin) % kPosesBetweenCars == 0) {
      absl::StrAppend(&cars, Shape(lot, lot.car, path[k],
                                   absl::StrCat("fill=\"none\" stroke-width=\"0.03\" stroke-opacity=\"0.7\" stroke=\"",
                                                reverse ? kReverse : kForward, "\"")));
    }
    if (!is_last) continue;
    std::vector<Vec2> points;
    for (size_t i = begin; i <= k; ++i) points.push_back(path[i].translation);
    absl::StrAppend(&lines, Line(lot, points,
                                 absl::StrCat("fill=\"none\" stroke-width=\"0.12\" stroke=\"",
                                              reverse ? kReverse : kForward, "\"")));
    begin = k;
  }
  return cars + lines;
}

std::string Drawing(const ParkingLot& lot, const ParkingPlan& plan) {
  const Vec2 size = lot.bounds.max - lot.bounds.min;
  std::string svg =
      absl::StrFormat("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"%.2f %.2f %.2f %.2f\" role=\"img\">\n",
                      -kMargin_m, -kMargin_m, size.x + 2.0 * kMargin_m, size.y + 2.0 * kMargin_m);
  for (const ConvexPolygon& obstacle : lot.obstacles) {
    absl::StrAppend(&svg, Shape(lot, obstacle, {}, "fill=\"#cbd5e0\" stroke=\"#718096\" stroke-width=\"0.04\""));
  }
  absl::StrAppend(&svg, "<g fill=\"none\" stroke=\"#2f855a\" stroke-width=\"0.025\" stroke-opacity=\"0.35\">\n");
  for (const std::vector<Pose2>& curve : plan.tree) {
    std::vector<Vec2> points;
    for (const Pose2& pose : curve) points.push_back(pose.translation);
    absl::StrAppend(&svg, Line(lot, points, ""));
  }
  absl::StrAppend(&svg, "</g>\n");
  absl::StrAppend(&svg,
                  Shape(lot, lot.car, plan.path.front(), "fill=\"#bee3f8\" stroke=\"#1a202c\" stroke-width=\"0.06\""));
  absl::StrAppend(&svg,
                  Shape(lot, lot.car, plan.path.back(), "fill=\"#feebc8\" stroke=\"#1a202c\" stroke-width=\"0.06\""));
  absl::StrAppend(&svg, PathAndCars(lot, plan.path));
  return absl::StrCat(svg, "</svg>\n");
}

std::string Row(absl::string_view name, absl::string_view value) {
  return absl::StrCat("<tr><th>", name, "</th><td>", value, "</td></tr>\n");
}

std::string Figures(const ParkingPlan& plan) {
  return absl::StrCat("<table>\n", Row("Length of the path", absl::StrFormat("%.2f m", plan.length_m)),
                      Row("Shortest curve, through everything", absl::StrFormat("%.2f m", plan.straight_m)),
                      Row("Least clearance", absl::StrFormat("%.3f m", plan.least_clearance_m)),
                      Row("Iterations", absl::StrCat(plan.iterations)),
                      Row("Motions of the tree", absl::StrCat(plan.tree.size())),
                      Row("of these proven free at every instant", absl::StrCat(plan.tree_proven)),
                      Row("Motions proven free while planning", absl::StrCat(plan.motions_valid)),
                      Row("Motions refused", absl::StrCat(plan.motions_invalid)),
                      Row("of these neither free nor in contact by proof", absl::StrCat(plan.motions_undecided)),
                      Row("Processor time", absl::StrFormat("%.2f s", plan.cpu_s)), "</table>\n");
}

}  // namespace

std::string ParkingPage(const ParkingLot& lot, const ParkingPlan& plan) {
  return absl::StrCat(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n<title>Parking with "
      "RRT*</title>\n<style>\n"
      "body { font: 15px sans-serif; color: #1a202c; max-width: 1100px; margin: 1.5em auto; padding: 0 1em; }\n"
      "svg { width: 100%; background: #fff; }\n"
      "table { border-collapse: collapse; }\n"
      "th { text-align: left; font-weight: normal; padding: 0.15em 2em 0.15em 0; }\n"
      "td { text-align: right; font-variant-numeric: tabular-nums; }\n"
      "b.forward { color: ",
      kForward, "; }\nb.reverse { color: ", kReverse,
      "; }\nb.tree { color: #2f855a; }\n</style>\n</head>\n<body>\n<h1>Parking with RRT*</h1>\n"
      "<p>The <b class=\"tree\">tree</b> of RRT* in the state space of Reeds and Shepp, and its best path: "
      "<b class=\"forward\">forward</b> and <b class=\"reverse\">in reverse</b>. The car starts where it is light blue "
      "and ends where it is light orange; lines show the middle of its rear axle. Every motion of the path is proven "
      "free at "
      "every instant.</p>\n",
      Drawing(lot, plan), Figures(plan), "</body>\n</html>\n");
}

}  // namespace parking
