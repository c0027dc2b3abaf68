// The bytes behind the magic of an MCAP file. Checksums that are not 0 would keep most of them from
// what is behind: those that a mutation makes 0 pass.
#include <cstddef>
#include <cstdint>
#include <sstream>
#include <string>

#include "planner_adapter/mcap/mcap_reader.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using collision2d::planner::kMcapMagic;
  std::istringstream file(std::string(kMcapMagic) + std::string(reinterpret_cast<const char*>(data), size));
  collision2d::planner::McapReader reader(file, "x");
  collision2d::planner::McapMessage message;
  while (true) {
    const auto next = reader.Next(&message);
    if (!next.ok() || !*next) return 0;
  }
}
