// The path-time graph that the page draws.
#include <algorithm>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "collision2d/io/text.h"
#include "planner_adapter/path_time/ego_path.h"
#include "planner_adapter/replay_page/page_parts.h"
#include "planner_adapter/scene/obstacle_snapshot.h"

namespace collision2d::planner {
namespace {

// s, for those that come to the path after the candidate has left: as far as post-encroachment
// times reach by default.
constexpr double kAfterwards_s = 5.0;

// Some 2 MB of the page. Usual graphs have some hundreds for each obstacle on the path.
constexpr int kMostParts = 20'000;

void AddPoint(const StationTime& point, replay::ReplayPageStationTimes* out) {
  replay::ReplayPageStationTime& added = *out->add_points();
  added.set_station_m(point.station_m);
  added.set_time_s(point.time_s);
}

const Candidate& ShownCandidate(const ReplayedCycle& cycle, int* index) {
  const auto is_cheaper = [](const Candidate& a, const Candidate& b) { return a.cost < b.cost; };
  const auto cheapest = std::min_element(cycle.candidates.begin(), cycle.candidates.end(), is_cheaper);
  *index = cycle.verdicts.has_best_free_candidate() ? cycle.verdicts.best_free_candidate()
                                                    : static_cast<int>(cheapest - cycle.candidates.begin());
  return cycle.candidates[*index];
}

}  // namespace

absl::Status AddPathTime(const Scene& scene, const ReplayedCycle& cycle, PathTimeOptions options,
                         replay::ReplayPageCycle* page) {
  if (cycle.candidates.empty() || cycle.profiles.empty() || !scene.ego.parts.empty()) return absl::OkStatus();
  int index = 0;
  const Candidate& candidate = ShownCandidate(cycle, &index);
  std::vector<StationTime> profile;
  const absl::StatusOr<EgoPath> path = EgoPath::FromCandidate(candidate, &profile);
  if (!path.ok()) return path.status();
  options.start_s = candidate.poses.front().time_s;
  options.end_s = candidate.poses.back().time_s + kAfterwards_s;
  options.most_parts = std::min(options.most_parts, kMostParts);
  const absl::StatusOr<PathTimeGraph> graph = PathTimeGraph::Create(scene, *path, options);
  if (absl::IsResourceExhausted(graph.status())) {
    page->mutable_verdicts()->add_notes(absl::StrCat("There is no plot of the path: ", graph.status().message()));
    return absl::OkStatus();
  }
  if (!graph.ok()) return graph.status();
  replay::ReplayPagePathTime& out = *page->mutable_path_time();
  out.set_candidate(index);
  for (const StationTime& point : profile) AddPoint(point, out.mutable_profile());
  for (const OccupiedRegion& region : graph->regions()) {
    replay::ReplayPageRegion& added = *out.add_regions();
    added.set_obstacle_id(ValidUtf8(ObstacleId(scene, region.obstacle)));
    added.set_is_static(region.obstacle < static_cast<int>(scene.static_obstacles.size()));
    added.set_hypothesis(region.hypothesis);
    for (const RegionPart& part : graph->parts(region)) {
      replay::ReplayPageStationTimes& polygon = *added.add_parts();
      for (const StationTime& vertex : graph->outer(part)) AddPoint(vertex, &polygon);
    }
  }
  return absl::OkStatus();
}

}  // namespace collision2d::planner
