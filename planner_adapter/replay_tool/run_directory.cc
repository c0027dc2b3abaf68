#include "planner_adapter/replay_tool/run_directory.h"

#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <optional>
#include <sstream>
#include <system_error>
#include <utility>

#include "absl/strings/str_cat.h"
#include "collision2d/io/output_path.h"
#include "planner_adapter/io/message_writer.h"
#include "planner_adapter/replay_page/page_frame.h"
#include "planner_adapter/replay_page/replay_page_summary.h"
#include "planner_adapter/replay_tool/run_end.h"
#include "planner_adapter/replay_tool/run_files.h"
#include "planner_adapter/replay_tool/run_page.h"
#include "planner_adapter/replay_tool/written_items.h"

namespace collision2d::planner {
namespace {

absl::Status Failed(absl::string_view path, absl::string_view what) {
  return absl::UnavailableError(absl::StrCat(path, ": cannot be ", what, ": ", std::strerror(errno)));
}

std::string DigestOf(absl::string_view bytes) {
  Fnv1a64 digest;
  digest.Update(bytes);
  return digest.Hex();
}

uint64_t Digest(const OutputFile& file) { return file.digest().digest(); }

absl::StatusOr<std::string> Delimited(const google::protobuf::Message& message) {
  std::ostringstream bytes;
  if (absl::Status status = AppendDelimited(message, bytes); !status.ok()) return status;
  return bytes.str();
}

}  // namespace

std::string RunDirectory::Path(absl::string_view name) const { return RunFile(path_, name); }

absl::StatusOr<std::unique_ptr<RunDirectory>> RunDirectory::Open(const std::string& path, const proto::RunStart& start,
                                                                 const RunOutputs& outputs, bool resume) {
  std::unique_ptr<RunDirectory> run(new RunDirectory(path, outputs));
  run->start_digest_ = DigestOf(start.SerializeAsString());
  absl::Status status = ExistingRunFiles(path).status();
  if (status.ok()) status = run->Lock();
  if (status.ok()) status = resume ? run->Resume(start) : run->Begin(start);
  if (!status.ok()) return status;
  return run;
}

RunDirectory::~RunDirectory() {
  if (lock_descriptor_ >= 0) close(lock_descriptor_);
}

// Locks the journal, which exists from the beginning of a run to its end.
absl::Status RunDirectory::Lock() {
  const std::string path = Path(kRunJournal);
  struct stat locked {};
  struct stat named {};
  do {
    if (lock_descriptor_ >= 0) close(lock_descriptor_);
    const absl::StatusOr<int> descriptor = OpenOutput(path, ExistingFile::kKeep);
    lock_descriptor_ = descriptor.value_or(-1);
    if (!descriptor.ok()) return descriptor.status();
    if (flock(lock_descriptor_, LOCK_EX | LOCK_NB) != 0) {
      return absl::FailedPreconditionError(absl::StrCat(path_, ": another run writes there"));
    }
    if (fstat(lock_descriptor_, &locked) != 0) return Failed(path, "read");
    // Another run may have ended, and removed its journal, between the opening and the locking.
  } while (lstat(path.c_str(), &named) != 0 || named.st_ino != locked.st_ino || named.st_dev != locked.st_dev);
  found_interrupted_ = locked.st_size > 0;
  return absl::OkStatus();
}

absl::Status RunDirectory::Begin(const proto::RunStart& start) {
  if (absl::Status status = RemoveCompleteRun(path_); !status.ok()) return status;
  if (absl::Status status = RemoveWorkingFiles(path_); !status.ok()) return status;
  state_ = {};
  if (absl::Status status = journal_.Open(Path(kRunJournal), 0); !status.ok()) return status;
  const absl::StatusOr<std::string> record = Delimited(start);
  if (!record.ok()) return record.status();
  if (absl::Status status = OpenPartialFiles({}); !status.ok()) return status;
  return journal_.Append(*record);
}

absl::Status RunDirectory::Resume(const proto::RunStart& start) {
  const std::string other = absl::StrCat(path_,
                                         ": holds a run of other inputs, options or version; without --resume it "
                                         "is replaced");
  const absl::StatusOr<proto::RunEnd> end = ReadRunEnd(path_);
  if (end.ok() && end->start_digest() != start_digest_) return absl::FailedPreconditionError(other);
  if (end.ok()) return TakeOver(*end);
  if (!found_interrupted_) return Begin(start);
  RunJournalReader journal(Path(kRunJournal));
  const std::optional<proto::RunStart> interrupted = journal.ReadStart();
  if (!interrupted.has_value()) return Begin(start);
  if (interrupted->SerializeAsString() != start.SerializeAsString()) return absl::FailedPreconditionError(other);
  return GoOn(journal);
}

// Goes on behind the last item that is whole in all files.
absl::Status RunDirectory::GoOn(RunJournalReader& journal) {
  TakeBackNames();
  int64_t journal_bytes = journal.bytes_read();
  WrittenItems items(path_);
  proto::RunEntry last;
  while (const std::optional<proto::RunEntry> entry = journal.Next()) {
    found_damage_ = !items.Hold(*entry);
    if (found_damage_) break;
    journal_bytes = journal.bytes_read();
    Count(*entry);
    last = *entry;
  }
  // What was not finished: a page, and the file of a scene.
  if (absl::Status status = RemoveFile(Path(kRunPage)); !status.ok()) return status;
  if (absl::Status status = RemoveSceneFiles(path_, state_.scenes); !status.ok()) return status;
  if (absl::Status status = journal_.Open(Path(kRunJournal), journal_bytes); !status.ok()) return status;
  return OpenPartialFiles(last);
}

// A run that was interrupted at its end may have given the verdicts their names already.
void RunDirectory::TakeBackNames() const {
  for (const char* name : {kRunJson, kRunStream}) {
    const std::string partial = absl::StrCat(Path(name), kPartialSuffix);
    std::error_code error;
    // An error shows later: without the file no item is whole.
    if (!std::filesystem::exists(partial, error)) std::filesystem::rename(Path(name), partial, error);
  }
}

// The run is complete: nothing is left to do but what its process may not have come to after the end record.
absl::Status RunDirectory::TakeOver(const proto::RunEnd& end) {
  for (const proto::RunEnd::File& file : end.files()) {
    std::error_code error;
    if (static_cast<int64_t>(std::filesystem::file_size(Path(file.name()), error)) == file.bytes()) continue;
    return absl::DataLossError(
        absl::StrCat(Path(file.name()), ": is not as ", kRunEnd, " says; without --resume the run is replaced"));
  }
  is_complete_ = true;
  found_interrupted_ = false;
  state_.scenes = end.scenes();
  state_.unusable = end.unusable_inputs();
  state_.scenes_without_candidates = end.scenes_without_candidates();
  exit_status_ = end.exit_status();
  state_.total.set_candidates(end.candidates());
  state_.total.set_free(end.free());
  state_.total.set_colliding(end.colliding());
  state_.total.set_leaving_drivable_area(end.leaving_drivable_area());
  return CleanUp();
}

absl::Status RunDirectory::OpenPartialFiles(const proto::RunEntry& last) {
  absl::Status status;
  if (outputs_.json_lines) status = json_.Open(absl::StrCat(Path(kRunJson), kPartialSuffix), last.json_bytes());
  if (status.ok()) status = stream_.Open(absl::StrCat(Path(kRunStream), kPartialSuffix), last.stream_bytes());
  done_ = MarkHere();
  return status;
}

absl::Status RunDirectory::AppendVerdicts(const proto::SceneVerdicts& verdicts) {
  std::ostringstream json;
  if (outputs_.json_lines) {
    if (absl::Status status = AppendJsonLine(verdicts, json); !status.ok()) return status;
  }
  const absl::StatusOr<std::string> record = Delimited(verdicts);
  if (!record.ok()) return record.status();
  if (outputs_.json_lines) {
    if (absl::Status status = json_.Append(json.str()); !status.ok()) return status;
  }
  return stream_.Append(*record);
}

absl::Status RunDirectory::AppendToPage(absl::string_view text) {
  if (page_file_.descriptor() < 0) {
    std::error_code error;
    std::filesystem::create_directories(Path(kPageSceneFolder), error);
    if (absl::Status status = CheckOutputFolder(Path(kPageSceneFolder)); !status.ok()) return status;
    const int index = static_cast<int>(state_.scenes);
    if (absl::Status status = page_file_.Open(Path(PageSceneFile(index)), 0); !status.ok()) return status;
    if (absl::Status status = page_file_.Append(PageSceneFileBegin(index)); !status.ok()) return status;
  }
  return page_file_.Append(text);
}

absl::Status RunDirectory::GiveUpItem() {
  absl::Status status;
  if (outputs_.json_lines) status = json_.CutBack(done_.json_bytes, done_.json_digest);
  status.Update(stream_.CutBack(done_.stream_bytes, done_.stream_digest));
  if (page_file_.descriptor() >= 0) {
    page_file_.Close();
    status.Update(RemoveFile(page_file_.path()));
  }
  return status;
}

absl::Status RunDirectory::ForEachEntry(const std::function<absl::Status(const proto::RunEntry&)>& take) const {
  return ForEachJournalEntry(Path(kRunJournal), take);
}

absl::Status RunDirectory::FinishScene(int input, const proto::ReplayPageRow& row) {
  proto::RunEntry entry;
  *entry.mutable_row() = row;
  if (page_file_.descriptor() >= 0) {
    if (absl::Status status = page_file_.Append(kPageSceneFileEnd); !status.ok()) return status;
    entry.set_page_bytes(page_file_.size_bytes());
    entry.set_page_digest(Digest(page_file_));
    page_file_.Close();
  }
  return FinishItem(input, std::move(entry));
}

absl::Status RunDirectory::FinishUnusable(int input, const std::string& reason, bool is_last) {
  proto::RunEntry entry;
  entry.set_unusable(reason);
  entry.set_is_last(is_last);
  return FinishItem(input, std::move(entry));
}

absl::Status RunDirectory::FinishItem(int input, proto::RunEntry entry) {
  entry.set_input(input);
  entry.set_items((input == state_.input ? state_.items : 0) + 1);
  entry.set_json_bytes(json_.size_bytes());
  entry.set_json_digest(Digest(json_));
  entry.set_stream_bytes(stream_.size_bytes());
  entry.set_stream_digest(Digest(stream_));
  const absl::StatusOr<std::string> record = Delimited(entry);
  if (!record.ok()) return record.status();
  if (absl::Status status = journal_.Append(*record); !status.ok()) return status;
  Count(entry);
  done_ = MarkHere();
  return absl::OkStatus();
}

RunDirectory::Mark RunDirectory::MarkHere() const {
  return {json_.size_bytes(), json_.digest(), stream_.size_bytes(), stream_.digest()};
}

void RunDirectory::Count(const proto::RunEntry& entry) {
  state_.input = entry.input() + (entry.is_last() ? 1 : 0);
  state_.items = entry.is_last() ? 0 : entry.items();
  if (entry.has_unusable()) ++state_.unusable;
  if (!entry.has_row()) return;
  ++state_.scenes;
  if (entry.row().cycles_without_candidates() > 0) ++state_.scenes_without_candidates;
  AddRowToTotal(entry.row(), state_.total);
}

bool RunDirectory::is_one_file() const {
  return outputs_.page == PageMode::kFile || (outputs_.page == PageMode::kAuto && state_.scenes <= kMaxScenesOfOneFile);
}

proto::RunEnd RunDirectory::EndOf(const proto::ReplayPageSummary& summary, int exit_status) const {
  proto::RunEnd end;
  end.set_version(summary.version());
  end.set_start_digest(start_digest_);
  end.set_scenes(state_.scenes);
  end.set_unusable_inputs(state_.unusable);
  end.set_scenes_without_candidates(state_.scenes_without_candidates);
  end.set_exit_status(exit_status);
  end.set_candidates(state_.total.candidates());
  end.set_free(state_.total.free());
  end.set_colliding(state_.total.colliding());
  end.set_leaving_drivable_area(state_.total.leaving_drivable_area());
  return end;
}

absl::Status RunDirectory::Finish(const proto::ReplayPageSummary& summary, int exit_status) {
  OutputFile page;
  if (has_page()) {
    absl::Status status = page.Open(absl::StrCat(Path(kRunPage), kPartialSuffix), 0);
    if (status.ok()) status = WriteRunPage(path_, Path(kRunJournal), summary, is_one_file(), page);
    if (!status.ok()) return status;
  }
  // The files of the scenes, of which there may be many.
  if (has_page() && syncfs(lock_descriptor_) != 0) return Failed(path_, "written");
  proto::RunEnd end = EndOf(summary, exit_status);
  if (outputs_.json_lines) {
    if (absl::Status status = MoveIntoPlace(json_, kRunJson, end); !status.ok()) return status;
  }
  if (absl::Status status = MoveIntoPlace(stream_, kRunStream, end); !status.ok()) return status;
  if (has_page()) {
    if (absl::Status status = MoveIntoPlace(page, kRunPage, end); !status.ok()) return status;
  }
  // The process ends with the status that its record has, whoever interrupts it from here on.
  for (const int signal : {SIGHUP, SIGINT, SIGTERM}) std::signal(signal, SIG_IGN);
  absl::Status status = WriteRunEnd(path_, end);
  // What may not be on the disk is no end.
  if (!status.ok()) RemoveFile(Path(kRunEnd)).IgnoreError();
  if (!status.ok()) return status;
  status = CleanUp();
  if (status.ok()) return status;
  end.set_exit_status(kExitFailed);
  WriteRunEnd(path_, end).IgnoreError();
  return status;
}

// Removes what a complete run does not need.
absl::Status RunDirectory::CleanUp() const {
  if (is_one_file() || !has_page()) {
    if (absl::Status status = RemoveWorkingFiles(path_); !status.ok()) return status;
  }
  return RemoveFile(Path(kRunJournal));
}

absl::Status RunDirectory::MoveIntoPlace(OutputFile& file, const std::string& name, proto::RunEnd& end) const {
  if (absl::Status status = file.Sync(); !status.ok()) return status;
  proto::RunEnd::File& record = *end.add_files();
  record.set_name(name);
  record.set_bytes(file.size_bytes());
  record.set_digest(file.digest().Hex());
  return file.MoveTo(Path(name));
}

}  // namespace collision2d::planner
