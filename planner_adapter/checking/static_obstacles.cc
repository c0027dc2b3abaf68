#include "planner_adapter/checking/static_obstacles.h"

#include <algorithm>
#include <utility>

#include "absl/base/macros.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_format.h"
#include "collision2d/solid/posed_solid.h"

namespace collision2d::planner {
namespace {

// The approximate height of the ego vehicle at all poses that are checked, m.
double HeightOfRoad(const Scene& scene) {
  if (scene.ego_state.has_value()) return scene.ego_state->pose.z_m;
  if (scene.candidates.empty() || scene.candidates[0].poses.empty()) return 0.0;
  return scene.candidates[0].poses[0].z_m;
}

// Grids and point sets are of one cycle, and in no map.
size_t CountWithoutElements(const Scene& scene) {
  const auto has_none = [](const StaticObstacle& obstacle) { return obstacle.elements == nullptr; };
  return static_cast<size_t>(std::count_if(scene.static_obstacles.begin(), scene.static_obstacles.end(), has_none));
}

}  // namespace

StaticObstacles::StaticObstacles(const Scene& scene, const SpaceBody& body, absl::Span<const uint8_t> is_selected)
    : origin_(scene.origin), obstacle_count_(CountWithoutElements(scene)), body_span_(body.span) {
  for (size_t i = 0; i < obstacle_count_; ++i) {
    if (is_selected.empty() || is_selected[i] != 0) AddStaticObstacle(scene, static_cast<int>(i), &placed_);
  }
  PoseRange on_road;
  on_road.Extend(Elevation{HeightOfRoad(scene), 0.0, 0.0});
  for (size_t k = 0; k < placed_.size(); ++k) {
    const PlacedShape& placed = placed_[k];
    const bool is_plain = IsPlain(placed, body, on_road);
    (is_plain ? in_map_ : beside_map_).emplace_back(static_cast<int>(k));
    if (!is_plain || placed.height == nullptr) continue;
    const solid::ZSpan height = Raised(*placed.height, placed.elevation.z_m);
    lowest_top_m_ = std::min(lowest_top_m_, height.z_max_m);
    highest_bottom_m_ = std::max(highest_bottom_m_, height.z_min_m);
  }
  const auto shapes_of = [this](const std::vector<PlacedIndex>& selected) {
    std::vector<const ConvexPolygon*> shapes;
    shapes.reserve(selected.size());
    for (const PlacedIndex k : selected) shapes.push_back(placed_[k.value()].shape);
    return shapes;
  };
  absl::StatusOr<StaticMap> map = StaticMap::Create(shapes_of(in_map_));
  absl::StatusOr<PolygonBatch> batch =
      PolygonBatch::Create(shapes_of(beside_map_), std::vector<Pose2>(beside_map_.size()));
  // A scene of 2^31 shapes has no room in memory.
  ABSL_ASSERT(map.ok() && batch.ok());
  map_ = std::make_shared<const StaticMap>(*std::move(map));
  beside_map_batch_ = *std::move(batch);
}

StaticObstacles::StaticObstacles(std::shared_ptr<const StaticObstacles> kept, Vec2 origin)
    : kept_(std::move(kept)),
      origin_(origin),
      map_origin_(kept_->map_origin_ + (kept_->origin_ - origin)),
      obstacle_count_(kept_->obstacle_count_),
      body_span_(kept_->body_span_),
      placed_(kept_->placed_),
      in_map_(kept_->in_map_),
      beside_map_(kept_->beside_map_),
      map_(kept_->map_),
      lowest_top_m_(kept_->lowest_top_m_),
      highest_bottom_m_(kept_->highest_bottom_m_) {
  for (PlacedShape& placed : placed_) placed.local_from_shape.translation = map_origin_;
  absl::StatusOr<PolygonBatch> batch =
      kept_->beside_map_batch_.WithPoses(std::vector<Pose2>(beside_map_.size(), Pose2(map_origin_)));
  // Origins are legal coordinates.
  ABSL_ASSERT(batch.ok());
  beside_map_batch_ = *std::move(batch);
}

std::shared_ptr<const StaticObstacles> StaticObstacles::ForOrigin(std::shared_ptr<const StaticObstacles> kept,
                                                                  Vec2 origin) {
  if (kept->origin_ == origin) return kept;
  return std::shared_ptr<const StaticObstacles>(new StaticObstacles(std::move(kept), origin));
}

absl::Status StaticObstacles::CheckAreOf(const Scene& scene, const SpaceBody& body) const {
  if (CountWithoutElements(scene) != obstacle_count_) {
    return absl::InvalidArgumentError(
        absl::StrFormat("static_obstacles: the scene has %d; those that were made already are %d",
                        CountWithoutElements(scene), obstacle_count_));
  }
  const auto bounds = [](const std::optional<solid::ZSpan>& span) {
    return span.has_value() ? std::make_pair(span->z_min_m, span->z_max_m) : std::make_pair(1.0, 0.0);
  };
  if (bounds(body.span) == bounds(body_span_)) return absl::OkStatus();
  return absl::InvalidArgumentError("ego: the static obstacles were made for other heights of the ego vehicle");
}

bool StaticObstacles::MapIsPlain(const SpaceBody& body, const PoseRange& range) const {
  if (range.is_tilted) return false;
  return !body.span.has_value() || (Raised(*body.span, range.z_max_m).z_min_m <= lowest_top_m_ &&
                                    Raised(*body.span, range.z_min_m).z_max_m >= highest_bottom_m_);
}

}  // namespace collision2d::planner
