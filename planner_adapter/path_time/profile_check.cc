#include "planner_adapter/path_time/profile_check.h"

#include <algorithm>
#include <cmath>
#include <numeric>

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
  void Visit(const PathTimeGraph& graph, const Piece& piece, const RegionPart& part, int region) {
    if (part.outer_box.min_time_s > contact_s) return;
    bool meets = false;
    ForEachOverlap(piece, internal::Bound::kOuter, graph.outer(part), part.outer_box, [&](ClosedInterval x) {
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
    ForEachOverlap(piece, internal::Bound::kInner, graph.inner(part), part.inner_box, [&](ClosedInterval x) {
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

absl::StatusOr<ProfileCheck> CheckProfile(const PathTimeGraph& graph, const SpeedProfile& profile, int region) {
  absl::Status status = CheckRegion(graph, region);
  if (status.ok()) status = CheckIsLegal(profile, internal::StationsOf(graph), internal::TimesOf(graph));
  if (!status.ok()) return status;
  const auto [begin, end] = internal::IndicesOf(graph, region);
  FirstContact first;
  for (size_t k = 0; k < profile.pieces.size() && !first.has_contact(); ++k) {
    const Piece piece = internal::PieceAt(profile, k);
    const PathTimeBox box = piece.Box();
    for (int r = begin; r < end; ++r) {
      if (!IsNear(graph.regions()[r].outer_box, box)) continue;
      for (const RegionPart& part : graph.parts(graph.regions()[r])) {
        if (IsNear(part.outer_box, box)) first.Visit(graph, piece, part, r);
      }
    }
  }
  const Piece last = internal::PieceAt(profile, profile.pieces.size() - 1);
  return first.Result({last.StationAt(last.duration_s), profile.end_s});
}

absl::StatusOr<ProfileCheck> TimeToCollision(const PathTimeGraph& graph, const StationState& state,
                                             double acceleration_mps2, int region) {
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
  return CheckProfile(graph, {pieces, end_s}, region);
}

int ProfileIndex::ColumnAt(double station_m) const {
  return static_cast<int>(std::clamp((station_m - graph_->start_m()) * columns_per_m_, 0.0, kColumns - 1.0));
}

absl::Status ProfileIndex::Assign(const PathTimeGraph& graph, absl::Span<const double> times_s) {
  graph_ = nullptr;
  if (times_s.empty()) return absl::InvalidArgumentError("times_s: there are none");
  const ClosedInterval legal_s = internal::Widened(internal::TimesOf(graph), kProfileAllowance_s);
  for (size_t k = 0; k < times_s.size(); ++k) {
    if (internal::Contains(legal_s, times_s[k]) && (k == 0 || times_s[k] > times_s[k - 1])) continue;
    return absl::InvalidArgumentError(
        absl::StrFormat("times_s[%d]: %.17g is not a time of the graph after the previous one", k, times_s[k]));
  }
  graph_ = &graph;
  times_s_.assign(times_s.begin(), times_s.end());
  columns_per_m_ = graph.end_m() > graph.start_m() ? kColumns / (graph.end_m() - graph.start_m()) : 0.0;
  spans_.clear();
  cell_begins_.assign(num_rows() * kColumns + 1, 0);
  for (size_t r = 0; r < graph.regions().size(); ++r) {
    for (int p = graph.regions()[r].parts_begin; p < graph.regions()[r].parts_end; ++p) {
      const RegionPart& part = graph.parts()[p];
      const ClosedInterval part_s = internal::Widened(internal::TimesOf(part.outer_box), kMargin);
      const auto next = std::upper_bound(times_s.begin(), times_s.end(), part_s.min);
      for (int row = std::max(0, static_cast<int>(next - times_s.begin()) - 1); row < num_rows(); ++row) {
        const ClosedInterval row_s = internal::Widened(RowTimes(row), kMargin);
        if (!internal::Overlap(row_s, part_s)) break;
        const bool is_all = row_s.min <= part_s.min && part_s.max <= row_s.max;
        const ClosedInterval stations_m =
            is_all ? internal::StationsOf(part.outer_box) : internal::StationsWithin(row_s, graph.outer(part));
        if (internal::IsEmpty(stations_m)) continue;
        spans_.push_back(
            {row, ColumnAt(stations_m.min - kMargin), ColumnAt(stations_m.max + kMargin), p, static_cast<int>(r)});
        for (int c = spans_.back().first_column; c <= spans_.back().last_column; ++c) {
          ++cell_begins_[row * kColumns + c];
        }
      }
    }
  }
  // From counts to ends; filling from behind makes them begins, and keeps the order.
  std::partial_sum(cell_begins_.begin(), cell_begins_.end(), cell_begins_.begin());
  entries_.resize(cell_begins_.back());
  for (size_t i = spans_.size(); i-- > 0;) {
    for (int c = spans_[i].first_column; c <= spans_[i].last_column; ++c) {
      entries_[--cell_begins_[spans_[i].row * kColumns + c]] = spans_[i];
    }
  }
  next_occupied_.resize(num_rows() * kColumns);
  for (int cell = num_rows() * kColumns - 1, next = kColumns; cell >= 0; --cell) {
    if (cell % kColumns == kColumns - 1) next = kColumns;
    if (cell_begins_[cell] < cell_begins_[cell + 1]) next = cell % kColumns;
    next_occupied_[cell] = static_cast<uint8_t>(next);
  }
  return absl::OkStatus();
}

absl::Status ProfileIndex::Check(absl::Span<const double> stations_m, absl::Span<ProfileCheck> checks) const {
  if (graph_ == nullptr) return absl::FailedPreconditionError("Assign: not called, or with an error");
  const size_t num_times = times_s_.size();
  if (stations_m.size() != checks.size() * num_times) {
    return absl::InvalidArgumentError(absl::StrFormat("stations_m: %d stations for %d profiles at %d times",
                                                      stations_m.size(), checks.size(), num_times));
  }
  const ClosedInterval legal_m = internal::Widened(internal::StationsOf(*graph_), kProfileAllowance_m);
  const auto illegal = std::find_if(stations_m.begin(), stations_m.end(),
                                    [legal_m](double station) { return !internal::Contains(legal_m, station); });
  if (illegal != stations_m.end()) {
    const size_t at = illegal - stations_m.begin();
    return absl::InvalidArgumentError(absl::StrFormat("stations_m[%d][%d]: %.17g is not a station of the path",
                                                      at / num_times, at % num_times, *illegal));
  }
  for (size_t i = 0; i < checks.size(); ++i) {
    const double* from = &stations_m[i * num_times];
    const double* const last = from + num_times - 1;
    FirstContact first;
    for (int row = 0; row < num_rows() && !first.has_contact(); ++row, ++from) {
      const double* to = std::min(from + 1, last);
      const int begin = ColumnAt(std::min(*from, *to));
      const int end = ColumnAt(std::max(*from, *to));
      if (next_occupied_[row * kColumns + begin] > end) continue;
      const auto [from_s, to_s] = RowTimes(row);
      const Piece piece({from_s, *from, to == from ? 0.0 : (*to - *from) / (to_s - from_s)}, to_s);
      for (int c = begin; c <= end; ++c) {
        const int* cell = &cell_begins_[row * kColumns + c];
        for (int e = cell[0]; e < cell[1]; ++e) {
          // In a column before, the part was visited.
          if (std::max(entries_[e].first_column, begin) != c) continue;
          first.Visit(*graph_, piece, graph_->parts()[entries_[e].part], entries_[e].region);
        }
      }
    }
    checks[i] = first.Result({*last, times_s_.back()});
  }
  return absl::OkStatus();
}

}  // namespace collision2d::planner
