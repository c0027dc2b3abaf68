#pragma once

#include <cstdint>
#include <vector>

#include "collision2d/capture/captured_query.h"

namespace collision2d {

// Whether the interval oracle of //collision2d/motion/testing cannot prove the record's answer;
// that a motion is not free is wrong if it is proven to keep contact_tolerance_m away. What reached
// its cap is never wrong.
// REQUIRES: a motion with an answer of its query.
bool IsWrongMotion(const CaptureRecord& record);

// The answer to a row as the pair queries give it, pair by pair: what the batch call must answer,
// to the bit. REQUIRES: a row with legal arguments.
std::vector<uint64_t> PairwiseAnswer(const CapturedQuery& row);

// Whether the record's answer is wrong: of a pair, against the exact oracle and the stated errors;
// of a motion, as IsWrongMotion; of a row, unless it is to the bit what the pair queries answer.
// The answer for a pose that is not finite is never wrong.
// REQUIRES: an answer of the query, whose arguments are legal.
bool IsWrong(const CaptureRecord& record);

}  // namespace collision2d
