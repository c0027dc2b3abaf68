#include "planner_adapter/metrics/predicted_path.h"

#include <algorithm>
#include <limits>

#include "collision2d/code_generation.h"
#include "planner_adapter/scene/timed_pose.h"
#include "planner_adapter/scene/timeline.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "planner_adapter/metrics/predicted_path.cc"
#include "hwy/foreach_target.h"
// After foreach_target.h.
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace collision2d::planner::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using D = hn::CappedTag<float, PieceRun::kLanes>;
using V = hn::Vec<D>;
using R = PieceRun;

// A share of lengths and of times, far more than the rounding of a few floats.
constexpr double kRounding = 1e-5;

HWY_INLINE V Set(double value) { return hn::Set(D(), static_cast<float>(value)); }

// A box and a vector of those of a run, from the lane `first` on. along_, across_: how far the
// others are ahead and to the left, along the sides of the box.
class BoxAndRun {
 public:
  BoxAndRun(const MovingBox& box, const PieceRun& run, size_t first) : box_(box), run_(run), first_(first) {
    const Vec2 at = box.center - run.origin;
    // As that of a run's box, by the rounding of its centre.
    rounding_m_ = kRounding * Norm1(at);
    x_ = hn::Sub(Load(R::kX), Set(at.x));
    y_ = hn::Sub(Load(R::kY), Set(at.y));
    cos_ = Load(R::kCos);
    sin_ = Load(R::kSin);
    along_ = Along(x_, y_);
    across_ = Across(x_, y_);
    same_ = hn::Abs(Along(cos_, sin_));
    other_ = hn::Abs(Across(cos_, sin_));
  }

  // Whether a side of the box, or of the others, separates them.
  HWY_INLINE hn::Mask<D> AreApart() const {
    const V half_along = Set(box_.half_m.x + rounding_m_);
    const V half_across = Set(box_.half_m.y + rounding_m_);
    const V run_along = Load(R::kHalfAlong_m);
    const V run_across = Load(R::kHalfAcross_m);
    const auto of_box = hn::Or(hn::Gt(hn::Abs(along_), Reach(half_along, run_along, run_across)),
                               hn::Gt(hn::Abs(across_), Reach(half_across, run_across, run_along)));
    if (hn::AllTrue(D(), of_box)) return of_box;
    const V along_run = hn::MulAdd(cos_, x_, hn::Mul(sin_, y_));
    const V across_run = hn::MulSub(cos_, y_, hn::Mul(sin_, x_));
    return hn::Or(of_box, hn::Or(hn::Gt(hn::Abs(along_run), Reach(run_along, half_along, half_across)),
                                 hn::Gt(hn::Abs(across_run), Reach(run_across, half_across, half_along))));
  }

  // Bounds how much their times of contact differ, by their ways along the sides of the box.
  HWY_INLINE V TimeApart() const {
    const V own_along = Load(R::kOwnAlong_m);
    const V own_across = Load(R::kOwnAcross_m);
    const V x_mps = Load(R::kX_mps);
    const V y_mps = Load(R::kY_mps);
    const V of_along = TimeApart(along_, Along(x_mps, y_mps), Dot(box_.axis, box_.velocity_mps),
                                 Reach(Set(box_.half_own_m.x + rounding_m_), own_along, own_across));
    const V of_across = TimeApart(across_, Across(x_mps, y_mps), Cross(box_.axis, box_.velocity_mps),
                                  Reach(Set(box_.half_own_m.y + rounding_m_), own_across, own_along));
    return hn::Max(hn::Mul(Set(1.0 - kRounding), hn::Max(of_along, of_across)), hn::Zero(D()));
  }

 private:
  HWY_INLINE V Load(R::Column column) const { return hn::LoadU(D(), run_.columns[column].data() + first_); }
  HWY_INLINE V Along(V x, V y) const { return hn::MulAdd(Set(box_.axis.x), x, hn::Mul(Set(box_.axis.y), y)); }
  HWY_INLINE V Across(V x, V y) const { return hn::MulSub(Set(box_.axis.x), y, hn::Mul(Set(box_.axis.y), x)); }
  HWY_INLINE V Reach(V own, V along_m, V across_m) const {
    return hn::Mul(Set(1.0 + kRounding), hn::Add(own, hn::MulAdd(same_, along_m, hn::Mul(other_, across_m))));
  }

  // In one direction the others are way_m ahead at the middles of their times, and apart where that
  // is more than reach_m.
  HWY_INLINE V TimeApart(V way_m, V mps, double box_mps, V reach_m) const {
    const double middle_s = box_.middle_s - run_.origin_s;
    const V run_middle_s = Load(R::kMiddle_s);
    const V gap_s = hn::Sub(Set(middle_s), run_middle_s);
    // What is lost of a gap of times by rounding moves no body farther than this.
    const V time_s = hn::Add(Set(std::abs(middle_s)), hn::Abs(run_middle_s));
    const V slack_m = hn::Mul(Set(kRounding), hn::Mul(time_s, hn::Add(hn::Abs(mps), Set(std::abs(box_mps)))));
    const V reach = hn::Add(reach_m, slack_m);
    // How far one is ahead while the other one moves for half its time to either side of its
    // middle: at one of its ends they are nearest, unless they pass each other.
    const auto apart_s = [&](V half_s, V own_mps) HWY_ATTR {
      const V ahead_m = hn::Abs(hn::MulAdd(own_mps, gap_s, way_m));
      const V change_m = hn::Abs(hn::Mul(hn::Sub(mps, Set(box_mps)), half_s));
      const V rounding_m = hn::Mul(Set(kRounding), hn::Add(hn::Abs(way_m), hn::Add(change_m, reach)));
      const V least_m = hn::Sub(hn::Sub(ahead_m, change_m), hn::Add(reach, rounding_m));
      return hn::Div(least_m, hn::Max(hn::Abs(own_mps), Set(1e-30)));
    };
    return hn::Max(apart_s(Set(box_.half_time_s), mps), apart_s(Load(R::kHalfTime_s), Set(box_mps)));
  }

  const MovingBox& box_;
  const PieceRun& run_;
  size_t first_;
  double rounding_m_;
  V x_, y_, cos_, sin_;
  V along_, across_;
  V same_, other_;  // Of the cosine and the sine between their axes, the magnitudes.
};

void MeetAll(absl::Span<const MovingBox> boxes, const PieceRun& run, size_t count, absl::Span<RunMeeting> meetings) {
  for (size_t k = 0; k < boxes.size(); ++k) {
    meetings[k].pieces = 0;
    if (!Overlap(boxes[k].bounds, run.bounds)) continue;
    for (size_t first = 0; first < count; first += hn::Lanes(D())) {
      const BoxAndRun both(boxes[k], run, first);
      const auto meet = hn::Not(both.AreApart());
      if (hn::AllFalse(D(), meet)) continue;
      uint8_t bits[8] = {};
      hn::StoreMaskBits(D(), meet, bits);
      meetings[k].pieces |= static_cast<unsigned int>(bits[0]) << first & ((1U << count) - 1U);
      hn::StoreU(both.TimeApart(), D(), meetings[k].apart_s.data() + first);
    }
  }
}

}  // namespace collision2d::planner::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace collision2d::planner {
namespace {

HWY_EXPORT(MeetAll);

// s. Floats multiply it by speeds.
constexpr double kLongest_s = 1e30;

// Adds the shapes of an obstacle during a piece of its timeline. All heights between the given
// poses are possible.
void AddShapes(const MovingObstacle& obstacle, const TimelinePiece& piece, PredictedPath* path) {
  const Pose2 from = piece.from.ToPose2();
  const Pose2 to = piece.to.ToPose2();
  const double turn_rad = NormalizeAngle(piece.to.yaw_rad - piece.from.yaw_rad);
  const bool has_poses = piece.before != nullptr;
  const auto add = [&](const ConvexPolygon& shape, const HeightSpan* span) {
    HeightRange heights = HeightsOf(span, has_poses ? piece.before->ToElevation() : Elevation());
    if (has_poses) heights.Extend(HeightsOf(span, piece.after->ToElevation()));
    path->Add({&shape, piece.start_s, piece.end_s, from, to, turn_rad, heights});
  };
  const HeightSpan* const height = obstacle.height.has_value() ? &*obstacle.height : nullptr;
  for (const ConvexPolygon& shape : piece.shapes != nullptr ? piece.shapes->shapes : obstacle.shapes) {
    add(shape, height);
  }
  if (piece.shapes != nullptr) return;
  for (const Polytope& polytope : obstacle.polytopes) add(polytope.plan, &polytope.span);
}

}  // namespace

// Along the shape's x axis at the beginning. No point turns by more than its distance from the
// reference point times the turn.
MovingBox BoxOf(const PathPiece& piece) {
  const ConvexPolygon& shape = *piece.shape;
  const Pose2& from = piece.at_start;
  const Aabb2 local = shape.Bounds();
  const Vec2 way_m = piece.at_end.translation - from.translation;
  const Vec2 turned = from.RotateBack(way_m);
  // m. The constant is far more than rounding.
  const double margin_m = 1e-6 + (Norm(shape.center()) + shape.bounding_radius_m()) * std::abs(piece.turn_rad);
  MovingBox box{};
  box.axis = {from.cos, from.sin};
  box.center = from * (0.5 * (local.min + local.max + turned));
  box.half_own_m = 0.5 * (local.max - local.min) + Vec2{margin_m, margin_m};
  box.half_m = box.half_own_m + 0.5 * Vec2{std::abs(turned.x), std::abs(turned.y)};
  const double duration_s = piece.end_s - piece.start_s;
  if (!piece.is_still()) box.velocity_mps = (1.0 / duration_s) * way_m;
  box.half_time_s = std::min(0.5 * duration_s, kLongest_s);
  box.middle_s = std::isinf(duration_s) ? (std::isinf(piece.end_s) ? piece.start_s : piece.end_s)
                                        : piece.start_s + 0.5 * duration_s;
  if (std::isinf(box.middle_s)) box.middle_s = 0.0;
  const Vec2 reach = {std::abs(box.axis.x) * box.half_m.x + std::abs(box.axis.y) * box.half_m.y,
                      std::abs(box.axis.y) * box.half_m.x + std::abs(box.axis.x) * box.half_m.y};
  box.bounds = {box.center - reach, box.center + reach};
  return box;
}

MovingBox BoxAround(absl::Span<const MovingBox> boxes) {
  const MovingBox& first = boxes.front();
  Aabb2 local;  // Along the axis of the first box, from its centre.
  MovingBox around{};
  for (const MovingBox& box : boxes) {
    const Vec2 way = box.center - first.center;
    const Vec2 center = {Dot(first.axis, way), Cross(first.axis, way)};
    const double cos = std::abs(Dot(first.axis, box.axis));
    const double sin = std::abs(Cross(first.axis, box.axis));
    const Vec2 reach = {cos * box.half_m.x + sin * box.half_m.y, sin * box.half_m.x + cos * box.half_m.y};
    local.Extend({center - reach, center + reach});
    around.bounds.Extend(box.bounds);
  }
  const Vec2 middle = local.center();
  around.axis = first.axis;
  around.center = first.center + Vec2{first.axis.x * middle.x - first.axis.y * middle.y,
                                      first.axis.y * middle.x + first.axis.x * middle.y};
  around.half_m = 0.5 * (local.max - local.min);
  return around;
}

MovingBox PredictedPath::Add(const PathPiece& piece) {
  const MovingBox box = BoxOf(piece);
  const size_t lane = pieces.size() % PieceRun::kLanes;
  if (lane == 0) runs.push_back({box.center, box.middle_s, Aabb2(), {}});
  PieceRun& run = runs.back();
  const Vec2 center = box.center - run.origin;
  const double rounding_m = 1e-5 * Norm1(center);
  const std::array<double, PieceRun::kColumnCount> numbers = {center.x,
                                                              center.y,
                                                              box.axis.x,
                                                              box.axis.y,
                                                              box.half_m.x + rounding_m,
                                                              box.half_m.y + rounding_m,
                                                              box.half_own_m.x + rounding_m,
                                                              box.half_own_m.y + rounding_m,
                                                              box.velocity_mps.x,
                                                              box.velocity_mps.y,
                                                              box.middle_s - run.origin_s,
                                                              box.half_time_s};
  for (size_t column = 0; column < numbers.size(); ++column) {
    run.columns[column][lane] = static_cast<float>(numbers[column]);
  }
  run.bounds.Extend(box.bounds);
  pieces.push_back(piece);
  return box;
}

void MeetRun(absl::Span<const MovingBox> boxes, const PredictedPath& path, size_t run,
             absl::Span<RunMeeting> meetings) {
  const size_t count = std::min(PieceRun::kLanes, path.pieces.size() - run * PieceRun::kLanes);
  HWY_DYNAMIC_DISPATCH(MeetAll)(boxes, path.runs[run], count, meetings);
}

std::vector<PathOutline> PathOutlines(const Scene& scene, double min_probability) {
  std::vector<PathOutline> outlines;
  ForEachTimeline(
      scene, BeyondPrediction::kHold, min_probability, [&](const Timeline& timeline, int index, int hypothesis) {
        const MovingObstacle& obstacle = timeline.obstacle();
        const Prediction& prediction = obstacle.predictions[hypothesis];
        double reach_m = 0.0;
        const auto add = [&](const ConvexPolygon& shape) {
          reach_m = std::max(reach_m, Norm(shape.center()) + shape.bounding_radius_m());
        };
        std::for_each(obstacle.shapes.begin(), obstacle.shapes.end(), add);
        for (const Polytope& polytope : obstacle.polytopes) add(polytope.plan);
        for (const TimedShapes& timed : prediction.timed_shapes)
          std::for_each(timed.shapes.begin(), timed.shapes.end(), add);
        // m. Far more than rounding.
        constexpr double kMargin_m = 1e-3;
        const Vec2 reach = {reach_m + kMargin_m, reach_m + kMargin_m};
        Aabb2 bounds;
        for (const TimedPose& pose : prediction.poses) bounds.Extend({pose.position - reach, pose.position + reach});
        for (const TimedOccupancy& occupancy : prediction.occupancies) {
          for (const ConvexPolygon& shape : occupancy.shapes) {
            const Aabb2 of_shape = shape.Bounds();
            bounds.Extend({of_shape.min - Vec2{kMargin_m, kMargin_m}, of_shape.max + Vec2{kMargin_m, kMargin_m}});
          }
        }
        outlines.push_back({&obstacle, index, hypothesis, bounds});
      });
  return outlines;
}

PredictedPath PathOf(const PathOutline& outline, BeyondPrediction beyond) {
  PredictedPath path;
  Timeline(*outline.of, outline.of->predictions[outline.hypothesis], beyond)
      .ForEachPiece(kLargestTurn_rad, [&](const TimelinePiece& piece) { AddShapes(*outline.of, piece, &path); });
  return path;
}

}  // namespace collision2d::planner
#endif  // HWY_ONCE
