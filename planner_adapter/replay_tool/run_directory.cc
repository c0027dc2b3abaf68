#include "planner_adapter/replay_tool/run_directory.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <system_error>
#include <utility>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "google/protobuf/util/json_util.h"
#include "planner_adapter/io/delimited_reader.h"
#include "planner_adapter/io/file_bytes.h"
#include "planner_adapter/io/message_writer.h"
#include "planner_adapter/replay_page/page_frame.h"
#include "planner_adapter/replay_page/replay_page_summary.h"
#include "planner_adapter/replay_tool/run_page.h"

namespace collision2d::planner {
namespace {

constexpr char kJson[] = "verdicts.jsonl";
constexpr char kStream[] = "verdicts.pbs";
constexpr char kPage[] = "index.html";
constexpr char kEnd[] = "run.json";
constexpr char kJournal[] = "run.journal";
constexpr char kPartial[] = ".partial";

absl::Status Failed(absl::string_view path, absl::string_view what) {
  return absl::UnavailableError(absl::StrCat(path, ": cannot be ", what, ": ", std::strerror(errno)));
}

// Removes a file, not a directory; it need not exist.
absl::Status Remove(const std::string& path) {
  return unlink(path.c_str()) == 0 || errno == ENOENT ? absl::OkStatus() : Failed(path, "replaced");
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

// Returns the end record of the run in the directory; none if there is none that can be read.
absl::StatusOr<proto::RunEnd> ReadEnd(const std::string& path) {
  const absl::StatusOr<std::string> json = ReadFileToString(path);
  if (!json.ok()) return json.status();
  proto::RunEnd end;
  const auto parsed = google::protobuf::util::JsonStringToMessage(*json, &end);
  if (!parsed.ok()) return absl::DataLossError(absl::StrCat(path, ": ", parsed.ToString()));
  return end;
}

}  // namespace

std::string RunDirectory::Path(absl::string_view name) const { return absl::StrCat(path_, "/", name); }

absl::StatusOr<std::unique_ptr<RunDirectory>> RunDirectory::Open(const std::string& path, const proto::RunStart& start,
                                                                 PageMode page, bool resume) {
  std::unique_ptr<RunDirectory> run(new RunDirectory(path, page));
  run->start_digest_ = DigestOf(start.SerializeAsString());
  absl::Status status = run->Lock();
  if (status.ok()) status = resume ? run->Resume(start) : run->Begin(start);
  if (!status.ok()) return status;
  return run;
}

RunDirectory::~RunDirectory() {
  if (lock_descriptor_ >= 0) close(lock_descriptor_);
}

// Locks the journal, which exists from the beginning of a run to its end.
absl::Status RunDirectory::Lock() {
  const std::string path = Path(kJournal);
  lock_descriptor_ = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (lock_descriptor_ < 0) return Failed(path, "written");
  if (flock(lock_descriptor_, LOCK_EX | LOCK_NB) != 0) {
    return absl::FailedPreconditionError(absl::StrCat(path_, ": another run writes there"));
  }
  struct stat status {};
  found_interrupted_ = fstat(lock_descriptor_, &status) == 0 && status.st_size > 0;
  return absl::OkStatus();
}

absl::Status RunDirectory::Begin(const proto::RunStart& start) {
  // The end record first: without it what is left belongs to no run.
  for (const char* name : {kEnd, kPage, kJson, kStream}) {
    if (absl::Status status = Remove(Path(name)); !status.ok()) return status;
  }
  if (absl::Status status = RemoveWorkingFiles(); !status.ok()) return status;
  state_ = {};
  if (absl::Status status = journal_.Open(Path(kJournal), 0); !status.ok()) return status;
  const absl::StatusOr<std::string> record = Delimited(start);
  if (!record.ok()) return record.status();
  if (absl::Status status = OpenPartialFiles({}); !status.ok()) return status;
  return journal_.Append(*record);
}

absl::Status RunDirectory::Resume(const proto::RunStart& start) {
  const std::string other = absl::StrCat(path_,
                                         ": holds a run of other inputs, options or version; without --resume it "
                                         "is replaced");
  const absl::StatusOr<proto::RunEnd> end = ReadEnd(Path(kEnd));
  if (end.ok() && end->start_digest() != start_digest_) return absl::FailedPreconditionError(other);
  if (end.ok()) return TakeOver(*end);
  if (!found_interrupted_) return Begin(start);
  std::ifstream file(Path(kJournal), std::ios::binary);
  DelimitedReader reader(file, Path(kJournal));
  proto::RunStart interrupted;
  const absl::StatusOr<bool> has_start = reader.Next(interrupted);
  if (!has_start.ok() || !*has_start) return Begin(start);
  if (interrupted.SerializeAsString() != start.SerializeAsString()) return absl::FailedPreconditionError(other);
  int64_t whole_bytes = reader.bytes_read();
  proto::RunEntry last;
  proto::RunEntry entry;
  while (reader.Next(entry).value_or(false)) {
    whole_bytes = reader.bytes_read();
    Count(entry);
    last = entry;
  }
  // What was not finished: a page, and the file of a scene.
  if (absl::Status status = Remove(Path(kPage)); !status.ok()) return status;
  if (absl::Status status = RemoveSceneFiles(state_.scenes); !status.ok()) return status;
  if (absl::Status status = journal_.Open(Path(kJournal), whole_bytes); !status.ok()) return status;
  return OpenPartialFiles(last);
}

// The run is complete: nothing is left to do but what its process may not have come to after the end record.
absl::Status RunDirectory::TakeOver(const proto::RunEnd& end) {
  for (const proto::RunEnd::File& file : end.files()) {
    std::error_code error;
    if (static_cast<int64_t>(std::filesystem::file_size(Path(file.name()), error)) == file.bytes()) continue;
    return absl::DataLossError(
        absl::StrCat(Path(file.name()), ": is not as ", kEnd, " says; without --resume the run is replaced"));
  }
  is_complete_ = true;
  found_interrupted_ = false;
  state_.scenes = end.scenes();
  state_.unusable = end.unusable_inputs();
  state_.scenes_without_candidates = end.scenes_without_candidates();
  state_.total.set_candidates(static_cast<int>(end.candidates()));
  state_.total.set_free(static_cast<int>(end.free()));
  state_.total.set_colliding(static_cast<int>(end.colliding()));
  state_.total.set_leaving_drivable_area(static_cast<int>(end.leaving_drivable_area()));
  return CleanUp();
}

absl::Status RunDirectory::OpenPartialFiles(const proto::RunEntry& last) {
  const std::pair<OutputFile*, std::pair<const char*, int64_t>> files[] = {{&json_, {kJson, last.json_bytes()}},
                                                                           {&stream_, {kStream, last.stream_bytes()}}};
  for (const auto& [file, named] : files) {
    const std::string whole = Path(named.first);
    const std::string partial = whole + kPartial;
    // It has its name already if the run was interrupted at its end.
    std::error_code error;
    if (!std::filesystem::exists(partial, error) && std::filesystem::exists(whole, error)) {
      std::filesystem::rename(whole, partial, error);
    }
    if (absl::Status status = file->Open(partial, named.second); !status.ok()) return status;
  }
  if ((last.json_bytes() > 0 && Digest(json_) != last.json_digest()) ||
      (last.stream_bytes() > 0 && Digest(stream_) != last.stream_digest())) {
    return absl::DataLossError(absl::StrCat(path_,
                                            ": the verdicts there are not those that the interrupted run wrote; "
                                            "without --resume it is replaced"));
  }
  done_ = MarkHere();
  return absl::OkStatus();
}

absl::Status RunDirectory::AppendVerdicts(const proto::SceneVerdicts& verdicts) {
  std::ostringstream json;
  if (absl::Status status = AppendJsonLine(verdicts, json); !status.ok()) return status;
  const absl::StatusOr<std::string> record = Delimited(verdicts);
  if (!record.ok()) return record.status();
  if (absl::Status status = json_.Append(json.str()); !status.ok()) return status;
  return stream_.Append(*record);
}

absl::Status RunDirectory::AppendToPage(absl::string_view text) {
  if (page_file_.descriptor() < 0) {
    std::error_code error;
    std::filesystem::create_directories(Path(kPageSceneFolder), error);
    const int index = static_cast<int>(state_.scenes);
    if (absl::Status status = page_file_.Open(Path(PageSceneFile(index)), 0); !status.ok()) return status;
    if (absl::Status status = page_file_.Append(PageSceneFileBegin(index)); !status.ok()) return status;
  }
  return page_file_.Append(text);
}

absl::Status RunDirectory::GiveUpItem() {
  absl::Status status = json_.CutBack(done_.json_bytes, done_.json_digest);
  status.Update(stream_.CutBack(done_.stream_bytes, done_.stream_digest));
  if (page_file_.descriptor() >= 0) {
    page_file_.Close();
    status.Update(Remove(page_file_.path()));
  }
  return status;
}

absl::Status RunDirectory::ForEachEntry(const std::function<absl::Status(const proto::RunEntry&)>& take) const {
  return ForEachJournalEntry(Path(kJournal), take);
}

absl::Status RunDirectory::FinishScene(int input, const proto::ReplayPageRow& row) {
  proto::RunEntry entry;
  *entry.mutable_row() = row;
  if (page_file_.descriptor() >= 0) {
    if (absl::Status status = page_file_.Append(kPageSceneFileEnd); !status.ok()) return status;
    entry.set_page_bytes(page_file_.size_bytes());
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
  return page_ == PageMode::kFile || (page_ == PageMode::kAuto && state_.scenes <= kMaxScenesOfOneFile);
}

absl::Status RunDirectory::Finish(const proto::ReplayPageSummary& summary, int exit_status) {
  OutputFile page;
  if (has_page()) {
    absl::Status status = page.Open(absl::StrCat(Path(kPage), kPartial), 0);
    if (status.ok()) status = WriteRunPage(path_, Path(kJournal), summary, is_one_file(), page);
    if (!status.ok()) return status;
  }
  // The files of the scenes too.
  if (syncfs(lock_descriptor_) != 0) return Failed(path_, "written");
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
  if (absl::Status status = MoveIntoPlace(json_, kJson, end); !status.ok()) return status;
  if (absl::Status status = MoveIntoPlace(stream_, kStream, end); !status.ok()) return status;
  if (has_page()) {
    if (absl::Status status = MoveIntoPlace(page, kPage, end); !status.ok()) return status;
  }
  if (absl::Status status = WriteEnd(end); !status.ok()) return status;
  return CleanUp();
}

// Removes what a complete run does not need.
absl::Status RunDirectory::CleanUp() const {
  if (is_one_file() || !has_page()) {
    if (absl::Status status = RemoveWorkingFiles(); !status.ok()) return status;
  }
  return Remove(Path(kJournal));
}

absl::Status RunDirectory::MoveIntoPlace(OutputFile& file, const std::string& name, proto::RunEnd& end) const {
  if (absl::Status status = file.Sync(); !status.ok()) return status;
  proto::RunEnd::File& record = *end.add_files();
  record.set_name(name);
  record.set_bytes(file.size_bytes());
  record.set_digest(file.digest().Hex());
  return file.MoveTo(Path(name));
}

absl::Status RunDirectory::WriteEnd(const proto::RunEnd& end) const {
  google::protobuf::util::JsonPrintOptions options;
  options.preserve_proto_field_names = true;
  options.always_print_primitive_fields = true;
  options.add_whitespace = true;
  std::string json;
  const auto printed = google::protobuf::util::MessageToJsonString(end, &json, options);
  if (!printed.ok()) return absl::InternalError(printed.ToString());
  OutputFile file;
  absl::Status status = file.Open(absl::StrCat(Path(kEnd), kPartial), 0);
  if (status.ok()) status = file.Append(json);
  if (status.ok()) status = file.Sync();
  if (status.ok()) status = file.MoveTo(Path(kEnd));
  if (status.ok() && syncfs(lock_descriptor_) != 0) status = Failed(path_, "written");
  return status;
}

absl::Status RunDirectory::RemoveWorkingFiles() const {
  for (const char* name : {kJson, kStream, kPage, kEnd}) {
    if (absl::Status status = Remove(absl::StrCat(Path(name), kPartial)); !status.ok()) return status;
  }
  if (absl::Status status = RemoveSceneFiles(0); !status.ok()) return status;
  // Stays if there is something else in it.
  rmdir(Path(kPageSceneFolder).c_str());
  return absl::OkStatus();
}

// Removes the files of the scenes from this one on.
absl::Status RunDirectory::RemoveSceneFiles(int64_t first) const {
  std::error_code error;
  std::vector<std::string> paths;
  for (std::filesystem::directory_iterator entry(Path(kPageSceneFolder), error), end; !error && entry != end;
       entry.increment(error)) {
    int64_t index = 0;
    const bool is_scene = absl::SimpleAtoi(entry->path().stem().string(), &index) && entry->path().extension() == ".js";
    if (is_scene && index >= first) paths.push_back(entry->path().string());
  }
  for (const std::string& path : paths) {
    if (absl::Status status = Remove(path); !status.ok()) return status;
  }
  return absl::OkStatus();
}

}  // namespace collision2d::planner
