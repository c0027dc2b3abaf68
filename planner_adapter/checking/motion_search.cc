#include "planner_adapter/checking/motion_search.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <tuple>
#include <utility>

#include "collision2d/batch/collisions.h"
#include "collision2d/batch/results.h"
#include "collision2d/solid/vertical_clearance.h"
#include "planner_adapter/checking/check_instants.h"
#include "planner_adapter/checking/plain_obstacles.h"
#include "planner_adapter/checking/space_motion.h"
#include "planner_adapter/checking/space_pair.h"
#include "planner_adapter/scene/obstacle_snapshot.h"

namespace collision2d::planner {

// The first contact of a row so far.
struct MotionSearch::PlacedContact {
  int interval = std::numeric_limits<int>::max();  // None.
  int placed = -1;
  int body_shape = -1;
  ContactBracket bracket = {};

  bool exists() const { return placed >= 0; }

  // Takes another contact into account. Within an interval, everything is free up to the earliest
  // time up to which some pair is.
  void Add(const PlacedContact& other) {
    if (!other.exists() || other.interval > interval) return;
    const double free_until_s = other.interval == interval ? std::min(bracket.free_until_s, other.bracket.free_until_s)
                                                           : other.bracket.free_until_s;
    const auto rank = [](const PlacedContact& of) {
      return std::make_tuple(of.interval, of.bracket.contact_by_s, of.placed, of.body_shape);
    };
    if (rank(other) < rank(*this)) *this = other;
    bracket.free_until_s = free_until_s;
  }
};

absl::Status MotionSearch::Find(absl::Span<const double> times_s, std::vector<Row> rows, int* checked_intervals) {
  times_s_ = times_s;
  rows_ = std::move(rows);
  std::vector<Instant> instants;
  for (const double time_s : times_s) instants.push_back({time_s, 0});
  std::vector<CandidateRow> candidate_rows;
  for (const Row& row : rows_) candidate_rows.push_back({row.candidate, 0, static_cast<int>(times_s.size())});
  poses_.Interpolate(candidates_, instants, checked_.body.span.has_value(), std::move(candidate_rows));
  std::vector<Row> with_map;
  std::vector<Row> without_map;
  SplitRows(&with_map, &without_map);
  if (!with_map.empty() && !without_map.empty()) {
    const absl::Status status = Find(times_s, std::move(with_map), checked_intervals);
    return status.ok() ? Find(times_s, std::move(without_map), checked_intervals) : status;
  }
  obstacles_.Place(times_s, poses_.range());
  *checked_intervals = obstacles_.placed_intervals();
  if (*checked_intervals == 0) return absl::OkStatus();
  const auto placed_times = static_cast<size_t>(*checked_intervals) + 1;
  if (placed_times < times_s.size()) return Find(times_s.first(placed_times), rows_, checked_intervals);
  return FindPlaced();
}

// Separates the rows for which some shape of the map is not plain, as WindowCheck does.
void MotionSearch::SplitRows(std::vector<Row>* with_map, std::vector<Row>* without_map) const {
  for (size_t row = 0; row < rows_.size(); ++row) {
    const PoseRange range = poses_.RangeOfRow(poses_.groups()[0], static_cast<int>(row));
    (checked_.statics.MapIsPlain(checked_.body, range) ? with_map : without_map)->push_back(rows_[row]);
  }
}

absl::Status MotionSearch::FindPlaced() {
  std::vector<PlacedContact> first(rows_.size());
  const absl::Status status = FindPlain(absl::MakeSpan(first));
  if (!status.ok()) return status;
  for (int row = 0; row < static_cast<int>(rows_.size()); ++row) {
    FindSpatial(row, &first[row]);
    *rows_[row].contact = std::nullopt;
    if (first[row].exists()) *rows_[row].contact = ContactOf(row, first[row]);
  }
  return FindDepartures(first);
}

absl::Status MotionSearch::FindDepartures(absl::Span<const PlacedContact> first) const {
  if (checked_.road.pieces().empty()) return absl::OkStatus();
  std::vector<int> lengths(poses_.lengths().begin(), poses_.lengths().end());
  for (size_t row = 0; row < first.size(); ++row) {
    if (first[row].exists()) lengths[row] = first[row].interval + 2;
    if (rows_[row].departure == nullptr) lengths[row] = 0;
  }
  std::vector<SweptHit> departures(first.size());
  const absl::Status status =
      checked_.road.FirstDepartures(checked_.body.shapes, poses_.TrajectoriesOf(poses_.groups()[0], lengths), times_s_,
                                    checked_.options.impact, absl::MakeSpan(departures));
  if (!status.ok()) return status;
  for (size_t row = 0; row < first.size(); ++row) {
    const SweptHit& departure = departures[row];
    if (rows_[row].departure == nullptr) continue;
    *rows_[row].departure = std::nullopt;
    if (departure.step < 0) continue;
    if (first[row].exists() && first[row].bracket.contact_by_s < departure.contact_by_s) continue;
    *rows_[row].departure = RoadDeparture{departure.free_until_s, departure.contact_by_s};
  }
  return status;
}

// Divides the rows so that no query has too many pairs, except of one row.
absl::Status MotionSearch::FindPlain(absl::Span<PlacedContact> first) const {
  const auto intervals = static_cast<int64_t>(times_s_.size()) - 1;
  const int64_t pairs_of_row = 1 + intervals * obstacles_.plain_moving().map_begin();
  const int64_t fitting = std::max<int64_t>(1, std::numeric_limits<int32_t>::max() / pairs_of_row);
  const int count = static_cast<int>(rows_.size());
  const int step = static_cast<int>(std::min<int64_t>(fitting, count));
  for (int begin = 0; begin < count; begin += step) {
    const int end = std::min(begin + step, count);
    const absl::Status status =
        FindPlainOf(poses_.groups()[0].Part(begin, end),
                    first.subspan(static_cast<size_t>(begin), static_cast<size_t>(end - begin)));
    if (!status.ok()) return status;
  }
  return absl::OkStatus();
}

absl::Status MotionSearch::FindPlainOf(const RowGroup& part, absl::Span<PlacedContact> first) const {
  std::vector<SweptHit> hits(first.size());
  std::vector<int> lengths(poses_.lengths().begin(), poses_.lengths().end());
  const auto add = [&](const auto& placed_of) {
    for (size_t i = 0; i < hits.size(); ++i) {
      const SweptHit& hit = hits[i];
      if (hit.step < 0) continue;
      first[i].Add({hit.step, placed_of(hit), hit.body_shape,
                    ContactBracket{hit.free_until_s, hit.contact_by_s, hit.is_undecided}});
      lengths[static_cast<size_t>(part.first_row) + i] = hit.step + 2;
    }
  };
  absl::Status status = FirstHit(checked_.body.shapes, poses_.TrajectoriesOf(part, lengths), times_s_,
                                 obstacles_.plain_moving(), checked_.options.impact, absl::MakeSpan(hits));
  if (!status.ok()) return status;
  add([this](const SweptHit& hit) { return obstacles_.PlacedOfMoving(hit.step, hit.obstacle); });
  if (obstacles_.plain_static() == nullptr) return status;
  status = FirstHit(checked_.body.shapes, poses_.TrajectoriesOf(part, lengths), times_s_, *obstacles_.plain_static(),
                    checked_.options.impact, absl::MakeSpan(hits));
  if (status.ok()) add([this](const SweptHit& hit) { return obstacles_.PlacedOfStatic(hit.obstacle); });
  return status;
}

// Up to the interval of the first contact that is known.
void MotionSearch::FindSpatial(int row, PlacedContact* first) const {
  const int intervals = static_cast<int>(times_s_.size()) - 1;
  for (int interval = 0; interval < intervals && interval <= first->interval; ++interval) {
    for (int shape = 0; shape < static_cast<int>(checked_.body.shapes.size()); ++shape) {
      FindAmong(obstacles_.spatial_static(), row, interval, shape, first);
      FindAmong(obstacles_.spatial_moving(interval), row, interval, shape, first);
    }
  }
}

void MotionSearch::FindAmong(absl::Span<const IntervalObstacles::Spatial> obstacles, int row, int interval, int shape,
                             PlacedContact* first) const {
  if (obstacles.empty()) return;
  const ShapeMotion body = BodyMotion(row, interval, shape);
  const Disc cover = CoverOf(body);
  for (const IntervalObstacles::Spatial& obstacle : obstacles) {
    if (!cover.Meets(obstacle.cover)) continue;
    const SpaceImpact impact = FirstSpaceContact(body, obstacles_.MotionOf(interval, obstacle.placed), During(interval),
                                                 checked_.options.impact);
    if (impact.verdict == MotionVerdict::kFree) continue;
    first->Add({interval, obstacle.placed, shape,
                ContactBracket{impact.free_until_s, impact.contact_by_s, impact.verdict == MotionVerdict::kUndecided,
                               impact.is_conservative}});
  }
}

TimeSpan MotionSearch::During(int interval) const {
  return {times_s_[static_cast<size_t>(interval)], times_s_[static_cast<size_t>(interval) + 1]};
}

ShapeMotion MotionSearch::BodyMotion(int row, int interval, int shape) const {
  const RowGroup& group = poses_.groups()[0];
  const auto at = [&](int step) {
    return BodyShape(checked_.body, static_cast<size_t>(shape), poses_.SpacePoseAt(group, row, step), nullptr);
  };
  return {at(interval), at(interval + 1)};
}

MotionContact MotionSearch::ContactOf(int row, const PlacedContact& contact) const {
  const TimeSpan during = During(contact.interval);
  const double time_s = contact.bracket.contact_by_s;
  SpaceShape body = ShapeAt(BodyMotion(row, contact.interval, contact.body_shape), during, time_s);
  SpaceShape obstacle = ShapeAt(obstacles_.MotionOf(contact.interval, contact.placed), during, time_s);
  const bool heights_known = body.span != nullptr && obstacle.span != nullptr;
  SpaceSolid body_solid;
  SpaceSolid obstacle_solid;
  if (body.is_solid() || obstacle.is_solid()) {
    MakeSolid(body, &body_solid);
    MakeSolid(obstacle, &obstacle_solid);
    body.in_space = &body_solid;
    obstacle.in_space = &obstacle_solid;
  }
  const Approach approach = PlanApproach(body, obstacle, contact.placed);
  const PlacedShape& shape = obstacles_.shape(contact.interval, contact.placed);
  MotionContact result{during,
                       {time_s, 0, shape.obstacle, shape.hypothesis, approach.signed_distance_m, approach.witness_body,
                        approach.witness_obstacle},
                       std::nullopt,
                       contact.bracket};
  if (!heights_known || approach.signed_distance_m > 0.0) return result;
  const solid::VerticalVerdict heights = HeightsOfPair(body, obstacle);
  // Where level heights begin or end to overlap, rounding may leave a gap.
  const bool is_level = !body.is_solid() && !obstacle.is_solid();
  result.vertical = {time_s,
                     0,
                     shape.obstacle,
                     shape.hypothesis,
                     is_level ? std::min(0.0, heights.clearance_m) : heights.clearance_m,
                     heights.side};
  return result;
}

}  // namespace collision2d::planner
