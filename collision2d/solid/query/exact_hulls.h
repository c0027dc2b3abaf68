#pragma once

#include <cstdint>

#include "absl/base/optimization.h"
#include "collision2d/solid/geometry/pose3.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/query/cso3.h"
#include "collision2d/solid/shapes/support_mapping.h"

// The last rung of Level 1: the relation of the hulls of two finite sets of points, exactly.
namespace collision2d::solid {

namespace internal {

// The vertices of a hull in the frame of the query, read by index. The exact rung needs nothing
// else of a shape, so that it is compiled once. REQUIRES: size >= 1; finite coordinates.
class HullVertices {
 public:
  // `read(i)` returns vertex i; it must outlive the object.
  template <typename Read>
  HullVertices(int size, const Read& read)
      : size_(size),
        shape_(&read),
        read_([](const void* shape, int i) { return (*static_cast<const Read*>(shape))(i); }) {}

  int size() const { return size_; }
  Vec3 vertex(int i) const { return read_(shape_, i); }

 private:
  int size_;
  const void* shape_;
  Vec3 (*read_)(const void* shape, int i);
};

// Returns the relation of the hulls. The number of planes tried is added to `*pivots`, which may be
// null.
Relation ClassifyPosedHulls(const HullVertices& a, const HullVertices& b, int64_t* pivots);

}  // namespace internal

// Returns the relation of the hulls of the vertices of a and of the posed vertices of b: exact for
// the doubles vertex(i) of a and a_from_b * vertex(j) of b. No tolerance, cap or rounding affects
// it. The hulls may be flat, segments or points, and may contain any point more than once.
// Symmetric: the same for (b, a) where posing is exact. kTouching if the pose is not finite. The
// number of planes tried is added to `*pivots`, which may be null. O(k (n + m)) for k planes, no
// plane twice: 7 on average for random pairs, at most 40 observed for hulls of up to 1000 vertices;
// some 25 ns per vertex and plane, up to a microsecond for a vertex nearly in it. No allocation.
// Cheaper sibling: decision_sphere_search.h. Source and departure: docs/solid.md, "The exact rung".
template <typename A, typename B>
Relation ClassifyHulls(const A& a, const B& b, const Pose3& a_from_b, int64_t* pivots = nullptr) {
  static_assert(kIsVertexHull<A> && kIsVertexHull<B>, "only hulls of vertices can be classified exactly");
  const auto vertex_a = [&a](int i) { return a.vertex(i); };
  const auto vertex_b = [&b, &a_from_b](int j) { return a_from_b * b.vertex(j); };
  if (ABSL_PREDICT_FALSE(!IsFinite(vertex_b(0)))) return Relation::kTouching;
  return internal::ClassifyPosedHulls({a.num_vertices(), vertex_a}, {b.num_vertices(), vertex_b}, pivots);
}

}  // namespace collision2d::solid
