#pragma once

#include <string>
#include <vector>

#include "absl/container/inlined_vector.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "planner_adapter/path_time/ego_path.h"
#include "planner_adapter/path_time/path_time_graph.h"
#include "planner_adapter/scene/scene.h"

// Speed profiles: the stations of the ego vehicle on its path as functions of time.
namespace collision2d::planner {

// A profile may exceed the stations of a path and the times of a graph by this much, or by the last
// digits of their ends: the rounding of a caller's sums. Occupied regions count as that much
// larger, so that proofs hold nevertheless.
inline constexpr double kProfileAllowance_m = 1e-9;
inline constexpr double kProfileAllowance_s = 1e-9;

// m. Pieces of a profile join within this.
inline constexpr double kProfileJoint_m = 1e-6;

// From time_s on, until the next piece begins: with x the time since then, the station is
//   station_m + speed_mps x + acceleration_mps2 x^2 / 2 + jerk_mps3 x^3 / 6.
// Reversing (a negative speed) and standing are legal.
struct ProfilePiece {
  double time_s = 0.0;
  double station_m = 0.0;
  double speed_mps = 0.0;
  double acceleration_mps2 = 0.0;
  double jerk_mps3 = 0.0;
};

// Up to cubic pieces, the last one until end_s; refers to the caller's memory.
struct SpeedProfile {
  absl::Span<const ProfilePiece> pieces;
  double end_s = 0.0;
};

// The ego vehicle at an instant; moves forward or stands.
struct StationState {
  double time_s = 0.0;
  double station_m = 0.0;
  double speed_mps = 0.0;
};

// Fills `pieces` with the profile that is linear between stations at times, of one point at least,
// and returns it. Errors, naming the index: no points; a number that is not finite; a time not
// after the previous one.
absl::StatusOr<SpeedProfile> LinearProfile(absl::Span<const StationTime> points, std::vector<ProfilePiece>* pieces);

// Returns the pieces of a motion that keeps its speed for delay_s, then accelerates (or brakes)
// until end_s, and remains at rest once its speed is zero. O(1), no allocation. REQUIRES: a speed
// and a delay that are not negative, the state before end_s.
using AcceleratedPieces = absl::InlinedVector<ProfilePiece, 3>;
AcceleratedPieces AcceleratedProfile(const StationState& state, double delay_s, double acceleration_mps2, double end_s);

// Returns an error that names the piece and the field, unless: there are pieces; all numbers are
// finite; times increase, and end_s is not before the last one; pieces join within kProfileJoint_m;
// stations and times are within these intervals and the allowances above.
absl::Status CheckIsLegal(const SpeedProfile& profile, Interval stations_m, Interval times_s);

// Returns a candidate that follows the profile on a path. Its poses are at these times:
// - where the profile reaches a pose of the path, reverses, or begins a piece; end_s;
// - halfway through a turn of nearly half a revolution.
// If several of these times are within kSameInstant_s of each other, only the first has a pose.
// Between its poses the candidate moves as the profile does if the profile is linear there. Errors:
// as CheckIsLegal; a profile that leaves the path by more than the allowance.
absl::StatusOr<Candidate> CandidateFromProfile(const EgoPath& path, const SpeedProfile& profile, std::string id);

}  // namespace collision2d::planner
