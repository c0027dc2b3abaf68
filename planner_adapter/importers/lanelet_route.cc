#include "planner_adapter/importers/lanelet_route.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <queue>
#include <tuple>

#include "planner_adapter/importers/polyline.h"
#include "planner_adapter/scene/timed_pose.h"

namespace collision2d::planner {
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
  // The fields: lane changes, lanelets, the lanelet, the lanelet from which it is entered, whether by a lane change.
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

}  // namespace collision2d::planner
