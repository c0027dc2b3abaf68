#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "absl/types/span.h"
#include "collision2d/testing/random.h"
#include "planner_adapter/path_time/speed_profile.h"

// Regions of given and of random polygons, and what tests say of a point by long double.
namespace collision2d::planner {

// Makes a graph of given polygons.
class PathTimeGraphPeer {
 public:
  PathTimeGraphPeer(Interval stations_m, Interval times_s) {
    graph_.start_m_ = stations_m.min;
    graph_.end_m_ = stations_m.max;
    graph_.options_.start_s = times_s.min;
    graph_.options_.end_s = times_s.max;
  }

  // Begins a region.
  void AddRegion() {
    OccupiedRegion region;
    region.obstacle = static_cast<int>(graph_.regions_.size());
    region.parts_begin = region.parts_end = static_cast<int>(graph_.parts_.size());
    graph_.regions_.push_back(region);
  }

  // Adds a part to the last region. Counter-clockwise.
  void AddPart(absl::Span<const StationTime> outer, absl::Span<const StationTime> inner) {
    std::vector<StationTime>& vertices = graph_.vertices_;
    RegionPart part;
    part.outer_begin = static_cast<int>(vertices.size());
    vertices.insert(vertices.end(), outer.begin(), outer.end());
    part.outer_end = part.inner_begin = static_cast<int>(vertices.size());
    vertices.insert(vertices.end(), inner.begin(), inner.end());
    part.inner_end = static_cast<int>(vertices.size());
    for (const auto& [s, t] : outer) part.outer_box.Extend({s, s, t, t});
    for (const auto& [s, t] : inner) part.inner_box.Extend({s, s, t, t});
    graph_.parts_.push_back(part);
    OccupiedRegion& region = graph_.regions_.back();
    region.parts_end = static_cast<int>(graph_.parts_.size());
    region.outer_box.Extend(part.outer_box);
    region.inner_box.Extend(part.inner_box);
  }

  const PathTimeGraph& view() const { return graph_; }
  // Null: all.
  const OccupiedRegion* region(int index) const { return index < 0 ? nullptr : &graph_.regions()[index]; }

 private:
  PathTimeGraph graph_;
};
using TestRegions = PathTimeGraphPeer;

// Points of an ellipse, counter-clockwise, shrunk towards its centre.
inline std::vector<StationTime> EllipsePolygon(const std::vector<double>& angles, StationTime center, StationTime half,
                                               double slope, double scale) {
  std::vector<StationTime> polygon;
  for (const double angle : angles) {
    const double t = scale * half.time_s * std::sin(angle);
    polygon.push_back({center.station_m + scale * half.station_m * std::cos(angle) + slope * t, center.time_s + t});
  }
  return polygon;
}

// Regions of some overlapping polygons each, on a path of 100 m during 8 s. Of three tenths of the
// parts nothing is known inside; half of the inner polygons are nearly the outer ones.
inline TestRegions RandomRegions(Random& random, int num_regions, int num_parts) {
  TestRegions regions({0.0, 100.0}, {0.0, 8.0});
  for (int r = 0; r < num_regions; ++r) {
    regions.AddRegion();
    StationTime center;
    center.station_m = random.Uniform(5.0, 95.0);
    center.time_s = random.Uniform(0.5, 7.0);
    const double slope = random.Uniform(-10.0, 10.0);
    for (int p = 0; p < num_parts; ++p) {
      StationTime half;
      half.station_m = random.LogUniform(0.2, 5.0);
      half.time_s = random.LogUniform(0.05, 0.5);
      std::vector<double> angles(static_cast<size_t>(random.Integer(3, 8)));
      for (double& angle : angles) angle = random.Angle();
      std::sort(angles.begin(), angles.end());
      const auto outer = EllipsePolygon(angles, center, half, slope, 1.0);
      const double scale = random.Chance(0.5) ? 0.999 : random.Uniform(0.5, 1.0);
      std::vector<StationTime> inner;
      if (!random.Chance(0.3)) {
        // Shrunk towards the mean of its vertices, so that it is inside.
        StationTime mean;
        for (const auto& [s, t] : outer) {
          mean.station_m += s / static_cast<double>(outer.size());
          mean.time_s += t / static_cast<double>(outer.size());
        }
        for (const auto& [s, t] : outer) {
          inner.push_back({mean.station_m + scale * (s - mean.station_m), mean.time_s + scale * (t - mean.time_s)});
        }
      }
      regions.AddPart(outer, inner);
      const double step_s = random.Uniform(0.2, 0.8) * half.time_s;
      center.time_s += step_s;
      center.station_m += slope * step_s;
    }
  }
  return regions;
}

// How far a point is inside of a convex polygon: the least signed distance to an edge's line, in
// the plane in which a metre is as long as a second; negative outside. By long double. A depth
// below `least` may be any number below it, which is found sooner.
inline long double Depth(absl::Span<const StationTime> polygon, long double station_m, long double time_s,
                         long double least) {
  long double depth = polygon.empty() ? -1e9L : 1e9L;
  for (size_t i = 0; i < polygon.size() && depth >= least; ++i) {
    const StationTime& p = polygon[i];
    const StationTime& q = polygon[i + 1 < polygon.size() ? i + 1 : 0];
    const long double ds = static_cast<long double>(q.station_m) - p.station_m;
    const long double dt = static_cast<long double>(q.time_s) - p.time_s;
    if (ds == 0.0L && dt == 0.0L) continue;
    const long double inward = ds * (time_s - p.time_s) - dt * (station_m - p.station_m);
    if (inward < 0.0L && least >= 0.0L) return -1e9L;
    depth = std::min(depth, inward / std::sqrt(ds * ds + dt * dt));
  }
  return depth;
}

// As a region: all of them.
inline constexpr int kAllRegions = -1;

// The depth in the deepest polygon of a region, or of all; below `least` any number below it.
inline long double DepthIn(const PathTimeGraph& regions, bool inner, long double station_m, long double time_s,
                           int region = kAllRegions, long double least = -1e9L) {
  long double depth = -1e9L;
  for (size_t r = 0; r < regions.regions().size(); ++r) {
    if (region != kAllRegions && static_cast<int>(r) != region) continue;
    for (const RegionPart& part : regions.parts(regions.regions()[r])) {
      const absl::Span<const StationTime> polygon = inner ? regions.inner(part) : regions.outer(part);
      depth = std::max(depth, Depth(polygon, station_m, time_s, std::max(depth, least)));
    }
  }
  return depth;
}

// The station of a profile, by long double.
inline long double StationOf(const SpeedProfile& profile, long double time_s) {
  size_t k = 0;
  while (k + 1 < profile.pieces.size() && profile.pieces[k + 1].time_s <= time_s) ++k;
  const ProfilePiece& piece = profile.pieces[k];
  const long double x = time_s - piece.time_s;
  return piece.station_m + x * piece.speed_mps + x * x * piece.acceleration_mps2 / 2 + x * x * x * piece.jerk_mps3 / 6;
}

// A profile of up to three pieces of a degree, on the path and within the times of RandomRegions;
// it may reverse. A tenth are one point.
inline std::vector<ProfilePiece> RandomPieces(Random& random, int degree, double* end_s) {
  for (;;) {
    std::vector<ProfilePiece> pieces;
    double time_s = random.Uniform(0.0, 4.0);
    long double station_m = random.Uniform(0.0, 100.0);
    const int count = random.Integer(1, 3);
    bool is_inside = true;
    *end_s = time_s;
    for (int k = 0; k < count; ++k) {
      ProfilePiece piece = {time_s, static_cast<double>(station_m)};
      if (!random.Chance(0.1)) piece.speed_mps = random.Uniform(-10.0, 25.0);
      if (degree >= 2) piece.acceleration_mps2 = random.Uniform(-8.0, 5.0);
      if (degree >= 3) piece.jerk_mps3 = random.Uniform(-10.0, 10.0);
      pieces.push_back(piece);
      if (random.Chance(0.03)) break;
      *end_s = time_s + random.Uniform(0.01, 1.3);
      for (int i = 1; i <= 50; ++i) {
        const long double s = StationOf({pieces, *end_s}, time_s + (*end_s - time_s) * i / 50.0L);
        is_inside = is_inside && s > 0.5L && s < 99.5L;
      }
      station_m = StationOf({pieces, *end_s}, *end_s);
      time_s = *end_s;
    }
    if (pieces.size() > 1 && pieces.back().time_s == *end_s) pieces.pop_back();
    if (is_inside) return pieces;
  }
}

}  // namespace collision2d::planner
