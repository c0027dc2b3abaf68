#ifndef COLLISION2D_CAPTURE_RECORDING_ASKER_H_
#define COLLISION2D_CAPTURE_RECORDING_ASKER_H_

#include "collision2d/batch/pair_asker.h"
#include "collision2d/capture/plain_queries.h"
#include "collision2d/capture/recorder.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/motion/impact_result.h"
#include "collision2d/query/separation_gradient.h"
#include "collision2d/query/separation_result.h"

namespace collision2d {

// Puts pairs to a recorder: those that a batch's filters leave undecided, by
// PolygonBatch::set_pair_asker and StaticMap::set_pair_asker in builds with COLLISION2D_CAPTURE, or
// those of a scene (planner_adapter/replay_tool/scene_pairs.h). Safe from many threads at once, as
// the recorder is. `Queries` are those of the recorder.
template <typename Queries>
class RecordingAskerOf final : public PairAsker {
 public:
  // REQUIRES: the recorder is not null, and outlives this.
  explicit RecordingAskerOf(RecorderOf<Queries>* recorder) : recorder_(recorder) {}

  bool Collides(const ConvexPolygon& a, const ConvexPolygon& b, const Pose2& a_from_b) override {
    return recorder_->Collides(a, b, a_from_b);
  }
  double Distance(const ConvexPolygon& a, const ConvexPolygon& b, const Pose2& a_from_b) override {
    return recorder_->Distance(a, b, a_from_b);
  }
  bool DistanceWithin(const ConvexPolygon& a, const ConvexPolygon& b, const Pose2& a_from_b, double limit_m) override {
    return recorder_->DistanceWithin(a, b, a_from_b, limit_m);
  }
  Separation ComputeSeparation(const ConvexPolygon& a, const ConvexPolygon& b, const Pose2& a_from_b) override {
    return recorder_->ComputeSeparation(a, b, a_from_b);
  }
  SeparationGradient ComputeSeparationGradient(const ConvexPolygon& a, const ConvexPolygon& b, const Pose2& a_from_b,
                                               MovingShape moving) override {
    return recorder_->ComputeSeparationGradient(a, b, a_from_b, moving);
  }
  ImpactResult TimeOfImpact(const ConvexPolygon& a, const PosesOfMotion& world_from_a, const ConvexPolygon& b,
                            const PosesOfMotion& world_from_b, double start_s, double end_s,
                            const ImpactOptions& options) override {
    return recorder_->TimeOfImpact(a, world_from_a, b, world_from_b, start_s, end_s, options).value();
  }

 private:
  RecorderOf<Queries>* recorder_;
};

using RecordingAsker = RecordingAskerOf<PlainQueries>;

}  // namespace collision2d

#endif  // COLLISION2D_CAPTURE_RECORDING_ASKER_H_
