#ifndef COLLISION2D_PLANNER_ADAPTER_REPLAY_TOOL_RUN_DIRECTORY_H_
#define COLLISION2D_PLANNER_ADAPTER_REPLAY_TOOL_RUN_DIRECTORY_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "planner_adapter/io/fnv1a.h"
#include "planner_adapter/replay_page/replay_page.pb.h"
#include "planner_adapter/replay_tool/output_file.h"
#include "planner_adapter/replay_tool/run_journal.h"
#include "planner_adapter/replay_tool/run_journal.pb.h"
#include "proto/verdict.pb.h"

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

// How far a run is.
struct RunState {
  // Where it goes on: the input, and how many of its items are done.
  int input = 0;
  int64_t items = 0;
  int64_t scenes = 0;
  int64_t unusable = 0;
  int64_t scenes_without_candidates = 0;
  // Sums over the scenes.
  proto::ReplayPageRow total;
};

// The output directory of a run. While the run goes on it holds
//   run.journal              a RunStart and a RunEntry for each item that is done
//   verdicts.jsonl.partial, verdicts.pbs.partial, scenes/0.js, ...
// and after Finish
//   verdicts.jsonl, verdicts.pbs, index.html, and scenes/ if the page is a folder, as far as RunOutputs asks for them
//   run.json                 the end record (RunEnd), written last.
// An item is done when its entry is in the journal. When the run is resumed, it goes on behind the last item that is
// whole in all files: what a process that was killed wrote beyond it is cut off, and so is everything from the first item
// on that is not as it was written, as after a power cut. Files get their names when they are complete and on the disk.
// Errors are those of the output (Unavailable), with the path.
class RunDirectory {
 public:
  ~RunDirectory();
  RunDirectory(const RunDirectory&) = delete;
  RunDirectory& operator=(const RunDirectory&) = delete;

  // Opens `path`, which exists, for a run described by `start`: anew, replacing what an earlier run wrote; or, with
  // `resume`, where the run with the same start was interrupted. Without such a run it begins anew.
  // Errors: also FailedPrecondition: another process writes there; with `resume`, an interrupted or complete run with
  // another start.
  static absl::StatusOr<std::unique_ptr<RunDirectory>> Open(const std::string& path, const proto::RunStart& start,
                                                            const RunOutputs& outputs, bool resume);

  // True if `resume` found the complete run: nothing is left to do.
  bool is_complete() const { return is_complete_; }
  // The exit status that its record has. REQUIRES: is_complete().
  int exit_status() const { return exit_status_; }
  // True if an interrupted run was found there: continued with `resume`, replaced without.
  bool found_interrupted() const { return found_interrupted_; }
  // True if something that the interrupted run wrote is damaged or missing; the run is continued before it.
  bool found_damage() const { return found_damage_; }
  const RunState& state() const { return state_; }

  // Append to the present item. Errors: also those of the writers of messages (see io/message_writer.h): the item can be
  // given up then.
  absl::Status AppendVerdicts(const proto::SceneVerdicts& verdicts);
  absl::Status AppendToPage(absl::string_view text);
  bool has_page() const { return outputs_.page != PageMode::kNone; }

  // Drops what was appended to the present item.
  absl::Status GiveUpItem();

  // The present item of this input is done: a scene with this row, or something unusable, to which nothing was appended.
  // `is_last`: nothing behind it is read.
  absl::Status FinishScene(int input, const proto::ReplayPageRow& row);
  absl::Status FinishUnusable(int input, const std::string& reason, bool is_last);

  // Calls `take` for each entry of the journal so far, until it returns an error.
  absl::Status ForEachEntry(const std::function<absl::Status(const proto::RunEntry&)>& take) const;

  // Writes the page, with `summary` in its head, and the end record; the run is complete then. From
  // the record on, signals that would end the process with another status are ignored. If removing
  // what a complete run does not need fails, the record gets the status kExitFailed.
  absl::Status Finish(const proto::ReplayPageSummary& summary, int exit_status);

 private:
  // What the verdicts were at the end of an item.
  struct Mark {
    int64_t json_bytes = 0;
    Fnv1a64 json_digest;
    int64_t stream_bytes = 0;
    Fnv1a64 stream_digest;
  };

  RunDirectory(std::string path, const RunOutputs& outputs) : path_(std::move(path)), outputs_(outputs) {}

  std::string Path(absl::string_view name) const;
  absl::Status Lock();
  absl::Status Begin(const proto::RunStart& start);
  absl::Status Resume(const proto::RunStart& start);
  absl::Status GoOn(RunJournalReader& journal);
  void TakeBackNames() const;
  absl::Status TakeOver(const proto::RunEnd& end);
  absl::Status OpenPartialFiles(const proto::RunEntry& last);
  absl::Status FinishItem(int input, proto::RunEntry entry);
  Mark MarkHere() const;
  void Count(const proto::RunEntry& entry);
  proto::RunEnd EndOf(const proto::ReplayPageSummary& summary, int exit_status) const;
  absl::Status MoveIntoPlace(OutputFile& file, const std::string& name, proto::RunEnd& end) const;
  absl::Status CleanUp() const;
  bool is_one_file() const;

  const std::string path_;
  const RunOutputs outputs_;
  int lock_descriptor_ = -1;
  std::string start_digest_;
  bool is_complete_ = false;
  int exit_status_ = 0;
  bool found_interrupted_ = false;
  bool found_damage_ = false;
  RunState state_;
  OutputFile journal_;
  OutputFile json_;  // Opened only if it is asked for.
  OutputFile stream_;
  OutputFile page_file_;
  Mark done_;  // Of the last item that is done.
};

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_REPLAY_TOOL_RUN_DIRECTORY_H_
