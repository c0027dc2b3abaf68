#include "collision2d/motion/minimum_distance.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/tolerances.h"
#include "collision2d/motion/instant_probe.h"
#include "collision2d/motion/motion.h"
#include "collision2d/motion/motion_checks.h"
#include "collision2d/motion/pair_motion.h"
#include "collision2d/motion/proven_stretch.h"
#include "collision2d/query/separation_result.h"

namespace collision2d {
namespace {

using internal::InstantProbe;
using internal::PairMotion;
using internal::PairPoses;
using internal::TimeWindow;

// In units of the pair's error: the least tolerance.
constexpr double kLeastTolerance = 8.0;

// A bound on the distance of a separation: 0 if the shapes overlap by more than rounding.
double UpperDistance(const Separation& separation, const PairMotion& pair) {
  if (separation.signed_distance_m < -pair.error_m()) return 0.0;
  return std::max(separation.signed_distance_m, 0.0) + pair.error_m();
}

// What is known of the bodies: the nearest instant so far.
struct Nearest {
  double distance_m = std::numeric_limits<double>::infinity();
  double elapsed_s = 0.0;
  int shape_a = -1;
  int shape_b = -1;
};

// The search for instants of one pair of shapes that are nearer than the nearest so far.
class NearerSearch {
 public:
  NearerSearch(PairMotion* pair, double tolerance_m, int shape_a, int shape_b, Nearest* nearest)
      : pair_(*pair),
        tolerance_m_(std::max(tolerance_m, kLeastTolerance * pair->error_m())),
        most_steps_(MostSteps()),
        shape_a_(shape_a),
        shape_b_(shape_b),
        nearest_(*nearest) {}

  // Searches the window, outside of which the shapes are not nearer.
  void Search(const TimeWindow& window) {
    const InstantProbe closest = ProbeAt(window.closest_s);
    const PairPoses begin = pair_.PosesAfter(window.begin_s);
    const PairPoses end = pair_.PosesAfter(window.end_s);
    const double before_s = closest.elapsed_s() > window.begin_s ? StretchTo(closest, begin) : 0.0;
    const double after_s = closest.elapsed_s() < window.end_s ? StretchTo(closest, end) : 0.0;
    March(window.begin_s, pair_.PosesAfter(closest.elapsed_s() - before_s));
    March(closest.elapsed_s() + after_s, end);
  }

  double tolerance_m() const { return tolerance_m_; }
  int64_t steps() const { return steps_; }
  bool reached_cap() const { return steps_ >= most_steps_; }

 private:
  int64_t MostSteps() const {
    const double by_speed = pair_.speed_mps() * pair_.duration_s() / tolerance_m_;
    const double by_acceleration = std::sqrt(pair_.acceleration_mps2() / tolerance_m_) * pair_.duration_s();
    return static_cast<int64_t>(std::min(64.0 + 2.0 * std::min(by_speed, by_acceleration), 0x1p62));
  }

  InstantProbe ProbeAt(double elapsed_s) {
    ++steps_;
    const PairPoses poses = pair_.PosesAfter(elapsed_s);
    const Separation separation = pair_.SeparationAt(poses);
    const double distance_m = UpperDistance(separation, pair_);
    if (distance_m < nearest_.distance_m) nearest_ = {distance_m, elapsed_s, shape_a_, shape_b_};
    return {poses, separation.signed_distance_m, poses.world_from_a.Rotate(separation.direction),
            internal::DirectionFrame::kWorld};
  }

  // The distance that matters: the shapes need not be followed where they are farther apart.
  double target_m() const { return nearest_.distance_m - tolerance_m_; }

  double StretchTo(const InstantProbe& from, const PairPoses& to) const {
    const internal::GapChord chord = ChordFrom(from, to, internal::DirectionFrame::kWorld, pair_);
    return chord.gap_m > target_m() ? ProvenStretch(chord, target_m()) : 0.0;
  }

  // Whether a distance below target_m() is still possible.
  bool IsOpen() const { return target_m() > 0.0 && steps_ < most_steps_ && pair_.status().ok(); }

  void March(double at_s, const PairPoses& end) {
    while (at_s < end.elapsed_s && IsOpen()) {
      const InstantProbe probe = ProbeAt(at_s);
      const double left_s = end.elapsed_s - at_s;
      const double above_m = probe.gap_m - target_m();
      const double ahead_s = std::min(left_s, 2.0 * std::sqrt(above_m / pair_.acceleration_mps2()));
      const double stretch_s = StretchTo(probe, ahead_s < left_s ? pair_.PosesAfter(at_s + ahead_s) : end);
      if (stretch_s >= left_s) return;
      // Times too close together for double precision: nothing can happen in between.
      at_s = std::max(at_s + stretch_s, std::nextafter(at_s, end.elapsed_s));
    }
  }

  PairMotion& pair_;
  const double tolerance_m_;
  const int64_t most_steps_;
  const int shape_a_;
  const int shape_b_;
  Nearest& nearest_;
  int64_t steps_ = 0;
};

}  // namespace

absl::StatusOr<MotionDistance> MinimumDistanceOverMotion(const ConvexPolygon& a, const Motion& motion_a,
                                                         const ConvexPolygon& b, const Motion& motion_b,
                                                         double tolerance_m) {
  return MinimumDistanceOverMotion(absl::MakeConstSpan(&a, 1), motion_a, absl::MakeConstSpan(&b, 1), motion_b,
                                   tolerance_m);
}

absl::StatusOr<MotionDistance> MinimumDistanceOverMotion(absl::Span<const ConvexPolygon> a, const Motion& motion_a,
                                                         absl::Span<const ConvexPolygon> b, const Motion& motion_b,
                                                         double tolerance_m) {
  absl::Status status = internal::CheckBodies(a, motion_a, b, motion_b);
  if (status.ok()) status = internal::CheckTolerance("tolerance_m", tolerance_m);
  if (!status.ok()) return status;
  MotionDistance result;
  Nearest nearest;
  double uncertain_m = tolerance_m;
  for (int i = 0; i < static_cast<int>(a.size()); ++i) {
    for (int j = 0; j < static_cast<int>(b.size()); ++j) {
      TimeWindow window;
      const double within_m = std::min(nearest.distance_m, 4.0 * kMaxCoordinate_m);
      if (!internal::CirclesMeet(a[i], motion_a, b[j], motion_b, within_m, &window)) continue;
      PairMotion pair(a[i], motion_a, b[j], motion_b);
      NearerSearch search(&pair, tolerance_m, i, j, &nearest);
      search.Search(window);
      if (!pair.status().ok()) return pair.status();
      uncertain_m = std::max(uncertain_m, search.tolerance_m());
      result.steps += search.steps();
      result.reached_cap |= search.reached_cap();
    }
  }
  result.lower_m = result.reached_cap ? 0.0 : std::max(nearest.distance_m - uncertain_m, 0.0);
  result.time_s = std::min(motion_a.start_s() + nearest.elapsed_s, motion_a.end_s());
  result.shape_a = nearest.shape_a;
  result.shape_b = nearest.shape_b;
  // The distance at the instant that the clock shows.
  PairMotion pair(a[nearest.shape_a], motion_a, b[nearest.shape_b], motion_b);
  const PairPoses poses = pair.PosesAfter(result.time_s - motion_a.start_s());
  result.upper_m = std::max(UpperDistance(pair.SeparationAt(poses), pair), result.lower_m);
  if (!pair.status().ok()) return pair.status();
  return result;
}

}  // namespace collision2d
