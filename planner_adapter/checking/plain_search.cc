#include "planner_adapter/checking/plain_search.h"

#include <algorithm>
#include <cstddef>
#include <tuple>

#include "collision2d/batch/collisions.h"
#include "collision2d/batch/distances.h"
#include "collision2d/batch/static_map.h"

namespace collision2d::planner {

int RowsPerQuery(int64_t pairs_of_row, int64_t max_pairs, int row_count) {
  return static_cast<int>(std::clamp<int64_t>(max_pairs / std::max<int64_t>(1, pairs_of_row), 1, row_count));
}

absl::Status PlainSearch::Search(Range steps, absl::Span<const int> end_step, absl::Span<const double> limit_m) {
  contacts_.clear();
  // Mostly a row has few contacts: later searches then need no more memory.
  constexpr size_t kFew = 4;
  contacts_.reserve(kFew * end_step.size());
  contact_.reserve(kFew * end_step.size());
  contact_row_.reserve(kFew * end_step.size());
  nearest_.assign(end_step.size(), Clearance());
  contact_step_.assign(end_step.size(), kNoContact);
  // What is held where it is not predicted begins late.
  const bool has_static = obstacles_.plain_static().size() > 0 || obstacles_.plain_element_count() > 0;
  while (!has_static && steps.size() > 0 && obstacles_.plain_moving()[steps.begin].size() == 0) ++steps.begin;
  if (steps.size() == 0) return absl::OkStatus();
  int64_t pairs_of_row = 0;
  for (int step = steps.begin; step < steps.end; ++step) pairs_of_row += obstacles_.plain_moving()[step].size();
  const int row_count = static_cast<int>(end_step.size());
  const int rows_per_query = RowsPerQuery(pairs_of_row, max_pairs_, row_count);
  for (int begin = 0; begin < row_count; begin += rows_per_query) {
    const Range rows = {begin, std::min(begin + rows_per_query, row_count)};
    const absl::Status status = SearchRows(steps, rows, end_step, limit_m);
    if (!status.ok()) return status;
  }
  using RowContact = std::pair<int, Clearance>;
  // A row may collide with a moving obstacle, and earlier with a static one: the first step counts.
  const auto is_late = [this](const RowContact& contact) { return contact.second.step > contact_step(contact.first); };
  contacts_.erase(std::remove_if(contacts_.begin(), contacts_.end(), is_late), contacts_.end());
  const auto key = [](const RowContact& contact) {
    const auto& [row, of] = contact;
    return std::make_tuple(row, of.placed, of.part, of.body_shape);
  };
  std::sort(contacts_.begin(), contacts_.end(),
            [&](const RowContact& a, const RowContact& b) { return key(a) < key(b); });
  return absl::OkStatus();
}

absl::Span<const std::pair<int, Clearance>> PlainSearch::ContactsOf(int row) const {
  const auto begin = std::partition_point(contacts_.begin(), contacts_.end(),
                                          [=](const auto& contact) { return contact.first < row; });
  const auto end =
      std::partition_point(begin, contacts_.end(), [=](const auto& contact) { return contact.first == row; });
  return absl::MakeConstSpan(contacts_).subspan(static_cast<size_t>(begin - contacts_.begin()),
                                                static_cast<size_t>(end - begin));
}

absl::Status PlainSearch::SearchRows(Range steps, Range rows, absl::Span<const int> end_step,
                                     absl::Span<const double> limit_m) {
  const bool contacts_only = limit_m.empty();
  least_.assign(static_cast<size_t>(rows.size()), {});
  end_step_.assign(end_step.begin(), end_step.end());
  if (!contacts_only) limit_m_.assign(limit_m.begin() + rows.begin, limit_m.begin() + rows.end);
  const Obstacles plain = obstacles_.PlainBesideMap(steps.begin, steps.end);
  for (int part = 0; part < static_cast<int>(parts_.size()); ++part) {
    absl::Status status = Query(contacts_only, part, posed_.poses[part].At(rows, steps, end_step_), plain);
    if (!status.ok()) return status;
    Record(steps, rows, part, [&](const Nearest<Separation>& found) {
      return obstacles_.PlacedOfMoving(steps.begin + found.step, found.obstacle, found.element);
    });
    if (obstacles_.plain_static().size() == 0) continue;
    status = Query(contacts_only, part, posed_.poses[part].At(rows, steps, end_step_, obstacles_.static_origin()),
                   obstacles_.plain_static());
    if (!status.ok()) return status;
    Record(steps, rows, part,
           [&](const Nearest<Separation>& found) { return obstacles_.PlacedOfStatic(found.obstacle); });
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
  // The witnesses of the batch are in the frame of the part.
  const auto clearance_of = [&](int row, const Nearest<Separation>& found) {
    const int step = steps.begin + found.step;
    const Pose2& local_from_part = posed_.poses[part].PoseAt(row, step);
    const Separation& of = found.separation;
    return Clearance{step,
                     placed_of(found),
                     part,
                     found.body_shape,
                     of.signed_distance_m,
                     local_from_part * of.witness_a,
                     local_from_part * of.witness_b};
  };
  for (size_t k = 0; k < contact_.size(); ++k) {
    const int row = rows.begin + contact_row_[k];
    contacts_.emplace_back(row, clearance_of(row, contact_[k]));
    contact_step_[row] = std::min(contact_step_[row], contacts_.back().second.step);
  }
  contact_.clear();
  contact_row_.clear();
  for (int row = rows.begin; row < rows.end; ++row) {
    const Nearest<Separation>& found = least_[row - rows.begin];
    if (found.step < 0) continue;
    const Clearance clearance = clearance_of(row, found);
    Clearance& nearest = nearest_[row];
    // Contacts that come after one of a later query do not count.
    if (nearest.step > contact_step_[row] || IsNearer(clearance, nearest)) nearest = clearance;
    // Steps after a contact change nothing, nor does what is farther away.
    double& limit_m = limit_m_[row - rows.begin];
    limit_m = std::max(0.0, std::min(limit_m, nearest.signed_distance_m));
    if (collides(row)) end_step_[row] = contact_step_[row] + 1;
  }
}

}  // namespace collision2d::planner
