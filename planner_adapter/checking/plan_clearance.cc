#include "planner_adapter/checking/plan_clearance.h"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <tuple>

#include "collision2d/batch/distances.h"
#include "collision2d/batch/polygon_batch.h"
#include "collision2d/batch/results.h"
#include "collision2d/batch/static_map.h"
#include "planner_adapter/scene/obstacle_snapshot.h"

namespace collision2d::planner {
namespace {

// True if `contact` precedes `first`; both are at one step.
bool IsFirst(const Nearest<Separation>& contact, const Nearest<Separation>& first, const ObstacleWindow& obstacles) {
  const auto rank = [&](const Nearest<Separation>& of) {
    const PlacedShape& shape = obstacles.shape(of.step, of.obstacle);
    return std::make_tuple(shape.obstacle, shape.hypothesis, of.separation.signed_distance_m, of.obstacle,
                           of.body_shape);
  };
  return rank(contact) < rank(first);
}

bool IsNearer(const Nearest<Separation>& a, const Nearest<Separation>& b) {
  const auto rank = [](const Nearest<Separation>& of) {
    return std::make_tuple(of.separation.signed_distance_m, of.step, of.obstacle, of.body_shape);
  };
  return a.step >= 0 && (b.step < 0 || rank(a) < rank(b));
}

// Splits the groups into parts that form at most max_pairs pairs with moving obstacles, or have one
// row.
std::vector<RowGroup> Parts(const CandidatePoses& poses, const ObstacleWindow& obstacles, int64_t max_pairs) {
  std::vector<RowGroup> parts;
  for (const RowGroup& group : poses.groups()) {
    int64_t pairs_of_row = 0;
    for (int step = group.first_step; step < group.first_step + group.steps; ++step) {
      pairs_of_row += obstacles.plain_moving()[step].size();
    }
    const int64_t fitting = max_pairs / std::max<int64_t>(1, pairs_of_row);
    const int rows = static_cast<int>(std::clamp<int64_t>(fitting, 1, group.row_count()));
    for (int begin = group.first_row; begin < group.end_row; begin += rows) {
      parts.push_back(group.Part(begin, std::min(begin + rows, group.end_row)));
    }
  }
  return parts;
}

// The queries of one group of rows.
class GroupSearch {
 public:
  GroupSearch(absl::Span<const ConvexPolygon> body, const CandidatePoses& poses, const RowGroup& group,
              const ObstacleWindow& obstacles, std::vector<PlanContact>* contacts)
      : body_(body),
        poses_(poses),
        group_(group),
        obstacles_(obstacles),
        contacts_(contacts),
        row_count_(static_cast<size_t>(group.row_count())),
        least_(row_count_),
        first_contact_(row_count_) {}

  absl::Status SearchMoving(absl::Span<const double> limit_m, absl::Span<PlanClearance> clearances) {
    placed_of_ = [this](int step, int k) { return obstacles_.PlacedOfMoving(step, k); };
    const absl::Span<const PolygonBatch> per_step =
        obstacles_.plain_moving().subspan(static_cast<size_t>(group_.first_step), static_cast<size_t>(group_.steps));
    const absl::Status status = LeastSeparation(body_, poses_.TrajectoriesOf(group_, poses_.lengths()), per_step,
                                                limit_m, absl::MakeSpan(least_), sink_);
    if (!status.ok()) return status;
    for (size_t i = 0; i < row_count_; ++i) clearances[i] = {InWindow(least_[i]), first_contact_[i]};
    return absl::OkStatus();
  }

  // To be called after SearchMoving: skips the steps after contacts with moving obstacles, and
  // everything that is farther away than those.
  absl::Status SearchStatic(absl::Span<const double> limit_m, absl::Span<PlanClearance> clearances) {
    placed_of_ = [this](int, int k) { return obstacles_.PlacedOfStatic(k); };
    std::vector<int> lengths(poses_.lengths().begin(), poses_.lengths().end());
    std::vector<double> nearer_m(limit_m.begin(), limit_m.end());
    for (size_t i = 0; i < row_count_; ++i) {
      const PlanClearance& moving = clearances[i];
      nearer_m[i] = std::max(0.0, std::min(nearer_m[i], moving.nearest.separation.signed_distance_m));
      if (moving.collides()) {
        lengths[static_cast<size_t>(group_.first_row) + i] = moving.first_contact.step - group_.first_step + 1;
      }
    }
    first_contact_.assign(row_count_, Nearest<Separation>());
    const absl::Status status = LeastSeparation(body_, poses_.TrajectoriesOf(group_, lengths),
                                                *obstacles_.plain_static(), nearer_m, absl::MakeSpan(least_), sink_);
    if (!status.ok()) return status;
    for (size_t i = 0; i < row_count_; ++i) AddStatic(InWindow(least_[i]), first_contact_[i], &clearances[i]);
    return absl::OkStatus();
  }

 private:
  // The same pair with step and obstacle as the window counts them.
  Nearest<Separation> InWindow(Nearest<Separation> found) const {
    if (found.step < 0) return found;
    found.step += group_.first_step;
    found.obstacle = placed_of_(found.step, found.obstacle);
    return found;
  }

  void AddContact(int trajectory, const Nearest<Separation>& found) {
    const Nearest<Separation> contact = InWindow(found);
    contacts_->push_back({contact.step, contact.obstacle});
    Nearest<Separation>& first = first_contact_[trajectory];
    if (first.step < 0 || IsFirst(contact, first, obstacles_)) first = contact;
  }

  void AddStatic(const Nearest<Separation>& nearest, const Nearest<Separation>& contact,
                 PlanClearance* clearance) const {
    if (contact.step >= 0) {
      // Moving obstacles collide at this step or later, if at all, and static ones come first in
      // order.
      const bool is_together = clearance->first_contact.step == contact.step;
      if (!is_together) clearance->nearest = Nearest<Separation>();
      clearance->first_contact = contact;
    }
    if (IsNearer(nearest, clearance->nearest)) clearance->nearest = nearest;
  }

  const absl::Span<const ConvexPolygon> body_;
  const CandidatePoses& poses_;
  const RowGroup& group_;
  const ObstacleWindow& obstacles_;
  std::vector<PlanContact>* const contacts_;
  const size_t row_count_;
  std::vector<Nearest<Separation>> least_;
  std::vector<Nearest<Separation>> first_contact_;
  std::function<int(int step, int k)> placed_of_;
  const ContactSink sink_ = [this](int trajectory, const Nearest<Separation>& contact) {
    AddContact(trajectory, contact);
  };
};

}  // namespace

absl::Status ComputePlanClearances(absl::Span<const ConvexPolygon> body, const CandidatePoses& poses,
                                   const ObstacleWindow& obstacles, absl::Span<const double> limit_m,
                                   absl::Span<PlanClearance> clearances, std::vector<PlanContact>* contacts,
                                   int64_t max_pairs) {
  contacts->clear();
  for (const RowGroup& group : Parts(poses, obstacles, max_pairs)) {
    const auto first = static_cast<size_t>(group.first_row);
    const auto count = static_cast<size_t>(group.row_count());
    GroupSearch search(body, poses, group, obstacles, contacts);
    absl::Status status = search.SearchMoving(limit_m.subspan(first, count), clearances.subspan(first, count));
    if (status.ok() && obstacles.plain_static() != nullptr) {
      status = search.SearchStatic(limit_m.subspan(first, count), clearances.subspan(first, count));
    }
    if (!status.ok()) return status;
  }
  const auto key = [](const PlanContact& contact) { return std::make_tuple(contact.step, contact.placed); };
  std::sort(contacts->begin(), contacts->end(),
            [&](const PlanContact& a, const PlanContact& b) { return key(a) < key(b); });
  const auto end = std::unique(contacts->begin(), contacts->end(),
                               [&](const PlanContact& a, const PlanContact& b) { return key(a) == key(b); });
  contacts->erase(end, contacts->end());
  return absl::OkStatus();
}

}  // namespace collision2d::planner
