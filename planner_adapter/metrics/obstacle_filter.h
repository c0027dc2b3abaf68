#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "collision2d/geometry/vec2.h"
#include "planner_adapter/metrics/path_metrics.h"
#include "planner_adapter/metrics/twist_collision.h"
#include "planner_adapter/scene/scene.h"

namespace collision2d::planner {

// Some obstacle shapes, a vector of each number of theirs.
struct ObstacleLanes {
  enum Column {
    kSMin,
    kSMax,
    kDMin,
    kDMax,
    kAlong_mps,
    kGentle_m,
    kCorrect_m,
    kHard_m,
    kToLeft_m,
    kToRight_m,
    kX,
    kY,
    kX_mps,
    kY_mps,
    kX_mps2,
    kY_mps2,
    kJerk_mps3,
    kRadius_m,
    kColumnCount,
  };
  // As many as OrderForPackedTree keeps together; doubles in the two widest vectors.
  static constexpr size_t kLanes = 16;

  // Beyond the last shape copies of it.
  std::array<std::array<double, kLanes>, kColumnCount> columns;
};

// Blocks of shapes and, above them, blocks of the groups that each block below is. The last block
// of a level may have fewer lanes.
struct ObstacleLevels {
  size_t size = 0;  // Shapes.
  std::vector<std::vector<ObstacleLanes>> levels{1};
};

// Obstacle shapes at one instant, laid out for filters that test several at a time (SIMD) and
// report those that may change a metric. What they leave out cannot.
class ObstacleFilter {
 public:
  // `terms`: those of the shape's safe distances.
  void Add(const BodyOnPath& on_path, const SafeDistanceTerms& terms, const TwistingShape& twist);

  // Groups the shapes, so that those far away cost nothing, if neighbours are near each other as
  // OrderForPackedTree has them. REQUIRES: all shapes stand.
  void AddGroups();

  // Replaces `passed` by the shapes that may be as bad as `known` next to a body whose extent is
  // within slack_m of `ego`'s.
  void FilterOnPath(const RssParameters& rss, const BodyOnPath& ego, double slack_m, const PathValues& known,
                    std::vector<int>* passed) const;

  // Lowers *least to what no shape is below that may be as bad as `known` next to such a body.
  void BoundOnPath(const RssParameters& rss, const BodyOnPath& ego, double slack_m, const PathValues& known,
                   PathValues* least) const;

  // Replaces `passed` by the shapes that `ego` may touch within horizon_s, by bounding circles.
  void FilterTwists(const TwistingShape& ego, double horizon_s, std::vector<int>* passed) const;

 private:
  void Visit(const RssParameters& rss, const BodyOnPath& ego, double slack_m, const PathValues& known,
             std::vector<int>* passed, PathValues* least) const;

  ObstacleLevels all_;
};

}  // namespace collision2d::planner
