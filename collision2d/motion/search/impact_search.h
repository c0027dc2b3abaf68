#pragma once

#include <cstdint>

#include "collision2d/motion/impact_result.h"
#include "collision2d/motion/search/edge_gap.h"
#include "collision2d/motion/search/pair_motion.h"
#include "collision2d/query/separation_result.h"

namespace collision2d::internal {

// Which question a search answers.
enum class ImpactQuestion {
  kWhen,     // The bracket of the first contact.
  kWhether,  // Whether the motion is free; the bracket of a contact is unspecified.
};

// What is known of the first contact of two shapes; times in s since the start of the motions.
struct PairImpact {
  MotionVerdict verdict = MotionVerdict::kFree;
  double free_until_s = 0.0;
  double contact_by_s = 0.0;  // Unless free.
  bool reached_limit = false;
};

// The search for the first contact of two shapes, by conservative advancement.
class ImpactSearch {
 public:
  // Instants of contact are representable on the clock that shows start_s at the start.
  ImpactSearch(PairMotion* pair, const ImpactOptions& options, ImpactQuestion question, double start_s)
      : pair_(*pair),
        options_(options),
        question_(question),
        start_s_(start_s),
        error_m_(pair->error_m()),
        rounding_m_(pair->rounding_m()) {}

  // The first contact within the window; the shapes are apart before and after it.
  // If the pair's status() is not OK afterwards, the result means nothing.
  PairImpact Search(const TimeWindow& window);

  // The separation at an instant, which is mostly known already of the contact that was found.
  Separation SeparationAfter(double elapsed_s) const;

  int64_t steps() const { return steps_; }

 private:
  // The end of the part of the motion that is searched: an instant of contact, or one after which
  // the shapes are apart.
  struct End {
    double elapsed_s;
    bool is_contact;
  };

  // A march from instant to instant.
  struct Leg {
    InstantProbe probe;  // The shapes are apart before it.
    End end;
    int steps;
    int grazing_steps;
    // When contact is expected, after the probe; the end, if it is not.
    double contact_after_s;
    // How much farther than expected to look for it.
    double look_factor;

    double at_s() const { return probe.elapsed_s(); }
    double left_s() const { return end.elapsed_s - at_s(); }
  };

  InstantProbe ProbeAt(double elapsed_s);
  InstantProbe EdgeProbeAt(double elapsed_s);
  InstantProbe SeparationProbe(const PairInstant& at);
  bool IsContactAt(double elapsed_s);
  bool IsContact(const InstantProbe& probe) const { return probe.gap_m < -error_m_; }
  double CertainGap(const InstantProbe& probe) const { return probe.gap_m - error_m_; }
  double TargetGap(double certain_gap_m, double closing_mps) const;
  PairImpact March(const InstantProbe& first, const End& end);
  PairImpact FirstContact(double begin_s, const InstantProbe& from, End end);
  bool Leap(double begin_s, InstantProbe* probe, End* end);
  bool Step(Leg* leg, PairImpact* impact);
  PairImpact GiveUp(double at_s, const End& end, bool reached_limit);
  double EarlierContact(double before_s, double contact_s);
  double StretchAhead(Leg* leg) const;
  // What the gap along one direction promises.
  struct Forecast {
    double stretch_s;        // Proven to be open.
    double contact_after_s;  // Expected to close; at the end, if not before.
  };
  Forecast ForecastAlong(const InstantProbe& probe, double turn_rate_radps, double ahead_s, double left_s) const;
  double StretchTo(const InstantProbe& probe, double after_s) const;
  void LookForContact(Leg* leg);
  bool LookAfter(double after_s, Leg* leg);
  double OnClock(double elapsed_s) const;

  PairMotion& pair_;
  const ImpactOptions& options_;
  const ImpactQuestion question_;
  const double start_s_;
  const double error_m_;
  const double rounding_m_;
  int64_t steps_ = 0;
  // Those of the last probe. Not set unless the pair has edge gaps.
  ScaledEdgeGaps gaps_;
  // The last separation that was computed, and of when.
  Separation separation_;
  double separation_s_ = -1.0;
};

// The most instants that a march may examine before it gives up: at most 2^18 (docs/numerics.md
// derives the formula).
int64_t MostImpactSteps(const PairMotion& pair, double contact_tolerance_m);

}  // namespace collision2d::internal
