#ifndef COLLISION2D_CAPTURE_INSTRUCTION_SET_H_
#define COLLISION2D_CAPTURE_INSTRUCTION_SET_H_

#include <array>

#include "collision2d/capture/record_layout.h"

namespace collision2d::internal {

// A name, padded by zeros.
using InstructionSetText = std::array<char, kInstructionSetBytes>;

// The instruction set that the library's kernels use on this machine, as Highway names it: "AVX3_DL", "NEON", "EMU128". Asks the processor: not for hot paths.
InstructionSetText UsedInstructionSet();

}  // namespace collision2d::internal

#endif  // COLLISION2D_CAPTURE_INSTRUCTION_SET_H_
