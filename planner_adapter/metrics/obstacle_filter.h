#ifndef COLLISION2D_PLANNER_ADAPTER_METRICS_OBSTACLE_FILTER_H_
#define COLLISION2D_PLANNER_ADAPTER_METRICS_OBSTACLE_FILTER_H_

#include <cstddef>
#include <vector>

#include "planner_adapter/metrics/path_metrics.h"
#include "planner_adapter/metrics/twist_collision.h"
#include "planner_adapter/scene/scene.h"

namespace collision2d::planner {

// Obstacle shapes at one instant, laid out for filters that test several at a time (SIMD) and
// report those that may change a metric. What they leave out cannot.
class ObstacleFilter {
 public:
  void Reserve(size_t size);
  // `safe`: the shape's terms of safe distances.
  void Add(const BodyOnPath& on_path, const SafeDistanceTerms& safe, const TwistingShape& twist);

  // Replaces `passed` by the shapes, ascending by the order of Add, that may be worse than `known`
  // next to a body whose extent is within slack_m of `ego`'s.
  void FilterOnPath(const RssParameters& rss, const BodyOnPath& ego, double slack_m, const PathLimits& known,
                    std::vector<int>* passed) const;

  // Replaces `passed` by the shapes that `ego` may touch within horizon_s, by bounding circles, in
  // the same order.
  void FilterTwists(const TwistingShape& ego, double horizon_s, std::vector<int>* passed) const;

 private:
  int size_ = 0;
  // Columns of equal lengths, padded to whole vectors by copies.
  std::vector<double> s_min_, s_max_, d_min_, d_max_, along_mps_, gentle_m_, correct_m_, hard_m_, to_left_m_,
      to_right_m_;
  std::vector<double> x_, y_, x_mps_, y_mps_, mps2_, radius_m_;
};

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_METRICS_OBSTACLE_FILTER_H_
