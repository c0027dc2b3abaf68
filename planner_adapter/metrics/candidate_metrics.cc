#include "planner_adapter/metrics/candidate_metrics.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "absl/container/inlined_vector.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/query/collides.h"
#include "planner_adapter/metrics/predicted_path.h"

namespace collision2d::planner {
namespace {

bool Contains(const ClosedInterval& interval, double value) { return interval.min <= value && value <= interval.max; }

bool ContainsTime(const ClosedInterval& interval, double time_s) {
  return interval.min - kSameInstant_s <= time_s && time_s <= interval.max + kSameInstant_s;
}

bool ContainsYaw(const ClosedInterval& interval, double yaw_rad) {
  if (Contains(interval, yaw_rad)) return true;
  const double turn = std::fmod(yaw_rad - interval.min, 2.0 * M_PI);
  return (turn < 0.0 ? turn + 2.0 * M_PI : turn) <= interval.max - interval.min;
}

bool ContainsPoint(const std::vector<ConvexPolygon>& area, Vec2 point) {
  if (area.empty()) return true;
  const auto is_near = [&](const ConvexPolygon& part) {
    // m. Far more than the rounding.
    constexpr double kMargin_m = 1e-6;
    return Norm(point - part.center()) <= part.bounding_radius_m() + kMargin_m;
  };
  if (std::none_of(area.begin(), area.end(), is_near)) return false;
  const absl::StatusOr<ConvexPolygon> shape = ConvexPolygon::Create({point});
  return shape.ok() &&
         std::any_of(area.begin(), area.end(), [&](const ConvexPolygon& part) { return Collides(*shape, part); });
}

}  // namespace

bool ReachesGoal(const Goal& goal, const TimedPose& pose, const std::optional<BodyVelocity>& velocity) {
  if (goal.time_s.has_value() && !ContainsTime(*goal.time_s, pose.time_s)) return false;
  if (goal.yaw_rad.has_value() && !ContainsYaw(*goal.yaw_rad, pose.yaw_rad)) return false;
  if (goal.speed_mps.has_value()) {
    if (!velocity.has_value()) return false;
    const Vec2 heading = Pose2::FromYaw({}, pose.yaw_rad).Rotate({1.0, 0.0});
    if (!Contains(*goal.speed_mps, Dot(velocity->velocity_mps, heading))) return false;
  }
  return ContainsPoint(goal.area, pose.position);
}

namespace {

// The obstacles at an instant: the static ones and the moving ones, in the scene's order.
struct ObstaclesAt {
  const MetricObstacles* fixed;
  const MetricObstacles* moving;
};

// One candidate at one instant.
class MetricInstant {
 public:
  MetricInstant(const MetricScene& scene, const Trajectory& candidate, const Instant& instant)
      : scene_(scene), instant_(instant) {
    const EgoBody& ego = scene.scene().ego;
    for (int k = 0; k < ego.part_count(); ++k) {
      const std::vector<TimedPose>& poses = candidate.poses_of(k);
      Part& part = parts_.emplace_back(Part{ego.shapes_of(k), InterpolatePose(poses, instant.time_s), {}, {}, {}});
      part.pose.time_s = instant.time_s;
      part.world_from_part = part.pose.ToPose2();
      if (poses.size() > 1) part.velocity = VelocityAt(poses, instant.time_s);
      part.heights = HeightsOfPart(part, ego.height_of(k));
      if (k == 0) heights_ = part.heights;
      heights_.Extend(part.heights);
    }
  }

  // *near: the foot of a pose nearby, if there is one, which is updated. `passed`: room for the
  // indices of shapes.
  void Update(const ObstaclesAt& obstacles, std::optional<PathFoot>* near, std::vector<int>* passed,
              Metrics* metrics) const {
    const MetricOptions& options = scene_.settings().options;
    if (options.goal) UpdateGoal(metrics);
    if (scene_.path() != nullptr) UpdateOnPath(obstacles, near, passed, metrics);
    if (options.time_to_collision) UpdateTimeToCollision(obstacles, passed, metrics);
    if (options.post_encroachment_time) UpdateEncroachment(metrics);
  }

  // Updates the least time to contact.
  void UpdateTwist(const ObstaclesAt& obstacles, std::vector<int>* passed, std::optional<MetricValue>* least) const {
    for (const Part& part : parts_) {
      if (!part.velocity.has_value()) return;
      for (const ConvexPolygon& shape : part.shapes) {
        const TwistingShape ego(shape, part.world_from_part, *part.velocity);
        UpdateTwist(ego, part.heights, obstacles, passed, least);
      }
    }
  }

 private:
  // A part of the ego vehicle.
  struct Part {
    absl::Span<const ConvexPolygon> shapes;
    TimedPose pose;
    Pose2 world_from_part;
    std::optional<BodyVelocity> velocity;  // Not set: not known, as of all parts.
    HeightRange heights;
  };

  static HeightRange HeightsOfPart(const Part& part, const std::optional<HeightSpan>& span) {
    if (!span.has_value()) return {};
    HeightRange heights = HeightsOf(part.shapes.front(), *span, part.pose.ToElevation());
    for (const ConvexPolygon& shape : part.shapes) heights.Extend(HeightsOf(shape, *span, part.pose.ToElevation()));
    return heights;
  }

  double Horizon_s() const { return scene_.settings().options.time_to_collision_horizon_s; }

  double HorizonOf(const std::optional<MetricValue>& least) const {
    return least.has_value() ? least->value : Horizon_s();
  }

  void UpdateTwist(const TwistingShape& ego, const HeightRange& heights, const ObstaclesAt& obstacles,
                   std::vector<int>* passed, std::optional<MetricValue>* least) const {
    std::optional<TwistCourse> course;
    for (const MetricObstacles* part : {obstacles.fixed, obstacles.moving}) {
      part->filter.FilterTwists(ego, HorizonOf(*least), passed);
      if (passed->empty()) continue;
      if (!course.has_value()) course.emplace(ego, Horizon_s());
      for (const int k : *passed) {
        const MetricObstacle& obstacle = part->shapes[k];
        const bool may_collide =
            part == obstacles.moving
                ? MayCollideWithin(*course, part->courses[k], HorizonOf(*least))
                : MayCollideWithin(*course, TwistCourse(obstacle.twist, Horizon_s()), HorizonOf(*least));
        if (may_collide && !AreApart(heights, obstacle.heights)) UpdateTwist(ego, obstacle, least);
      }
    }
  }

  void UpdateTwist(const TwistingShape& ego, const MetricObstacle& obstacle, std::optional<MetricValue>* least) const {
    const double horizon_s = HorizonOf(*least);
    const std::optional<double> time_s = TimeToContact(ego, obstacle.twist, horizon_s, scene_.settings().impact);
    if (!time_s.has_value()) return;
    const Interaction interaction = InteractionWith(obstacle);
    if (!least->has_value() || IsLess(*time_s, interaction, **least)) *least = MetricValue{*time_s, interaction};
  }

  void UpdateTimeToCollision(const ObstaclesAt& obstacles, std::vector<int>* passed, Metrics* metrics) const {
    std::optional<TimeToCollision>& known = metrics->time_to_collision;
    std::optional<MetricValue> least = known.has_value() ? known->constant_twist_s : std::nullopt;
    UpdateTwist(obstacles, passed, &least);
    if (!least.has_value()) return;
    if (!known.has_value()) known = TimeToCollision();
    known->constant_twist_s = least;
  }

  void UpdateGoal(Metrics* metrics) const {
    if (!metrics->goal.has_value()) return;
    std::optional<ReachedGoal>& first = metrics->goal->reached;
    if (first.has_value() && first->time_s <= instant_.time_s) return;
    const std::vector<Goal>& goals = scene_.scene().goals;
    const auto reached = std::find_if(
        goals.begin(), goals.end(), [&](const Goal& goal) { return ReachesGoal(goal, body().pose, body().velocity); });
    if (reached == goals.end()) return;
    first = ReachedGoal{instant_.time_s, instant_.step, static_cast<int>(reached - goals.begin())};
  }

  void UpdateOnPath(const ObstaclesAt& obstacles, std::optional<PathFoot>* near, std::vector<int>* passed,
                    Metrics* metrics) const {
    const MetricOptions& options = scene_.settings().options;
    const ReferencePath& path = *scene_.path();
    const RssParameters& rss = scene_.scene().rss;
    const Vec2 position = body().pose.position;
    const PathFoot foot(path, position, near->has_value() ? (*near)->PlaceNear(position) : path.RoughPlace(position));
    *near = foot;
    const bool velocity_known = body().velocity.has_value();
    BodyOnPath bounds;
    if (velocity_known) bounds.velocity = VelocityOnPath(foot, body().velocity->velocity_mps);
    BodyOnPath exact = bounds;
    double slack_m = 0.0;
    bool is_exact = false;
    for (const Part& part : parts_) {
      const std::optional<PathBoxBound> bound =
          BoundBoxOnPath(path, part.shapes, part.world_from_part, scene_.ego_reach_m(), FootOf(part, foot));
      if (!bound.has_value()) {
        is_exact = true;
        break;
      }
      bounds.box.Extend(bound->box);
      slack_m = std::max(slack_m, bound->slack_m);
    }
    if (is_exact) {
      slack_m = 0.0;
      bounds.box = exact.box = ExactBox(foot);
    }
    for (const MetricObstacles* part : {obstacles.fixed, obstacles.moving}) {
      part->filter.FilterOnPath(rss, bounds, slack_m,
                                LimitsOf(options, *metrics, velocity_known, bounds.velocity.along_mps), passed);
      for (const int k : *passed) {
        const MetricObstacle& obstacle = part->shapes[k];
        if (AreApart(heights_, obstacle.heights)) continue;
        if (!is_exact) exact.box = ExactBox(foot);
        is_exact = true;
        UpdatePathMetrics(options, rss, exact, velocity_known, obstacle.on_path, InteractionWith(obstacle), metrics);
      }
    }
  }

  // The foot of a part's reference point, from that of the body.
  PathFoot FootOf(const Part& part, const PathFoot& foot) const {
    if (&part == &body()) return foot;
    return PathFoot(*scene_.path(), part.pose.position, foot.PlaceNear(part.pose.position));
  }

  PathBox ExactBox(const PathFoot& foot) const {
    PathBox box;
    for (const Part& part : parts_) {
      const PathFoot own = FootOf(part, foot);
      for (const ConvexPolygon& shape : part.shapes) {
        box.Extend(BoxOnPath(*scene_.path(), shape, part.world_from_part, own));
      }
    }
    return box;
  }

  void UpdateEncroachment(Metrics* metrics) const {
    const MetricSettings& settings = scene_.settings();
    for (const Part& part : parts_) {
      UpdatePostEncroachment({part.shapes, part.world_from_part, part.heights, instant_}, scene_.predicted_paths(),
                             settings.options.post_encroachment_horizon_s, settings.impact,
                             &metrics->post_encroachment_time);
    }
  }

  Interaction InteractionWith(const MetricObstacle& obstacle) const {
    return {instant_.time_s, instant_.step, obstacle.obstacle, obstacle.hypothesis};
  }

  const Part& body() const { return parts_.front(); }

  const MetricScene& scene_;
  const Instant instant_;
  absl::InlinedVector<Part, 2> parts_;
  HeightRange heights_;  // Of all parts.
};

bool NeedsObstacles(const MetricScene& scene) {
  return scene.path() != nullptr || scene.settings().options.time_to_collision;
}

}  // namespace

void BeginMetrics(const Scene& scene, const MetricOptions& options, double start_s,
                  const std::optional<Interaction>& first_collision, Metrics* metrics) {
  if (options.goal && !scene.goals.empty()) metrics->goal = GoalVerdict();
  if (!first_collision.has_value()) return;
  const double time_s = first_collision->time_s;
  if (options.time_to_collision) {
    metrics->time_to_collision = TimeToCollision{MetricValue{std::max(0.0, time_s - start_s), *first_collision}, {}};
  }
  if (options.post_encroachment_time && first_collision->obstacle >= static_cast<int>(scene.static_obstacles.size())) {
    metrics->post_encroachment_time = PostEncroachmentTime{0.0, *first_collision, time_s, time_s};
  }
}

void AddToMetrics(const MetricScene& scene, absl::Span<const Instant> instants, absl::Span<const MetricRow> rows) {
  std::vector<std::optional<MetricObstacles>> moving(instants.size());
  if (!NeedsObstacles(scene)) moving.assign(instants.size(), MetricObstacles());
  std::vector<PlacedShape> placed;
  std::vector<int> passed;
  for (const MetricRow& row : rows) {
    // What is worst is often near the end, and the worse what is known, the less remains to do.
    for (int k = row.first_step + row.length - 1; k >= row.first_step; --k) {
      const auto step = static_cast<size_t>(k);
      if (!moving[step].has_value()) {
        const MetricSettings& settings = scene.settings();
        placed.clear();
        AddMovingObstacles(scene.scene(), instants[step].time_s, settings.beyond_prediction, settings.min_probability,
                           &placed);
        moving[step] = scene.MovingObstaclesAt(instants[step].time_s, placed, /*only_twists=*/false);
      }
      const MetricInstant instant(scene, *row.candidate, instants[step]);
      instant.Update({&scene.static_obstacles(), &*moving[step]}, row.foot, &passed, row.metrics);
    }
  }
}

std::vector<std::optional<double>> TimesToCollisionAt(const MetricScene& scene, absl::Span<const Trajectory> candidates,
                                                      absl::Span<const int> covering, const Instant& instant,
                                                      absl::Span<const PlacedShape> moving) {
  const MetricObstacles obstacles = scene.MovingObstaclesAt(instant.time_s, moving, /*only_twists=*/true);
  std::vector<int> passed;
  std::vector<std::optional<double>> times_s;
  for (const int candidate : covering) {
    std::optional<MetricValue> least;
    MetricInstant(scene, candidates[candidate], instant)
        .UpdateTwist({&scene.static_obstacles(), &obstacles}, &passed, &least);
    times_s.push_back(least.has_value() ? std::optional<double>(least->value) : std::nullopt);
  }
  return times_s;
}

}  // namespace collision2d::planner
