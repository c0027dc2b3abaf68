#include "collision2d/motion/impact_search.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "collision2d/motion/impact_result.h"
#include "collision2d/motion/instant_probe.h"
#include "collision2d/motion/pair_motion.h"
#include "collision2d/motion/proven_stretch.h"
#include "collision2d/query/separation_result.h"

namespace collision2d::internal {
namespace {

// Steps of a march at distances of at most epsilon_m.
constexpr int kMostGrazingSteps = 32;

// In units of the pair's error: a distance from which no further step is attempted, and the least distance that a step leaves.
constexpr double kNoProgress = 4.0;
constexpr double kLeftByStep = 8.0;

// In units of the time tolerance: how long before the contact that is expected a march stops, from when it looks for a contact, and where.
constexpr double kStopBefore = 0.375;
constexpr double kLookFrom = 0.75;
constexpr double kLookAfter = 0.96875;

double ClosingSpeed(const GapChord& chord) { return (chord.gap_m - chord.end_gap_m) / chord.duration_s; }

PairImpact ContactBetween(double free_until_s, double contact_by_s) {
  return {MotionVerdict::kCollides, free_until_s, contact_by_s, false};
}

PairImpact UndecidedAt(const InstantProbe& probe, bool reached_cap) {
  return {MotionVerdict::kUndecided, probe.elapsed_s(), probe.elapsed_s(), reached_cap};
}

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

InstantProbe ImpactSearch::ProbeAt(double elapsed_s) {
  ++steps_;
  const PairPoses poses = pair_.PosesAfter(elapsed_s);
  if (pair_.has_edge_gap()) {
    const EdgeGap gap = pair_.EdgeGapAt(poses);
    // Corners that face each other are farther apart than any edge shows, which matters if the shapes are about to be undecided.
    if (gap.gap_m > options_.epsilon_m || gap.gap_m < -error_m_) {
      return {poses, gap.gap_m, poses.world_from_a.Rotate(gap.direction),
              gap.edge_is_of_a ? DirectionFrame::kBodyA : DirectionFrame::kBodyB};
    }
  }
  const Separation separation = pair_.SeparationAt(poses);
  return {poses, separation.signed_distance_m, poses.world_from_a.Rotate(separation.direction), DirectionFrame::kWorld};
}

// The nearest instant that a double on the clock shows.
double ImpactSearch::OnClock(double elapsed_s) const {
  return std::min((start_s_ + elapsed_s) - start_s_, pair_.duration_s());
}

// How long the gap of a chord is certainly open, up to where it leaves enough for the next probe, s.
double ImpactSearch::Stretch(const GapChord& chord) const {
  const double left_m = std::max(kStopBefore * options_.time_tolerance_s * ClosingSpeed(chord), kLeftByStep * error_m_);
  return ProvenStretch(chord, std::min(0.5 * chord.gap_m, left_m));
}

PairImpact ImpactSearch::Search(const TimeWindow& window) {
  End end = {pair_.PosesAfter(window.end_s), false};
  // Most pairs that come near are apart throughout, along the direction in which they pass each other.
  const InstantProbe closest = ProbeAt(OnClock(window.closest_s));
  if (IsContact(closest)) {
    end = {closest.poses, true};
    if (question_ == ImpactQuestion::kWhether) return ContactBetween(0.0, closest.elapsed_s());
    return March(window.begin_s, end);
  }
  if (closest.gap_m <= kNoProgress * error_m_) return March(window.begin_s, end);
  const auto stretch_to = [&](const PairPoses& poses) {
    return Stretch(ChordFrom(closest, poses, DirectionFrame::kWorld, pair_));
  };
  const bool is_first = closest.elapsed_s() <= window.begin_s;
  const bool is_last = closest.elapsed_s() >= window.end_s;
  const double open_from_s =
      is_first ? window.begin_s : closest.elapsed_s() - stretch_to(pair_.PosesAfter(window.begin_s));
  if (open_from_s > window.begin_s) {
    const PairImpact before = March(window.begin_s, {pair_.PosesAfter(open_from_s), false});
    if (before.verdict != MotionVerdict::kFree) return before;
  }
  const double open_to_s = is_last ? window.end_s : closest.elapsed_s() + stretch_to(end.poses);
  return open_to_s < window.end_s ? March(open_to_s, end) : PairImpact();
}

// Searches from an instant before which the shapes are apart.
PairImpact ImpactSearch::March(double begin_s, const End& end) {
  const int64_t most_steps = steps_ + MostImpactSteps(pair_, options_.epsilon_m);
  Leg leg = {ProbeAt(begin_s), end, 0, 0.0, 0.0};
  PairImpact impact;
  if (IsContact(leg.probe)) return ContactBetween(begin_s, begin_s);
  while (pair_.status().ok() && Step(&leg, &impact)) {
    if (steps_ >= most_steps) return UndecidedAt(leg.probe, true);
  }
  return impact;
}

// Goes on to the next probe; false if the march is decided before.
bool ImpactSearch::Step(Leg* leg, PairImpact* impact) {
  if (leg->end.is_contact && leg->left_s() <= options_.time_tolerance_s) {
    *impact = ContactBetween(leg->at_s(), leg->end.poses.elapsed_s);
    return false;
  }
  *impact = UndecidedAt(leg->probe, false);
  const double gap_m = leg->probe.gap_m;
  if (gap_m <= options_.epsilon_m && ++leg->grazing_steps > kMostGrazingSteps) return false;
  const bool is_apart = gap_m > kNoProgress * error_m_;
  const double stretch_s = is_apart ? StretchAhead(leg) : 0.0;
  if (is_apart && stretch_s >= leg->left_s()) {
    *impact = PairImpact();
    return false;
  }
  if (gap_m <= 2.0 * kLeftByStep * error_m_ || leg->contact_after_s <= kLookFrom * options_.time_tolerance_s) {
    if (question_ == ImpactQuestion::kWhether || LookForContact(*leg, impact)) return false;
  }
  const double next_s = leg->at_s() + stretch_s;
  if (!(next_s > leg->at_s())) return false;
  leg->probe = ProbeAt(next_s);
  return true;
}

// How long the shapes are certainly apart from the leg's probe on, s. Updates what is expected of contact.
double ImpactSearch::StretchAhead(Leg* leg) {
  const double gap_m = leg->probe.gap_m;
  double stretch_s = 0.0;
  if (leg->closing_mps <= 0.0) {
    // So far that curvature may take half of the gap.
    stretch_s = StretchUpTo(2.0 * std::sqrt(gap_m / pair_.acceleration_mps2()), leg);
    if (stretch_s >= leg->left_s() || leg->contact_after_s - stretch_s <= kLookFrom * options_.time_tolerance_s) {
      return stretch_s;
    }
  }
  // So far that contact is expected in the middle.
  if (leg->closing_mps > 0.0) {
    stretch_s = std::max(stretch_s, StretchUpTo(2.0 * gap_m / leg->closing_mps, leg));
  }
  return stretch_s;
}

// The same, of at most ahead_s.
double ImpactSearch::StretchUpTo(double ahead_s, Leg* leg) {
  const InstantProbe& probe = leg->probe;
  const double left_s = leg->left_s();
  if (!(leg->at_s() + std::min(ahead_s, left_s) > leg->at_s())) return 0.0;
  const bool is_end = ahead_s >= left_s;
  if (is_end) ahead_s = left_s;
  const PairPoses ahead = is_end ? leg->end.poses : pair_.PosesAfter(leg->at_s() + ahead_s);
  const GapChord chord = ChordFrom(probe, ahead, DirectionFrame::kWorld, pair_);
  double stretch_s = Stretch(chord);
  leg->closing_mps = ClosingSpeed(chord);
  // Contact of a vertex with an edge that turns: along the edge's own normal the gap closes evenly.
  for (const DirectionFrame frame : {DirectionFrame::kBodyA, DirectionFrame::kBodyB}) {
    if (stretch_s >= ahead_s || (probe.edge_owner != DirectionFrame::kWorld && probe.edge_owner != frame)) continue;
    const GapChord turning = ChordFrom(probe, ahead, frame, pair_);
    stretch_s = std::max(stretch_s, Stretch(turning));
    leg->closing_mps = std::min(leg->closing_mps, ClosingSpeed(turning));
  }
  leg->contact_after_s = leg->closing_mps > 0.0 ? std::min(left_s, probe.gap_m / leg->closing_mps) : left_s;
  return stretch_s;
}

// Whether the shapes are in contact after the leg's probe, within the time tolerance, or as long as they take to overlap by more than rounding.
bool ImpactSearch::LookForContact(const Leg& leg, PairImpact* impact) {
  const double deep_after_s = 1.25 * leg.contact_after_s * (1.0 + kNoProgress * error_m_ / leg.probe.gap_m);
  const double look_after_s = std::max(kLookAfter * options_.time_tolerance_s, deep_after_s);
  const InstantProbe later = ProbeAt(OnClock(leg.at_s() + std::min(leg.left_s(), look_after_s)));
  if (!(later.elapsed_s() > leg.at_s()) || !IsContact(later)) return false;
  *impact = ContactBetween(leg.at_s(), later.elapsed_s());
  return true;
}

}  // namespace collision2d::internal
