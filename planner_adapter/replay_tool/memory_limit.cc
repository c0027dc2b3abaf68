#include "planner_adapter/replay_tool/memory_limit.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>

#include "absl/strings/str_cat.h"

namespace collision2d::planner {
namespace {

// Returns the bytes that RLIMIT_DATA limits.
rlim_t DataBytes() {
  std::ifstream file("/proc/self/statm");
  rlim_t pages = 0;
  // Total, resident, shared, text, libraries, data.
  for (int i = 0; i < 6; ++i) file >> pages;
  return file ? pages * static_cast<rlim_t>(sysconf(_SC_PAGESIZE)) : 0;
}

}  // namespace

absl::Status LimitMemory(int64_t limit_mb) {
  if (limit_mb < 0) return absl::InvalidArgumentError(absl::StrCat("memory_limit_mb: ", limit_mb, " is below 0"));
  constexpr rlim_t kBytesPerMb = 1'000'000;
  // What does not fit into a number is no limit.
  rlim_t limit = std::min(static_cast<rlim_t>(limit_mb), RLIM_INFINITY / kBytesPerMb) * kBytesPerMb;
  if (limit_mb == 0) {
    limit = static_cast<rlim_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<rlim_t>(sysconf(_SC_PAGESIZE)) / 5 * 4;
    if (DataBytes() >= limit) return absl::OkStatus();
  }
  rlimit present{};
  if (getrlimit(RLIMIT_DATA, &present) != 0 || present.rlim_cur <= limit) return absl::OkStatus();
  present.rlim_cur = limit;
  if (setrlimit(RLIMIT_DATA, &present) != 0) return absl::InternalError("memory_limit_mb: cannot be set");
  return absl::OkStatus();
}

}  // namespace collision2d::planner
