#include "planner_adapter/path_time/braking.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "absl/strings/str_format.h"
#include "planner_adapter/path_time/profile_pieces.h"

namespace collision2d::planner {
namespace {

using internal::Bound;

constexpr double kNever = std::numeric_limits<double>::infinity();
// m. More than the allowances of profiles, at any legal speed of a road vehicle.
constexpr double kMargin_m = 1e-6;

// A place to keep: what a point of a region, x s and y m from an origin, demands, and where on a
// line y = y0 + slope x that demand has an extreme.
template <typename Demand, typename ExtremeOn>
struct Place {
  StationTime origin;
  double first_s;  // Earlier points demand nothing.
  double gap_m;    // Added to the stations of points; negative: to stay behind.
  Demand demand;
  ExtremeOn extreme_on;
};

// Returns the greatest demand of a region, at least `least`.
template <typename Demand, typename ExtremeOn>
double GreatestDemand(const OccupiedRegions& regions, const OccupiedRegion& region, Bound bound, double least,
                      const Place<Demand, ExtremeOn>& place) {
  const double margin_m = (bound == Bound::kOuter ? 1.0 : -1.0) * std::copysign(kMargin_m, place.gap_m);
  const double shift_m = place.gap_m + margin_m - place.origin.station_m;
  double greatest = least;
  for (const RegionPart& part : regions.parts(region)) {
    const auto polygon = bound == Bound::kOuter ? regions.outer(part) : regions.inner(part);
    for (size_t i = 0; i < polygon.size(); ++i) {
      StationTime p = polygon[i];
      StationTime q = polygon[i + 1 < polygon.size() ? i + 1 : 0];
      if (p.time_s > q.time_s) std::swap(p, q);
      if (q.time_s < place.first_s) continue;
      double x0 = p.time_s - place.origin.time_s;
      const double x1 = q.time_s - place.origin.time_s;
      const double slope = (q.station_m - p.station_m) / (x1 - x0);  // Not finite if x0 = x1.
      const double y1 = q.station_m + shift_m;
      if (p.time_s < place.first_s) x0 = place.first_s - place.origin.time_s;
      const double y0 = p.time_s < place.first_s ? y1 - slope * (x1 - x0) : p.station_m + shift_m;
      greatest = std::max({greatest, place.demand(x0, y0), place.demand(x1, y1)});
      if (!(x0 < x1)) continue;
      for (const double x : {0.0, place.extreme_on(y0 - slope * x0, slope)}) {
        if (x > x0 && x < x1) greatest = std::max(greatest, place.demand(x, y0 + slope * (x - x0)));
      }
    }
  }
  return greatest;
}

bool IsBehind(const OccupiedRegions& regions, const OccupiedRegion& region, const StationState& state) {
  const double first_s = std::max(state.time_s, region.outer_box.min_time_s);
  double last_m = -kNever;
  for (const RegionPart& part : regions.parts(region)) {
    last_m = std::max(last_m, internal::StationsWithin({first_s, first_s}, regions.outer(part)).max);
  }
  return last_m < state.station_m;
}

absl::Status CheckArguments(const OccupiedRegions& regions, const StationState& state, double delay_s, double gap_m,
                            int region) {
  absl::Status status = CheckState(regions, state);
  if (status.ok()) status = CheckRegion(regions, region);
  if (!status.ok()) return status;
  const auto is_bad = [](double value) { return !(value >= 0.0 && std::isfinite(value)); };
  if (!is_bad(delay_s) && !is_bad(gap_m)) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrFormat("delay_s, gap_m: %g, %g: negative or not finite", delay_s, gap_m));
}

template <typename Demand, typename ExtremeOn>
Requirement Ask(const OccupiedRegions& regions, const StationState& state, int region, double least,
                const Place<Demand, ExtremeOn>& place) {
  Requirement result = {least, least, -1};
  const int begin = std::max(region, 0);
  const int end = region == kAllRegions ? static_cast<int>(regions.regions().size()) : region + 1;
  for (int r = begin; r < end; ++r) {
    const OccupiedRegion& of = regions.regions()[static_cast<size_t>(r)];
    if (region == kAllRegions && std::signbit(place.gap_m) && IsBehind(regions, of, state)) continue;
    result.necessary = GreatestDemand(regions, of, Bound::kInner, result.necessary, place);
    const double sufficient = GreatestDemand(regions, of, Bound::kOuter, result.sufficient, place);
    if (sufficient > result.sufficient) result.region = r;
    result.sufficient = sufficient;
  }
  return result;
}

}  // namespace

// A profile s(x) = v x - b x^2 / 2 meets a point that is nearer than v x for b = 2 (v x - y) / x^2,
// or, if it stops before, b = v^2 / (2 y). On a line the former has its extreme at x = 2 y0 / (v -
// slope); the latter has none, and they join smoothly.
absl::StatusOr<Requirement> LeastDeceleration(const OccupiedRegions& regions, const StationState& state, double delay_s,
                                              double gap_m, int region) {
  if (absl::Status status = CheckArguments(regions, state, delay_s, gap_m, region); !status.ok()) return status;
  const double v = state.speed_mps;
  const auto demand = [v](double x, double y) {
    if (v * x <= y) return 0.0;
    if (x <= 0.0 || y <= 0.0) return kNever;
    const double deceleration = 2.0 * (v * x - y) / (x * x);
    return deceleration * x <= v ? deceleration : v * v / (2.0 * y);
  };
  const auto extreme = [v](double y0, double slope) { return 2.0 * y0 / (v - slope); };
  const StationTime origin = {state.station_m + v * delay_s, state.time_s + delay_s};
  return Ask(regions, state, region, 0.0,
             Place<decltype(demand), decltype(extreme)>{origin, state.time_s, -gap_m, demand, extreme});
}

absl::StatusOr<Requirement> LeastAcceleration(const OccupiedRegions& regions, const StationState& state, double delay_s,
                                              double gap_m, int region) {
  if (absl::Status status = CheckArguments(regions, state, delay_s, gap_m, region); !status.ok()) return status;
  const double v = state.speed_mps;
  const auto demand = [v](double x, double y) {
    if (v * x >= y) return 0.0;
    return x <= 0.0 ? kNever : 2.0 * (y - v * x) / (x * x);
  };
  const auto extreme = [v](double y0, double slope) { return 2.0 * y0 / (v - slope); };
  const StationTime origin = {state.station_m + v * delay_s, state.time_s + delay_s};
  return Ask(regions, state, region, 0.0,
             Place<decltype(demand), decltype(extreme)>{origin, state.time_s, gap_m, demand, extreme});
}

// Braking from the time c on is behind v x by b (x - c)^2 / 2 until it stops, v^2 / (2 b) after
// c v. A point that is d < v^2 / (2 b) nearer than v x demands c = x - sqrt(2 d / b), with its
// extreme on a line at d = (v - slope)^2 / (2 b).
absl::StatusOr<Requirement> LastStopStation(const OccupiedRegions& regions, const StationState& state, double delay_s,
                                            double gap_m, double deceleration_mps2, int region) {
  absl::Status status = CheckArguments(regions, state, delay_s, gap_m, region);
  if (status.ok() && !(deceleration_mps2 > 0.0 && std::isfinite(deceleration_mps2))) {
    status = absl::InvalidArgumentError(
        absl::StrFormat("deceleration_mps2: %g is not positive and finite", deceleration_mps2));
  }
  if (!status.ok()) return status;
  const double v = state.speed_mps;
  const double b = deceleration_mps2;
  const double stop_m = v * v / (2.0 * b);
  // Negative: the greatest demand is the first station.
  const auto demand = [=](double x, double y) {
    const double d = v * x - y;
    if (d <= 0.0) return -kNever;
    return d <= stop_m ? -v * (x - std::sqrt(2.0 * d / b)) : stop_m - y;
  };
  const auto extreme = [=](double y0, double slope) {
    const double w = v - slope;
    return w > 0.0 ? (w * w / (2.0 * b) + y0) / w : 0.0;
  };
  const StationTime origin = {state.station_m, state.time_s};
  const Requirement result =
      Ask(regions, state, region, -kNever,
          Place<decltype(demand), decltype(extreme)>{origin, state.time_s, -gap_m, demand, extreme});
  const double from_m = state.station_m - v * delay_s;
  return Requirement{from_m - result.necessary, from_m - result.sufficient, result.region};
}

}  // namespace collision2d::planner
