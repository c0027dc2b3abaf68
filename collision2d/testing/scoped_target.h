#pragma once

#include <cstdint>

#include "collision2d/code_generation.h"
#include "hwy/targets.h"

namespace collision2d {

// Restricts every call to the code for one instruction set until the end of the scope.
class ScopedTarget {
 public:
  explicit ScopedTarget(int64_t target) { Choose(target); }
  ~ScopedTarget() { Choose(0); }
  ScopedTarget(const ScopedTarget&) = delete;
  ScopedTarget& operator=(const ScopedTarget&) = delete;

 private:
  static void Choose(int64_t targets) {
    hwy::SetSupportedTargetsForTest(targets);
    // The next call determines the supported targets again.
    hwy::GetChosenTarget().DeInit();
  }
};

// Returns whether a call since the last change of target has chosen a target. Always true if
// kernels are compiled for one instruction set only, since there is nothing to choose.
inline bool CallWasDispatched() {
  return (HWY_TARGETS & (HWY_TARGETS - 1)) == 0 || hwy::GetChosenTarget().IsInitialized();
}

}  // namespace collision2d
