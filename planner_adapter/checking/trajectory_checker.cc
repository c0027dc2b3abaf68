#include "planner_adapter/checking/trajectory_checker.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "absl/strings/str_format.h"
#include "collision2d/solid/z_span.h"
#include "planner_adapter/checking/check_instants.h"
#include "planner_adapter/checking/pose_clearance.h"
#include "planner_adapter/checking/space_clearance.h"
#include "planner_adapter/checking/space_pair.h"
#include "planner_adapter/scene/cycle_start.h"
#include "planner_adapter/scene/scene_limits.h"
#include "planner_adapter/scene/timed_pose.h"

namespace collision2d::planner {
namespace {

// The candidates that are checked at one instant: their indices, and what goes into and comes out of the inner loop.
struct Active {
  std::vector<int> candidate;
  std::vector<SpacePose> pose;
  std::vector<double> bound_m;
  std::vector<SpaceClearance> clearance;

  void Clear() {
    candidate.clear();
    pose.clear();
    bound_m.clear();
  }
};

void GatherActive(absl::Span<const Trajectory> candidates, absl::Span<const Verdict> verdicts, const Instant& instant,
                  Active* active) {
  active->Clear();
  for (size_t i = 0; i < candidates.size(); ++i) {
    if (verdicts[i].collides() || !IsCheckedAt(candidates[i], instant)) continue;
    active->candidate.push_back(static_cast<int>(i));
    const TimedPose pose = InterpolatePose(candidates[i].poses, instant.time_s);
    active->pose.push_back({pose.ToPose2(), pose.ToElevation()});
    active->bound_m.push_back(verdicts[i].minimum_clearance.has_value()
                                  ? verdicts[i].minimum_clearance->signed_distance_m
                                  : std::numeric_limits<double>::infinity());
  }
  active->clearance.resize(active->candidate.size());
}

Encounter ToEncounter(const Approach& approach, const PlacedShape& shape, const Instant& instant) {
  return {instant.time_s,
          instant.step,
          shape.obstacle,
          shape.hypothesis,
          approach.signed_distance_m,
          approach.witness_body,
          approach.witness_obstacle};
}

void RecordVertical(const SpaceClearance& clearance, absl::Span<const PlacedShape> obstacles, const Instant& instant,
                    Verdict* verdict) {
  const VerticalApproach& vertical = clearance.vertical;
  if (vertical.placed_shape < 0) return;
  const PlacedShape& shape = obstacles[vertical.placed_shape];
  std::optional<VerticalEncounter>& least = verdict->vertical_clearance;
  if (least.has_value() && !vertical.is_contact && vertical.clearance_m >= least->clearance_m) return;
  least = {instant.time_s, instant.step, shape.obstacle, shape.hypothesis, vertical.clearance_m, vertical.side};
}

void Record(const PoseClearance& clearance, absl::Span<const PlacedShape> obstacles, const Instant& instant,
            Verdict* verdict) {
  const auto encounter = [&](const Approach& approach) {
    return ToEncounter(approach, obstacles[approach.placed_shape], instant);
  };
  if (clearance.nearest.placed_shape >= 0) verdict->minimum_clearance = encounter(clearance.nearest);
  if (clearance.first_contact.placed_shape >= 0) verdict->first_collision = encounter(clearance.first_contact);
}

// OK if the queries and the interpolation may trust the candidate's numbers. Planners make candidates themselves,
// without the conversion that validates those of a scene. Written so that NaN does not pass.
absl::Status CheckPoses(const Trajectory& candidate) {
  if (candidate.poses.empty()) {
    return absl::InvalidArgumentError(absl::StrFormat("candidate %s: poses: empty", candidate.id));
  }
  for (size_t i = 0; i < candidate.poses.size(); ++i) {
    const TimedPose& pose = candidate.poses[i];
    if (!(std::abs(pose.position.x) <= kMaxDistanceFromOrigin_m &&
          std::abs(pose.position.y) <= kMaxDistanceFromOrigin_m && std::abs(pose.yaw_rad) <= kMaxYaw_rad &&
          std::abs(pose.time_s) <= kMaxTime_s)) {
      return absl::InvalidArgumentError(absl::StrFormat(
          "candidate %s: poses[%d]: not finite or out of range: x %.17g m, y %.17g m, yaw %.17g rad, time %.17g s",
          candidate.id, i, pose.position.x, pose.position.y, pose.yaw_rad, pose.time_s));
    }
    if (!(std::abs(pose.z_m) <= kMaxDistanceFromOrigin_m && std::abs(pose.pitch_rad) <= kMaxTilt_rad &&
          std::abs(pose.roll_rad) <= kMaxTilt_rad)) {
      return absl::InvalidArgumentError(absl::StrFormat(
          "candidate %s: poses[%d]: not finite or out of range: z %.17g m, pitch %.17g rad, roll %.17g rad",
          candidate.id, i, pose.z_m, pose.pitch_rad, pose.roll_rad));
    }
    if (i > 0 && pose.time_s <= candidate.poses[i - 1].time_s) {
      return absl::InvalidArgumentError(absl::StrFormat("candidate %s: poses[%d].time_s: %.17g s is not after %.17g s",
                                                        candidate.id, i, pose.time_s, candidate.poses[i - 1].time_s));
    }
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status ValidateCheckerOptions(const CheckerOptions& options) {
  if (!(options.min_probability >= 0.0 && options.min_probability <= 1.0)) {
    return absl::InvalidArgumentError(
        absl::StrFormat("min_probability: %g is not within [0, 1]", options.min_probability));
  }
  if (!(options.drivable_area_tolerance_m >= 0.0) || std::isinf(options.drivable_area_tolerance_m)) {
    return absl::InvalidArgumentError(absl::StrFormat("drivable_area_tolerance_m: %g is not a finite length >= 0",
                                                      options.drivable_area_tolerance_m));
  }
  return absl::OkStatus();
}

TrajectoryChecker::TrajectoryChecker(const Scene& scene, const std::optional<solid::ZSpan>& ego_span,
                                     const CheckerOptions& options)
    : scene_(&scene),
      ego_span_(ego_span),
      options_(options),
      start_s_(CycleStartTime(scene)),
      drivable_area_(scene.drivable_area, options.drivable_area_tolerance_m) {}

absl::StatusOr<TrajectoryChecker> TrajectoryChecker::Create(const Scene& scene, const CheckerOptions& options) {
  if (absl::Status status = ValidateCheckerOptions(options); !status.ok()) return status;
  if (scene.ego.shapes.empty()) return absl::InvalidArgumentError("ego.shapes: empty; at least one is needed");
  std::optional<solid::ZSpan> ego_span;
  if (scene.ego.height_m.has_value()) {
    const absl::StatusOr<solid::ZSpan> span = solid::ZSpan::Create(scene.ego.ground_clearance_m, *scene.ego.height_m);
    if (!span.ok()) {
      return absl::InvalidArgumentError(
          absl::StrFormat("ego.ground_clearance_m to ego.height_m: %s", span.status().message()));
    }
    ego_span = *span;
  }
  return TrajectoryChecker(scene, ego_span, options);
}

absl::Status TrajectoryChecker::Check(absl::Span<const Trajectory> candidates, absl::Span<Verdict> verdicts) const {
  if (candidates.size() != verdicts.size()) {
    return absl::InvalidArgumentError(
        absl::StrFormat("%d candidates, but room for %d verdicts", candidates.size(), verdicts.size()));
  }
  for (const Trajectory& candidate : candidates) {
    if (const absl::Status status = CheckPoses(candidate); !status.ok()) return status;
  }
  const absl::StatusOr<std::vector<Instant>> instants =
      CheckInstants(candidates, start_s_, scene_->time_step_s, kMaxInstants);
  if (!instants.ok()) return instants.status();

  std::vector<Verdict> found(candidates.size());
  std::vector<PlacedShape> obstacles;
  std::vector<int> cell_hint(candidates.size(), 0);
  Active active;
  SpaceScratch scratch;
  const SpaceBody body{scene_->ego.shapes, ego_span_};
  for (const Instant& instant : *instants) {
    GatherActive(candidates, found, instant, &active);
    if (active.candidate.empty()) continue;
    PlaceObstacles(*scene_, instant.time_s, options_.beyond_prediction, options_.min_probability, &obstacles);
    const absl::Status status = ComputeSpaceClearances(body, active.pose, active.bound_m, obstacles, &scratch,
                                                       absl::MakeSpan(active.clearance));
    if (!status.ok()) {
      return absl::Status(status.code(), absl::StrFormat("obstacles at %.17g s: %s", instant.time_s, status.message()));
    }
    for (size_t k = 0; k < active.candidate.size(); ++k) {
      const int i = active.candidate[k];
      Record(active.clearance[k].plan, obstacles, instant, &found[i]);
      RecordVertical(active.clearance[k], obstacles, instant, &found[i]);
      found[i].pairs_checked += static_cast<int64_t>(scene_->ego.shapes.size() * obstacles.size());
      if (!found[i].leaves_drivable_area_time_s.has_value() &&
          !drivable_area_.Contains(scene_->ego.shapes, active.pose[k].local_from_body, &cell_hint[i])) {
        found[i].leaves_drivable_area_time_s = instant.time_s;
      }
    }
  }
  std::move(found.begin(), found.end(), verdicts.begin());
  return absl::OkStatus();
}

}  // namespace collision2d::planner
