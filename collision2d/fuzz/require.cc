#include "collision2d/fuzz/require.h"

#include <cstdio>
#include <cstdlib>

namespace collision2d {

void Require(const testing::AssertionResult& result) {
  if (result) return;
  std::fprintf(stderr, "%s\n", result.message());
  std::abort();
}

}  // namespace collision2d
