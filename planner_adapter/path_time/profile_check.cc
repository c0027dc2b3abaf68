#include "planner_adapter/path_time/profile_check.h"

#include <algorithm>
#include <cmath>

#include "absl/strings/str_format.h"
#include "planner_adapter/path_time/profile_pieces.h"

namespace collision2d::planner {
namespace {

using internal::Bound;
using internal::Piece;

constexpr double kNever = std::numeric_limits<double>::infinity();

// The first one that was offered; ties go to the lowest region.
struct Meeting {
  void Offer(double at_s, double at_m, int with) {
    if (at_s < time_s || (at_s == time_s && with < region)) *this = {at_s, at_m, with};
  }

  double time_s = kNever;
  double station_m = 0.0;
  int region = -1;
};

// The bracket of the first contact. Visit pieces in the order of time, until there is a contact.
struct FirstContact {
  void Visit(const PathTimeGraph& graph, const Piece& piece, const RegionPart& part, int region) {
    const double until_x = until_s - piece.start.time_s;
    const Interval outer = MeetingTimes(graph, part, Bound::kOuter, piece, until_x);
    if (internal::IsEmpty(outer)) return;
    last_s = std::max(last_s, piece.TimeAt(outer.max));
    const double before_s = std::nextafter(piece.TimeAt(outer.min), -kNever);
    possible.Offer(std::max(piece.start.time_s, before_s), piece.StationAt(outer.min), region);
    const Interval inner = MeetingTimes(graph, part, Bound::kInner, piece, until_x);
    if (internal::IsEmpty(inner)) return;
    contact.Offer(piece.TimeAt(inner.min), piece.StationAt(inner.min), region);
    until_s = std::nextafter(contact.time_s, kNever);
  }

  SpeedProfileCheck Result(double end_s, double end_m) const {
    if (contact.region >= 0) {
      return {MotionVerdict::kCollides, possible.time_s, contact.time_s, contact.station_m, contact.region};
    }
    if (possible.region < 0) return {MotionVerdict::kFree, end_s, kNever, end_m, -1};
    return {MotionVerdict::kUndecided, possible.time_s, last_s, possible.station_m, possible.region};
  }

  Meeting possible;
  Meeting contact;
  double last_s = -kNever;
  double until_s = kNever;  // What begins later does not round to the time of the contact.
};

}  // namespace

absl::StatusOr<SpeedProfileCheck> CheckSpeedProfile(const PathTimeGraph& graph, const SpeedProfile& profile,
                                                    const OccupiedRegion* region) {
  absl::Status status = CheckIsLegal(profile, internal::StationsOf(graph), internal::TimesOf(graph));
  if (!status.ok()) return status;
  FirstContact first;
  for (size_t k = 0; k < profile.pieces.size() && first.contact.region < 0; ++k) {
    const Piece piece = internal::PieceAt(profile, k);
    const PathTimeBox box = piece.Box();
    for (const OccupiedRegion& of : internal::Chosen(graph, region)) {
      if (!internal::Overlap(internal::StationsOf(of.outer_box), internal::StationsOf(box))) continue;
      if (!internal::Overlap(internal::TimesOf(of.outer_box), internal::TimesOf(box))) continue;
      const int index = static_cast<int>(&of - graph.regions().data());
      for (const RegionPart& part : graph.parts(of)) first.Visit(graph, piece, part, index);
    }
  }
  const Piece last = internal::PieceAt(profile, profile.pieces.size() - 1);
  return first.Result(profile.end_s, last.StationAt(last.duration_s));
}

absl::StatusOr<SpeedProfileCheck> ComputeTimeToCollision(const PathTimeGraph& graph, const StationState& state,
                                                         double acceleration_mps2, const OccupiedRegion* region) {
  absl::Status status = internal::CheckState(graph, state);
  if (status.ok() && !std::isfinite(acceleration_mps2)) {
    status = absl::InvalidArgumentError(absl::StrFormat("acceleration_mps2: %g is not finite", acceleration_mps2));
  }
  if (!status.ok()) return status;
  double end_s = std::max(graph.options().end_s, state.time_s);
  AcceleratedPieces pieces = AcceleratedProfile(state, 0.0, acceleration_mps2, end_s);
  // Only the first one moves.
  const Piece moving = internal::PieceAt({pieces, end_s}, 0);
  if (moving.StationAt(moving.duration_s) > graph.end_m() + kProfileAllowance_m) {
    const internal::Instants passes = moving.PassesOf(graph.end_m());
    end_s = passes.empty() ? state.time_s : moving.TimeAt(passes.front());
    pieces.resize(1);
  }
  return CheckSpeedProfile(graph, {pieces, end_s}, region);
}

int SpeedProfileIndex::ColumnAt(double station_m) const {
  return static_cast<int>(std::clamp((station_m - graph_->start_m()) * columns_per_m_, 0.0, kColumns - 1.0));
}

absl::Status SpeedProfileIndex::Assign(const PathTimeGraph& graph, absl::Span<const double> times_s) {
  graph_ = nullptr;
  if (times_s.size() < 2) return absl::InvalidArgumentError("times_s: there are less than two");
  const Interval legal_s = internal::Widened(internal::TimesOf(graph), kProfileAllowance_s);
  for (size_t k = 0; k < times_s.size(); ++k) {
    if (internal::Contains(legal_s, times_s[k]) && (k == 0 || times_s[k] > times_s[k - 1])) continue;
    return absl::InvalidArgumentError(
        absl::StrFormat("times_s[%d]: %.17g is not a time of the graph after the previous one", k, times_s[k]));
  }
  graph_ = &graph;
  times_s_.assign(times_s.begin(), times_s.end());
  columns_per_m_ = graph.end_m() > graph.start_m() ? kColumns / (graph.end_m() - graph.start_m()) : 0.0;
  const int rows = static_cast<int>(times_s.size()) - 1;
  entries_.clear();
  first_entries_.assign(rows * kColumns, -1);
  // The last first, so that a cell's parts are in the order of their times.
  for (size_t r = graph.regions().size(); r-- > 0;) {
    for (int p = graph.regions()[r].parts_end; p-- > graph.regions()[r].parts_begin;) {
      const RegionPart& part = graph.parts()[p];
      const Interval part_s = internal::Widened(internal::TimesOf(part.outer_box), internal::kMargin);
      const auto next = std::lower_bound(times_s.begin(), times_s.end(), part_s.min);
      int row = std::max(0, static_cast<int>(next - times_s.begin()) - 1);
      for (; row < rows && times_s[row] <= part_s.max; ++row) {
        const Interval strip = internal::Widened({times_s[row], times_s[row + 1]}, internal::kMargin);
        const Interval range = internal::StationsWithin(strip, graph.outer(part));
        if (internal::IsEmpty(range)) continue;
        const Interval stations_m = internal::Widened(range, internal::kMargin);
        const int first = ColumnAt(stations_m.min);
        const int last = ColumnAt(stations_m.max);
        for (int cell = row * kColumns + first; cell <= row * kColumns + last; ++cell) {
          entries_.push_back({first_entries_[cell], first, p, static_cast<int>(r)});
          first_entries_[cell] = static_cast<int>(entries_.size()) - 1;
        }
      }
    }
  }
  next_occupied_.resize(rows * kColumns);
  for (int cell = rows * kColumns - 1, next = kColumns; cell >= 0; --cell) {
    if (cell % kColumns == kColumns - 1) next = kColumns;
    if (first_entries_[cell] >= 0) next = cell % kColumns;
    next_occupied_[cell] = static_cast<uint8_t>(next);
  }
  return absl::OkStatus();
}

absl::Status SpeedProfileIndex::Check(absl::Span<const double> stations_m, absl::Span<SpeedProfileCheck> checks) const {
  if (graph_ == nullptr) return absl::FailedPreconditionError("Assign: not called, or with an error");
  const size_t num_times = times_s_.size();
  if (stations_m.size() != checks.size() * num_times) {
    return absl::InvalidArgumentError(absl::StrFormat("stations_m: %d stations for %d profiles at %d times",
                                                      stations_m.size(), checks.size(), num_times));
  }
  const Interval legal_m = internal::Widened(internal::StationsOf(*graph_), kProfileAllowance_m);
  const auto illegal = std::find_if(stations_m.begin(), stations_m.end(),
                                    [legal_m](double station) { return !internal::Contains(legal_m, station); });
  if (illegal != stations_m.end()) {
    const size_t at = illegal - stations_m.begin();
    return absl::InvalidArgumentError(absl::StrFormat("stations_m[%d][%d]: %.17g is not a station of the path",
                                                      at / num_times, at % num_times, *illegal));
  }
  for (size_t i = 0; i < checks.size(); ++i) {
    const double* const row_m = &stations_m[i * num_times];
    FirstContact first;
    for (size_t k = 0; k + 1 < num_times && first.contact.region < 0; ++k) {
      const int begin = ColumnAt(std::min(row_m[k], row_m[k + 1]));
      int end = ColumnAt(std::max(row_m[k], row_m[k + 1]));
      if (next_occupied_[k * kColumns + begin] > end) continue;
      const double speed_mps = (row_m[k + 1] - row_m[k]) / (times_s_[k + 1] - times_s_[k]);
      const Piece piece({times_s_[k], row_m[k], speed_mps}, times_s_[k + 1]);
      for (int c = begin; c <= end; ++c) {
        for (int e = first_entries_[k * kColumns + c]; e >= 0; e = entries_[e].next) {
          // In a column before, the part was visited.
          if (std::max(entries_[e].first_column, begin) != c) continue;
          first.Visit(*graph_, piece, graph_->parts()[entries_[e].part], entries_[e].region);
        }
        // Farther columns come later.
        if (first.contact.region >= 0 && speed_mps >= 0.0) {
          end = std::min(end, ColumnAt(first.contact.station_m + internal::kMargin));
        }
      }
    }
    checks[i] = first.Result(times_s_.back(), row_m[num_times - 1]);
  }
  return absl::OkStatus();
}

namespace {

// Replaces `intervals` by what they leave of `all`.
void Complement(Interval all, std::vector<Interval>* intervals) {
  std::sort(intervals->begin(), intervals->end(), [](const Interval& a, const Interval& b) { return a.min < b.min; });
  double occupied_until = -std::numeric_limits<double>::infinity();
  size_t count = 0;
  // No more intervals are written than were read.
  for (const Interval occupied : *intervals) {
    const Interval free = {std::max(occupied_until, all.min), std::min(occupied.min, all.max)};
    if (occupied.min > occupied_until && free.min < free.max) (*intervals)[count++] = free;
    occupied_until = std::max(occupied_until, occupied.max);
  }
  intervals->resize(count);
  if (occupied_until < all.max) intervals->push_back({std::max(occupied_until, all.min), all.max});
}

// kTimes: the free times of a station; else the free stations of a time.
template <bool kTimes>
absl::Status FindFree(const PathTimeGraph& graph, double at, double time_uncertainty_s, std::vector<Interval>* free) {
  free->clear();
  if (!(time_uncertainty_s >= 0.0 && std::isfinite(time_uncertainty_s))) {
    return absl::InvalidArgumentError(
        absl::StrFormat("time_uncertainty_s: %g is negative or not finite", time_uncertainty_s));
  }
  const Interval legal = kTimes ? internal::StationsOf(graph) : internal::TimesOf(graph);
  const Interval all = kTimes ? internal::TimesOf(graph) : internal::StationsOf(graph);
  constexpr double kAllowance = std::max(kProfileAllowance_m, kProfileAllowance_s);
  if (!internal::Contains(internal::Widened(legal, kAllowance), at)) {
    return absl::InvalidArgumentError(absl::StrFormat("%s: %.17g is not within [%.17g, %.17g]",
                                                      kTimes ? "station_m" : "time_s", at, legal.min, legal.max));
  }
  const Interval strip = internal::Widened({at, at}, kAllowance + (kTimes ? 0.0 : time_uncertainty_s));
  const auto is_near = [&strip](const PathTimeBox& box) {
    return internal::Overlap(strip, kTimes ? internal::StationsOf(box) : internal::TimesOf(box));
  };
  for (const OccupiedRegion& region : graph.regions()) {
    if (!is_near(region.outer_box)) continue;
    for (const RegionPart& part : graph.parts(region)) {
      if (!is_near(part.outer_box)) continue;
      const auto polygon = graph.outer(part);
      const Interval occupied =
          kTimes ? internal::TimesWithin(strip, polygon) : internal::StationsWithin(strip, polygon);
      if (internal::IsEmpty(occupied)) continue;
      free->push_back(internal::Widened(occupied, kAllowance + (kTimes ? time_uncertainty_s : 0.0)));
    }
  }
  Complement(all, free);
  return absl::OkStatus();
}

}  // namespace

absl::Status FreeTimes(const PathTimeGraph& graph, double station_m, double time_uncertainty_s,
                       std::vector<Interval>* free_s) {
  return FindFree<true>(graph, station_m, time_uncertainty_s, free_s);
}

absl::Status FreeStations(const PathTimeGraph& graph, double time_s, double time_uncertainty_s,
                          std::vector<Interval>* free_m) {
  return FindFree<false>(graph, time_s, time_uncertainty_s, free_m);
}

}  // namespace collision2d::planner
