#pragma once

#include <ompl/base/MotionValidator.h>
#include <ompl/base/SpaceInformation.h>
#include <ompl/base/State.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/motion/impact_result.h"
#include "planner_adapter/ompl/body_in_map.h"
#include "planner_adapter/ompl/obstacle_map.h"
#include "planner_adapter/ompl/se2_space.h"

namespace collision2d::planner {

// Validates motions between states of an SE2StateSpace, DubinsStateSpace or ReedsSheppStateSpace in
// a map. A motion is the path that the space's interpolate() follows. It is valid only if it is
// proven that at no real instant, both ends included, the body shares a point with the map's shapes
// or the origin of its frame leaves the bounds; otherwise it counts as invalid (undecided_count()).
// There is no resolution to set. The proof holds for a body that is larger by margin_m():
// docs/ompl.md, "What is promised".
// Safe from many threads at once, including the counters. Must not outlive the space information,
// which usually owns it.
class MapMotionValidator : public ompl::base::MotionValidator {
 public:
  // Errors (InvalidArgument): as MapStateValidityChecker::Create; a turning radius that is not
  // positive, or beyond kMaxCoordinate_m / 8.
  static absl::StatusOr<std::shared_ptr<MapMotionValidator>> Create(const ompl::base::SpaceInformationPtr& si,
                                                                    std::vector<ConvexPolygon> body,
                                                                    std::shared_ptr<const ObstacleMap> map);

  // Returns true if the motion is valid. Returns false also for states that are not legal, as
  // MapStateValidityChecker::isValid. O(log n + shapes nearby) for each 50 m and each 0.35 rad of
  // turning.
  bool checkMotion(const ompl::base::State* s1, const ompl::base::State* s2) const override;

  // Returns the same. If the motion is not valid, last_valid.second is set to a fraction of it such
  // that everything from s1 to there is proven valid, and last_valid.first, unless null, receives
  // the state there; it may be the object s1 or s2. The fraction is at most 10^-6 of a part of the
  // motion (50 m, 0.35 rad) short of the first place where margin_m() is not kept, except next to
  // grazes. It is 0, and the state that of s1, if s1 itself is not valid.
  bool checkMotion(const ompl::base::State* s1, const ompl::base::State* s2,
                   std::pair<ompl::base::State*, double>& last_valid) const override;

  // Returns the number of motions that were refused without a proof of contact or of leaving the
  // bounds: they graze a shape, or pass within margin_m() of it.
  uint64_t undecided_count() const { return undecided_count_.load(std::memory_order_relaxed); }

  // m. The margin by which the proof enlarges the body.
  double margin_m() const { return kRoundings * rounding_m_; }

 private:
  // Number of rounding errors between a state and the proven pieces: one for the state, two for the
  // bounds (in both directions), one for the final stretch to the target.
  static constexpr double kRoundings = 4.0;

  MapMotionValidator(const ompl::base::SpaceInformationPtr& si, const Se2Space& space, double reach_m,
                     double rounding_m, BodyInMap body);

  // Returns kCollides if the motion is certainly invalid, for whatever reason.
  MotionVerdict Check(const ompl::base::State* s1, const ompl::base::State* s2) const;
  bool Count(MotionVerdict verdict) const;
  // REQUIRES: the motion is not valid.
  double ProvenFraction(const ompl::base::State* s1, const ompl::base::State* s2) const;
  void SetState(const ompl::base::State* s1, const ompl::base::State* s2, double fraction,
                ompl::base::State* state) const;

  Se2Space space_;
  double reach_m_;     // The farthest point of the body from the origin of its frame.
  double rounding_m_;  // Between the pieces and what interpolate() computes.
  BodyInMap body_;
  mutable std::atomic<uint64_t> undecided_count_{0};
};

}  // namespace collision2d::planner
