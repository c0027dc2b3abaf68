#include "bench/throughput/isa_target.h"

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "collision2d/code_generation.h"
#include "hwy/targets.h"

namespace collision2d::bench {
namespace {

void Choose(int64_t targets) {
  hwy::SetSupportedTargetsForTest(targets);
  // The next call looks at the supported targets again.
  hwy::GetChosenTarget().DeInit();
}

// AVX3 is Highway's name for AVX-512 with what Skylake has of it.
std::string NameOf(int64_t bit) {
  const std::string name = absl::AsciiStrToLower(hwy::TargetName(bit));
  return absl::StartsWith(name, "avx3") ? "avx512" + name.substr(4) : name;
}

}  // namespace

std::vector<IsaTarget> SupportedIsaTargets() {
  std::vector<IsaTarget> targets;
  for (const int64_t bit : hwy::SupportedAndGeneratedTargets()) targets.push_back({NameOf(bit), bit});
  return targets;
}

ScopedIsaTarget::ScopedIsaTarget(const IsaTarget& target) { Choose(target.bit); }

ScopedIsaTarget::~ScopedIsaTarget() { Choose(0); }

}  // namespace collision2d::bench
