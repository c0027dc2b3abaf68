#include "collision2d/motion/search/impact_search.h"

#include <algorithm>
#include <cmath>

namespace collision2d::internal {
namespace {

// Steps in a row of a march at distances of at most contact_tolerance_m.
constexpr int kMostGrazingSteps = 32;

// MostImpactSteps is never less, and never more.
constexpr int kFewSteps = 64;
constexpr double kMostSteps = 0x1p18;

// Steps of a march that only follow the turn of the body whose edge the gap belongs to.
constexpr int kStepsByOwner = 4;

// Times that a forecast evaluates the bound, and how much longer a stretch must become to be worth
// another evaluation.
constexpr int kMostLooks = 4;
constexpr double kWorthAnotherLook = 1.5;

// The most leaps to a contact, and the most that bodies turn by while one is only expected: gaps
// that close may open again.
constexpr int kMostLeaps = 8;
constexpr double kMostTurnOfLeap_rad = 1.0;

// In units of the pair's rounding: a certain gap from which no further step is attempted, the least
// that a step leaves, and from which on it looks for contact.
constexpr double kNoProgress = 3.0;
constexpr double kLeftByStep = 8.0;
constexpr double kClose = 16.0;

// In units of the time tolerance: how long before the contact that is expected a march stops, from
// when it looks for a contact, and where.
constexpr double kStopBefore = 0.375;
constexpr double kLookFrom = 0.75;
constexpr double kLookAfter = 0.96875;

PairImpact ContactBetween(double free_until_s, double contact_by_s) {
  return {MotionVerdict::kCollides, free_until_s, contact_by_s, false};
}

}  // namespace

int64_t MostImpactSteps(const PairMotion& pair, double contact_tolerance_m) {
  const double target_m = 0.5 * contact_tolerance_m;
  const double by_speed = pair.speed_mps() * pair.duration_s() / target_m;
  // What a velocity that is hardly known takes from the gap, and what curvature takes.
  const double stretches =
      (2.0 * pair.slope_error_mps() / target_m + std::sqrt(2.0 * pair.acceleration_mps2() / target_m)) *
      pair.duration_s();
  // The distance is halved at most so often from kMaxCoordinate_m to a micrometre, and less often
  // to a larger distance.
  constexpr double kHalvings = 64.0;
  // A step to the next instant, and two looks for contact.
  constexpr double kProbesOfStep = 3.0;
  // In this order NaN, of an epsilon near the least double, gives the most too.
  return static_cast<int64_t>(std::min(
      kMostSteps, kProbesOfStep * (kMostGrazingSteps + kHalvings + std::min(kHalvings * stretches, by_speed))));
}

// REQUIRES: pair_.has_edge_gap().
InstantProbe ImpactSearch::EdgeProbeAt(double elapsed_s) {
  ++steps_;
  const PairInstant at = pair_.InstantAfter(elapsed_s);
  const EdgeGap gap = pair_.EdgeGapAt(at, &gaps_);
  return {at, gap.gap_m, at.world_from_a.Rotate(gap.direction), gap.edge};
}

InstantProbe ImpactSearch::SeparationProbe(const PairInstant& at) {
  separation_ = pair_.SeparationAt(at);
  separation_s_ = at.elapsed_s;
  return {at, separation_.signed_distance_m, at.world_from_a.Rotate(separation_.direction)};
}

InstantProbe ImpactSearch::ProbeAt(double elapsed_s) {
  if (pair_.has_edge_gap()) {
    const InstantProbe probe = EdgeProbeAt(elapsed_s);
    // Corners that face each other are farther apart than any edge shows, which matters if the
    // shapes are about to be undecided.
    if (probe.gap_m > options_.contact_tolerance_m || probe.gap_m < -error_m_) return probe;
    return SeparationProbe(probe.at);
  }
  ++steps_;
  return SeparationProbe(pair_.InstantAfter(elapsed_s));
}

// A contact that is looked for is mostly the one that is returned, with its separation.
bool ImpactSearch::IsContactAt(double elapsed_s) {
  if (question_ == ImpactQuestion::kWhether) return IsContact(ProbeAt(elapsed_s));
  ++steps_;
  return IsContact(SeparationProbe(pair_.InstantAfter(elapsed_s)));
}

Separation ImpactSearch::SeparationAfter(double elapsed_s) const {
  return elapsed_s == separation_s_ ? separation_ : pair_.SeparationAt(pair_.InstantAfter(elapsed_s));
}

// The nearest instant that a double on the clock shows.
double ImpactSearch::OnClock(double elapsed_s) const {
  return std::min((start_s_ + elapsed_s) - start_s_, pair_.duration_s());
}

// The gap that a step leaves: so much that contact follows within the time tolerance, and more than
// rounding.
double ImpactSearch::TargetGap(double certain_gap_m, double closing_mps) const {
  return std::min(0.5 * certain_gap_m,
                  std::max(kStopBefore * options_.time_tolerance_s * closing_mps, kLeftByStep * rounding_m_));
}

// How long the gap is certainly open from the probe towards another instant, s.
double ImpactSearch::StretchTo(const InstantProbe& probe, double after_s) const {
  const double after_gap_m = pair_.GapAfter(probe.at, {probe.direction, 0.0}, after_s).gap_m;
  const double certain_gap_m = CertainGap(probe);
  return ProvenStretch({0.0, certain_gap_m}, {std::abs(after_s), after_gap_m}, TargetGap(certain_gap_m, 0.0));
}

PairImpact ImpactSearch::Search(const TimeWindow& window) {
  // Most pairs that come near are apart throughout, along the direction in which they pass each
  // other.
  const InstantProbe closest = ProbeAt(OnClock(window.closest_s));
  if (IsContact(closest)) {
    if (question_ == ImpactQuestion::kWhether) return ContactBetween(0.0, closest.elapsed_s());
    return FirstContact(window.begin_s, closest, {closest.elapsed_s(), true});
  }
  if (CertainGap(closest) <= kNoProgress * rounding_m_) return March(ProbeAt(window.begin_s), {window.end_s, false});
  const double before_s = closest.elapsed_s() - window.begin_s;
  if (before_s > 0.0) {
    const double open_s = StretchTo(closest, -before_s);
    // Written so that NaN does not pass for free.
    if (!(open_s >= before_s)) {
      const PairImpact before =
          FirstContact(window.begin_s, ProbeAt(window.begin_s), {closest.elapsed_s() - open_s, false});
      if (before.verdict != MotionVerdict::kFree) return before;
    }
  }
  const double after_s = window.end_s - closest.elapsed_s();
  if (after_s <= 0.0) return {};
  const double open_s = StretchTo(closest, after_s);
  if (open_s >= after_s) return {};
  const double next_s = closest.elapsed_s() + open_s;
  return FirstContact(next_s, ProbeAt(next_s), {window.end_s, false});
}

// Searches from the instant of a probe, before which the shapes are apart.
PairImpact ImpactSearch::March(const InstantProbe& first, const End& end) {
  const int64_t steps_before = steps_;
  Leg leg = {first, end, 0, 0, 0.0, 1.0};
  if (IsContact(leg.probe)) return ContactBetween(leg.at_s(), leg.at_s());
  PairImpact impact;
  while (pair_.status().ok() && Step(&leg, &impact)) {
    const int64_t steps = steps_ - steps_before;
    if (steps >= kFewSteps && steps >= MostImpactSteps(pair_, options_.contact_tolerance_m)) {
      return GiveUp(leg.at_s(), leg.end, true);
    }
  }
  return impact;
}

// The first contact between an instant before which the shapes are apart and an end. Leaps begin at
// the last probe, `from`: in contact, or at the beginning. The way back from where they lead is
// mostly proven in one stretch, since the gap opens that way.
PairImpact ImpactSearch::FirstContact(double begin_s, const InstantProbe& from, End end) {
  const auto first = [&] { return from.elapsed_s() == begin_s ? from : ProbeAt(begin_s); };
  InstantProbe probe = from;
  const double turn_rad =
      (std::abs(from.at.yaw_rate_a_radps) + std::abs(from.at.yaw_rate_b_radps)) * (end.elapsed_s - begin_s);
  const bool may_leap =
      question_ == ImpactQuestion::kWhen && pair_.has_edge_gap() && (end.is_contact || turn_rad <= kMostTurnOfLeap_rad);
  probe.edge = may_leap ? pair_.LastEdgeToClose(from.at, gaps_) : -1;
  if (!Leap(begin_s, &probe, &end)) return March(first(), end);
  const PairImpact impact = ContactBetween(probe.elapsed_s(), end.elapsed_s);
  const double way_s = probe.elapsed_s() - begin_s;
  const double open_s = way_s > 0.0 ? StretchTo(probe, -way_s) : 0.0;
  if (open_s >= way_s) return impact;
  const PairImpact before = March(first(), {probe.elapsed_s() - open_s, false});
  if (before.verdict == MotionVerdict::kUndecided) return GiveUp(before.free_until_s, end, before.reached_limit);
  return before.verdict == MotionVerdict::kFree ? impact : before;
}

// Leaps to just before the contact of the probe's edge, whatever is proven of the time before. True
// if contact follows within the time tolerance, or is at the beginning; stores the instant before
// and the contact. The edge is a guess. The next guess is the widest one where that turns out to be
// wrong: just before the guessed edge's own contact, or at the beginning, if that contact would be
// earlier.
bool ImpactSearch::Leap(double begin_s, InstantProbe* probe, End* end) {
  const double tolerance_s = options_.time_tolerance_s;
  for (int leaps = 0; leaps < kMostLeaps && probe->edge >= 0; ++leaps) {
    const PairMotion::EdgeCourse course = pair_.CourseOfEdge(probe->at, probe->edge);
    probe->gap_m = course.gap_m;
    probe->direction = course.direction;
    const bool is_just_before =
        CertainGap(*probe) > kNoProgress * rounding_m_ && course.closes_after_s <= kLookFrom * tolerance_s;
    double next_s = OnClock(probe->elapsed_s() + course.closes_after_s - kStopBefore * tolerance_s);
    if (is_just_before) {
      next_s = probe->elapsed_s();
      const double later_s = std::min(OnClock(next_s + kLookAfter * tolerance_s), end->elapsed_s);
      if ((end->is_contact && later_s == end->elapsed_s) || IsContactAt(later_s)) {
        *end = {later_s, true};
        return later_s - next_s <= tolerance_s;
      }
    }
    // Written so that NaN does not pass.
    if (!(next_s < end->elapsed_s) || std::max(next_s, probe->elapsed_s()) <= begin_s) return false;
    if (is_just_before || next_s <= begin_s) {
      *probe = EdgeProbeAt(std::max(next_s, begin_s));
      if (IsContact(*probe)) {
        *end = {probe->elapsed_s(), true};
        return true;
      }
    } else {
      ++steps_;
      probe->at = pair_.InstantAfter(next_s);
    }
  }
  return false;
}

// What is known where no further step can be made.
PairImpact ImpactSearch::GiveUp(double at_s, const End& end, bool reached_limit) {
  if (!end.is_contact) return {MotionVerdict::kUndecided, at_s, at_s, reached_limit};
  PairImpact impact = ContactBetween(at_s, EarlierContact(at_s, end.elapsed_s));
  impact.reached_limit = reached_limit;
  return impact;
}

// Looks for contact between an instant without any, beyond rounding, and one of contact. Returns an
// instant of contact that follows one without within the time tolerance, or as soon as the clock
// shows. Bodies that turn by a good part of a radian within the tolerance may have parted again at
// its end, so that the look ahead is first halved, as long as a body moves by more than rounding
// within it. Then it is doubled from the tolerance on, and the interval that is found is bisected.
double ImpactSearch::EarlierContact(double before_s, double contact_s) {
  const double tolerance_s = options_.time_tolerance_s;
  if (question_ == ImpactQuestion::kWhether || contact_s - before_s <= tolerance_s) return contact_s;
  const double from_s = before_s;
  double looked_at_s = contact_s;
  for (double after_s = tolerance_s; after_s * pair_.speed_mps() > rounding_m_; after_s *= 0.5) {
    const double at_s = OnClock(from_s + after_s);
    if (!(from_s < at_s && at_s < looked_at_s)) break;
    if (IsContact(ProbeAt(at_s))) return at_s;
    looked_at_s = at_s;
  }
  const auto look = [&](double elapsed_s) {
    const double at_s = OnClock(elapsed_s);
    if (!(before_s < at_s && at_s < contact_s)) return false;
    (IsContact(ProbeAt(at_s)) ? contact_s : before_s) = at_s;
    return true;
  };
  for (double after_s = 2.0 * tolerance_s; look(from_s + after_s);) after_s *= 2.0;
  while (contact_s - before_s > tolerance_s && look(before_s + 0.5 * (contact_s - before_s))) continue;
  return contact_s;
}

// Goes on to the next probe; false if the march is decided before.
bool ImpactSearch::Step(Leg* leg, PairImpact* impact) {
  const double gap_m = CertainGap(leg->probe);
  const bool is_open = gap_m > kNoProgress * rounding_m_;
  const double stretch_s = is_open ? StretchAhead(leg) : 0.0;
  if (is_open && stretch_s >= leg->left_s() && !leg->end.is_contact) {
    *impact = PairImpact();
    return false;
  }
  const bool is_closing = leg->contact_after_s < leg->left_s() || !pair_.knows_velocities();
  if (gap_m <= kClose * rounding_m_ || (gap_m <= options_.contact_tolerance_m && is_closing) ||
      leg->contact_after_s <= kLookFrom * options_.time_tolerance_s) {
    LookForContact(leg);
  }
  leg->grazing_steps = leg->probe.gap_m <= options_.contact_tolerance_m ? leg->grazing_steps + 1 : 0;
  const bool is_near = leg->grazing_steps > kMostGrazingSteps;
  const double next_s = leg->at_s() + stretch_s;
  if ((leg->end.is_contact && leg->left_s() <= options_.time_tolerance_s) || is_near || !(next_s > leg->at_s())) {
    *impact = GiveUp(leg->at_s(), leg->end, false);
    return false;
  }
  leg->probe = ProbeAt(next_s);
  ++leg->steps;
  return true;
}

// How long the shapes are certainly apart from the leg's probe on, s. Updates what is expected of
// contact.
double ImpactSearch::StretchAhead(Leg* leg) const {
  const InstantProbe& probe = leg->probe;
  const double left_s = leg->left_s();
  leg->contact_after_s = left_s;
  if (left_s <= 0.0) return 0.0;
  // So far that curvature takes at most the gap.
  const double far_s = std::min(left_s, std::sqrt(2.0 * probe.gap_m / pair_.acceleration_mps2()));
  const Forecast fixed = ForecastAlong(probe, 0.0, far_s, left_s);
  leg->contact_after_s = fixed.contact_after_s;
  double stretch_s = fixed.stretch_s;
  if (stretch_s >= left_s) return stretch_s;
  // Bodies that turn together, or a vertex and an edge that turns: along the edge's own normal the
  // gap closes evenly, or not at all. The best forecast is the one with the latest contact,
  // whatever its direction.
  const double turning_far_s = stretch_s < far_s ? far_s : left_s;
  for (const bool of_a : {true, false}) {
    // Edges of both that are nearly parallel are both of interest, which is rare.
    const bool is_owner = probe.edge < 0 || pair_.IsEdgeOfA(probe.edge) == of_a;
    if (!is_owner && leg->steps < kStepsByOwner) continue;
    const double rate = of_a ? probe.at.yaw_rate_a_radps : probe.at.yaw_rate_b_radps;
    if (rate == 0.0) continue;
    const Forecast turning = ForecastAlong(probe, rate, turning_far_s, left_s);
    stretch_s = std::max(stretch_s, turning.stretch_s);
    leg->contact_after_s = std::max(leg->contact_after_s, turning.contact_after_s);
  }
  return stretch_s;
}

// Along a direction that turns at a constant rate. Looks ahead_s ahead, and then where the gap's
// bound should end.
ImpactSearch::Forecast ImpactSearch::ForecastAlong(const InstantProbe& probe, double turn_rate_radps, double ahead_s,
                                                   double left_s) const {
  const TurningDirection direction = {probe.direction, turn_rate_radps};
  const double gap_m = CertainGap(probe);
  BoundedGap open = {0.0, gap_m};
  BoundedGap beyond = {};
  double closing_mps = 0.0;
  double stretch_s = 0.0;
  double look_s = ahead_s;
  for (int looks = 0; looks < kMostLooks; ++looks) {
    const PairMotion::GapBound bound = pair_.GapAfter(probe.at, direction, look_s);
    closing_mps = (gap_m - bound.straight_m) / look_s;
    const double target_m = TargetGap(gap_m, closing_mps);
    const bool is_open = bound.gap_m >= target_m;
    if (is_open && looks == 0) return {ahead_s, closing_mps > 0.0 ? std::min(gap_m / closing_mps, left_s) : left_s};
    (is_open ? open : beyond) = {look_s, bound.gap_m};
    stretch_s = ProvenStretch(open, beyond, std::min(target_m, open.gap_m));
    // The root of a parabola with this slope and this bend. Bounds whose slope changes before are
    // worth another look.
    const double bend = (bound.straight_m - bound.gap_m) / (look_s * look_s);
    const double root = closing_mps + std::sqrt(closing_mps * closing_mps + 4.0 * bend * (gap_m - target_m));
    const double next_s =
        root > 0.0 ? std::min(0.75 * beyond.after_s, 2.0 * (gap_m - target_m) / root) : 0.75 * beyond.after_s;
    if (looks > 0 && next_s < kWorthAnotherLook * stretch_s) break;
    look_s = next_s;
  }
  return {stretch_s, closing_mps > 0.0 ? std::min(gap_m / closing_mps, left_s) : left_s};
}

// Looks for contact within the time tolerance, twice as far each time as long as there is none, and
// where the shapes should just overlap by more than rounding: slow ones take longer, and fast ones
// may have parted again.
void ImpactSearch::LookForContact(Leg* leg) {
  const bool is_expected = leg->contact_after_s < leg->left_s();
  const double deep_after_s =
      leg->contact_after_s * (1.25 + kNoProgress * error_m_ / std::max(leg->probe.gap_m, rounding_m_));
  const double far_after_s = leg->look_factor * kLookAfter * options_.time_tolerance_s;
  leg->look_factor *= 2.0;
  if (LookAfter(is_expected ? std::max(far_after_s, deep_after_s) : far_after_s, leg)) return;
  if (is_expected && deep_after_s < far_after_s) LookAfter(deep_after_s, leg);
}

// True if that is not before the end of what is searched, or if there is contact, which is the end
// then.
bool ImpactSearch::LookAfter(double after_s, Leg* leg) {
  if (leg->end.is_contact && after_s >= leg->left_s()) return true;
  const double later_s = OnClock(leg->at_s() + std::min(leg->left_s(), after_s));
  if (!(later_s > leg->at_s()) || !IsContactAt(later_s)) return false;
  leg->end = {later_s, true};
  leg->look_factor = 1.0;
  return true;
}

}  // namespace collision2d::internal
