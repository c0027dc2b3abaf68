#include "replay/tool/run_directory.h"

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
#include <iterator>
#include <sstream>
#include <system_error>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/strip.h"
#include "collision2d/io/output_path.h"
#include "replay/io/message_writer.h"
#include "replay/page/page_json.h"
#include "replay/page/page_parts.h"
#include "replay/tool/process.h"

namespace collision2d::planner {
namespace {

// The files of scenes have the names that PageSceneFile returns. kRunItems exists with
// kPartialSuffix only.
constexpr char kRunJson[] = "verdicts.jsonl";
constexpr char kRunStream[] = "verdicts.pbs";
constexpr char kRunPage[] = "index.html";
constexpr char kRunEnd[] = "run.json";
constexpr char kRunItems[] = "run.items";

constexpr const char* kRunFiles[] = {kRunJson, kRunStream, kRunPage, kRunEnd, kRunItems};

// The end record. Keys are added, never renamed; `format` counts changes that readers must know.
constexpr char kEndRecord[] = R"({
 "format": 1,
 "version": "%s",
 "scenes": %d,
 "unusable_inputs": %d,
 "scenes_without_candidates": %d,
 "exit_status": %d,
 "candidates": %d,
 "free": %d,
 "colliding": %d,
 "leaving_road": %d
}
)";

std::string RunFile(absl::string_view directory, absl::string_view name, absl::string_view suffix = "") {
  return absl::StrCat(directory, "/", name, suffix);
}

absl::Status Failed(absl::string_view path, absl::string_view what) {
  return absl::UnavailableError(absl::StrCat(path, ": cannot be ", what, ": ", std::strerror(errno)));
}

// Passes on the bytes of a file between its first `skip_begin` and its last `skip_end` bytes.
absl::Status CopyFile(const std::string& path, size_t skip_begin, size_t skip_end, const TextSink& take) {
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  int64_t left = static_cast<int64_t>(file.tellg()) - static_cast<int64_t>(skip_begin + skip_end);
  file.seekg(static_cast<int64_t>(skip_begin));
  std::vector<char> chunk(size_t{1} << 20);
  while (left > 0 && file) {
    file.read(chunk.data(), std::min(left, static_cast<int64_t>(chunk.size())));
    if (absl::Status status = take({chunk.data(), static_cast<size_t>(file.gcount())}); !status.ok()) return status;
    left -= file.gcount();
  }
  return left == 0 ? absl::OkStatus() : absl::UnavailableError(absl::StrCat(path, ": cannot be read again"));
}

// Removes a file, not a directory. OK if it does not exist.
absl::Status RemoveFile(const std::string& path) {
  return unlink(path.c_str()) == 0 || errno == ENOENT ? absl::OkStatus() : Failed(path, "replaced");
}

// Returns whether this is the name of a scene's file, complete or not.
bool IsSceneFile(absl::string_view name) {
  absl::ConsumeSuffix(&name, kPartialSuffix);
  int64_t index = 0;
  return absl::ConsumeSuffix(&name, ".js") && absl::SimpleAtoi(name, &index);
}

absl::Status RemoveSceneFiles(const std::string& folder) {
  // Nothing behind a link is removed.
  if (absl::Status status = CheckOutputFolder(folder); !status.ok()) return status;
  std::error_code error;
  std::vector<std::string> paths;
  for (std::filesystem::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    if (IsSceneFile(entry->path().filename().string())) paths.push_back(entry->path().string());
  }
  for (const std::string& path : paths) {
    if (absl::Status status = RemoveFile(path); !status.ok()) return status;
  }
  // Stays if there is something else in it.
  rmdir(folder.c_str());
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<std::vector<std::string>> ExistingRunFiles(absl::string_view directory) {
  std::vector<std::string> existing;
  for (const char* name : kRunFiles) {
    for (const std::string& path : {RunFile(directory, name), RunFile(directory, name, kPartialSuffix)}) {
      std::error_code error;
      if (absl::Status status = CheckOutputPath(path); !status.ok()) return status;
      if (std::filesystem::exists(path, error)) existing.push_back(path);
    }
  }
  if (absl::Status status = CheckOutputFolder(RunFile(directory, kPageSceneFolder)); !status.ok()) return status;
  return existing;
}

bool IsRunFile(absl::string_view directory, const std::string& path) {
  namespace fs = std::filesystem;
  std::error_code error;
  const fs::path file = fs::weakly_canonical(fs::absolute(path, error), error);
  const fs::path run = fs::weakly_canonical(fs::absolute(std::string(directory), error), error);
  const std::string name = file.filename().string();
  if (file.parent_path() == run / kPageSceneFolder) return IsSceneFile(name);
  return file.parent_path() == run &&
         std::count(std::begin(kRunFiles), std::end(kRunFiles), absl::StripSuffix(name, kPartialSuffix)) > 0;
}

absl::Status OutputFile::Open(const std::string& path) {
  Close();
  path_ = path;
  const absl::StatusOr<int> descriptor = OpenOutput(path, ExistingFile::kKeep);
  if (!descriptor.ok()) return descriptor.status();
  descriptor_ = *descriptor;
  return CutBack(0);
}

absl::Status OutputFile::Append(absl::string_view bytes) {
  size_bytes_ += static_cast<int64_t>(bytes.size());
  return WriteBytes(descriptor_, path_, bytes);
}

absl::Status OutputFile::CutBack(int64_t size_bytes) {
  if (ftruncate(descriptor_, size_bytes) != 0) return Failed(path_, "cut");
  if (lseek(descriptor_, size_bytes, SEEK_SET) < 0) return Failed(path_, "written");
  size_bytes_ = size_bytes;
  return absl::OkStatus();
}

absl::Status OutputFile::Sync() { return SyncFile(descriptor_, path_); }

absl::Status OutputFile::MoveTo(const std::string& path) {
  absl::Status status = RenameOutput(descriptor_, path_, path);
  Close();
  return status;
}

void OutputFile::Close() {
  if (descriptor_ >= 0) close(descriptor_);
  descriptor_ = -1;
}

std::string RunDirectory::Path(absl::string_view name) const { return RunFile(path_, name); }

std::string RunDirectory::Partial(absl::string_view name) const { return RunFile(path_, name, kPartialSuffix); }

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
  absl::Status status;
  // The end record first, since what is left without it belongs to no run.
  for (const char* name : {kRunEnd, kRunPage, kRunJson, kRunStream}) {
    if (status.ok()) status = RemoveFile(Path(name));
  }
  if (status.ok()) status = RemoveWorkingFiles();
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

absl::Status RunDirectory::WritePage(const replay::ReplayPageSummary& summary, OutputFile& page) const {
  if (absl::Status status = page.Open(Partial(kRunPage)); !status.ok()) return status;
  return ComposePage(
      is_one_file() ? PageKind::kOneFile : PageKind::kFolder, summary,
      [&](const TextSink& take) { return CopyFile(items_.path(), 0, 0, take); },
      [&](int i, const TextSink& take) {
        return CopyFile(Partial(PageSceneFile(i)), PageSceneFileBegin(i).size(), std::strlen(kPageSceneFileEnd), take);
      },
      [&](absl::string_view text) { return page.Append(text); });
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
  const replay::ReplayPageRow& total = state_.total;
  return WriteWholeFile(
      Path(kRunEnd),
      absl::StrFormat(kEndRecord, summary.version(), state_.scenes, state_.unusable, state_.scenes_without_candidates,
                      exit_status, total.candidates(), total.free(), total.colliding(), total.leaving_road()));
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
    if (absl::Status status = RemoveWorkingFiles(); !status.ok()) return status;
  }
  return RemoveFile(items_.path());
}

// Removes the incomplete files except that of the items, and the files of all scenes with their
// folder.
absl::Status RunDirectory::RemoveWorkingFiles() const {
  for (const char* name : {kRunJson, kRunStream, kRunPage, kRunEnd}) {
    if (absl::Status status = RemoveFile(Partial(name)); !status.ok()) return status;
  }
  return RemoveSceneFiles(Path(kPageSceneFolder));
}

}  // namespace collision2d::planner
