#include "planner_adapter/path_time/profile_pieces.h"

#include "absl/status/status.h"
#include "absl/strings/str_format.h"

namespace collision2d::planner::internal {
namespace {

// A piece against a polygon that is enlarged by width_m along the stations and by width_s in time,
// or shrunk.
struct Clipper {
  // A curve is within `bulge` of its chord, along the stations: the chord is clipped by the polygon
  // that is enlarged by so much more, and what remains is cut in two or clipped again, until the
  // bulge does not matter or the curve is inside (Bezier clipping: Sederberg and Nishita 1990).
  void ClipCurve(Interval x) {
    constexpr double kBulge_m = 1e-10;
    const double length = x.max - x.min;
    const double bulge = piece.BulgeOf(length);
    if (bulge <= kBulge_m) {
      const double sign = bound == Bound::kOuter ? 1.0 : -1.0;
      return Emit(ClipChord(x, sign * (width_m + bulge), sign * width_s));
    }
    const Interval wide = ClipChord(x, width_m + bulge, width_s);
    if (IsEmpty(wide)) return;
    const Interval narrow = ClipChord(x, -width_m - bulge, -width_s);
    if (narrow.min == x.min && narrow.max == x.max) return Emit(x);
    if (wide.max - wide.min <= 0.5 * length) return ClipCurve(wide);
    const double middle = x.min + 0.5 * length;
    ClipCurve({wide.min, middle});
    ClipCurve({middle, wide.max});
  }

  void Emit(Interval x) { meeting = {std::min(meeting.min, x.min), std::max(meeting.max, x.max)}; }

  // Where the chord of the piece between two times is inside.
  Interval ClipChord(Interval x, double wide_m, double wide_s) const {
    const double s0 = piece.advance.At(x.min);
    const double s1 = piece.advance.At(x.max);
    double from = 0.0;
    double to = 1.0;
    // Keeps the part where what is linear between these values is not negative. Returns whether any
    // remains.
    const auto keep = [&from, &to](double g0, double g1) {
      if (g0 >= 0.0 && g1 >= 0.0) return true;
      if (!(g0 >= 0.0 || g1 >= 0.0)) return false;
      const double zero = g0 / (g0 - g1);
      (g0 < 0.0 ? from : to) = g0 < 0.0 ? std::max(from, zero) : std::min(to, zero);
      return from <= to;
    };
    // Twice the area of a triangle on an edge is positive to its left.
    double ps = polygon.back().station_m - piece.start.station_m;
    double pt = polygon.back().time_s - piece.start.time_s;
    for (const StationTime& vertex : polygon) {
      const double qs = vertex.station_m - piece.start.station_m;
      const double qt = vertex.time_s - piece.start.time_s;
      const double ds = qs - ps;
      const double dt = qt - pt;
      const double width = std::abs(dt) * wide_m + std::abs(ds) * wide_s;
      if (!keep(ds * (x.min - pt) - dt * (s0 - ps) + width, ds * (x.max - pt) - dt * (s1 - ps) + width))
        return kNothing;
      ps = qs;
      pt = qt;
    }
    const double length = x.max - x.min;
    return {x.min + from * length, to < 1.0 ? x.min + to * length : x.max};
  }

  const Piece& piece;
  const Bound bound;
  const absl::Span<const StationTime> polygon;
  const double width_m;
  const double width_s;
  Interval meeting = kNothing;
};

}  // namespace

Interval MeetingTimes(const PathTimeGraph& graph, const RegionPart& part, Bound bound, const Piece& piece,
                      double until_x) {
  const PathTimeBox& box = BoxOf(part, bound);
  // The rounding: relative to the extents of the piece and of the polygon. Zero where nothing
  // moves, so that a body that stands at the only station of a path is in contact. No proof: it
  // covers the clipping of a chord, which divides by what can be small.
  constexpr double kRelativeError = 0x1p-44;
  double width_m = kRelativeError * (piece.extent_m + box.max_station_m - box.min_station_m);
  double width_s = kRelativeError * (piece.duration_s + box.max_time_s - box.min_time_s);
  if (bound == Bound::kOuter) {
    width_m += kProfileAllowance_m;
    width_s += kProfileAllowance_s;
  }
  const double ends_s = bound == Bound::kOuter ? width_s : 0.0;
  const Interval x = {std::max(0.0, box.min_time_s - piece.start.time_s - ends_s),
                      std::min(piece.duration_s, box.max_time_s - piece.start.time_s + ends_s)};
  until_x = std::min(x.max, until_x);
  if (!(x.min <= until_x)) return kNothing;
  // Most parts that are near are not met. Polygons without an extent in time have no other bound.
  const double wide_m = width_m + piece.BulgeOf(until_x - x.min);
  const auto [low_m, high_m] = std::minmax({piece.advance.At(x.min), piece.advance.At(until_x)});
  if (high_m + wide_m < box.min_station_m - piece.start.station_m) return kNothing;
  if (low_m - wide_m > box.max_station_m - piece.start.station_m) return kNothing;
  Clipper clipper = {piece, bound, PolygonOf(graph, part, bound), width_m, width_s};
  clipper.ClipCurve(x);
  return clipper.meeting;
}

Instants RootsWithin(const Cubic& polynomial, double begin, double end) {
  const auto& c = polynomial.c;
  Instants roots;
  if (c[2] == 0.0 && c[3] == 0.0) {
    const double root = -c[0] / c[1];
    if (begin <= root && root <= end) roots.push_back(root);
    return roots;
  }
  // Between its turns a polynomial is monotone.
  Instants turns = RootsWithin(polynomial.Derivative(), begin, end);
  turns.push_back(end);
  for (double to : turns) {
    const bool falls = polynomial.At(begin) > 0.0;
    if ((polynomial.At(to) > 0.0) != falls) {
      double from = begin;
      double until = to;
      for (double middle = 0.5 * (from + until); from < middle && middle < until; middle = 0.5 * (from + until)) {
        ((polynomial.At(middle) > 0.0) == falls ? from : until) = middle;
      }
      roots.push_back(until);
    }
    begin = to;
  }
  return roots;
}

Instants Piece::PassesOf(double station_m) const {
  return RootsWithin({{start.station_m - station_m, advance.c[1], advance.c[2], advance.c[3]}}, 0.0, duration_s);
}

Instants Piece::Turns() const {
  Instants turns = RootsWithin(advance.Derivative(), 0.0, duration_s);
  turns.insert(turns.begin(), 0.0);
  turns.push_back(duration_s);
  return turns;
}

PathTimeBox Piece::Box() const {
  Interval stations_m = kNothing;
  for (const double x : Turns()) Extend(&stations_m, StationAt(x));
  stations_m = Widened(stations_m, kMargin);
  const Interval times_s = Widened({start.time_s, end_s}, kMargin);
  return {stations_m.min, stations_m.max, times_s.min, times_s.max};
}

absl::Status CheckState(const PathTimeGraph& graph, const StationState& state) {
  if (!(state.speed_mps >= 0.0 && std::isfinite(state.speed_mps))) {
    return absl::InvalidArgumentError(absl::StrFormat("speed_mps: %g is negative or not finite", state.speed_mps));
  }
  const ProfilePiece standing = {state.time_s, state.station_m};
  return CheckIsLegal({{&standing, 1}, state.time_s}, StationsOf(graph), TimesOf(graph));
}

}  // namespace collision2d::planner::internal
