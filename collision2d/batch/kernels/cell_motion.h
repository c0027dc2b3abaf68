#pragma once

#include <cstddef>
#include <cstdint>

#include "absl/types/span.h"
#include "collision2d/batch/kernels/batch_call.h"
#include "collision2d/batch/obstacles.h"
#include "collision2d/batch/results.h"

namespace collision2d::internal {

// Trajectories of a call and its layers of cells, which are asked about one trajectory after the
// other: the gap field decides most of its steps together.

// Sets any[i] if trajectories[i] has a collision, or a contact in motion, with such a layer.
// Trajectories that are set already are not asked about.
void MarkCells(const BatchCall& call, absl::Span<const int> trajectories, uint8_t* any);

// first[i] is the first collision of trajectories[i] with the other layers, or that of all of them
// so far: makes it the first with layers of cells, too.
void AddCells(const BatchCall& call, absl::Span<const int> trajectories, Hit* first);
// The same in motion, by TimeOfImpact.
void AddCells(const BatchCall& call, absl::Span<const int> trajectories, SweptHit* first);

// A call about the layers that are not of cells.
class CallWithoutCells {
 public:
  explicit CallWithoutCells(const BatchCall& call) : call_(call) {
    int count = 0;
    for (const ObstacleLayer& layer : call.layers) {
      if (layer.cells == nullptr) layers_[count++] = layer;
    }
    call_.layers = {layers_, static_cast<size_t>(count)};
  }
  CallWithoutCells(const CallWithoutCells&) = delete;
  CallWithoutCells& operator=(const CallWithoutCells&) = delete;

  const BatchCall& call() const { return call_; }

 private:
  ObstacleLayer layers_[Obstacles::kMaxLayers];
  BatchCall call_;
};

}  // namespace collision2d::internal
