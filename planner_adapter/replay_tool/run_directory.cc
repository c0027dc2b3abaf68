#include "planner_adapter/replay_tool/run_directory.h"

#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <system_error>
#include <vector>

#include "absl/strings/str_cat.h"
#include "collision2d/io/output_path.h"
#include "google/protobuf/util/json_util.h"
#include "planner_adapter/io/message_writer.h"
#include "planner_adapter/replay_page/page_json.h"
#include "planner_adapter/replay_page/page_parts.h"
#include "planner_adapter/replay_tool/process.h"
#include "planner_adapter/replay_tool/run_record.pb.h"

namespace collision2d::planner {
namespace {

absl::Status Failed(absl::string_view path, absl::string_view what) {
  return absl::UnavailableError(absl::StrCat(path, ": cannot be ", what, ": ", std::strerror(errno)));
}

// Appends the bytes of a file between its first `skip_begin` and its last `skip_end` bytes.
absl::Status AppendFile(const std::string& path, size_t skip_begin, size_t skip_end, OutputFile& output) {
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  int64_t left = static_cast<int64_t>(file.tellg()) - static_cast<int64_t>(skip_begin + skip_end);
  file.seekg(static_cast<int64_t>(skip_begin));
  std::vector<char> chunk(size_t{1} << 20);
  while (left > 0 && file) {
    file.read(chunk.data(), std::min(left, static_cast<int64_t>(chunk.size())));
    if (absl::Status status = output.Append(absl::string_view(chunk.data(), file.gcount())); !status.ok())
      return status;
    left -= file.gcount();
  }
  return left == 0 ? absl::OkStatus() : absl::UnavailableError(absl::StrCat(path, ": cannot be read again"));
}

}  // namespace

absl::StatusOr<std::unique_ptr<RunDirectory>> RunDirectory::Open(const std::string& path, const RunOutputs& outputs) {
  std::unique_ptr<RunDirectory> run(new RunDirectory(path, outputs));
  absl::Status status = ExistingRunFiles(path).status();
  if (status.ok()) status = run->Lock();
  if (status.ok()) status = run->Begin();
  if (!status.ok()) return status;
  return run;
}

RunDirectory::~RunDirectory() {
  if (lock_descriptor_ >= 0) close(lock_descriptor_);
}

// Locks the file of the items, which exists from the beginning of a run to its end.
absl::Status RunDirectory::Lock() {
  const std::string path = Partial(kRunItems);
  std::error_code error;
  found_interrupted_ = std::filesystem::exists(path, error) && !std::filesystem::exists(Path(kRunEnd), error);
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
    // Another run may have ended, and removed this file, between the opening and the locking.
  } while (lstat(path.c_str(), &named) != 0 || named.st_ino != locked.st_ino || named.st_dev != locked.st_dev);
  return absl::OkStatus();
}

absl::Status RunDirectory::Begin() {
  absl::Status status = RemoveCompleteRun(path_);
  if (status.ok()) status = RemoveWorkingFiles(path_);
  if (status.ok()) status = items_.Open(Partial(kRunItems));
  if (status.ok() && outputs_.json_lines) status = json_.Open(Partial(kRunJson));
  if (status.ok()) status = stream_.Open(Partial(kRunStream));
  return status;
}

absl::Status RunDirectory::AppendVerdicts(const v1::SceneVerdicts& verdicts) {
  std::ostringstream json;
  std::ostringstream record;
  absl::Status status = outputs_.json_lines ? AppendJsonLine(verdicts, json) : absl::OkStatus();
  if (status.ok()) status = AppendDelimited(verdicts, record);
  if (status.ok() && outputs_.json_lines) status = json_.Append(json.str());
  return status.ok() ? stream_.Append(record.str()) : status;
}

absl::Status RunDirectory::AppendToPage(absl::string_view text) {
  if (!page_file_.is_open()) {
    std::error_code error;
    std::filesystem::create_directories(Path(kPageSceneFolder), error);
    if (absl::Status status = CheckOutputFolder(Path(kPageSceneFolder)); !status.ok()) return status;
    const int index = static_cast<int>(state_.scenes);
    if (absl::Status status = page_file_.Open(Partial(PageSceneFile(index))); !status.ok()) return status;
    if (absl::Status status = page_file_.Append(PageSceneFileBegin(index)); !status.ok()) return status;
  }
  return page_file_.Append(text);
}

absl::Status RunDirectory::GiveUpItem() {
  absl::Status status;
  if (outputs_.json_lines) status = json_.CutBack(json_bytes_);
  status.Update(stream_.CutBack(stream_bytes_));
  if (page_file_.is_open()) {
    page_file_.Close();
    status.Update(RemoveFile(page_file_.path()));
  }
  return status;
}

absl::Status RunDirectory::FinishScene(const replay::ReplayPageRow& row) {
  if (page_file_.is_open()) {
    if (absl::Status status = page_file_.Append(kPageSceneFileEnd); !status.ok()) return status;
    page_file_.Close();
  }
  replay::ReplayPageItem item;
  *item.mutable_row() = row;
  if (absl::Status status = FinishItem(item); !status.ok()) return status;
  ++state_.scenes;
  if (row.cycles_without_candidates() > 0) ++state_.scenes_without_candidates;
  AddRowToTotal(row, state_.total);
  return absl::OkStatus();
}

absl::Status RunDirectory::FinishUnusable(const std::string& reason) {
  replay::ReplayPageItem item;
  item.set_unusable(reason);
  ++state_.unusable;
  return FinishItem(item);
}

absl::Status RunDirectory::FinishItem(const replay::ReplayPageItem& item) {
  json_bytes_ = json_.size_bytes();
  stream_bytes_ = stream_.size_bytes();
  const absl::StatusOr<std::string> line = PageJson(item);
  return line.ok() ? items_.Append(absl::StrCat(*line, "\n")) : line.status();
}

bool RunDirectory::is_one_file() const {
  return outputs_.page == PageMode::kFile || (outputs_.page == PageMode::kAuto && state_.scenes <= kMaxScenesOfOneFile);
}

// Writes the scenes into a page of one file, piece by piece.
absl::Status RunDirectory::WriteScenes(OutputFile& page) const {
  for (int i = 0; i < static_cast<int>(state_.scenes); ++i) {
    absl::Status status = page.Append(DataElementBegin(absl::StrCat("replay-scene-", i)));
    if (status.ok()) {
      status =
          AppendFile(Partial(PageSceneFile(i)), PageSceneFileBegin(i).size(), std::strlen(kPageSceneFileEnd), page);
    }
    if (status.ok()) status = page.Append(kDataElementEnd);
    if (!status.ok()) return status;
  }
  return absl::OkStatus();
}

absl::Status RunDirectory::WritePage(const replay::ReplayPageSummary& summary, OutputFile& page) const {
  const absl::StatusOr<std::string> json = PageJson(summary);
  if (!json.ok()) return json.status();
  const PageFrame frame = MakePageFrame(is_one_file() ? PageKind::kOneFile : PageKind::kFolder);
  absl::Status status = page.Open(Partial(kRunPage));
  if (status.ok()) {
    status = page.Append(absl::StrCat(frame.begin, DataElementBegin("replay-summary"), *json, kDataElementEnd));
  }
  if (status.ok()) status = page.Append(DataElementBegin("replay-items"));
  if (status.ok()) status = AppendFile(items_.path(), 0, 0, page);
  if (status.ok()) status = page.Append(kDataElementEnd);
  if (status.ok() && is_one_file()) status = WriteScenes(page);
  if (status.ok()) status = page.Append(frame.end);
  return status;
}

absl::Status RunDirectory::MoveScenesIntoPlace() const {
  // The files are on the disk before their names are; there may be many.
  if (syncfs(lock_descriptor_) != 0) return Failed(path_, "written");
  for (int i = 0; i < static_cast<int>(state_.scenes); ++i) {
    const std::string path = Path(PageSceneFile(i));
    if (std::rename(Partial(PageSceneFile(i)).c_str(), path.c_str()) != 0) return Failed(path, "written");
  }
  return state_.scenes > 0 ? SyncDirectory(Path(kPageSceneFolder)) : absl::OkStatus();
}

absl::Status RunDirectory::WriteEnd(const replay::ReplayPageSummary& summary, int exit_status) const {
  replay::RunEnd end;
  end.set_version(summary.version());
  end.set_scenes(state_.scenes);
  end.set_unusable_inputs(state_.unusable);
  end.set_scenes_without_candidates(state_.scenes_without_candidates);
  end.set_exit_status(exit_status);
  end.set_candidates(state_.total.candidates());
  end.set_free(state_.total.free());
  end.set_colliding(state_.total.colliding());
  end.set_leaving_drivable_area(state_.total.leaving_drivable_area());
  google::protobuf::util::JsonPrintOptions options;
  options.preserve_proto_field_names = true;
  options.always_print_primitive_fields = true;
  options.add_whitespace = true;
  std::string json;
  const auto printed = google::protobuf::util::MessageToJsonString(end, &json, options);
  if (!printed.ok()) return absl::InternalError(absl::StrCat(Path(kRunEnd), ": ", printed.ToString()));
  return WriteWholeFile(Path(kRunEnd), json);
}

absl::Status RunDirectory::Finish(const replay::ReplayPageSummary& summary, int exit_status) {
  OutputFile page;
  absl::Status status = has_page() ? WritePage(summary, page) : absl::OkStatus();
  if (status.ok() && has_page() && !is_one_file()) status = MoveScenesIntoPlace();
  for (const auto& [file, name] :
       {std::pair(&json_, kRunJson), std::pair(&stream_, kRunStream), std::pair(&page, kRunPage)}) {
    if (!file->is_open()) continue;
    if (status.ok()) status = file->Sync();
    if (status.ok()) status = file->MoveTo(Path(name));
  }
  if (!status.ok()) return status;
  // The process ends with the status that its record has, whoever interrupts it from here on.
  for (const int signal : {SIGHUP, SIGINT, SIGTERM}) std::signal(signal, SIG_IGN);
  status = WriteEnd(summary, exit_status);
  // What may not be on the disk is no end.
  if (!status.ok()) RemoveFile(Path(kRunEnd)).IgnoreError();
  if (!status.ok()) return status;
  status = CleanUp();
  if (!status.ok()) WriteEnd(summary, kExitFailed).IgnoreError();
  return status;
}

// Removes what a complete run does not need.
absl::Status RunDirectory::CleanUp() const {
  if (is_one_file() || !has_page()) {
    if (absl::Status status = RemoveWorkingFiles(path_); !status.ok()) return status;
  }
  return RemoveFile(items_.path());
}

}  // namespace collision2d::planner
