#include "planner_adapter/path_time/conflict.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "absl/strings/str_format.h"
#include "planner_adapter/path_time/profile_pieces.h"

namespace collision2d::planner {
namespace {

using internal::Bound;
using internal::Piece;

constexpr double kNever = std::numeric_limits<double>::infinity();

// The first and the last time at which a profile is at one of these stations; infinite if it never
// is, the last one also if it still is at its end.
Interval PassOf(const SpeedProfile& profile, Interval stations_m) {
  Interval pass = internal::kNothing;
  for (size_t k = 0; k < profile.pieces.size() && !internal::IsEmpty(stations_m); ++k) {
    const Piece piece = internal::PieceAt(profile, k);
    for (const double bound_m : {stations_m.min, stations_m.max}) {
      for (const double x : piece.PassesOf(bound_m)) internal::Extend(&pass, piece.TimeAt(x));
    }
    for (const double x : {0.0, piece.duration_s}) {
      if (internal::Contains(stations_m, piece.StationAt(x))) internal::Extend(&pass, piece.TimeAt(x));
    }
  }
  if (!(pass.max < profile.end_s)) pass.max = kNever;
  return internal::IsEmpty(pass) ? Interval{kNever, kNever} : pass;
}

// The gap to a convex polygon that the piece does not meet has its least magnitude at an end or a
// turn of the piece, at the station of a vertex, or where the piece is parallel to an edge.
void VisitGaps(const Piece& piece, absl::Span<const StationTime> polygon, Interval stations_m, EncroachmentGap* least) {
  const auto offer = [&](double obstacle_s, double x, double station_m) {
    const double time_s = piece.TimeAt(x);
    if (std::abs(obstacle_s - time_s) < std::abs(least->gap_s)) *least = {obstacle_s - time_s, station_m, time_s};
  };
  const auto visit = [&](double x) {
    // The polygon may begin where the piece ends, but for rounding.
    const double at_m = piece.StationAt(x);
    const double station_m = std::clamp(at_m, stations_m.min, stations_m.max);
    const Interval times_s = internal::TimesWithin({station_m, station_m}, polygon);
    if (internal::IsEmpty(times_s) || std::abs(at_m - station_m) > kProfileAllowance_m) return;
    offer(std::clamp(piece.TimeAt(x), times_s.min, times_s.max), x, station_m);
  };
  for (const double x : piece.Turns()) visit(x);
  const StationTime* p = &polygon.back();
  for (const StationTime& q : polygon) {
    // The nearer of the two sides that the polygon has there is that of another vertex, or this
    // one.
    for (const double x : piece.PassesOf(q.station_m)) offer(q.time_s, x, q.station_m);
    if (!piece.is_linear() && p->time_s != q.time_s) {
      internal::Cubic relative_speed = piece.advance.Derivative();
      relative_speed.c[0] -= (q.station_m - p->station_m) / (q.time_s - p->time_s);
      for (const double x : internal::RootsWithin(relative_speed, 0.0, piece.duration_s)) visit(x);
    }
    p = &q;
  }
}

EncroachmentGap LeastGap(const PathTimeGraph& graph, const SpeedProfile& profile, const OccupiedRegion& region,
                         Bound bound) {
  EncroachmentGap least;
  for (size_t k = 0; k < profile.pieces.size(); ++k) {
    const Piece piece = internal::PieceAt(profile, k);
    const Interval stations_m = internal::StationsOf(piece.Box());
    if (!internal::Overlap(stations_m, internal::StationsOf(region.outer_box))) continue;
    for (const RegionPart& part : graph.parts(region)) {
      const PathTimeBox& box = internal::BoxOf(part, bound);
      if (!internal::Overlap(stations_m, internal::StationsOf(box))) continue;
      const double apart_s = std::max(box.min_time_s - piece.end_s, piece.start.time_s - box.max_time_s);
      if (apart_s >= std::abs(least.gap_s)) continue;
      const Interval meeting = MeetingTimes(graph, part, bound, piece);
      if (!internal::IsEmpty(meeting)) return {0.0, piece.StationAt(meeting.min), piece.TimeAt(meeting.min)};
      VisitGaps(piece, internal::PolygonOf(graph, part, bound), internal::StationsOf(box), &least);
    }
  }
  return least;
}

// m. More than the allowances of profiles, at any legal speed of a road vehicle.
constexpr double kMargin_m = 1e-6;

// Returns the greatest demand of a region, at least `least`. demand(x, y) is that of a point x s
// and y m from an origin; extreme_on(y0, slope) the x at which it has an extreme on the line y = y0
// + slope x. Points earlier than from_s demand nothing.
template <typename Demand, typename ExtremeOn>
double GreatestDemand(const PathTimeGraph& graph, const OccupiedRegion& region, Bound bound, double from_s,
                      const StationTime& origin, double least, const Demand& demand, const ExtremeOn& extreme_on) {
  double greatest = least;
  for (const RegionPart& part : graph.parts(region)) {
    const auto polygon = internal::PolygonOf(graph, part, bound);
    for (size_t i = 0; i < polygon.size(); ++i) {
      const StationTime* p = &polygon[i];
      const StationTime* q = &polygon[i + 1 < polygon.size() ? i + 1 : 0];
      if (p->time_s > q->time_s) std::swap(p, q);
      if (q->time_s < from_s) continue;
      const double slope = (q->station_m - p->station_m) / (q->time_s - p->time_s);  // Used if they differ.
      const double x0 = std::max(p->time_s, from_s) - origin.time_s;
      const double x1 = q->time_s - origin.time_s;
      const double y1 = q->station_m - origin.station_m;
      const double y0 = p->time_s < from_s ? y1 - slope * (x1 - x0) : p->station_m - origin.station_m;
      greatest = std::max({greatest, demand(x0, y0), demand(x1, y1)});
      for (const double x : {0.0, extreme_on(y0 - slope * x0, slope)}) {
        if (x0 < x && x < x1) greatest = std::max(greatest, demand(x, y0 + slope * (x - x0)));
      }
    }
  }
  return greatest;
}

bool IsBehind(const PathTimeGraph& graph, const OccupiedRegion& region, const StationState& state) {
  const double first_s = std::max(state.time_s, region.outer_box.min_time_s);
  const auto parts = graph.parts(region);
  return std::all_of(parts.begin(), parts.end(), [&](const RegionPart& part) {
    return internal::StationsWithin({first_s, first_s}, graph.outer(part)).max < state.station_m;
  });
}

// Returns the greatest demands of a region or of all; from where the state is origin_s later at
// constant speed.
template <typename Demand, typename ExtremeOn>
absl::StatusOr<Requirement> Ask(const PathTimeGraph& graph, const Reaction& reaction, Side side,
                                const OccupiedRegion* region, double origin_s, double least, const Demand& demand,
                                const ExtremeOn& extreme_on) {
  const auto& [state, delay_s, gap_m] = reaction;
  absl::Status status = internal::CheckState(graph, state);
  for (const auto& [field, value] : {std::make_pair("delay_s", delay_s), {"gap_m", gap_m}}) {
    if (!status.ok() || (value >= 0.0 && std::isfinite(value))) continue;
    status = absl::InvalidArgumentError(absl::StrFormat("%s: %g is negative or not finite", field, value));
  }
  if (!status.ok()) return status;
  Requirement result = {least, least, -1};
  for (const OccupiedRegion& of : internal::Chosen(graph, region)) {
    if (region == nullptr && side == Side::kBehind && IsBehind(graph, of, state)) continue;
    const auto greatest = [&, &state = state](Bound bound, double to_keep_m, double known) {
      const double origin_time_s = state.time_s + origin_s;
      const double origin_m = state.station_m + state.speed_mps * (origin_time_s - state.time_s);
      const StationTime origin = {origin_m + (side == Side::kBehind ? to_keep_m : -to_keep_m), origin_time_s};
      return GreatestDemand(graph, of, bound, state.time_s, origin, known, demand, extreme_on);
    };
    result.necessary = greatest(Bound::kInner, gap_m - kMargin_m, result.necessary);
    const double sufficient = greatest(Bound::kOuter, gap_m + kMargin_m, result.sufficient);
    if (sufficient > result.sufficient) result.region = static_cast<int>(&of - graph.regions().data());
    result.sufficient = sufficient;
  }
  return result;
}

}  // namespace

absl::StatusOr<Encroachment> ComputeEncroachment(const PathTimeGraph& graph, const SpeedProfile& profile,
                                                 const OccupiedRegion& region) {
  absl::Status status = CheckIsLegal(profile, internal::StationsOf(graph), internal::TimesOf(graph));
  if (!status.ok()) return status;
  const Interval outer_s = PassOf(profile, internal::StationsOf(region.outer_box));
  const Interval inner_s = PassOf(profile, internal::StationsOf(region.inner_box));
  // Where nothing is proven inside, the conflict may end as soon as it begins.
  const double obstacle_exit_s = region.inner_box.empty() ? region.outer_box.min_time_s : region.inner_box.max_time_s;
  return Encroachment{{outer_s.min, inner_s.min},
                      {inner_s.min < kNever ? inner_s.max : outer_s.min, outer_s.max},
                      {region.outer_box.min_time_s, region.inner_box.min_time_s},
                      {obstacle_exit_s, region.outer_box.max_time_s},
                      LeastGap(graph, profile, region, Bound::kOuter),
                      LeastGap(graph, profile, region, Bound::kInner)};
}

// A profile s(x) = v x + a x^2 / 2 meets a point for a = 2 (y - v x) / x^2 or, if it stops before,
// for -a = v^2 / (2 y). On a line the former has its extreme at x = 2 y0 / (v - slope); the latter
// has none, and they join smoothly.
absl::StatusOr<Requirement> MinimumAcceleration(const PathTimeGraph& graph, const Reaction& reaction, Side side,
                                                const OccupiedRegion* region) {
  const double v = reaction.state.speed_mps;
  const auto demand = [v, side](double x, double y) {
    const double missing_m = side == Side::kBehind ? v * x - y : y - v * x;
    if (missing_m <= 0.0) return 0.0;
    if (x <= 0.0) return kNever;
    const double acceleration = 2.0 * missing_m / (x * x);
    if (side == Side::kInFront || acceleration * x <= v) return acceleration;
    return y > 0.0 ? v * v / (2.0 * y) : kNever;
  };
  const auto extreme_on = [v](double y0, double slope) { return 2.0 * y0 / (v - slope); };
  return Ask(graph, reaction, side, region, reaction.delay_s, 0.0, demand, extreme_on);
}

// Braking from the time c on is behind v x by b (x - c)^2 / 2 until it stops, v^2 / (2 b) after
// c v. A point that is d < v^2 / (2 b) nearer than v x demands c = x - sqrt(2 d / b), which has its
// extreme on a line at d = (v - slope)^2 / (2 b).
absl::StatusOr<Requirement> LastStopStation(const PathTimeGraph& graph, const Reaction& reaction,
                                            double deceleration_mps2, const OccupiedRegion* region) {
  if (!(deceleration_mps2 > 0.0 && std::isfinite(deceleration_mps2))) {
    return absl::InvalidArgumentError(
        absl::StrFormat("deceleration_mps2: %g is not positive and finite", deceleration_mps2));
  }
  const double v = reaction.state.speed_mps;
  const double b = deceleration_mps2;
  const double stop_m = v * v / (2.0 * b);
  // Negative: the greatest demand is the first station.
  const auto demand = [=](double x, double y) {
    const double nearer_m = v * x - y;
    if (nearer_m <= 0.0) return -kNever;
    return nearer_m <= stop_m ? -v * (x - std::sqrt(2.0 * nearer_m / b)) : stop_m - y;
  };
  const auto extreme_on = [=](double y0, double slope) {
    const double closing = v - slope;
    return (closing * closing / (2.0 * b) + y0) / closing;
  };
  absl::StatusOr<Requirement> result = Ask(graph, reaction, Side::kBehind, region, 0.0, -kNever, demand, extreme_on);
  if (!result.ok()) return result;
  const double from_m = reaction.state.station_m - v * reaction.delay_s;
  return Requirement{from_m - result->necessary, from_m - result->sufficient, result->region};
}

}  // namespace collision2d::planner
