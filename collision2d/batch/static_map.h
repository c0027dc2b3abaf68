#ifndef COLLISION2D_BATCH_STATIC_MAP_H_
#define COLLISION2D_BATCH_STATIC_MAP_H_

#include <cstdint>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "collision2d/batch/hit.h"
#include "collision2d/batch/index/packed_tree.h"
#include "collision2d/batch/kernels/batch_call.h"
#include "collision2d/batch/parallel_for.h"
#include "collision2d/batch/polygon_batch.h"
#include "collision2d/batch/step_separation.h"
#include "collision2d/batch/trajectory_poses.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/motion/impact_result.h"

namespace collision2d {

// Many shapes that do not move, 10^3 to 10^6 of them, found by a spatial index: kerbs, walls,
// parked vehicles. For tens to hundreds of shapes that move each time step see PolygonBatch.
//
// A body is one or more shapes in one frame; it is asked about at many poses world_from_body. Every
// answer is, to the last bit, what the pair queries say of a body shape e, a map shape k and
// RelativePose(world_from_body, world_from_shape[k]): on every instruction set, for any order of
// the map and of the poses. A body without shapes, like a map without, collides with nothing. A map
// that has been moved from is a map without shapes; maps cannot be copied.
//
// Calls: all spans are the caller's. Errors are found before any work, and nothing is written then
// (InvalidArgument, naming the field, the index and the value): an output span of another size than
// world_from_body; a pose that is not a finite unit rotation (kUnitRotationTolerance) or whose
// translation is beyond kMaxCoordinate_m; 2^31 poses or more. No allocation; safe from many threads
// at once. O(log n + candidates) for each pose, if the map's shapes do not overlap each other much;
// candidates are the shapes whose oriented boxes overlap the body's box, or are about as near as
// the nearest.
//
// Source: bulk-loaded R-trees (Leutenegger et al. 1997, STR), with 16 children to a node and packed
// by medians; see docs/architecture.md.
class StaticMap {
 public:
  using Hit = collision2d::Hit;
  using Nearest = collision2d::Nearest;

  // A map without shapes.
  StaticMap() = default;

  // A map of `shapes`, given in the world frame, or in their own frames, from which
  // world_from_shape takes them. The shapes must outlive the map and stay where they are in memory;
  // the poses are copied.
  // Errors (InvalidArgument, naming the index and the value): spans of different sizes; a pose as
  // above; 2^31 - 15 shapes or more.
  // O(n log n + all vertices). Holds 52 bytes for each shape, or 84 with poses, 8 to 14 for each
  // vertex of shapes that are not boxes, and 1.1 bytes of the tree (memory_bytes).
  static absl::StatusOr<StaticMap> Create(absl::Span<const ConvexPolygon> shapes);
  static absl::StatusOr<StaticMap> Create(absl::Span<const ConvexPolygon> shapes,
                                          absl::Span<const Pose2> world_from_shape);
  // The same for shapes in the world frame that lie anywhere in memory; no pointer is null, and the
  // pointers are copied.
  static absl::StatusOr<StaticMap> Create(absl::Span<const ConvexPolygon* const> shapes);

  int size() const { return batch_.size(); }

  // As PolygonBatch::set_pair_asker.
  void set_pair_asker(PairAsker* pair_asker) { batch_.set_pair_asker(pair_asker); }

  // What the map holds besides the caller's shapes.
  int64_t memory_bytes() const;

  // any[p] = 1 if the body at pose p collides with some shape, otherwise 0. The cheapest call.
  absl::Status AnyHit(absl::Span<const ConvexPolygon> body, absl::Span<const Pose2> world_from_body,
                      absl::Span<uint8_t> any) const;

  // The colliding map shape of the lowest index, and the lowest body shape that collides with it.
  absl::Status FirstHit(absl::Span<const ConvexPolygon> body, absl::Span<const Pose2> world_from_body,
                        absl::Span<Hit> hits) const;

  // All colliding map shapes: those of pose p, ascending, in obstacles[begin[p]] to
  // obstacles[begin[p + 1]], the last one excluded. Of size poses + 1 is `begin`. Error
  // ResourceExhausted, if `obstacles` is shorter than all answers together: `begin` is complete all
  // the same, so that begin[poses] is the size to try again with; the answers of the poses p with
  // begin[p + 1] <= obstacles.size() are there.
  absl::Status AllHits(absl::Span<const ConvexPolygon> body, absl::Span<const Pose2> world_from_body,
                       absl::Span<int64_t> begin, absl::Span<int> obstacles) const;

  // The least Distance to a map shape, in m, and between which shapes: of equal ones the lowest
  // obstacle, then the lowest body shape. Distances beyond limit_m[p] do not count: infinity and -1
  // if there is no other. An empty limit_m means infinity for all; small limits make the call
  // cheaper.
  // Errors, also: limit_m neither empty nor of the poses' size; a limit that is negative or not a
  // number.
  absl::Status MinimumDistance(absl::Span<const ConvexPolygon> body, absl::Span<const Pose2> world_from_body,
                               absl::Span<const double> limit_m, absl::Span<Nearest> nearest) const;

  // MinimumSeparationGradient (batch_distance.h) with the map's shapes as the obstacles.
  // Errors also as MinimumDistance.
  absl::Status MinimumSeparationGradient(absl::Span<const ConvexPolygon> body, absl::Span<const Pose2> world_from_body,
                                         absl::Span<const double> limit_m,
                                         absl::Span<StepSeparationGradient> nearest) const;

  // LeastSeparation (trajectories.h) with the map's shapes as the obstacles of every step.
  // Errors also as there. Each step looks only for what is nearer than the steps before.
  absl::Status LeastSeparation(absl::Span<const ConvexPolygon> body, const Trajectories& trajectories,
                               absl::Span<const double> limit_m, absl::Span<StepSeparation> least,
                               const ContactSink& contacts = {}) const;
  absl::Status LeastSeparationGradient(absl::Span<const ConvexPolygon> body, const Trajectories& trajectories,
                                       absl::Span<const double> limit_m,
                                       absl::Span<StepSeparationGradient> least) const;

  // The calls of swept_trajectories.h, with the map's shapes, which do not move, as the obstacles
  // of every interval. Errors also as there.
  absl::Status FirstSweptCollision(absl::Span<const ConvexPolygon> body, const Trajectories& trajectories,
                                   absl::Span<const double> step_times_s, const ImpactOptions& options,
                                   absl::Span<SweptHit> first, const ParallelFor& parallel_for = {}) const;
  absl::Status AnySweptCollision(absl::Span<const ConvexPolygon> body, const Trajectories& trajectories,
                                 absl::Span<const double> step_times_s, const ImpactOptions& options,
                                 absl::Span<uint8_t> any, const ParallelFor& parallel_for = {}) const;
  absl::Status MinimumSweptClearance(absl::Span<const ConvexPolygon> body, const Trajectories& trajectories,
                                     absl::Span<const double> step_times_s, double tolerance_m,
                                     absl::Span<SweptNearest> clearance, const ParallelFor& parallel_for = {}) const;

 private:
  // world_from_shape is empty or of the shapes' size. `at` returns a reference to a shape by its
  // index.
  template <typename ShapeAt>
  static absl::StatusOr<StaticMap> CreatePosed(size_t count, const ShapeAt& at,
                                               absl::Span<const Pose2> world_from_shape);

  internal::BatchCall CallOf(absl::Span<const ConvexPolygon> body, absl::Span<const Pose2> world_from_body) const {
    return {body, world_from_body, 1, {}, {&batch_, 1}, &tree_, index_of_slot_.data()};
  }

  internal::BatchCall CallOf(absl::Span<const ConvexPolygon> body, const Trajectories& trajectories,
                             const internal::Sweep* sweep) const {
    return {body,
            trajectories.world_from_body,
            trajectories.steps,
            trajectories.lengths,
            {&batch_, 1},
            &tree_,
            index_of_slot_.data(),
            sweep};
  }

  PolygonBatch batch_;              // In the order of the tree.
  std::vector<int> index_of_slot_;  // Among the caller's shapes.
  internal::PackedTree tree_;       // Over the blocks of the batch.
};

}  // namespace collision2d

#endif  // COLLISION2D_BATCH_STATIC_MAP_H_
