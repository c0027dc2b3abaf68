// One set of obstacles, as every kind of view of obstacles shows it.

#pragma once

#include <cstddef>
#include <cstdint>

#include "absl/types/span.h"
#include "collision2d/batch/obstacles.h"
#include "collision2d/batch/polygon_batch.h"
#include "collision2d/batch/static_map.h"
#include "collision2d/code_generation.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "gtest/gtest.h"
#include "hwy/targets.h"

namespace collision2d {

// Whether an instruction set is the best of this machine. Tests ask it about every view, the others
// about batches alone, which are most of the work.
inline bool IsBest(int64_t target) { return target == hwy::SupportedAndGeneratedTargets().front(); }

// check(const Obstacles&) for the obstacles of a scene in a batch, and, if it is for every view, in
// a map, and the first third of them in a batch among a map of the others; numbered as in the
// scene.
template <typename Check>
void ForEachView(absl::Span<const ConvexPolygon> shapes, absl::Span<const Pose2> world_from_shape, bool every_view,
                 const Check& check) {
  const size_t split = shapes.size() / 3;
  const PolygonBatch batch = PolygonBatch::Create(shapes, world_from_shape).value();
  const StaticMap map = StaticMap::Create(shapes, world_from_shape).value();
  const PolygonBatch first = PolygonBatch::Create(shapes.first(split), world_from_shape.first(split)).value();
  const StaticMap others = StaticMap::Create(shapes.subspan(split), world_from_shape.subspan(split)).value();
  const char* const names[] = {"a batch", "a map", "a batch among a map"};
  const Obstacles views[] = {batch, map, {first, others}};
  for (int i = 0; i < (every_view ? 3 : 1); ++i) {
    SCOPED_TRACE(names[i]);
    ASSERT_EQ(views[i].size(), static_cast<int>(shapes.size()));
    ASSERT_NO_FATAL_FAILURE(check(views[i]));
  }
}

}  // namespace collision2d
