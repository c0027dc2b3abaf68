#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include "absl/types/span.h"
#include "collision2d/geometry/convex_polygon.h"
#include "planner_adapter/metrics/metric_scene.h"
#include "planner_adapter/metrics/metrics.h"
#include "planner_adapter/metrics/predicted_path.h"
#include "planner_adapter/scene/scene.h"

// The post-encroachment time of candidates, and when ego vehicle and obstacle are at the conflict.

namespace collision2d::planner {

// m. Entry and exit are the first and last times known to be within this distance of contact;
// before and after them there is none.
inline constexpr double kConflictWithin_m = 1e-3;

// Finds post-encroachment times of candidates, one after the other. Its memory is reused.
class EncroachmentSearch {
 public:
  // `scene` must outlive it. A gap beyond the horizon of the options is not found; bodies within
  // the contact tolerance count as touching.
  explicit EncroachmentSearch(const MetricScene& scene) : scene_(scene), paths_(scene.path_outlines().size()) {}

  // Returns the least gap of the candidate's motion up to end_s; none if there is none within the
  // horizon. The interaction's step is not set.
  // Best first over the pairs of pieces whose boxes overlap: O(pairs nearer in time than the gap).
  std::optional<PostEncroachmentTime> Least(const Candidate& candidate, double end_s);

 private:
  // Pieces of the ego vehicle and of a path. Their times differ by at least apart_s.
  struct PiecePair {
    double apart_s;
    size_t path;
    size_t ego;
    size_t obstacle;
  };

  // A place that both are at, one of them at own_s, in its piece `own`, the other one at other_s.
  struct Visit {
    size_t own;
    size_t other;
    double own_s;
    double other_s;
  };

  void SetEgo(const Candidate& candidate, double end_s);
  // Adds the motion of every part from one time to another between pose k and the next one.
  void AddEgo(const Candidate& candidate, size_t k, double from_s, double to_s);
  PathPiece Clipped(const PathPiece& piece) const;
  // The path of an outline, made when it is first needed.
  const PredictedPath& PathAt(size_t index);

  void CollectPairs(double above_s, double limit_s);
  void Update(const PiecePair& pair, std::optional<PostEncroachmentTime>* least);
  // How far the visits continue from one of them, forward (1) or backward (-1) in the ego vehicle's
  // time or the obstacle's.
  double EndOfVisits(const PredictedPath& path, bool is_ego, double forward, Visit at);
  bool IsVisit(const PathPiece& own, double own_s, absl::Span<const PathPiece> others, Visit* at) const;
  Visit LastVisit(const PredictedPath& path, bool is_ego, double forward, size_t begin, size_t end, Visit last);

  double horizon_s() const { return scene_.settings().options.post_encroachment_horizon_s; }

  const MetricScene& scene_;
  std::vector<std::unique_ptr<const PredictedPath>> paths_;  // By outline.
  // The candidate that is looked at.
  PredictedPath ego_{};
  std::vector<MovingBox> ego_boxes_;      // Of its pieces.
  std::vector<MovingBox> ego_run_boxes_;  // Around those of each run.
  double first_s_ = 0.0;
  double last_s_ = 0.0;
  std::vector<PiecePair> pairs_;
  PiecePair least_pair_{};
};

}  // namespace collision2d::planner
