#include "planner_adapter/path_time/conflict.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "absl/strings/str_format.h"
#include "planner_adapter/path_time/profile_pieces.h"

namespace collision2d::planner {
namespace {

using internal::Bound;

constexpr double kNever = std::numeric_limits<double>::infinity();

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
