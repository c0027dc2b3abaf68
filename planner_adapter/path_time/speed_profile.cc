#include "planner_adapter/path_time/speed_profile.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "absl/base/macros.h"
#include "absl/strings/str_format.h"
#include "planner_adapter/path_time/profile_pieces.h"

namespace collision2d::planner {

namespace internal {

Instants RootsWithin(const Cubic& polynomial, double begin, double end) {
  const auto& c = polynomial.c;
  Instants roots;
  const auto add = [&](double x) {
    if (x >= begin && x <= end && (roots.empty() || roots.back() < x)) roots.push_back(x);
  };
  if (c[3] == 0.0 && c[2] == 0.0) {
    if (c[1] != 0.0) add(-c[0] / c[1]);
  } else if (c[3] == 0.0) {
    const double discriminant = c[1] * c[1] - 4.0 * c[2] * c[0];
    if (discriminant < 0.0) return roots;
    const double q = -0.5 * (c[1] + std::copysign(std::sqrt(discriminant), c[1]));
    const double one = q / c[2];
    const double other = q == 0.0 ? one : c[0] / q;
    add(std::min(one, other));
    add(std::max(one, other));
  } else {
    // A cubic is monotone between its turns.
    Instants ends = RootsWithin(polynomial.Derivative(), begin, end);
    ends.push_back(end);
    double from = begin;
    for (double to : ends) {
      const bool falls = polynomial.At(from) > 0.0;
      if (polynomial.At(from) == 0.0) {
        add(from);
      } else if ((polynomial.At(to) > 0.0) != falls && polynomial.At(to) != 0.0) {
        double a = from;
        double b = to;
        for (double middle = 0.5 * (a + b); a < middle && middle < b; middle = 0.5 * (a + b)) {
          ((polynomial.At(middle) > 0.0) == falls ? a : b) = middle;
        }
        add(b);
      }
      from = to;
    }
    if (polynomial.At(end) == 0.0) add(end);
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
  return {stations_m.min, stations_m.max, start.time_s, end_s};
}

}  // namespace internal

absl::StatusOr<SpeedProfile> LinearProfile(absl::Span<const StationTime> points, std::vector<ProfilePiece>* pieces) {
  pieces->clear();
  if (points.empty()) return absl::InvalidArgumentError("points: there are none");
  for (size_t k = 0; k < points.size(); ++k) {
    const auto& [station_m, time_s] = points[k];
    if (!std::isfinite(station_m)) {
      return absl::InvalidArgumentError(absl::StrFormat("points[%d].station_m: %g is not finite", k, station_m));
    }
    if (!std::isfinite(time_s) || (k > 0 && time_s <= points[k - 1].time_s)) {
      return absl::InvalidArgumentError(
          absl::StrFormat("points[%d].time_s: %.17g is not finite and after the previous one", k, time_s));
    }
    if (k > 0) {
      pieces->back().speed_mps = (station_m - points[k - 1].station_m) / (time_s - points[k - 1].time_s);
    }
    if (k == 0 || k + 1 < points.size()) pieces->push_back({time_s, station_m});
  }
  return SpeedProfile{*pieces, points.back().time_s};
}

AcceleratedPieces AcceleratedProfile(const StationState& state, double delay_s, double acceleration_mps2,
                                     double end_s) {
  ABSL_ASSERT(state.speed_mps >= 0.0 && delay_s >= 0.0 && state.time_s <= end_s);
  AcceleratedPieces pieces = {{state.time_s, state.station_m, state.speed_mps}};
  const double change_s = state.time_s + delay_s;
  if (acceleration_mps2 == 0.0 || !(change_s < end_s)) return pieces;
  if (change_s == state.time_s) pieces.clear();
  const double station_m = state.station_m + state.speed_mps * delay_s;
  const double stop_s = change_s + std::max(0.0, -state.speed_mps / acceleration_mps2);
  const bool stops = acceleration_mps2 < 0.0 && stop_s < end_s;
  if (!stops || stop_s > change_s) pieces.push_back({change_s, station_m, state.speed_mps, acceleration_mps2});
  if (stops) {
    const double stop_m = station_m - 0.5 * state.speed_mps * state.speed_mps / acceleration_mps2;
    pieces.push_back({stop_s, stop_m});
  }
  return pieces;
}

absl::Status CheckRegion(const OccupiedRegions& regions, int region) {
  if (region == kAllRegions || (region >= 0 && region < static_cast<int>(regions.regions().size()))) {
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(absl::StrFormat("region: %d is none of %d", region, regions.regions().size()));
}

absl::Status CheckState(const OccupiedRegions& regions, const StationState& state) {
  if (!(state.speed_mps >= 0.0 && std::isfinite(state.speed_mps))) {
    return absl::InvalidArgumentError(absl::StrFormat("speed_mps: %g is negative or not finite", state.speed_mps));
  }
  const ProfilePiece standing = {state.time_s, state.station_m};
  return CheckIsLegal(regions, {{&standing, 1}, state.time_s});
}

absl::Status CheckIsLegal(const OccupiedRegions& regions, const SpeedProfile& profile) {
  if (profile.pieces.empty()) return absl::InvalidArgumentError("pieces: there are none");
  const ClosedInterval times_s = internal::Widened(regions.times_s(), kProfileAllowance_s);
  const ClosedInterval stations_m = internal::Widened(regions.stations_m(), kProfileAllowance_m);
  double reached_m = profile.pieces[0].station_m;
  for (size_t k = 0; k < profile.pieces.size(); ++k) {
    const ProfilePiece& piece = profile.pieces[k];
    const auto refuse = [k](const char* field, double value, const char* why) {
      return absl::InvalidArgumentError(absl::StrFormat("pieces[%d].%s: %.17g %s", k, field, value, why));
    };
    if (!(piece.time_s >= times_s.min && piece.time_s <= times_s.max)) {
      return refuse("time_s", piece.time_s, "is not a time of the graph");
    }
    if (k > 0 && !(piece.time_s > profile.pieces[k - 1].time_s)) {
      return refuse("time_s", piece.time_s, "is not after the previous one");
    }
    if (!std::isfinite(piece.speed_mps)) return refuse("speed_mps", piece.speed_mps, "is not finite");
    if (!std::isfinite(piece.acceleration_mps2)) {
      return refuse("acceleration_mps2", piece.acceleration_mps2, "is not finite");
    }
    if (!std::isfinite(piece.jerk_mps3)) return refuse("jerk_mps3", piece.jerk_mps3, "is not finite");
    if (!(std::abs(piece.station_m - reached_m) <= kProfileJoint_m)) {
      return refuse("station_m", piece.station_m, "is not finite, or not where the previous piece ends");
    }
    const internal::Piece posed = internal::PieceAt(profile, k);
    const bool is_last = k + 1 == profile.pieces.size();
    if (!is_last && !(posed.duration_s > 0.0)) continue;  // The next piece's error.
    if (is_last && !(posed.duration_s >= 0.0 && profile.end_s <= times_s.max)) {
      return absl::InvalidArgumentError(
          absl::StrFormat("end_s: %.17g is before the last piece or after the graph's times", profile.end_s));
    }
    for (const double x : posed.Turns()) {
      if (posed.StationAt(x) >= stations_m.min && posed.StationAt(x) <= stations_m.max) continue;
      return refuse("station_m", piece.station_m, "begins a piece that is not within the stations of the path");
    }
    reached_m = posed.StationAt(posed.duration_s);
  }
  return absl::OkStatus();
}

absl::StatusOr<Trajectory> TrajectoryOfProfile(const EgoPath& path, const SpeedProfile& profile, std::string id) {
  constexpr ClosedInterval kAlways = {-std::numeric_limits<double>::max(), std::numeric_limits<double>::max()};
  const OccupiedRegions nothing({}, {}, {}, {path.start_m(), path.end_m()}, kAlways);
  if (absl::Status status = CheckIsLegal(nothing, profile); !status.ok()) return status;
  Trajectory trajectory;
  trajectory.id = std::move(id);
  const auto add = [&](double time_s, double station_m) {
    if (!trajectory.poses.empty() && time_s - trajectory.poses.back().time_s <= kSameInstant_s) return;
    const auto [station, position, yaw_rad, elevation] = path.At(station_m);
    trajectory.poses.push_back({time_s, position, yaw_rad, elevation.z_m, elevation.pitch_rad, elevation.roll_rad});
  };
  for (size_t k = 0; k < profile.pieces.size(); ++k) {
    const internal::Piece piece = internal::PieceAt(profile, k);
    const internal::Instants turns = piece.Turns();
    for (size_t i = 0; i + 1 < turns.size(); ++i) {
      // Here the station is monotone.
      add(piece.TimeAt(turns[i]), piece.StationAt(turns[i]));
      const double from_m = piece.StationAt(turns[i]);
      const double to_m = piece.StationAt(turns[i + 1]);
      const auto visit = [&](const PathPose& pose) {
        for (const double x : piece.PassesOf(pose.station_m)) {
          if (x > turns[i] && x < turns[i + 1]) add(piece.TimeAt(x), pose.station_m);
        }
      };
      const auto is_before = [](const PathPose& pose, double station_m) { return pose.station_m < station_m; };
      const auto begin = std::lower_bound(path.poses().begin(), path.poses().end(), std::min(from_m, to_m), is_before);
      const auto end = std::lower_bound(begin, path.poses().end(), std::max(from_m, to_m), is_before);
      if (from_m < to_m) {
        std::for_each(begin, end, visit);
      } else {
        std::for_each(std::make_reverse_iterator(end), std::make_reverse_iterator(begin), visit);
      }
    }
    add(piece.end_s, piece.StationAt(piece.duration_s));
  }
  return trajectory;
}

}  // namespace collision2d::planner
