#include "planner_adapter/checking/motion_search.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <tuple>

#include "collision2d/batch/collisions.h"
#include "collision2d/batch/distances.h"
#include "collision2d/solid/vertical_clearance.h"
#include "planner_adapter/checking/plain_search.h"
#include "planner_adapter/checking/space_pair.h"
#include "planner_adapter/checking/static_obstacles.h"

namespace collision2d::planner {
namespace {

// Takes another contact into account. Within an interval, everything is free up to the earliest
// time up to which some pair is.
void Add(const Contact& other, Contact* first) {
  if (other.step > first->step) return;
  const double free_until_s = other.step == first->step
                                  ? std::min(first->bracket.free_until_s, other.bracket.free_until_s)
                                  : other.bracket.free_until_s;
  const auto rank = [](const Contact& of) {
    return std::make_tuple(of.step, of.bracket.contact_by_s, of.placed, of.part, of.body_shape);
  };
  if (rank(other) < rank(*first)) *first = other;
  first->bracket.free_until_s = free_until_s;
}

}  // namespace

absl::Status MotionSearch::Search(absl::Span<const int> end_step, absl::Span<Contact> first) {
  std::fill(first.begin(), first.end(), Contact());
  end_step_.assign(end_step.begin(), end_step.end());
  const int last_step = *std::max_element(end_step.begin(), end_step.end()) - 1;
  for (size_t k = 0; k < posed_.poses.size(); ++k) {
    const int part = static_cast<int>(k);
    const absl::Status status = SearchPlain(part, first);
    if (!status.ok()) return status;
    for (int interval = 0; interval < last_step; ++interval) {
      SearchSpatial(part, interval, first);
    }
  }
  return absl::OkStatus();
}

template <typename Ask>
absl::Status MotionSearch::AskPlain(const Ask& ask) const {
  const int last_step = *std::max_element(end_step_.begin(), end_step_.end()) - 1;
  const int row_count = static_cast<int>(end_step_.size());
  MovingObstacles moving;
  int end = 0;
  for (int begin = 0; begin < last_step; begin = end) {
    end = obstacles_.PlainDuring(begin, last_step, &moving);
    const Range steps = {begin, end + 1};
    int64_t pairs_of_row = 1;
    for (int interval = begin; interval < end; ++interval) {
      pairs_of_row += static_cast<int64_t>(obstacles_.During(interval).plain.size());
    }
    if (pairs_of_row == 1 && obstacles_.plain_static().size() == 0 && obstacles_.plain_element_count() == 0) continue;
    const int rows_per_query = RowsPerQuery(pairs_of_row, std::numeric_limits<int32_t>::max(), row_count);
    for (int row = 0; row < row_count; row += rows_per_query) {
      const Range rows = {row, std::min(row + rows_per_query, row_count)};
      const absl::Span<const double> steps_s =
          absl::MakeConstSpan(times_s_).subspan(static_cast<size_t>(begin), static_cast<size_t>(steps.size()));
      const absl::Status status = ask(PlainQuery{rows, steps, steps_s, moving});
      if (!status.ok()) return status;
    }
  }
  return absl::OkStatus();
}

// Nothing after a contact is looked at.
absl::Status MotionSearch::SearchPlain(int part, absl::Span<Contact> first) {
  const absl::Span<const ConvexPolygon> body = checked_.parts[part].shapes;
  return AskPlain([&](const PlainQuery& query) {
    hits_.resize(static_cast<size_t>(query.rows.size()));
    const auto add = [&](const auto& placed_of) {
      for (size_t i = 0; i < hits_.size(); ++i) {
        const SweptHit& hit = hits_[i];
        if (hit.step < 0) continue;
        const int interval = query.steps.begin + hit.step;
        const size_t row = static_cast<size_t>(query.rows.begin) + i;
        Add({interval, placed_of(interval, hit), part, hit.body_shape,
             ContactBracket{hit.free_until_s, hit.contact_by_s, hit.is_undecided}},
            &first[row]);
        end_step_[row] = interval + 2;
      }
    };
    absl::Status status = FirstHit(body, posed_.poses[part].At(query.rows, query.steps, end_step_), query.times_s,
                                   query.obstacles, checked_.options.impact, absl::MakeSpan(hits_));
    if (!status.ok()) return status;
    add([&](int interval, const SweptHit& hit) {
      return obstacles_.PlacedOf(obstacles_.During(interval).plain, hit.obstacle, hit.element);
    });
    if (obstacles_.plain_static().size() == 0) return status;
    status = FirstHit(body, posed_.poses[part].At(query.rows, query.steps, end_step_, obstacles_.static_origin()),
                      query.times_s, obstacles_.plain_static(), checked_.options.impact, absl::MakeSpan(hits_));
    if (status.ok()) add([&](int, const SweptHit& hit) { return obstacles_.PlacedOfStatic(hit.obstacle); });
    return status;
  });
}

absl::Status MotionSearch::LowerPlainBounds(int part, absl::Span<ClearanceBounds> bounds) {
  const absl::Span<const ConvexPolygon> body = checked_.parts[part].shapes;
  SweptOptions options(checked_.options.impact, kSearchTolerance_m);
  return AskPlain([&](const PlainQuery& query) {
    const auto first = bounds.begin() + query.rows.begin;
    const auto ask = [&](const MovingObstacles& among, Vec2 origin) {
      limit_m_.clear();
      for (int i = 0; i < query.rows.size(); ++i) limit_m_.push_back(first[i].plan_m + kSearchTolerance_m);
      nearest_.resize(limit_m_.size());
      options.limit_m = limit_m_;
      const absl::Status status =
          MinimumDistance(body, posed_.poses[part].At(query.rows, query.steps, end_step_, origin), query.times_s, among,
                          options, absl::MakeSpan(nearest_));
      for (int i = 0; i < query.rows.size() && status.ok(); ++i) {
        first[i].plan_m = std::min(first[i].plan_m, nearest_[static_cast<size_t>(i)].lower_m);
      }
      return status;
    };
    const absl::Status status = ask(query.obstacles, {});
    if (!status.ok() || obstacles_.plain_static().size() == 0) return status;
    return ask(obstacles_.plain_static(), obstacles_.static_origin());
  });
}

absl::Status MotionSearch::LowerBounds(absl::Span<const int> end_step, absl::Span<ClearanceBounds> bounds) {
  end_step_.assign(end_step.begin(), end_step.end());
  const int last_step = *std::max_element(end_step.begin(), end_step.end()) - 1;
  for (size_t k = 0; k < posed_.poses.size(); ++k) {
    const int part = static_cast<int>(k);
    const absl::Status status = LowerPlainBounds(part, bounds);
    if (!status.ok()) return status;
    for (int interval = 0; interval < last_step; ++interval) {
      CoverSpatial(interval);
      const TimeSpan during = During(interval);
      ForEachSpatialPair(
          interval, part, [&](int row, int, const ShapeMotion& body, const Disc& cover, const Covered& obstacle) {
            if (cover.DistanceFrom(obstacle.cover) > bounds[static_cast<size_t>(row)].plan_m) return;
            LowerBySpacePair(body, MotionOf(interval, obstacle.placed), during, &bounds[static_cast<size_t>(row)]);
          });
    }
  }
  return absl::OkStatus();
}

absl::Status MotionSearch::LowerRoadBounds(absl::Span<const int> end_step, absl::Span<double> bound_m) {
  absl::Status status;
  for (size_t part = 0; part < posed_.poses.size() && status.ok(); ++part) {
    status = checked_.road.LowerBounds(checked_.parts[part].shapes, AllOf(part, end_step), kSearchTolerance_m, bound_m,
                                       &road_workspace_, checked_.scene.origin);
  }
  return status;
}

void MotionSearch::CoverSpatial(int interval) {
  if (interval == 0) {
    covered_static_.clear();
    for (const PlacedIndex placed : obstacles_.spatial_static().placed) {
      covered_static_.push_back({placed, CoverOf(MotionOf(interval, placed))});
    }
  }
  covered_.clear();
  for (const int place : obstacles_.During(interval).spatial) {
    const PlacedIndex placed = obstacles_.PlacedDuring(place);
    covered_.push_back({placed, CoverOf(MotionOf(interval, placed))});
  }
}

template <typename Visit>
void MotionSearch::ForEachSpatialPair(int interval, int part, const Visit& visit) const {
  if (covered_static_.empty() && covered_.empty()) return;
  for (int row = 0; row < static_cast<int>(end_step_.size()); ++row) {
    if (interval + 1 >= end_step_[row]) continue;
    for (int shape = 0; shape < static_cast<int>(checked_.parts[part].shapes.size()); ++shape) {
      const ShapeMotion body = BodyMotion(part, row, interval, shape);
      const Disc cover = CoverOf(body);
      for (const std::vector<Covered>* const group : {&covered_static_, &covered_}) {
        for (const Covered& obstacle : *group) visit(row, shape, body, cover, obstacle);
      }
    }
  }
}

// Follows each row up to the interval of the first contact that is known.
void MotionSearch::SearchSpatial(int part, int interval, absl::Span<Contact> first) {
  CoverSpatial(interval);
  const TimeSpan during = During(interval);
  ForEachSpatialPair(
      interval, part, [&](int row, int shape, const ShapeMotion& body, const Disc& cover, const Covered& obstacle) {
        if (!cover.Meets(obstacle.cover)) return;
        const SpaceImpact impact =
            FirstSpaceContact(body, MotionOf(interval, obstacle.placed), during, checked_.options.impact);
        if (impact.verdict == MotionVerdict::kFree) return;
        Add({interval, obstacle.placed, part, shape,
             ContactBracket{impact.free_until_s, impact.contact_by_s, impact.verdict == MotionVerdict::kUndecided,
                            impact.is_conservative}},
            &first[row]);
        end_step_[row] = interval + 2;
      });
}

absl::Status MotionSearch::SearchDepartures(absl::Span<const int> end_step,
                                            std::vector<std::optional<RoadDeparture>>* departures) {
  departures->assign(end_step.size(), std::nullopt);
  hits_.resize(end_step.size());
  for (size_t part = 0; part < posed_.poses.size(); ++part) {
    const absl::Status status =
        checked_.road.FirstDepartures(checked_.parts[part].shapes, AllOf(part, end_step), times_s_,
                                      checked_.options.impact, absl::MakeSpan(hits_), checked_.scene.origin);
    if (!status.ok()) return status;
    // The vehicle is inside until its first part may not be.
    for (size_t row = 0; row < hits_.size(); ++row) {
      std::optional<RoadDeparture>& first = (*departures)[row];
      const SweptHit& hit = hits_[row];
      if (hit.step < 0) continue;
      const double inside_until_s =
          first.has_value() ? std::min(first->inside_until_s, hit.free_until_s) : hit.free_until_s;
      if (!first.has_value() || hit.contact_by_s < first->outside_by_s) {
        first = RoadDeparture{0.0, hit.contact_by_s, false, static_cast<int>(part)};
      }
      first->inside_until_s = inside_until_s;
    }
  }
  return absl::OkStatus();
}

ShapeMotion MotionSearch::MotionOf(int interval, PlacedIndex placed) const {
  const PlacedObstacles::Ends ends = obstacles_.ShapeDuring(interval, placed);
  return {{ends.at_start}, {ends.at_end}};
}

ShapeMotion MotionSearch::BodyMotion(int part, int row, int interval, int shape) const {
  const auto at = [&](int step) {
    return BodyShape(checked_.parts[part], static_cast<size_t>(shape), posed_.poses[part].SpacePoseAt(row, step),
                     nullptr);
  };
  return {at(interval), at(interval + 1)};
}

PoseFindings MotionSearch::FindingsOf(int row, const Contact& contact) const {
  const TimeSpan during = During(contact.step);
  const double time_s = contact.bracket.contact_by_s;
  SpaceShape body = ShapeAt(BodyMotion(contact.part, row, contact.step, contact.body_shape), during, time_s);
  SpaceShape obstacle = ShapeAt(MotionOf(contact.step, contact.placed), during, time_s);
  SpaceSolid body_solid;
  SpaceSolid obstacle_solid;
  // Where level heights begin or end to overlap, rounding may leave a gap.
  const bool is_level = !body.is_solid() && !obstacle.is_solid();
  if (!is_level) {
    MakeSolid(body, &body_solid);
    MakeSolid(obstacle, &obstacle_solid);
    body.in_space = &body_solid;
    obstacle.in_space = &obstacle_solid;
  }
  PoseFindings findings;
  findings.first_contact = PlanClearance(body, obstacle, contact.placed);
  findings.first_contact.step = contact.step;
  findings.first_contact.part = contact.part;
  const bool heights_known = body.height != nullptr && obstacle.height != nullptr;
  if (!heights_known || findings.first_contact.signed_distance_m > 0.0) return findings;
  const solid::VerticalVerdict heights = HeightsOfPair(body, obstacle);
  findings.vertical = {contact.placed, is_level ? std::min(0.0, heights.clearance_m) : heights.clearance_m,
                       heights.side, /*is_contact=*/true, contact.part};
  return findings;
}

}  // namespace collision2d::planner
