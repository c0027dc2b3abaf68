#ifndef COLLISION2D_PLANNER_ADAPTER_CHECKING_PLAN_CLEARANCE_H_
#define COLLISION2D_PLANNER_ADAPTER_CHECKING_PLAN_CLEARANCE_H_

#include <cstdint>
#include <limits>
#include <vector>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "collision2d/batch/results.h"
#include "collision2d/geometry/convex_polygon.h"
#include "planner_adapter/checking/candidate_poses.h"
#include "planner_adapter/checking/obstacle_window.h"

namespace collision2d::planner {

// The clearance of one row of candidates from the plain obstacles of a window, up to its first step
// with a contact. Steps are those of the window, obstacles `placed` there.
struct PlanClearance {
  // The pair with the smallest signed distance, if it is at most the limit; of equal ones the first
  // by step, obstacle, body shape. If there are contacts, the deepest one.
  Nearest<Separation> nearest;
  // The contact that a verdict reports, at the first step with one: the deepest contact with the
  // first hypothesis that the body touches or overlaps of the first such obstacle in order.
  Nearest<Separation> first_contact;

  bool collides() const { return first_contact.step >= 0; }
};

// A shape that some row touches or overlaps at a step.
struct PlanContact {
  int step;
  int placed;
};

// Computes the clearance of each row. Only distances of at most limit_m[row] count, but all
// contacts do. `contacts` receives all contacts of rows at their first step with one, by step, then
// placed, each once. For a row that collides with a moving obstacle and, at an earlier step, with a
// static one, it includes those of the later step.
// max_pairs limits the pairs of a row and a moving obstacle at a step in one query; if there are
// more, the rows are divided among queries, at least one row each.
// REQUIRES: one limit >= 0 and one clearance for each row; max_pairs >= 0.
// Each pair is answered as ComputeSeparation in the body's frame, by RelativePose, to the bit.
// Errors: as LeastSeparation.
absl::Status ComputePlanClearances(absl::Span<const ConvexPolygon> body, const CandidatePoses& poses,
                                   const ObstacleWindow& obstacles, absl::Span<const double> limit_m,
                                   absl::Span<PlanClearance> clearances, std::vector<PlanContact>* contacts,
                                   int64_t max_pairs = std::numeric_limits<int32_t>::max());

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_CHECKING_PLAN_CLEARANCE_H_
