#include "planner_adapter/replay_page/profile_packer.h"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "planner_adapter/checking/verdict.h"
#include "planner_adapter/replay_page/replay_page.pb.h"
#include "planner_adapter/replay_page/scene_packer.h"

namespace collision2d::planner {
namespace {

// Appends points to a PackedSeries.
class SeriesPacker {
 public:
  explicit SeriesPacker(proto::PackedSeries& series) : series_(series) { series_.add_runs(0); }

  void Add(const std::optional<int32_t>& value) {
    const bool extends_run = value.has_value() == (series_.runs_size() % 2 == 0);
    if (!extends_run) series_.add_runs(0);
    const int run = series_.runs_size() - 1;
    series_.set_runs(run, series_.runs(run) + 1);
    if (!value.has_value()) return;
    series_.add_difference(*value - last_);
    last_ = *value;
  }

 private:
  proto::PackedSeries& series_;
  int32_t last_ = 0;
};

}  // namespace

absl::Status CheckProfile(absl::Span<const ProfilePoint> profile, absl::string_view path) {
  for (size_t i = 0; i < profile.size(); ++i) {
    const ProfilePoint& point = profile[i];
    const double ttc_s = point.time_to_collision_s.value_or(0.0);
    if (!std::isfinite(point.time_s) || !std::isfinite(point.clearance_m.value_or(0.0)) ||
        !std::isfinite(point.road_clearance_m.value_or(0.0))) {
      return absl::InvalidArgumentError(absl::StrCat(path, "[", i, "]: a number is not finite"));
    }
    if (!(ttc_s >= 0.0 && ttc_s <= kMaxPackedTimeToCollision_s)) {
      return absl::InvalidArgumentError(absl::StrCat(path, "[", i, "].time_to_collision_s: ", ttc_s,
                                                     " s is not within 0 s and ", kMaxPackedTimeToCollision_s, " s"));
    }
  }
  return absl::OkStatus();
}

proto::PackedProfiles PackProfiles(absl::Span<const std::vector<ProfilePoint>> profiles, ScenePacker& packer) {
  proto::PackedProfiles packed;
  SeriesPacker clearance(*packed.mutable_clearance());
  SeriesPacker road_clearance(*packed.mutable_road_clearance());
  SeriesPacker time_to_collision(*packed.mutable_time_to_collision());
  const auto length = [&packer](const std::optional<double>& value_m) {
    return value_m.has_value() ? std::make_optional(packer.Pack(*value_m)) : std::nullopt;
  };
  const auto milliseconds = [](const std::optional<double>& value_s) {
    return value_s.has_value() ? std::make_optional(static_cast<int32_t>(std::lround(1e3 * *value_s))) : std::nullopt;
  };
  for (const std::vector<ProfilePoint>& profile : profiles) {
    std::vector<double> times_s;
    for (const ProfilePoint& point : profile) {
      times_s.push_back(point.time_s);
      clearance.Add(length(point.clearance_m));
      road_clearance.Add(length(point.road_clearance_m));
      time_to_collision.Add(milliseconds(point.time_to_collision_s));
    }
    packed.add_times(packer.IndexOfTimes(times_s));
  }
  return packed;
}

}  // namespace collision2d::planner
