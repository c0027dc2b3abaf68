#pragma once

#include <cstddef>
#include <vector>

#include "absl/types/span.h"
#include "collision2d/batch/polygon_batch.h"
#include "collision2d/batch/static_map.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/testing/random.h"

namespace collision2d {

// Shapes that stand still in three layers: a batch between two maps.
class StillLayers {
 public:
  StillLayers() = default;
  StillLayers(const std::vector<ConvexPolygon>& shapes, const std::vector<Pose2>& poses, Random* random)
      : shapes_(shapes), poses_(poses) {
    const size_t first = shapes.size() / static_cast<size_t>(random->Integer(2, 4));
    const size_t middle = shapes.size() / 2 - first;
    maps_[0] = StaticMap::Create(Some(0, first), At(0, first)).value();
    batch_ = PolygonBatch::Create(Some(first, middle), At(first, middle)).value();
    maps_[1] = StaticMap::Create(Some(first + middle, shapes.size()), At(first + middle, shapes.size())).value();
  }

  // Adds the layers to Obstacles or MovingObstacles.
  template <typename View>
  void AddTo(View* view) const {
    view->Add(maps_[0]).Add(batch_).Add(maps_[1]);
  }

  void AppendTo(std::vector<const ConvexPolygon*>* shapes, std::vector<Pose2>* poses) const {
    for (const ConvexPolygon& shape : shapes_) shapes->push_back(&shape);
    poses->insert(poses->end(), poses_.begin(), poses_.end());
  }

  int size() const { return static_cast<int>(shapes_.size()); }

 private:
  absl::Span<const ConvexPolygon> Some(size_t begin, size_t count) const {
    return absl::MakeConstSpan(shapes_).subspan(begin, count);
  }
  absl::Span<const Pose2> At(size_t begin, size_t count) const {
    return absl::MakeConstSpan(poses_).subspan(begin, count);
  }

  std::vector<ConvexPolygon> shapes_;
  std::vector<Pose2> poses_;
  StaticMap maps_[2];
  PolygonBatch batch_;
};

}  // namespace collision2d
