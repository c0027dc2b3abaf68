#include "planner_adapter/sampling/frenet_sampler.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "planner_adapter/sampling/frenet_lattice.h"
#include "planner_adapter/sampling/reference_path.h"
#include "planner_adapter/scene/timed_pose.h"

namespace collision2d::planner {
namespace {

// A longitudinal motion at one instant; shared by the candidates with all lateral offsets.
struct LongitudinalInstant {
  LatticeTime time;
  double s_m = 0.0;
  double speed_mps = 0.0;
  double acceleration_mps2 = 0.0;
  double jerk_mps3 = 0.0;
  PathPoint foot;
};

// A lateral motion at one instant.
struct LateralInstant {
  double d_m = 0.0;
  double slope = 0.0;            // Derivative with respect to arc length.
  double curvature_per_m = 0.0;  // Second derivative with respect to arc length.
  double jerk_mps3 = 0.0;        // Third derivative with respect to time.
};

// A lateral motion: a quintic in time, or in the arc length since start_s_m.
struct LateralMotion {
  Polynomial quintic;
  bool by_time = true;
  double start_s_m = 0.0;

  LateralInstant At(const LongitudinalInstant& along) const {
    const double x = by_time ? along.time.time_s : along.s_m - start_s_m;
    const double value = quintic.Value(x);
    const double first = quintic.First(x);
    const double second = quintic.Second(x);
    const double third = quintic.Third(x);
    const double v = along.speed_mps;
    if (by_time) {
      const double slope = first / v;
      return {value, slope, (second - slope * along.acceleration_mps2) / (v * v), third};
    }
    return {value, first, second,
            third * v * v * v + 3.0 * second * v * along.acceleration_mps2 + first * along.jerk_mps3};
  }
};

class Sampler {
 public:
  Sampler(const Scene& scene, const FrenetSamplerOptions& options, const FrenetLattice& lattice,
          const ReferencePath& path, const FrenetState& start)
      : scene_(scene),
        options_(options),
        lattice_(lattice),
        path_(path),
        start_(start),
        max_curvature_per_m_(MaxCurvature(options.limits, scene.ego.wheelbase_m)),
        longest_horizon_s_(*std::max_element(lattice.horizons_s.begin(), lattice.horizons_s.end())) {}

  SampledCandidates Run() {
    const BoundaryState start{start_.s_m, start_.speed_mps, start_.acceleration_mps2};
    for (double horizon : lattice_.horizons_s) {
      times_ = LatticeTimes(horizon, lattice_.time_step_s);
      for (double end_speed : lattice_.end_speeds_mps) {
        SampleOffsets(QuarticToDerivatives(start, end_speed, 0.0, horizon));
      }
      for (double stop_distance : lattice_.stop_distances_m) {
        SampleOffsets(QuinticBetween(start, {start_.s_m + stop_distance, 0.0, 0.0}, horizon));
      }
    }
    return std::move(result_);
  }

 private:
  // Samples every lateral offset for the longitudinal motion s(t).
  void SampleOffsets(const Polynomial& s) {
    instants_.clear();
    double slowest = start_.speed_mps;
    for (const LatticeTime& time : times_) {
      const double t = time.time_s;
      instants_.push_back({time, s.Value(t), s.First(t), s.Second(t), s.Third(t), path_.At(s.Value(t))});
      slowest = std::min(slowest, instants_.back().speed_mps);
    }
    for (double offset : lattice_.lateral_offsets_m) {
      LateralMotion lateral;
      lateral.by_time = slowest >= options_.low_speed_mps;
      lateral.start_s_m = start_.s_m;
      if (lateral.by_time) {
        // The start of d by time, from that by arc length.
        const double v = start_.speed_mps;
        const double first = start_.d_slope * v;
        const double second = start_.d_curvature_per_m * v * v + start_.d_slope * start_.acceleration_mps2;
        lateral.quintic = QuinticBetween({start_.d_m, first, second}, {offset, 0.0, 0.0}, times_.back().time_s);
      } else {
        const double length = std::max(instants_.back().s_m - start_.s_m, options_.min_lateral_length_m);
        lateral.quintic =
            QuinticBetween({start_.d_m, start_.d_slope, start_.d_curvature_per_m}, {offset, 0.0, 0.0}, length);
      }
      AddCandidate(lateral);
    }
  }

  // Appends the candidate to the result, or counts it as rejected.
  void AddCandidate(const LateralMotion& lateral) {
    const int index = result_.lattice_size++;
    poses_.clear();
    double lateral_jerk = 0.0;
    double longitudinal_jerk = 0.0;
    LateralInstant across;
    for (int i = 0; i < static_cast<int>(instants_.size()); ++i) {
      const LongitudinalInstant& along = instants_[i];
      const double previous_jerk = across.jerk_mps3;
      across = lateral.At(along);
      const CartesianState state = ToCartesian(along.foot, {along.s_m, along.speed_mps, along.acceleration_mps2,
                                                            across.d_m, across.slope, across.curvature_per_m});
      if (const auto limit = FirstExceeded(options_.limits, max_curvature_per_m_, state.motion); limit.has_value()) {
        result_.rejections.Add(*limit);
        if (options_.keep_rejected) result_.rejected.push_back({*limit, poses_});
        return;
      }
      if (along.time.has_pose) {
        poses_.push_back({scene_.ego_state->pose.time_s + along.time.time_s, scene_.origin + state.position,
                          std::atan2(state.direction.y, state.direction.x)});
      }
      if (i > 0) {
        // Trapezoidal rule.
        const LongitudinalInstant& previous = instants_[i - 1];
        const double half_step = 0.5 * (along.time.time_s - previous.time.time_s);
        lateral_jerk += half_step * (previous_jerk * previous_jerk + across.jerk_mps3 * across.jerk_mps3);
        longitudinal_jerk += half_step * (previous.jerk_mps3 * previous.jerk_mps3 + along.jerk_mps3 * along.jerk_mps3);
      }
    }
    const double cost = Cost(lateral_jerk, longitudinal_jerk, across.d_m);
    result_.candidates.push_back({absl::StrCat("sampled/", index), poses_, cost});
  }

  // Returns the cost of a candidate on the current longitudinal motion; the first two arguments are
  // integrals of squares.
  double Cost(double lateral_jerk, double longitudinal_jerk, double end_offset_m) const {
    const FrenetCostWeights& weights = options_.weights;
    const double deviation = instants_.back().speed_mps - scene_.desired_speed_mps;
    return weights.lateral_jerk * lateral_jerk + weights.longitudinal_jerk * longitudinal_jerk +
           weights.missing_duration * (longest_horizon_s_ - times_.back().time_s) +
           weights.lateral_offset * end_offset_m * end_offset_m + weights.speed_deviation * deviation * deviation;
  }

  const Scene& scene_;
  const FrenetSamplerOptions& options_;
  const FrenetLattice& lattice_;
  const ReferencePath& path_;
  const FrenetState start_;
  const double max_curvature_per_m_;
  const double longest_horizon_s_;
  SampledCandidates result_;
  // For the current horizon and longitudinal motion; members, to reuse their memory.
  std::vector<LatticeTime> times_;
  std::vector<LongitudinalInstant> instants_;
  std::vector<TimedPose> poses_;
};

absl::Status CheckEgo(const Scene& scene, double time_step_s) {
  if (!scene.ego_state.has_value()) {
    return absl::FailedPreconditionError("ego_state: not set; candidates cannot be sampled without it");
  }
  const EgoState& ego = *scene.ego_state;
  const struct {
    const char* field;
    double value;
  } numbers[] = {{"ego_state.time_s", ego.pose.time_s},     {"ego_state.x", ego.pose.position.x},
                 {"ego_state.y", ego.pose.position.y},      {"ego_state.yaw_rad", ego.pose.yaw_rad},
                 {"ego_state.speed_mps", ego.speed_mps},    {"ego_state.acceleration_mps2", ego.acceleration_mps2},
                 {"ego.wheelbase_m", scene.ego.wheelbase_m}};
  for (const auto& [field, value] : numbers) {
    if (!std::isfinite(value)) {
      return absl::InvalidArgumentError(absl::StrFormat("%s: %g is not finite", field, value));
    }
  }
  if (scene.ego.wheelbase_m <= 0.0) {
    return absl::InvalidArgumentError(absl::StrFormat("ego.wheelbase_m: %.17g is not positive", scene.ego.wheelbase_m));
  }
  // Otherwise the times of the poses would be rounded to the same value.
  if (std::nextafter(std::abs(ego.pose.time_s), HUGE_VAL) - std::abs(ego.pose.time_s) > 0.01 * kMinSamplingTime_s) {
    return absl::InvalidArgumentError(
        absl::StrFormat("ego_state.time_s: %.17g s is too large for time steps of %g s", ego.pose.time_s, time_step_s));
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<SampledCandidates> SampleFrenetLattice(const Scene& scene, const FrenetSamplerOptions& options) {
  if (!scene.ego.parts.empty()) {
    return absl::InvalidArgumentError("ego.parts: sampled candidates have no poses for parts; give candidates");
  }
  const absl::StatusOr<FrenetLattice> lattice = MakeFrenetLattice(scene, options);
  if (!lattice.ok()) return lattice.status();
  if (absl::Status status = CheckEgo(scene, lattice->time_step_s); !status.ok()) return status;
  const absl::StatusOr<ReferencePath> path =
      ReferencePath::Create(scene.reference_path, options.path_smoothing_length_m);
  if (!path.ok()) return path.status();
  const double offset = path->Project(scene.ego_state->pose.position).d_m;
  if (std::abs(offset) > options.max_ego_offset_m) {
    return absl::FailedPreconditionError(
        absl::StrFormat("ego_state: %.17g m from the reference path; at most %g m are accepted", std::abs(offset),
                        options.max_ego_offset_m));
  }
  const absl::StatusOr<FrenetState> start = ToFrenet(*path, *scene.ego_state);
  if (!start.ok()) return start.status();
  return Sampler(scene, options, *lattice, *path, *start).Run();
}

}  // namespace collision2d::planner
