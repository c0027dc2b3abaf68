#include "replay/importers/lanelet_route.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <queue>
#include <tuple>

#include "absl/base/macros.h"
#include "absl/strings/str_format.h"
#include "planner_adapter/scene/timed_pose.h"

namespace collision2d::planner {

double PolylineLength(absl::Span<const Vec2> line) {
  double length_m = 0.0;
  for (size_t i = 1; i < line.size(); ++i) length_m += Norm(line[i] - line[i - 1]);
  return length_m;
}

PolylineProjection ProjectOnPolyline(absl::Span<const Vec2> line, Vec2 p) {
  ABSL_ASSERT(!line.empty());
  PolylineProjection best = {0.0, Norm(p - line[0]), 0.0};
  // The first segment has priority over its own start, so that a direction is known whenever there
  // is one.
  if (line.size() > 1) best.distance_m = std::numeric_limits<double>::infinity();
  double station_m = 0.0;
  for (size_t i = 1; i < line.size(); ++i) {
    const Vec2 along = line[i] - line[i - 1];
    const double length_m = Norm(along);
    const double fraction =
        length_m > 0.0 ? std::clamp(Dot(p - line[i - 1], along) / NormSquared(along), 0.0, 1.0) : 0.0;
    const double distance_m = Norm(p - (line[i - 1] + fraction * along));
    if (distance_m < best.distance_m) {
      best = {station_m + fraction * length_m, distance_m, std::atan2(along.y, along.x)};
    }
    station_m += length_m;
  }
  return best;
}

std::vector<Vec2> PolylinePart(absl::Span<const Vec2> line, double begin_m, double end_m) {
  ABSL_ASSERT(!line.empty() && begin_m <= end_m);
  std::vector<Vec2> part;
  double station_m = 0.0;
  for (size_t i = 0; i < line.size(); ++i) {
    const double length_m = i + 1 < line.size() ? Norm(line[i + 1] - line[i]) : 0.0;
    if (begin_m <= station_m && station_m <= end_m) part.push_back(line[i]);
    for (const double cut_m : {begin_m, end_m}) {
      if (cut_m <= station_m || cut_m >= station_m + length_m) continue;
      const Vec2 point = line[i] + (cut_m - station_m) / length_m * (line[i + 1] - line[i]);
      if (part.empty() || part.back() != point) part.push_back(point);
    }
    station_m += length_m;
  }
  if (part.empty()) part.push_back(begin_m > 0.0 ? line[line.size() - 1] : line[0]);
  return part;
}

double EndYaw(absl::Span<const Vec2> line) {
  ABSL_ASSERT(line.size() >= 2);
  const Vec2 along = line[line.size() - 1] - line[line.size() - 2];
  return std::atan2(along.y, along.x);
}

namespace {

constexpr double kMaxHeadingError_rad = M_PI / 2.0;

double AngleBetween(double a_rad, double b_rad) { return std::abs(NormalizeAngle(a_rad - b_rad)); }

// The direction from the last point that differs from the end to the end; 0 if there is none.
double LaneletEndYaw(const Lanelet& lanelet) {
  const Vec2 end = lanelet.center_line.back();
  const auto other =
      std::find_if(lanelet.center_line.rbegin(), lanelet.center_line.rend(), [end](Vec2 p) { return p != end; });
  if (other == lanelet.center_line.rend()) return 0.0;
  return std::atan2(end.y - other->y, end.x - other->x);
}

// Overlapping lanelets of an intersection begin almost parallel: then the goal decides, not the
// heading.
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
    if (route[i].by_lane_change) {
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

std::vector<StartLanelet> LaneletsAt(const LaneletMap& map, Vec2 position, double yaw_rad) {
  std::vector<StartLanelet> found;
  for (int i = 0; i < static_cast<int>(map.lanelets.size()); ++i) {
    const Lanelet& lanelet = map.lanelets[i];
    if (!lanelet.for_vehicles || !Contains(lanelet, position)) continue;
    const double error = AngleBetween(ProjectOnPolyline(lanelet.center_line, position).yaw_rad, yaw_rad);
    if (error <= kMaxHeadingError_rad) found.push_back({i, error});
  }
  std::stable_sort(found.begin(), found.end(), [](const StartLanelet& a, const StartLanelet& b) {
    return a.heading_error_rad < b.heading_error_rad;
  });
  return found;
}

int NearestLanelet(const LaneletMap& map, Vec2 position, double yaw_rad, double max_distance_m) {
  int nearest = kNoLanelet;
  for (int i = 0; i < static_cast<int>(map.lanelets.size()); ++i) {
    const Lanelet& lanelet = map.lanelets[i];
    if (!lanelet.for_vehicles) continue;
    const PolylineProjection projection = ProjectOnPolyline(lanelet.center_line, position);
    if (AngleBetween(projection.yaw_rad, yaw_rad) > kMaxHeadingError_rad) continue;
    if (projection.distance_m > max_distance_m || (nearest != kNoLanelet && projection.distance_m == max_distance_m)) {
      continue;
    }
    nearest = i;
    max_distance_m = projection.distance_m;
  }
  return nearest;
}

std::vector<RouteStep> FindRoute(const LaneletMap& map, int start, const std::vector<int>& goals) {
  // Dijkstra with the cost (lane changes, lanelets); smaller tuples come first.
  // The fields: lane changes, lanelets, the lanelet, the lanelet from which it is entered, whether
  // by a lane change.
  using Visit = std::tuple<int, int, int, int, bool>;
  struct Reached {
    bool done = false;
    int from = kNoLanelet;
    bool by_lane_change = false;
  };
  std::vector<Reached> reached(map.lanelets.size());
  std::vector<bool> is_goal(map.lanelets.size(), false);
  for (const int goal : goals) is_goal[goal] = true;
  std::priority_queue<Visit, std::vector<Visit>, std::greater<Visit>> queue;
  queue.push({0, 0, start, kNoLanelet, false});
  while (!queue.empty()) {
    const auto [changes, lanelets, current, from, by_lane_change] = queue.top();
    queue.pop();
    if (reached[current].done) continue;
    reached[current] = {true, from, by_lane_change};
    if (is_goal[current]) {
      std::vector<RouteStep> route;
      for (int i = current; i != kNoLanelet; i = reached[i].from) {
        route.push_back({i, reached[i].by_lane_change});
      }
      std::reverse(route.begin(), route.end());
      return route;
    }
    const Lanelet& lanelet = map.lanelets[current];
    for (const int successor : lanelet.successors) {
      if (map.lanelets[successor].for_vehicles) {
        queue.push({changes, lanelets + 1, successor, current, false});
      }
    }
    for (const int neighbour : {lanelet.left, lanelet.right}) {
      if (neighbour != kNoLanelet && map.lanelets[neighbour].for_vehicles) {
        queue.push({changes + 1, lanelets + 1, neighbour, current, true});
      }
    }
  }
  return {};
}

void FollowStraightest(const LaneletMap& map, double length_m, std::vector<RouteStep>& route) {
  std::vector<bool> used(map.lanelets.size(), false);
  for (const RouteStep& step : route) used[step.lanelet] = true;
  while (length_m > 0.0) {
    const Lanelet& last = map.lanelets[route.back().lanelet];
    int straightest = kNoLanelet;
    double least_turn = 0.0;
    for (const int successor : last.successors) {
      if (used[successor] || !map.lanelets[successor].for_vehicles) continue;
      const double turn = AngleBetween(LaneletEndYaw(map.lanelets[successor]), LaneletEndYaw(last));
      if (straightest == kNoLanelet || turn < least_turn) {
        straightest = successor;
        least_turn = turn;
      }
    }
    if (straightest == kNoLanelet) return;
    used[straightest] = true;
    route.push_back({straightest, false});
    length_m -= PolylineLength(map.lanelets[straightest].center_line);
  }
}

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
