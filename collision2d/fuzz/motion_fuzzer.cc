#include <cstddef>
#include <cstdint>

#include "collision2d/fuzz/motion_fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  return collision2d::FuzzMotionQuery(data, size);
}
