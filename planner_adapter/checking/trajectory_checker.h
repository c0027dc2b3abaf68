#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "collision2d/batch/query_options.h"
#include "planner_adapter/checking/checked_scene.h"
#include "planner_adapter/checking/checker_options.h"  // IWYU pragma: export
#include "planner_adapter/checking/verdict.h"          // IWYU pragma: export
#include "planner_adapter/metrics/metric_scene.h"
#include "planner_adapter/road/road.h"
#include "planner_adapter/scene/scene.h"

namespace collision2d::planner {

// The largest number of instants of one call; beyond it Check returns an error that names the time
// step and the candidates' time span.
inline constexpr int kMaxInstants = 1'000'000;

// Memory that one call of TrajectoryChecker::Check leaves for the next call. Calls at the same time
// need one workspace each.
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

// What checkers of many scenes on one map may share; null: the checker makes it of its scene. What
// is shared may have been made anywhere on the map: where the local frame of that scene (scene.h)
// is another one, static obstacles are copied, poses asked of both are moved, and results are those
// of parts that the checker makes but for rounding.
struct SharedParts {
  // In place of the scene's own drivable area and borders; road_gap_m is ignored.
  std::shared_ptr<const Road> road = nullptr;
  // Of MakeStaticObstacles; their scene must have the same static obstacles and the same ego
  // vehicle.
  std::shared_ptr<const StaticObstacles> static_obstacles = nullptr;
};

// The resources that a call of the checker may use.
struct CheckResources {
  Deadline deadline = std::nullopt;
  // One index covers 64 candidates, for which obstacles are placed together.
  ParallelFor parallel_for = nullptr;
  CheckerWorkspace* workspace = nullptr;  // Null: the call allocates what it needs.
};

// Checks candidate trajectories of one scene against its obstacles and its road:
// - at instants: the multiples of the time step from CycleStartTime on that a candidate covers, and
//   its first and last time. Booleans are exact for shapes without radius;
// - between instants, unless CheckerOptions::instants_only: a candidate that does not collide is
//   proven free, as by TimeOfImpact.
// - within Scene::margins, if there are any: by the same rules, with the body that GrowBody makes.
//   Nothing else in a verdict depends on margins, and heights have none.
// The parts of a vehicle (EgoBody::parts) are judged as one body whose shape changes.
// A candidate is followed up to its first contact; clearances are those of the instants before it,
// and of the contact.
// docs/architecture.md, "What a verdict refers to", has the contract in full.
// Immutable after Create; Check may be called from many threads. The verdict of a candidate depends
// on the scene, the options and the candidate alone.
class TrajectoryChecker {
 public:
  // Creates a checker, with an index of the static obstacles and one of the edge of the road
  // (Road::FromScene). The checker and its copies own the scene; it is not null. O(n log n) in the
  // size of both. Errors:
  // - as ValidateCheckerOptions;
  // - a scene that MakeScene would refuse, where a check relies on it; an ego body without shapes;
  //   its heights, if they are not finite, inverted or out of range;
  // - margins that GrowBody refuses; a reference path that metrics cannot use, if they are
  //   selected;
  // - shared obstacles of another number, or of other heights of the ego vehicle.
  // With all shared parts it takes O(obstacles + poses of predictions + points of the road), unless
  // metrics are selected or static obstacles have margins of several sizes.
  static absl::StatusOr<TrajectoryChecker> Create(std::shared_ptr<const Scene> scene, const CheckerOptions& options,
                                                  SharedParts shared = {});

  // The same for a scene that is moved in: Create(*std::move(scene), ...), and Create(Scene(scene),
  // ...) for a copy. A scene of the caller's is refused by the compiler, because it could end
  // before the checker does.
  static absl::StatusOr<TrajectoryChecker> Create(Scene&& scene, const CheckerOptions& options,
                                                  SharedParts shared = {});
  static absl::StatusOr<TrajectoryChecker> Create(const Scene& scene, const CheckerOptions& options,
                                                  SharedParts shared = {}) = delete;

  // Makes the static obstacles of a scene, which is not null, for several checkers. They own the
  // scene. Errors: as Create.
  static absl::StatusOr<std::shared_ptr<const StaticObstacles>> MakeStaticObstacles(std::shared_ptr<const Scene> scene);

  // Returns the scene of Create.
  const Scene& scene() const { return checked_->scene; }

  // Writes the verdict of candidates[i] to verdicts[i]; poses and witnesses are in the frame of the
  // data of which the scene was made (scene frame). Verdicts do not depend on how the work is
  // divided; which of several errors is returned may depend on it. O(candidates * instants * moving
  // obstacles); docs/architecture.md, "Cost of a check". After an error no verdict is an answer:
  // all are Outcome::kNotChecked. Errors:
  // - sizes differ; a candidate that scenes do not accept (collision2d/v1/trajectory.proto) or that
  //   begins more than kSameInstant_s before the cycle; part_poses that are not those of the
  //   vehicle's parts, at the times of its poses;
  // - more than kMaxInstants instants, or kMaxCandidateInstants (scene_limits.h) of all candidates;
  // - a tilted shape that reaches beyond kMaxDistanceFromOrigin_m;
  // - FailedPrecondition: parallel_for did not run all of its indices;
  // - DeadlineExceeded; the deadline is polled once per 64 time steps of up to 256 candidates.
  absl::Status Check(absl::Span<const Candidate> candidates, absl::Span<Verdict> verdicts,
                     const CheckResources& resources = {}) const;

  // Returns what is known of each candidate at each of its checked instants, also after a
  // collision:
  // - the least signed distance to an obstacle, as Verdict::minimum_clearance for that instant
  //   alone;
  // - the signed clearance to the edge of the road, as Verdict::road_clearance;
  // - the time to collision by constant twists from there on (docs/metrics.md).
  // Obstacles are placed once for all candidates. Does not use a workspace. Errors: as Check.
  // O(candidates * instants * obstacles).
  absl::StatusOr<std::vector<std::vector<ProfilePoint>>> Profiles(absl::Span<const Candidate> candidates,
                                                                  const CheckResources& resources = {}) const;

 private:
  explicit TrajectoryChecker(std::shared_ptr<const CheckedScene> checked);

  absl::Status WriteVerdicts(absl::Span<const Candidate> candidates, absl::Span<Verdict> verdicts,
                             const CheckResources& resources) const;

  // Shared by copies of the checker.
  std::shared_ptr<const CheckedScene> checked_;
  double start_s_;
  // Null if no metric is selected.
  std::shared_ptr<const MetricScene> metric_scene_;
};

}  // namespace collision2d::planner
