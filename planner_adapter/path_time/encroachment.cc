#include "planner_adapter/path_time/encroachment.h"

#include <algorithm>
#include <cmath>

#include "planner_adapter/path_time/profile_pieces.h"

namespace collision2d::planner {
namespace {

using internal::Bound;
using internal::Piece;

constexpr double kNever = std::numeric_limits<double>::infinity();

// The first and the last time at which a profile is at one of these stations; infinite if it never
// is, the last one also if it still is at its end.
ClosedInterval PassOf(const SpeedProfile& profile, ClosedInterval stations_m) {
  ClosedInterval pass = internal::kNothing;
  for (size_t k = 0; k < profile.pieces.size() && !internal::IsEmpty(stations_m); ++k) {
    const Piece piece = internal::PieceAt(profile, k);
    for (const double bound_m : {stations_m.min, stations_m.max}) {
      for (const double x : piece.PassesOf(bound_m)) internal::Extend(&pass, piece.TimeAt(x));
    }
    for (const double x : {0.0, piece.duration_s}) {
      const double station_m = piece.StationAt(x);
      if (stations_m.min <= station_m && station_m <= stations_m.max) internal::Extend(&pass, piece.TimeAt(x));
    }
  }
  if (!(pass.max < profile.end_s)) pass.max = kNever;
  return internal::IsEmpty(pass) ? ClosedInterval{kNever, kNever} : pass;
}

// The gap to a convex polygon that the piece does not meet has its least magnitude at an end or a
// turn of the piece, at the station of a vertex, or where the piece is parallel to an edge.
void VisitGaps(const Piece& piece, absl::Span<const StationTime> polygon, ClosedInterval stations_m,
               EncroachmentGap* least) {
  const auto offer = [&](double obstacle_s, double x, double station_m) {
    const double time_s = piece.TimeAt(x);
    if (std::abs(obstacle_s - time_s) < std::abs(least->gap_s)) *least = {obstacle_s - time_s, station_m, time_s};
  };
  const auto visit = [&](double x) {
    // The polygon may begin where the piece ends, but for rounding.
    const double at_m = piece.StationAt(x);
    const double station_m = std::clamp(at_m, stations_m.min, stations_m.max);
    const ClosedInterval times_s = internal::TimesWithin({station_m, station_m}, polygon);
    if (internal::IsEmpty(times_s) || std::abs(at_m - station_m) > kProfileAllowance_m) return;
    offer(std::clamp(piece.TimeAt(x), times_s.min, times_s.max), x, station_m);
  };
  for (const double x : piece.Turns()) visit(x);
  const StationTime* p = &polygon.back();
  for (const StationTime& q : polygon) {
    // The nearer of the two sides that the polygon has there is that of another vertex, or this one.
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
    const ClosedInterval stations_m = internal::StationsOf(piece.Box());
    if (!internal::Overlap(stations_m, internal::StationsOf(region.outer_box))) continue;
    for (const RegionPart& part : graph.parts(region)) {
      const PathTimeBox& box = internal::BoxOf(part, bound);
      if (!internal::Overlap(stations_m, internal::StationsOf(box))) continue;
      const double apart_s = std::max(box.min_time_s - piece.end_s, piece.start.time_s - box.max_time_s);
      if (apart_s >= std::abs(least.gap_s)) continue;
      const ClosedInterval meeting = MeetingTimes(graph, part, bound, piece);
      if (!internal::IsEmpty(meeting)) return {0.0, piece.StationAt(meeting.min), piece.TimeAt(meeting.min)};
      VisitGaps(piece, internal::PolygonOf(graph, part, bound), internal::StationsOf(box), &least);
    }
  }
  return least;
}

}  // namespace

absl::StatusOr<Encroachment> ComputeEncroachment(const PathTimeGraph& graph, const SpeedProfile& profile,
                                                 const OccupiedRegion& region) {
  absl::Status status = CheckIsLegal(profile, internal::StationsOf(graph), internal::TimesOf(graph));
  if (!status.ok()) return status;
  const ClosedInterval outer_s = PassOf(profile, internal::StationsOf(region.outer_box));
  const ClosedInterval inner_s = PassOf(profile, internal::StationsOf(region.inner_box));
  // Where nothing is proven inside, the conflict may end as soon as it begins.
  const double obstacle_exit_s = region.inner_box.empty() ? region.outer_box.min_time_s : region.inner_box.max_time_s;
  return Encroachment{{outer_s.min, inner_s.min},
                      {inner_s.min < kNever ? inner_s.max : outer_s.min, outer_s.max},
                      {region.outer_box.min_time_s, region.inner_box.min_time_s},
                      {obstacle_exit_s, region.outer_box.max_time_s},
                      LeastGap(graph, profile, region, Bound::kOuter),
                      LeastGap(graph, profile, region, Bound::kInner)};
}

}  // namespace collision2d::planner
