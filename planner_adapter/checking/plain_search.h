#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "collision2d/batch/results.h"
#include "planner_adapter/checking/candidate_poses.h"
#include "planner_adapter/checking/findings.h"
#include "planner_adapter/checking/placed_obstacles.h"
#include "planner_adapter/checking/plain_obstacles.h"

namespace collision2d::planner {

// Finds the nearest plain obstacles of rows of candidates, and their contacts.
class PlainSearch {
 public:
  static constexpr int kNoContact = std::numeric_limits<int>::max();

  // Refers to the parts of the body.
  explicit PlainSearch(absl::Span<const SpaceBody> parts, int64_t max_pairs = std::numeric_limits<int32_t>::max())
      : parts_(parts), max_pairs_(max_pairs) {}

  // Follows each row at some steps up to its end_step, or its first step with a contact. Only
  // distances of at most limit_m[row] are reported, but all contacts are; REQUIRES: limits >= 0.
  // Without limits only the first contact of each part is, with a signed distance and witnesses of
  // 0, which is faster.
  // The answer for each pair has the bits of ComputeSeparation in the part's frame, by
  // RelativePose. `poses`: of each part. Errors: as MinimumSeparation.
  absl::Status Search(const PlacedObstacles& obstacles, Range steps, absl::Span<const int> end_step,
                      absl::Span<const double> limit_m, absl::Span<CandidatePoses> poses);

  // The results of the last search, by row. The nearest obstacle at up to the limit; ties go by
  // IsNearer.
  absl::Span<const Clearance> nearest() const { return nearest_; }
  // The first step with a contact, or kNoContact.
  int contact_step(int row) const { return contact_step_[static_cast<size_t>(row)]; }
  bool collides(int row) const { return contact_step(row) != kNoContact; }
  // The row, and each contact at its first step with one; by obstacle, then part, then body shape.
  absl::Span<const std::pair<int, Clearance>> ContactsOf(int row) const;

 private:
  absl::Status SearchRows(const PlacedObstacles& obstacles, Range steps, Range rows, absl::Span<const int> end_step,
                          absl::Span<const double> limit_m, absl::Span<CandidatePoses> poses);
  absl::Status Query(bool contacts_only, int part, const Trajectories& trajectories, const Obstacles& obstacles);
  template <typename PlacedOf>
  void Record(Range steps, Range rows, int part, const CandidatePoses& poses, const PlacedOf& placed_of);

  const absl::Span<const SpaceBody> parts_;
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
