#ifndef COLLISION2D_PLANNER_ADAPTER_PATH_TIME_PROFILE_PIECES_H_
#define COLLISION2D_PLANNER_ADAPTER_PATH_TIME_PROFILE_PIECES_H_

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "absl/container/inlined_vector.h"
#include "absl/types/span.h"
#include "planner_adapter/path_time/speed_profile.h"

// Pieces of speed profiles against convex polygons of stations and times.
namespace collision2d::planner::internal {

inline constexpr ClosedInterval kNothing = {std::numeric_limits<double>::infinity(),
                                            -std::numeric_limits<double>::infinity()};

inline bool IsEmpty(ClosedInterval a) { return !(a.min <= a.max); }
inline bool Contains(ClosedInterval a, double value) { return a.min <= value && value <= a.max; }
inline bool Overlap(ClosedInterval a, ClosedInterval b) { return a.min <= b.max && b.min <= a.max; }
inline ClosedInterval Widened(ClosedInterval a, double by) { return {a.min - by, a.max + by}; }
inline void Extend(ClosedInterval* a, double value) { *a = {std::min(a->min, value), std::max(a->max, value)}; }
inline ClosedInterval StationsOf(const PathTimeBox& box) { return {box.min_station_m, box.max_station_m}; }
inline ClosedInterval TimesOf(const PathTimeBox& box) { return {box.min_time_s, box.max_time_s}; }
inline ClosedInterval StationsOf(const PathTimeGraph& graph) { return {graph.start_m(), graph.end_m()}; }
inline ClosedInterval TimesOf(const PathTimeGraph& graph) { return {graph.options().start_s, graph.options().end_s}; }

// Returns the first and one after the last index of the regions.
inline std::pair<int, int> IndicesOf(const PathTimeGraph& graph, int region) {
  if (region == kAllRegions) return {0, static_cast<int>(graph.regions().size())};
  return {region, region + 1};
}

// Returns the range that a convex polygon has along one coordinate where the other one is within a
// strip; empty if it is nowhere there.
template <double StationTime::*kAlong, double StationTime::*kAcross>
ClosedInterval RangeWithin(ClosedInterval strip, absl::Span<const StationTime> polygon) {
  ClosedInterval range = kNothing;
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
inline ClosedInterval StationsWithin(ClosedInterval times_s, absl::Span<const StationTime> polygon) {
  return RangeWithin<&StationTime::station_m, &StationTime::time_s>(times_s, polygon);
}
inline ClosedInterval TimesWithin(ClosedInterval stations_m, absl::Span<const StationTime> polygon) {
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

// Increasing; none of a constant.
using Instants = absl::InlinedVector<double, 8>;
// Returns the zeros of a polynomial within [begin, end], where it changes its sign or is zero.
Instants RootsWithin(const Cubic& polynomial, double begin, double end);

// A piece of a profile. x: the time since its beginning; stations are relative to that of its
// beginning, so that rounding is relative to what happens during the piece.
struct Piece {
  Piece(const ProfilePiece& from, double until_s)
      : start{from.station_m, from.time_s},
        end_s(until_s),
        duration_s(until_s - from.time_s),
        advance{{0.0, from.speed_mps, 0.5 * from.acceleration_mps2, from.jerk_mps3 / 6.0}} {}

  double TimeAt(double x) const { return x < duration_s ? std::min(start.time_s + x, end_s) : end_s; }
  double StationAt(double x) const { return start.station_m + advance.At(x); }
  bool is_linear() const { return advance.c[2] == 0.0 && advance.c[3] == 0.0; }
  // Returns the times within the piece at which it is at a station.
  Instants PassesOf(double station_m) const;
  // Returns 0, the times at which it turns back, and the duration.
  Instants Turns() const;
  // Returns all stations of the piece and its times.
  PathTimeBox Box() const;

  StationTime start;
  double end_s;
  double duration_s;
  Cubic advance;
};

// Returns the piece of a profile with an index.
inline Piece PieceAt(const SpeedProfile& profile, size_t k) {
  return {profile.pieces[k], k + 1 < profile.pieces.size() ? profile.pieces[k + 1].time_s : profile.end_s};
}

// The bounds of a region.
enum class Bound { kOuter, kInner };

// Where the chord of the piece between two times is within a polygon that is enlarged by width_m
// along the stations and by width_s in time; negative: shrunk.
inline ClosedInterval ClipChord(const Piece& piece, ClosedInterval x, double width_m, double width_s,
                                absl::Span<const StationTime> polygon, const PathTimeBox& box) {
  const double s0 = piece.advance.At(x.min);
  const double s1 = piece.advance.At(x.max);
  double from = 0.0;
  double to = 1.0;
  // Keeps the part where what is linear between these values is not negative.
  const auto keep = [&from, &to](double g0, double g1) {
    if (g0 >= 0.0 && g1 >= 0.0) return;
    if (!(g0 >= 0.0 || g1 >= 0.0)) {
      to = -1.0;
    } else if (g0 < 0.0) {
      from = std::max(from, g0 / (g0 - g1));
    } else {
      to = std::min(to, g0 / (g0 - g1));
    }
  };
  const double box_m = std::max(width_m, 0.0);
  const double box_s = std::max(width_s, 0.0);
  const double first_s = box.min_time_s - piece.start.time_s - box_s;
  const double last_s = box.max_time_s - piece.start.time_s + box_s;
  const double low_m = box.min_station_m - piece.start.station_m - box_m;
  const double high_m = box.max_station_m - piece.start.station_m + box_m;
  keep(x.min - first_s, x.max - first_s);
  keep(last_s - x.min, last_s - x.max);
  keep(s0 - low_m, s1 - low_m);
  keep(high_m - s0, high_m - s1);
  if (!(from <= to)) return kNothing;
  // Twice the area of a triangle on an edge is positive to its left.
  double ps = polygon.back().station_m - piece.start.station_m;
  double pt = polygon.back().time_s - piece.start.time_s;
  for (const StationTime& vertex : polygon) {
    const double qs = vertex.station_m - piece.start.station_m;
    const double qt = vertex.time_s - piece.start.time_s;
    const double ds = qs - ps;
    const double dt = qt - pt;
    const double width = std::abs(dt) * width_m + std::abs(ds) * width_s;
    keep(ds * (x.min - pt) - dt * (s0 - ps) + width, ds * (x.max - pt) - dt * (s1 - ps) + width);
    if (!(from <= to)) return kNothing;
    ps = qs;
    pt = qt;
  }
  const double length = x.max - x.min;
  return {x.min + from * length, to < 1.0 ? x.min + to * length : x.max};
}

// A curve is within `bulge` of its chord, along the stations: it is clipped against the polygon that
// is so much larger, and what remains is cut in two or clipped again, until the bulge does not
// matter or the curve is inside (Bezier clipping: Sederberg and Nishita 1990).
template <typename Emit>
void ClipCurve(const Piece& piece, ClosedInterval x, Bound bound, double width_m, double width_s,
               absl::Span<const StationTime> polygon, const PathTimeBox& box, const Emit& emit) {
  constexpr double kBulge_m = 1e-10;
  const double length = x.max - x.min;
  const double acceleration = std::max(std::abs(2.0 * piece.advance.c[2] + 6.0 * piece.advance.c[3] * x.min),
                                       std::abs(2.0 * piece.advance.c[2] + 6.0 * piece.advance.c[3] * x.max));
  const double bulge = acceleration * length * length * (0.125 * (1.0 + 0x1p-40));
  const ClosedInterval wide = ClipChord(piece, x, width_m + bulge, width_s, polygon, box);
  if (bound == Bound::kOuter && bulge <= kBulge_m) {
    if (!IsEmpty(wide)) emit(wide);
    return;
  }
  if (IsEmpty(wide)) return;
  const ClosedInterval narrow = ClipChord(piece, x, -width_m - bulge, -width_s, polygon, box);
  if (bulge <= kBulge_m || (narrow.min == x.min && narrow.max == x.max)) {
    if (!IsEmpty(narrow)) emit(narrow);
    return;
  }
  if (wide.max - wide.min <= 0.5 * length) {
    ClipCurve(piece, wide, bound, width_m, width_s, polygon, box, emit);
    return;
  }
  const double middle = x.min + 0.5 * length;
  ClipCurve(piece, {wide.min, middle}, bound, width_m, width_s, polygon, box, emit);
  ClipCurve(piece, {middle, wide.max}, bound, width_m, width_s, polygon, box, emit);
}

// Calls emit(ClosedInterval x) with the times of a piece, in order, at which it is in a convex
// polygon. kOuter: at all other times it is proven to be elsewhere; kInner: at these times it is
// proven to be there. The two differ by the rounding and the allowance, below 1e-8 m or 1e-8 s.
// `box` is that of the polygon.
template <typename Emit>
void ForEachOverlap(const Piece& piece, Bound bound, absl::Span<const StationTime> polygon, const PathTimeBox& box,
                    const Emit& emit) {
  if (polygon.empty()) return;
  // The rounding: relative to the extents of the piece and of the polygon. Zero where nothing moves,
  // so that a body that stands at the only station of a path is in contact.
  constexpr double kRelativeError = 0x1p-44;
  const double T = piece.duration_s;
  const auto& c = piece.advance.c;
  const double extent_m = T * (std::abs(c[1]) + T * (std::abs(c[2]) + T * std::abs(c[3])));
  double width_m = kRelativeError * (extent_m + (box.max_station_m - box.min_station_m));
  double width_s = kRelativeError * (T + (box.max_time_s - box.min_time_s));
  if (bound == Bound::kOuter) {
    width_m += kProfileAllowance_m;
    width_s += kProfileAllowance_s;
  }
  ClipCurve(piece, {0.0, T}, bound, width_m, width_s, polygon, box, emit);
}

}  // namespace collision2d::planner::internal

#endif  // COLLISION2D_PLANNER_ADAPTER_PATH_TIME_PROFILE_PIECES_H_
