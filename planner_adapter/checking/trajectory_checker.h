#ifndef COLLISION2D_PLANNER_ADAPTER_CHECKING_TRAJECTORY_CHECKER_H_
#define COLLISION2D_PLANNER_ADAPTER_CHECKING_TRAJECTORY_CHECKER_H_

#include <cstdint>
#include <optional>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/solid/vertical_clearance.h"
#include "collision2d/solid/z_span.h"
#include "planner_adapter/checking/drivable_area.h"
#include "planner_adapter/checking/obstacle_snapshot.h"
#include "planner_adapter/scene/scene.h"

namespace collision2d::planner {

struct CheckerOptions {
  BeyondPrediction beyond_prediction = BeyondPrediction::kAbsent;
  // Hypotheses less probable than this are ignored; in [0, 1].
  double min_probability = 0.0;
  // m, >= 0. A corner this far outside the drivable area still counts as inside.
  double drivable_area_tolerance_m = 0.1;
};

// Errors: an option that is out of range, named with its value.
absl::Status ValidateCheckerOptions(const CheckerOptions& options);

// The contact or closest approach of the ego vehicle and one obstacle at one instant; local frame.
struct Encounter {
  double time_s = 0.0;
  int step = 0;      // Whole time steps of the scene since the beginning of the cycle.
  int obstacle = 0;  // See ObstacleId.
  int hypothesis = 0;
  double signed_distance_m = 0.0;  // Negative: penetration depth.
  Vec2 witness_ego;
  Vec2 witness_obstacle;
};

// The room between the ego vehicle and one obstacle above or below it at one instant.
struct VerticalEncounter {
  double time_s = 0.0;
  int step = 0;  // As in Encounter, like the two below.
  int obstacle = 0;
  int hypothesis = 0;
  double clearance_m = 0.0;  // Negative: overlap.
  solid::VerticalSide side = solid::VerticalSide::kAbove;
};

// Of one candidate. See proto/verdict.proto for the meaning of each field.
struct Verdict {
  std::optional<Encounter> first_collision;  // Set exactly if the candidate collides.
  std::optional<Encounter> minimum_clearance;
  std::optional<double> leaves_drivable_area_time_s;
  int64_t pairs_checked = 0;
  std::optional<VerticalEncounter> vertical_clearance;

  bool collides() const { return first_collision.has_value(); }
  bool is_free() const { return !collides() && !leaves_drivable_area_time_s.has_value(); }
};

// The most instants at which one call may check; more is an error that names the time step and the candidates' span.
inline constexpr int kMaxInstants = 1'000'000;

// Checks candidate trajectories of one scene against its obstacles and drivable area, at the instants
//   start + k * scene.time_step_s  (start: CycleStartTime of the scene)
// that a candidate covers, and at its own first and last time. Between instants nothing is checked.
// At an instant the candidate's pose is interpolated by InterpolatePose, obstacles are placed by PlaceObstacles, and
// every ego shape is put against every obstacle shape in the frame of the ego vehicle, all candidates in one batch:
// booleans are exact for shapes without radius, as Collides, and numbers are those of ComputeSeparation, to the bit.
// Heights, slopes and tilted bodies are taken into account as ComputeSpaceClearances does: exactly where nothing is
// tilted. A candidate is followed up to its first collision.
// Immutable after Create; Check may be called from many threads. The verdict of a candidate depends on the scene, the
// options and the candidate alone.
class TrajectoryChecker {
 public:
  // `scene` must outlive the checker.
  // Errors: as ValidateCheckerOptions; an ego body without shape; heights of it that are not finite or inverted.
  static absl::StatusOr<TrajectoryChecker> Create(const Scene& scene, const CheckerOptions& options);

  // Writes the verdict of candidates[i] to verdicts[i].
  // Errors (nothing is written): sizes differ; a candidate without pose, with a number that is not finite or beyond
  // scene_limits.h, with times out of order, or with a time before the beginning of the cycle by more than
  // kSameInstant_s; more than kMaxInstants instants; an obstacle whose pose at some instant is not finite or beyond
  // kMaxCoordinate_m, or whose heights are as ComputeSpaceClearances refuses them, which no scene of SceneFromProto
  // has.
  // O(candidates * instants * obstacles), many of them at a time.
  absl::Status Check(absl::Span<const Trajectory> candidates, absl::Span<Verdict> verdicts) const;

 private:
  TrajectoryChecker(const Scene& scene, const std::optional<solid::ZSpan>& ego_span, const CheckerOptions& options);

  const Scene* scene_;
  std::optional<solid::ZSpan> ego_span_;
  CheckerOptions options_;
  double start_s_;
  DrivableArea drivable_area_;
};

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_CHECKING_TRAJECTORY_CHECKER_H_
