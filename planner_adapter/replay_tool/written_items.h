#ifndef COLLISION2D_PLANNER_ADAPTER_REPLAY_TOOL_WRITTEN_ITEMS_H_
#define COLLISION2D_PLANNER_ADAPTER_REPLAY_TOOL_WRITTEN_ITEMS_H_

#include <cstdint>
#include <fstream>
#include <string>

#include "planner_adapter/io/fnv1a.h"
#include "planner_adapter/replay_tool/run_journal.pb.h"

namespace collision2d::planner {

// Checks, item by item, that the files of an interrupted run hold what its journal says: after a power cut the journal
// may be on the disk, and what it speaks of not.
class WrittenItems {
 public:
  // `directory`: where the run writes, with its incomplete files.
  explicit WrittenItems(const std::string& directory);

  // Returns whether the files hold this item, the one behind that of the last call: the verdicts up to here, and the
  // scene's file of the page. Not to be called again after false.
  bool Hold(const proto::RunEntry& entry);

 private:
  // The beginning of a file.
  struct Prefix {
    std::ifstream file;
    int64_t size_bytes = 0;
    Fnv1a64 digest;
  };

  // Reads on; returns whether the first bytes of the file have this digest.
  static bool Has(Prefix& prefix, int64_t size_bytes, uint64_t digest);

  const std::string directory_;
  Prefix json_;
  Prefix stream_;
  int scenes_ = 0;
};

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_REPLAY_TOOL_WRITTEN_ITEMS_H_
