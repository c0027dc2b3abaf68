#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <memory>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "planner_adapter/path_time/ego_path.h"
#include "planner_adapter/scene/obstacle_snapshot.h"
#include "planner_adapter/scene/scene.h"

// Which part of the ego vehicle's path is occupied when.
namespace collision2d::planner {

struct PathTimeOptions {
  // The outer and the inner bound of a region are at most station_tolerance_m apart along the
  // stations, or region_time_tolerance_s apart in time. They are somewhat farther apart at bends
  // and corners, and in parts that are a graze or undecided (docs/path_time.md). Finite and
  // positive.
  double station_tolerance_m = 0.01;
  double region_time_tolerance_s = 0.001;
  // The times of interest, finite; start_s <= end_s.
  double start_s = 0.0;
  double end_s = 8.0;
  BeyondPrediction beyond_prediction = BeyondPrediction::kAbsent;
  double min_probability = 0.0;  // Less probable hypotheses are ignored.
  // The most parts that a graph may have; one that would have more is an error. Not negative.
  int most_parts = std::numeric_limits<int>::max();
  // Indices as PlacedShape::obstacle; empty: all. Read during Create and Assign only.
  absl::Span<const int> obstacles = {};
};

// A rectangle of the path-time plane; empty by default.
struct PathTimeBox {
  double min_station_m = std::numeric_limits<double>::infinity();
  double max_station_m = -std::numeric_limits<double>::infinity();
  double min_time_s = std::numeric_limits<double>::infinity();
  double max_time_s = -std::numeric_limits<double>::infinity();

  bool empty() const { return !(min_station_m <= max_station_m && min_time_s <= max_time_s); }
  void Extend(const PathTimeBox& other) {
    min_station_m = std::min(min_station_m, other.min_station_m);
    max_station_m = std::max(max_station_m, other.max_station_m);
    min_time_s = std::min(min_time_s, other.min_time_s);
    max_time_s = std::max(max_time_s, other.max_time_s);
  }
};

// Two convex polygons of the path-time plane: where one shape of the body may touch one shape of an
// obstacle, and where it certainly does. Parts of a region may overlap.
struct RegionPart {
  PathTimeBox outer_box;
  PathTimeBox inner_box;  // Empty if the inner polygon is.
  // Ranges of vertices: see PathTimeGraph::outer and inner.
  int outer_begin = 0;
  int outer_end = 0;
  int inner_begin = 0;
  int inner_end = 0;
  // True if the bounds are farther apart than the tolerances, because the shapes touch only
  // slightly, or because they move side by side.
  bool is_graze = false;
  // True if contact cannot be proven, because a body is tilted or a shape has several heights: the
  // inner polygon is empty.
  bool is_undecided = false;
};

// The connected parts of the path-time plane that one hypothesis about one obstacle may occupy.
struct OccupiedRegion {
  int obstacle = 0;  // See ObstacleId.
  int hypothesis = 0;
  double probability = 1.0;  // 1 for static obstacles.
  int parts_begin = 0;
  int parts_end = 0;
  // Bounds of the contact: its extreme stations and times lie between those of the two boxes.
  PathTimeBox outer_box;
  PathTimeBox inner_box;  // Empty: no contact is proven.
  bool has_graze = false;
  bool is_undecided = false;  // True if a part is undecided.
};

// The occupied regions of a path. Everything outside of the outer polygons of all regions, at
// stations of the path and times of interest, is proven free of contact in real numbers; every
// point of an inner polygon is proven contact. Touching is contact. Heights count as in the
// trajectory checker; margins do not.
// Questions about it: docs/path_time.md.
class PathTimeGraph {
 public:
  PathTimeGraph();
  ~PathTimeGraph();
  PathTimeGraph(PathTimeGraph&& other) noexcept;
  PathTimeGraph& operator=(PathTimeGraph&& other) noexcept;

  // Returns the graph of a scene's ego body along a path, which is in the scene frame (scene.h).
  // Errors (InvalidArgument, naming the option, or the obstacle): an option that is not legal; an
  // ego vehicle with parts that have poses of their own; a predicted pose that Motion::Between
  // refuses. ResourceExhausted, naming the obstacle: more than options.most_parts.
  static absl::StatusOr<PathTimeGraph> Create(const Scene& scene, const EgoPath& path, const PathTimeOptions& options);

  // The same in place: uses the memory of the previous graph, and allocates only if that does not
  // suffice. After an error the graph is empty.
  absl::Status Assign(const Scene& scene, const EgoPath& path, const PathTimeOptions& options);

  // The options of the last Assign, without `obstacles`; the path's stations.
  const PathTimeOptions& options() const { return options_; }
  double start_m() const { return start_m_; }
  double end_m() const { return end_m_; }

  // By obstacle, hypothesis, then least time.
  absl::Span<const OccupiedRegion> regions() const { return regions_; }
  // By least time of the outer polygon.
  absl::Span<const RegionPart> parts(const OccupiedRegion& region) const {
    return absl::MakeConstSpan(parts_.data() + region.parts_begin, parts_.data() + region.parts_end);
  }
  absl::Span<const RegionPart> parts() const { return parts_; }
  // Counter-clockwise, stations to the right, time upwards. An outer polygon has at least three
  // vertices and may exceed the path and the times of interest by rounding. An inner polygon is
  // empty or has at least three, which may coincide or be on one line: a path of one pose, an
  // obstacle that exists for one instant.
  absl::Span<const StationTime> outer(const RegionPart& part) const {
    return absl::MakeConstSpan(vertices_.data() + part.outer_begin, vertices_.data() + part.outer_end);
  }
  absl::Span<const StationTime> inner(const RegionPart& part) const {
    return absl::MakeConstSpan(vertices_.data() + part.inner_begin, vertices_.data() + part.inner_end);
  }

 private:
  friend class PathTimeGraphPeer;  // Of tests: regions of given polygons.
  struct Workspace;
  class Builder;

  PathTimeOptions options_;
  double start_m_ = 0.0;
  double end_m_ = 0.0;
  std::vector<OccupiedRegion> regions_;
  std::vector<RegionPart> parts_;
  std::vector<StationTime> vertices_;
  std::unique_ptr<Workspace> workspace_;
};

}  // namespace collision2d::planner
