#pragma once

#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <tuple>
#include <utility>

#include "planner_adapter/checking/checker_options.h"
#include "planner_adapter/metrics/metrics.h"
#include "planner_adapter/sampling/reference_path.h"
#include "planner_adapter/scene/scene.h"

// The metrics of a candidate as docs/metrics.md defines them, by the plainest means: no query,
// motion or projection of the library, only its data structures and the curve ReferencePath::At.
// Level bodies without polytopes only.
namespace collision2d::planner {

// s. A time that begins with a contact: bodies may be within 2e-6 m of contact from `graze` on, and
// are in contact at `contact`, to within 1e-10 m.
struct PlainTime {
  double graze = std::numeric_limits<double>::infinity();
  double contact = std::numeric_limits<double>::infinity();
};

// By time of the instant, obstacle and hypothesis.
using PlainTimes = std::map<std::tuple<double, int, int>, PlainTime>;

struct PlainMetrics {
  // From the instant to the first contact with constant twists.
  PlainTimes twist_s;
  // Those along the path, and the goal.
  Metrics metrics;
};

// Computes the metrics over the instants before first_collision_s. A null path: the scene has none.
PlainMetrics ComputePlainMetrics(const Scene& scene, const CheckerOptions& options, const ReferencePath* path,
                                 const Candidate& candidate, double first_collision_s);

// When a candidate, up to end_s, and moving obstacles are at one place: by samples in the plane of
// the two times, between which no body is faster than its speed.
class PlainEncroachment {
 public:
  PlainEncroachment(const Scene& scene, const CheckerOptions& options, const Candidate& candidate, double end_s);

  // The least time between the two: it is between `graze` and `contact`, which are as near to each
  // other as so many samples get. Beyond the horizon nothing is searched.
  PlainTime LeastGap(double horizon_s, int most_looks) const;

  // m, between the ego vehicle at one time and an obstacle at another one.
  double DistanceAt(double ego_time_s, int obstacle, int hypothesis, double obstacle_time_s) const;

  // Whether the ego vehicle at a time (or the obstacle) is within within_m of the obstacle (or the
  // ego vehicle) at any time.
  bool IsVisit(bool is_ego, double time_s, int obstacle, int hypothesis, double within_m) const;

 private:
  struct Pieces;
  std::shared_ptr<const Pieces> ego_;
  std::map<std::pair<int, int>, std::shared_ptr<const Pieces>> obstacles_;
};

}  // namespace collision2d::planner
