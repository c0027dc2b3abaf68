#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <tuple>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "collision2d/batch/check_poses.h"
#include "collision2d/batch/static_map.h"
#include "collision2d/batch/static_map_boxes.h"
#include "collision2d/batch/static_map_nearest.h"
#include "collision2d/batch/step_separation.h"
#include "collision2d/batch/trajectory_poses.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/query/separation.h"

namespace collision2d {
namespace {

// Trajectories that walk from step to step together: their poses are near each other, and so is what they read of the map.
constexpr int kTogether = 64;

// Measures what the walk shows of the poses of one step, which are those of some trajectories.
class LeastSeparationVisitor final : public internal::NearestVisitor {
 public:
  LeastSeparationVisitor(absl::Span<const ConvexPolygon> body, const internal::BodyBoxes& body_boxes,
                         absl::Span<const ConvexPolygon> shapes, absl::Span<const int32_t> shape_of_slot,
                         absl::Span<const Pose2> world_from_shape_of_slot, absl::Span<const double> limit_m,
                         absl::Span<StepSeparation> least, const ContactSink& contacts)
      : body_(body),
        body_boxes_(body_boxes),
        shapes_(shapes),
        shape_of_slot_(shape_of_slot),
        world_from_shape_of_slot_(world_from_shape_of_slot),
        limit_m_(limit_m),
        least_(least),
        contacts_(contacts) {}

  bool HasCollided(int trajectory) const { return least_[trajectory].separation.signed_distance_m <= 0.0; }

  // m. A pair that is farther apart than this by Distance is not the nearest of its trajectory.
  double Bound(int trajectory) const {
    return std::max(0.0, std::min(Limit(trajectory), least_[trajectory].separation.signed_distance_m)) +
           kDistanceAgreement_m;
  }

  // From now on candidates are those of poses[k] of trajectories[k].
  void BeginStep(int step, absl::Span<const Pose2> poses, absl::Span<const int> trajectories) {
    step_ = step;
    poses_ = poses;
    trajectories_ = trajectories;
  }

  double Visit(const internal::MapCandidate& candidate) override {
    const int trajectory = trajectories_[candidate.pose];
    const int obstacle = shape_of_slot_[candidate.slot];
    const Pose2 world_from_shape =
        world_from_shape_of_slot_.empty() ? Pose2() : world_from_shape_of_slot_[candidate.slot];
    const Pose2 body_from_shape = RelativePose(poses_[candidate.pose], world_from_shape);
    for (int box = 0; box < body_boxes_.count(); ++box) {
      if ((candidate.body_boxes >> box & 1u) == 0) continue;
      for (int e = body_boxes_[box].first_shape; e < body_boxes_[box].end_shape; ++e) {
        Offer(trajectory, {ComputeSeparation(body_[e], shapes_[obstacle], body_from_shape), step_, obstacle, e});
      }
    }
    return Bound(trajectory);
  }

  // Limits end most walks before they come to a shape.
  void Fetch(int) override {}

 private:
  double Limit(int trajectory) const {
    return limit_m_.empty() ? std::numeric_limits<double>::infinity() : limit_m_[trajectory];
  }

  void Offer(int trajectory, const StepSeparation& found) {
    const double distance_m = found.separation.signed_distance_m;
    if (distance_m <= 0.0) contacts_(trajectory, found);
    if (distance_m > Limit(trajectory)) return;
    const auto rank = [](const StepSeparation& of) {
      return std::make_tuple(of.separation.signed_distance_m, of.step, of.obstacle, of.body_shape);
    };
    StepSeparation& least = least_[trajectory];
    if (least.obstacle < 0 || rank(found) < rank(least)) least = found;
  }

  const absl::Span<const ConvexPolygon> body_;
  const internal::BodyBoxes& body_boxes_;
  const absl::Span<const ConvexPolygon> shapes_;
  const absl::Span<const int32_t> shape_of_slot_;
  const absl::Span<const Pose2> world_from_shape_of_slot_;
  const absl::Span<const double> limit_m_;
  const absl::Span<StepSeparation> least_;
  const ContactSink& contacts_;
  int step_ = 0;
  absl::Span<const Pose2> poses_;
  absl::Span<const int> trajectories_;
};

// Trajectories [begin, end), at most kTogether.
void WalkTogether(const internal::MapBoxes& map, const internal::BodyBoxes& body, const Trajectories& trajectories,
                  int begin, int end, LeastSeparationVisitor* visitor) {
  for (int step = 0; step < trajectories.steps; ++step) {
    int active[kTogether];
    Pose2 poses[kTogether];
    double bound_m[kTogether];
    size_t count = 0;
    for (int i = begin; i < end; ++i) {
      if (visitor->HasCollided(i) || step >= trajectories.LengthOf(i)) continue;
      active[count] = i;
      poses[count] = trajectories.PosesOf(i)[step];
      bound_m[count++] = visitor->Bound(i);
    }
    if (count == 0) return;
    visitor->BeginStep(step, absl::MakeConstSpan(poses, count), absl::MakeConstSpan(active, count));
    internal::VisitNearest(map, body, absl::MakeConstSpan(poses, count), absl::MakeConstSpan(bound_m, count), visitor);
  }
}

}  // namespace

absl::Status StaticMap::LeastSeparation(absl::Span<const ConvexPolygon> body, const Trajectories& trajectories,
                                        absl::Span<const double> limit_m, absl::Span<StepSeparation> least,
                                        const ContactSink& contacts) const {
  absl::Status status = internal::CheckLayout(trajectories);
  if (status.ok()) status = internal::CheckSize("least", least.size(), static_cast<size_t>(trajectories.size()));
  if (status.ok()) status = internal::CheckLimits(limit_m, least.size());
  if (status.ok() && !contacts) status = absl::InvalidArgumentError("contacts: null");
  if (status.ok()) status = internal::CheckPosesOf(trajectories);
  if (!status.ok()) return status;
  std::fill(least.begin(), least.end(), StepSeparation());
  const internal::BodyBoxes body_boxes(body);
  LeastSeparationVisitor visitor(body, body_boxes, shapes_, shape_of_slot_, world_from_shape_of_slot_, limit_m, least,
                                 contacts);
  for (int begin = 0; begin < trajectories.size(); begin += kTogether) {
    WalkTogether(boxes(), body_boxes, trajectories, begin, std::min(begin + kTogether, trajectories.size()), &visitor);
  }
  return absl::OkStatus();
}

}  // namespace collision2d
