#ifndef COLLISION2D_CAPTURE_TOOL_PAIRWISE_ROW_H_
#define COLLISION2D_CAPTURE_TOOL_PAIRWISE_ROW_H_

#include <cstdint>
#include <vector>

#include "collision2d/capture/captured_query.h"

namespace collision2d {

// The answer to a row as the pair queries give it, pair by pair: what the batch call must answer, to the bit.
// REQUIRES: a row with legal arguments.
std::vector<uint64_t> PairwiseAnswer(const CapturedQuery& row);

}  // namespace collision2d

#endif  // COLLISION2D_CAPTURE_TOOL_PAIRWISE_ROW_H_
