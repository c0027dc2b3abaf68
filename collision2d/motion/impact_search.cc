#include "collision2d/motion/impact_search.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "collision2d/geometry/vec2.h"
#include "collision2d/motion/impact_result.h"
#include "collision2d/motion/pair_motion.h"
#include "collision2d/motion/proven_stretch.h"
#include "collision2d/query/separation_result.h"

namespace collision2d::internal {
namespace {

// Steps of a search at distances of at most epsilon_m.
constexpr int kMostGrazingSteps = 32;

// In units of the pair's error: a distance from which no further step is attempted, and the distance that a step leaves.
constexpr double kNoProgress = 4.0;
constexpr double kLeftByStep = 8.0;

}  // namespace

int64_t MostImpactSteps(const PairMotion& pair, double epsilon_m) {
  const double target_m = 0.5 * epsilon_m;
  const double by_speed = pair.speed_mps() * pair.duration_s() / target_m;
  const double stretches = std::sqrt(2.0 * pair.acceleration_mps2() / target_m) * pair.duration_s();
  // The distance is halved at most so often from kMaxCoordinate_m to a micrometre, and less often to a larger distance.
  constexpr double kHalvings = 64.0;
  return static_cast<int64_t>(
      std::min({kMostGrazingSteps + kHalvings * (1.0 + stretches), kMostGrazingSteps + kHalvings + by_speed, 0x1p62}));
}

ImpactSearch::Probe ImpactSearch::ProbeAt(double elapsed_s) {
  ++steps_;
  const PairPoses poses = pair_.PosesAfter(elapsed_s);
  const Separation separation = pair_.SeparationAt(poses);
  return {poses, separation, poses.world_from_a.Rotate(separation.direction)};
}

// The nearest instant that a double on the clock shows.
double ImpactSearch::OnClock(double elapsed_s) const {
  return std::min((start_s_ + elapsed_s) - start_s_, pair_.duration_s());
}

PairImpact ImpactSearch::Contact(double free_until_s, double contact_by_s, const Separation& separation) const {
  return {MotionVerdict::kCollides, free_until_s, contact_by_s, separation, false};
}

PairImpact ImpactSearch::Undecided(const Probe& probe, bool reached_cap) const {
  return {MotionVerdict::kUndecided, probe.elapsed_s(), probe.elapsed_s(), probe.separation, reached_cap};
}

// The gap that a step from a gap leaves: so much that contact follows within the time tolerance, and more than rounding.
double ImpactSearch::TargetGap(double gap_m, double closing_mps) const {
  return std::min(0.5 * gap_m, std::max(0.25 * options_.time_tolerance_s * closing_mps, kLeftByStep * error_m_));
}

// How long the gap along the probe's direction is certainly open on the way to other poses, which may be before the probe, s.
double ImpactSearch::Stretch(const Probe& from, const PairPoses& to, double* closing_mps) const {
  const double duration_s = std::abs(to.elapsed_s - from.elapsed_s());
  const double gap_m = from.gap_m() - error_m_;
  const double end_gap_m = pair_.GapAlong(from.direction, to) - error_m_;
  *closing_mps = (gap_m - end_gap_m) / duration_s;
  return ProvenStretch({gap_m, end_gap_m, duration_s, pair_.speed_mps(), pair_.acceleration_mps2()},
                       TargetGap(gap_m, *closing_mps));
}

PairImpact ImpactSearch::Search(const TimeWindow& window) {
  PairImpact impact;
  End end = {pair_.PosesAfter(window.end_s), false, {}};
  double begin_s = window.begin_s;
  // Most pairs are apart throughout, along the direction in which they pass each other.
  const Probe closest = ProbeAt(OnClock(window.closest_s));
  if (IsContact(closest)) {
    if (question_ == ImpactQuestion::kWhether) return Contact(begin_s, closest.elapsed_s(), closest.separation);
    end = {closest.poses, true, closest.separation};
  } else if (closest.gap_m() > kNoProgress * error_m_) {
    double closing_mps;
    const double after_s = closest.elapsed_s() < window.end_s ? Stretch(closest, end.poses, &closing_mps) : 0.0;
    const double open_end_s = closest.elapsed_s() + after_s;
    const double before_s = closest.elapsed_s() > begin_s
                                ? Stretch(closest, pair_.PosesAfter(begin_s), &closing_mps)
                                : 0.0;
    const double open_begin_s = closest.elapsed_s() - before_s;
    if (open_begin_s > begin_s) {
      const End gap = {pair_.PosesAfter(open_begin_s), false, {}};
      impact = March(begin_s, gap);
      if (impact.verdict != MotionVerdict::kFree) return impact;
    }
    if (open_end_s >= window.end_s) return impact;
    begin_s = open_end_s;
  }
  return March(begin_s, end);
}

// Searches from an instant, before which the shapes are apart, to the end, which is one of contact or from which on they are apart again.
PairImpact ImpactSearch::March(double begin_s, const End& end) {
  const int64_t most_steps = steps_ + MostImpactSteps(pair_, options_.epsilon_m);
  int grazing_steps = 0;
  double closing_mps = 0.0;
  double at_s = begin_s;
  while (pair_.status().ok()) {
    const double left_s = end.poses.elapsed_s - at_s;
    if (end.is_contact && left_s <= options_.time_tolerance_s) return Contact(at_s, end.poses.elapsed_s, end.separation);
    const Probe probe = ProbeAt(at_s);
    const double gap_m = probe.gap_m();
    if (IsContact(probe)) return Contact(at_s, at_s, probe.separation);
    if (steps_ >= most_steps) return Undecided(probe, true);
    if (gap_m <= options_.epsilon_m && ++grazing_steps > kMostGrazingSteps) return Undecided(probe, false);
    double stretch_s = 0.0;
    double ahead_s = left_s;
    if (gap_m > kNoProgress * error_m_) {
      // An interval over which the curvature takes about half of the gap, and in which contact is expected in the middle.
      ahead_s = std::min(ahead_s, 2.0 * std::sqrt(gap_m / pair_.acceleration_mps2()));
      if (closing_mps > 0.0) ahead_s = std::min(ahead_s, 2.0 * gap_m / closing_mps);
      if (!(at_s + ahead_s > at_s)) return left_s > 0.0 ? Undecided(probe, false) : PairImpact();
      stretch_s = Stretch(probe, ahead_s < left_s ? pair_.PosesAfter(at_s + ahead_s) : end.poses, &closing_mps);
    }
    const bool is_next_to_contact = gap_m <= std::max(0.5 * options_.time_tolerance_s * closing_mps,
                                                      2.0 * kLeftByStep * error_m_);
    if (stretch_s < ahead_s && is_next_to_contact) {
      if (question_ == ImpactQuestion::kWhether) return Undecided(probe, false);
      const double wait_s = closing_mps > 0.0 ? 1.25 * (gap_m + kNoProgress * error_m_) / closing_mps : 0.0;
      const double contact_s =
          OnClock(at_s + std::min(left_s, std::max(0.9 * options_.time_tolerance_s, wait_s)));
      const Probe contact = ProbeAt(contact_s);
      if (contact_s > at_s && IsContact(contact)) return Contact(at_s, contact_s, contact.separation);
    }
    if (stretch_s >= left_s) return {};
    if (!(at_s + stretch_s > at_s)) return Undecided(probe, false);
    at_s += stretch_s;
  }
  return {};
}

}  // namespace collision2d::internal
