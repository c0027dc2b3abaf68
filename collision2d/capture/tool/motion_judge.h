#ifndef COLLISION2D_CAPTURE_TOOL_MOTION_JUDGE_H_
#define COLLISION2D_CAPTURE_TOOL_MOTION_JUDGE_H_

#include "collision2d/capture/captured_query.h"

namespace collision2d {

// Whether the interval oracle of //collision2d/motion/testing cannot prove the record's answer; that a motion is not free is wrong if it is proven to keep
// epsilon_m away. What reached its cap is never wrong.
// REQUIRES: a motion with an answer of its query.
bool IsWrongMotion(const CaptureRecord& record);

}  // namespace collision2d

#endif  // COLLISION2D_CAPTURE_TOOL_MOTION_JUDGE_H_
