#ifndef COLLISION2D_CAPTURE_TOOL_EXACT_JUDGE_H_
#define COLLISION2D_CAPTURE_TOOL_EXACT_JUDGE_H_

#include "collision2d/capture/captured_query.h"

namespace collision2d {

// Whether the record's answer is wrong: of a pair, against the exact oracle and the stated errors; of a motion, as IsWrongMotion; of a row, unless it is to the bit
// what the pair queries answer. The answer for a pose that is not finite is never wrong.
// REQUIRES: an answer of the query, whose arguments are legal.
bool IsWrong(const CaptureRecord& record);

}  // namespace collision2d

#endif  // COLLISION2D_CAPTURE_TOOL_EXACT_JUDGE_H_
