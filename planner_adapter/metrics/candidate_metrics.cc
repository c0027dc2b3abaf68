#include "planner_adapter/metrics/candidate_metrics.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "absl/container/inlined_vector.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/query/collides.h"

namespace collision2d::planner {
namespace {

bool Contains(const Interval& interval, double value) { return interval.min <= value && value <= interval.max; }

bool ContainsTime(const Interval& interval, double time_s) {
  return interval.min - kSameInstant_s <= time_s && time_s <= interval.max + kSameInstant_s;
}

bool ContainsYaw(const Interval& interval, double yaw_rad) {
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
  if (!ContainsPoint(goal.area, pose.position)) return false;
  if (goal.speed_mps.has_value()) {
    if (!velocity.has_value()) return false;
    const Vec2 heading = Pose2::FromYaw({}, pose.yaw_rad).Rotate({1.0, 0.0});
    if (!Contains(*goal.speed_mps, Dot(velocity->velocity_mps, heading))) return false;
  }
  return true;
}

namespace {

// A shape of the ego vehicle at an instant, and one of an obstacle that it does not touch before
// earliest_s.
struct TwistPair {
  double earliest_s;
  double step_s;  // Of the steps in which that was found.
  TwistingShape ego;
  const TwistingShape* obstacle;
  Interaction interaction;
};

// One candidate at one instant. `passed`: room for the indices of shapes.
class MetricInstant {
 public:
  MetricInstant(const MetricScene& scene, const Candidate& candidate, const Instant& instant, MetricObstacles* moving)
      : scene_(&scene), moving_(moving), obstacles_({&scene.static_obstacles(), moving}), instant_(instant) {
    const EgoBody& ego = scene.scene().ego;
    const Vec2 origin = scene.scene().origin;
    for (int k = 0; k < ego.part_count(); ++k) {
      const std::vector<TimedPose>& poses = candidate.poses_of(k);
      Part& part =
          parts_.emplace_back(Part{ego.shapes_of(k), InterpolatePose(poses, instant.time_s, origin), {}, {}, {}});
      part.pose.time_s = instant.time_s;
      part.world_from_part = part.pose.ToPose2();
      if (poses.size() > 1) part.velocity = VelocityAt(poses, instant.time_s);
      part.heights = HeightsOfPart(part, ego.height_of(k));
      if (k == 0) heights_ = part.heights;
      heights_.Extend(part.heights);
    }
  }

  // *first: what later instants have reached.
  void UpdateGoal(std::optional<ReachedGoal>* first) const {
    const std::vector<Goal>& goals = scene_->scene().goals;
    const auto reached = std::find_if(
        goals.begin(), goals.end(), [&](const Goal& goal) { return ReachesGoal(goal, body().pose, body().velocity); });
    if (reached == goals.end()) return;
    *first = ReachedGoal{instant_.time_s, instant_.step, static_cast<int>(reached - goals.begin())};
  }

  // Bounds what the instant may make of the metrics along the path. *near: the foot of a pose
  // nearby, if there is one, which is updated.
  void BoundOnPath(std::optional<PathFoot>* near, const Metrics& metrics) {
    const ReferencePath& path = *scene_->path();
    const Vec2 position = body().pose.position;
    foot_ = PathFoot(path, position, near->has_value() ? (*near)->PlaceNear(position) : path.RoughPlace(position));
    *near = foot_;
    if (has_velocity()) on_path_.velocity = VelocityOnPath(*foot_, body().velocity->velocity_mps);
    for (const Part& part : parts_) {
      const std::optional<PathBoxBound> bound =
          BoundBoxOnPath(path, part.shapes, part.world_from_part, scene_->ego_reach_m(), FootOf(part));
      is_exact_ = !bound.has_value();
      if (is_exact_) break;
      on_path_.box.Extend(bound->box);
      slack_m_ = std::max(slack_m_, bound->slack_m);
    }
    if (is_exact_) {
      on_path_.box = ExactBox();
      slack_m_ = 0.0;
    }
    least_on_path_ = PathValues::All(PathValues::kNothing);
    const PathValues known = KnownOnPath(scene_->settings().options, metrics, has_velocity());
    for (const MetricObstacles* of : obstacles_) {
      of->filter.BoundOnPath(scene_->scene().rss, on_path_, slack_m_, known, &least_on_path_);
    }
  }
  const PathValues& least_on_path() const { return least_on_path_; }

  // REQUIRES: BoundOnPath.
  void UpdateOnPath(std::vector<int>* passed, Metrics* metrics) {
    const MetricOptions& options = scene_->settings().options;
    const RssParameters& rss = scene_->scene().rss;
    PathValues known = KnownOnPath(options, *metrics, has_velocity());
    if (!least_on_path_.Reaches(known)) return;
    // Where nothing is known yet, nearly everything would pass: most that are worst are found near
    // the bounds.
    for (const double beyond : {1.0, PathValues::kNothing}) {
      PathValues limit = known;
      for (size_t k = 0; k < PathValues::kCount; ++k) {
        limit.values[k] = std::min(known.values[k], least_on_path_.values[k] + beyond);
      }
      for (const MetricObstacles* of : obstacles_) {
        of->filter.FilterOnPath(rss, on_path_, slack_m_, limit, passed);
        for (const int k : *passed) {
          const MetricObstacle& obstacle = of->shapes[k];
          if (AreApart(heights_, obstacle.heights)) continue;
          if (!is_exact_) on_path_.box = ExactBox();
          is_exact_ = true;
          UpdatePathMetrics(options, rss, on_path_, has_velocity(), obstacle.on_path, InteractionWith(obstacle),
                            metrics);
        }
      }
      known = KnownOnPath(options, *metrics, has_velocity());
      if (!known.Exceeds(limit)) break;
    }
    least_on_path_ = PathValues::All(PathValues::kNothing);
  }

  // Adds what may touch the ego vehicle until *until_s, which it lowers to soon_s after something
  // may.
  void FindTwists(double soon_s, std::vector<int>* passed, double* until_s, std::vector<TwistPair>* pairs) const {
    if (!has_velocity()) return;
    for (const Part& part : parts_) {
      for (const ConvexPolygon& shape : part.shapes) {
        const TwistingShape ego(shape, part.world_from_part, *part.velocity);
        FindTwists(ego, part.heights, soon_s, passed, until_s, pairs);
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

  const Part& body() const { return parts_.front(); }
  bool has_velocity() const { return body().velocity.has_value(); }

  void FindTwists(const TwistingShape& ego, const HeightRange& heights, double soon_s, std::vector<int>* passed,
                  double* until_s, std::vector<TwistPair>* pairs) const {
    std::optional<TwistCourse> course;
    for (const MetricObstacles* of : obstacles_) {
      of->filter.FilterTwists(ego, *until_s, passed);
      if (passed->empty()) continue;
      if (!course.has_value()) course.emplace(ego, Horizon_s());
      for (const int k : *passed) {
        const MetricObstacle& obstacle = of->shapes[k];
        if (AreApart(heights, obstacle.heights)) continue;
        const double earliest_s = of == moving_
                                      ? EarliestContact(*course, moving_->CourseOf(k, Horizon_s()), *until_s)
                                      : EarliestContact(*course, TwistCourse(obstacle.twist, Horizon_s()), *until_s);
        if (earliest_s > *until_s) continue;
        pairs->push_back({earliest_s, Horizon_s() / static_cast<double>(TwistCourse::kSteps), ego, &obstacle.twist,
                          InteractionWith(obstacle)});
        *until_s = std::min(*until_s, earliest_s + soon_s);
      }
    }
  }

  double Horizon_s() const { return scene_->settings().options.time_to_collision_horizon_s; }

  PathBox ExactBox() const {
    PathBox box;
    for (const Part& part : parts_) {
      const PathFoot foot = FootOf(part);
      for (const ConvexPolygon& shape : part.shapes) {
        box.Extend(BoxOnPath(*scene_->path(), shape, part.world_from_part, foot));
      }
    }
    return box;
  }

  // The foot of a part's reference point, from that of the body.
  PathFoot FootOf(const Part& part) const {
    if (&part == &body()) return *foot_;
    return PathFoot(*scene_->path(), part.pose.position, foot_->PlaceNear(part.pose.position));
  }

  Interaction InteractionWith(const MetricObstacle& obstacle) const {
    return {instant_.time_s, instant_.step, obstacle.obstacle, obstacle.hypothesis};
  }

  const MetricScene* scene_;
  MetricObstacles* moving_;
  std::array<const MetricObstacles*, 2> obstacles_;  // The static ones first: in the scene's order.
  Instant instant_;
  absl::InlinedVector<Part, 1> parts_;
  HeightRange heights_;  // Of all parts.
  std::optional<PathFoot> foot_;
  BodyOnPath on_path_;
  double slack_m_ = 0.0;
  bool is_exact_ = false;
  PathValues least_on_path_;
};

// Room, reused.
struct MetricMemory {
  std::vector<int> passed;
  std::vector<TwistPair> pairs;
};

// Filters round in ways of their own on each machine.
double RoundedDown(double earliest_s, double horizon_s) {
  const double step_s = horizon_s * 0x1p-10;
  return step_s * std::max(0.0, std::floor(earliest_s / step_s) - 1.0);
}

// Updates the least time to contact of a candidate by some of its instants. Only pairs that may
// touch soon after the first ones are looked at; all of them, if these touch later.
void UpdateTwists(const MetricSettings& settings, absl::Span<const MetricInstant> instants, MetricMemory* memory,
                  std::optional<MetricValue>* least) {
  const double horizon_s = settings.options.time_to_collision_horizon_s;
  // Bounds in smaller steps are no cheaper than the contact itself.
  const double finest_s = horizon_s / 100.0;
  const auto known_s = [&] { return least->has_value() ? (*least)->value : horizon_s; };
  const auto is_later = [](const TwistPair& a, const TwistPair& b) { return a.earliest_s > b.earliest_s; };
  std::vector<TwistPair>& pairs = memory->pairs;
  // s. More than what separates most contacts from their first bounds.
  constexpr double kSoon_s = 0.5;
  for (const double soon_s : {kSoon_s, horizon_s}) {
    double until_s = known_s();
    pairs.clear();
    for (const MetricInstant& instant : instants) instant.FindTwists(soon_s, &memory->passed, &until_s, &pairs);
    std::make_heap(pairs.begin(), pairs.end(), is_later);
    while (!pairs.empty() && pairs.front().earliest_s <= known_s()) {
      std::pop_heap(pairs.begin(), pairs.end(), is_later);
      TwistPair& pair = pairs.back();
      if (pair.step_s > finest_s) {
        const double end_s = pair.earliest_s + pair.step_s;
        pair.earliest_s = EarliestContactFrom(pair.ego, *pair.obstacle, pair.earliest_s, pair.step_s);
        if (pair.earliest_s < end_s) pair.step_s /= static_cast<double>(TwistCourse::kSteps);
        std::push_heap(pairs.begin(), pairs.end(), is_later);
        continue;
      }
      // Whatever is known, up to the same horizon, on which the rounding depends.
      const std::optional<double> time_s =
          TimeToContact(pair.ego, *pair.obstacle, RoundedDown(pair.earliest_s, horizon_s), horizon_s, settings.impact);
      if (time_s.has_value() && (!least->has_value() || IsLess(*time_s, pair.interaction, **least))) {
        *least = MetricValue{*time_s, pair.interaction};
      }
      pairs.pop_back();
    }
    if (known_s() <= until_s) return;
  }
}

// Updates a candidate's metrics by some of its instants, the last one first.
void AddInstants(const MetricScene& scene, absl::Span<MetricInstant> instants, std::optional<PathFoot>* foot,
                 MetricMemory* memory, Metrics* metrics) {
  const MetricOptions& options = scene.settings().options;
  std::vector<int>* const passed = &memory->passed;
  if (metrics->goal.has_value()) {
    for (const MetricInstant& instant : instants) instant.UpdateGoal(&metrics->goal->reached);
  }
  if (scene.path() != nullptr) {
    for (MetricInstant& instant : instants) instant.BoundOnPath(foot, *metrics);
    // What may be worst first: beside what is known then, little is left of the others.
    for (size_t metric = 0; metric < PathValues::kCount; ++metric) {
      const auto is_less = [=](const MetricInstant& a, const MetricInstant& b) {
        return a.least_on_path().values[metric] < b.least_on_path().values[metric];
      };
      std::min_element(instants.begin(), instants.end(), is_less)->UpdateOnPath(passed, metrics);
    }
    for (MetricInstant& instant : instants) instant.UpdateOnPath(passed, metrics);
  }
  if (options.time_to_collision) {
    std::optional<TimeToCollision>& known = metrics->time_to_collision;
    std::optional<MetricValue> least = known.has_value() ? known->constant_twist_s : std::nullopt;
    UpdateTwists(scene.settings(), instants, memory, &least);
    if (least.has_value() && !known.has_value()) known = TimeToCollision();
    if (known.has_value()) known->constant_twist_s = least;
  }
}

}  // namespace

void BeginMetrics(const Scene& scene, const MetricOptions& options, double start_s,
                  const std::optional<Interaction>& first_collision, Metrics* metrics) {
  if (options.goal && !scene.goals.empty()) metrics->goal = GoalReached();
  if (!first_collision.has_value()) return;
  const double time_s = first_collision->time_s;
  if (options.time_to_collision) {
    metrics->time_to_collision = TimeToCollision{MetricValue{std::max(0.0, time_s - start_s), *first_collision}, {}};
  }
  if (options.post_encroachment_time && first_collision->obstacle >= static_cast<int>(scene.static_obstacles.size())) {
    metrics->post_encroachment_time = PostEncroachmentTime{0.0, *first_collision, time_s, false, {}, {}};
  }
}

void AddToMetrics(absl::Span<const Instant> instants, absl::Span<const MetricRow> rows, MetricSteps* steps) {
  if (instants.empty()) return;
  steps->Begin(instants.front().time_s, instants.back().time_s, static_cast<int>(instants.size()));
  MetricMemory memory;
  std::vector<MetricInstant> of_row;
  for (const MetricRow& row : rows) {
    of_row.clear();
    for (int k = row.first_step + row.length - 1; k >= row.first_step; --k) {
      const Instant& instant = instants[static_cast<size_t>(k)];
      of_row.emplace_back(steps->scene(), *row.candidate, instant, steps->At(instant.time_s));
    }
    AddInstants(steps->scene(), absl::MakeSpan(of_row), row.foot, &memory, row.metrics);
  }
}

std::vector<std::optional<double>> TimesToCollisionAt(const MetricScene& scene, absl::Span<const Candidate> candidates,
                                                      absl::Span<const int> covering, const Instant& instant,
                                                      absl::Span<const PlacedShape> moving) {
  MetricObstacles obstacles = scene.MovingObstaclesAt(instant.time_s, moving, /*only_twists=*/true);
  MetricMemory memory;
  std::vector<std::optional<double>> times_s;
  for (const int candidate : covering) {
    std::optional<MetricValue> least;
    const MetricInstant at(scene, candidates[candidate], instant, &obstacles);
    UpdateTwists(scene.settings(), absl::MakeConstSpan(&at, 1), &memory, &least);
    times_s.push_back(least.has_value() ? std::optional<double>(least->value) : std::nullopt);
  }
  return times_s;
}

}  // namespace collision2d::planner
