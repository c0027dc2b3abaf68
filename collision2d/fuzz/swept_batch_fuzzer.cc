#include <cstddef>
#include <cstdint>

#include "collision2d/fuzz/swept_batch_fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  return collision2d::FuzzSweptBatch(data, size);
}
