#pragma once

#include "collision2d/capture/captured_query.h"

namespace collision2d {

// Whether the record's answer is wrong: of a pair, against the exact oracle and the stated errors;
// of a motion, if the interval oracle of //collision2d/motion/testing cannot prove it. That a
// motion is not free is wrong if it is proven to keep contact_tolerance_m away. What reached its
// cap, and the answer for a pose that is not finite, is never wrong.
// REQUIRES: an answer of the query, whose arguments are legal.
bool IsWrong(const CaptureRecord& record);

}  // namespace collision2d
