#include "planner_adapter/scene/make_scene.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/margin.h"
#include "collision2d/geometry/vec2.h"
#include "planner_adapter/scene/elements.h"
#include "planner_adapter/scene/field_checker.h"
#include "planner_adapter/scene/implausible.h"
#include "planner_adapter/scene/scene_limits.h"
#include "planner_adapter/scene/timed_pose.h"
#include "planner_adapter/scene/valid_motion.h"
#include "planner_adapter/scene/valid_shapes.h"

namespace collision2d::planner {
namespace {

// Validates one scene and moves it into its local frame, field by field; every member function
// stops early once the checker has found an error.
class SceneMaker {
 public:
  explicit SceneMaker(input::Scene input) : input_(std::move(input)), motion_{AnchorOf(input_), input_.time_step_s} {}

  absl::StatusOr<Scene> Make() {
    MakeHeader();
    MakeEgoBody();
    MakeEgoState();
    MakeRoad();
    MakeGoals();
    MakeRoadFeatures();
    MakeLanes();
    MakeStaticObstacles();
    MakeElements();
    MakeMovingObstacles();
    MakePredictions();
    MakeCandidates();
    MakeSamplingRequest();
    MakeDesiredSpeed();
    MakeMargins();
    CheckRss(input_.rss, root_.Field("rss"), checker_);
    scene_.rss = input_.rss;
    MakeAttachments();
    if (!checker_.ok()) return checker_.status();
    scene_.notes = std::move(input_.notes);
    const ContourCounts& contours = checker_.contours();
    if (contours.contours > 0) {
      scene_.notes.push_back(
          absl::StrCat(contours.contours, " contours are read as ", contours.parts, " convex polygons."));
    }
    for (std::string& note : ImplausibleNotes(scene_)) scene_.notes.push_back(std::move(note));
    return std::move(scene_);
  }

 private:
  // FieldChecker::ForEach of a list of the scene.
  template <typename List, typename Check>
  void ForEach(absl::string_view name, List& list, const Check& check) {
    checker_.ForEach(root_, name, list, check);
  }

  void MakeHeader() {
    checker_.Name(root_.Field("id"), input_.id);
    CheckTimeStep(root_.Field("time_step_s"), input_.time_step_s);
    scene_.id = input_.id;
    scene_.origin = motion_.anchor.origin;
    scene_.time_step_s = input_.time_step_s;
  }

  void MakeEgoBody() {
    const FieldPath path = root_.Field("ego");
    const input::EgoBody& ego = input_.ego;
    size_t shapes = 0;
    scene_.ego.shapes = EgoShapes(path, ego.shapes, &shapes);
    scene_.ego.height_m = ego.height_m;
    scene_.ego.ground_clearance_m = ego.ground_clearance_m.value_or(0.0);
    CheckEgoHeights(path, "ego.height_m", ego.height_m, ego.ground_clearance_m, scene_.ego.height_of(0));
    checker_.Positive(path.Field("wheelbase_m"), ego.wheelbase_m, kMaxDistanceFromOrigin_m, "m");
    scene_.ego.wheelbase_m = ego.wheelbase_m;
    absl::flat_hash_map<absl::string_view, NameOwner> owners;
    checker_.ForEach(path, "parts", ego.parts, [&](const FieldPath& element, const input::EgoPart& part, size_t i) {
      ClaimName(element.Field("id"), part.id, i, owners, "ego.parts");
      scene_.ego.parts.push_back(
          {part.id, EgoShapes(element, part.shapes, &shapes), part.height_m, part.ground_clearance_m});
      CheckEgoHeights(element, "its height_m", part.height_m, part.ground_clearance_m,
                      scene_.ego.height_of(static_cast<int>(i) + 1));
    });
  }

  // *count: the ego vehicle's shapes so far.
  std::vector<ConvexPolygon> EgoShapes(const FieldPath& path, const std::vector<input::Shape>& shapes, size_t* count) {
    if (shapes.empty()) checker_.Fail(path.Field("shapes"), "empty; at least one shape is needed");
    checker_.Count(path.Field("shapes"), static_cast<double>(*count + shapes.size()), kMaxEgoShapes, "shapes");
    std::vector<ConvexPolygon> valid = ValidShapes(shapes, Vec2{}, path, "shapes", checker_);
    *count += valid.size();
    checker_.Count(path.Field("shapes"), static_cast<double>(*count), kMaxEgoShapes, "shapes, with those of contours");
    return valid;
  }

  // `height` is the span that applies, of which these may be a part.
  void CheckEgoHeights(const FieldPath& path, absl::string_view height_name, const std::optional<double>& height_m,
                       const std::optional<double>& clearance_m, const std::optional<HeightSpan>& height) {
    if (height_m.has_value()) checker_.Positive(path.Field("height_m"), *height_m, kMaxDistanceFromOrigin_m, "m");
    const FieldPath field = path.Field("ground_clearance_m");
    if (clearance_m.has_value()) checker_.NotNegative(field, *clearance_m, kMaxDistanceFromOrigin_m, "m");
    if (!height.has_value()) {
      if (!clearance_m.has_value()) return;
      checker_.Fail(field,
                    absl::StrCat(FormatNumber(*clearance_m), " m, but ", height_name, " is not set; it is needed"));
    } else if (height->z_min_m >= height->z_max_m) {
      checker_.Fail(field, absl::StrCat(FormatNumber(height->z_min_m), " m is not below ", height_name, ", ",
                                        FormatNumber(height->z_max_m), " m"));
    }
  }

  void MakeEgoState() {
    if (!input_.ego_state.has_value() || !checker_.ok()) return;
    const FieldPath path = root_.Field("ego_state");
    EgoState& state = scene_.ego_state.emplace(*input_.ego_state);
    MovePose(motion_, path, checker_, state.pose);
    checker_.Magnitude(path.Field("speed_mps"), state.speed_mps, kMaxSpeed_mps, "m/s");
    checker_.Magnitude(path.Field("acceleration_mps2"), state.acceleration_mps2, kMaxAcceleration_mps2, "m/s^2");
  }

  void MakeRoad() {
    MovePolyline(scene_.origin, root_, "reference_path", checker_, input_.reference_path);
    scene_.reference_path = std::move(input_.reference_path);
    scene_.drivable_area.reserve(input_.drivable_area.size());
    ForEach("drivable_area", input_.drivable_area, [&](const FieldPath& path, const input::Polygon& cell, size_t) {
      AppendPolygon(cell, scene_.origin, path, checker_, scene_.drivable_area);
    });
    ForEach("drivable_outlines", input_.drivable_outlines,
            [&](const FieldPath& path, const input::Outline& outline, size_t) {
              AppendOutline(outline, scene_.origin, path, checker_, scene_.drivable_area);
            });
    if (!scene_.drivable_area.empty() && !input_.road_borders.empty()) {
      checker_.Fail(root_.Field("road_borders"),
                    absl::StrCat(input_.road_borders.size(), " lines beside ",
                                 input_.drivable_area.size() + input_.drivable_outlines.size(),
                                 " polygons of drivable_area; only one of the two is possible"));
    }
    MoveRoadLines(scene_.origin, root_, "road_borders", checker_, input_.road_borders);
    MoveRoadLines(scene_.origin, root_, "lane_boundaries", checker_, input_.lane_boundaries);
    scene_.road_borders = std::move(input_.road_borders);
    scene_.lane_boundaries = std::move(input_.lane_boundaries);
  }

  void MakeGoals() {
    scene_.goals.reserve(input_.goals.size());
    ForEach("goals", input_.goals, [&](const FieldPath& path, const input::Goal& goal, size_t) {
      scene_.goals.push_back(ValidGoal(goal, scene_.origin, path, checker_));
    });
  }

  void MakeRoadFeatures() {
    ForEach("road_features", input_.road_features, [&](const FieldPath& path, RoadFeature& feature, size_t) {
      if (!feature.text.empty()) checker_.Name(path.Field("text"), feature.text);
      if (feature.points.empty()) checker_.Fail(path.Field("points"), "empty; at least one point is needed");
      checker_.ForEach(path, "points", feature.points, [&](const FieldPath& at, Vec2& point, size_t) {
        point = ValidPoint(point, scene_.origin, at, checker_);
      });
      if (!feature.lane_id.empty()) checker_.Name(path.Field("lane_id"), feature.lane_id);
      double before_s = -kMaxTime_s;
      checker_.ForEach(path, "states", feature.states, [&](const FieldPath& at, const SignalState& state, size_t k) {
        const FieldPath time = at.Field("time_s");
        checker_.Magnitude(time, state.time_s, kMaxTime_s, "s");
        if (k > 0 && !(state.time_s > before_s)) {
          checker_.Fail(time, absl::StrCat(FormatNumber(state.time_s), " s is not after states[", k - 1, "], ",
                                           FormatNumber(before_s), " s"));
        }
        before_s = state.time_s;
      });
    });
    scene_.road_features = std::move(input_.road_features);
  }

  void MakeLanes() {
    absl::flat_hash_map<absl::string_view, NameOwner> owners;
    ForEach("lanes", input_.lanes, [&](const FieldPath& path, Lane& lane, size_t i) {
      ClaimName(path.Field("id"), lane.id, i, owners, "lanes");
      if (!lane.type.empty()) checker_.Name(path.Field("type"), lane.type);
      if (lane.points.empty()) checker_.Fail(path.Field("points"), "empty; at least two points are needed");
      MovePolyline(scene_.origin, path, "points", checker_, lane.points);
      const double speed_mps = lane.speed_limit_mps.value_or(1.0);
      checker_.Positive(path.Field("speed_limit_mps"), speed_mps, kMaxSpeed_mps, "m/s");
      checker_.ForEach(path, "successors", lane.successors,
                       [&](const FieldPath& at, const std::string& id, size_t) { checker_.Name(at, id); });
    });
    scene_.lanes = std::move(input_.lanes);
  }

  void MakeStaticObstacles() {
    scene_.static_obstacles.reserve(input_.static_obstacles.size());
    ForEach("static_obstacles", input_.static_obstacles,
            [&](const FieldPath& path, const input::Obstacle& obstacle, size_t i) {
              CheckObstacle(path, obstacle, i, "static_obstacles");
              if (obstacle.shapes.empty() && obstacle.polytopes.empty()) {
                checker_.Fail(path.Field("shapes"), "empty; at least one shape or polytope is needed");
              }
              if (!obstacle.predictions.empty()) checker_.Fail(path.Field("predictions"), "a static obstacle has none");
              scene_.static_obstacles.push_back(
                  {obstacle.id, obstacle.type, ValidShapes(obstacle.shapes, scene_.origin, path, "shapes", checker_),
                   obstacle.height, ValidSolids(obstacle.polytopes, scene_.origin, path, checker_), obstacle.kind});
            });
  }

  // Grids and point sets, which are the last static obstacles.
  void MakeElements() {
    const size_t grids = input_.grids.size();
    for (size_t i = 0; i < grids && checker_.ok(); ++i) {
      const input::OccupancyGrid& grid = input_.grids[i];
      const FieldPath path = root_.Element("grids", i);
      const TimedPose frame = ValidFrame(path, grid.origin, grid.yaw_rad);
      if (!checker_.ok()) return;
      AddElements(path, grid, i, "grids",
                  Elements::FromGrid(frame, grid.width, grid.height, grid.cell_size_m, grid.values, grid.occupied));
    }
    for (size_t i = 0; i < input_.point_sets.size() && checker_.ok(); ++i) {
      input::PointSet& set = input_.point_sets[i];
      const FieldPath path = root_.Element("point_sets", i);
      const TimedPose frame = ValidFrame(path, set.origin, set.yaw_rad);
      for (size_t k = 0; k < set.points.size() && checker_.ok(); ++k) {
        checker_.Magnitude(path.Element("x", k), set.points[k].x, kMaxDistanceFromOrigin_m, "m");
        checker_.Magnitude(path.Element("y", k), set.points[k].y, kMaxDistanceFromOrigin_m, "m");
        checker_.Magnitude(path.Element("z", k), set.points[k].z, kMaxDistanceFromOrigin_m, "m");
      }
      if (!checker_.ok()) return;
      AddElements(path, set, i, "point_sets", Elements::FromPoints(frame, std::move(set.points), set.options));
    }
    const FieldPath path = root_.Field(input_.point_sets.empty() ? "grids" : "point_sets");
    checker_.Count(path, static_cast<double>(grids + input_.point_sets.size()), kMaxElementObstacles,
                   "grids and point sets");
  }

  TimedPose ValidFrame(const FieldPath& path, Vec2 origin, double yaw_rad) {
    checker_.Magnitude(path.Field("yaw_rad"), yaw_rad, kMaxYaw_rad, "rad");
    const FieldPath field = path.Field("origin");
    return {0.0, ValidPoint(origin, scene_.origin, field, checker_), yaw_rad};
  }

  template <typename Input>
  void AddElements(const FieldPath& path, const Input& input, size_t index, absl::string_view list,
                   absl::StatusOr<std::shared_ptr<const Elements>> elements) {
    ClaimName(path.Field("id"), input.id, index, obstacle_owners_, list);
    if (!input.type.empty()) checker_.Name(path.Field("type"), input.type);
    if (!elements.ok()) return checker_.Fail(path, elements.status().message());
    StaticObstacle& obstacle = scene_.static_obstacles.emplace_back(StaticObstacle{input.id, input.type, {}, {}});
    obstacle.elements = *std::move(elements);
  }

  void MakeMovingObstacles() {
    scene_.moving_obstacles.reserve(input_.moving_obstacles.size());
    ForEach("moving_obstacles", input_.moving_obstacles,
            [&](const FieldPath& path, const input::Obstacle& obstacle, size_t i) {
              CheckObstacle(path, obstacle, i, "moving_obstacles");
              moving_index_.emplace(obstacle.id, i);
              scene_.moving_obstacles.push_back({obstacle.id,
                                                 obstacle.type,
                                                 ValidShapes(obstacle.shapes, Vec2{}, path, "shapes", checker_),
                                                 {},
                                                 obstacle.height,
                                                 ValidSolids(obstacle.polytopes, Vec2{}, path, checker_),
                                                 obstacle.kind,
                                                 obstacle.roles});
            });
  }

  // Shapes that a prediction places at one instant.
  template <typename AnyPrediction>
  static size_t ShapesOf(const AnyPrediction& prediction, const MovingObstacle& obstacle) {
    size_t shapes = obstacle.shapes.size() + obstacle.polytopes.size();
    for (const auto* const list : {&prediction.occupancies, &prediction.timed_shapes}) {
      for (const auto& timed : *list) shapes = std::max(shapes, timed.shapes.size());
    }
    return shapes;
  }

  void MakePredictions() {
    ForEach("moving_obstacles", input_.moving_obstacles,
            [&](const FieldPath& owner, input::Obstacle& obstacle, size_t index) {
              checker_.ForEach(owner, "predictions", obstacle.predictions,
                               [&](const FieldPath& path, input::Prediction& prediction, size_t) {
                                 if (!prediction.obstacle_id.empty() && prediction.obstacle_id != obstacle.id) {
                                   checker_.Fail(path.Field("obstacle_id"),
                                                 absl::StrCat(Quote(prediction.obstacle_id), " is not the id of ",
                                                              Quote(obstacle.id), ", which contains it"));
                                 }
                                 MakePrediction(path, prediction, index);
                               });
            });
    ForEach("predictions", input_.predictions, [&](const FieldPath& path, input::Prediction& prediction, size_t) {
      const auto found = moving_index_.find(prediction.obstacle_id);
      if (found != moving_index_.end()) return MakePrediction(path, prediction, found->second);
      checker_.Fail(path.Field("obstacle_id"),
                    absl::StrCat(Quote(prediction.obstacle_id), " names no moving obstacle"));
    });
    ForEach("moving_obstacles", scene_.moving_obstacles,
            [&](const FieldPath& path, const MovingObstacle& obstacle, size_t) {
              if (!obstacle.predictions.empty()) return;
              checker_.Fail(path, absl::StrCat(Quote(obstacle.id), " has no prediction"));
            });
  }

  // Adds the prediction at `path` to the moving obstacle `index`.
  void MakePrediction(const FieldPath& path, input::Prediction& prediction, size_t index) {
    MovingObstacle& obstacle = scene_.moving_obstacles[index];
    const bool has_shapes = !obstacle.shapes.empty() || !obstacle.polytopes.empty() || !prediction.timed_shapes.empty();
    if (!prediction.poses.empty() && !has_shapes) {
      const FieldPath owner = root_.Element("moving_obstacles", index);
      checker_.Fail(owner.Field("shapes"), absl::StrCat("empty; ", path.ToString(),
                                                        " gives poses, so at least one shape or polytope is needed"));
    }
    const auto count = [&](size_t shapes) {
      checker_.Count(path, static_cast<double>(shapes), kMaxMovingShapes,
                     "shapes of moving obstacles up to this hypothesis");
    };
    count(moving_shapes_ + ShapesOf(prediction, obstacle));
    if (!checker_.ok()) return;
    obstacle.predictions.push_back(ValidPrediction(prediction, motion_, path, checker_));
    // Contours may have become several shapes.
    moving_shapes_ += ShapesOf(obstacle.predictions.back(), obstacle);
    count(moving_shapes_);
  }

  void MakeAttachments() {
    ForEach("attachments", input_.attachments, [&](const FieldPath& path, const Attachment& attachment, size_t) {
      checker_.Name(path.Field("name"), attachment.name);
    });
    scene_.attachments = std::move(input_.attachments);
  }

  void MakeCandidates() {
    absl::flat_hash_map<absl::string_view, NameOwner> owners;
    const size_t count = input_.candidates.size();
    checker_.Count(root_.Field("candidates"), static_cast<double>(count), kMaxCandidates, "candidates");
    if (!checker_.ok()) return;
    owners.reserve(count);
    scene_.candidates = std::move(input_.candidates);
    double instants = 0.0;
    ForEach("candidates", scene_.candidates, [&](const FieldPath& path, Candidate& candidate, size_t i) {
      if (!candidate.id.empty()) checker_.Name(path.Field("id"), candidate.id);
      CheckTrajectory(motion_, path, checker_, candidate, scene_.ego.part_count());
      checker_.Magnitude(path.Field("cost"), candidate.cost, std::numeric_limits<double>::max(), "");
      CheckBegin(path, candidate);
      if (candidate.id.empty()) candidate.id = absl::StrCat(i);
      if (checker_.ok()) {
        const double covered_s = candidate.poses.back().time_s - candidate.poses.front().time_s;
        instants += scene_.ego.part_count() *
                    std::max(static_cast<double>(candidate.poses.size()), covered_s / scene_.time_step_s + 1.0);
        checker_.Count(path.Field("poses"), instants, kMaxCandidateInstants, "instants of candidates up to this one");
      }
      ClaimName(path.Field("id"), candidate.id, i, owners, "candidates");
    });
  }

  void CheckBegin(const FieldPath& path, const Candidate& candidate) {
    if (!checker_.ok() || !scene_.ego_state.has_value()) return;
    const double first_s = candidate.poses.front().time_s;
    const double cycle_s = scene_.ego_state->pose.time_s;
    if (first_s >= cycle_s - kSameInstant_s) return;
    const FieldPath pose = path.Element("poses", 0);
    checker_.Fail(pose.Field("time_s"),
                  absl::StrCat(FormatNumber(first_s), " s, candidate ", Quote(candidate.id),
                               ": is before ego_state.time_s, ", FormatNumber(cycle_s), " s, when the cycle begins"));
  }

  void MakeSamplingRequest() {
    if (!checker_.ok()) return;
    const FieldPath path = root_.Field("sampling_request");
    SamplingRequest& request = input_.sampling_request;
    checker_.ForEach(path, "lateral_offsets_m", request.lateral_offsets_m, [&](const FieldPath& at, double m, size_t) {
      checker_.Magnitude(at, m, kMaxDistanceFromOrigin_m, "m");
    });
    checker_.ForEach(path, "end_speeds_mps", request.end_speeds_mps, [&](const FieldPath& at, double mps, size_t) {
      checker_.NotNegative(at, mps, kMaxSpeed_mps, "m/s");
    });
    const double step_s = request.time_step_s.value_or(scene_.time_step_s);
    CheckTimeStep(path.Field("time_step_s"), step_s);
    // A horizon is bounded in steps of the scene and in poses of the candidate.
    const double longest_s = kMaxTimeSteps * std::min(step_s, scene_.time_step_s);
    checker_.ForEach(path, "horizons_s", request.horizons_s,
                     [&](const FieldPath& at, double s, size_t) { checker_.Positive(at, s, longest_s, "s"); });
    checker_.ForEach(path, "stop_distances_m", request.stop_distances_m, [&](const FieldPath& at, double m, size_t) {
      checker_.Positive(at, m, kMaxDistanceFromOrigin_m, "m");
    });
    CheckCandidateCount(path, request);
    scene_.sampling_request = std::move(request);
  }

  void MakeDesiredSpeed() {
    if (input_.desired_speed_mps.has_value()) {
      checker_.NotNegative(root_.Field("desired_speed_mps"), *input_.desired_speed_mps, kMaxSpeed_mps, "m/s");
      scene_.desired_speed_mps = *input_.desired_speed_mps;
    } else if (scene_.ego_state.has_value()) {
      scene_.desired_speed_mps = std::max(0.0, scene_.ego_state->speed_mps);
    }
  }

  void MakeMargins() {
    const FieldPath path = root_.Field("margins");
    CheckMargins(input_.margins, path, checker_);
    absl::flat_hash_map<absl::string_view, size_t> owners;
    checker_.ForEach(
        path, "by_type", input_.margins.by_type, [&](const FieldPath& of_type, const TypeMargin& of, size_t i) {
          const FieldPath type = of_type.Field("type");
          if (!of.type.empty()) checker_.Name(type, of.type);
          const auto [found, is_new] = owners.emplace(of.type, i);
          if (!is_new) {
            checker_.Fail(type, absl::StrCat(Quote(of.type), " is already the type of by_type[", found->second, "]"));
          }
        });
    scene_.margins = std::move(input_.margins);
  }

  void CheckTimeStep(const FieldPath& path, double step_s) {
    checker_.Positive(path, step_s, kMaxTime_s, "s");
    if (step_s <= kSameInstant_s) {
      checker_.Fail(path, absl::StrCat(FormatNumber(step_s), " s is too short: times closer than ",
                                       FormatNumber(kSameInstant_s), " s are the same instant"));
    }
  }

  // A list that is not set counts as one value, since the sampler's defaults are small.
  void CheckCandidateCount(const FieldPath& path, const SamplingRequest& request) {
    const auto count = [](size_t size) { return static_cast<double>(std::max<size_t>(size, 1)); };
    const double candidates = count(request.lateral_offsets_m.size()) * count(request.horizons_s.size()) *
                              count(request.end_speeds_mps.size() + request.stop_distances_m.size());
    checker_.Count(path, candidates, kMaxCandidates, "candidates");
  }

  // Checks what obstacles of both kinds have, but for their shapes.
  void CheckObstacle(const FieldPath& path, const input::Obstacle& obstacle, size_t index, absl::string_view list) {
    ClaimName(path.Field("id"), obstacle.id, index, obstacle_owners_, list);
    if (!obstacle.type.empty()) checker_.Name(path.Field("type"), obstacle.type);
    if (obstacle.height.has_value()) CheckHeight(*obstacle.height, path.Field("height"), checker_);
  }

  // Element `index` of the field `list`.
  struct NameOwner {
    absl::string_view list;
    size_t index;
  };

  // Registers the name of the element with its owner; a name has one owner. `owners` refers to it.
  void ClaimName(const FieldPath& path, const std::string& name, size_t index,
                 absl::flat_hash_map<absl::string_view, NameOwner>& owners, absl::string_view list) {
    checker_.Name(path, name);
    const auto [found, is_new] = owners.emplace(name, NameOwner{list, index});
    if (is_new) return;
    const NameOwner& owner = found->second;
    checker_.Fail(path, absl::StrCat(Quote(name), " is already the id of ", owner.list, "[", owner.index, "]"));
  }

  input::Scene input_;
  const MotionContext motion_;
  const FieldPath root_;
  FieldChecker checker_;
  Scene scene_;
  size_t moving_shapes_ = 0;  // Of all hypotheses so far.
  // Which field uses an obstacle's id. They refer to the input.
  absl::flat_hash_map<absl::string_view, NameOwner> obstacle_owners_;
  absl::flat_hash_map<absl::string_view, size_t> moving_index_;
};

}  // namespace

absl::StatusOr<Scene> MakeScene(input::Scene scene) { return SceneMaker(std::move(scene)).Make(); }

}  // namespace collision2d::planner
