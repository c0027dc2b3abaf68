#include "planner_adapter/replay_tool/run_journal.h"

#include "absl/status/statusor.h"

namespace collision2d::planner {

RunJournalReader::RunJournalReader(const std::string& path) : file_(path, std::ios::binary), reader_(file_, path) {}

bool RunJournalReader::Read(google::protobuf::Message& message) {
  const absl::StatusOr<bool> found = reader_.Next(message);
  status_ = found.status();
  if (!found.ok() || !*found) return false;
  bytes_read_ = reader_.bytes_read();
  return true;
}

std::optional<proto::RunStart> RunJournalReader::ReadStart() {
  proto::RunStart start;
  if (!Read(start)) return std::nullopt;
  return start;
}

std::optional<proto::RunEntry> RunJournalReader::Next() {
  proto::RunEntry entry;
  if (!Read(entry)) return std::nullopt;
  return entry;
}

absl::Status ForEachJournalEntry(const std::string& path,
                                 const std::function<absl::Status(const proto::RunEntry&)>& take) {
  RunJournalReader journal(path);
  if (!journal.ReadStart().has_value()) return journal.status();
  while (const std::optional<proto::RunEntry> entry = journal.Next()) {
    if (absl::Status status = take(*entry); !status.ok()) return status;
  }
  return journal.status();
}

}  // namespace collision2d::planner
