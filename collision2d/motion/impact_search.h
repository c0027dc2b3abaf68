#ifndef COLLISION2D_MOTION_IMPACT_SEARCH_H_
#define COLLISION2D_MOTION_IMPACT_SEARCH_H_

#include <cstdint>

#include "collision2d/geometry/vec2.h"
#include "collision2d/motion/impact_result.h"
#include "collision2d/motion/pair_motion.h"
#include "collision2d/query/separation_result.h"

namespace collision2d::internal {

// What is to be found out.
enum class ImpactQuestion {
  kWhen,     // The bracket of the first contact.
  kWhether,  // Whether the motion is free; what is known of a contact otherwise is not specified.
};

// What is known of the first contact of two shapes; times in s since the start of the motions.
struct PairImpact {
  MotionVerdict verdict = MotionVerdict::kFree;
  double free_until_s = 0.0;
  double contact_by_s = 0.0;  // Unless free.
  Separation separation;
  bool reached_cap = false;
};

// The search for the first contact of two shapes, by conservative advancement.
class ImpactSearch {
 public:
  // Instants of contact are representable on the clock that shows start_s at the start.
  ImpactSearch(PairMotion* pair, const ImpactOptions& options, ImpactQuestion question, double start_s)
      : pair_(*pair), options_(options), question_(question), start_s_(start_s), error_m_(pair->error_m()) {}

  // The first contact within the window; the shapes are apart before and after it.
  // If the pair's status() is not OK afterwards, the result means nothing.
  PairImpact Search(const TimeWindow& window);

  int64_t steps() const { return steps_; }

 private:
  // An instant that has been put to ComputeSeparation.
  struct Probe {
    PairPoses poses;
    Separation separation;
    Vec2 direction;  // Of the separation, world axes.

    double elapsed_s() const { return poses.elapsed_s; }
    double gap_m() const { return separation.signed_distance_m; }
  };

  Probe ProbeAt(double elapsed_s);
  bool IsContact(const Probe& probe) const { return probe.gap_m() < -error_m_; }
  // Whether the end of an interval that is being searched is known to be one of contact.
  struct End {
    PairPoses poses;
    bool is_contact;
    Separation separation;
  };
  PairImpact March(double begin_s, const End& end);
  PairImpact Contact(double free_until_s, double contact_by_s, const Separation& separation) const;
  PairImpact Undecided(const Probe& probe, bool reached_cap) const;
  double TargetGap(double gap_m, double closing_mps) const;
  double Stretch(const Probe& from, const PairPoses& to, double* closing_mps) const;
  double OnClock(double elapsed_s) const;

  PairMotion& pair_;
  const ImpactOptions& options_;
  const ImpactQuestion question_;
  const double start_s_;
  const double error_m_;
  int64_t steps_ = 0;
};

// The most steps that a search may take. Over an interval of T s, with a second derivative of at most K (m/s^2), a closing speed of at most V, and a
// distance of at most D: see docs/numerics.md for the derivation.
int64_t MostImpactSteps(const PairMotion& pair, double epsilon_m);

}  // namespace collision2d::internal

#endif  // COLLISION2D_MOTION_IMPACT_SEARCH_H_
