#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "collision2d/batch/results.h"
#include "planner_adapter/checking/findings.h"
#include "planner_adapter/checking/placed_obstacles.h"
#include "planner_adapter/checking/plain_obstacles.h"
#include "planner_adapter/checking/window_parts.h"

namespace collision2d::planner {

// Finds the nearest plain obstacles of rows of candidates, and their contacts.
class PlainSearch {
 public:
  static constexpr int kNoContact = std::numeric_limits<int>::max();

  // Refers to its arguments: asked of the part of a window as it then is, with the obstacles at its
  // steps. `parts`: of the body.
  PlainSearch(absl::Span<const SpaceBody> parts, PosedPart* posed, const PlacedObstacles& obstacles,
              int64_t max_pairs = std::numeric_limits<int32_t>::max())
      : parts_(parts), posed_(*posed), obstacles_(obstacles), max_pairs_(max_pairs) {}

  // Follows each row at some steps up to its end_step, or its first step with a contact. Only
  // distances of at most limit_m[row] are reported, but all contacts are; REQUIRES: limits >= 0.
  // Without limits only the first contact of each part is, with a signed distance and witnesses of
  // 0, which is faster.
  // The answer for each pair has the bits of ComputeSeparation in the part's frame, by
  // RelativePose. Errors: as MinimumSeparation.
  absl::Status Search(Range steps, absl::Span<const int> end_step, absl::Span<const double> limit_m);

  // The results of the last search, by row. The nearest obstacle at up to the limit; ties go by
  // IsNearer.
  absl::Span<const Clearance> nearest() const { return nearest_; }
  // The first step with a contact, or kNoContact.
  int contact_step(int row) const { return contact_step_[static_cast<size_t>(row)]; }
  bool collides(int row) const { return contact_step(row) != kNoContact; }
  // The row, and each contact at its first step with one; by obstacle, then part, then body shape.
  absl::Span<const std::pair<int, Clearance>> ContactsOf(int row) const;

 private:
  absl::Status SearchRows(Range steps, Range rows, absl::Span<const int> end_step, absl::Span<const double> limit_m);
  absl::Status Query(bool contacts_only, int part, const Trajectories& trajectories, const Obstacles& obstacles);
  template <typename PlacedOf>
  void Record(Range steps, Range rows, int part, const PlacedOf& placed_of);

  const absl::Span<const SpaceBody> parts_;
  PosedPart& posed_;
  const PlacedObstacles& obstacles_;
  const int64_t max_pairs_;
  std::vector<Clearance> nearest_;
  std::vector<int> contact_step_;
  std::vector<std::pair<int, Clearance>> contacts_;
  // Buffers of one query, kept to be used again. The last two narrow from query to query.
  std::vector<Hit> hits_;
  std::vector<Nearest<Separation>> least_;
  std::vector<Nearest<Separation>> contact_;
  std::vector<int> contact_row_;
  std::vector<int> end_step_;
  std::vector<double> limit_m_;
};

// Returns how many rows fit into one query of at most max_pairs, if each forms pairs_of_row pairs.
int RowsPerQuery(int64_t pairs_of_row, int64_t max_pairs, int row_count);

}  // namespace collision2d::planner
