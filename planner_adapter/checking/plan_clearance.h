#ifndef COLLISION2D_PLANNER_ADAPTER_CHECKING_PLAN_CLEARANCE_H_
#define COLLISION2D_PLANNER_ADAPTER_CHECKING_PLAN_CLEARANCE_H_

#include <cstdint>
#include <limits>
#include <vector>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "collision2d/batch/step_separation.h"
#include "collision2d/geometry/convex_polygon.h"
#include "planner_adapter/checking/candidate_poses.h"
#include "planner_adapter/checking/obstacle_window.h"

namespace collision2d::planner {

// The clearance of one row of candidates from the plain obstacles of a window, up to its first step with a contact. Steps are those of
// the window, obstacles `placed` there.
struct PlanClearance {
  // The pair with the smallest signed distance, if it is at most the limit; of equal ones the first by step, obstacle, body shape. In
  // contact the deepest one.
  StepSeparation nearest;
  // At the first step with a contact: of the first obstacle in order that the body touches or overlaps, the deepest contact with the
  // first such hypothesis.
  StepSeparation first_contact;

  bool collides() const { return first_contact.step >= 0; }
};

// A shape that some row touches or overlaps at a step.
struct PlanContact {
  int step;
  int placed;
};

// clearances[row]: see there; limit_m[row]: only smaller or equal distances count, but all contacts.
// `contacts`: all contacts of rows at their first step with one, by step, then placed, each once. Of a row that collides with what moves and, at
// an earlier step, with what stands still those of the later step are in it too.
// max_pairs: of a row and a moving obstacle at a step, in one query; more rows are put to several, of at least one row each.
// REQUIRES: one limit >= 0 and one clearance for each row; max_pairs >= 0.
// Each pair is answered as ComputeSeparation in the body's frame, by RelativePose, to the bit. Errors: as LeastSeparation.
absl::Status ComputePlanClearances(absl::Span<const ConvexPolygon> body, const CandidatePoses& poses,
                                   const ObstacleWindow& obstacles, absl::Span<const double> limit_m,
                                   absl::Span<PlanClearance> clearances, std::vector<PlanContact>* contacts,
                                   int64_t max_pairs = std::numeric_limits<int32_t>::max());

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_CHECKING_PLAN_CLEARANCE_H_
