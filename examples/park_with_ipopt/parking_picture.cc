#include "examples/park_with_ipopt/parking_picture.h"

#include <algorithm>
#include <cstddef>
#include <limits>

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
constexpr char kGuess[] = "#c53030";
constexpr char kInk[] = "#222";

constexpr double kStreetScale = 40.0;  // Pixels to a metre.

// Where a drawing's coordinates are on the page, in pixels.
struct Frame {
  Vec2 origin;
  double x_scale;
  double y_scale;

  Vec2 operator()(Vec2 p) const { return {origin.x + x_scale * p.x, origin.y - y_scale * p.y}; }
};

std::string Points(const Frame& frame, const std::vector<Vec2>& points) {
  std::string text;
  for (const Vec2 p : points) absl::StrAppendFormat(&text, "%.1f,%.1f ", frame(p).x, frame(p).y);
  return text;
}

std::string Line(const Frame& frame, const std::vector<Vec2>& points, absl::string_view style) {
  return absl::StrCat("<polyline fill=\"none\" points=\"", Points(frame, points), "\" ", style, "/>\n");
}

std::string Shape(const Frame& frame, const ConvexPolygon& shape, const Pose2& world_from_shape,
                  absl::string_view style) {
  std::vector<Vec2> vertices;
  for (const Vec2 v : shape.vertices()) vertices.push_back(world_from_shape * v);
  return absl::StrCat("<polygon points=\"", Points(frame, vertices), "\" ", style, "/>\n");
}

std::string Text(Vec2 at, absl::string_view text, absl::string_view style = "") {
  return absl::StrFormat("<text x=\"%.1f\" y=\"%.1f\" fill=\"%s\" %s>%s</text>\n", at.x, at.y, kInk, style, text);
}

std::string Colored(absl::string_view color, absl::string_view text) {
  return absl::StrCat("<tspan fill=\"", color, "\" font-weight=\"bold\">", text, "</tspan>");
}

// A title in bold, and a line below it.
std::string Heading(double y, absl::string_view title, absl::string_view text) {
  return absl::StrCat(Text({20.0, y}, title, "font-size=\"16\" font-weight=\"bold\""), Text({20.0, y + 21.0}, text));
}

std::string Street(const Frame& frame, const ParkingScene& scene) {
  std::string svg;
  for (const ConvexPolygon& obstacle : scene.obstacles) {
    absl::StrAppend(&svg, Shape(frame, obstacle, {}, "fill=\"#cbd5e0\" stroke=\"#718096\""));
  }
  return svg;
}

// The path of the rear axle, in stretches of one direction each.
std::string RearAxlePath(const Frame& frame, const std::vector<CarState>& motion) {
  std::string svg;
  size_t begin = 0;
  for (size_t k = 1; k < motion.size(); ++k) {
    const bool reverse = motion[k].speed_mps < 0.0;
    if (k + 1 < motion.size() && (motion[k + 1].speed_mps < 0.0) == reverse) continue;
    std::vector<Vec2> points;
    for (size_t i = begin; i <= k; ++i) points.push_back({motion[i].x_m, motion[i].y_m});
    absl::StrAppend(&svg, Line(frame, points, absl::StrCat("stroke=\"", reverse ? kReverse : kForward, "\"")));
    begin = k;
  }
  return svg;
}

std::string AllMotions(const ParkingScene& scene, const std::vector<std::vector<CarState>>& motions) {
  const Frame frame = {{480.0, 330.0}, kStreetScale, kStreetScale};
  std::string svg = Street(frame, scene);
  absl::StrAppend(&svg, "<g stroke-width=\"1\" stroke-opacity=\"0.6\">\n");
  for (const std::vector<CarState>& motion : motions) absl::StrAppend(&svg, RearAxlePath(frame, motion));
  absl::StrAppend(&svg, "</g>\n");
  for (const std::vector<CarState>& motion : motions) {
    const Vec2 start = frame({motion.front().x_m, motion.front().y_m});
    absl::StrAppendFormat(&svg, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"2.5\" fill=\"%s\"/>\n", start.x, start.y, kInk);
  }
  absl::StrAppend(&svg, Shape(frame, scene.car, scene.goal.world_from_car(),
                              absl::StrCat("fill=\"none\" stroke-width=\"2\" stroke=\"", kInk, "\"")));
  absl::StrAppend(&svg, Heading(24.0, absl::StrCat(motions.size(), " motions into one gap, each proven free"),
                                absl::StrCat("The path of the rear axle from each start (dot) to the gap: ",
                                             Colored(kForward, "forward"), " and ", Colored(kReverse, "in reverse"))));
  return svg;
}

std::string OneMotion(const ParkingScene& scene, const std::vector<CarState>& guess,
                      const std::vector<CarState>& motion) {
  const Frame frame = {{480.0, 693.0}, kStreetScale, kStreetScale};
  std::string svg = Street(frame, scene);
  for (size_t k = 0; k < motion.size(); k += 5) {
    absl::StrAppend(&svg, Shape(frame, scene.car, motion[k].world_from_car(),
                                absl::StrCat("fill=\"#dbe7f5\" fill-opacity=\"0.3\" stroke=\"",
                                             motion[k].speed_mps < 0.0 ? kReverse : kForward, "\"")));
  }
  for (size_t k = 0; k < guess.size(); k += 10) {
    absl::StrAppend(&svg, Shape(frame, scene.car, guess[k].world_from_car(),
                                absl::StrCat("fill=\"none\" stroke-dasharray=\"5 4\" stroke=\"", kGuess, "\"")));
  }
  absl::StrAppend(&svg,
                  Heading(387.0, "One of them",
                          absl::StrCat("The initial guess goes ", Colored(kGuess, "straight through a parked car"),
                                       "; the optimizer turns it into a motion ", Colored(kForward, "forward"), " and ",
                                       Colored(kReverse, "in reverse"))));
  return svg;
}

// (time, signed distance from the nearest obstacle) of each state.
std::vector<Vec2> Clearances(const ParkingScene& scene, const std::vector<CarState>& motion) {
  std::vector<Vec2> clearances;
  for (const CarState& state : motion) {
    double least_m = std::numeric_limits<double>::infinity();
    for (const ConvexPolygon& obstacle : scene.obstacles) {
      least_m = std::min(least_m, ComputeSeparation(obstacle, scene.car, state.world_from_car()).signed_distance_m);
    }
    clearances.push_back({kInterval_s * static_cast<double>(clearances.size()), least_m});
  }
  return clearances;
}

std::string ClearancePlot(const ParkingScene& scene, const std::vector<CarState>& guess,
                          const std::vector<CarState>& motion, double margin_m) {
  const Frame frame = {{70.0, 890.0}, 42.0, 55.0};
  constexpr double end_s = kIntervals * kInterval_s;
  std::string svg;
  for (const double height_m : {-1.0, -0.5, 0.0, 0.5, 1.0}) {
    const Vec2 at = frame({0.0, height_m});
    absl::StrAppend(&svg, Line(frame, {{0.0, height_m}, {end_s, height_m}}, "stroke=\"#ddd\""),
                    Text({at.x - 8.0, at.y + 5.0}, absl::StrFormat("%.1f", height_m), "text-anchor=\"end\""));
  }
  for (int time_s = 0; time_s <= end_s; time_s += 5) {
    const Vec2 at = frame({static_cast<double>(time_s), -1.0});
    absl::StrAppend(&svg, Text({at.x, at.y + 20.0}, absl::StrCat(time_s, " s"), "text-anchor=\"middle\""));
  }
  absl::StrAppend(
      &svg, Line(frame, {{0.0, margin_m}, {end_s, margin_m}}, "stroke=\"#222\" stroke-dasharray=\"2 3\""),
      Line(frame, Clearances(scene, guess), absl::StrCat("stroke-dasharray=\"5 4\" stroke=\"", kGuess, "\"")),
      Line(frame, Clearances(scene, motion), absl::StrCat("stroke-width=\"2\" stroke=\"", kForward, "\"")),
      Heading(745.0, "Its signed distance from the nearest obstacle, m",
              absl::StrCat(Colored(kGuess, "The guess"), " overlaps; ", Colored(kForward, "the motion"),
                           absl::StrFormat(" keeps the margin (dotted, %.2f m) at each of its %d states", margin_m,
                                           kIntervals + 1))));
  return svg;
}

}  // namespace

std::string ParkingPicture(const ParkingScene& scene, const std::vector<std::vector<CarState>>& motions,
                           const std::vector<CarState>& guess, double margin_m) {
  std::string svg =
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"960\" height=\"985\" viewBox=\"0 0 960 985\" "
      "font-family=\"sans-serif\" font-size=\"14\">\n<rect width=\"960\" height=\"985\" fill=\"#fff\"/>\n";
  absl::StrAppend(&svg, AllMotions(scene, motions), OneMotion(scene, guess, motions.front()),
                  ClearancePlot(scene, guess, motions.front(), margin_m), "</svg>\n");
  return svg;
}

}  // namespace parking
