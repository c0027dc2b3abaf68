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
  const auto visit = [&](double x, double station_m) {
    const ClosedInterval times_s = internal::TimesWithin({station_m, station_m}, polygon);
    if (internal::IsEmpty(times_s)) return;
    const double time_s = piece.TimeAt(x);
    const double gap_s = time_s < times_s.min ? times_s.min - time_s : std::min(0.0, times_s.max - time_s);
    if (std::abs(gap_s) < std::abs(least->gap_s)) *least = {gap_s, station_m, time_s};
  };
  for (const double x : piece.Turns()) {
    // The polygon may begin where the piece ends, but for rounding.
    const double at_m = piece.StationAt(x);
    const double station_m = std::clamp(at_m, stations_m.min, stations_m.max);
    if (std::abs(at_m - station_m) <= kProfileAllowance_m) visit(x, station_m);
  }
  const StationTime* p = &polygon.back();
  for (const StationTime& q : polygon) {
    for (const double x : piece.PassesOf(q.station_m)) visit(x, q.station_m);
    if (!piece.is_linear() && p->time_s != q.time_s) {
      internal::Cubic speed = piece.advance.Derivative();
      speed.c[0] -= (q.station_m - p->station_m) / (q.time_s - p->time_s);
      for (const double x : internal::RootsWithin(speed, 0.0, piece.duration_s)) visit(x, piece.StationAt(x));
    }
    p = &q;
  }
}

EncroachmentGap LeastGap(const PathTimeGraph& graph, const SpeedProfile& profile, const OccupiedRegion& region,
                         Bound bound) {
  EncroachmentGap least;
  for (size_t k = 0; k < profile.pieces.size(); ++k) {
    const Piece piece = internal::PieceAt(profile, k);
    const ClosedInterval stations_m = internal::Widened(internal::StationsOf(piece.Box()), kProfileAllowance_m);
    if (!internal::Overlap(stations_m, internal::StationsOf(region.outer_box))) continue;
    for (const RegionPart& part : graph.parts(region)) {
      const PathTimeBox& box = bound == Bound::kOuter ? part.outer_box : part.inner_box;
      if (box.empty() || !internal::Overlap(stations_m, internal::StationsOf(box))) continue;
      const double apart_s = std::max(box.min_time_s - piece.end_s, piece.start.time_s - box.max_time_s);
      if (apart_s >= std::abs(least.gap_s)) continue;
      const auto polygon = bound == Bound::kOuter ? graph.outer(part) : graph.inner(part);
      ForEachOverlap(piece, bound, polygon, box, [&](ClosedInterval x) {
        least = {0.0, piece.StationAt(x.min), piece.TimeAt(x.min)};
      });
      if (least.gap_s == 0.0) return least;
      VisitGaps(piece, polygon, internal::StationsOf(box), &least);
    }
  }
  return least;
}

}  // namespace

absl::StatusOr<Encroachment> ComputeEncroachment(const PathTimeGraph& graph, const SpeedProfile& profile, int region) {
  absl::Status status = region == kAllRegions ? absl::InvalidArgumentError("region: kAllRegions, but one is needed")
                                              : CheckRegion(graph, region);
  if (status.ok()) status = CheckIsLegal(profile, internal::StationsOf(graph), internal::TimesOf(graph));
  if (!status.ok()) return status;
  const OccupiedRegion& of = graph.regions()[region];
  const ClosedInterval outer_s = PassOf(profile, internal::StationsOf(of.outer_box));
  const ClosedInterval inner_s = PassOf(profile, internal::StationsOf(of.inner_box));
  Encroachment result;
  result.ego_entry_s = {outer_s.min, inner_s.min};
  // Without a proven conflict it may leave as soon as it enters.
  result.ego_exit_s = {inner_s.min < kNever ? inner_s.max : outer_s.min, outer_s.max};
  result.obstacle_entry_s = {of.outer_box.min_time_s, of.inner_box.min_time_s};
  result.obstacle_exit_s = {of.inner_box.empty() ? of.outer_box.min_time_s : of.inner_box.max_time_s,
                            of.outer_box.max_time_s};
  result.outer_gap = LeastGap(graph, profile, of, Bound::kOuter);
  result.inner_gap = LeastGap(graph, profile, of, Bound::kInner);
  return result;
}

}  // namespace collision2d::planner
