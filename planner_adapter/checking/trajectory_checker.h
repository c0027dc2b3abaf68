#ifndef COLLISION2D_PLANNER_ADAPTER_CHECKING_TRAJECTORY_CHECKER_H_
#define COLLISION2D_PLANNER_ADAPTER_CHECKING_TRAJECTORY_CHECKER_H_

#include <memory>
#include <optional>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "collision2d/batch/trajectories.h"
#include "planner_adapter/checking/checked_scene.h"
#include "planner_adapter/checking/checker_options.h"  // IWYU pragma: export
#include "planner_adapter/checking/verdict.h"          // IWYU pragma: export
#include "planner_adapter/metrics/metric_scene.h"
#include "planner_adapter/road/road.h"
#include "planner_adapter/scene/scene.h"

namespace collision2d::planner {

// The most instants at which one call may check; more is an error that names the time step and the
// candidates' span.
inline constexpr int kMaxInstants = 1'000'000;

// Memory that one call of TrajectoryChecker::Check leaves for the next: one for each call at a
// time.
class CheckerWorkspace {
 public:
  CheckerWorkspace();
  ~CheckerWorkspace();
  CheckerWorkspace(CheckerWorkspace&&) noexcept;
  CheckerWorkspace& operator=(CheckerWorkspace&&) noexcept;

 private:
  friend class TrajectoryChecker;
  struct Memory;

  std::unique_ptr<Memory> memory_;
};

// What a call of the checker may use.
struct CheckResources {
  Deadline deadline = std::nullopt;
  // An index covers 256 candidates, for which obstacles are placed together.
  ParallelFor parallel_for = nullptr;
  CheckerWorkspace* workspace = nullptr;  // Null: what the call needs is allocated.
};

// Checks candidate trajectories of one scene against its obstacles and drivable area:
// - at the instants start + k * scene.time_step_s (start: CycleStartTime of the scene) that a
//   candidate covers, and at its own first and last time. Poses are those of InterpolatePose,
//   obstacles those of PlaceObstacles. Booleans are exact for shapes without radius, as Collides,
//   and
//   numbers are those of ComputeSeparation in the frame of the ego vehicle, to the bit. Heights,
//   slopes and tilted bodies count as JudgeSpacePair has it: exactly where nothing is tilted.
// - unless CheckerOptions::instants_only, at every real instant in between. Obstacles move as
//   InterpolatePose has it; occupancies cover their shapes from their time up to and including that
//   of the next one. A candidate that does not collide is proven free, as by TimeOfImpact with
//   CheckerOptions::impact, for poses at instants that are rounded. Heights count as
//   FirstSpaceContact has it: exactly where nothing is tilted, and otherwise conservatively within
//   kSpaceMargin_m.
// A candidate is followed up to its first contact; clearances, the road's clearance and pairs are
// those of the instants before it (and of an instant at which it is undecided). The vehicle leaves
// the road at the first instant at which part of it is outside, exactly as Road decides, or between
// instants as Road::FirstDepartures finds. Times that differ by at most kSameInstant_s count as
// one. docs/architecture.md, "A scene's way", has the phases.
//
// Immutable after Create; Check may be called from many threads. The verdict of a candidate depends
// on the scene, the options and the candidate alone.
class TrajectoryChecker {
 public:
  // `scene` must outlive the checker. Makes an index of the static obstacles and one of the edge of
  // the road, which is made by Road::OfScene: O(n log n) of both. Errors: as
  // ValidateCheckerOptions; an ego body without shape; heights of it that are not finite or
  // inverted; as MetricScene::Create, if metrics are selected.
  static absl::StatusOr<TrajectoryChecker> Create(const Scene& scene, const CheckerOptions& options);

  // The same with a road that is made already, for planners that check many scenes on one map.
  // `road` is in the frame of the scene, and is not null; the scene's own drivable area and
  // borders, and road_gap_m, count for nothing.
  static absl::StatusOr<TrajectoryChecker> Create(const Scene& scene, const CheckerOptions& options,
                                                  std::shared_ptr<const Road> road);

  // The same with static obstacles that are made already, by MakeStaticObstacles of a scene with
  // the same ones in the same frame and the same ego vehicle; not null. That scene must outlive the
  // checker too. O(moving obstacles), unless metrics are selected. Errors also: another number of
  // static obstacles, or other heights of the ego vehicle.
  static absl::StatusOr<TrajectoryChecker> Create(const Scene& scene, const CheckerOptions& options,
                                                  std::shared_ptr<const Road> road,
                                                  std::shared_ptr<const StaticObstacles> statics);

  // `scene` must outlive them. Errors: as Create.
  static absl::StatusOr<std::shared_ptr<const StaticObstacles>> MakeStaticObstacles(const Scene& scene);

  // Writes the verdict of candidates[i] to verdicts[i]. On one thread, and with a workspace that
  // has served a call of this checker (or a copy of it) and as many candidates, instants and
  // obstacles, what is found about obstacles is found without allocation, unless one of them
  // appears, ends or changes its outline in the meantime; the road and the metrics allocate.
  // Verdicts do not depend on how the work is divided; which of several errors is returned may.
  // Errors (nothing is written): sizes differ; a candidate without pose, with a number that is not
  // finite or beyond scene_limits.h, with times out of order, or with a time before the beginning
  // of the cycle by more than kSameInstant_s; more than kMaxInstants instants, or
  // kMaxCandidateInstants (scene_limits.h) of all candidates together; an obstacle whose pose at
  // some instant of a candidate, up to the first one in contact, or at a time of its own between
  // instants, up to the first contact, is not finite or beyond kMaxCoordinate_m, or whose heights
  // are then as CheckHeights or SpaceSearch refuses them, which no scene of SceneFromProto has;
  // DeadlineExceeded, which is noticed between windows of 32 time steps of up to 1024 candidates.
  // O(candidates * instants * moving obstacles), many of them at a time; the motion between
  // instants costs about as much again, and as much as an instant more for each time between
  // instants at which an obstacle has a pose, or a group of candidates does; static obstacles far
  // away cost nothing. Obstacles whose heights matter are checked instant by instant and without an
  // index (SpaceSearch): moving ones that are not plain at all poses of the candidates within 32
  // time steps; static ones that are not plain at the height of StaticObstacles; and all static
  // ones for a candidate that within 32 time steps is tilted, or so high or low that one of those
  // that are plain there is not.
  absl::Status Check(absl::Span<const Trajectory> candidates, absl::Span<Verdict> verdicts,
                     const CheckResources& resources = {}) const;

  // Returns what is known of one candidate at each of its checked instants, also after a collision:
  // the least signed distance to an obstacle, as Verdict::minimum_clearance has it for that instant
  // alone, the signed clearance to the edge of the road, as Verdict::road_clearance, and the time
  // to collision by constant twists from there on (docs/metrics.md).
  // Errors: as Check.
  // O(instants * obstacles).
  // See Profiles for many candidates.
  absl::StatusOr<std::vector<ProfilePoint>> Profile(const Trajectory& candidate) const;

  // The same of each candidate. Obstacles are placed once for all of them, which is far cheaper
  // than Profile for each. Makes no use of a workspace. Errors: as Check.
  // O(candidates * instants * obstacles).
  absl::StatusOr<std::vector<std::vector<ProfilePoint>>> Profiles(absl::Span<const Trajectory> candidates,
                                                                  const CheckResources& resources = {}) const;

 private:
  explicit TrajectoryChecker(std::shared_ptr<const CheckedScene> checked);

  // Shared by copies of the checker.
  std::shared_ptr<const CheckedScene> checked_;
  double start_s_;
  // Null if no metric is selected.
  std::shared_ptr<const MetricScene> metric_scene_;
};

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_CHECKING_TRAJECTORY_CHECKER_H_
