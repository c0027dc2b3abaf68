#include "planner_adapter/path_time/speed_profile.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "absl/base/macros.h"
#include "absl/strings/str_format.h"
#include "planner_adapter/path_time/profile_pieces.h"
#include "planner_adapter/scene/scene_limits.h"

namespace collision2d::planner {
namespace {

// rad. A turn between two poses of a candidate that is larger gets a pose in its middle.
constexpr double kLargestTurn_rad = 3.0;

}  // namespace

absl::StatusOr<SpeedProfile> LinearProfile(absl::Span<const StationTime> points, std::vector<ProfilePiece>* pieces) {
  pieces->clear();
  if (points.empty()) return absl::InvalidArgumentError("points: there are none");
  for (size_t k = 0; k < points.size(); ++k) {
    const auto& [station_m, time_s] = points[k];
    if (!std::isfinite(station_m) || !std::isfinite(time_s) || (k > 0 && time_s <= points[k - 1].time_s)) {
      return absl::InvalidArgumentError(
          absl::StrFormat("points[%d]: station_m %g or time_s %.17g is not finite, or not after the previous one", k,
                          station_m, time_s));
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
  const double v = state.speed_mps;
  AcceleratedPieces pieces = {{state.time_s, state.station_m, v}};
  // A piece without duration makes room for the next one.
  const auto add = [&](const ProfilePiece& piece) {
    if (!(piece.time_s < end_s)) return;
    if (piece.time_s <= pieces.back().time_s) pieces.pop_back();
    pieces.push_back(piece);
  };
  const double change_s = state.time_s + delay_s;
  // By the times as they are rounded, so that pieces join.
  const double change_m = state.station_m + v * (change_s - state.time_s);
  add({change_s, change_m, v, acceleration_mps2});
  if (acceleration_mps2 < 0.0) add({change_s - v / acceleration_mps2, change_m - 0.5 * v * v / acceleration_mps2});
  return pieces;
}

absl::Status CheckIsLegal(const SpeedProfile& profile, Interval stations_m, Interval times_s) {
  const auto& pieces = profile.pieces;
  if (pieces.empty()) return absl::InvalidArgumentError("pieces: there are none");
  times_s = internal::Widened(times_s, kProfileAllowance_s);
  stations_m = internal::Widened(stations_m, kProfileAllowance_m);
  const auto refuse = [](size_t k, const char* field, double value, const char* why) {
    return absl::InvalidArgumentError(absl::StrFormat("pieces[%d].%s: %.17g is not %s", k, field, value, why));
  };
  for (size_t k = 0; k < pieces.size(); ++k) {
    const auto& [time_s, station_m, speed_mps, acceleration_mps2, jerk_mps3] = pieces[k];
    for (const auto& [field, value] : {std::make_pair("station_m", station_m),
                                       {"speed_mps", speed_mps},
                                       {"acceleration_mps2", acceleration_mps2},
                                       {"jerk_mps3", jerk_mps3}}) {
      if (!std::isfinite(value)) return refuse(k, field, value, "finite");
    }
    if (internal::Contains(times_s, time_s) && (k == 0 || time_s > pieces[k - 1].time_s)) continue;
    return refuse(k, "time_s", time_s, "a time of the graph after the previous one");
  }
  if (!internal::Contains({pieces.back().time_s, times_s.max}, profile.end_s)) {
    return absl::InvalidArgumentError(
        absl::StrFormat("end_s: %.17g is before the last piece or after the graph's times", profile.end_s));
  }
  double reached_m = pieces[0].station_m;
  for (size_t k = 0; k < pieces.size(); ++k) {
    const internal::Piece piece = internal::PieceAt(profile, k);
    if (!(std::abs(piece.start.station_m - reached_m) <= kProfileJoint_m)) {
      return refuse(k, "station_m", piece.start.station_m, "where the previous piece ends");
    }
    for (const double x : piece.Turns()) {
      reached_m = piece.StationAt(x);
      if (internal::Contains(stations_m, reached_m)) continue;
      return refuse(k, "station_m", piece.start.station_m, "the beginning of a piece that remains on the path");
    }
  }
  return absl::OkStatus();
}

absl::StatusOr<Candidate> CandidateFromProfile(const EgoPath& path, const SpeedProfile& profile, std::string id) {
  absl::Status status = CheckIsLegal(profile, {path.start_m(), path.end_m()}, {-kMaxTime_s, kMaxTime_s});
  if (!status.ok()) return status;
  Candidate trajectory;
  trajectory.id = std::move(id);
  std::vector<double> instants;
  for (size_t k = 0; k < profile.pieces.size(); ++k) {
    const internal::Piece piece = internal::PieceAt(profile, k);
    const Interval stations_m = internal::StationsOf(piece.Box());
    const internal::Instants turns = piece.Turns();
    instants.assign(turns.begin(), turns.end());
    auto pose = std::lower_bound(path.poses().begin(), path.poses().end(), stations_m.min,
                                 [](const PathPose& a, double station_m) { return a.station_m < station_m; });
    for (; pose != path.poses().end() && pose->station_m <= stations_m.max; ++pose) {
      const internal::Instants passes = piece.PassesOf(pose->station_m);
      instants.insert(instants.end(), passes.begin(), passes.end());
    }
    std::sort(instants.begin(), instants.end());
    const auto pose_at = [&](double x) {
      const auto [station, position, yaw_rad, elevation] = path.At(piece.StationAt(x));
      return TimedPose{piece.TimeAt(x), position, yaw_rad, elevation.z_m, elevation.pitch_rad, elevation.roll_rad};
    };
    double before = 0.0;
    for (const double x : instants) {
      const TimedPose next = pose_at(x);
      if (!trajectory.poses.empty()) {
        const TimedPose& last = trajectory.poses.back();
        if (next.time_s - last.time_s <= kSameInstant_s) continue;
        // In reverse, half a turn is the other way round.
        if (std::abs(NormalizeAngle(next.yaw_rad - last.yaw_rad)) > kLargestTurn_rad) {
          trajectory.poses.push_back(pose_at(0.5 * (before + x)));
        }
      }
      trajectory.poses.push_back(next);
      before = x;
    }
  }
  return trajectory;
}

}  // namespace collision2d::planner
