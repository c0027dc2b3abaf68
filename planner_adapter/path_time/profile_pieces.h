#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "absl/container/inlined_vector.h"
#include "absl/types/span.h"
#include "planner_adapter/path_time/speed_profile.h"

// Pieces of speed profiles against convex polygons of stations and times.
namespace collision2d::planner::internal {

inline constexpr Interval kNothing = {std::numeric_limits<double>::infinity(),
                                      -std::numeric_limits<double>::infinity()};

inline bool IsEmpty(Interval a) { return !(a.min <= a.max); }
inline bool Contains(Interval a, double value) { return a.min <= value && value <= a.max; }
inline bool Overlap(Interval a, Interval b) { return a.min <= b.max && b.min <= a.max; }
// Relative to the ends of an interval that is widened: what that rounds. Proof: widened.
inline constexpr double kWideningError = 0x1p-51;
// Also by the rounding of its ends.
inline Interval Widened(Interval a, double by) {
  return {a.min - by - kWideningError * std::abs(a.min), a.max + by + kWideningError * std::abs(a.max)};
}
inline void Extend(Interval* a, double value) { *a = {std::min(a->min, value), std::max(a->max, value)}; }
inline Interval StationsOf(const PathTimeBox& box) { return {box.min_station_m, box.max_station_m}; }
inline Interval TimesOf(const PathTimeBox& box) { return {box.min_time_s, box.max_time_s}; }
inline Interval StationsOf(const PathTimeGraph& graph) { return {graph.start_m(), graph.end_m()}; }
inline Interval TimesOf(const PathTimeGraph& graph) { return {graph.options().start_s, graph.options().end_s}; }

// m and s. More than what the overlap of a piece and a polygon allows for.
inline constexpr double kMargin = 1e-8;

// The two bounds of a region.
enum class Bound { kOuter, kInner };
inline absl::Span<const StationTime> PolygonOf(const PathTimeGraph& graph, const RegionPart& part, Bound bound) {
  return bound == Bound::kOuter ? graph.outer(part) : graph.inner(part);
}
inline const PathTimeBox& BoxOf(const RegionPart& part, Bound bound) {
  return bound == Bound::kOuter ? part.outer_box : part.inner_box;
}

// Returns the region that is asked for, or all of them.
inline absl::Span<const OccupiedRegion> Chosen(const PathTimeGraph& graph, const OccupiedRegion* region) {
  return region == nullptr ? graph.regions() : absl::MakeConstSpan(region, 1);
}

// Returns the range that a convex polygon has along one coordinate where the other one is within a
// strip; empty if it is nowhere there.
template <double StationTime::*kAlong, double StationTime::*kAcross>
Interval RangeWithin(Interval strip, absl::Span<const StationTime> polygon) {
  Interval range = kNothing;
  if (polygon.empty()) return range;
  const StationTime* p = &polygon.back();
  for (const StationTime& q : polygon) {
    if (Contains(strip, q.*kAcross)) Extend(&range, q.*kAlong);
    for (const double bound : {strip.min, strip.max}) {
      if ((p->*kAcross < bound) == (q.*kAcross < bound)) continue;
      const double part = (bound - p->*kAcross) / (q.*kAcross - p->*kAcross);
      Extend(&range, p->*kAlong + part * (q.*kAlong - p->*kAlong));
    }
    p = &q;
  }
  return range;
}
inline Interval StationsWithin(Interval times_s, absl::Span<const StationTime> polygon) {
  return RangeWithin<&StationTime::station_m, &StationTime::time_s>(times_s, polygon);
}
inline Interval TimesWithin(Interval stations_m, absl::Span<const StationTime> polygon) {
  return RangeWithin<&StationTime::time_s, &StationTime::station_m>(stations_m, polygon);
}

// Returns an error that names the field, unless the state is legal and on the graph.
absl::Status CheckState(const PathTimeGraph& graph, const StationState& state);

// c[0] + c[1] x + c[2] x^2 + c[3] x^3.
struct Cubic {
  std::array<double, 4> c;

  double At(double x) const { return c[0] + x * (c[1] + x * (c[2] + x * c[3])); }
  Cubic Derivative() const { return {{c[1], 2.0 * c[2], 3.0 * c[3], 0.0}}; }
};

using Instants = absl::InlinedVector<double, 8>;
// Returns the places within [begin, end], increasing, at which a polynomial changes its sign.
Instants RootsWithin(const Cubic& polynomial, double begin, double end);

// A piece of a profile. x: the time since its beginning; stations are relative to that of its
// beginning, so that rounding is relative to what happens during the piece.
struct Piece {
  Piece(const ProfilePiece& from, double until_s)
      : start{from.station_m, from.time_s},
        end_s(until_s),
        duration_s(until_s - from.time_s),
        advance{{0.0, from.speed_mps, 0.5 * from.acceleration_mps2, from.jerk_mps3 / 6.0}},
        acceleration_mps2(std::abs(from.acceleration_mps2) + duration_s * std::abs(from.jerk_mps3)),
        extent_m(duration_s * (std::abs(from.speed_mps) + duration_s * acceleration_mps2)) {}

  double TimeAt(double x) const { return x < duration_s ? std::min(start.time_s + x, end_s) : end_s; }
  double StationAt(double x) const { return start.station_m + advance.At(x); }
  // Returns a bound on the distance of the piece from its chord during a time, along the stations.
  double BulgeOf(double length_s) const { return 0.126 * length_s * length_s * acceleration_mps2; }
  // Returns the times within the piece at which it is at a station.
  Instants PassesOf(double station_m) const;
  // Returns 0, the times at which it turns back, and the duration.
  Instants Turns() const;
  // Returns its stations and times, and kMargin more.
  PathTimeBox Box() const;

  StationTime start;
  double end_s;
  double duration_s;
  Cubic advance;
  double acceleration_mps2;  // At least the greatest magnitude.
  double extent_m;           // At least what any of the terms of `advance` reaches.
};

// Returns the piece of a profile with an index.
inline Piece PieceAt(const SpeedProfile& profile, size_t k) {
  return {profile.pieces[k], k + 1 < profile.pieces.size() ? profile.pieces[k + 1].time_s : profile.end_s};
}

// Returns the first and the last time x of a piece at which it is in a polygon of a part; empty if
// it never is, or if that is proven to begin later than until_x. kOuter: before, after or always it
// is proven to be elsewhere; kInner: at both times it is proven to be there. The rounding and the
// allowances of both are less than kMargin.
Interval MeetingTimes(const PathTimeGraph& graph, const RegionPart& part, Bound bound, const Piece& piece,
                      double until_x = std::numeric_limits<double>::infinity());

}  // namespace collision2d::planner::internal
