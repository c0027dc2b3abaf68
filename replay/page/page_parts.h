// What a page consists of: its frame, the rows of its table, and the text of each scene.
#pragma once

#include <functional>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "collision2d/geometry/vec2.h"
#include "planner_adapter/path_time/path_time_graph.h"
#include "replay/cycles/replayed_scene.h"
#include "replay/page/replay_page.pb.h"

namespace collision2d::planner {

enum class PageKind {
  kOneFile,  // All data are in the page, which loads nothing.
  kFolder,   // A scene is loaded when it is shown, from the script that PageSceneFile names.
};

// Takes a piece of text. An error ends what composes it, which returns it.
using TextSink = std::function<absl::Status(absl::string_view)>;

// Composes a page: its frame, and the data elements
//   replay-summary    `summary`
//   replay-items      what `items` composes: a ReplayPageItem in each line
//   replay-scene-0    of a page of one file: what `scene` composes of each of summary.scenes(), as
//                     PageSceneText does
// The page's policy forbids to load anything but, for a folder, its scenes.
// Errors: those of PageJson, of the two and of the sink.
absl::Status ComposePage(PageKind kind, const replay::ReplayPageSummary& summary,
                         const std::function<absl::Status(const TextSink&)>& items,
                         const std::function<absl::Status(int, const TextSink&)>& scene, const TextSink& take);

// The folder of the scenes' files, beside index.html; the file of scene `index` in it; and the text
// before and after what PageSceneText composes there.
inline constexpr char kPageSceneFolder[] = "scenes";
std::string PageSceneFile(int index);
std::string PageSceneFileBegin(int index);
inline constexpr char kPageSceneFileEnd[] = ");\n";

// Adds the counts of a planning cycle, copied from the verdicts (SceneVerdicts.counts), to the row
// of its scene, and what is the least of its candidates.
void AddCycleToRow(const v1::SceneVerdicts& verdicts, replay::ReplayPageRow& row);

// Adds a row to the total of all.
void AddRowToTotal(const replay::ReplayPageRow& row, replay::ReplayPageRow& total);

// Returns the row of a scene.
replay::ReplayPageRow PackReplayRow(const ReplayedScene& scene);

// Returns the page's header, with the total of all rows. Version, seed and options are those of the
// first planning cycle; they are the same throughout a run.
replay::ReplayPageSummary PackReplaySummary(absl::Span<const ReplayedScene> scenes);

// Adds page->path_times, with options.beyond_prediction and min_probability. That of the chosen
// candidate, or of the cheapest one if none is chosen, is within options' tolerances, from its
// first time until 5 s after its last one; the others are within 50 cm and 40 ms, and end with the
// candidate.
// Adds nothing if there is no candidate or no profile, or if the ego vehicle has parts with poses
// of their own. Graphs that would make more than options.most_parts or 20,000 parts in all are left
// out, and counted in a note of page->verdicts.
// Errors: those of EgoPath::FromCandidate and PathTimeGraph::Create.
absl::Status AddPathTimes(const Scene& scene, const ReplayedCycle& cycle, PathTimeOptions options,
                          replay::ReplayPageCycle* page);

// Composes what the page holds of one scene, piece by piece, so that neither a long drive nor the
// text of many obstacles is ever in memory: a list in JSON of ReplayPagePart. The text is Begin,
// Cycle for each planning cycle, and End, in this order; about 15 bytes for each pose of a
// candidate, and 6 for each point of a profile.
class PageSceneText : public ReplaySink {
 public:
  // `path_time`: as for AddPathTimes.
  explicit PageSceneText(TextSink take, const PathTimeOptions& path_time = {})
      : take_(std::move(take)), path_time_(path_time) {}

  // Errors: those of PageJson and of the sink; so for the calls below.
  absl::Status Begin(const Scene& scene, absl::string_view file, absl::string_view input_digest) override;

  // Errors (InvalidArgument), below the path "cycles[2]": also verdicts or profiles that contradict
  // the candidates or the comments of collision2d/v1/verdict.proto. O(poses).
  absl::Status Cycle(const ReplayedCycle& cycle) override;

  absl::Status End(absl::Span<const TimedPose> driven) override;

 private:
  absl::Status Take(const replay::ReplayPagePart& part, absl::string_view end = "");

  TextSink take_;
  PathTimeOptions path_time_;
  const Scene* scene_ = nullptr;
  int cycles_ = 0;
  bool is_first_ = true;
};

}  // namespace collision2d::planner
