#include "planner_adapter/metrics/obstacle_filter.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "absl/types/span.h"
#include "collision2d/code_generation.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "planner_adapter/metrics/obstacle_filter.cc"
#include "hwy/foreach_target.h"
// After foreach_target.h.
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace collision2d::planner::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using D = hn::CappedTag<double, ObstacleLanes::kLanes>;
using V = hn::Vec<D>;
using L = ObstacleLanes;

// Calls mask(load), in which load(column) is a vector of that column, and appends the indices of
// the lanes that it sets.
template <typename MaskOf>
HWY_INLINE void AppendPassed(int count, absl::Span<const ObstacleLanes> lanes, const MaskOf& mask_of,
                             std::vector<int>* passed) {
  const D d;
  const int vector = static_cast<int>(hn::Lanes(d));
  for (int i = 0; i < count; i += vector) {
    const ObstacleLanes& block = lanes[static_cast<size_t>(i) / L::kLanes];
    const size_t first = static_cast<size_t>(i) % L::kLanes;
    const auto mask = mask_of([&](L::Column column) { return hn::LoadU(d, block.columns[column].data() + first); });
    if (hn::AllFalse(d, mask)) continue;
    uint8_t bits[8] = {};
    hn::StoreMaskBits(d, mask, bits);
    for (int k = 0; k < vector && i + k < count; ++k) {
      if ((bits[0] >> k & 1) != 0) passed->push_back(i + k);
    }
  }
}

// Terms of one body or of several.
struct SafeTerms {
  V along_mps, gentle_m, correct_m, hard_m;
};

// As SafeDistanceAlong.
HWY_INLINE V SafeAlong(const SafeTerms& rear, const SafeTerms& front, V standing_m) {
  const D d;
  const V zero = hn::Zero(d);
  const auto rear_backs = hn::Lt(rear.along_mps, zero);
  const V forward = hn::Sub(hn::IfThenElse(rear_backs, standing_m, rear.gentle_m), front.hard_m);
  const V backward = hn::Sub(front.gentle_m, rear.hard_m);
  const V opposite = hn::Add(rear.correct_m, front.gentle_m);
  const V towards = hn::IfThenElse(rear_backs, backward, opposite);
  return hn::Max(zero, hn::IfThenElse(hn::Lt(front.along_mps, zero), towards, forward));
}

// if_positive or if_negative, by the sign of `difference`; the larger one if the sign is uncertain,
// within slack.
HWY_INLINE V Select(V difference, V slack, V if_positive, V if_negative) {
  const V known = hn::IfThenElse(hn::Ge(difference, hn::Zero(D())), if_positive, if_negative);
  return hn::IfThenElse(hn::Le(hn::Abs(difference), slack), hn::Max(if_positive, if_negative), known);
}

void FilterPath(int count, absl::Span<const ObstacleLanes> lanes, const BodyOnPath& ego, const SafeDistanceTerms& safe,
                double fluctuation_m, double slack_m, const PathValues& known, std::vector<int>* passed,
                PathValues* least) {
  // Far more than the rounding.
  constexpr double kMargin = 1.0 + 1e-9;
  const D d;
  const V zero = hn::Zero(d);
  const V ego_s_min = hn::Set(d, ego.box.s_min);
  const V ego_s_max = hn::Set(d, ego.box.s_max);
  const V ego_d_min = hn::Set(d, ego.box.d_min);
  const V ego_d_max = hn::Set(d, ego.box.d_max);
  const V ego_mps = hn::Set(d, ego.velocity.along_mps);
  const V slack = hn::Set(d, -2.0 * slack_m);
  const double gap_per_s = ego.velocity.along_mps > 0.0 ? kMargin * ego.velocity.along_mps : 0.0;
  const double of_headway_m = gap_per_s > 0.0 ? gap_per_s * known.values[PathValues::kHeadway_s] : -HUGE_VAL;
  // Not nothing, which would pass for ahead.
  const double anything = PathValues::kAnything;
  const V most_gap = hn::Set(d, std::min(std::max(known.values[PathValues::kGap_m], of_headway_m), anything));
  const V most_deceleration = hn::Set(d, known.values[PathValues::kMinusDeceleration_mps2]);
  const V most_margin = hn::Set(d, known.values[PathValues::kRssMargin_m]);
  const SafeTerms ego_terms = {ego_mps, hn::Set(d, safe.gentle_m), hn::Set(d, safe.correct_m), hn::Set(d, safe.hard_m)};
  const V standing = hn::Set(d, safe.standing_m);
  const V middle_slack = hn::Set(d, 4.0 * slack_m);
  const V ego_to_left = hn::Set(d, safe.to_left_m);
  const V ego_to_right = hn::Set(d, safe.to_right_m);
  const V fluctuation = hn::Set(d, fluctuation_m);
  const V most_clearance = hn::Set(d, known.values[PathValues::kLateralClearance_m]);
  const V nothing = hn::Set(d, PathValues::kNothing);
  const V half = hn::Set(d, 0.5 * kMargin);
  V least_gap = nothing;
  V least_deceleration = nothing;
  V least_margin = nothing;
  V least_clearance = nothing;
  const auto mask_of = [&](const auto& load) {
    const V s_min = load(L::kSMin);
    const V s_max = load(L::kSMax);
    const V d_min = load(L::kDMin);
    const V d_max = load(L::kDMax);
    const V gap = hn::Sub(s_min, ego_s_max);
    const V along = hn::Max(gap, hn::Sub(ego_s_min, s_max));
    const V across = hn::Max(hn::Sub(d_min, ego_d_max), hn::Sub(ego_d_min, d_max));
    const V along_mps = load(L::kAlong_mps);
    const V closing = hn::Max(hn::Sub(ego_mps, along_mps), zero);
    const auto is_ahead = hn::And(hn::Ge(gap, slack), hn::Le(across, zero));
    const V gap_ahead = hn::IfThenElse(is_ahead, gap, nothing);
    const V deceleration =
        hn::IfThenElse(hn::And(is_ahead, hn::Gt(closing, zero)),
                       hn::Neg(hn::Div(hn::Mul(half, hn::Mul(closing, closing)), hn::Max(gap, zero))), nothing);
    const auto headway = hn::Or(hn::Le(gap_ahead, most_gap), hn::Le(deceleration, most_deceleration));
    const SafeTerms terms = {along_mps, load(L::kGentle_m), load(L::kCorrect_m), load(L::kHard_m)};
    const V ahead = hn::Sub(hn::Add(s_min, s_max), hn::Add(ego_s_min, ego_s_max));
    const V safe_along =
        Select(ahead, middle_slack, SafeAlong(ego_terms, terms, standing), SafeAlong(terms, ego_terms, standing));
    const V on_left = hn::Sub(hn::Add(d_min, d_max), hn::Add(ego_d_min, ego_d_max));
    const V towards = Select(on_left, middle_slack, hn::Add(ego_to_left, load(L::kToRight_m)),
                             hn::Add(ego_to_right, load(L::kToLeft_m)));
    const V safe_across = hn::Add(fluctuation, hn::Max(towards, zero));
    const V margin = hn::Max(hn::Sub(along, safe_along), hn::Sub(across, safe_across));
    const V clearance = hn::IfThenElse(hn::Le(along, zero), across, nothing);
    least_gap = hn::Min(least_gap, gap_ahead);
    least_deceleration = hn::Min(least_deceleration, deceleration);
    least_margin = hn::Min(least_margin, margin);
    least_clearance = hn::Min(least_clearance, clearance);
    return hn::Or(headway, hn::Or(hn::Le(margin, most_margin), hn::Le(clearance, most_clearance)));
  };
  AppendPassed(count, lanes, mask_of, passed);
  const auto lower = [&](PathValues::Metric metric, double value) {
    least->values[metric] = std::min(least->values[metric], value);
  };
  const double gap_m = hn::GetLane(hn::MinOfLanes(d, least_gap));
  lower(PathValues::kGap_m, gap_m);
  if (gap_per_s > 0.0) lower(PathValues::kHeadway_s, gap_m / gap_per_s);
  lower(PathValues::kMinusDeceleration_mps2, hn::GetLane(hn::MinOfLanes(d, least_deceleration)));
  lower(PathValues::kRssMargin_m, hn::GetLane(hn::MinOfLanes(d, least_margin)));
  lower(PathValues::kLateralClearance_m, hn::GetLane(hn::MinOfLanes(d, least_clearance)));
}

// Bounding circles that move straight on at their mean velocity relative to each other, and leave
// that way by an eighth of the acceleration times the square of the horizon, and by the jerk.
void FilterTwist(int count, absl::Span<const ObstacleLanes> lanes, const TwistingShape& ego, double horizon_s,
                 std::vector<int>* passed) {
  // Far more than the rounding.
  constexpr double kMargin = 1.0 + 1e-9;
  const D d;
  const V ego_x = hn::Set(d, ego.center.x);
  const V ego_y = hn::Set(d, ego.center.y);
  const V ego_x_mps = hn::Set(d, ego.center_mps.x);
  const V ego_y_mps = hn::Set(d, ego.center_mps.y);
  const V horizon = hn::Set(d, horizon_s);
  const V ego_x_mps2 = hn::Set(d, ego.center_mps2.x);
  const V ego_y_mps2 = hn::Set(d, ego.center_mps2.y);
  const V half_horizon = hn::Set(d, 0.5 * horizon_s);
  const double cube = horizon_s * horizon_s * horizon_s / 6.0;
  const V sagitta = hn::Set(d, horizon_s * horizon_s / 8.0);
  const V cubed = hn::Set(d, cube);
  const V ego_reach = hn::Set(d, ego.shape->bounding_radius_m() + ego.Rounding_m() + cube * ego.center_mps3);
  const V margin = hn::Set(d, kMargin);
  const V least_square = hn::Set(d, 1e-300);
  const auto mask_of = [&](const auto& load) {
    const V x = hn::Sub(load(L::kX), ego_x);
    const V y = hn::Sub(load(L::kY), ego_y);
    const V x_mps2 = hn::Sub(load(L::kX_mps2), ego_x_mps2);
    const V y_mps2 = hn::Sub(load(L::kY_mps2), ego_y_mps2);
    const V x_mps = hn::MulAdd(half_horizon, x_mps2, hn::Sub(load(L::kX_mps), ego_x_mps));
    const V y_mps = hn::MulAdd(half_horizon, y_mps2, hn::Sub(load(L::kY_mps), ego_y_mps));
    const V speed_up = hn::Sqrt(hn::Add(hn::Mul(x_mps2, x_mps2), hn::Mul(y_mps2, y_mps2)));
    const V closing = hn::Neg(hn::Add(hn::Mul(x, x_mps), hn::Mul(y, y_mps)));
    const V speed_sq = hn::Max(hn::Add(hn::Mul(x_mps, x_mps), hn::Mul(y_mps, y_mps)), least_square);
    const V nearest_s = hn::Min(hn::Max(hn::Div(closing, speed_sq), hn::Zero(d)), horizon);
    const V near_x = hn::Add(x, hn::Mul(nearest_s, x_mps));
    const V near_y = hn::Add(y, hn::Mul(nearest_s, y_mps));
    const V bulge = hn::MulAdd(cubed, load(L::kJerk_mps3), hn::Mul(sagitta, speed_up));
    const V reach = hn::Mul(margin, hn::Add(ego_reach, hn::Add(load(L::kRadius_m), bulge)));
    const V near_sq = hn::Add(hn::Mul(near_x, near_x), hn::Mul(near_y, near_y));
    // Written so that NaN passes.
    return hn::Not(hn::Gt(near_sq, hn::Mul(margin, hn::Mul(reach, reach))));
  };
  AppendPassed(count, lanes, mask_of, passed);
}

// The parts of steps during which no side of two boxes separates them, from `enter` to `leave`.
template <typename D2, typename V2 = hn::Vec<D2>>
struct Meeting {
  // The centre of one box moves from `begin` by `way` relative to the other. cos, sin: the heading
  // of the box whose sides these are.
  HWY_INLINE void CutAlongSides(D2 d, V2 cos, V2 sin, V2 begin_x, V2 begin_y, V2 way_x, V2 way_y, V2 reach_along,
                                V2 reach_across) {
    Cut(d, hn::MulAdd(cos, begin_x, hn::Mul(sin, begin_y)), hn::MulAdd(cos, way_x, hn::Mul(sin, way_y)), reach_along);
    Cut(d, hn::MulSub(cos, begin_y, hn::Mul(sin, begin_x)), hn::MulSub(cos, way_y, hn::Mul(sin, way_x)), reach_across);
  }

  HWY_INLINE void Cut(D2 d, V2 begin, V2 way, V2 reach) {
    // No way at all is one that takes for ever.
    const V2 inverse = hn::Div(hn::Set(d, 1.0), hn::Max(hn::Abs(way), hn::Set(d, 1e-300)));
    const V2 ahead = hn::IfThenElse(hn::Lt(way, hn::Zero(d)), begin, hn::Neg(begin));
    enter = hn::Max(enter, hn::Mul(inverse, hn::Sub(ahead, reach)));
    leave = hn::Min(leave, hn::Mul(inverse, hn::Add(ahead, reach)));
  }

  V2 enter;
  V2 leave;
};

double Earliest(const TwistCourse& a, const TwistCourse& b, double until_s) {
  constexpr size_t kSteps = TwistCourse::kSteps;
  const hn::CappedTag<double, kSteps> d;
  using V2 = hn::Vec<decltype(d)>;
  // m, and a factor. Far more than the rounding.
  constexpr double kMargin_m = 1e-9;
  constexpr double kMargin = 1.0 + 1e-9;
  const auto set = [&](double value) { return hn::Set(d, value); };
  const V2 x = set(b.center.x - a.center.x);
  const V2 y = set(b.center.y - a.center.y);
  const double margin_m = kMargin_m + a.margin_m + b.margin_m;
  for (size_t k = 0; k < kSteps && static_cast<double>(k) * a.step_s <= until_s; k += hn::Lanes(d)) {
    const auto load = [&](const double* from) { return hn::LoadU(d, from + k); };
    const auto between = [&](const double* of_b, const double* of_a) { return hn::Sub(load(of_b), load(of_a)); };
    const V2 begin_x = between(b.x_m.data(), a.x_m.data());
    const V2 begin_y = between(b.y_m.data(), a.y_m.data());
    const V2 way_x = hn::Sub(between(b.x_m.data() + 1, a.x_m.data() + 1), begin_x);
    const V2 way_y = hn::Sub(between(b.y_m.data() + 1, a.y_m.data() + 1), begin_y);
    const V2 a_cos = load(a.cos.data());
    const V2 a_sin = load(a.sin.data());
    const V2 b_cos = load(b.cos.data());
    const V2 b_sin = load(b.sin.data());
    const V2 cos = hn::Abs(hn::MulAdd(a_cos, b_cos, hn::Mul(a_sin, b_sin)));
    const V2 sin = hn::Abs(hn::MulSub(a_cos, b_sin, hn::Mul(a_sin, b_cos)));
    const auto reach = [&](double own_m, double other_cos_m, double other_sin_m) {
      const V2 other = hn::MulAdd(cos, set(other_cos_m), hn::Mul(sin, set(other_sin_m)));
      return hn::Mul(set(kMargin), hn::Add(set(own_m + margin_m), other));
    };
    Meeting<decltype(d)> meeting = {hn::Zero(d), set(1.0)};
    const V2 from_x = hn::Add(x, begin_x);
    const V2 from_y = hn::Add(y, begin_y);
    meeting.CutAlongSides(d, a_cos, a_sin, from_x, from_y, way_x, way_y, reach(a.half_m.x, b.half_m.x, b.half_m.y),
                          reach(a.half_m.y, b.half_m.y, b.half_m.x));
    meeting.CutAlongSides(d, b_cos, b_sin, from_x, from_y, way_x, way_y, reach(b.half_m.x, a.half_m.x, a.half_m.y),
                          reach(b.half_m.y, a.half_m.y, a.half_m.x));
    const V2 begin_s = hn::Add(set(static_cast<double>(k)), hn::Iota(d, 0));
    const V2 enter_s = hn::Mul(set(a.step_s), hn::Add(begin_s, meeting.enter));
    // Written so that NaN counts as a meeting at once.
    const auto is_apart = hn::Gt(meeting.enter, meeting.leave);
    const double first_s = hn::GetLane(hn::MinOfLanes(d, hn::IfThenElse(is_apart, set(HUGE_VAL), enter_s)));
    if (!(first_s > until_s)) return first_s;
  }
  return HUGE_VAL;
}

}  // namespace collision2d::planner::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace collision2d::planner {
namespace {

HWY_EXPORT(FilterPath);
HWY_EXPORT(FilterTwist);
HWY_EXPORT(Earliest);

}  // namespace

void ObstacleFilter::Add(const BodyOnPath& on_path, const SafeDistanceTerms& safe, const TwistingShape& twist) {
  const std::array<double, ObstacleLanes::kColumnCount> numbers = {
      on_path.box.s_min,
      on_path.box.s_max,
      on_path.box.d_min,
      on_path.box.d_max,
      on_path.velocity.along_mps,
      safe.gentle_m,
      safe.correct_m,
      safe.hard_m,
      safe.to_left_m,
      safe.to_right_m,
      twist.center.x,
      twist.center.y,
      twist.center_mps.x,
      twist.center_mps.y,
      twist.center_mps2.x,
      twist.center_mps2.y,
      twist.center_mps3,
      twist.shape->bounding_radius_m() + twist.Rounding_m()};
  const int lane = size_++ % static_cast<int>(ObstacleLanes::kLanes);
  if (lane == 0) lanes_.emplace_back();
  for (size_t column = 0; column < numbers.size(); ++column) {
    std::array<double, ObstacleLanes::kLanes>& lanes = lanes_.back().columns[column];
    std::fill(lanes.begin() + lane, lanes.end(), numbers[column]);
  }
}

void ObstacleFilter::FilterOnPath(const RssParameters& rss, const BodyOnPath& ego, double slack_m,
                                  const PathValues& known, std::vector<int>* passed, PathValues* least) const {
  passed->clear();
  if (size_ == 0) return;
  const SafeDistanceTerms safe = TermsOfSafeDistances(rss, ego.velocity.along_mps, ego.velocity.across_mps);
  HWY_DYNAMIC_DISPATCH(FilterPath)(size_, lanes_, ego, safe, rss.lateral_fluctuation_m, slack_m, known, passed, least);
}

void ObstacleFilter::FilterTwists(const TwistingShape& ego, double horizon_s, std::vector<int>* passed) const {
  passed->clear();
  if (size_ == 0) return;
  HWY_DYNAMIC_DISPATCH(FilterTwist)(size_, lanes_, ego, horizon_s, passed);
}

double EarliestContact(const TwistCourse& a, const TwistCourse& b, double until_s) {
  return HWY_DYNAMIC_DISPATCH(Earliest)(a, b, until_s);
}

}  // namespace collision2d::planner
#endif  // HWY_ONCE
