#include "collision2d/testing/test_flags.h"

#include "absl/flags/flag.h"

ABSL_FLAG(uint64_t, seed, 20240229, "seed of every randomised test; failures print it");
ABSL_FLAG(int64_t, pairs, 0, "number of random cases in each randomised test; 0: each test's own default");

namespace collision2d {

uint64_t TestSeed() { return absl::GetFlag(FLAGS_seed); }

int64_t TestCaseCount(int64_t default_count) {
  const int64_t pairs = absl::GetFlag(FLAGS_pairs);
  return pairs > 0 ? pairs : default_count;
}

}  // namespace collision2d
