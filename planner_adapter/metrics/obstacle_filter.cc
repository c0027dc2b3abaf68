#include "planner_adapter/metrics/obstacle_filter.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <utility>

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

// A vector of each number of a block, from the lane `first` on.
struct Lanes {
  HWY_INLINE V operator()(L::Column column) const { return hn::LoadU(D(), block.columns[column].data() + first); }
  const ObstacleLanes& block;
  size_t first;
};

HWY_INLINE unsigned int BitsOf(hn::Mask<D> mask, size_t first) {
  uint8_t bits[8] = {};
  hn::StoreMaskBits(D(), mask, bits);
  return static_cast<unsigned int>(bits[0]) << first;
}

// Calls visit(shape) for those of the shapes from `begin` on that pass test->Shapes.
template <typename Test, typename Visit>
HWY_INLINE void VisitShapes(const ObstacleLanes& lanes, size_t begin, size_t count, Test* test, const Visit& visit) {
  unsigned int left = test->Shapes(lanes, count) & ((1U << count) - 1U);
  for (; left != 0; left &= left - 1) visit(static_cast<int>(begin) + __builtin_ctz(left));
}

// Calls visit(shape) for the shapes of a block of a level that pass test->Shapes, by the blocks
// below that pass test->Groups, which sets how near they are.
template <typename Test, typename Visit>
void VisitBlock(const ObstacleLevels& of, size_t level, size_t block, Test* test, const Visit& visit) {
  const ObstacleLanes& lanes = of.levels[level][block];
  const size_t begin = block * L::kLanes;
  const size_t count = std::min(L::kLanes, (level == 0 ? of.size : of.levels[level - 1].size()) - begin);
  if (level == 0) return VisitShapes(lanes, begin, count, test, visit);
  unsigned int left = (1U << count) - 1U;
  std::array<double, L::kLanes> near_m;
  // Each group may lower what the others must reach.
  while ((left &= test->Groups(lanes, count, &near_m)) != 0) {
    auto nearest = static_cast<size_t>(__builtin_ctz(left));
    for (size_t k = nearest; k < count; ++k) {
      if ((left >> k & 1) != 0 && near_m[k] < near_m[nearest]) nearest = k;
    }
    left &= ~(1U << nearest);
    VisitBlock(of, level - 1, begin + nearest, test, visit);
  }
}

template <typename Test, typename Visit>
HWY_INLINE void VisitAll(const ObstacleLevels& of, Test* test, const Visit& visit) {
  const size_t top = of.levels.size() - 1;
  if (top > 0) return VisitBlock(of, top, 0, test, visit);
  // A copy that nothing else refers to stays in registers.
  Test local = *test;
  for (size_t begin = 0; begin < of.size; begin += L::kLanes) {
    const size_t count = std::min(L::kLanes, of.size - begin);
    VisitShapes(of.levels[0][begin / L::kLanes], begin, count, &local, visit);
  }
  *test = local;
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

// Bounds the metrics along the path of the shapes of a block, or of groups of standing ones.
class PathTest {
 public:
  // If lowers, shapes lower `least`, which groups must reach too, and none passes.
  PathTest(const BodyOnPath& ego, const SafeDistanceTerms& safe, double fluctuation_m, double slack_m,
           const PathValues& known, bool lowers)
      : ego_s_min_(Set(ego.box.s_min)),
        ego_s_max_(Set(ego.box.s_max)),
        ego_d_min_(Set(ego.box.d_min)),
        ego_d_max_(Set(ego.box.d_max)),
        ego_({Set(ego.velocity.along_mps), Set(safe.gentle_m), Set(safe.correct_m), Set(safe.hard_m)}),
        standing_m_(Set(safe.standing_m)),
        to_left_m_(Set(safe.to_left_m)),
        to_right_m_(Set(safe.to_right_m)),
        fluctuation_m_(Set(fluctuation_m)),
        slack_m_(Set(-2.0 * slack_m)),
        middle_slack_m_(Set(4.0 * slack_m)),
        lowers_(lowers) {
    const double mps = ego.velocity.along_mps;
    gap_per_s_ = mps > 0.0 ? kMargin * mps : 0.0;
    const double of_headway_m = gap_per_s_ > 0.0 ? gap_per_s_ * known.values[PathValues::kHeadway_s] : -HUGE_VAL;
    const double most_gap_m = std::max(known.values[PathValues::kGap_m], of_headway_m);
    const double most[] = {most_gap_m, known.values[PathValues::kMinusDeceleration_mps2],
                           known.values[PathValues::kRssMargin_m], known.values[PathValues::kLateralClearance_m]};
    for (size_t metric = 0; metric < kMetrics; ++metric) {
      // Not nothing, which would pass for ahead.
      most_[metric] = Set(std::min(most[metric], PathValues::kAnything));
      least_[metric] = Set(PathValues::kNothing);
    }
  }

  HWY_INLINE unsigned int Shapes(const ObstacleLanes& block, size_t count) {
    unsigned int bits = 0;
    for (size_t first = 0; first < count; first += hn::Lanes(D())) {
      std::array<V, kMetrics> values;
      Bound</*kOfGroup=*/false>({block, first}, &values);
      if (lowers_) {
        for (size_t metric = 0; metric < kMetrics; ++metric) least_[metric] = hn::Min(least_[metric], values[metric]);
      } else {
        bits |= BitsOf(Reach(values, most_), first);
      }
    }
    return bits;
  }

  unsigned int Groups(const ObstacleLanes& block, size_t count, std::array<double, L::kLanes>* near_m) const {
    std::array<V, kMetrics> most = most_;
    for (size_t metric = 0; metric < kMetrics && lowers_; ++metric) {
      most[metric] = hn::Min(most[metric], hn::MinOfLanes(D(), least_[metric]));
    }
    unsigned int bits = 0;
    for (size_t first = 0; first < count; first += hn::Lanes(D())) {
      std::array<V, kMetrics> values;
      hn::StoreU(Bound</*kOfGroup=*/true>({block, first}, &values), D(), near_m->data() + first);
      bits |= BitsOf(Reach(values, most), first);
    }
    return bits;
  }

  void Lower(PathValues* least) const {
    const auto lower = [&](PathValues::Metric metric, double value) {
      least->values[metric] = std::min(least->values[metric], value);
    };
    const auto least_of = [&](size_t metric) { return hn::GetLane(hn::MinOfLanes(D(), least_[metric])); };
    lower(PathValues::kGap_m, least_of(0));
    if (gap_per_s_ > 0.0) lower(PathValues::kHeadway_s, least_of(0) / gap_per_s_);
    lower(PathValues::kMinusDeceleration_mps2, least_of(1));
    lower(PathValues::kRssMargin_m, least_of(2));
    lower(PathValues::kLateralClearance_m, least_of(3));
  }

 private:
  // Gap ahead, minus deceleration, RSS margin, lateral clearance.
  static constexpr size_t kMetrics = 4;
  // Far more than the rounding.
  static constexpr double kMargin = 1.0 + 1e-9;

  static HWY_INLINE V Set(double value) { return hn::Set(D(), value); }

  static HWY_INLINE hn::Mask<D> Reach(const std::array<V, kMetrics>& values, const std::array<V, kMetrics>& most) {
    return hn::Or(hn::Or(hn::Le(values[0], most[0]), hn::Le(values[1], most[1])),
                  hn::Or(hn::Le(values[2], most[2]), hn::Le(values[3], most[3])));
  }

  // Sets values that none of the shapes is below. Returns how near they are.
  template <bool kOfGroup>
  HWY_INLINE V Bound(const Lanes& load, std::array<V, kMetrics>* values) const {
    const V zero = hn::Zero(D());
    const V nothing = Set(PathValues::kNothing);
    const V s_min = load(L::kSMin);
    const V s_max = load(L::kSMax);
    const V d_min = load(L::kDMin);
    const V d_max = load(L::kDMax);
    const V gap = hn::Sub(s_min, ego_s_max_);
    const V along = hn::Max(gap, hn::Sub(ego_s_min_, s_max));
    const V across = hn::Max(hn::Sub(d_min, ego_d_max_), hn::Sub(ego_d_min_, d_max));
    const SafeTerms terms = {load(L::kAlong_mps), load(L::kGentle_m), load(L::kCorrect_m), load(L::kHard_m)};
    const V closing = hn::Max(hn::Sub(ego_.along_mps, terms.along_mps), zero);
    // One of a group may begin where the group ends.
    const V most_gap = kOfGroup ? hn::Sub(s_max, ego_s_max_) : gap;
    const auto is_ahead = hn::And(hn::Ge(most_gap, slack_m_), hn::Le(across, zero));
    (*values)[0] = hn::IfThenElse(is_ahead, kOfGroup ? hn::Max(gap, slack_m_) : gap, nothing);
    const V closing_sq = hn::Mul(Set(0.5 * kMargin), hn::Mul(closing, closing));
    (*values)[1] = hn::IfThenElse(hn::And(is_ahead, hn::Gt(closing, zero)),
                                  hn::Neg(hn::Div(closing_sq, hn::Max(gap, zero))), nothing);
    const auto select = [&](V difference, V if_positive, V if_negative) HWY_ATTR {
      return kOfGroup ? hn::Max(if_positive, if_negative)
                      : Select(difference, middle_slack_m_, if_positive, if_negative);
    };
    const V ahead = hn::Sub(hn::Add(s_min, s_max), hn::Add(ego_s_min_, ego_s_max_));
    const V safe_along = select(ahead, SafeAlong(ego_, terms, standing_m_), SafeAlong(terms, ego_, standing_m_));
    const V on_left = hn::Sub(hn::Add(d_min, d_max), hn::Add(ego_d_min_, ego_d_max_));
    const V towards =
        select(on_left, hn::Add(to_left_m_, load(L::kToRight_m)), hn::Add(to_right_m_, load(L::kToLeft_m)));
    const V safe_across = hn::Add(fluctuation_m_, hn::Max(towards, zero));
    (*values)[2] = hn::Max(hn::Sub(along, safe_along), hn::Sub(across, safe_across));
    (*values)[3] = hn::IfThenElse(hn::Le(along, zero), across, nothing);
    return hn::Add(hn::Max(along, zero), hn::Max(across, zero));
  }

  V ego_s_min_, ego_s_max_, ego_d_min_, ego_d_max_;
  SafeTerms ego_;
  V standing_m_, to_left_m_, to_right_m_, fluctuation_m_;
  V slack_m_, middle_slack_m_;
  bool lowers_;
  double gap_per_s_;
  std::array<V, kMetrics> most_;
  std::array<V, kMetrics> least_;
};

void FilterPath(const ObstacleLevels& of, const BodyOnPath& ego, const SafeDistanceTerms& safe, double fluctuation_m,
                double slack_m, const PathValues& known, std::vector<int>* passed, PathValues* least) {
  PathTest test(ego, safe, fluctuation_m, slack_m, known, /*lowers=*/least != nullptr);
  VisitAll(of, &test, [=](int shape) { passed->push_back(shape); });
  if (least != nullptr) test.Lower(least);
}

// Bounding circles that move straight on at their mean velocity relative to each other, and leave
// that way by an eighth of the acceleration times the square of the horizon, and by the jerk.
class TwistTest {
 public:
  TwistTest(const TwistingShape& ego, double horizon_s)
      : x_(Set(ego.center.x)),
        y_(Set(ego.center.y)),
        x_mps_(Set(ego.center_mps.x)),
        y_mps_(Set(ego.center_mps.y)),
        x_mps2_(Set(ego.center_mps2.x)),
        y_mps2_(Set(ego.center_mps2.y)),
        horizon_s_(Set(horizon_s)),
        half_s_(Set(0.5 * horizon_s)),
        sagitta_(Set(horizon_s * horizon_s / 8.0)),
        cube_(Set(horizon_s * horizon_s * horizon_s / 6.0)),
        reach_m_(Set(ego.shape->bounding_radius_m() + ego.Rounding_m() +
                     horizon_s * horizon_s * horizon_s / 6.0 * ego.center_mps3)) {}

  HWY_INLINE unsigned int Shapes(const ObstacleLanes& block, size_t count) const {
    unsigned int bits = 0;
    for (size_t first = 0; first < count; first += hn::Lanes(D())) bits |= BitsOf(MayTouch({block, first}), first);
    return bits;
  }

  unsigned int Groups(const ObstacleLanes& block, size_t count, std::array<double, L::kLanes>* near_m) const {
    near_m->fill(0.0);
    return Shapes(block, count);
  }

 private:
  static HWY_INLINE V Set(double value) { return hn::Set(D(), value); }

  HWY_INLINE hn::Mask<D> MayTouch(const Lanes& load) const {
    // Far more than the rounding.
    const V margin = Set(1.0 + 1e-9);
    const V x = hn::Sub(load(L::kX), x_);
    const V y = hn::Sub(load(L::kY), y_);
    const V x_mps2 = hn::Sub(load(L::kX_mps2), x_mps2_);
    const V y_mps2 = hn::Sub(load(L::kY_mps2), y_mps2_);
    const V x_mps = hn::MulAdd(half_s_, x_mps2, hn::Sub(load(L::kX_mps), x_mps_));
    const V y_mps = hn::MulAdd(half_s_, y_mps2, hn::Sub(load(L::kY_mps), y_mps_));
    const V speed_up = hn::Sqrt(hn::Add(hn::Mul(x_mps2, x_mps2), hn::Mul(y_mps2, y_mps2)));
    const V closing = hn::Neg(hn::Add(hn::Mul(x, x_mps), hn::Mul(y, y_mps)));
    const V speed_sq = hn::Max(hn::Add(hn::Mul(x_mps, x_mps), hn::Mul(y_mps, y_mps)), Set(1e-300));
    const V nearest_s = hn::Min(hn::Max(hn::Div(closing, speed_sq), hn::Zero(D())), horizon_s_);
    const V near_x = hn::Add(x, hn::Mul(nearest_s, x_mps));
    const V near_y = hn::Add(y, hn::Mul(nearest_s, y_mps));
    const V bulge = hn::MulAdd(cube_, load(L::kJerk_mps3), hn::Mul(sagitta_, speed_up));
    const V reach = hn::Mul(margin, hn::Add(reach_m_, hn::Add(load(L::kRadius_m), bulge)));
    const V near_sq = hn::Add(hn::Mul(near_x, near_x), hn::Mul(near_y, near_y));
    // Written so that NaN passes.
    return hn::Not(hn::Gt(near_sq, hn::Mul(margin, hn::Mul(reach, reach))));
  }

  V x_, y_, x_mps_, y_mps_, x_mps2_, y_mps2_;
  V horizon_s_, half_s_, sagitta_, cube_, reach_m_;
};

void FilterTwist(const ObstacleLevels& of, const TwistingShape& ego, double horizon_s, std::vector<int>* passed) {
  TwistTest test(ego, horizon_s);
  VisitAll(of, &test, [=](int shape) { passed->push_back(shape); });
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

void ObstacleFilter::Add(const BodyOnPath& on_path, const SafeDistanceTerms& terms, const TwistingShape& twist) {
  const SafeDistanceTerms safe = terms.Widened();
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
  std::vector<ObstacleLanes>& shapes = all_.levels.front();
  const size_t lane = all_.size++ % ObstacleLanes::kLanes;
  if (lane == 0) shapes.emplace_back();
  for (size_t column = 0; column < numbers.size(); ++column) {
    std::array<double, ObstacleLanes::kLanes>& lanes = shapes.back().columns[column];
    std::fill(lanes.begin() + lane, lanes.end(), numbers[column]);
  }
}

void ObstacleFilter::AddGroups() {
  using L = ObstacleLanes;
  while (all_.levels.back().size() > 1) {
    const std::vector<L>& below = all_.levels.back();
    const size_t count = all_.levels.size() == 1 ? all_.size : all_.levels[all_.levels.size() - 2].size();
    std::vector<L> groups((below.size() - 1) / L::kLanes + 1);
    for (size_t block = 0; block < below.size(); ++block) {
      const size_t lanes = std::min(L::kLanes, count - block * L::kLanes);
      const auto column = [&](L::Column of) { return absl::MakeConstSpan(below[block].columns[of]).first(lanes); };
      const auto least = [&](L::Column of) { return *std::min_element(column(of).begin(), column(of).end()); };
      const auto most = [&](L::Column of) { return *std::max_element(column(of).begin(), column(of).end()); };
      const auto set = [&](L::Column of, double value) {
        std::array<double, L::kLanes>& all = groups[block / L::kLanes].columns[of];
        std::fill(all.begin() + block % L::kLanes, all.end(), value);
      };
      // What stands has the same of everything else.
      for (size_t of = 0; of < L::kColumnCount; ++of) set(static_cast<L::Column>(of), below[block].columns[of][0]);
      set(L::kSMin, least(L::kSMin));
      set(L::kSMax, most(L::kSMax));
      set(L::kDMin, least(L::kDMin));
      set(L::kDMax, most(L::kDMax));
      const Vec2 center = {0.5 * (least(L::kX) + most(L::kX)), 0.5 * (least(L::kY) + most(L::kY))};
      double radius_m = 0.0;
      for (size_t k = 0; k < lanes; ++k) {
        const Vec2 at = {column(L::kX)[k], column(L::kY)[k]};
        radius_m = std::max(radius_m, Norm(at - center) + column(L::kRadius_m)[k]);
      }
      set(L::kX, center.x);
      set(L::kY, center.y);
      // Far more than the rounding.
      set(L::kRadius_m, radius_m + 0x1p-49 * Norm1(center));
    }
    all_.levels.push_back(std::move(groups));
  }
}

void ObstacleFilter::FilterOnPath(const RssParameters& rss, const BodyOnPath& ego, double slack_m,
                                  const PathValues& known, std::vector<int>* passed) const {
  passed->clear();
  Visit(rss, ego, slack_m, known, passed, nullptr);
}

void ObstacleFilter::BoundOnPath(const RssParameters& rss, const BodyOnPath& ego, double slack_m,
                                 const PathValues& known, PathValues* least) const {
  Visit(rss, ego, slack_m, known, nullptr, least);
}

void ObstacleFilter::Visit(const RssParameters& rss, const BodyOnPath& ego, double slack_m, const PathValues& known,
                           std::vector<int>* passed, PathValues* least) const {
  if (all_.size == 0) return;
  const SafeDistanceTerms safe = SafeDistanceTerms(rss, ego.velocity.along_mps, ego.velocity.across_mps).Widened();
  HWY_DYNAMIC_DISPATCH(FilterPath)(all_, ego, safe, rss.lateral_fluctuation_m, slack_m, known, passed, least);
}

void ObstacleFilter::FilterTwists(const TwistingShape& ego, double horizon_s, std::vector<int>* passed) const {
  passed->clear();
  if (all_.size == 0) return;
  HWY_DYNAMIC_DISPATCH(FilterTwist)(all_, ego, horizon_s, passed);
}

double EarliestContact(const TwistCourse& a, const TwistCourse& b, double until_s) {
  return HWY_DYNAMIC_DISPATCH(Earliest)(a, b, until_s);
}

}  // namespace collision2d::planner
#endif  // HWY_ONCE
