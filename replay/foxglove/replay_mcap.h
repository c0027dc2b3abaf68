// Replayed scenes as an MCAP file for Foxglove, Lichtblick, PlotJuggler and Rerun.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "collision2d/v1/verdict.pb.h"
#include "planner_adapter/scene/obstacle_snapshot.h"
#include "planner_adapter/scene/scene.h"
#include "replay/cycles/replayed_scene.h"
#include "replay/foxglove/scene_update.h"
#include "replay/mcap/mcap_writer.h"

namespace collision2d::planner {

// Steps of one planning cycle that are drawn at most; of a longer one every k-th is.
inline constexpr int kMaxDrawnSteps = 10'000;

// Composes the file, front to back; docs/replay.md lists its topics. Calls: BeginFile, then those
// of ReplaySink for each scene; Finish. Scenes follow each other on one clock, a second apart,
// which begins at 1 s; a metadata record "collision2d.scene" for each says when it begins and ends.
// Memory: that of McapWriter, of two planning cycles, and of what is drawn of one of them. Errors:
// those of the sink.
class ReplayMcap : public ReplaySink {
 public:
  // `beyond`: where obstacles are drawn before and after their predictions.
  ReplayMcap(McapSink sink, BeyondPrediction beyond);

  absl::Status BeginFile(const v1::RunMetadata& run);

  absl::Status Begin(const Scene& scene, absl::string_view file, absl::string_view input_digest) override;
  absl::Status Cycle(const ReplayedCycle& cycle) override;
  absl::Status End(absl::Span<const TimedPose> driven) override;

  // An input could not be used.
  absl::Status Unusable(absl::string_view reason);

  absl::Status Finish();

 private:
  uint64_t NanosecondsAt(double time_s) const;
  void WriteLog(uint64_t time_ns, int level, absl::string_view message);
  void WriteMap();
  void AddElements(const StaticObstacle& obstacle);
  void WriteCycle(const ReplayedCycle& cycle, std::optional<double> until_s);
  void WriteCandidates(const ReplayedCycle& cycle, int shown);
  void WriteMarks(const ReplayedCycle& cycle, int shown);
  void WriteStep(const Candidate* driven, double time_s);
  void WriteObstacles(double time_s);
  void WriteEgo(const Candidate& driven, double time_s);
  void WriteProfile(const ReplayedCycle& cycle, int shown, double end_s);

  McapWriter writer_;
  const BeyondPrediction beyond_;
  DrawnTopic map_, obstacles_, ego_, candidates_, marks_;
  int transforms_, logs_, profile_, verdicts_;  // Channels.

  // Of the present scene.
  const Scene* scene_ = nullptr;
  std::string file_, input_digest_;
  double begin_s_ = 0.0;                  // On the scene's clock.
  uint64_t begin_ns_ = 0;                 // In the file.
  uint64_t end_ns_ = 0;                   // Of what was written last.
  std::optional<ReplayedCycle> waiting_;  // Until it is known when the next one begins.
  std::vector<PlacedShape> placed_;
};

}  // namespace collision2d::planner
