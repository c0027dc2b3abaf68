#ifndef COLLISION2D_PLANNER_ADAPTER_SAMPLING_FRENET_SAMPLER_OPTIONS_H_
#define COLLISION2D_PLANNER_ADAPTER_SAMPLING_FRENET_SAMPLER_OPTIONS_H_

#include <vector>

#include "planner_adapter/sampling/kinematic_limits.h"

namespace collision2d::planner {

// Weights of the cost of a candidate, each >= 0:
//   cost = lateral_jerk      * integral of (third derivative of d by time)^2 dt          weight in s^5/m^2
//        + longitudinal_jerk * integral of (third derivative of s by time)^2 dt          weight in s^5/m^2
//        + missing_duration  * (longest horizon of the lattice - duration)               weight in 1/s
//        + lateral_offset    * (lateral offset at the end)^2                             weight in 1/m^2
//        + speed_deviation   * (speed along the path at the end - desired speed)^2       weight in s^2/m^2
struct FrenetCostWeights {
  double lateral_jerk = 0.1;
  double longitudinal_jerk = 0.1;
  double missing_duration = 1.0;
  double lateral_offset = 1.0;
  double speed_deviation = 1.0;
};

// The options of SampleFrenetLattice. A list in Scene::sampling_request that is not empty replaces the one here.
struct FrenetSamplerOptions {
  // m, lateral offsets at the end of a candidate, positive to the left: about one lane to each side.
  std::vector<double> lateral_offsets_m = {-3.5, -2.8, -2.1, -1.4, -0.7, 0.0, 0.7, 1.4, 2.1, 2.8, 3.5};

  // End speeds along the path, as multiples of the larger of Scene::desired_speed_mps and min_reference_speed_mps; >=
  // 0.
  std::vector<double> end_speed_factors = {0.0, 0.25, 0.5, 0.75, 0.9, 1.0, 1.1, 1.2, 1.3};
  double min_reference_speed_mps = 5.0;  // > 0. Gives a lattice to a vehicle without a desired speed too.

  // m along the path from the ego vehicle, > 0: distances at which a candidate comes to rest at its end. In addition to
  // the end speeds.
  std::vector<double> stop_distances_m;

  // s, durations of the candidates; at least kMinSamplingTime_s.
  std::vector<double> horizons_s = {2.0, 2.5, 3.0, 3.5, 4.0, 4.5, 5.0};

  // m/s, > 0. A candidate whose speed along the path ever falls below this moves sideways by arc length instead of by
  // time.
  double low_speed_mps = 2.0;

  // m, > 0. The shortest distance over which such a candidate plans a lateral move: with the default limits and a
  // wheelbase of 2.7 m, 3.5 m to the side can just be driven. A candidate shorter than that ends before it reaches its
  // lateral offset.
  double min_lateral_length_m = 10.0;

  // m, > 0. It is an error if the ego vehicle is further from the reference path (extended beyond its ends).
  double max_ego_offset_m = 20.0;

  // m, see ReferencePath: bends shorter than about this are smoothed out of the reference path.
  double path_smoothing_length_m = 2.0;

  KinematicLimits limits;
  FrenetCostWeights weights;
};

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_SAMPLING_FRENET_SAMPLER_OPTIONS_H_
