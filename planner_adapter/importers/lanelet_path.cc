#include "planner_adapter/importers/lanelet_path.h"

#include <algorithm>
#include <cmath>

#include "absl/strings/str_format.h"
#include "planner_adapter/importers/lanelet_route.h"
#include "planner_adapter/importers/polyline.h"

namespace collision2d::planner {
namespace {

// Overlapping lanelets of an intersection begin almost parallel: then the goal decides, not the heading.
constexpr double kSimilarHeading_rad = M_PI / 12.0;

// The route to follow; empty if there is no lanelet near. Adds notes.
std::vector<RouteStep> ChooseRoute(const LaneletMap& map, Vec2 position, double yaw_rad, const std::vector<int>& goals,
                                   std::vector<std::string>& notes) {
  const std::vector<StartLanelet> starts = LaneletsAt(map, position, yaw_rad);
  for (const StartLanelet& start : starts) {
    if (start.heading_error_rad > starts.front().heading_error_rad + kSimilarHeading_rad) break;
    std::vector<RouteStep> route = FindRoute(map, start.lanelet, goals);
    if (!route.empty()) return route;
  }
  int start = kNoLanelet;
  if (!starts.empty()) {
    start = starts.front().lanelet;
  } else {
    start = NearestLanelet(map, position, yaw_rad, kMaxDistanceToLanelet_m);
    if (start == kNoLanelet) return {};
    notes.push_back("The ego vehicle is in no lanelet of its direction: the reference path follows the nearest one.");
    std::vector<RouteStep> route = FindRoute(map, start, goals);
    if (!route.empty()) return route;
  }
  if (!goals.empty()) notes.push_back("No goal lanelet can be reached: the reference path follows the lane.");
  return {{start, false}};
}

// The centre lines of the route, joined.
std::vector<Vec2> JoinCenterLines(const LaneletMap& map, const std::vector<RouteStep>& route, Vec2 position) {
  std::vector<Vec2> path;
  for (size_t i = 0; i < route.size(); ++i) {
    const std::vector<Vec2>& line = map.lanelets[route[i].lanelet].center_line;
    const double length_m = PolylineLength(line);
    double begin_m = 0.0;
    if (route[i].by_lane_change && !path.empty()) {
      const double beside_m = ProjectOnPolyline(line, path.back()).station_m;
      begin_m = beside_m + std::min(kLaneChangeLength_m, 0.5 * (length_m - beside_m));
    }
    double end_m = length_m;
    if (i + 1 < route.size() && route[i + 1].by_lane_change) {
      end_m = i == 0 ? ProjectOnPolyline(line, position).station_m : begin_m;
    }
    const std::vector<Vec2> part = PolylinePart(line, begin_m, std::max(begin_m, end_m));
    path.insert(path.end(), part.begin(), part.end());
  }
  return path;
}

std::vector<Vec2> WithoutClosePoints(const std::vector<Vec2>& path) {
  std::vector<Vec2> kept;
  for (const Vec2 p : path) {
    if (kept.empty() || Norm(p - kept.back()) >= kMinPathSpacing_m) kept.push_back(p);
  }
  return kept;
}

// The direction from a to b; they differ.
Vec2 Direction(Vec2 a, Vec2 b) { return 1.0 / Norm(b - a) * (b - a); }

// Extends the path straight behind and ahead of the vehicle where it is too short.
void ExtendStraight(Vec2 position, LaneletPath& path) {
  std::vector<Vec2>& points = path.points;
  constexpr double kLead_m = 1.0;
  const Vec2 first = points.front();
  const Vec2 start_direction = Direction(first, points[1]);
  const double behind_m = Dot(first - position, start_direction);
  if (ProjectOnPolyline(points, position).station_m == 0.0 && behind_m > 0.0) {
    points.insert(points.begin(), first - (behind_m + kLead_m) * start_direction);
  }
  const Vec2 last = points.back();
  const Vec2 end_direction = Direction(points[points.size() - 2], last);
  const double left_m = PolylineLength(points) - ProjectOnPolyline(points, position).station_m;
  const double ahead_m = left_m > 0.0 ? left_m : -Dot(position - last, end_direction);
  if (ahead_m < kLeastLengthAhead_m) {
    const double missing_m = kLeastLengthAhead_m - ahead_m;
    points.push_back(last + missing_m * end_direction);
    path.notes.push_back(
        absl::StrFormat("The lanelets end %.1f m ahead of the ego vehicle: the reference path goes straight on.",
                        std::max(0.0, ahead_m)));
  }
}

}  // namespace

LaneletPath MakeReferencePath(const LaneletMap& map, Vec2 position, double yaw_rad, const std::vector<int>& goals) {
  LaneletPath path;
  std::vector<RouteStep> route = ChooseRoute(map, position, yaw_rad, goals, path.notes);
  if (!route.empty()) {
    const std::vector<Vec2> so_far = JoinCenterLines(map, route, position);
    const double ahead_m = PolylineLength(so_far) - ProjectOnPolyline(so_far, position).station_m;
    FollowStraightest(map, kFollowedLength_m - ahead_m, route);
    path.points = WithoutClosePoints(JoinCenterLines(map, route, position));
  }
  if (path.points.size() < 2) {
    path.notes.push_back("No lanelet near the ego vehicle: the reference path is a straight line ahead.");
    path.points = {position, position + kLeastLengthAhead_m * Vec2{std::cos(yaw_rad), std::sin(yaw_rad)}};
    return path;
  }
  ExtendStraight(position, path);
  return path;
}

}  // namespace collision2d::planner
