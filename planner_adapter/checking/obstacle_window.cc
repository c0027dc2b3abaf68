#include "planner_adapter/checking/obstacle_window.h"

#include <numeric>

#include "absl/strings/str_format.h"

namespace collision2d::planner {

absl::Status ErrorAt(const Instant& instant, const absl::Status& error) {
  return absl::Status(error.code(), absl::StrFormat("obstacles at %.17g s: %s", instant.time_s, error.message()));
}

absl::Status ObstacleWindow::Place(absl::Span<const Instant> instants, const PoseRange& range) {
  placed_steps_ = 0;
  if (instants.empty()) return absl::OkStatus();
  absl::Status status = CheckHeights(body_);
  if (status.ok()) status = statics_.heights_status();
  if (!status.ok()) return ErrorAt(instants[0], status);

  const bool map_is_plain = statics_.MapIsPlain(body_, range);
  plain_static_ = map_is_plain && statics_.map().size() > 0 ? &statics_.map() : nullptr;
  spatial_static_ = statics_.beside_map();
  if (!map_is_plain) {
    all_static_.resize(statics_.placed().size());
    std::iota(all_static_.begin(), all_static_.end(), 0);
    spatial_static_ = all_static_;
  }
  at_.resize(instants.size());
  plain_moving_.resize(instants.size());
  for (size_t step = 0; step < instants.size(); ++step) {
    status = PlaceMoving(instants[step], range, static_cast<int>(step));
    if (!status.ok()) return ErrorAt(instants[step], status);
    ++placed_steps_;
  }
  return absl::OkStatus();
}

std::vector<int> ObstacleWindow::Spatial(int step) const {
  std::vector<int> placed(spatial_static_.begin(), spatial_static_.end());
  for (const int k : at_[step].spatial) placed.push_back(static_count() + k);
  return placed;
}

std::vector<PlacedShape> ObstacleWindow::All(int step) const {
  std::vector<PlacedShape> all(statics_.placed().begin(), statics_.placed().end());
  all.insert(all.end(), at_[step].moving.begin(), at_[step].moving.end());
  return all;
}

absl::Status ObstacleWindow::CheckPoses(int step) const { return ObstacleBatch().Place(All(step)); }

absl::Status ObstacleWindow::PlaceMoving(const Instant& instant, const PoseRange& range, int step) {
  Moving& at = at_[step];
  at.moving.clear();
  at.plain.clear();
  at.spatial.clear();
  AddMovingObstacles(scene_, instant.time_s, options_.beyond_prediction, options_.min_probability, &at.moving);
  if (absl::Status status = CheckHeights(at.moving, static_count()); !status.ok()) return status;
  for (size_t k = 0; k < at.moving.size(); ++k) {
    (IsPlain(at.moving[k], body_, range) ? at.plain : at.spatial).push_back(static_cast<int>(k));
  }
  plain_shapes_.clear();
  for (const int k : at.plain) plain_shapes_.push_back(at.moving[k]);
  return batch_maker_.Place(plain_shapes_, &plain_moving_[step]).ok() ? absl::OkStatus() : CheckPoses(step);
}

}  // namespace collision2d::planner
