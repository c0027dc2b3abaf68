// The output directory of a run: its files, complete and not.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "collision2d/v1/verdict.pb.h"
#include "replay/page/replay_page.pb.h"

namespace collision2d::planner {

// When the page of a run is a folder: an index, and a file for each scene.
enum class PageMode {
  kAuto,  // Beyond kMaxScenesOfOneFile scenes.
  kFile,
  kFolder,
  kNone,  // There is no page.
};

// What a run writes besides verdicts.pbs.
struct RunOutputs {
  PageMode page = PageMode::kAuto;
  bool json_lines = true;  // verdicts.jsonl.
};

// "auto" shows up to this many scenes in one file.
inline constexpr int kMaxScenesOfOneFile = 20;

// Returns the files of a run, complete or not, that exist in the directory; without those of its
// scenes. Errors: one of them is not a regular file, or the scenes' folder is a link or no folder.
absl::StatusOr<std::vector<std::string>> ExistingRunFiles(absl::string_view directory);

// Returns whether `path` is, or will be, a file of a run in the directory, complete or not.
bool IsRunFile(absl::string_view directory, const std::string& path);

// A regular file that grows by whole pieces: what Append has returned from is in the file, whatever
// becomes of the process. Errors: also those of OpenOutput.
class OutputFile {
 public:
  OutputFile() = default;
  ~OutputFile() { Close(); }
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  // Opens the file, and creates it if it does not exist. It is empty then.
  absl::Status Open(const std::string& path);

  absl::Status Append(absl::string_view bytes);

  // Cuts the file back to this size.
  absl::Status CutBack(int64_t size_bytes);

  // Waits until the bytes are on the disk.
  absl::Status Sync();

  // Renames the file as RenameOutput does, and closes it.
  absl::Status MoveTo(const std::string& path);

  void Close();

  bool is_open() const { return descriptor_ >= 0; }
  int64_t size_bytes() const { return size_bytes_; }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
  int descriptor_ = -1;
  int64_t size_bytes_ = 0;
};

// How far a run is.
struct RunState {
  int64_t scenes = 0;
  int64_t unusable = 0;
  int64_t scenes_without_candidates = 0;
  // Sums over the scenes.
  replay::ReplayPageRow total;
};

// The output directory of a run. While the run goes on it holds
//   run.items.partial        a line of JSON, a ReplayPageItem, for each item that is done
//   verdicts.jsonl.partial, verdicts.pbs.partial, scenes/0.js.partial, ...
// and after Finish
//   verdicts.jsonl, verdicts.pbs, index.html, and scenes/0.js, ... if the page is a folder, as
//   RunOutputs asks for them
//   run.json                 the end record, written last: the run is complete then
// Files get their names when they are complete and on the disk. An interrupted run leaves what it
// had written in .partial files, of which the last item may be torn; the next run in the directory
// removes them.
// Errors are those of the output (Unavailable), with the path.
class RunDirectory {
 public:
  ~RunDirectory();
  RunDirectory(const RunDirectory&) = delete;
  RunDirectory& operator=(const RunDirectory&) = delete;

  // Opens `path`, which exists, for a run, and removes what an earlier run wrote there.
  // Errors: also FailedPrecondition: another process writes there.
  static absl::StatusOr<std::unique_ptr<RunDirectory>> Open(const std::string& path, const RunOutputs& outputs);

  // True if an interrupted run was replaced.
  bool found_interrupted() const { return found_interrupted_; }
  const RunState& state() const { return state_; }

  // Append to the present item. Errors: also those of the writers of messages (see
  // io/message_writer.h): the item can be given up then.
  absl::Status AppendVerdicts(const v1::SceneVerdicts& verdicts);
  absl::Status AppendToPage(absl::string_view text);
  bool has_page() const { return outputs_.page != PageMode::kNone; }

  // Drops what was appended to the present item.
  absl::Status GiveUpItem();

  // The present item is done: a scene with this row, or something unusable, to which nothing was
  // appended.
  absl::Status FinishScene(const replay::ReplayPageRow& row);
  absl::Status FinishUnusable(const std::string& reason);

  // Writes the page, with `summary` in its head, and the end record; the run is complete then. From
  // the record on, signals that would end the process with another status are ignored. If removing
  // what a complete run does not need fails, the record gets the status kExitFailed.
  absl::Status Finish(const replay::ReplayPageSummary& summary, int exit_status);

 private:
  RunDirectory(std::string path, const RunOutputs& outputs) : path_(std::move(path)), outputs_(outputs) {}

  std::string Path(absl::string_view name) const;
  std::string Partial(absl::string_view name) const;
  absl::Status Lock();
  absl::Status Begin();
  absl::Status FinishItem(const replay::ReplayPageItem& item);
  absl::Status WritePage(const replay::ReplayPageSummary& summary, OutputFile& page) const;
  absl::Status MoveScenesIntoPlace() const;
  absl::Status WriteEnd(const replay::ReplayPageSummary& summary, int exit_status) const;
  absl::Status CleanUp() const;
  absl::Status RemoveWorkingFiles() const;
  bool is_one_file() const;

  const std::string path_;
  const RunOutputs outputs_;
  int lock_descriptor_ = -1;
  bool found_interrupted_ = false;
  RunState state_;
  OutputFile items_;
  OutputFile json_;  // Opened only if it is asked for.
  OutputFile stream_;
  OutputFile page_file_;  // Of the present scene.
  // Sizes at the end of the last item that is done.
  int64_t json_bytes_ = 0;
  int64_t stream_bytes_ = 0;
};

}  // namespace collision2d::planner
