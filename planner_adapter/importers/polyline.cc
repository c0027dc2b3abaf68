#include "planner_adapter/importers/polyline.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "absl/base/macros.h"

namespace collision2d::planner {

double PolylineLength(absl::Span<const Vec2> line) {
  double length_m = 0.0;
  for (size_t i = 1; i < line.size(); ++i) length_m += Norm(line[i] - line[i - 1]);
  return length_m;
}

PolylineProjection ProjectOnPolyline(absl::Span<const Vec2> line, Vec2 p) {
  ABSL_ASSERT(!line.empty());
  PolylineProjection best = {0.0, Norm(p - line[0]), 0.0};
  // The first segment has priority over its own start, so that a direction is known whenever there is one.
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

}  // namespace collision2d::planner
