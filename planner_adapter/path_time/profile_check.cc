#include "planner_adapter/path_time/profile_check.h"

#include <algorithm>
#include <cmath>

#include "absl/strings/str_format.h"
#include "planner_adapter/path_time/profile_pieces.h"

namespace collision2d::planner {
namespace {

using internal::Piece;

constexpr double kNever = std::numeric_limits<double>::infinity();
// m and s. More than what the overlap of a piece and a polygon allows for.
constexpr double kMargin = 1e-8;

// The bracket of the first contact. Visit pieces in the order of time, until there is a contact.
struct FirstContact {
  void Visit(const OccupiedRegions& regions, const Piece& piece, const RegionPart& part, int region) {
    if (part.outer_box.min_time_s > contact_s) return;
    bool meets = false;
    ForEachOverlap(piece, internal::Bound::kOuter, regions.outer(part), part.outer_box, [&](ClosedInterval x) {
      meets = true;
      last_s = std::max(last_s, piece.TimeAt(x.max));
      const double first_s = std::max(piece.start.time_s, std::nextafter(piece.TimeAt(x.min), -kNever));
      if (first_s < free_until_s || (first_s == free_until_s && region < outer_region)) {
        free_until_s = first_s;
        free_until_m = piece.StationAt(x.min);
        outer_region = region;
      }
    });
    if (!meets) return;
    ForEachOverlap(piece, internal::Bound::kInner, regions.inner(part), part.inner_box, [&](ClosedInterval x) {
      const double first_s = piece.TimeAt(x.min);
      if (first_s < contact_s || (first_s == contact_s && region < inner_region)) {
        contact_s = first_s;
        contact_m = piece.StationAt(x.min);
        inner_region = region;
      }
    });
  }

  bool has_contact() const { return contact_s < kNever; }

  ProfileCheck Result(StationTime end) const {
    if (has_contact()) return {MotionVerdict::kCollides, free_until_s, contact_s, contact_m, inner_region};
    if (outer_region < 0) return {MotionVerdict::kFree, end.time_s, kNever, end.station_m, -1};
    return {MotionVerdict::kUndecided, free_until_s, last_s, free_until_m, outer_region};
  }

  double free_until_s = kNever;
  double free_until_m = 0.0;
  double last_s = -kNever;
  double contact_s = kNever;
  double contact_m = 0.0;
  int outer_region = -1;
  int inner_region = -1;
};

bool IsNear(const PathTimeBox& a, const PathTimeBox& b) {
  return internal::Overlap(internal::StationsOf(a), internal::Widened(internal::StationsOf(b), kMargin)) &&
         internal::Overlap(internal::TimesOf(a), internal::Widened(internal::TimesOf(b), kMargin));
}

}  // namespace

absl::StatusOr<ProfileCheck> CheckProfile(const OccupiedRegions& regions, const SpeedProfile& profile, int region) {
  absl::Status status = CheckRegion(regions, region);
  if (status.ok()) status = CheckIsLegal(regions, profile);
  if (!status.ok()) return status;
  const int begin = std::max(region, 0);
  const int end = region == kAllRegions ? static_cast<int>(regions.regions().size()) : region + 1;
  FirstContact first;
  for (size_t k = 0; k < profile.pieces.size() && !first.has_contact(); ++k) {
    const Piece piece = internal::PieceAt(profile, k);
    const PathTimeBox box = piece.Box();
    for (int r = begin; r < end; ++r) {
      const OccupiedRegion& of = regions.regions()[static_cast<size_t>(r)];
      if (!IsNear(of.outer_box, box)) continue;
      for (const RegionPart& part : regions.parts(of)) {
        if (IsNear(part.outer_box, box)) first.Visit(regions, piece, part, r);
      }
    }
  }
  const Piece last = internal::PieceAt(profile, profile.pieces.size() - 1);
  return first.Result({last.StationAt(last.duration_s), profile.end_s});
}

absl::StatusOr<ProfileCheck> TimeToContact(const OccupiedRegions& regions, const StationState& state,
                                             double acceleration_mps2, int region) {
  if (absl::Status status = CheckState(regions, state); !status.ok()) return status;
  if (!std::isfinite(acceleration_mps2)) {
    return absl::InvalidArgumentError(absl::StrFormat("acceleration_mps2: %g is not finite", acceleration_mps2));
  }
  double end_s = std::max(regions.times_s().max, state.time_s);
  const AcceleratedPieces pieces = AcceleratedProfile(state, 0.0, acceleration_mps2, end_s);
  // Only the first one moves.
  const Piece moving = internal::PieceAt({pieces, end_s}, 0);
  if (moving.StationAt(moving.duration_s) > regions.stations_m().max + kProfileAllowance_m) {
    const internal::Instants passes = moving.PassesOf(regions.stations_m().max);
    end_s = passes.empty() ? state.time_s : moving.TimeAt(passes.front());
    return CheckProfile(regions, {absl::MakeConstSpan(pieces).first(1), end_s}, region);
  }
  return CheckProfile(regions, {pieces, end_s}, region);
}

int ProfileIndex::ColumnAt(double station_m) const {
  return static_cast<int>(std::clamp((station_m - regions_->stations_m().min) * columns_per_m_, 0.0, kColumns - 1.0));
}

absl::Status ProfileIndex::Assign(const OccupiedRegions& regions, absl::Span<const double> times_s) {
  regions_.reset();
  if (times_s.empty()) return absl::InvalidArgumentError("times_s: there are none");
  const ClosedInterval legal_s = internal::Widened(regions.times_s(), kProfileAllowance_s);
  for (size_t k = 0; k < times_s.size(); ++k) {
    if (times_s[k] >= legal_s.min && times_s[k] <= legal_s.max && (k == 0 || times_s[k] > times_s[k - 1])) continue;
    return absl::InvalidArgumentError(
        absl::StrFormat("times_s[%d]: %.17g is not a time of the graph, or not after the previous one", k, times_s[k]));
  }
  regions_ = regions;
  times_s_.assign(times_s.begin(), times_s.end());
  const double length_m = regions.stations_m().max - regions.stations_m().min;
  columns_per_m_ = length_m > 0.0 ? kColumns / length_m : 0.0;
  const int last_time = static_cast<int>(times_s.size()) - 1;
  spans_.clear();
  cell_begins_.assign(static_cast<size_t>(std::max(last_time, 1) * kColumns + 1), 0);
  for (size_t r = 0; r < regions.regions().size(); ++r) {
    const OccupiedRegion& region = regions.regions()[r];
    for (int p = region.parts_begin; p < region.parts_end; ++p) {
      const RegionPart& part = regions.parts()[static_cast<size_t>(p)];
      const ClosedInterval part_s = internal::Widened(internal::TimesOf(part.outer_box), kMargin);
      if (part_s.max < times_s.front()) continue;
      const auto next = std::upper_bound(times_s.begin(), times_s.end(), part_s.min);
      for (int k = std::max(0, static_cast<int>(next - times_s.begin()) - 1);
           k < std::max(last_time, 1) && times_s_[static_cast<size_t>(k)] <= part_s.max; ++k) {
        const ClosedInterval strip = {times_s_[static_cast<size_t>(k)],
                                      times_s_[static_cast<size_t>(std::min(k + 1, last_time))]};
        const ClosedInterval range =
            strip.min <= part_s.min && part_s.max <= strip.max
                ? internal::StationsOf(part.outer_box)
                : internal::StationsWithin(internal::Widened(strip, kMargin), regions.outer(part));
        if (internal::IsEmpty(range)) continue;
        spans_.push_back({k, ColumnAt(range.min - kMargin), ColumnAt(range.max + kMargin), p, static_cast<int>(r)});
        for (int c = spans_.back().first_column; c <= spans_.back().last_column; ++c) {
          ++cell_begins_[static_cast<size_t>(k * kColumns + c)];
        }
      }
    }
  }
  // From counts to ends; filling from behind makes them begins, and keeps the order.
  for (size_t cell = 1; cell < cell_begins_.size(); ++cell) cell_begins_[cell] += cell_begins_[cell - 1];
  entries_.resize(static_cast<size_t>(cell_begins_.back()));
  for (size_t i = spans_.size(); i-- > 0;) {
    for (int c = spans_[i].first_column; c <= spans_[i].last_column; ++c) {
      const size_t cell = static_cast<size_t>(spans_[i].time * kColumns + c);
      entries_[static_cast<size_t>(--cell_begins_[cell])] = spans_[i];
    }
  }
  next_occupied_.resize(cell_begins_.size() - 1);
  for (size_t cell = next_occupied_.size(); cell-- > 0;) {
    const size_t column = cell % kColumns;
    const bool is_occupied = cell_begins_[cell] < cell_begins_[cell + 1];
    next_occupied_[cell] = static_cast<uint8_t>(is_occupied              ? column
                                                : column == kColumns - 1 ? kColumns
                                                                         : next_occupied_[cell + 1]);
  }
  return absl::OkStatus();
}

absl::Status ProfileIndex::Check(absl::Span<const double> stations_m, absl::Span<ProfileCheck> checks) const {
  const size_t num_times = times_s_.size();
  if (!regions_) return absl::FailedPreconditionError("Assign: not called, or with an error");
  if (stations_m.size() != checks.size() * num_times) {
    return absl::InvalidArgumentError(absl::StrFormat("stations_m: %d stations for %d profiles at %d times",
                                                      stations_m.size(), checks.size(), num_times));
  }
  const ClosedInterval legal_m = internal::Widened(regions_->stations_m(), kProfileAllowance_m);
  const auto is_illegal = [legal_m](double s) { return !(s >= legal_m.min && s <= legal_m.max); };
  const auto* illegal = std::find_if(stations_m.begin(), stations_m.end(), is_illegal);
  if (illegal != stations_m.end()) {
    const size_t at = static_cast<size_t>(illegal - stations_m.begin());
    return absl::InvalidArgumentError(absl::StrFormat("stations_m[%d][%d]: %.17g is not a station of the path",
                                                      at / num_times, at % num_times, *illegal));
  }
  const size_t last_time = num_times - 1;
  for (size_t i = 0; i < checks.size(); ++i) {
    const double* row = &stations_m[i * num_times];
    FirstContact first;
    for (size_t k = 0; k < std::max(last_time, size_t{1}) && !first.has_contact(); ++k) {
      const size_t end = std::min(k + 1, last_time);
      const int begin_column = ColumnAt(std::min(row[k], row[end]));
      const int end_column = ColumnAt(std::max(row[k], row[end]));
      const size_t cell = k * kColumns;
      if (next_occupied_[cell + static_cast<size_t>(begin_column)] > end_column) continue;
      const double speed_mps = end == k ? 0.0 : (row[end] - row[k]) / (times_s_[end] - times_s_[k]);
      const Piece piece({times_s_[k], row[k], speed_mps}, times_s_[end]);
      for (int c = begin_column; c <= end_column; ++c) {
        const int begin = cell_begins_[cell + static_cast<size_t>(c)];
        const int next = cell_begins_[cell + static_cast<size_t>(c) + 1];
        for (int e = begin; e < next; ++e) {
          const Entry& entry = entries_[static_cast<size_t>(e)];
          // In a column before, the part was visited.
          if (std::max(entry.first_column, begin_column) != c) continue;
          first.Visit(*regions_, piece, regions_->parts()[static_cast<size_t>(entry.part)], entry.region);
        }
      }
    }
    checks[i] = first.Result({row[last_time], times_s_[last_time]});
  }
  return absl::OkStatus();
}

}  // namespace collision2d::planner
