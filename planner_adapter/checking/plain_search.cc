#include "planner_adapter/checking/plain_search.h"

#include <algorithm>
#include <cstddef>
#include <tuple>

#include "collision2d/batch/collisions.h"
#include "collision2d/batch/distances.h"
#include "collision2d/batch/static_map.h"

namespace collision2d::planner {
namespace {

// REQUIRES: a exists.
bool IsNearer(const PlainApproach& a, const PlainApproach& b) {
  const auto rank = [](const PlainApproach& of) {
    return std::make_tuple(of.separation.signed_distance_m, of.step, of.placed, of.part, of.body_shape);
  };
  return !b.exists() || rank(a) < rank(b);
}

}  // namespace

int RowsPerQuery(int64_t pairs_of_row, int64_t max_pairs, int row_count) {
  return static_cast<int>(std::clamp<int64_t>(max_pairs / std::max<int64_t>(1, pairs_of_row), 1, row_count));
}

absl::Status PlainSearch::Search(const PlacedObstacles& obstacles, Range steps, absl::Span<const int> end_step,
                                 absl::Span<const double> limit_m, absl::Span<CandidatePoses> poses) {
  contacts_.clear();
  nearest_.assign(end_step.size(), PlainNearest());
  // What is held where it is not predicted begins late.
  const bool has_static = obstacles.plain_static().size() > 0 || obstacles.plain_element_count() > 0;
  while (!has_static && steps.size() > 0 && obstacles.plain_moving()[steps.begin].size() == 0) ++steps.begin;
  if (steps.size() == 0) return absl::OkStatus();
  int64_t pairs_of_row = 0;
  for (int step = steps.begin; step < steps.end; ++step) pairs_of_row += obstacles.plain_moving()[step].size();
  const int row_count = static_cast<int>(end_step.size());
  const int rows_per_query = RowsPerQuery(pairs_of_row, max_pairs_, row_count);
  for (int begin = 0; begin < row_count; begin += rows_per_query) {
    const Range rows = {begin, std::min(begin + rows_per_query, row_count)};
    const absl::Status status = SearchRows(obstacles, steps, rows, end_step, limit_m, poses);
    if (!status.ok()) return status;
  }
  const auto key = [](const PlainContact& contact) {
    return std::make_tuple(contact.row, contact.approach.placed, contact.approach.part, contact.approach.body_shape);
  };
  // Of a row that collides with a moving obstacle and, at an earlier step, with a static one, the
  // latter count.
  const auto is_late = [this](const PlainContact& contact) {
    return contact.approach.step > nearest_[contact.row].contact_step;
  };
  contacts_.erase(std::remove_if(contacts_.begin(), contacts_.end(), is_late), contacts_.end());
  std::sort(contacts_.begin(), contacts_.end(),
            [&](const PlainContact& a, const PlainContact& b) { return key(a) < key(b); });
  return absl::OkStatus();
}

absl::Span<const PlainContact> PlainSearch::ContactsOf(int row) const {
  const auto begin = std::partition_point(contacts_.begin(), contacts_.end(),
                                          [=](const PlainContact& contact) { return contact.row < row; });
  const auto end =
      std::partition_point(begin, contacts_.end(), [=](const PlainContact& contact) { return contact.row == row; });
  return absl::MakeConstSpan(contacts_).subspan(static_cast<size_t>(begin - contacts_.begin()),
                                                static_cast<size_t>(end - begin));
}

absl::Status PlainSearch::SearchRows(const PlacedObstacles& obstacles, Range steps, Range rows,
                                     absl::Span<const int> end_step, absl::Span<const double> limit_m,
                                     absl::Span<CandidatePoses> poses) {
  const bool contacts_only = limit_m.empty();
  least_.assign(static_cast<size_t>(rows.size()), {});
  end_step_.assign(end_step.begin(), end_step.end());
  if (!contacts_only) limit_m_.assign(limit_m.begin() + rows.begin, limit_m.begin() + rows.end);
  const Obstacles plain = obstacles.PlainBesideMap(steps.begin, steps.end);
  for (int part = 0; part < static_cast<int>(parts_.size()); ++part) {
    absl::Status status = Query(contacts_only, part, poses[part].At(rows, steps, end_step_), plain);
    if (!status.ok()) return status;
    Record(steps, rows, part, [&](const Nearest<Separation>& found) {
      return obstacles.PlacedOfMoving(steps.begin + found.step, found.obstacle, found.element);
    });
    if (obstacles.plain_static().size() == 0) continue;
    status = Query(contacts_only, part, poses[part].At(rows, steps, end_step_, obstacles.static_origin()),
                   obstacles.plain_static());
    if (!status.ok()) return status;
    Record(steps, rows, part,
           [&](const Nearest<Separation>& found) { return obstacles.PlacedOfStatic(found.obstacle); });
  }
  return absl::OkStatus();
}

absl::Status PlainSearch::Query(bool contacts_only, int part, const Trajectories& trajectories,
                                const Obstacles& obstacles) {
  const auto add_contact = [this](int trajectory, const Nearest<Separation>& contact) {
    contact_row_.push_back(trajectory);
    contact_.push_back(contact);
  };
  const absl::Span<const ConvexPolygon> body = parts_[part].shapes;
  if (!contacts_only) {
    QueryOptions options;
    options.contacts = add_contact;
    return MinimumSeparation(body, trajectories, obstacles, limit_m_, absl::MakeSpan(least_), options);
  }
  hits_.resize(least_.size());
  const absl::Status status = FirstHit(body, trajectories, obstacles, absl::MakeSpan(hits_));
  for (size_t i = 0; i < hits_.size() && status.ok(); ++i) {
    const Hit& hit = hits_[i];
    if (hit.step < 0) continue;
    add_contact(static_cast<int>(i), {Separation(), hit.step, hit.obstacle, hit.body_shape, hit.element});
  }
  return status;
}

template <typename PlacedOf>
void PlainSearch::Record(Range steps, Range rows, int part, const PlacedOf& placed_of) {
  const auto approach_of = [&](const Nearest<Separation>& found) {
    return PlainApproach{steps.begin + found.step, placed_of(found), part, found.body_shape, found.separation};
  };
  for (size_t k = 0; k < contact_.size(); ++k) {
    const int row = rows.begin + contact_row_[k];
    contacts_.push_back({row, approach_of(contact_[k])});
    nearest_[row].contact_step = std::min(nearest_[row].contact_step, contacts_.back().approach.step);
  }
  contact_.clear();
  contact_row_.clear();
  for (int row = rows.begin; row < rows.end; ++row) {
    const Nearest<Separation>& found = least_[row - rows.begin];
    if (found.step < 0) continue;
    const PlainApproach approach = approach_of(found);
    PlainApproach& nearest = nearest_[row].nearest;
    // Contacts that come after one of a later query do not count.
    if (nearest.step > nearest_[row].contact_step || IsNearer(approach, nearest)) nearest = approach;
    // Steps after a contact change nothing, nor does what is farther away.
    double& limit_m = limit_m_[row - rows.begin];
    limit_m = std::max(0.0, std::min(limit_m, nearest.separation.signed_distance_m));
    if (nearest_[row].collides()) end_step_[row] = nearest_[row].contact_step + 1;
  }
}

}  // namespace collision2d::planner
