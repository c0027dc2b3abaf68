// A map of shapes that do not move, found by a spatial index.

#pragma once

#include <cstddef>
#include <initializer_list>
#include <type_traits>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "collision2d/batch/index/packed_tree.h"
#include "collision2d/batch/polygon_batch.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"

namespace collision2d {

// Many shapes that do not move, 10^4 to 10^6 of them: kerbs, walls, parked vehicles. For tens to
// some thousands of shapes that move at each step see PolygonBatch; for both together, Obstacles.
//
// A call takes O(log n + candidates) for each pose if the map's shapes do not overlap each other
// much. Candidates are the shapes whose oriented boxes overlap the body's box; of calls about
// distances, those that are nearly as close as the nearest. Any number of threads may read one map.
// A map that has been moved from has no shapes; maps cannot be copied.
//
// Source: bulk-loaded R-trees (Leutenegger et al. 1997, STR), with 16 children to a node and packed
// by medians; see docs/architecture.md.
class StaticMap {
 public:
  // No shapes.
  StaticMap() = default;

  // Returns a map of `shapes`, given in the world frame, or in their own frames together with
  // world_from_shape. The map stores pointers to the shapes, which must outlive it and must not
  // move, unless it owns them; it copies the poses.
  // Errors (InvalidArgument, naming the index and the value): spans of different sizes; a pose as
  // in PolygonBatch::SetPoses; 2^31 - 15 shapes or more.
  // O(n log n + all vertices). Holds 52 bytes for each shape, or 84 with poses, 8 to 14 for each
  // vertex of shapes that are not boxes, and 1.1 bytes of the tree (memory_bytes).
  static absl::StatusOr<StaticMap> Create(absl::Span<const ConvexPolygon> shapes);
  static absl::StatusOr<StaticMap> Create(absl::Span<const ConvexPolygon> shapes,
                                          absl::Span<const Pose2> world_from_shape);
  // The same for shapes in the world frame that are anywhere in memory. No pointer may be null; the
  // pointers are copied.
  static absl::StatusOr<StaticMap> Create(absl::Span<const ConvexPolygon* const> shapes);
  // The same for a vector that is moved in, std::vector<ConvexPolygon>&&: the map owns the shapes.
  template <typename Vector, typename = std::enable_if_t<std::is_same_v<Vector, std::vector<ConvexPolygon>>>>
  static absl::StatusOr<StaticMap> Create(Vector&& shapes, absl::Span<const Pose2> world_from_shape = {}) {
    return CreateOwner(std::move(shapes), world_from_shape);
  }
  // The shapes of a list {a, b} would not outlive the call: pass a vector.
  static absl::StatusOr<StaticMap> Create(std::initializer_list<ConvexPolygon> shapes,
                                          absl::Span<const Pose2> world_from_shape = {}) = delete;

  int size() const { return batch_.size(); }

  // As PolygonBatch::set_pair_query_hook.
  void set_pair_query_hook(PairQueryHook* pair_query_hook) { batch_.set_pair_query_hook(pair_query_hook); }

  // Returns the size of everything the map holds apart from the shapes, itself included.
  size_t memory_bytes() const;

 private:
  friend class Obstacles;

  // world_from_shape is empty or of the shapes' size. `at` returns a reference to a shape by its
  // index.
  template <typename ShapeAt>
  static absl::StatusOr<StaticMap> CreatePosed(size_t count, const ShapeAt& at,
                                               absl::Span<const Pose2> world_from_shape);

  static absl::StatusOr<StaticMap> CreateOwner(std::vector<ConvexPolygon> shapes,
                                               absl::Span<const Pose2> world_from_shape);

  PolygonBatch batch_;              // In the order of the tree.
  std::vector<int> index_of_slot_;  // Among the caller's shapes.
  internal::PackedTree tree_;       // Over the blocks of the batch.
};

}  // namespace collision2d
