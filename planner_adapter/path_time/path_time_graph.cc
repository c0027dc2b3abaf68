#include "planner_adapter/path_time/path_time_graph.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "absl/strings/str_format.h"

namespace collision2d::planner {
namespace {

absl::Status CheckOptions(const PathTimeOptions& options) {
  const auto check_tolerance = [](const char* name, double value) {
    if (value > 0.0 && std::isfinite(value)) return absl::OkStatus();
    return absl::InvalidArgumentError(absl::StrFormat("%s: %g is not positive and finite", name, value));
  };
  absl::Status status = check_tolerance("station_tolerance_m", options.station_tolerance_m);
  if (status.ok()) status = check_tolerance("time_tolerance_s", options.time_tolerance_s);
  if (!status.ok()) return status;
  if (!std::isfinite(options.start_s) || !std::isfinite(options.end_s) || !(options.start_s <= options.end_s)) {
    return absl::InvalidArgumentError(
        absl::StrFormat("start_s, end_s: [%.17g, %.17g] is not a finite interval", options.start_s, options.end_s));
  }
  if (std::isnan(options.min_probability)) return absl::InvalidArgumentError("min_probability: NaN");
  return absl::OkStatus();
}

// The interval of `along` at which a convex polygon meets the line where `across` is at a value;
// empty (min > max) if it does not.
template <typename Along, typename Across>
ClosedInterval Chord(absl::Span<const StationTime> polygon, double at, const Along& along, const Across& across) {
  ClosedInterval chord = {std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
  const auto extend = [&chord](double value) { chord = {std::min(chord.min, value), std::max(chord.max, value)}; };
  const StationTime* p = polygon.empty() ? nullptr : &polygon.back();
  for (const StationTime& q : polygon) {
    const double before = across(*p) - at;
    const double after = across(q) - at;
    if (after == 0.0) extend(along(q));
    if ((before < 0.0 && after > 0.0) || (before > 0.0 && after < 0.0)) {
      extend(along(*p) + (along(q) - along(*p)) * (before / (before - after)));
    }
    p = &q;
  }
  return chord;
}

void SortAndMerge(std::vector<ClosedInterval>* intervals) {
  std::sort(intervals->begin(), intervals->end(),
            [](const ClosedInterval& a, const ClosedInterval& b) { return a.min < b.min; });
  size_t count = 0;
  for (const ClosedInterval& interval : *intervals) {
    if (count > 0 && interval.min <= (*intervals)[count - 1].max) {
      (*intervals)[count - 1].max = std::max((*intervals)[count - 1].max, interval.max);
    } else {
      (*intervals)[count++] = interval;
    }
  }
  intervals->resize(count);
}

double StationOf(const StationTime& point) { return point.station_m; }
double TimeOf(const StationTime& point) { return point.time_s; }

// Fills `intervals` (may be null) by the chords of the polygons of the parts.
template <typename Along, typename Across, typename PolygonOf>
void FillChords(absl::Span<const RegionPart> parts, double at, const Along& along, const Across& across,
                const PolygonOf& polygon_of, std::vector<ClosedInterval>* intervals) {
  if (intervals == nullptr) return;
  intervals->clear();
  for (const RegionPart& part : parts) {
    const ClosedInterval chord = Chord(polygon_of(part), at, along, across);
    if (chord.min <= chord.max) intervals->push_back(chord);
  }
  SortAndMerge(intervals);
}

}  // namespace

void PathTimeBox::Extend(const PathTimeBox& other) {
  min_station_m = std::min(min_station_m, other.min_station_m);
  max_station_m = std::max(max_station_m, other.max_station_m);
  min_time_s = std::min(min_time_s, other.min_time_s);
  max_time_s = std::max(max_time_s, other.max_time_s);
}

struct PathTimeGraph::Workspace {};

PathTimeGraph::PathTimeGraph() = default;
PathTimeGraph::~PathTimeGraph() = default;
PathTimeGraph::PathTimeGraph(PathTimeGraph&& other) noexcept = default;
PathTimeGraph& PathTimeGraph::operator=(PathTimeGraph&& other) noexcept = default;

absl::StatusOr<PathTimeGraph> PathTimeGraph::Create(const Scene& scene, const EgoPath& path,
                                                    const PathTimeOptions& options) {
  PathTimeGraph graph;
  if (absl::Status status = graph.Assign(scene, path, options); !status.ok()) return status;
  return graph;
}

absl::Status PathTimeGraph::Assign(const Scene& scene, const EgoPath& path, const PathTimeOptions& options) {
  regions_.clear();
  parts_.clear();
  vertices_.clear();
  if (absl::Status status = CheckOptions(options); !status.ok()) return status;
  if (!scene.ego.parts.empty()) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "ego part %s has poses of its own, which a path of the body does not determine", scene.ego.parts.front().id));
  }
  options_ = options;
  options_.obstacles = {};
  start_m_ = path.start_m();
  end_m_ = path.end_m();
  return absl::OkStatus();
}

void PathTimeGraph::StationsAt(const OccupiedRegion& region, double time_s, std::vector<ClosedInterval>* outer,
                               std::vector<ClosedInterval>* inner) const {
  const auto outer_of = [this](const RegionPart& part) { return this->outer(part); };
  const auto inner_of = [this](const RegionPart& part) { return this->inner(part); };
  FillChords(parts(region), time_s, StationOf, TimeOf, outer_of, outer);
  FillChords(parts(region), time_s, StationOf, TimeOf, inner_of, inner);
}

void PathTimeGraph::TimesAt(const OccupiedRegion& region, double station_m, std::vector<ClosedInterval>* outer,
                            std::vector<ClosedInterval>* inner) const {
  const auto outer_of = [this](const RegionPart& part) { return this->outer(part); };
  const auto inner_of = [this](const RegionPart& part) { return this->inner(part); };
  FillChords(parts(region), station_m, TimeOf, StationOf, outer_of, outer);
  FillChords(parts(region), station_m, TimeOf, StationOf, inner_of, inner);
}

}  // namespace collision2d::planner
