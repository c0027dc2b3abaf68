#include "planner_adapter/path_time/path_time_graph.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <numeric>
#include <optional>
#include <utility>

#include "absl/strings/str_format.h"
#include "collision2d/geometry/box_overlaps.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/tolerances.h"
#include "collision2d/geometry/vec2.h"
#include "planner_adapter/path_time/contact_cells.h"
#include "planner_adapter/path_time/motion_tree.h"
#include "planner_adapter/scene/field_checker.h"
#include "planner_adapter/scene/scene_limits.h"
#include "planner_adapter/scene/timed_pose.h"
#include "planner_adapter/scene/timeline.h"
#include "planner_adapter/scene/valid_motion.h"

namespace collision2d::planner {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// The part of a tolerance that round shapes may be larger or smaller for being taken as polygons.
constexpr double kRingPart = 0.125;

// m. Round shapes are not taken more accurately.
constexpr double kLeastRing_m = 0x1p-13;

absl::Status CheckOptions(const PathTimeOptions& options) {
  const auto check_tolerance = [](const char* name, double value) {
    if (value > 0.0 && std::isfinite(value)) return absl::OkStatus();
    return absl::InvalidArgumentError(absl::StrFormat("%s: %g is not positive and finite", name, value));
  };
  absl::Status status = check_tolerance("station_tolerance_m", options.station_tolerance_m);
  if (status.ok()) status = check_tolerance("region_time_tolerance_s", options.region_time_tolerance_s);
  if (!status.ok()) return status;
  if (!std::isfinite(options.start_s) || !std::isfinite(options.end_s) || !(options.start_s <= options.end_s)) {
    return absl::InvalidArgumentError(
        absl::StrFormat("start_s, end_s: [%.17g, %.17g] is not a finite interval", options.start_s, options.end_s));
  }
  if (std::isnan(options.min_probability)) return absl::InvalidArgumentError("min_probability: NaN");
  if (options.most_parts < 0) {
    return absl::InvalidArgumentError(absl::StrFormat("most_parts: %d is negative", options.most_parts));
  }
  return absl::OkStatus();
}

using Polygon = absl::Span<const StationTime>;

Polygon OuterOf(Polygon vertices, const RegionPart& part) {
  return vertices.subspan(part.outer_begin, part.outer_end - part.outer_begin);
}

// Whether an edge of a polygon has all of the other one on its outer side.
bool IsBeyondEdge(Polygon polygon, Polygon other) {
  const StationTime* p = &polygon.back();
  for (const StationTime& q : polygon) {
    const Vec2 edge = {q.station_m - p->station_m, q.time_s - p->time_s};
    if (std::all_of(other.begin(), other.end(), [&](const StationTime& point) {
          return Cross(edge, {point.station_m - p->station_m, point.time_s - p->time_s}) < 0.0;
        })) {
      return true;
    }
    p = &q;
  }
  return false;
}

bool AreConnected(Polygon vertices, const RegionPart& a, const RegionPart& b) {
  return !IsBeyondEdge(OuterOf(vertices, a), OuterOf(vertices, b)) &&
         !IsBeyondEdge(OuterOf(vertices, b), OuterOf(vertices, a));
}

// The connected components of parts of regions. Keeps its memory.
class ConnectedParts {
 public:
  // Sorts parts whose outer polygons touch each other, directly or by way of others, into groups by
  // least time, and each group by least time. Returns where the groups end.
  // O(n log n + k) for k pairs of parts whose boxes overlap.
  absl::Span<const int> Sort(absl::Span<const StationTime> vertices, absl::Span<RegionPart> parts);

 private:
  int RootOf(int k);

  std::vector<RegionPart> by_time_;
  std::vector<int> component_;  // Of parts by time: a part of the same component that is not later.
  std::vector<Aabb2> boxes_;
  collision2d::internal::BoxOverlaps overlaps_;
  std::vector<int> order_;
  std::vector<int> ends_;
};

int ConnectedParts::RootOf(int k) {
  while (component_[k] != k) k = component_[k] = component_[component_[k]];
  return k;
}

absl::Span<const int> ConnectedParts::Sort(absl::Span<const StationTime> vertices, absl::Span<RegionPart> parts) {
  const int count = static_cast<int>(parts.size());
  order_.resize(count);
  std::iota(order_.begin(), order_.end(), 0);
  std::sort(order_.begin(), order_.end(), [&](int a, int b) {
    const double of_a_s = parts[a].outer_box.min_time_s;
    const double of_b_s = parts[b].outer_box.min_time_s;
    return of_a_s < of_b_s || (of_a_s == of_b_s && a < b);
  });
  by_time_.clear();
  for (const int k : order_) by_time_.push_back(parts[k]);
  component_.resize(count);
  std::iota(component_.begin(), component_.end(), 0);
  boxes_.clear();
  for (const RegionPart& part : by_time_) {
    const PathTimeBox& box = part.outer_box;
    boxes_.push_back({{box.min_station_m, box.min_time_s}, {box.max_station_m, box.max_time_s}});
  }
  const auto connect = [this, vertices](int a, int b) {
    const int root_a = RootOf(a);
    const int root_b = RootOf(b);
    if (root_a == root_b || !AreConnected(vertices, by_time_[a], by_time_[b])) return;
    component_[std::max(root_a, root_b)] = std::min(root_a, root_b);
  };
  // By reference, which needs no memory.
  overlaps_.ForEach(boxes_, std::ref(connect));
  for (int k = 0; k < count; ++k) component_[k] = RootOf(k);
  std::iota(order_.begin(), order_.end(), 0);
  std::sort(order_.begin(), order_.end(),
            [this](int a, int b) { return std::make_pair(component_[a], a) < std::make_pair(component_[b], b); });
  ends_.clear();
  for (int k = 0; k < count; ++k) {
    parts[k] = by_time_[order_[k]];
    if (k + 1 == count || component_[order_[k]] != component_[order_[k + 1]]) ends_.push_back(k + 1);
  }
  return ends_;
}

}  // namespace

// What is kept from one Assign to the next.
struct PathTimeGraph::Workspace {
  MotionTree ego_motion;
  MotionTree obstacle_motion;
  ContactCells cells;
  std::vector<uint8_t> is_selected;
  ConnectedParts connected;
};

// Adds the scene's obstacles to a graph: each stretch of time with the same shapes by itself.
class PathTimeGraph::Builder {
 public:
  Builder(const Scene& scene, const PathTimeOptions& options, PathTimeGraph* graph)
      : scene_(scene),
        options_(options),
        graph_(*graph),
        space_(*graph->workspace_),
        ego_span_(scene.ego.height_of(0)) {}

  absl::Status Build(const EgoPath& path) {
    if (absl::Status status = Select(); !status.ok()) return status;
    SetEgo(path);
    const int statics = static_cast<int>(scene_.static_obstacles.size());
    for (int k = 0; k < statics; ++k) {
      if (space_.is_selected[k] == 0) continue;
      const StaticObstacle& obstacle = scene_.static_obstacles[k];
      AddStill(obstacle);
      if (absl::Status status = AddRegions(k, 0, 1.0); !status.ok()) return status;
    }
    for (size_t k = 0; k < scene_.moving_obstacles.size(); ++k) {
      const MovingObstacle& obstacle = scene_.moving_obstacles[k];
      if (space_.is_selected[statics + k] == 0) continue;
      for (size_t h = 0; h < obstacle.predictions.size(); ++h) {
        const Prediction& prediction = obstacle.predictions[h];
        if (!(prediction.probability >= options_.min_probability)) continue;
        FieldChecker checker;
        const FieldPath root;
        CheckPrediction(prediction, root.Element("predictions", h), checker);
        if (!checker.ok()) {
          return absl::InvalidArgumentError(
              absl::StrFormat("obstacle %s: %s", obstacle.id, checker.status().message()));
        }
        AddPrediction(Timeline(obstacle, prediction, options_.beyond_prediction));
        absl::Status status = AddRegions(statics + static_cast<int>(k), static_cast<int>(h), prediction.probability);
        if (!status.ok()) return status;
      }
    }
    return absl::OkStatus();
  }

 private:
  template <typename Obstacle>
  static const HeightSpan* SpanOf(const Obstacle& obstacle) {
    return obstacle.height.has_value() ? &*obstacle.height : nullptr;
  }

  absl::Status Select() {
    const size_t count = scene_.static_obstacles.size() + scene_.moving_obstacles.size();
    space_.is_selected.assign(count, options_.obstacles.empty() ? 1 : 0);
    for (size_t k = 0; k < options_.obstacles.size(); ++k) {
      const int obstacle = options_.obstacles[k];
      if (obstacle < 0 || static_cast<size_t>(obstacle) >= count) {
        return absl::InvalidArgumentError(absl::StrFormat("obstacles[%d]: there is no obstacle %d", k, obstacle));
      }
      space_.is_selected[obstacle] = 1;
    }
    return absl::OkStatus();
  }

  void SetEgo(const EgoPath& path) {
    space_.ego_motion.Clear();
    Aabb2 bounds;
    for (const PathPose& pose : path.poses()) {
      const Vec2 position = pose.position - scene_.origin;
      space_.ego_motion.Add({pose.station_m, position, pose.yaw_rad, pose.elevation.z_m,
                             std::abs(pose.elevation.pitch_rad) + std::abs(pose.elevation.roll_rad)});
      bounds.Extend(position);
    }
    double reach_m = 0.0;
    for (const ConvexPolygon& shape : scene_.ego.shapes) {
      reach_m = std::max(reach_m, Norm(shape.center()) + shape.bounding_radius_m());
    }
    if (ego_span_.has_value()) {
      reach_m += kMaxTilt_rad * 2.0 * (reach_m + std::abs(ego_span_->z_min_m) + std::abs(ego_span_->z_max_m));
    }
    ego_bounds_ = bounds.Inflated(reach_m + 1e-6 * (1.0 + reach_m));
  }

  // Clips [from_s, to_s] to the times of interest; false if it is not within kSameInstant_s of
  // them.
  // The checker finds an obstacle at an instant that near, so that time counts as their end.
  bool Clip(double* from_s, double* to_s) const {
    const double start_s = options_.start_s;
    const double end_s = options_.end_s;
    if (!(*from_s <= end_s + kSameInstant_s && *to_s >= start_s - kSameInstant_s)) return false;
    *from_s = std::clamp(*from_s, start_s, end_s);
    *to_s = std::clamp(*to_s, start_s, end_s);
    return true;
  }

  void AddStill(const StaticObstacle& obstacle) {
    const auto stay = [this](const TimedPose& pose) {
      space_.obstacle_motion.Clear();
      space_.obstacle_motion.Add(KnotOf(pose, options_.start_s));
      if (options_.end_s > options_.start_s) space_.obstacle_motion.Add(KnotOf(pose, options_.end_s));
    };
    stay({});
    AddShapes(obstacle.shapes, SpanOf(obstacle), obstacle.polytopes, 0.0, &at_origin_);
    if (obstacle.elements == nullptr) return;
    stay(obstacle.elements->local_from_elements());
    const Pose2 pose = obstacle.elements->local_from_elements().ToPose2();
    obstacle.elements->ForEachRun([&](const ConvexPolygon& run) { AddShapes({&run, 1}, nullptr, {}, 0.0, &pose); });
  }

  // The shapes of an obstacle that moves as space_.obstacle_motion, or stays at a pose.
  void AddShapes(absl::Span<const ConvexPolygon> shapes, const HeightSpan* span, absl::Span<const Polytope> polytopes,
                 double speed_mps, const Pose2* still_at) {
    // Round shapes take a part of what the obstacle moves in the time tolerance.
    const double ring_m = still_at != nullptr
                              ? options_.station_tolerance_m
                              : std::min(options_.station_tolerance_m,
                                         std::max(options_.region_time_tolerance_s * speed_mps, kLeastRing_m));
    const CellTolerances tolerances = {options_.station_tolerance_m, options_.region_time_tolerance_s,
                                       kRingPart * ring_m};
    const auto add = [&](const ConvexPolygon& shape, const HeightSpan* span_of_shape, bool is_polytope) {
      Aabb2 circle;
      if (still_at != nullptr) circle.Extend(*still_at * shape.center());
      if (still_at != nullptr && !Overlap(circle.Inflated(shape.bounding_radius_m()), ego_bounds_)) return;
      const MovingShape moving = {&shape, span_of_shape, is_polytope, &space_.obstacle_motion};
      for (const ConvexPolygon& of_ego : scene_.ego.shapes) {
        const MovingShape ego = {&of_ego, ego_span_.has_value() ? &*ego_span_ : nullptr, false, &space_.ego_motion};
        if (!HasTooManyParts()) space_.cells.Find(ego, moving, tolerances, &graph_.parts_, &graph_.vertices_);
      }
    };
    for (const ConvexPolygon& shape : shapes) add(shape, span, false);
    for (const Polytope& polytope : polytopes) add(polytope.plan, &polytope.span, true);
  }

  // Adds the shapes that an obstacle has for some time, along the pieces of its motion: of pieces
  // with the same shapes together.
  void AddPrediction(const Timeline& timeline) {
    // An obstacle that is no longer predicted is still there at an instant within the tolerance.
    if (options_.beyond_prediction == BeyondPrediction::kAbsent && timeline.last_s() < options_.start_s) {
      const std::optional<Timeline::Place> place = timeline.At(options_.start_s);
      if (!place.has_value()) return;
      BeginStretch(KnotOf(place->pose, options_.start_s), place->shapes);
      return EndStretch(timeline);
    }
    timeline.ForEachPiece(kInfinity, [&](const TimelinePiece& piece) {
      double from_s = piece.start_s;
      double to_s = piece.end_s;
      // The shapes of a piece that has ended are not there at the start: the next ones are.
      if (to_s < options_.start_s || !Clip(&from_s, &to_s)) return;
      const bool is_instant = stretch_.is_open && stretch_.last.at == stretch_.begin_s;
      if (stretch_.is_open && piece.shapes != stretch_.shapes) EndStretch(timeline);
      if (!stretch_.is_open || is_instant) BeginStretch(KnotAt(piece, from_s), piece.shapes);
      if (to_s > from_s) ExtendStretch(KnotAt(piece, to_s));
    });
    EndStretch(timeline);
  }

  static MotionKnot KnotOf(const TimedPose& pose, double time_s) {
    return {time_s, pose.position, pose.yaw_rad, pose.z_m, std::abs(pose.pitch_rad) + std::abs(pose.roll_rad)};
  }

  // Where an obstacle is at a time of a piece. At a given pose it is there itself: what rounding
  // makes of half a turn may go the other way round.
  static MotionKnot KnotAt(const TimelinePiece& piece, double time_s) {
    if (piece.before == nullptr) return {time_s, {}};
    const TimedPose& p = *piece.before;
    const TimedPose& q = *piece.after;
    if (time_s <= p.time_s) return KnotOf(p, time_s);
    if (time_s >= q.time_s) return KnotOf(q, time_s);
    return Interpolate(KnotOf(p, p.time_s), KnotOf(q, q.time_s), time_s);
  }

  void BeginStretch(const MotionKnot& knot, const TimedShapes* shapes) {
    stretch_ = {true, knot.at, knot, 0.0, shapes};
    space_.obstacle_motion.Clear();
    space_.obstacle_motion.Add(knot);
  }

  void ExtendStretch(const MotionKnot& knot) {
    MotionKnot& last = stretch_.last;
    stretch_.speed_mps = std::max(stretch_.speed_mps, Norm1(knot.position - last.position) / (knot.at - last.at));
    space_.obstacle_motion.Add(knot);
    last = knot;
  }

  void EndStretch(const Timeline& timeline) {
    if (!stretch_.is_open) return;
    const MovingObstacle& obstacle = timeline.obstacle();
    stretch_.is_open = false;
    if (stretch_.shapes != nullptr) {
      AddShapes(stretch_.shapes->shapes, SpanOf(obstacle), {}, stretch_.speed_mps,
                timeline.has_poses() ? nullptr : &at_origin_);
    } else {
      AddShapes(obstacle.shapes, SpanOf(obstacle), obstacle.polytopes, stretch_.speed_mps, nullptr);
    }
  }

  bool HasTooManyParts() const { return graph_.parts_.size() > static_cast<size_t>(options_.most_parts); }

  // Makes regions of the parts that were added last.
  absl::Status AddRegions(int obstacle, int hypothesis, double probability) {
    if (HasTooManyParts()) {
      return absl::ResourceExhaustedError(absl::StrFormat("obstacle %s: up to it the graph has more than %d parts",
                                                          ObstacleId(scene_, obstacle), options_.most_parts));
    }
    int begin = graph_.regions_.empty() ? 0 : graph_.regions_.back().parts_end;
    const int first = begin;
    const absl::Span<RegionPart> parts = absl::MakeSpan(graph_.parts_).subspan(first);
    for (const int end : space_.connected.Sort(graph_.vertices_, parts)) {
      OccupiedRegion region = {obstacle, hypothesis, probability, begin, first + end, {}, {}};
      for (const RegionPart& part : graph_.parts(region)) {
        region.outer_box.Extend(part.outer_box);
        region.inner_box.Extend(part.inner_box);
        region.has_graze = region.has_graze || part.is_graze;
        region.is_undecided = region.is_undecided || part.is_undecided;
      }
      graph_.regions_.push_back(region);
      begin = region.parts_end;
    }
    return absl::OkStatus();
  }

  // The motion so far of an obstacle whose shapes stay the same.
  struct Stretch {
    bool is_open = false;
    double begin_s = 0.0;
    MotionKnot last;
    double speed_mps = 0.0;
    const TimedShapes* shapes = nullptr;  // As in TimelinePiece.
  };

  const Scene& scene_;
  const PathTimeOptions& options_;
  PathTimeGraph& graph_;
  Workspace& space_;
  Stretch stretch_;
  const Pose2 at_origin_;
  const std::optional<HeightSpan> ego_span_;
  Aabb2 ego_bounds_;
};

PathTimeGraph::PathTimeGraph() = default;
PathTimeGraph::~PathTimeGraph() = default;
PathTimeGraph::PathTimeGraph(PathTimeGraph&& other) noexcept = default;
PathTimeGraph& PathTimeGraph::operator=(PathTimeGraph&& other) noexcept = default;

absl::StatusOr<PathTimeGraph> PathTimeGraph::Create(const Scene& scene, const EgoPath& path,
                                                    const PathTimeOptions& options) {
  PathTimeGraph graph;
  if (absl::Status status = graph.Assign(scene, path, options); !status.ok()) return status;
  return graph;
}

absl::Status PathTimeGraph::Assign(const Scene& scene, const EgoPath& path, const PathTimeOptions& options) {
  regions_.clear();
  parts_.clear();
  vertices_.clear();
  if (absl::Status status = CheckOptions(options); !status.ok()) return status;
  if (!scene.ego.parts.empty()) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "ego part %s has poses of its own, which a path of the body does not determine", scene.ego.parts.front().id));
  }
  options_ = options;
  options_.obstacles = {};
  start_m_ = path.start_m();
  end_m_ = path.end_m();
  if (workspace_ == nullptr) workspace_ = std::make_unique<Workspace>();
  absl::Status status = Builder(scene, options, this).Build(path);
  if (!status.ok()) {
    regions_.clear();
    parts_.clear();
    vertices_.clear();
  }
  return status;
}

}  // namespace collision2d::planner
