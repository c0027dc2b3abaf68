#ifndef COLLISION2D_PLANNER_ADAPTER_REPLAY_TOOL_RUN_JOURNAL_H_
#define COLLISION2D_PLANNER_ADAPTER_REPLAY_TOOL_RUN_JOURNAL_H_

#include <cstdint>
#include <fstream>
#include <functional>
#include <optional>
#include <string>

#include "absl/status/status.h"
#include "google/protobuf/message.h"
#include "planner_adapter/io/delimited_reader.h"
#include "planner_adapter/replay_tool/run_journal.pb.h"

namespace collision2d::planner {

// Reads the journal of a run (run_journal.proto) that was interrupted: its end may be cut or damaged.
class RunJournalReader {
 public:
  explicit RunJournalReader(const std::string& path);

  // Returns what the run was begun with; nothing if that is not there. Call it first.
  std::optional<proto::RunStart> ReadStart();

  // Returns the next entry; nothing behind the last one that can be read.
  std::optional<proto::RunEntry> Next();

  // Bytes of the journal up to behind what was returned last.
  int64_t bytes_read() const { return bytes_read_; }

  // After nothing was returned: OK at the end of the journal, or why it cannot be read on.
  const absl::Status& status() const { return status_; }

 private:
  bool Read(google::protobuf::Message& message);

  std::ifstream file_;
  DelimitedReader reader_;
  int64_t bytes_read_ = 0;
  absl::Status status_;
};

// Calls `take` for each entry of a whole journal, until it returns an error.
// Errors: that of `take`; the journal cannot be read.
absl::Status ForEachJournalEntry(const std::string& path,
                                 const std::function<absl::Status(const proto::RunEntry&)>& take);

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_REPLAY_TOOL_RUN_JOURNAL_H_
