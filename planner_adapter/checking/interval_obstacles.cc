#include "planner_adapter/checking/interval_obstacles.h"

#include <cstddef>

namespace collision2d::planner {

void IntervalObstacles::Place(absl::Span<const double> times_s, const PoseRange& range) {
  placed_intervals_ = 0;
  if (!CheckHeights(body_).ok() || !statics_.heights_status().ok()) return;
  PlaceStatic(range);
  const size_t intervals = times_s.size() - 1;
  if (during_.size() < intervals) {
    during_.resize(intervals);
    plain_at_start_.resize(intervals);
    plain_at_end_.resize(intervals);
  }
  for (size_t k = 0; k < intervals; ++k) {
    if (!PlaceDuring(times_s[k], times_s[k + 1], range, static_cast<int>(k)).ok()) return;
    ++placed_intervals_;
  }
}

MovingObstacles IntervalObstacles::plain_moving() const {
  const auto count = static_cast<size_t>(placed_intervals_);
  return {absl::MakeConstSpan(plain_at_start_).first(count), absl::MakeConstSpan(plain_at_end_).first(count)};
}

ShapeMotion IntervalObstacles::MotionOf(int interval, int placed) const {
  if (placed < static_count()) {
    const SpaceShape stands = ObstacleShape(statics_.placed()[placed], nullptr);
    return {stands, stands};
  }
  const During& during = during_[interval];
  return {ObstacleShape(during.at_start[placed - static_count()], nullptr),
          ObstacleShape(during.at_end[placed - static_count()], nullptr)};
}

const PlacedShape& IntervalObstacles::shape(int interval, int placed) const {
  return placed < static_count() ? statics_.placed()[placed] : during_[interval].at_start[placed - static_count()];
}

void IntervalObstacles::PlaceStatic(const PoseRange& range) {
  const bool map_is_plain = statics_.MapIsPlain(body_, range);
  plain_static_ = map_is_plain && statics_.map().size() > 0 ? &statics_.map() : nullptr;
  spatial_static_.clear();
  const auto add = [this](int placed) { spatial_static_.push_back({placed, CoverOf(MotionOf(0, placed))}); };
  if (map_is_plain) {
    for (const int placed : statics_.beside_map()) add(placed);
  } else {
    for (int placed = 0; placed < static_count(); ++placed) add(placed);
  }
}

// Heights are linear in time: a shape that is plain at both ends is plain in between.
absl::Status IntervalObstacles::PlaceDuring(double start_s, double end_s, const PoseRange& range, int interval) {
  During& during = during_[interval];
  during.at_start.clear();
  during.at_end.clear();
  during.plain.clear();
  during.spatial.clear();
  AddMovingObstaclesDuring(scene_, start_s, end_s, options_.beyond_prediction, options_.min_probability,
                           &during.at_start, &during.at_end);
  absl::Status status = CheckHeights(during.at_start, static_count());
  if (status.ok()) status = CheckHeights(during.at_end, static_count());
  if (!status.ok()) return status;
  for (size_t k = 0; k < during.at_start.size(); ++k) {
    const bool is_plain = IsPlain(during.at_start[k], body_, range) && IsPlain(during.at_end[k], body_, range);
    const int placed = static_count() + static_cast<int>(k);
    if (is_plain) {
      during.plain.push_back(static_cast<int>(k));
    } else {
      during.spatial.push_back({placed, CoverOf(MotionOf(interval, placed))});
    }
  }
  const auto select = [this](const std::vector<PlacedShape>& from,
                             const std::vector<int>& indices) -> const std::vector<PlacedShape>& {
    selected_.clear();
    for (const int k : indices) selected_.push_back(from[k]);
    return selected_;
  };
  status = batch_maker_.Place(select(during.at_start, during.plain), &plain_at_start_[interval]);
  if (status.ok()) status = batch_maker_.Place(select(during.at_end, during.plain), &plain_at_end_[interval]);
  if (!status.ok() || during.spatial.empty()) return status;
  // Refuses the poses of spatial ones as those of plain ones.
  ObstacleBatch all;
  status = all.Place(during.at_start);
  return status.ok() ? all.Place(during.at_end) : status;
}

}  // namespace collision2d::planner
