#pragma once

#include <fcl/common/types.h>

#include "collision2d/collision2d.h"

namespace collision2d::bench {

// The pose as a motion of space, about the axis z.
fcl::Transform3d ToFclTransform(const Pose2& pose);

}  // namespace collision2d::bench
