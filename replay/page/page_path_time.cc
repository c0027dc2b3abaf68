// The path-time graphs that the page draws.
#include <algorithm>
#include <cstddef>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "collision2d/io/text.h"
#include "planner_adapter/path_time/ego_path.h"
#include "planner_adapter/scene/obstacle_snapshot.h"
#include "replay/page/page_parts.h"

namespace collision2d::planner {
namespace {

// s, for those that come to the path after the candidate has left: as far as post-encroachment
// times reach by default.
constexpr double kAfterwards_s = 5.0;

// Some 2 MB of the page. Usual graphs have some hundreds for each obstacle on the path.
constexpr int kMostParts = 20'000;

// The tolerances of all graphs but the first: about a pixel of the plot.
constexpr double kOtherStations_m = 0.5;
constexpr double kOtherTimes_s = 0.04;

int ShownCandidate(const ReplayedCycle& cycle) {
  const auto is_cheaper = [](const Candidate& a, const Candidate& b) { return a.cost < b.cost; };
  const auto cheapest = std::min_element(cycle.candidates.begin(), cycle.candidates.end(), is_cheaper);
  return cycle.verdicts.has_best_free_candidate() ? cycle.verdicts.best_free_candidate()
                                                  : static_cast<int>(cheapest - cycle.candidates.begin());
}

// Makes the graphs of a cycle, all in the same memory.
class PathTimes {
 public:
  PathTimes(const Scene& scene, const ReplayedCycle& cycle, const PathTimeOptions& options)
      : scene_(scene), cycle_(cycle), options_(options) {
    const size_t count = scene.static_obstacles.size() + scene.moving_obstacles.size();
    for (int k = 0; k < static_cast<int>(count); ++k) obstacles_.emplace(ObstacleId(scene, k), k);
  }

  // Adds the graph of all obstacles.
  absl::Status AddAll(int candidate, replay::ReplayPageCycle* page) {
    const absl::Status status = Add(candidate, options_, kAfterwards_s, page);
    if (status.ok()) page->mutable_path_times(page->path_times_size() - 1)->set_is_complete(true);
    return status;
  }

  // Adds the graph of the obstacle that the verdict blames, if there is one.
  absl::Status AddBlamed(int candidate, replay::ReplayPageCycle* page) {
    const v1::Verdict& verdict = cycle_.verdicts.verdicts(candidate);
    const auto blamed = obstacles_.find(verdict.first_collision().obstacle_id());
    if (!verdict.has_first_collision() || blamed == obstacles_.end()) return absl::OkStatus();
    PathTimeOptions options = options_;
    options.station_tolerance_m = kOtherStations_m;
    options.region_time_tolerance_s = kOtherTimes_s;
    options.obstacles = {&blamed->second, 1};
    return Add(candidate, options, /*afterwards_s=*/0.0, page);
  }

 private:
  absl::Status Add(int candidate, PathTimeOptions options, double afterwards_s, replay::ReplayPageCycle* page) {
    const std::vector<TimedPose>& poses = cycle_.candidates[candidate].poses;
    options.start_s = poses.front().time_s;
    options.end_s = poses.back().time_s + afterwards_s;
    options.most_parts = std::min(options.most_parts, kMostParts) - parts_;
    const absl::StatusOr<EgoPath> path = EgoPath::FromCandidate(cycle_.candidates[candidate], /*profile=*/nullptr);
    if (!path.ok()) return path.status();
    if (absl::Status status = graph_.Assign(scene_, *path, options); !status.ok()) return status;
    parts_ += static_cast<int>(graph_.parts().size());
    replay::ReplayPagePathTime& out = *page->add_path_times();
    out.set_candidate(candidate);
    for (const OccupiedRegion& region : graph_.regions()) {
      replay::ReplayPageRegion& added = *out.add_regions();
      added.set_obstacle_id(ValidUtf8(ObstacleId(scene_, region.obstacle)));
      added.set_is_static(region.obstacle < static_cast<int>(scene_.static_obstacles.size()));
      added.set_hypothesis(region.hypothesis);
      for (const RegionPart& part : graph_.parts(region)) {
        replay::ReplayPageRegionPart& polygon = *added.add_parts();
        polygon.set_is_undecided(part.is_undecided || part.is_graze);
        for (const StationTime& vertex : graph_.outer(part)) {
          replay::ReplayPageStationTime& point = *polygon.add_points();
          point.set_station_m(vertex.station_m);
          point.set_time_s(vertex.time_s);
        }
      }
    }
    return absl::OkStatus();
  }

  const Scene& scene_;
  const ReplayedCycle& cycle_;
  const PathTimeOptions& options_;
  absl::flat_hash_map<absl::string_view, int> obstacles_;
  PathTimeGraph graph_;
  int parts_ = 0;
};

}  // namespace

absl::Status AddPathTimes(const Scene& scene, const ReplayedCycle& cycle, PathTimeOptions options,
                          replay::ReplayPageCycle* page) {
  if (cycle.candidates.empty() || cycle.profiles.empty() || !scene.ego.parts.empty()) return absl::OkStatus();
  PathTimes graphs(scene, cycle, options);
  const int shown = ShownCandidate(cycle);
  int left_out = 0;
  absl::Status first;
  for (int k = -1; k < static_cast<int>(cycle.candidates.size()); ++k) {
    if (k == shown) continue;
    absl::Status status = k < 0 ? graphs.AddAll(shown, page) : graphs.AddBlamed(k, page);
    if (!status.ok() && !absl::IsResourceExhausted(status)) return status;
    left_out += status.ok() ? 0 : 1;
    first.Update(status);
  }
  if (left_out > 0) {
    page->mutable_verdicts()->add_notes(absl::StrCat("There is no plot of the path of ", left_out, " of ",
                                                     cycle.candidates.size(), " candidates: ", first.message()));
  }
  return absl::OkStatus();
}

}  // namespace collision2d::planner
