#ifndef COLLISION2D_CAPTURE_TOOL_ANSWER_NAMES_H_
#define COLLISION2D_CAPTURE_TOOL_ANSWER_NAMES_H_

#include <cstddef>
#include <cstdint>
#include <string>

#include "collision2d/capture/query_kind.h"

namespace collision2d {

// What word i of an answer is: "witness_a.x", "mask[3]".
std::string AnswerWordName(QueryKind kind, size_t i);

// The value of word i: a double in hexadecimal and decimal, anything else as an integer, both with their bits.
std::string AnswerWordText(QueryKind kind, size_t i, uint64_t word);

// "exact, sampled".
std::string TriggerNames(CaptureTriggers triggers);

}  // namespace collision2d

#endif  // COLLISION2D_CAPTURE_TOOL_ANSWER_NAMES_H_
