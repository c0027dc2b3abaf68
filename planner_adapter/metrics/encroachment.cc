#include "planner_adapter/metrics/encroachment.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/query/collides.h"
#include "collision2d/query/separation.h"
#include "planner_adapter/metrics/height_range.h"
#include "planner_adapter/scene/timed_pose.h"

namespace collision2d::planner {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// A piece as a motion, over the time since its start.
struct SteadyMotion {
  explicit SteadyMotion(const PathPiece& piece)
      : duration_s(piece.end_s - piece.start_s),
        start(piece.at_start),
        way_m(piece.at_end.translation - piece.at_start.translation),
        turn_rad(std::atan2(piece.at_start.cos * piece.at_end.sin - piece.at_start.sin * piece.at_end.cos,
                            piece.at_start.cos * piece.at_end.cos + piece.at_start.sin * piece.at_end.sin)) {}

  Pose2 At(double elapsed_s) const {
    const double share = duration_s > 0.0 ? elapsed_s / duration_s : 0.0;
    if (turn_rad == 0.0) return {start.translation + share * way_m, start.cos, start.sin};
    const double cos = std::cos(share * turn_rad);
    const double sin = std::sin(share * turn_rad);
    return {start.translation + share * way_m, start.cos * cos - start.sin * sin, start.sin * cos + start.cos * sin};
  }
  Vec2 velocity_mps() const { return duration_s > 0.0 ? (1.0 / duration_s) * way_m : Vec2(); }
  double yaw_rate_radps() const { return duration_s > 0.0 ? turn_rad / duration_s : 0.0; }

  double duration_s;
  Pose2 start;
  Vec2 way_m;
  double turn_rad;
};

// A convex polygon in the plane of times: x is the ego vehicle's, y the obstacle's, s since the
// starts of their pieces. Without vertices it is empty.
struct TimePolygon {
  static TimePolygon Rectangle(double width, double height) {
    return {4, {Vec2{0.0, 0.0}, {width, 0.0}, {width, height}, {0.0, height}}};
  }

  // Keeps the points with slope . p <= limit; all of them if there is no room for another vertex.
  void Cut(Vec2 slope, double limit) {
    if (size == kMaxPoints) return;
    std::array<Vec2, kMaxPoints> whole;
    std::copy_n(points.begin(), size, whole.begin());
    const size_t count = size;
    size = 0;
    for (size_t k = 0; k < count; ++k) {
      const Vec2 p = whole[k];
      const Vec2 q = whole[k + 1 < count ? k + 1 : 0];
      const double at_p = Dot(slope, p) - limit;
      const double at_q = Dot(slope, q) - limit;
      if (at_p <= 0.0) points[size++] = p;
      if ((at_p < 0.0 && at_q > 0.0) || (at_p > 0.0 && at_q < 0.0)) {
        points[size++] = p + at_p / (at_p - at_q) * (q - p);
      }
    }
  }

  Vec2 Lowest(Vec2 slope) const {
    return *std::min_element(points.begin(), points.begin() + size,
                             [=](Vec2 p, Vec2 q) { return Dot(slope, p) < Dot(slope, q); });
  }

  Aabb2 Bounds() const {
    Aabb2 bounds;
    for (size_t k = 0; k < size; ++k) bounds.Extend(points[k]);
    return bounds;
  }

  // Each cut adds at most one.
  static constexpr size_t kMaxPoints = 14;
  size_t size;
  std::array<Vec2, kMaxPoints> points;
};

double ReachOf(const ConvexPolygon& shape) { return Norm(shape.center()) + shape.bounding_radius_m(); }

Vec2 QuarterTurn(Vec2 v) { return {-v.y, v.x}; }

// A shape and its motion at an instant.
struct MovingShape {
  const ConvexPolygon* shape;
  Pose2 pose;
  Vec2 velocity_mps;
  double yaw_rate_radps;
  double reach_m;
  // s, how far from this instant, at most, it is looked at; negative: before.
  double before_s;
  double after_s;

  double most_s() const { return std::max(-before_s, after_s); }
};

// A function of the times since two instants that bounds how far `other` is beyond `body` in the
// direction n, which turns with the body, from below: value_m + body_mps x + other_mps y, m. The
// vertex of the other one that is nearest at the instants is followed along its tangent; what
// others are nearer, and the second derivatives of its distance, are subtracted.
struct DistanceBound {
  DistanceBound(const MovingShape& body, const MovingShape& other, Vec2 n) {
    const Vec2 across = QuarterTurn(n);
    double support_m = -kInfinity;
    const Vec2 local = body.pose.RotateBack(n);
    for (const Vec2 v : body.shape->vertices()) support_m = std::max(support_m, Dot(local, v));
    const auto distance_of = [&](Vec2 vertex) {
      const Vec2 arm = other.pose.Rotate(vertex);
      const Vec2 way = other.pose.translation - body.pose.translation + arm;
      return Linear{Dot(n, way) - support_m, body.yaw_rate_radps * Dot(across, way) - Dot(n, body.velocity_mps),
                    Dot(n, other.velocity_mps + other.yaw_rate_radps * QuarterTurn(arm))};
    };
    Linear nearest = {kInfinity, 0.0, 0.0};
    for (const Vec2 vertex : other.shape->vertices()) {
      const Linear distance = distance_of(vertex);
      if (distance.value_m < nearest.value_m) nearest = distance;
    }
    double nearer_m = 0.0;
    for (const Vec2 vertex : other.shape->vertices()) {
      const Linear distance = distance_of(vertex);
      const double x = nearest.body_mps - distance.body_mps;
      const double y = nearest.other_mps - distance.other_mps;
      nearer_m = std::max(nearer_m, nearest.value_m - distance.value_m + std::max(x * body.before_s, x * body.after_s) +
                                        std::max(y * other.before_s, y * other.after_s));
    }
    const double x_s = body.most_s();
    const double y_s = other.most_s();
    const double rate = std::abs(body.yaw_rate_radps);
    const double speed_mps = Norm(body.velocity_mps);
    const double turning_mps = std::abs(other.yaw_rate_radps) * other.reach_m;
    const double most_mps = Norm(other.velocity_mps) + turning_mps;
    const double way_m =
        Norm(other.pose.translation - body.pose.translation) + other.reach_m + speed_mps * x_s + most_mps * y_s;
    const double bend_m = 0.5 * (rate * rate * way_m + 2.0 * rate * speed_mps) * x_s * x_s +
                          rate * most_mps * x_s * y_s + 0.5 * std::abs(other.yaw_rate_radps) * turning_mps * y_s * y_s;
    value_m = nearest.value_m - nearer_m - bend_m - body.shape->radius_m() - other.shape->radius_m();
    body_mps = nearest.body_mps;
    other_mps = nearest.other_mps;
  }

  struct Linear {
    double value_m;
    double body_mps;
    double other_mps;
  };
  double value_m;
  double body_mps;
  double other_mps;
};

double SpeedOf(const SteadyMotion& motion, const ConvexPolygon& shape) {
  return Norm(motion.velocity_mps()) + std::abs(motion.yaw_rate_radps()) * ReachOf(shape);
}

// Whether a side of the shape is across the direction, which is in its frame.
bool HasSideAcross(const MovingShape& body, Vec2 n) {
  const Vec2 local = body.pose.RotateBack(n);
  double largest_m = -kInfinity;
  for (const Vec2 v : body.shape->vertices()) largest_m = std::max(largest_m, Dot(local, v));
  return std::count_if(body.shape->vertices().begin(), body.shape->vertices().end(),
                       [&](Vec2 v) { return Dot(local, v) >= largest_m - 1e-6 * body.reach_m; }) > 1;
}

// How far b is beyond the side of `a` that it is farthest beyond, 0 if there is none; the normal of
// that side, in a's frame. REQUIRES: polygons of at most kMaxSides.
constexpr int kMaxSides = 8;
struct SideGap {
  SideGap(const ConvexPolygon& a, const ConvexPolygon& b, const Pose2& a_from_b) {
    std::array<Vec2, kMaxSides> vertices;
    for (int k = 0; k < b.size(); ++k) vertices[k] = a_from_b * b.ring()[k];
    for (int side = 0; side < a.size(); ++side) {
      const Vec2 along = a.ring()[side + 1] - a.ring()[side];
      const Vec2 normal = {along.y, -along.x};
      double nearest = kInfinity;
      for (int k = 0; k < b.size(); ++k) nearest = std::min(nearest, Dot(normal, vertices[k] - a.ring()[side]));
      if (nearest <= 0.0) continue;
      const double length_m = Norm(along);
      if (nearest <= apart_m * length_m) continue;
      apart_m = nearest / length_m;
      n = (1.0 / length_m) * normal;
    }
  }
  double apart_m = 0.0;
  Vec2 n;
};

// Searches the contact of two pieces that is the lowest in a direction of the plane of times. It
// looks at the lowest point that is left: either the shapes touch there, or a direction separates
// them, which turns with the one whose side it is across. How far they are apart along it is
// bounded by a linear function of the two times; where that is positive there is no contact. A
// polygon that it does not make smaller is divided.
class LowestContact {
 public:
  LowestContact(const PathPiece& ego, const PathPiece& obstacle, double epsilon_m)
      : ego_(ego), obstacle_(obstacle), of_ego_(ego), of_obstacle_(obstacle) {
    // m. Far more than the rounding of a distance there.
    const double largest_m = std::max(Norm(of_ego_.start.translation), Norm(of_obstacle_.start.translation));
    rounding_m_ = 1e-9 + 0x1p-48 * largest_m;
    epsilon_m_ = std::max(epsilon_m, 4.0 * rounding_m_);
    const auto has_sides = [](const ConvexPolygon& shape) {
      return shape.radius_m() == 0.0 && shape.size() >= 3 && shape.size() <= kMaxSides;
    };
    has_sides_ = has_sides(*ego.shape) && has_sides(*obstacle.shape);
  }

  // Returns the lowest contact along `slope` in the polygon if it is below `known`.
  std::optional<Vec2> In(const TimePolygon& polygon, Vec2 slope, double known) {
    found_.reset();
    is_undecided_ = false;
    slope_ = slope;
    known_ = known;
    looks_ = 0;
    Search(polygon);
    return found_;
  }
  // What was found is only known not to be higher than any contact.
  bool is_undecided() const { return is_undecided_; }

 private:
  void Find(Vec2 lowest, bool is_undecided) {
    found_ = lowest;
    is_undecided_ = is_undecided;
    known_ = Dot(slope_, lowest);
  }

  // In long grazes the lowest point that is left is as good as a contact.
  static constexpr int kMaxLooks = 5000;
  // s. Bodies move less than they are apart in a graze.
  static constexpr double kFinest_s = 1e-8;

  // How far the shapes are apart, or less if that is above the tolerance, and along which direction
  // in the ego vehicle's frame. The sides of plain polygons mostly suffice.
  std::pair<double, Vec2> Apart(const Pose2& ego_from_obstacle) const {
    if (has_sides_) {
      const SideGap of_ego(*ego_.shape, *obstacle_.shape, ego_from_obstacle);
      const SideGap of_obstacle(*obstacle_.shape, *ego_.shape, ego_from_obstacle.Inverse());
      const double apart_m = std::max(of_ego.apart_m, of_obstacle.apart_m);
      if (apart_m > epsilon_m_) {
        return {apart_m, apart_m == of_ego.apart_m ? of_ego.n : -ego_from_obstacle.Rotate(of_obstacle.n)};
      }
    }
    const Separation separation = ComputeSeparation(*ego_.shape, *obstacle_.shape, ego_from_obstacle);
    return {separation.signed_distance_m, separation.direction};
  }

  void Search(TimePolygon polygon) {
    while (polygon.size > 0) {
      const Aabb2 bounds = polygon.Bounds();
      const Vec2 size = bounds.max - bounds.min;
      bool is_cut = true;
      for (int cut = 0; cut < 6 && is_cut; ++cut) {
        const Vec2 lowest = polygon.Lowest(slope_);
        if (Dot(slope_, lowest) >= known_) return;
        const Pose2 ego = of_ego_.At(lowest.x);
        const Pose2 obstacle = of_obstacle_.At(lowest.y);
        const auto [apart_now_m, direction] = Apart(RelativePose(ego, obstacle));
        ++looks_;
        if (apart_now_m <= epsilon_m_) return Find(lowest, /*is_undecided=*/false);
        const MovingShape ego_then = {ego_.shape,
                                      ego,
                                      of_ego_.velocity_mps(),
                                      of_ego_.yaw_rate_radps(),
                                      ReachOf(*ego_.shape),
                                      bounds.min.x - lowest.x,
                                      bounds.max.x - lowest.x};
        const MovingShape obstacle_then = {obstacle_.shape,
                                           obstacle,
                                           of_obstacle_.velocity_mps(),
                                           of_obstacle_.yaw_rate_radps(),
                                           ReachOf(*obstacle_.shape),
                                           bounds.min.y - lowest.y,
                                           bounds.max.y - lowest.y};
        const Vec2 n = ego.Rotate(direction);
        const bool turns_with_ego = HasSideAcross(ego_then, n) || !HasSideAcross(obstacle_then, -n);
        const DistanceBound bound =
            turns_with_ego ? DistanceBound(ego_then, obstacle_then, n) : DistanceBound(obstacle_then, ego_then, -n);
        const Vec2 slope =
            turns_with_ego ? Vec2{bound.body_mps, bound.other_mps} : Vec2{bound.other_mps, bound.body_mps};
        const double apart_m = bound.value_m - rounding_m_;
        // If most of the distance is lost to the bounds, smaller polygons keep more of it.
        is_cut = apart_m > 0.5 * apart_now_m && polygon.size + 2 < TimePolygon::kMaxPoints;
        if (is_cut) polygon.Cut(slope, Dot(slope, lowest) - apart_m);
        if (polygon.size == 0) return;
      }
      if (looks_ > kMaxLooks || std::max(size.x, size.y) < kFinest_s) {
        const Vec2 lowest = polygon.Lowest(slope_);
        if (Dot(slope_, lowest) < known_) Find(lowest, /*is_undecided=*/true);
        return;
      }
      if (is_cut) continue;
      const bool is_ego = SpeedOf(of_ego_, *ego_.shape) * size.x > SpeedOf(of_obstacle_, *obstacle_.shape) * size.y;
      const Vec2 axis = is_ego ? Vec2{1.0, 0.0} : Vec2{0.0, 1.0};
      const double middle = Dot(axis, bounds.center());
      TimePolygon part = polygon;
      part.Cut(axis, middle);
      polygon.Cut(-axis, -middle);
      if (part.size == 0) continue;
      if (polygon.size > 0 && Dot(slope_, polygon.Lowest(slope_)) < Dot(slope_, part.Lowest(slope_))) {
        std::swap(part, polygon);
      }
      Search(part);
    }
  }

  const PathPiece& ego_;
  const PathPiece& obstacle_;
  const SteadyMotion of_ego_;
  const SteadyMotion of_obstacle_;
  double rounding_m_;
  double epsilon_m_;
  bool has_sides_;
  Vec2 slope_;
  double known_ = kInfinity;
  int looks_ = 0;
  std::optional<Vec2> found_;
  bool is_undecided_ = false;
};

// The shorter way.
double TurnOf(const TimedPose& from, const TimedPose& to) {
  const double turn_rad = to.yaw_rad - from.yaw_rad;
  return std::abs(turn_rad) < M_PI ? turn_rad : NormalizeAngle(turn_rad);
}

double TimeApart(double start_s, double end_s, double other_start_s, double other_end_s) {
  return std::max({0.0, other_start_s - end_s, start_s - other_end_s});
}

}  // namespace

void EncroachmentSearch::SetEgo(const Trajectory& candidate, double end_s) {
  ego_.pieces.clear();
  ego_.run_bounds.clear();
  ego_.bounds = Aabb2();
  const std::vector<TimedPose>& times = candidate.poses;
  first_s_ = times.front().time_s;
  last_s_ = std::max(first_s_, std::min(end_s, times.back().time_s));
  size_t shapes = 0;
  for (int part = 0; part < body_.part_count(); ++part) shapes += body_.shapes_of(part).size();
  // The motion of every part from one time to another between pose k and the next one.
  const auto add = [&](size_t k, double from_s, double to_s) {
    for (int part = 0; part < body_.part_count(); ++part) {
      const std::vector<TimedPose>& poses = candidate.poses_of(part);
      const auto at = [&](double time_s) {
        if (time_s == poses[k].time_s) return poses[k];
        if (k + 1 < poses.size() && time_s == poses[k + 1].time_s) return poses[k + 1];
        return InterpolatePose(poses, time_s);
      };
      const TimedPose p = at(from_s);
      const TimedPose q = at(to_s);
      // Mostly the end of this part's last piece.
      const PathPiece* const last = ego_.pieces.size() < shapes ? nullptr : &ego_.pieces[ego_.pieces.size() - shapes];
      const Pose2 from = last != nullptr && last->end_s == from_s ? last->at_end : p.ToPose2();
      const double turn_rad = TurnOf(p, q);
      const Pose2 to = turn_rad == 0.0 ? Pose2{q.position, from.cos, from.sin} : q.ToPose2();
      const std::optional<HeightSpan> span = body_.height_of(part);
      for (const ConvexPolygon& shape : body_.shapes_of(part)) {
        HeightRange heights;
        if (span.has_value()) {
          // As those of an obstacle: all between the poses before and after.
          heights = HeightsOf(shape, *span, poses[k].ToElevation());
          heights.Extend(HeightsOf(shape, *span, poses[std::min(k + 1, poses.size() - 1)].ToElevation()));
        }
        const bool is_still = from.translation == to.translation && turn_rad == 0.0;
        AddPiece({&shape, from_s, to_s, from, to, is_still, heights, {}, {}}, turn_rad, &ego_);
      }
    }
  };
  for (size_t k = 0; k + 1 < times.size() && times[k].time_s < last_s_; ++k) {
    const double from_s = times[k].time_s;
    const double to_s = std::min(last_s_, times[k + 1].time_s);
    bool is_large = false;
    for (int part = 0; part < body_.part_count(); ++part) {
      const std::vector<TimedPose>& poses = candidate.poses_of(part);
      is_large |= std::abs(TurnOf(poses[k], poses[k + 1])) > kLargestTurn_rad;
    }
    const double middle_s = 0.5 * times[k].time_s + 0.5 * times[k + 1].time_s;
    const bool is_divided = is_large && middle_s < to_s;
    add(k, from_s, is_divided ? middle_s : to_s);
    if (is_divided) add(k, middle_s, to_s);
  }
  if (ego_.pieces.empty()) add(0, first_s_, first_s_);
}

// A piece for ever ends where it is too far from the candidate's times to matter.
PathPiece EncroachmentSearch::Clipped(const PathPiece& piece) const {
  PathPiece clipped = piece;
  if (piece.start_s == -kInfinity) clipped.start_s = first_s_ - horizon_s_;
  if (piece.end_s == kInfinity) clipped.end_s = last_s_ + horizon_s_;
  return clipped;
}

// Collects the pairs that differ by more than above_s, at most limit_s.
void EncroachmentSearch::CollectPairs(double above_s, double limit_s) {
  constexpr size_t kRun = PredictedPath::kRunLength;
  pairs_.clear();
  for (size_t p = 0; p < paths_.size(); ++p) {
    const PredictedPath& path = paths_[p];
    if (!Overlap(ego_.bounds, path.bounds)) continue;
    for (size_t begin = 0; begin < ego_.pieces.size(); begin += kRun) {
      const Aabb2& bounds = ego_.run_bounds[begin / kRun];
      if (!Overlap(bounds, path.bounds)) continue;
      const size_t end = std::min(begin + kRun, ego_.pieces.size());
      const double start_s = ego_.pieces[begin].start_s;
      const double end_s = ego_.pieces[end - 1].end_s;
      for (size_t other = 0; other < path.pieces.size(); other += kRun) {
        const size_t other_end = std::min(other + kRun, path.pieces.size());
        if (path.pieces[other].start_s > end_s + limit_s) break;
        if (path.pieces[other_end - 1].end_s < start_s - limit_s) continue;
        // All of them were collected before.
        if (end_s - path.pieces[other].start_s <= above_s && path.pieces[other_end - 1].end_s - start_s <= above_s) {
          continue;
        }
        if (!Overlap(bounds, path.run_bounds[other / kRun])) continue;
        for (size_t e = begin; e < end; ++e) {
          const PathPiece& ego = ego_.pieces[e];
          if (!Overlap(ego.bounds, path.run_bounds[other / kRun])) continue;
          for (size_t o = other; o < other_end; ++o) {
            const PathPiece& piece = path.pieces[o];
            const double apart_s = TimeApart(ego.start_s, ego.end_s, piece.start_s, piece.end_s);
            if (apart_s > limit_s || apart_s <= above_s || AreApart(ego, piece)) continue;
            pairs_.push_back({apart_s, p, e, o});
          }
        }
      }
    }
  }
}

void EncroachmentSearch::Update(const PiecePair& pair, std::optional<PostEncroachmentTime>* least) {
  const PredictedPath& path = paths_[pair.path];
  const PathPiece& ego = ego_.pieces[pair.ego];
  const PathPiece obstacle = Clipped(path.pieces[pair.obstacle]);
  if (obstacle.end_s < obstacle.start_s) return;
  const double ahead_s = obstacle.start_s - ego.start_s;
  LowestContact search(ego, obstacle, epsilon_m_);
  for (const double sign : {1.0, -1.0}) {
    // Where the obstacle is later, and where it is earlier.
    const Vec2 slope = {-sign, sign};
    TimePolygon polygon = TimePolygon::Rectangle(ego.end_s - ego.start_s, obstacle.end_s - obstacle.start_s);
    polygon.Cut(-slope, sign * ahead_s);
    if (polygon.size == 0) continue;
    // Equal gaps are found too: the order of time and obstacle decides.
    const double known_s = least->has_value() ? std::abs((*least)->gap_s) : horizon_s_;
    const std::optional<Vec2> at = search.In(polygon, slope, std::nextafter(known_s - sign * ahead_s, kInfinity));
    if (!at.has_value()) continue;
    const double gap_s = std::max(0.0, Dot(slope, *at) + sign * ahead_s);
    const Interaction where = {ego.start_s + at->x, 0, path.obstacle, path.hypothesis};
    if (least->has_value() ? !IsLess(gap_s, where, known_s, (*least)->ego) : gap_s > horizon_s_) continue;
    *least = PostEncroachmentTime{sign * gap_s, where, obstacle.start_s + at->y, search.is_undecided(), {}, {}};
    least_pair_ = pair;
  }
}

std::optional<PostEncroachmentTime> EncroachmentSearch::Least(const Trajectory& candidate, double end_s) {
  SetEgo(candidate, end_s);
  std::optional<PostEncroachmentTime> least;
  const auto is_later = [](const PiecePair& a, const PiecePair& b) { return a.apart_s > b.apart_s; };
  const auto known_s = [&] { return least.has_value() ? std::abs(least->gap_s) : horizon_s_; };
  double above_s = -1.0;
  // s. Most pairs are never collected: few gaps are long.
  for (double limit_s = 0.5; above_s < known_s(); limit_s *= 3.0) {
    const double until_s = std::min(limit_s, known_s());
    CollectPairs(above_s, until_s);
    std::make_heap(pairs_.begin(), pairs_.end(), is_later);
    while (!pairs_.empty() && pairs_.front().apart_s <= known_s()) {
      Update(pairs_.front(), &least);
      std::pop_heap(pairs_.begin(), pairs_.end(), is_later);
      pairs_.pop_back();
    }
    above_s = until_s;
  }
  if (!least.has_value()) return least;
  const PredictedPath& path = paths_[least_pair_.path];
  const Visit of_ego = {least_pair_.ego, least_pair_.obstacle, least->ego.time_s, least->obstacle_time_s};
  const Visit of_obstacle = {least_pair_.obstacle, least_pair_.ego, least->obstacle_time_s, least->ego.time_s};
  least->ego_conflict = {EndOfVisits(path, true, -1.0, of_ego), EndOfVisits(path, true, 1.0, of_ego)};
  least->obstacle_conflict = {EndOfVisits(path, false, -1.0, of_obstacle), EndOfVisits(path, false, 1.0, of_obstacle)};
  return least;
}

namespace {

Pose2 PoseOf(const PathPiece& piece, double time_s) {
  if (piece.is_still) return piece.at_start;
  const SteadyMotion motion(piece);
  return motion.At(std::clamp(time_s - piece.start_s, 0.0, motion.duration_s));
}

}  // namespace

bool EncroachmentSearch::IsVisit(const PathPiece& own, double own_s, absl::Span<const PathPiece> others,
                                 Visit* at) const {
  const Pose2 pose = PoseOf(own, own_s);
  // s: around a visit that may be the first or the last one, others are within.
  for (const double shift_s : {0.0, 0.1, -0.1, 0.3, -0.3}) {
    const double other_s = at->other_s + shift_s;
    size_t k = at->other;
    while (k > 0 && others[k].start_s > other_s) --k;
    while (k + 1 < others.size() && others[k].end_s < other_s) ++k;
    const PathPiece other = Clipped(others[k]);
    if (other.start_s > other_s || other.end_s < other_s || AreApart(own.heights, other.heights)) continue;
    if (!Collides(*own.shape, *other.shape, RelativePose(pose, PoseOf(other, other_s)))) continue;
    at->other = k;
    at->other_s = other_s;
    return true;
  }
  return false;
}

// The last visit, in the direction of time, of own pieces from begin to end.
std::optional<EncroachmentSearch::Visit> EncroachmentSearch::LastVisit(const PredictedPath& path, bool is_ego,
                                                                       double forward, size_t begin, size_t end,
                                                                       size_t hint) {
  const PredictedPath& own = is_ego ? ego_ : path;
  const PredictedPath& other = is_ego ? path : ego_;
  const Vec2 slope = is_ego ? Vec2{-forward, 0.0} : Vec2{0.0, -forward};
  std::optional<Visit> last;
  const auto look = [&](size_t a, size_t b) {
    const size_t e = is_ego ? a : b;
    const PathPiece& piece = path.pieces[is_ego ? b : a];
    if (AreApart(ego_.pieces[e], piece)) return;
    const PathPiece obstacle = Clipped(piece);
    if (obstacle.end_s < obstacle.start_s) return;
    const PathPiece& ego = ego_.pieces[e];
    const double own_start_s = is_ego ? ego.start_s : obstacle.start_s;
    const double known = last.has_value() ? -forward * (last->own_s - own_start_s) : kInfinity;
    const std::optional<Vec2> at =
        LowestContact(ego, obstacle, kConflictWithin_m)
            .In(TimePolygon::Rectangle(ego.end_s - ego.start_s, obstacle.end_s - obstacle.start_s), slope, known);
    if (!at.has_value()) return;
    last = is_ego ? Visit{a, b, ego.start_s + at->x, obstacle.start_s + at->y}
                  : Visit{a, b, obstacle.start_s + at->y, ego.start_s + at->x};
  };
  for (size_t a = begin; a < end; ++a) {
    look(a, hint);
    for (size_t b = 0; b < other.pieces.size(); ++b) {
      if (b % PredictedPath::kRunLength == 0 &&
          !Overlap(own.pieces[a].bounds, other.run_bounds[b / PredictedPath::kRunLength])) {
        b += PredictedPath::kRunLength - 1;
      } else if (b != hint) {
        look(a, b);
      }
    }
  }
  return last;
}

double EncroachmentSearch::EndOfVisits(const PredictedPath& path, bool is_ego, double forward, Visit at) {
  const std::vector<PathPiece>& own = is_ego ? ego_.pieces : path.pieces;
  const std::vector<PathPiece>& others = is_ego ? path.pieces : ego_.pieces;
  for (;;) {
    // The pieces of all shapes at this time.
    size_t begin = at.own;
    size_t end = at.own + 1;
    while (begin > 0 && own[begin - 1].start_s == own[at.own].start_s) --begin;
    while (end < own.size() && own[end].start_s == own[at.own].start_s) ++end;
    const PathPiece clipped = Clipped(own[at.own]);
    if (clipped.end_s < clipped.start_s) return at.own_s;
    const double edge_s = forward > 0.0 ? clipped.end_s : clipped.start_s;
    if (IsVisit(own[at.own], edge_s, others, &at)) {
      at.own_s = edge_s;
    } else {
      const std::optional<Visit> last = LastVisit(path, is_ego, forward, begin, end, at.other);
      if (!last.has_value()) return at.own_s;
      at = *last;
    }
    if (forward * (edge_s - at.own_s) > kSameInstant_s) return at.own_s;
    const bool is_last = forward > 0.0 ? end == own.size() : begin == 0;
    if (is_last) return at.own_s;
    const size_t next = forward > 0.0 ? end : begin - 1;
    const double gap_s = forward > 0.0 ? own[next].start_s - edge_s : edge_s - own[next].end_s;
    if (gap_s > kSameInstant_s) return at.own_s;
    at.own = next;
  }
}

}  // namespace collision2d::planner
