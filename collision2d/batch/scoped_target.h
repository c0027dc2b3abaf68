#ifndef COLLISION2D_BATCH_SCOPED_TARGET_H_
#define COLLISION2D_BATCH_SCOPED_TARGET_H_

#include <cstdint>

#include "collision2d/simd_targets.h"
#include "hwy/targets.h"

namespace collision2d {

// Until the end of the scope, every call runs the code for one instruction set.
class ScopedTarget {
 public:
  explicit ScopedTarget(int64_t target) { Choose(target); }
  ~ScopedTarget() { Choose(0); }
  ScopedTarget(const ScopedTarget&) = delete;
  ScopedTarget& operator=(const ScopedTarget&) = delete;

 private:
  static void Choose(int64_t targets) {
    hwy::SetSupportedTargetsForTest(targets);
    // The next call looks at the supported targets again.
    hwy::GetChosenTarget().DeInit();
  }
};

}  // namespace collision2d

#endif  // COLLISION2D_BATCH_SCOPED_TARGET_H_
