#ifndef COLLISION2D_BENCH_ROWS_FCL_TRANSFORM_H_
#define COLLISION2D_BENCH_ROWS_FCL_TRANSFORM_H_

#include <fcl/common/types.h>

#include "collision2d/collision2d.h"

namespace collision2d::bench {

// The pose as a motion of space, about the axis z.
fcl::Transform3d ToFclTransform(const Pose2& pose);

}  // namespace collision2d::bench

#endif  // COLLISION2D_BENCH_ROWS_FCL_TRANSFORM_H_
