#include "planner_adapter/checking/window_check.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <tuple>
#include <utility>

#include "collision2d/geometry/pose2.h"
#include "planner_adapter/scene/obstacle_snapshot.h"

namespace collision2d::planner {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// m. Only distances of contacts are below this, 0 among them. Not a denormal number, which some
// processors flush to 0.
constexpr double kContactLimit_m = std::numeric_limits<double>::min();

}  // namespace

absl::Status WindowCheck::Add(absl::Span<const Instant> instants, std::vector<CandidateRow> rows) {
  if (rows.empty()) return absl::OkStatus();
  instants_ = instants;
  poses_.Interpolate(candidates_, instants, checked_.body.span.has_value(), std::move(rows));
  std::vector<CandidateRow> with_map;
  std::vector<CandidateRow> without_map;
  SplitRows(&with_map, &without_map);
  if (!with_map.empty() && !without_map.empty()) {
    const absl::Status status = Add(instants, std::move(with_map));
    return status.ok() ? Add(instants, std::move(without_map)) : status;
  }
  const absl::Status status = obstacles_.Place(instants, poses_.range());
  return status.ok() ? AddPlaced() : AddBefore(obstacles_.placed_steps(), status);
}

// Follows the candidates up to end_step, whose obstacles were refused: that is an error only for
// candidates that get there.
absl::Status WindowCheck::AddBefore(int end_step, const absl::Status& error) {
  const std::vector<CandidateRow> rows(poses_.rows().begin(), poses_.rows().end());
  std::vector<CandidateRow> before;
  for (CandidateRow row : rows) {
    row.length = std::min(row.length, end_step - row.first_step);
    if (row.length > 0) before.push_back(row);
  }
  const absl::Status status = Add(instants_.first(static_cast<size_t>(end_step)), std::move(before));
  if (!status.ok()) return status;
  const bool is_reached = std::any_of(rows.begin(), rows.end(), [&](const CandidateRow& row) {
    return row.first_step + row.length > end_step && !VerdictOf(row).collides();
  });
  return is_reached ? error : absl::OkStatus();
}

// Separates the rows for which some shape of the map is not plain, because they climb, dip or tilt:
// the others can still use the map.
void WindowCheck::SplitRows(std::vector<CandidateRow>* with_map, std::vector<CandidateRow>* without_map) const {
  for (const RowGroup& group : poses_.groups()) {
    for (int row = group.first_row; row < group.end_row; ++row) {
      const bool map_is_plain = checked_.statics.MapIsPlain(checked_.body, poses_.RangeOfRow(group, row));
      (map_is_plain ? with_map : without_map)->push_back(poses_.rows()[row]);
    }
  }
}

absl::Status WindowCheck::AddPlaced() {
  absl::Status status = AddPlain();
  if (!status.ok()) return status;
  BeginRows();
  status = AddSpatial();
  if (!status.ok()) return status;
  for (int row = 0; row < static_cast<int>(rows_.size()); ++row) {
    if (VerdictOf(row).collides()) continue;
    if (plain_[row].collides()) {
      RecordPlainContact(row);
    } else {
      RecordNearest(row);
    }
  }
  CountPairs();
  return AddRoad();
}

absl::Status WindowCheck::AddPlain() {
  const size_t row_count = poses_.rows().size();
  std::vector<double> limit_m;
  limit_m.reserve(row_count);
  for (const CandidateRow& row : poses_.rows()) limit_m.push_back(LimitOf(row));
  plain_.resize(row_count);
  return ComputePlanClearances(checked_.body.shapes, poses_, obstacles_, limit_m, absl::MakeSpan(plain_), &contacts_);
}

// m. Larger distances change nothing: the smallest one that is known of a candidate so far.
double WindowCheck::LimitOf(const CandidateRow& row) const {
  if (row.contacts_only) return kContactLimit_m;
  const std::optional<Encounter>& least = VerdictOf(row).minimum_clearance;
  return least.has_value() ? least->signed_distance_m : kInfinity;
}

void WindowCheck::BeginRows() {
  rows_.clear();
  for (const RowGroup& group : poses_.groups()) {
    for (int row = group.first_row; row < group.end_row; ++row) {
      const int last_step =
          plain_[row].collides() ? plain_[row].first_contact.step : group.first_step + poses_.lengths()[row] - 1;
      rows_.push_back({&group, last_step + 1, {}});
    }
  }
}

absl::Status WindowCheck::AddSpatial() {
  for (int step = 0; step < static_cast<int>(instants_.size()); ++step) {
    if (!obstacles_.has_spatial(step)) continue;
    const absl::Status status = AddSpatialAt(step);
    if (!status.ok()) return ErrorAt(instants_[step], status);
  }
  return absl::OkStatus();
}

// Includes the plain obstacles that a row touches in the query, because the first contact is chosen
// among all contacts of the step. They do not affect the other rows, which do not touch them and
// already have a neighbour that is at least as near.
absl::Status WindowCheck::AddSpatialAt(int step) {
  const std::vector<int> rows = RowsAt(step);
  if (rows.empty()) return absl::OkStatus();
  const std::vector<int> placed = SpatialAndContacts(step);
  std::vector<PlacedShape> shapes;
  shapes.reserve(placed.size());
  for (const int k : placed) shapes.push_back(obstacles_.shape(step, k));
  std::vector<SpacePose> poses;
  std::vector<double> bounds_m;
  for (const int row : rows) {
    poses.push_back(poses_.SpacePoseAt(*rows_[row].group, row, step));
    bounds_m.push_back(SpatialBound(row));
  }
  std::vector<SpaceClearance> clearances(rows.size());
  const auto ask = [&](absl::Span<const PlacedShape> of) {
    return ComputeSpaceClearances(checked_.body, poses, bounds_m, of, &scratch_, absl::MakeSpan(clearances));
  };
  if (const absl::Status refused = ask(shapes); !refused.ok()) {
    // Asks again with all obstacles, so that the error names one by its place among them.
    absl::Status status = obstacles_.CheckPoses(step);
    if (status.ok()) status = ask(obstacles_.All(step));
    return status.ok() ? refused : status;
  }
  for (size_t i = 0; i < rows.size(); ++i) {
    SpaceClearance& clearance = clearances[i];
    for (int* const k : {&clearance.plan.nearest.placed_shape, &clearance.plan.first_contact.placed_shape,
                         &clearance.vertical.placed_shape}) {
      if (*k >= 0) *k = placed[*k];
    }
    RecordSpatial(rows[i], step, clearance);
  }
  return absl::OkStatus();
}

// The rows that are followed to that step.
std::vector<int> WindowCheck::RowsAt(int step) const {
  std::vector<int> rows;
  for (int row = 0; row < static_cast<int>(rows_.size()); ++row) {
    if (VerdictOf(row).collides() || step < rows_[row].group->first_step || step >= rows_[row].end_step) continue;
    rows.push_back(row);
  }
  return rows;
}

// `placed` of the spatial obstacles and of the plain ones that some row is in contact with,
// ascending.
std::vector<int> WindowCheck::SpatialAndContacts(int step) const {
  std::vector<int> placed = obstacles_.Spatial(step);
  const auto spatial_count = static_cast<std::ptrdiff_t>(placed.size());
  auto contact = std::partition_point(contacts_.begin(), contacts_.end(),
                                      [=](const PlanContact& each) { return each.step < step; });
  for (; contact != contacts_.end() && contact->step == step; ++contact) placed.push_back(contact->placed);
  std::inplace_merge(placed.begin(), placed.begin() + spatial_count, placed.end());
  return placed;
}

// A bound in m: approaches that are not below it change nothing. For a row that collides with a
// plain obstacle only contacts count, since its clearance is that of its first collision. For any
// other row, an approach as near as the nearest plain one precedes it if its step or its place
// does.
double WindowCheck::SpatialBound(int row) const {
  const double plain_m = plain_[row].collides() ? kContactLimit_m : plain_[row].nearest.separation.signed_distance_m;
  return std::min(
      {LimitOf(poses_.rows()[row]), rows_[row].nearest.approach.signed_distance_m, std::nextafter(plain_m, kInfinity)});
}

void WindowCheck::RecordSpatial(int row, int step, const SpaceClearance& clearance) {
  if (clearance.plan.nearest.placed_shape >= 0) rows_[row].nearest = {step, clearance.plan.nearest};
  if (clearance.plan.first_contact.placed_shape >= 0) {
    Verdict& verdict = VerdictOf(row);
    verdict.minimum_clearance = EncounterOf(rows_[row].nearest);
    verdict.first_collision = EncounterOf({step, clearance.plan.first_contact});
    rows_[row].end_step = step + 1;
  }
  RecordVertical(row, step, clearance.vertical);
}

void WindowCheck::RecordVertical(int row, int step, const VerticalApproach& vertical) {
  if (vertical.placed_shape < 0) return;
  std::optional<VerticalEncounter>& least = VerdictOf(row).vertical_clearance;
  if (least.has_value() && !vertical.is_contact && vertical.clearance_m >= least->clearance_m) return;
  const PlacedShape& shape = obstacles_.shape(step, vertical.placed_shape);
  least = {instants_[step].time_s, instants_[step].step, shape.obstacle,
           shape.hypothesis,       vertical.clearance_m, vertical.side};
}

void WindowCheck::RecordPlainContact(int row) {
  const Nearest<Separation>& contact = plain_[row].first_contact;
  Verdict& verdict = VerdictOf(row);
  verdict.minimum_clearance = EncounterOf(ApproachOf(row, plain_[row].nearest));
  verdict.first_collision = EncounterOf(ApproachOf(row, contact));
  RecordVertical(row, contact.step,
                 HeightsOfContact(checked_.body, poses_.SpacePoseAt(*rows_[row].group, row, contact.step),
                                  obstacles_.shape(contact.step, contact.obstacle), contact.obstacle));
}

void WindowCheck::RecordNearest(int row) {
  StepApproach nearest = rows_[row].nearest;
  if (plain_[row].nearest.step >= 0) {
    const StepApproach plain = ApproachOf(row, plain_[row].nearest);
    const auto rank = [](const StepApproach& of) {
      return std::make_tuple(of.approach.signed_distance_m, of.step, of.approach.placed_shape);
    };
    if (nearest.step < 0 || rank(plain) < rank(nearest)) nearest = plain;
  }
  if (nearest.step < 0 || nearest.approach.signed_distance_m >= LimitOf(poses_.rows()[row])) return;
  VerdictOf(row).minimum_clearance = EncounterOf(nearest);
}

void WindowCheck::CountPairs() {
  std::vector<int64_t> pairs_before = {0};
  for (int step = 0; step < static_cast<int>(instants_.size()); ++step) {
    pairs_before.push_back(pairs_before.back() +
                           static_cast<int64_t>(checked_.body.shapes.size()) * obstacles_.size(step));
  }
  for (int row = 0; row < static_cast<int>(rows_.size()); ++row) {
    VerdictOf(row).pairs_checked += pairs_before[rows_[row].end_step] - pairs_before[rows_[row].group->first_step];
  }
}

absl::Status WindowCheck::AddRoad() {
  if (!checked_.road.is_known()) return absl::OkStatus();
  std::vector<int> lengths;
  for (int row = 0; row < static_cast<int>(rows_.size()); ++row) {
    lengths.push_back(poses_.rows()[row].contacts_only ? 0 : rows_[row].end_step - rows_[row].group->first_step);
  }
  for (const RowGroup& group : poses_.groups()) {
    std::vector<TrajectoryRoadClearance> clearances(static_cast<size_t>(group.row_count()));
    const absl::Status status = checked_.road.LeastClearances(
        checked_.body.shapes, poses_.TrajectoriesOf(group, lengths), absl::MakeSpan(clearances));
    if (!status.ok()) return status;
    for (int row = group.first_row; row < group.end_row; ++row) RecordRoad(row, clearances[row - group.first_row]);
  }
  return absl::OkStatus();
}

void WindowCheck::RecordRoad(int row, const TrajectoryRoadClearance& found) {
  Verdict& verdict = VerdictOf(row);
  const int first_step = rows_[row].group->first_step;
  if (found.first_outside >= 0 && !verdict.leaves_drivable_area_time_s.has_value()) {
    verdict.leaves_drivable_area_time_s = instants_[first_step + found.first_outside].time_s;
  }
  // Where nothing is road, no piece is the closest.
  if (found.least.piece < 0) return;
  const RoadClearance& least = found.least;
  std::optional<RoadEncounter>& known = verdict.road_clearance;
  if (known.has_value() && known->clearance_m <= least.clearance_m) return;
  const Instant& instant = instants_[first_step + found.step];
  const OutlinePiece& piece = checked_.road.pieces()[least.piece];
  known = {instant.time_s,     instant.step,    least.clearance_m, least.witness_body,
           least.witness_edge, least.direction, piece.line,        piece.cell};
}

WindowCheck::StepApproach WindowCheck::ApproachOf(int row, const Nearest<Separation>& found) const {
  const Pose2& local_from_body = poses_.PoseAt(*rows_[row].group, row, found.step);
  return {found.step,
          {found.obstacle, found.separation.signed_distance_m, local_from_body * found.separation.witness_a,
           local_from_body * found.separation.witness_b}};
}

Encounter WindowCheck::EncounterOf(const StepApproach& found) const {
  const PlacedShape& shape = obstacles_.shape(found.step, found.approach.placed_shape);
  const Instant& instant = instants_[found.step];
  return {instant.time_s,
          instant.step,
          shape.obstacle,
          shape.hypothesis,
          found.approach.signed_distance_m,
          found.approach.witness_body,
          found.approach.witness_obstacle};
}

}  // namespace collision2d::planner
