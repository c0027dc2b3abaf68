#include "planner_adapter/metrics/encroachment.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <utility>

#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/sine_cosine.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/motion/search/edge_gap.h"
#include "collision2d/query/collides.h"
#include "collision2d/query/separation.h"
#include "planner_adapter/metrics/height_range.h"
#include "planner_adapter/scene/timed_pose.h"

namespace collision2d::planner {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Where the shape of a piece is, a time after its start.
Pose2 PoseAfter(const PathPiece& piece, double elapsed_s) {
  const Pose2& from = piece.at_start;
  if (elapsed_s <= 0.0 || piece.is_still()) return from;
  const double share = elapsed_s / (piece.end_s - piece.start_s);
  if (share >= 1.0) return piece.at_end;
  const Vec2 position = from.translation + share * (piece.at_end.translation - from.translation);
  if (piece.turn_rad == 0.0) return Pose2(position, UnitRotation(from.cos, from.sin));
  const internal::SineCosine turn = internal::ComputeSineCosine(share * piece.turn_rad);
  return Pose2(position,
               UnitRotation(from.cos * turn.cos - from.sin * turn.sin, from.sin * turn.cos + from.cos * turn.sin));
}

// A convex polygon in the plane of times: x is the ego vehicle's, y the obstacle's, s since the
// starts of their pieces. Without vertices it is empty.
struct TimePolygon {
  static TimePolygon Rectangle(double width, double height) {
    return {4, {Vec2{0.0, 0.0}, {width, 0.0}, {width, height}, {0.0, height}}};
  }

  // Keeps the points with slope . p <= limit; all of them if there is no room for another vertex.
  // REQUIRES: not empty.
  void Cut(Vec2 slope, double limit) {
    if (size == kMaxPoints) return;
    const std::array<Vec2, kMaxPoints> whole = points;
    const size_t count = size;
    size = 0;
    Vec2 p = whole[count - 1];
    double at_p = Dot(slope, p) - limit;
    for (size_t k = 0; k < count; ++k) {
      const Vec2 q = whole[k];
      const double at_q = Dot(slope, q) - limit;
      if ((at_p < 0.0 && at_q > 0.0) || (at_p > 0.0 && at_q < 0.0)) {
        points[size++] = p + at_p / (at_p - at_q) * (q - p);
      }
      if (at_q <= 0.0) points[size++] = q;
      p = q;
      at_p = at_q;
    }
  }

  // Of equally low ones the middle: what is apart there is so for most of them.
  Vec2 Lowest(Vec2 slope) const {
    size_t lowest = 0;
    for (size_t k = 1; k < size; ++k) {
      if (Dot(slope, points[k]) < Dot(slope, points[lowest])) lowest = k;
    }
    const Vec2 next = points[lowest + 1 < size ? lowest + 1 : 0];
    const Vec2 before = points[(lowest > 0 ? lowest : size) - 1];
    const double least = Dot(slope, points[lowest]);
    if (Dot(slope, next) == least) return 0.5 * (points[lowest] + next);
    return Dot(slope, before) == least ? 0.5 * (points[lowest] + before) : points[lowest];
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

// The shape of a piece at an instant, and its motion. Times are s since the piece's start.
struct MovingShape {
  explicit MovingShape(const PathPiece& of)
      : piece(of), shape(*of.shape), reach_m(Norm(shape.center()) + shape.bounding_radius_m()) {
    const double duration_s = of.end_s - of.start_s;
    if (of.is_still()) return;
    velocity_mps = (1.0 / duration_s) * (of.at_end.translation - of.at_start.translation);
    speed_mps = Norm(velocity_mps);
    yaw_rate_radps = of.turn_rad / duration_s;
  }

  // It is looked at from begin_s to end_s.
  void Set(double instant_s, double begin_s, double end_s) {
    pose = PoseAfter(piece, instant_s);
    before_s = begin_s - instant_s;
    after_s = end_s - instant_s;
  }
  double most_s() const { return std::max(-before_s, after_s); }
  double turning_mps() const { return std::abs(yaw_rate_radps) * reach_m; }

  const PathPiece& piece;
  const ConvexPolygon& shape;
  const double reach_m;
  Vec2 velocity_mps;
  double speed_mps = 0.0;
  double yaw_rate_radps = 0.0;
  Pose2 pose;
  double before_s = 0.0;
  double after_s = 0.0;
};

// A function of the times since two instants that bounds how far `other` is beyond `body` in the
// direction n, which turns with the body, from below: value_m + body_mps x + other_mps y, m. The
// vertex of the other one that is nearest at the instants is followed along its tangent; what
// others are nearer, and the second derivatives of its distance, are subtracted.
struct DistanceBound {
  DistanceBound(const MovingShape& body, const MovingShape& other, Vec2 n) {
    double support_m = -kInfinity;
    const Vec2 in_body = body.pose.RotateBack(n);
    for (const Vec2 v : body.shape.vertices()) support_m = std::max(support_m, Dot(in_body, v));
    const Vec2 in_other = other.pose.RotateBack(n);
    const auto is_nearer = [in_other](Vec2 v, Vec2 w) { return Dot(in_other, v) < Dot(in_other, w); };
    const auto vertices = other.shape.vertices();
    const Vec2 nearest = *std::min_element(vertices.begin(), vertices.end(), is_nearer);
    double nearer_m = 0.0;
    for (const Vec2 vertex : vertices) {
      const Vec2 to_nearest = nearest - vertex;
      const double across_m = Cross(in_other, to_nearest);
      const double x = body.yaw_rate_radps * across_m;
      const double y = -other.yaw_rate_radps * across_m;
      nearer_m = std::max(nearer_m, Dot(in_other, to_nearest) + std::max(x * body.before_s, x * body.after_s) +
                                        std::max(y * other.before_s, y * other.after_s));
    }
    const Vec2 between = other.pose.translation - body.pose.translation;
    const Vec2 way = between + other.pose.Rotate(nearest);
    body_mps = body.yaw_rate_radps * Cross(n, way) - Dot(n, body.velocity_mps);
    other_mps = Dot(n, other.velocity_mps) - other.yaw_rate_radps * Cross(in_other, nearest);
    const double x_s = body.most_s();
    const double y_s = other.most_s();
    const double rate = std::abs(body.yaw_rate_radps);
    const double most_mps = other.speed_mps + other.turning_mps();
    const double way_m = Norm(between) + other.reach_m + body.speed_mps * x_s + most_mps * y_s;
    const double bend_m = 0.5 * (rate * rate * way_m + 2.0 * rate * body.speed_mps) * x_s * x_s +
                          rate * most_mps * x_s * y_s +
                          0.5 * std::abs(other.yaw_rate_radps) * other.turning_mps() * y_s * y_s;
    value_m = Dot(n, way) - support_m - nearer_m - bend_m - body.shape.radius_m() - other.shape.radius_m();
  }

  double value_m;
  double body_mps;
  double other_mps;
};

// Whether a side of the shape is across the direction, which is in its frame.
bool HasSideAcross(const MovingShape& body, Vec2 n) {
  const auto vertices = body.shape.vertices();
  double largest_m = -kInfinity;
  for (const Vec2 v : vertices) largest_m = std::max(largest_m, Dot(n, v));
  return std::count_if(vertices.begin(), vertices.end(),
                       [&](Vec2 v) { return Dot(n, v) >= largest_m - 1e-6 * body.reach_m; }) > 1;
}

// Searches the contact of two pieces that is the lowest in a direction of the plane of times. It
// looks at the lowest point that is left: either the shapes touch there, or a direction separates
// them, which turns with the one whose side it is across. How far they are apart along it is
// bounded by a linear function of the two times; where that is positive there is no contact. A
// polygon that it does not make smaller is divided.
class LowestContact {
 public:
  LowestContact(const PathPiece& ego, const PathPiece& obstacle, double contact_tolerance_m)
      : ego_(ego),
        obstacle_(obstacle),
        // Far more than the rounding of a distance there.
        rounding_m_(1e-9 + 0x1p-48 * std::max(Norm(ego.at_start.translation), Norm(obstacle.at_start.translation))),
        contact_tolerance_m_(std::max(contact_tolerance_m, 4.0 * rounding_m_)),
        has_edge_gap_(internal::HasEdgeGap(*ego.shape) && internal::HasEdgeGap(*obstacle.shape)) {}

  // Returns the lowest contact along `slope` in the polygon if it is below `known`.
  std::optional<Vec2> In(TimePolygon polygon, Vec2 slope, double known) {
    found_.reset();
    is_undecided_ = false;
    slope_ = slope;
    known_ = known;
    looks_ = 0;
    // The smaller the polygon, the better the bounds.
    if (known < kInfinity) polygon.Cut(slope, known + kFinest_s);
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

  // How far the shapes are apart, or less if that is above the tolerance.
  struct Apart {
    double distance_m;
    Vec2 direction;  // In the ego vehicle's frame.
    bool is_of_ego;  // It had best turn with the ego vehicle.
  };
  Apart ApartNow() const {
    const Pose2 ego_from_obstacle = RelativePose(ego_.pose, obstacle_.pose);
    if (has_edge_gap_) {
      internal::ScaledEdgeGaps all;
      const internal::EdgeGap gap = internal::WidestEdgeGap(ego_.shape, obstacle_.shape, ego_from_obstacle, &all);
      if (gap.gap_m > contact_tolerance_m_ || gap.gap_m <= 0.0) {
        return {gap.gap_m, gap.direction, gap.edge < ego_.shape.size()};
      }
    }
    const Separation separation = ComputeSeparation(ego_.shape, obstacle_.shape, ego_from_obstacle);
    const Vec2 n = separation.direction;
    const bool is_of_ego =
        HasSideAcross(ego_, n) || !HasSideAcross(obstacle_, -obstacle_.pose.RotateBack(ego_.pose.Rotate(n)));
    return {separation.signed_distance_m, n, is_of_ego};
  }

  void Search(TimePolygon polygon) {
    while (polygon.size > 0) {
      const Vec2 lowest = polygon.Lowest(slope_);
      if (Dot(slope_, lowest) >= known_) return;
      const Aabb2 bounds = polygon.Bounds();
      const Vec2 size = bounds.max - bounds.min;
      ego_.Set(lowest.x, bounds.min.x, bounds.max.x);
      obstacle_.Set(lowest.y, bounds.min.y, bounds.max.y);
      const Apart apart = ApartNow();
      if (apart.distance_m <= contact_tolerance_m_) return Find(lowest, /*is_undecided=*/false);
      const Vec2 n = ego_.pose.Rotate(apart.direction);
      const DistanceBound bound =
          apart.is_of_ego ? DistanceBound(ego_, obstacle_, n) : DistanceBound(obstacle_, ego_, -n);
      const Vec2 slope =
          apart.is_of_ego ? Vec2{bound.body_mps, bound.other_mps} : Vec2{bound.other_mps, bound.body_mps};
      const double apart_m = bound.value_m - rounding_m_;
      // If most of the distance is lost to the bounds, smaller polygons keep more of it.
      const bool is_cut = apart_m > 0.5 * apart.distance_m && polygon.size + 2 < TimePolygon::kMaxPoints;
      if (is_cut) polygon.Cut(slope, Dot(slope, lowest) - apart_m);
      const bool is_last = ++looks_ > kMaxLooks;
      if (polygon.size == 0 || (is_cut && !is_last)) continue;
      if (is_last || std::max(size.x, size.y) < kFinest_s) {
        if (Dot(slope_, polygon.Lowest(slope_)) < known_) Find(polygon.Lowest(slope_), /*is_undecided=*/true);
        return;
      }
      const bool is_ego =
          (ego_.speed_mps + ego_.turning_mps()) * size.x > (obstacle_.speed_mps + obstacle_.turning_mps()) * size.y;
      const Vec2 axis = is_ego ? Vec2{1.0, 0.0} : Vec2{0.0, 1.0};
      const double middle = Dot(axis, bounds.center());
      TimePolygon part = polygon;
      // Neither half is empty: each has a vertex at its end.
      part.Cut(axis, middle);
      polygon.Cut(-axis, -middle);
      if (Dot(slope_, polygon.Lowest(slope_)) < Dot(slope_, part.Lowest(slope_))) {
        std::swap(part, polygon);
      }
      Search(part);
    }
  }

  MovingShape ego_;
  MovingShape obstacle_;
  const double rounding_m_;
  const double contact_tolerance_m_;
  const bool has_edge_gap_;
  Vec2 slope_;
  double known_ = kInfinity;
  int looks_ = 0;
  std::optional<Vec2> found_;
  bool is_undecided_ = false;
};

double TimeApart(double start_s, double end_s, double other_start_s, double other_end_s) {
  return std::max({0.0, other_start_s - end_s, start_s - other_end_s});
}

// The pieces of a run that meet a box.
unsigned int MeetRun(const MovingBox& box, const PredictedPath& path, size_t run) {
  RunMeeting meeting{};
  MeetRun(absl::MakeConstSpan(&box, 1), path, run, absl::MakeSpan(&meeting, 1));
  return meeting.pieces;
}

// The piece between two of its times.
PathPiece PartOf(const PathPiece& piece, double from_s, double to_s) {
  PathPiece part = piece;
  part.start_s = from_s;
  part.end_s = to_s;
  part.at_start = PoseAfter(piece, from_s - piece.start_s);
  part.at_end = PoseAfter(piece, to_s - piece.start_s);
  if (!piece.is_still()) part.turn_rad = piece.turn_rad * ((to_s - from_s) / (piece.end_s - piece.start_s));
  return part;
}

}  // namespace

void EncroachmentSearch::AddEgo(const Candidate& candidate, size_t k, double from_s, double to_s) {
  const EgoBody& body = scene_.scene().ego;
  size_t shapes = 0;
  for (int part = 0; part < body.part_count(); ++part) shapes += body.shapes_of(part).size();
  for (int part = 0; part < body.part_count(); ++part) {
    const std::vector<TimedPose>& poses = candidate.poses_of(part);
    const auto at = [&](double time_s) {
      if (time_s == poses[k].time_s) return RelativeTo(scene_.scene().origin, poses[k]);
      if (time_s == poses[k + 1].time_s) return RelativeTo(scene_.scene().origin, poses[k + 1]);
      return InterpolatePose(poses, time_s, scene_.scene().origin);
    };
    const TimedPose p = at(from_s);
    const TimedPose q = at(to_s);
    // The end of this part's last piece, if there is one.
    const PathPiece* const last = ego_.pieces.size() < shapes ? nullptr : &ego_.pieces[ego_.pieces.size() - shapes];
    const Pose2 from = last != nullptr ? last->at_end : p.ToPose2();
    const double turn_rad = NormalizeAngle(q.yaw_rad - p.yaw_rad);
    const Pose2 to = turn_rad == 0.0 ? Pose2(q.position, UnitRotation(from.cos, from.sin)) : q.ToPose2();
    const std::optional<HeightSpan> span = body.height_of(part);
    for (const ConvexPolygon& shape : body.shapes_of(part)) {
      HeightRange heights;
      if (span.has_value()) {
        // As those of an obstacle: all between the poses before and after.
        const TimedPose& after = poses[std::min(k + 1, poses.size() - 1)];
        heights = HeightsBetween(shape, *span, poses[k].ToElevation(), after.ToElevation());
      }
      ego_boxes_.push_back(ego_.Add({&shape, from_s, to_s, from, to, turn_rad, heights}));
    }
  }
}

void EncroachmentSearch::SetEgo(const Candidate& candidate, double end_s) {
  ego_.pieces.clear();
  ego_.runs.clear();
  ego_boxes_.clear();
  ego_run_boxes_.clear();
  const std::vector<TimedPose>& times = candidate.poses;
  first_s_ = times.front().time_s;
  last_s_ = std::max(first_s_, std::min(end_s, times.back().time_s));
  for (size_t k = 0; k + 1 < times.size() && times[k].time_s < last_s_; ++k) {
    const double from_s = times[k].time_s;
    const double to_s = std::min(last_s_, times[k + 1].time_s);
    bool is_large = false;
    for (int part = 0; part < scene_.scene().ego.part_count(); ++part) {
      const std::vector<TimedPose>& poses = candidate.poses_of(part);
      is_large |= std::abs(NormalizeAngle(poses[k + 1].yaw_rad - poses[k].yaw_rad)) > kLargestTurn_rad;
    }
    const double middle_s = 0.5 * times[k].time_s + 0.5 * times[k + 1].time_s;
    const bool is_divided = is_large && middle_s < to_s;
    AddEgo(candidate, k, from_s, is_divided ? middle_s : to_s);
    if (is_divided) AddEgo(candidate, k, middle_s, to_s);
  }
  if (ego_.pieces.empty()) AddEgo(candidate, 0, first_s_, first_s_);
  for (size_t begin = 0; begin < ego_boxes_.size(); begin += PieceRun::kLanes) {
    ego_run_boxes_.push_back(BoxAround(absl::MakeConstSpan(ego_boxes_).subspan(begin, PieceRun::kLanes)));
  }
}

// A piece for ever ends where it is too far from the candidate's times to matter; its other end
// stays, however far away, since the obstacle is there at some time.
PathPiece EncroachmentSearch::Clipped(const PathPiece& piece) const {
  PathPiece clipped = piece;
  if (piece.start_s == -kInfinity) clipped.start_s = std::min(first_s_ - horizon_s(), piece.end_s);
  if (piece.end_s == kInfinity) clipped.end_s = std::max(last_s_ + horizon_s(), clipped.start_s);
  return clipped;
}

const PredictedPath& EncroachmentSearch::PathAt(size_t index) {
  std::unique_ptr<const PredictedPath>& path = paths_[index];
  if (path == nullptr)
    path = std::make_unique<PredictedPath>(PathOf(scene_.path_outlines()[index], scene_.settings().beyond_prediction));
  return *path;
}

// Collects the pairs that differ by more than above_s, at most limit_s.
void EncroachmentSearch::CollectPairs(double above_s, double limit_s) {
  constexpr size_t kRun = PieceRun::kLanes;
  std::array<RunMeeting, kRun> meetings;
  pairs_.clear();
  Aabb2 ego_bounds;
  for (const PieceRun& run : ego_.runs) ego_bounds.Extend(run.bounds);
  for (size_t p = 0; p < scene_.path_outlines().size(); ++p) {
    if (!Overlap(ego_bounds, scene_.path_outlines()[p].bounds)) continue;
    const PredictedPath& path = PathAt(p);
    for (size_t begin = 0; begin < ego_.pieces.size(); begin += kRun) {
      const Aabb2& bounds = ego_.runs[begin / kRun].bounds;
      if (!Overlap(bounds, scene_.path_outlines()[p].bounds)) continue;
      const size_t end = std::min(begin + kRun, ego_.pieces.size());
      const double start_s = ego_.pieces[begin].start_s;
      const double end_s = ego_.pieces[end - 1].end_s;
      const MovingBox& run_box = ego_run_boxes_[begin / kRun];
      for (size_t run = 0; run < path.runs.size() && path.pieces[run * kRun].start_s <= end_s + limit_s; ++run) {
        if (path.EndOfRun(run) < start_s - limit_s || !Overlap(bounds, path.runs[run].bounds)) continue;
        // Most runs are apart from all pieces together.
        if (MeetRun(run_box, path, run) == 0) continue;
        MeetRun(absl::MakeConstSpan(ego_boxes_).subspan(begin, end - begin), path, run, absl::MakeSpan(meetings));
        for (size_t e = begin; e < end; ++e) {
          const PathPiece& ego = ego_.pieces[e];
          const RunMeeting& meeting = meetings[e - begin];
          for (unsigned int left = meeting.pieces; left != 0; left &= left - 1) {
            const auto k = static_cast<size_t>(__builtin_ctz(left));
            const PathPiece& piece = path.pieces[run * kRun + k];
            const double apart_s = std::max(TimeApart(ego.start_s, ego.end_s, piece.start_s, piece.end_s),
                                            static_cast<double>(meeting.apart_s[k]));
            if (apart_s > limit_s || apart_s <= above_s || AreApart(ego.heights, piece.heights)) continue;
            pairs_.push_back({apart_s, p, e, run * kRun + k});
          }
        }
      }
    }
  }
}

void EncroachmentSearch::Update(const PiecePair& pair, std::optional<PostEncroachmentTime>* least) {
  const PathOutline& of = scene_.path_outlines()[pair.path];
  const PathPiece& ego = ego_.pieces[pair.ego];
  const PathPiece obstacle = Clipped(PathAt(pair.path).pieces[pair.obstacle]);
  const double ahead_s = obstacle.start_s - ego.start_s;
  LowestContact search(ego, obstacle, scene_.settings().impact.contact_tolerance_m);
  for (const double sign : {1.0, -1.0}) {
    // Where the obstacle is later, and where it is earlier.
    const Vec2 slope = {-sign, sign};
    TimePolygon polygon = TimePolygon::Rectangle(ego.end_s - ego.start_s, obstacle.end_s - obstacle.start_s);
    polygon.Cut(-slope, sign * ahead_s);
    if (polygon.size == 0) continue;
    // Equal gaps are found too: the order of time and obstacle decides.
    const double known_s = least->has_value() ? std::abs((*least)->gap_s) : horizon_s();
    const std::optional<Vec2> at = search.In(polygon, slope, std::nextafter(known_s - sign * ahead_s, kInfinity));
    if (!at.has_value()) continue;
    const double gap_s = std::max(0.0, Dot(slope, *at) + sign * ahead_s);
    const Interaction where = {ego.start_s + at->x, 0, of.obstacle, of.hypothesis};
    if (least->has_value() ? !IsLess(gap_s, where, known_s, (*least)->ego) : gap_s > horizon_s()) continue;
    *least = PostEncroachmentTime{sign * gap_s, where, obstacle.start_s + at->y, search.is_undecided(), {}, {}};
    least_pair_ = pair;
  }
}

std::optional<PostEncroachmentTime> EncroachmentSearch::Least(const Candidate& candidate, double end_s) {
  SetEgo(candidate, end_s);
  std::optional<PostEncroachmentTime> least;
  const auto is_later = [](const PiecePair& a, const PiecePair& b) { return a.apart_s > b.apart_s; };
  const auto known_s = [&] { return least.has_value() ? std::abs(least->gap_s) : horizon_s(); };
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
  const PredictedPath& path = PathAt(least_pair_.path);
  const Visit of_ego = {least_pair_.ego, least_pair_.obstacle, least->ego.time_s, least->obstacle_time_s};
  const Visit of_obstacle = {least_pair_.obstacle, least_pair_.ego, least->obstacle_time_s, least->ego.time_s};
  least->ego_conflict = {EndOfVisits(path, true, -1.0, of_ego), EndOfVisits(path, true, 1.0, of_ego)};
  least->obstacle_conflict = {EndOfVisits(path, false, -1.0, of_obstacle), EndOfVisits(path, false, 1.0, of_obstacle)};
  return least;
}

bool EncroachmentSearch::IsVisit(const PathPiece& own, double own_s, absl::Span<const PathPiece> others,
                                 Visit* at) const {
  const Pose2 pose = PoseAfter(own, own_s - own.start_s);
  // The other one is there when it has gone as far in that direction.
  const PathPiece& last = others[at->other];
  const Vec2 way = last.at_end.translation - last.at_start.translation;
  const double way_sq = NormSquared(way);
  const Vec2 own_way = own.at_end.translation - own.at_start.translation;
  const double share = own.is_still() ? 0.0 : (own_s - at->own_s) / (own.end_s - own.start_s);
  const double ahead_s = way_sq > 0.0 ? share * Dot(own_way, way) / way_sq * (last.end_s - last.start_s) : 0.0;
  // s: around a visit that may be the first or the last one, others are within.
  for (const double shift_s : {ahead_s, 0.0, 0.1, -0.1, 0.3, -0.3}) {
    const double other_s = at->other_s + shift_s;
    size_t k = at->other;
    while (k > 0 && others[k].start_s > other_s) --k;
    while (k + 1 < others.size() && others[k].end_s < other_s) ++k;
    const PathPiece other = Clipped(others[k]);
    if (other.start_s > other_s || other.end_s < other_s || AreApart(own.heights, other.heights)) continue;
    if (!Collides(*own.shape, *other.shape, RelativePose(pose, PoseAfter(other, other_s - other.start_s)))) continue;
    at->other = k;
    at->other_s = other_s;
    return true;
  }
  return false;
}

// The last visit, in the direction of time, of own pieces from begin to end; `last` is one of them.
EncroachmentSearch::Visit EncroachmentSearch::LastVisit(const PredictedPath& path, bool is_ego, double forward,
                                                        size_t begin, size_t end, Visit last) {
  const PredictedPath& own = is_ego ? ego_ : path;
  const PredictedPath& other = is_ego ? path : ego_;
  const Vec2 slope = is_ego ? Vec2{-forward, 0.0} : Vec2{0.0, -forward};
  const size_t hint = last.other;
  // Returns whether a later visit was found.
  const auto look = [&](size_t a, size_t b) {
    const PathPiece& ego = ego_.pieces[is_ego ? a : b];
    const PathPiece obstacle = Clipped(path.pieces[is_ego ? b : a]);
    if (AreApart(ego.heights, obstacle.heights)) return false;
    const double own_start_s = is_ego ? ego.start_s : obstacle.start_s;
    const double known = -forward * (last.own_s - own_start_s);
    const std::optional<Vec2> at =
        LowestContact(ego, obstacle, kConflictWithin_m)
            .In(TimePolygon::Rectangle(ego.end_s - ego.start_s, obstacle.end_s - obstacle.start_s), slope, known);
    if (!at.has_value()) return false;
    last = is_ego ? Visit{a, b, ego.start_s + at->x, obstacle.start_s + at->y}
                  : Visit{a, b, obstacle.start_s + at->y, ego.start_s + at->x};
    return true;
  };
  for (size_t a = begin; a < end; ++a) {
    look(a, hint);
    const PathPiece piece = Clipped(own.pieces[a]);
    // Later than what is known, the others meet only what is left of the piece.
    const auto left = [&] {
      const double known_s = std::clamp(last.own_s, piece.start_s, piece.end_s);
      return BoxOf(forward > 0.0 ? PartOf(piece, known_s, piece.end_s) : PartOf(piece, piece.start_s, known_s));
    };
    MovingBox box = left();
    for (size_t run = 0; run < other.runs.size(); ++run) {
      for (unsigned int rest = MeetRun(box, other, run); rest != 0; rest &= rest - 1) {
        const size_t b = run * PieceRun::kLanes + static_cast<size_t>(__builtin_ctz(rest));
        if (b == hint || !look(a, b)) continue;
        box = left();
        rest &= MeetRun(box, other, run) | (rest & -rest);
      }
    }
  }
  return last;
}

double EncroachmentSearch::EndOfVisits(const PredictedPath& path, bool is_ego, double forward, Visit at) {
  const std::vector<PathPiece>& own = is_ego ? ego_.pieces : path.pieces;
  const std::vector<PathPiece>& others = is_ego ? path.pieces : ego_.pieces;
  for (;;) {
    // The pieces of all shapes at these times; a piece of an instant is before another one.
    const auto is_at_once = [&piece = own[at.own]](const PathPiece& other) {
      return other.start_s == piece.start_s && other.end_s == piece.end_s;
    };
    size_t begin = at.own;
    size_t end = at.own + 1;
    while (begin > 0 && is_at_once(own[begin - 1])) --begin;
    while (end < own.size() && is_at_once(own[end])) ++end;
    const PathPiece clipped = Clipped(own[at.own]);
    const double edge_s = forward > 0.0 ? clipped.end_s : clipped.start_s;
    if (IsVisit(own[at.own], edge_s, others, &at)) {
      at.own_s = edge_s;
    } else {
      at = LastVisit(path, is_ego, forward, begin, end, at);
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
