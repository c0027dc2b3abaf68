#include "planner_adapter/metrics/testing/plain_metrics.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <queue>
#include <vector>

#include "planner_adapter/checking/testing/plain_checker.h"

namespace collision2d::planner {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kSame_s = 1e-6;
constexpr double kGraze_m = 2e-6;
constexpr double kContact_m = 1e-10;

double Length(Vec2 v) { return std::sqrt(v.x * v.x + v.y * v.y); }

double ShorterTurn(double from_rad, double to_rad) {
  double turn = std::fmod(to_rad - from_rad, 2.0 * M_PI);
  if (turn > M_PI) turn -= 2.0 * M_PI;
  if (turn <= -M_PI) turn += 2.0 * M_PI;
  return turn;
}

struct PlainVelocity {
  Vec2 mps;
  double radps = 0.0;
};

struct PlainState {
  Vec2 position;
  double yaw_rad = 0.0;
  double z_m = 0.0;
  PlainVelocity velocity;
};

// At a time that the poses cover, or beyond it where they end.
PlainState StateAt(const std::vector<TimedPose>& poses, double time_s) {
  const auto plain = [](const TimedPose& pose) {
    return PlainState{pose.position, pose.yaw_rad, pose.z_m, PlainVelocity()};
  };
  if (time_s < poses.front().time_s - kSame_s || poses.size() == 1) return plain(poses.front());
  if (time_s > poses.back().time_s + kSame_s) return plain(poses.back());
  size_t k = 0;
  while (k + 2 < poses.size() && poses[k + 1].time_s <= time_s + kSame_s) ++k;
  const TimedPose& p = poses[k];
  const TimedPose& q = poses[k + 1];
  const double duration_s = q.time_s - p.time_s;
  double share = (time_s - p.time_s) / duration_s;
  if (std::abs(time_s - p.time_s) <= kSame_s) share = 0.0;
  if (std::abs(time_s - q.time_s) <= kSame_s) share = 1.0;
  const Vec2 way = {q.position.x - p.position.x, q.position.y - p.position.y};
  const double turn = ShorterTurn(p.yaw_rad, q.yaw_rad);
  return {{p.position.x + share * way.x, p.position.y + share * way.y},
          p.yaw_rad + share * turn,
          p.z_m + share * (q.z_m - p.z_m),
          {{way.x / duration_s, way.y / duration_s}, turn / duration_s}};
}

PlainShape Placed(const ConvexPolygon& shape, Vec2 position, double yaw_rad) {
  PlainShape placed{{}, shape.radius_m()};
  for (const Vec2 p : shape.vertices()) {
    placed.corners.push_back({position.x + p.x * std::cos(yaw_rad) - p.y * std::sin(yaw_rad),
                              position.y + p.x * std::sin(yaw_rad) + p.y * std::cos(yaw_rad)});
  }
  return placed;
}

double Reach(const std::vector<ConvexPolygon>& shapes) {
  double reach_m = 0.0;
  for (const ConvexPolygon& shape : shapes) {
    for (const Vec2 p : shape.vertices()) reach_m = std::max(reach_m, Length(p) + shape.radius_m());
  }
  return reach_m;
}

// A body: its shapes in its own frame, where it is and how it moves.
struct PlainBody {
  int obstacle = 0;
  int hypothesis = 0;
  const std::vector<ConvexPolygon>* shapes = nullptr;
  std::optional<HeightSpan> height;
  PlainState state;
};

bool AreApart(const PlainBody& a, const PlainBody& b) {
  if (!a.height.has_value() || !b.height.has_value()) return false;
  return a.state.z_m + a.height->z_max_m < b.state.z_m + b.height->z_min_m ||
         b.state.z_m + b.height->z_max_m < a.state.z_m + a.height->z_min_m;
}

double Distance(const std::vector<ConvexPolygon>& a, const PlainState& at_a, const std::vector<ConvexPolygon>& b,
                const PlainState& at_b) {
  double least_m = kInfinity;
  for (const ConvexPolygon& p : a) {
    for (const ConvexPolygon& q : b) {
      least_m = std::min(
          least_m, PlainSignedDistance(Placed(p, at_a.position, at_a.yaw_rad), Placed(q, at_b.position, at_b.yaw_rad)));
    }
  }
  return least_m;
}

// The first contact in [0, end_s], by steps that no body can outrun.
PlainTime FirstContact(const std::function<double(double)>& distance_m, double speed_mps, double end_s) {
  PlainTime first;
  for (double time_s = 0.0;;) {
    const double distance = distance_m(time_s);
    if (distance <= kGraze_m) first.graze = std::min(first.graze, time_s);
    if (distance <= kContact_m) {
      first.contact = time_s;
      return first;
    }
    if (time_s >= end_s || speed_mps == 0.0) return first;
    // In a long graze the steps would become too many.
    time_s = std::min(end_s, time_s + std::max(distance / speed_mps, 1e-9));
  }
}

// A state on a circle, or straight on.
PlainState Twisted(const PlainState& from, double time_s) {
  const Vec2 v = from.velocity.mps;
  const double w = from.velocity.radps;
  const double turn = w * time_s;
  // sin(turn) / w and (1 - cos(turn)) / w.
  const double ahead = std::abs(turn) < 1e-5 ? time_s * (1.0 - turn * turn / 6.0) : std::sin(turn) / w;
  const double aside =
      std::abs(turn) < 1e-5 ? time_s * 0.5 * turn : 2.0 * std::sin(0.5 * turn) * std::sin(0.5 * turn) / w;
  return {{from.position.x + ahead * v.x - aside * v.y, from.position.y + ahead * v.y + aside * v.x},
          from.yaw_rad + turn,
          from.z_m,
          from.velocity};
}

PlainTime TwistContact(const PlainBody& ego, const PlainBody& other, double horizon_s) {
  const double speed_mps = Length(ego.state.velocity.mps) + Length(other.state.velocity.mps) +
                           std::abs(ego.state.velocity.radps) * Reach(*ego.shapes) +
                           std::abs(other.state.velocity.radps) * Reach(*other.shapes);
  return FirstContact(
      [&](double time_s) {
        return Distance(*ego.shapes, Twisted(ego.state, time_s), *other.shapes, Twisted(other.state, time_s));
      },
      speed_mps, horizon_s);
}

// A path, and points of it to look from.
class PlainPath {
 public:
  explicit PlainPath(const ReferencePath& path) : path_(path) {
    const int samples = static_cast<int>(std::ceil(path.length_m() / 0.2));
    for (int k = 0; k <= samples; ++k) samples_.push_back(path.At(StationOf(k, samples)));
  }

  PathPoint At(double s_m) const { return path_.At(s_m); }

  // The coordinates of a point: of the nearest of all feet of perpendiculars between two samples.
  PathCoordinates Project(Vec2 point) const {
    double best_m = kInfinity;
    double best_s = 0.0;
    const auto consider = [&](const PathPoint& at, double s) {
      const double distance_m = Length({point.x - at.position.x, point.y - at.position.y});
      if (distance_m < best_m) {
        best_m = distance_m;
        best_s = s;
      }
    };
    const int samples = static_cast<int>(samples_.size()) - 1;
    double before = Ahead(point, samples_.front());
    consider(samples_.front(), std::min(0.0, before));
    for (int k = 1; k <= samples; ++k) {
      const double after = Ahead(point, samples_[k]);
      if (before >= 0.0 && after <= 0.0) {
        double low = StationOf(k - 1, samples);
        double high = StationOf(k, samples);
        for (int halving = 0; halving < 60; ++halving) {
          const double middle = 0.5 * (low + high);
          (Ahead(point, path_.At(middle)) > 0.0 ? low : high) = middle;
        }
        consider(path_.At(low), low);
      }
      before = after;
    }
    consider(samples_.back(), path_.length_m() + std::max(0.0, before));
    const PathPoint foot = path_.At(best_s);
    return {best_s, foot.tangent.x * (point.y - foot.position.y) - foot.tangent.y * (point.x - foot.position.x)};
  }

 private:
  double StationOf(int sample, int samples) const { return path_.length_m() * sample / samples; }

  // How far the point is ahead of one of the path.
  static double Ahead(Vec2 point, const PathPoint& p) {
    return (point.x - p.position.x) * p.tangent.x + (point.y - p.position.y) * p.tangent.y;
  }

  const ReferencePath& path_;
  std::vector<PathPoint> samples_;
};

// The part of the path's coordinates that a body covers, per shape.
struct PlainBox {
  double s_min = kInfinity, s_max = -kInfinity, d_min = kInfinity, d_max = -kInfinity;
};

PlainBox BoxOf(const PlainPath& path, const PlainShape& shape) {
  PlainBox box;
  for (const Vec2 corner : shape.corners) {
    const PathCoordinates at = path.Project(corner);
    box.s_min = std::min(box.s_min, at.s_m - shape.radius_m);
    box.s_max = std::max(box.s_max, at.s_m + shape.radius_m);
    box.d_min = std::min(box.d_min, at.d_m - shape.radius_m);
    box.d_max = std::max(box.d_max, at.d_m + shape.radius_m);
  }
  return box;
}

// Components of the velocity along and across the path.
Vec2 Components(const PlainPath& path, const PlainState& state) {
  const Vec2 t = path.At(path.Project(state.position).s_m).tangent;
  const Vec2 v = state.velocity.mps;
  return {v.x * t.x + v.y * t.y, v.y * t.x - v.x * t.y};
}

double Square(double x) { return x * x; }

// Definitions 1 and 2 of the paper.
double PlainSafeAlong(const RssParameters& rss, double rear, double front) {
  if (rear < 0.0 && front < 0.0) return PlainSafeAlong(rss, -front, -rear);
  const double rho = rss.response_time_s;
  const double a = rss.max_acceleration_mps2;
  if (front < 0.0) {
    const double v1 = rear + rho * a;
    const double v2 = -front + rho * a;
    return (rear + v1) / 2.0 * rho + v1 * v1 / (2.0 * rss.min_braking_correct_mps2) + (-front + v2) / 2.0 * rho +
           v2 * v2 / (2.0 * rss.min_braking_mps2);
  }
  const double v = std::max(rear, 0.0);
  return std::max(0.0, v * rho + 0.5 * a * rho * rho + Square(v + rho * a) / (2.0 * rss.min_braking_mps2) -
                           Square(front) / (2.0 * rss.max_braking_mps2));
}

// Definition 6: c1 is on the left, and speeds are to the right.
double PlainSafeAcross(const RssParameters& rss, double c1, double c2) {
  const double rho = rss.response_time_s;
  const double v1 = c1 + rho * rss.max_lateral_acceleration_mps2;
  const double v2 = c2 - rho * rss.max_lateral_acceleration_mps2;
  const double brake = 2.0 * rss.min_lateral_braking_mps2;
  return rss.lateral_fluctuation_m +
         std::max(0.0, (c1 + v1) / 2.0 * rho + v1 * v1 / brake - ((c2 + v2) / 2.0 * rho - v2 * v2 / brake));
}

class PlainMetricsOf {
 public:
  PlainMetricsOf(const Scene& scene, const CheckerOptions& options, const ReferencePath* path,
                 const Candidate& candidate)
      : scene_(scene), options_(options), candidate_(candidate) {
    if (path != nullptr) path_ = std::make_unique<PlainPath>(*path);
  }

  void AddInstant(double time_s) {
    time_s_ = time_s;
    moves_ = candidate_.poses.size() > 1;
    ego_ = PartOf(0);
    AddGoals();
    ego_box_ = PlainBox();
    whole_ = PlainBody();
    whole_.height = HeightSpan{kInfinity, -kInfinity};
    const int parts = 1 + static_cast<int>(scene_.ego.parts.size());
    for (int part = 0; part < parts; ++part) AddToWhole(PartOf(part));
    if (path_ != nullptr) ego_speed_ = Components(*path_, ego_.state);
    for (part_ = 0; part_ < parts; ++part_) {
      ego_ = PartOf(part_);
      AddObstacles();
    }
  }

  PlainMetrics result;

 private:
  bool holds() const { return options_.beyond_prediction == BeyondPrediction::kHold; }

  PlainBody PartOf(int part) const {
    const EgoBody& ego = scene_.ego;
    PlainBody body;
    body.shapes = part == 0 ? &ego.shapes : &ego.parts[part - 1].shapes;
    body.state = StateAt(part == 0 ? candidate_.poses : candidate_.part_poses[part - 1], time_s_);
    std::optional<double> top_m = ego.height_m;
    double bottom_m = ego.ground_clearance_m;
    if (part > 0) {
      if (ego.parts[part - 1].height_m.has_value()) top_m = ego.parts[part - 1].height_m;
      bottom_m = ego.parts[part - 1].ground_clearance_m.value_or(bottom_m);
    }
    if (top_m.has_value()) body.height = HeightSpan{bottom_m, *top_m};
    return body;
  }

  // The extent of all parts along the path, and in height.
  void AddToWhole(const PlainBody& part) {
    if (!part.height.has_value()) whole_.height = std::nullopt;
    if (whole_.height.has_value()) {
      whole_.height = HeightSpan{std::min(whole_.height->z_min_m, part.state.z_m + part.height->z_min_m),
                                 std::max(whole_.height->z_max_m, part.state.z_m + part.height->z_max_m)};
    }
    if (path_ == nullptr) return;
    for (const ConvexPolygon& shape : *part.shapes) {
      const PlainBox box = BoxOf(*path_, Placed(shape, part.state.position, part.state.yaw_rad));
      ego_box_ = {std::min(ego_box_.s_min, box.s_min), std::max(ego_box_.s_max, box.s_max),
                  std::min(ego_box_.d_min, box.d_min), std::max(ego_box_.d_max, box.d_max)};
    }
  }

  static void Lower(const PlainTime& time, PlainTime* least) {
    least->graze = std::min(least->graze, time.graze);
    least->contact = std::min(least->contact, time.contact);
  }

  void AddObstacles() {
    int index = 0;
    for (const StaticObstacle& obstacle : scene_.static_obstacles) {
      AddBody({index++, 0, &obstacle.shapes, obstacle.height, {}});
    }
    for (const MovingObstacle& obstacle : scene_.moving_obstacles) {
      for (int h = 0; h < static_cast<int>(obstacle.predictions.size()); ++h) {
        if (obstacle.predictions[h].probability < options_.min_probability) continue;
        AddPrediction(obstacle, obstacle.predictions[h], index, h);
      }
      ++index;
    }
  }

  void AddPrediction(const MovingObstacle& obstacle, const Prediction& prediction, int index, int hypothesis) {
    PlainBody body{index, hypothesis, &obstacle.shapes, obstacle.height, {}};
    if (!prediction.poses.empty()) {
      const double first_s = prediction.poses.front().time_s;
      const double last_s = prediction.poses.back().time_s;
      if (!holds() && (time_s_ < first_s - kSame_s || time_s_ > last_s + kSame_s)) return;
      body.state = StateAt(prediction.poses, time_s_);
      for (const TimedShapes& timed : prediction.timed_shapes) {
        if (timed.time_s <= time_s_ + kSame_s) body.shapes = &timed.shapes;
      }
      AddBody(body);
      return;
    }
    const std::vector<TimedOccupancy>& all = prediction.occupancies;
    for (size_t k = 0; k < all.size(); ++k) {
      const bool is_last = k + 1 == all.size();
      const double start_s = holds() && k == 0 ? -kInfinity : all[k].time_s;
      const double end_s = !is_last ? all[k + 1].time_s : holds() ? kInfinity : all[k].time_s;
      body.shapes = &all[k].shapes;
      const bool is_now =
          time_s_ >= start_s - kSame_s && (is_last ? time_s_ <= end_s + kSame_s : time_s_ < end_s - kSame_s);
      if (is_now) AddBody(body);
    }
  }

  void AddBody(const PlainBody& body) {
    if (moves_ && !body.shapes->empty() && !AreApart(ego_, body)) {
      Lower(TwistContact(ego_, body, options_.metrics.time_to_collision_horizon_s),
            &result.twist_s[{time_s_, body.obstacle, body.hypothesis}]);
    }
    if (path_ == nullptr || part_ > 0 || AreApart(whole_, body)) return;
    const Vec2 speed = Components(*path_, body.state);
    for (const ConvexPolygon& shape : *body.shapes) {
      AddOnPath(body, BoxOf(*path_, Placed(shape, body.state.position, body.state.yaw_rad)), speed);
    }
  }

  void AddOnPath(const PlainBody& body, const PlainBox& box, Vec2 speed) {
    Metrics& m = result.metrics;
    const Interaction where = {time_s_, 0, body.obstacle, body.hypothesis};
    const double ahead_m = box.s_min - ego_box_.s_max;
    const double along_m = std::max(ahead_m, ego_box_.s_min - box.s_max);
    const double across_m = std::max(box.d_min - ego_box_.d_max, ego_box_.d_min - box.d_max);
    if (ahead_m > 0.0 && across_m <= 0.0) {
      if (!m.headway.has_value()) m.headway = Headway{{}, {kInfinity, where}};
      if (ahead_m < m.headway->gap_m.value) m.headway->gap_m = {ahead_m, where};
      if (moves_ && ego_speed_.x > 0.0 &&
          (!m.headway->headway_s.has_value() || ahead_m / ego_speed_.x < m.headway->headway_s->value)) {
        m.headway->headway_s = MetricValue{ahead_m / ego_speed_.x, where};
      }
      const double closing = ego_speed_.x - speed.x;
      const double needed = closing * closing / 2.0 / ahead_m;
      if (moves_ && closing > 0.0 &&
          (!m.required_deceleration.has_value() || needed > m.required_deceleration->deceleration_mps2)) {
        m.required_deceleration = RequiredDeceleration{needed, where, ahead_m, closing};
      }
    }
    if (along_m <= 0.0 && (!m.lateral_clearance.has_value() || across_m < m.lateral_clearance->value)) {
      m.lateral_clearance = MetricValue{across_m, where};
    }
    if (!moves_) return;
    const bool in_front = box.s_min + box.s_max >= ego_box_.s_min + ego_box_.s_max;
    const bool on_left = box.d_min + box.d_max >= ego_box_.d_min + ego_box_.d_max;
    const RssMargin margin = {along_m - (in_front ? PlainSafeAlong(scene_.rss, ego_speed_.x, speed.x)
                                                  : PlainSafeAlong(scene_.rss, speed.x, ego_speed_.x)),
                              across_m - (on_left ? PlainSafeAcross(scene_.rss, -speed.y, -ego_speed_.y)
                                                  : PlainSafeAcross(scene_.rss, -ego_speed_.y, -speed.y)),
                              where};
    const auto larger = [](const RssMargin& r) { return std::max(r.longitudinal_margin_m, r.lateral_margin_m); };
    if (!m.rss_margin.has_value() || larger(margin) < larger(*m.rss_margin)) m.rss_margin = margin;
  }

  void AddGoals() {
    if (scene_.goals.empty()) return;
    if (!result.metrics.goal.has_value()) result.metrics.goal = GoalReached();
    if (result.metrics.goal->reached.has_value()) return;
    for (size_t i = 0; i < scene_.goals.size(); ++i) {
      if (!IsReached(scene_.goals[i])) continue;
      result.metrics.goal->reached = ReachedGoal{time_s_, 0, static_cast<int>(i)};
      return;
    }
  }

  bool IsReached(const Goal& goal) const {
    const PlainState& state = ego_.state;
    if (goal.time_s.has_value() && (time_s_ < goal.time_s->min - kSame_s || time_s_ > goal.time_s->max + kSame_s)) {
      return false;
    }
    if (goal.yaw_rad.has_value()) {
      bool is_in = false;
      for (int turns = -4; turns <= 4; ++turns) {
        const double yaw_rad = state.yaw_rad + 2.0 * M_PI * turns;
        is_in = is_in || (yaw_rad >= goal.yaw_rad->min && yaw_rad <= goal.yaw_rad->max);
      }
      if (!is_in) return false;
    }
    if (goal.speed_mps.has_value()) {
      const double speed_mps =
          state.velocity.mps.x * std::cos(state.yaw_rad) + state.velocity.mps.y * std::sin(state.yaw_rad);
      if (!moves_ || speed_mps < goal.speed_mps->min || speed_mps > goal.speed_mps->max) return false;
    }
    if (goal.area.empty()) return true;
    return std::any_of(goal.area.begin(), goal.area.end(), [&](const ConvexPolygon& shape) {
      return PlainSignedDistance(Placed(shape, {}, 0.0), {{state.position}, 0.0}) <= 0.0;
    });
  }

  const Scene& scene_;
  const CheckerOptions& options_;
  std::unique_ptr<const PlainPath> path_;
  const Candidate& candidate_;
  double time_s_ = 0.0;
  int part_ = 0;
  PlainBody ego_;    // The part.
  PlainBody whole_;  // The heights of all parts.
  bool moves_ = false;
  PlainBox ego_box_;
  Vec2 ego_speed_;
};

// Shapes that move from one pose to another between two times, and the heights that they have
// meanwhile.
struct PlainPiece {
  double start_s = 0.0;
  double end_s = 0.0;
  // Where times since the start are on the way from p to q.
  double share_at_start = 0.0;
  double share_at_end = 0.0;
  TimedPose p;
  TimedPose q;
  const std::vector<ConvexPolygon>* shapes = nullptr;
  std::optional<HeightSpan> height;

  double length_s() const { return end_s - start_s; }
  PlainState After(double elapsed_s) const {
    const double along = length_s() > 0.0 ? elapsed_s / length_s() : 0.0;
    const double share = share_at_start + along * (share_at_end - share_at_start);
    return {
        {p.position.x + share * (q.position.x - p.position.x), p.position.y + share * (q.position.y - p.position.y)},
        p.yaw_rad + share * ShorterTurn(p.yaw_rad, q.yaw_rad),
        0.0,
        {}};
  }
  double Speed() const {
    if (length_s() == 0.0) return 0.0;
    const double way_m = Length({q.position.x - p.position.x, q.position.y - p.position.y});
    return (way_m + std::abs(ShorterTurn(p.yaw_rad, q.yaw_rad)) * Reach(*shapes)) * (share_at_end - share_at_start) /
           length_s();
  }
};

double PieceDistance(const PlainPiece& a, double a_s, const PlainPiece& b, double b_s) {
  return Distance(*a.shapes, a.After(a_s), *b.shapes, b.After(b_s));
}

std::optional<HeightSpan> WholeHeight(const std::optional<HeightSpan>& height, double z1, double z2) {
  if (!height.has_value()) return std::nullopt;
  return HeightSpan{std::min(z1, z2) + height->z_min_m, std::max(z1, z2) + height->z_max_m};
}

bool AreApart(const PlainPiece& a, const PlainPiece& b) {
  return a.height.has_value() && b.height.has_value() &&
         (a.height->z_max_m < b.height->z_min_m || b.height->z_max_m < a.height->z_min_m);
}

// Adds the motion of shapes through poses during [begin_s, end_s].
void AddMotions(const std::vector<TimedPose>& poses, const std::vector<ConvexPolygon>& shapes,
                const std::optional<HeightSpan>& height, double begin_s, double end_s,
                std::vector<PlainPiece>* pieces) {
  for (size_t k = 0; k + 1 < poses.size(); ++k) {
    const TimedPose& p = poses[k];
    const TimedPose& q = poses[k + 1];
    const double from_s = std::max(p.time_s, begin_s);
    const double to_s = std::min(q.time_s, end_s);
    if (to_s - from_s <= kSame_s) continue;
    const double duration_s = q.time_s - p.time_s;
    pieces->push_back({from_s, to_s, (from_s - p.time_s) / duration_s, (to_s - p.time_s) / duration_s, p, q, &shapes,
                       WholeHeight(height, p.z_m, q.z_m)});
  }
}

void AddStill(const TimedPose& pose, const std::vector<ConvexPolygon>& shapes, const std::optional<HeightSpan>& height,
              double start_s, double end_s, std::vector<PlainPiece>* pieces) {
  if (start_s > end_s) return;
  pieces->push_back({start_s, end_s, 0.0, 0.0, pose, pose, &shapes, WholeHeight(height, pose.z_m, pose.z_m)});
}

// What the candidate's motion up to end_s has, and what a hypothesis has while it may matter.
std::vector<PlainPiece> PiecesOfEgo(const Scene& scene, const Candidate& candidate, double end_s) {
  const EgoBody& ego = scene.ego;
  std::vector<PlainPiece> pieces;
  for (size_t part = 0; part <= ego.parts.size(); ++part) {
    const std::vector<TimedPose>& poses = part == 0 ? candidate.poses : candidate.part_poses[part - 1];
    const std::vector<ConvexPolygon>& shapes = part == 0 ? ego.shapes : ego.parts[part - 1].shapes;
    std::optional<double> top_m = ego.height_m;
    double bottom_m = ego.ground_clearance_m;
    if (part > 0 && ego.parts[part - 1].height_m.has_value()) top_m = ego.parts[part - 1].height_m;
    if (part > 0) bottom_m = ego.parts[part - 1].ground_clearance_m.value_or(bottom_m);
    std::optional<HeightSpan> height;
    if (top_m.has_value()) height = HeightSpan{bottom_m, *top_m};
    AddMotions(poses, shapes, height, poses.front().time_s, end_s, &pieces);
    if (poses.size() == 1 || end_s - poses.front().time_s <= kSame_s) {
      AddStill(poses.front(), shapes, height, poses.front().time_s, poses.front().time_s, &pieces);
      pieces.back().height = WholeHeight(height, poses.front().z_m, poses[std::min<size_t>(1, poses.size() - 1)].z_m);
    }
  }
  return pieces;
}

std::vector<PlainPiece> PiecesOf(const MovingObstacle& obstacle, const Prediction& prediction, bool holds,
                                 double least_s, double largest_s) {
  std::vector<PlainPiece> pieces;
  if (!prediction.poses.empty()) {
    const std::vector<TimedPose>& poses = prediction.poses;
    const double first_s = poses.front().time_s;
    const double last_s = poses.back().time_s;
    for (size_t k = 0; k <= prediction.timed_shapes.size(); ++k) {
      const std::vector<ConvexPolygon>& shapes = k == 0 ? obstacle.shapes : prediction.timed_shapes[k - 1].shapes;
      const double from_s = k == 0 ? -kInfinity : prediction.timed_shapes[k - 1].time_s;
      const double to_s = k == prediction.timed_shapes.size() ? kInfinity : prediction.timed_shapes[k].time_s;
      if (shapes.empty() || (!holds && to_s <= first_s + kSame_s)) continue;
      AddMotions(poses, shapes, obstacle.height, from_s, to_s, &pieces);
      if (holds) {
        const double held_until_s = std::min(first_s, to_s);
        AddStill(poses.front(), shapes, obstacle.height,
                 from_s == -kInfinity ? std::min(least_s, held_until_s) : from_s, held_until_s, &pieces);
        const double held_from_s = std::max(last_s, from_s);
        AddStill(poses.back(), shapes, obstacle.height, held_from_s,
                 to_s == kInfinity ? std::max(largest_s, held_from_s) : to_s, &pieces);
      } else if (to_s > last_s &&
                 (poses.size() == 1 ? from_s <= last_s + kSame_s : std::abs(from_s - last_s) <= kSame_s)) {
        AddStill(poses.back(), shapes, obstacle.height, last_s, last_s, &pieces);
      }
    }
    return pieces;
  }
  const std::vector<TimedOccupancy>& all = prediction.occupancies;
  for (size_t k = 0; k < all.size(); ++k) {
    const bool is_last = k + 1 == all.size();
    double from_s = holds && k == 0 ? least_s : all[k].time_s;
    double until_s = !is_last ? all[k + 1].time_s : holds ? largest_s : all[k].time_s;
    if (holds && k == 0) from_s = std::min(from_s, until_s);
    if (holds && is_last) until_s = std::max(until_s, from_s);
    if (!all[k].shapes.empty()) AddStill({}, all[k].shapes, obstacle.height, from_s, until_s, &pieces);
  }
  return pieces;
}

// Times at which a piece of the ego vehicle and one of an obstacle are looked at, s since their
// starts, and how long they are apart at least.
struct TimeBox {
  double apart_s;
  const PlainPiece* ego;
  const PlainPiece* other;
  double ego_min_s, ego_max_s, other_min_s, other_max_s;

  bool operator<(const TimeBox& box) const { return apart_s > box.apart_s; }
};

TimeBox MakeTimeBox(const PlainPiece& ego, double ego_min_s, double ego_max_s, const PlainPiece& other,
                    double other_min_s, double other_max_s) {
  const double ahead_s = other.start_s - ego.start_s;
  return {std::max({0.0, ahead_s + other_min_s - ego_max_s, ego_min_s - (ahead_s + other_max_s)}),
          &ego,
          &other,
          ego_min_s,
          ego_max_s,
          other_min_s,
          other_max_s};
}

}  // namespace

struct PlainEncroachment::Pieces {
  std::vector<PlainPiece> all;
};

PlainEncroachment::PlainEncroachment(const Scene& scene, const CheckerOptions& options, const Candidate& candidate,
                                     double end_s)
    : ego_(new Pieces{PiecesOfEgo(scene, candidate, end_s)}) {
  const double far_s = options.metrics.post_encroachment_horizon_s;
  const double last_s = std::min(end_s, candidate.poses.back().time_s);
  int index = static_cast<int>(scene.static_obstacles.size());
  for (const MovingObstacle& obstacle : scene.moving_obstacles) {
    for (size_t h = 0; h < obstacle.predictions.size(); ++h) {
      if (obstacle.predictions[h].probability < options.min_probability) continue;
      obstacles_[{index, static_cast<int>(h)}] = std::make_shared<Pieces>(
          Pieces{PiecesOf(obstacle, obstacle.predictions[h], options.beyond_prediction == BeyondPrediction::kHold,
                          candidate.poses.front().time_s - far_s, last_s + far_s)});
    }
    ++index;
  }
}

PlainTime PlainEncroachment::LeastGap(double horizon_s, int most_looks) const {
  std::priority_queue<TimeBox> boxes;
  for (const auto& [key, obstacle] : obstacles_) {
    for (const PlainPiece& other : obstacle->all) {
      for (const PlainPiece& ego : ego_->all) {
        if (!AreApart(ego, other)) boxes.push(MakeTimeBox(ego, 0.0, ego.length_s(), other, 0.0, other.length_s()));
      }
    }
  }
  PlainTime least;
  while (!boxes.empty()) {
    const TimeBox box = boxes.top();
    boxes.pop();
    if (box.apart_s >= least.contact || box.apart_s > horizon_s + kSame_s) break;
    const double ego_s = 0.5 * (box.ego_min_s + box.ego_max_s);
    const double other_s = 0.5 * (box.other_min_s + box.other_max_s);
    const double ego_m = box.ego->Speed() * (ego_s - box.ego_min_s);
    const double other_m = box.other->Speed() * (other_s - box.other_min_s);
    const double distance_m = PieceDistance(*box.ego, ego_s, *box.other, other_s);
    if (distance_m > ego_m + other_m + kGraze_m) continue;
    if (distance_m <= kContact_m) {
      least.contact = std::min(least.contact, std::abs(box.other->start_s - box.ego->start_s + other_s - ego_s));
    }
    const double half_s = std::max(ego_s - box.ego_min_s, other_s - box.other_min_s);
    if (--most_looks < 0 || half_s < 0.1 * kSame_s) {
      least.graze = std::min(least.graze, box.apart_s);
      if (most_looks < 0) break;
      continue;
    }
    if (ego_s - box.ego_min_s >= other_s - box.other_min_s) {
      boxes.push(MakeTimeBox(*box.ego, box.ego_min_s, ego_s, *box.other, box.other_min_s, box.other_max_s));
      boxes.push(MakeTimeBox(*box.ego, ego_s, box.ego_max_s, *box.other, box.other_min_s, box.other_max_s));
    } else {
      boxes.push(MakeTimeBox(*box.ego, box.ego_min_s, box.ego_max_s, *box.other, box.other_min_s, other_s));
      boxes.push(MakeTimeBox(*box.ego, box.ego_min_s, box.ego_max_s, *box.other, other_s, box.other_max_s));
    }
  }
  least.graze = std::min(least.graze, least.contact);
  return least;
}

double PlainEncroachment::DistanceAt(double ego_time_s, int obstacle, int hypothesis, double obstacle_time_s) const {
  double least_m = kInfinity;
  const auto is_in = [](const PlainPiece& piece, double time_s) {
    return time_s >= piece.start_s - kSame_s && time_s <= piece.end_s + kSame_s;
  };
  for (const PlainPiece& ego : ego_->all) {
    if (!is_in(ego, ego_time_s)) continue;
    for (const PlainPiece& other : obstacles_.at({obstacle, hypothesis})->all) {
      if (!is_in(other, obstacle_time_s) || AreApart(ego, other)) continue;
      least_m = std::min(least_m, PieceDistance(ego, ego_time_s - ego.start_s, other, obstacle_time_s - other.start_s));
    }
  }
  return least_m;
}

bool PlainEncroachment::IsVisit(bool is_ego, double time_s, int obstacle, int hypothesis, double within_m) const {
  const std::vector<PlainPiece>& others = obstacles_.at({obstacle, hypothesis})->all;
  for (const PlainPiece& own : is_ego ? ego_->all : others) {
    if (time_s < own.start_s - kSame_s || time_s > own.end_s + kSame_s) continue;
    const double own_s = std::clamp(time_s - own.start_s, 0.0, own.length_s());
    for (const PlainPiece& other : is_ego ? others : ego_->all) {
      if (AreApart(own, other)) continue;
      for (double other_s = 0.0;;) {
        const double beyond_m = PieceDistance(own, own_s, other, other_s) - within_m;
        if (beyond_m <= 0.0) return true;
        if (other_s >= other.length_s() || other.Speed() == 0.0) break;
        other_s = std::min(other.length_s(), other_s + std::max(beyond_m, 5e-5) / other.Speed());
      }
    }
  }
  return false;
}

PlainMetrics ComputePlainMetrics(const Scene& scene, const CheckerOptions& options, const ReferencePath* path,
                                 const Candidate& candidate, double first_collision_s) {
  PlainMetricsOf metrics(scene, options, path, candidate);
  if (!scene.goals.empty()) metrics.result.metrics.goal = GoalReached();
  for (const double time_s : PlainInstants(scene, candidate)) {
    if (time_s < first_collision_s) metrics.AddInstant(time_s);
  }
  return metrics.result;
}

}  // namespace collision2d::planner
