// Which stations of a path an obstacle takes at which times, decided by interval arithmetic.
#pragma once

#include <optional>
#include <vector>

#include "absl/types/span.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/motion/testing/motion_spec.h"
#include "planner_adapter/scene/obstacle_snapshot.h"
#include "planner_adapter/scene/scene.h"
#include "planner_adapter/scene/timed_pose.h"

namespace collision2d::planner {

// The body of a scene's ego vehicle along a path, and one obstacle. Shares no code with path_time:
// it reads the scene on its own and takes the proofs from MotionOracle. Level bodies only.
class PathTimeOracle {
 public:
  // Stations (m) and times (s).
  struct Box {
    double station_min_m;
    double station_max_m;
    double time_min_s;
    double time_max_s;
  };
  static Box At(double station_m, double time_s) { return {station_m, station_m, time_s, time_s}; }

  enum class Relation { kApart, kContact, kUnknown };

  // The path: a pose at each station, whose times are ignored. `obstacle` as PlacedShape::obstacle.
  // The scene must outlive the oracle.
  // REQUIRES: stations increase; as many poses; no body is tilted, no polytopes.
  PathTimeOracle(const Scene& scene, absl::Span<const double> stations_m, absl::Span<const TimedPose> poses,
                 int obstacle, int hypothesis, BeyondPrediction beyond);

  // kApart, kContact: proven for every point of the box. Stations beyond the path are apart.
  Relation Decide(const Box& box) const;

  // The times (s) at which the obstacle's shapes change or it comes or goes: what holds there
  // exactly is a matter of definition.
  const std::vector<double>& changes_s() const { return changes_s_; }

 private:
  // A shape that moves as `motion` while its parameter, a station or a time, is within [from, to].
  struct Piece {
    const ConvexPolygon* shape;
    MotionSpec motion;
    double from;
    double to;
    double z_at_start_m;
    double z_at_end_m;
    std::optional<HeightSpan> span;
  };

  void AddMotion(const TimedPose& start, const TimedPose& end, double from, double to,
                 absl::Span<const ConvexPolygon> shapes, const std::optional<HeightSpan>& span,
                 std::vector<Piece>* pieces);
  void AddPrediction(const MovingObstacle& obstacle, const Prediction& prediction, BeyondPrediction beyond);
  static Relation DecidePair(const Piece& ego, const Piece& obstacle, const Box& box);

  std::vector<Piece> ego_;
  std::vector<Piece> obstacle_;
  std::vector<double> changes_s_;
};

}  // namespace collision2d::planner
