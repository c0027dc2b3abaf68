#include "planner_adapter/path_time/profile_pieces.h"

#include "absl/status/status.h"
#include "absl/strings/str_format.h"

namespace collision2d::planner::internal {

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
  ClosedInterval stations_m = kNothing;
  for (const double x : Turns()) Extend(&stations_m, StationAt(x));
  stations_m = Widened(stations_m, kMargin);
  const ClosedInterval times_s = Widened({start.time_s, end_s}, kMargin);
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
