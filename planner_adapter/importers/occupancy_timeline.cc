#include "planner_adapter/importers/occupancy_timeline.h"

#include <algorithm>
#include <set>

#include "absl/base/macros.h"
#include "absl/status/status.h"
#include "absl/strings/str_format.h"

namespace collision2d::planner {

absl::StatusOr<OccupancyTimeline> MakeOccupancyTimeline(const std::vector<SteppedOccupancy>& stepped,
                                                        double time_step_s) {
  ABSL_ASSERT(!stepped.empty() && time_step_s > 0.0);
  // The covered set changes where an occupancy begins and one step after it ends.
  std::set<int64_t> steps;
  int64_t last_step = stepped.front().last_step;
  for (const SteppedOccupancy& occupancy : stepped) last_step = std::max(last_step, occupancy.last_step);
  for (const SteppedOccupancy& occupancy : stepped) {
    steps.insert(occupancy.first_step);
    steps.insert(std::min(occupancy.last_step + 1, last_step));
  }

  OccupancyTimeline timeline;
  int64_t shapes = 0;
  std::vector<const SteppedOccupancy*> covering;
  auto next = stepped.begin();
  for (const int64_t step : steps) {
    for (; next != stepped.end() && next->first_step <= step; ++next) covering.push_back(&*next);
    covering.erase(std::remove_if(covering.begin(), covering.end(),
                                  [step](const SteppedOccupancy* occupancy) { return occupancy->last_step < step; }),
                   covering.end());
    if (covering.empty()) {
      ++timeline.gaps;
      continue;
    }
    proto::TimedOccupancy& instant = timeline.occupancies.emplace_back();
    instant.set_time_s(static_cast<double>(step) * time_step_s);
    for (const SteppedOccupancy* occupancy : covering) {
      shapes += static_cast<int64_t>(occupancy->shapes.size());
      if (shapes > kMaxOccupancyShapes) {
        return absl::InvalidArgumentError(
            absl::StrFormat("overlapping time intervals come to more than %d shapes", kMaxOccupancyShapes));
      }
      for (const proto::Shape& shape : occupancy->shapes) *instant.add_shapes() = shape;
    }
  }
  return timeline;
}

}  // namespace collision2d::planner
