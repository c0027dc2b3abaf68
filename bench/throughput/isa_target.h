#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace collision2d::bench {

// An instruction set that Highway can dispatch to.
struct IsaTarget {
  std::string name;  // "avx512", "avx2", "sse4", "ssse3", "emu128", ...: Highway's in lower case, but for AVX-512.
  int64_t bit = 0;   // HWY_AVX2, ...
};

// Those that this CPU has and the library is compiled for, the best first.
std::vector<IsaTarget> SupportedIsaTargets();

// Every call into the library, of any thread, runs the code for one instruction set until the end
// of the scope.
class ScopedIsaTarget {
 public:
  explicit ScopedIsaTarget(const IsaTarget& target);
  ~ScopedIsaTarget();
  ScopedIsaTarget(const ScopedIsaTarget&) = delete;
  ScopedIsaTarget& operator=(const ScopedIsaTarget&) = delete;
};

}  // namespace collision2d::bench
