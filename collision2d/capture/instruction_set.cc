#include "collision2d/capture/instruction_set.h"

#include <cstddef>
#include <cstdint>

#include "collision2d/simd_targets.h"
#include "hwy/targets.h"

namespace collision2d::internal {

InstructionSetText UsedInstructionSet() {
  // The best of a set is its lowest bit.
  const int64_t usable = static_cast<int64_t>(hwy::SupportedTargets()) & HWY_TARGETS;
  const char* const name = hwy::TargetName(usable & -usable);
  InstructionSetText text = {};
  for (size_t i = 0; i < text.size() && name[i] != '\0'; ++i) text[i] = name[i];
  return text;
}

}  // namespace collision2d::internal
