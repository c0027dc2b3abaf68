#include "planner_adapter/metrics/candidate_metrics.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

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
    const Aabb2 bounds = part.Bounds();
    const Vec2 beyond = {std::max(bounds.min.x - point.x, point.x - bounds.max.x),
                         std::max(bounds.min.y - point.y, point.y - bounds.max.y)};
    return std::max(beyond.x, beyond.y) <= kMargin_m;
  };
  if (std::none_of(area.begin(), area.end(), is_near)) return false;
  const absl::StatusOr<ConvexPolygon> shape = ConvexPolygon::Create({point});
  return shape.ok() &&
         std::any_of(area.begin(), area.end(), [&](const ConvexPolygon& part) { return Collides(*shape, part); });
}

Interaction InteractionWith(const Instant& instant, const MetricObstacle& obstacle) {
  return {instant.time_s, instant.step, obstacle.obstacle, obstacle.hypothesis};
}

// Filters round in ways of their own on each machine.
double RoundedDown(double earliest_s, double horizon_s) {
  const double step_s = horizon_s * 0x1p-10;
  return step_s * std::max(0.0, std::floor(earliest_s / step_s) - 1.0);
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

void AddFirstCollision(const Scene& scene, const MetricOptions& options, double start_s,
                       const std::optional<Interaction>& first_collision, Metrics* metrics) {
  if (options.goal && !scene.goals.empty() && !metrics->goal.has_value()) metrics->goal = GoalReached();
  if (!first_collision.has_value()) return;
  const double time_s = first_collision->time_s;
  if (options.time_to_collision) {
    std::optional<TimeToCollision>& time_to_collision = metrics->time_to_collision;
    if (!time_to_collision.has_value()) time_to_collision.emplace();
    time_to_collision->on_paths_s = MetricValue{std::max(0.0, time_s - start_s), *first_collision};
  }
  if (options.post_encroachment_time && first_collision->obstacle >= static_cast<int>(scene.static_obstacles.size())) {
    metrics->post_encroachment_time = PostEncroachmentTime{0.0, *first_collision, time_s, false, {}, {}};
  }
}

void CandidateMetrics::Add(const PlacedRow& row, Metrics* metrics) {
  if (row.instants.empty()) return;
  const MetricOptions& options = scene_.settings().options;
  Place(row);
  if (options.goal && !scene_.scene().goals.empty()) {
    if (!metrics->goal.has_value()) metrics->goal.emplace();
    if (!metrics->goal->reached.has_value()) AddGoal(row, &metrics->goal->reached);
  }
  if (scene_.path() != nullptr) AddOnPath(metrics);
  if (options.time_to_collision) {
    std::optional<TimeToCollision>& known = metrics->time_to_collision;
    std::optional<MetricValue> least = known.has_value() ? known->constant_twist_s : std::nullopt;
    AddTwists(&least);
    if (least.has_value()) known = TimeToCollision{std::nullopt, least};
  }
}

std::optional<double> CandidateMetrics::TimeToCollisionOf(const PlacedRow& row) {
  Place(row);
  std::optional<MetricValue> least;
  AddTwists(&least);
  return least.has_value() ? std::optional<double>(least->value) : std::nullopt;
}

void CandidateMetrics::Place(const PlacedRow& row) {
  const EgoBody& body = scene_.scene().ego;
  const auto part_count = static_cast<size_t>(body.part_count());
  const size_t count = row.instants.size();
  has_velocity_ = row.candidate->poses.size() > 1;
  parts_.assign(row.parts.size(), Part());
  ego_.clear();
  for (size_t k = 0; k < part_count; ++k) {
    const std::vector<TimedPose>& poses = row.candidate->poses_of(static_cast<int>(k));
    const absl::Span<const ConvexPolygon> shapes = body.shapes_of(static_cast<int>(k));
    const std::optional<HeightSpan> span = body.height_of(static_cast<int>(k));
    for (size_t i = 0; i < count; ++i) {
      const auto& [world_from_part, elevation] = row.parts[i * part_count + k];
      Part& part = parts_[i * part_count + k];
      part = {shapes, world_from_part, {}, {}};
      if (has_velocity_) part.velocity = VelocityAt(poses, row.instants[i].time_s);
      if (!span.has_value()) continue;
      part.heights = HeightsOf(shapes.front(), *span, elevation);
      for (const ConvexPolygon& shape : shapes) part.heights.Extend(HeightsOf(shape, *span, elevation));
    }
  }
  for (size_t i = count; i-- > 0;) {
    const auto parts = absl::MakeConstSpan(parts_).subspan(i * part_count, part_count);
    Ego& ego = ego_.emplace_back(Ego{row.instants[i], row.moving[i], parts, parts.front().heights, {}, {}, 0.0, {}});
    for (const Part& part : parts) ego.heights.Extend(part.heights);
  }
}

// The first instant counts.
void CandidateMetrics::AddGoal(const PlacedRow& row, std::optional<ReachedGoal>* reached) const {
  const std::vector<Goal>& goals = scene_.scene().goals;
  const auto part_count = static_cast<size_t>(scene_.scene().ego.part_count());
  PoseCursor cursor(row.candidate->poses, row.instants.front().time_s, scene_.scene().origin);
  for (const Instant& instant : row.instants) {
    // Of the yaw that was checked, only the rotation is known.
    TimedPose pose = cursor.At(instant.time_s);
    pose.time_s = instant.time_s;
    std::optional<BodyVelocity> velocity;
    if (has_velocity_) velocity = parts_[part_count * static_cast<size_t>(&instant - row.instants.data())].velocity;
    const auto first =
        std::find_if(goals.begin(), goals.end(), [&](const Goal& goal) { return ReachesGoal(goal, pose, velocity); });
    if (first == goals.end()) continue;
    *reached = ReachedGoal{instant.time_s, instant.step, static_cast<int>(first - goals.begin())};
    return;
  }
}

// The foot of a part's reference point, from that of the body.
PathFoot CandidateMetrics::FootOf(const Ego& ego, const Part& part) const {
  if (&part == &ego.parts.front()) return *ego.foot;
  const Vec2 position = part.world_from_part.translation;
  return PathFoot(*scene_.path(), position, ego.foot->PlaceNear(position));
}

void CandidateMetrics::SetExactBox(Ego* ego) const {
  ego->slack_m = 0.0;
  ego->on_path.box = PathBox();
  for (const Part& part : ego->parts) {
    const PathFoot foot = FootOf(*ego, part);
    for (const ConvexPolygon& shape : part.shapes) {
      ego->on_path.box.Extend(BoxOnPath(*scene_.path(), shape, part.world_from_part, foot));
    }
  }
}

// Bounds what the instant may make of the metrics along the path. REQUIRES: its foot.
void CandidateMetrics::BoundOnPath(const PathValues& known, Ego* ego) const {
  for (const Part& part : ego->parts) {
    const std::optional<PathBoxBound> bound =
        BoundBoxOnPath(*scene_.path(), part.shapes, part.world_from_part, scene_.ego_reach_m(), FootOf(*ego, part));
    if (!bound.has_value()) {
      SetExactBox(ego);
      break;
    }
    ego->on_path.box.Extend(bound->box);
    ego->slack_m = std::max(ego->slack_m, bound->slack_m);
  }
  ego->least = PathValues::All(PathValues::kNothing);
  for (const MetricObstacles* of : {&scene_.static_obstacles(), static_cast<const MetricObstacles*>(ego->moving)}) {
    of->filter.BoundOnPath(scene_.scene().rss, ego->on_path, ego->slack_m, known, &ego->least);
  }
}

void CandidateMetrics::UpdateOnPath(Ego* ego, Metrics* metrics) {
  const MetricOptions& options = scene_.settings().options;
  const RssParameters& rss = scene_.scene().rss;
  PathValues known = KnownOnPath(options, *metrics, has_velocity_);
  if (!ego->least.Reaches(known)) return;
  // Where nothing is known yet, nearly everything would pass: most that are worst are found near
  // the bounds.
  for (const double beyond : {1.0, PathValues::kNothing}) {
    PathValues limit = known;
    for (size_t k = 0; k < PathValues::kCount; ++k) {
      limit.values[k] = std::min(known.values[k], ego->least.values[k] + beyond);
    }
    for (const MetricObstacles* of : {&scene_.static_obstacles(), static_cast<const MetricObstacles*>(ego->moving)}) {
      of->filter.FilterOnPath(rss, ego->on_path, ego->slack_m, limit, &passed_);
      for (const int k : passed_) {
        const MetricObstacle& obstacle = of->shapes[k];
        if (AreApart(ego->heights, obstacle.heights)) continue;
        if (ego->slack_m > 0.0) SetExactBox(ego);
        UpdatePathMetrics(options, rss, ego->on_path, has_velocity_, obstacle.on_path,
                          InteractionWith(ego->instant, obstacle), metrics);
      }
    }
    known = KnownOnPath(options, *metrics, has_velocity_);
    if (!known.Exceeds(limit)) break;
  }
  ego->least = PathValues::All(PathValues::kNothing);
}

void CandidateMetrics::AddOnPath(Metrics* metrics) {
  const ReferencePath& path = *scene_.path();
  const PathValues known = KnownOnPath(scene_.settings().options, *metrics, has_velocity_);
  const Ego* last = nullptr;
  for (Ego& ego : ego_) {
    const Part& body = ego.parts.front();
    const Vec2 position = body.world_from_part.translation;
    ego.foot = PathFoot(path, position, last != nullptr ? last->foot->PlaceNear(position) : path.RoughPlace(position));
    if (has_velocity_) ego.on_path.velocity = VelocityOnPath(*ego.foot, body.velocity.velocity_mps);
    BoundOnPath(known, &ego);
    last = &ego;
  }
  // What may be worst first: beside what is known then, little is left of the others.
  for (size_t metric = 0; metric < PathValues::kCount; ++metric) {
    const auto is_less = [=](const Ego& a, const Ego& b) { return a.least.values[metric] < b.least.values[metric]; };
    UpdateOnPath(&*std::min_element(ego_.begin(), ego_.end(), is_less), metrics);
  }
  for (Ego& ego : ego_) UpdateOnPath(&ego, metrics);
}

// Adds the pairs that may touch until *until_s, which it lowers to soon_s after one may.
void CandidateMetrics::FindTwists(const Ego& ego, double soon_s, double* until_s) {
  for (const Part& part : ego.parts) {
    for (const ConvexPolygon& shape : part.shapes) {
      FindTwists(ego, part, TwistingShape(shape, part.world_from_part, part.velocity), soon_s, until_s);
    }
  }
}

void CandidateMetrics::FindTwists(const Ego& ego, const Part& part, const TwistingShape& shape, double soon_s,
                                  double* until_s) {
  const double horizon_s = scene_.settings().options.time_to_collision_horizon_s;
  std::optional<TwistCourse> course;
  for (const MetricObstacles* of : {&scene_.static_obstacles(), static_cast<const MetricObstacles*>(ego.moving)}) {
    of->filter.FilterTwists(shape, *until_s, &passed_);
    if (!passed_.empty() && !course.has_value()) course.emplace(shape, horizon_s);
    for (const int k : passed_) {
      const MetricObstacle& obstacle = of->shapes[k];
      if (AreApart(part.heights, obstacle.heights)) continue;
      const double earliest_s = of == ego.moving
                                    ? EarliestContact(*course, ego.moving->CourseOf(k, horizon_s), *until_s)
                                    : EarliestContact(*course, TwistCourse(obstacle.twist, horizon_s), *until_s);
      if (earliest_s > *until_s) continue;
      pairs_.push_back({earliest_s, horizon_s / static_cast<double>(TwistCourse::kSteps), shape, &obstacle.twist,
                        InteractionWith(ego.instant, obstacle)});
      *until_s = std::min(*until_s, earliest_s + soon_s);
    }
  }
}

// Updates the least time to contact by the row. Only pairs that may touch soon after the first ones
// are looked at; all of them, if these touch later.
void CandidateMetrics::AddTwists(std::optional<MetricValue>* least) {
  if (!has_velocity_) return;
  const MetricSettings& settings = scene_.settings();
  const double horizon_s = settings.options.time_to_collision_horizon_s;
  // Bounds in smaller steps are no cheaper than the contact itself.
  const double finest_s = horizon_s / 100.0;
  const auto known_s = [&] { return least->has_value() ? (*least)->value : horizon_s; };
  const auto is_later = [](const TwistPair& a, const TwistPair& b) { return a.earliest_s > b.earliest_s; };
  // s. More than what separates most contacts from their first bounds.
  constexpr double kSoon_s = 0.5;
  for (const double soon_s : {kSoon_s, horizon_s}) {
    double until_s = known_s();
    pairs_.clear();
    for (const Ego& ego : ego_) FindTwists(ego, soon_s, &until_s);
    std::make_heap(pairs_.begin(), pairs_.end(), is_later);
    while (!pairs_.empty() && pairs_.front().earliest_s <= known_s()) {
      std::pop_heap(pairs_.begin(), pairs_.end(), is_later);
      TwistPair& pair = pairs_.back();
      if (pair.step_s > finest_s) {
        const double end_s = pair.earliest_s + pair.step_s;
        pair.earliest_s = EarliestContactFrom(pair.ego, *pair.obstacle, pair.earliest_s, pair.step_s);
        if (pair.earliest_s < end_s) pair.step_s /= static_cast<double>(TwistCourse::kSteps);
        std::push_heap(pairs_.begin(), pairs_.end(), is_later);
        continue;
      }
      // Whatever is known, up to the same horizon, on which the rounding depends.
      const std::optional<double> time_s =
          TimeToContact(pair.ego, *pair.obstacle, RoundedDown(pair.earliest_s, horizon_s), horizon_s, settings.impact);
      if (time_s.has_value() && (!least->has_value() || IsLess(*time_s, pair.interaction, **least))) {
        *least = MetricValue{*time_s, pair.interaction};
      }
      pairs_.pop_back();
    }
    if (known_s() <= until_s) return;
  }
}

}  // namespace collision2d::planner
