#include "collision2d/motion/minimum_distance.h"

#include <algorithm>
#include <cmath>

#include "absl/base/macros.h"
#include "absl/status/status.h"
#include "absl/strings/str_format.h"
#include "collision2d/geometry/tolerances.h"
#include "collision2d/motion/search/motion_checks.h"
#include "collision2d/motion/search/pair_motion.h"
#include "collision2d/query/separation_result.h"

namespace collision2d {
namespace {

using internal::BoundedGap;
using internal::InstantProbe;
using internal::PairInstant;
using internal::PairMotion;
using internal::TimeWindow;

// m. Legal shapes in legal motions are not farther apart.
constexpr double kFarthest_m = 64.0 * kMaxCoordinate_m;

// In units of the pair's error: the least tolerance.
constexpr double kLeastTolerance = 8.0;

// The part of the tolerance that the search may use: the rest is for rounding.
constexpr double kSearchedTolerance = 0.96875;

// Steps after which the tolerance is widened, and its factor (docs/numerics.md).
constexpr int64_t kStepsOfTolerance = 1 << 18;
constexpr double kWidening = 4.0;

// A bound on the distance of a separation: 0 if the shapes overlap by more than rounding.
double UpperDistance(const Separation& separation, const PairMotion& pair) {
  if (separation.signed_distance_m < -pair.error_m()) return 0.0;
  return std::max(separation.signed_distance_m, 0.0) + pair.error_m();
}

// What is known of the bodies: the nearest instant so far, or, without shapes, the limit.
struct Nearest {
  double distance_m;
  double elapsed_s = 0.0;
  int shape_a = -1;
  int shape_b = -1;
};

// The search for instants of one pair of shapes that are nearer than the nearest so far.
class NearerSearch {
 public:
  NearerSearch(PairMotion* pair, double tolerance_m, int shape_a, int shape_b, Nearest* nearest)
      : pair_(*pair),
        tolerance_m_(std::max(kSearchedTolerance * tolerance_m, kLeastTolerance * pair->error_m())),
        shape_a_(shape_a),
        shape_b_(shape_b),
        nearest_(*nearest) {}

  // Searches the window, outside of which the shapes are not nearer, by bisection: around a probe,
  // the distance stays above the target for some time; what is left on either side is searched in
  // the same way, the side towards which the gap closes first, so that the target sinks soon. A
  // search that takes long goes on with a wider tolerance, until that exceeds the distance: so the
  // number of steps is bounded, and the lower bound holds for all of the window.
  void Search(const TimeWindow& window) {
    SearchFrom(window.closest_s, {window.begin_s, window.end_s});
    while (open_count_ > 0 && IsOpen()) {
      if (steps_ >= kStepsOfTolerance * (1 + widenings_)) {
        ++widenings_;
        tolerance_m_ *= kWidening;
        continue;
      }
      const Interval interval = open_[--open_count_];
      SearchFrom(0.5 * (interval.begin_s + interval.end_s), interval);
    }
  }

  double tolerance_m() const { return tolerance_m_; }
  int64_t steps() const { return steps_; }

 private:
  struct Interval {
    double begin_s;
    double end_s;
  };

  void SearchFrom(double at_s, const Interval& interval) {
    const InstantProbe probe = ProbeAt(at_s);
    const BoundedGap before = GapAt(probe, interval.begin_s - at_s);
    const BoundedGap after = GapAt(probe, interval.end_s - at_s);
    const double open_from_s = at_s - StretchTo(probe, before);
    const double open_to_s = at_s + StretchTo(probe, after);
    const bool closes_before = before.gap_m < after.gap_m;
    if (closes_before) Push(open_to_s, interval.end_s);
    Push(interval.begin_s, open_from_s);
    if (!closes_before) Push(open_to_s, interval.end_s);
  }

  // All but the first interval are at most half as long as the ones that they are from, and the
  // tolerance is at least 2^-43 of the way of the shapes, so that no more than 46 are open.
  void Push(double begin_s, double end_s) {
    if (begin_s >= end_s) return;
    ABSL_ASSERT(open_count_ < kMostOpen);
    open_[open_count_++] = {begin_s, end_s};
  }

  InstantProbe ProbeAt(double elapsed_s) {
    ++steps_;
    const PairInstant at = pair_.InstantAfter(elapsed_s);
    const Separation separation = pair_.SeparationAt(at);
    const double distance_m = UpperDistance(separation, pair_);
    if (distance_m < nearest_.distance_m) nearest_ = {distance_m, elapsed_s, shape_a_, shape_b_};
    return {at, separation.signed_distance_m, at.world_from_a.Rotate(separation.direction)};
  }

  // The distance that matters: the shapes need not be followed where they are farther apart.
  double target_m() const { return nearest_.distance_m - tolerance_m_; }

  BoundedGap GapAt(const InstantProbe& probe, double after_s) const {
    return {std::abs(after_s), pair_.GapAfter(probe.at, {probe.direction, 0.0}, after_s).gap_m};
  }

  double StretchTo(const InstantProbe& probe, const BoundedGap& to) const {
    const double certain_gap_m = probe.gap_m - pair_.error_m();
    if (to.after_s == 0.0 || certain_gap_m <= target_m()) return 0.0;
    return ProvenStretch({0.0, certain_gap_m}, to, target_m());
  }

  // Whether a distance below target_m() is still possible.
  bool IsOpen() const { return target_m() > 0.0 && pair_.status().ok(); }

  PairMotion& pair_;
  double tolerance_m_;
  const int shape_a_;
  const int shape_b_;
  Nearest& nearest_;
  int64_t steps_ = 0;
  int widenings_ = 0;
  static constexpr int kMostOpen = 64;
  Interval open_[kMostOpen];
  int open_count_ = 0;
};

}  // namespace

absl::StatusOr<MotionDistance> MinimumDistanceOverMotion(const ConvexPolygon& a, const Motion& motion_a,
                                                         const ConvexPolygon& b, const Motion& motion_b,
                                                         double tolerance_m, double limit_m) {
  return MinimumDistanceOverMotion(absl::MakeConstSpan(&a, 1), motion_a, absl::MakeConstSpan(&b, 1), motion_b,
                                   tolerance_m, limit_m);
}

absl::StatusOr<MotionDistance> MinimumDistanceOverMotion(absl::Span<const ConvexPolygon> a, const Motion& motion_a,
                                                         absl::Span<const ConvexPolygon> b, const Motion& motion_b,
                                                         double tolerance_m, double limit_m) {
  absl::Status status = internal::CheckBodies(a, motion_a, b, motion_b);
  if (status.ok()) status = internal::CheckTolerance("tolerance_m", tolerance_m);
  if (status.ok() && !(limit_m >= 0.0)) {
    status = absl::InvalidArgumentError(absl::StrFormat("limit_m: %g; it must be 0 or more", limit_m));
  }
  if (!status.ok()) return status;
  MotionDistance result;
  Nearest nearest{limit_m};
  double uncertain_m = 0.0;
  for (int i = 0; i < static_cast<int>(a.size()); ++i) {
    for (int j = 0; j < static_cast<int>(b.size()); ++j) {
      TimeWindow window;
      const double within_m = std::min(nearest.distance_m, kFarthest_m);
      if (!internal::CirclesMeet(a[i], motion_a, b[j], motion_b, within_m, &window)) continue;
      PairMotion pair(a[i], motion_a, b[j], motion_b);
      NearerSearch search(&pair, tolerance_m, i, j, &nearest);
      search.Search(window);
      if (!pair.status().ok()) return pair.status();
      uncertain_m = std::max(uncertain_m, search.tolerance_m());
      result.steps += search.steps();
    }
  }
  if (nearest.shape_a < 0) uncertain_m = std::max(uncertain_m, tolerance_m);
  result.lower_m = std::max(nearest.distance_m - uncertain_m, 0.0);
  if (nearest.shape_a < 0) {
    result.reached_limit = uncertain_m > tolerance_m;
    return result;
  }
  result.time_s = std::min(motion_a.start_s() + nearest.elapsed_s, motion_a.end_s());
  result.shape_a = nearest.shape_a;
  result.shape_b = nearest.shape_b;
  // The distance at the instant that the clock shows.
  PairMotion pair(a[nearest.shape_a], motion_a, b[nearest.shape_b], motion_b);
  const PairInstant at = pair.InstantAfter(result.time_s - motion_a.start_s());
  result.upper_m = std::max(UpperDistance(pair.SeparationAt(at), pair), result.lower_m);
  result.reached_limit = result.upper_m - result.lower_m > tolerance_m;
  if (!pair.status().ok()) return pair.status();
  return result;
}

}  // namespace collision2d
