#include "bench/cliffs/families.h"
#include "bench/cliffs/rings.h"
#include "collision2d/testing/paper_dataset.h"

namespace collision2d::bench {
namespace {

ConvexPolygon Hull(const Ring& ring) { return ConvexPolygon::Hull(ring).value(); }

// Two regular polygons with the same headings: every edge of one is parallel to an edge of the
// other.
HardPair ParallelEdges(int n, int index, Random* random) {
  const double radius = index == 0 ? 0.5 : random->Uniform(0.2, 0.9);
  const Vec2 center = index == 0 ? Vec2{0.3, 0.1} : RandomPoint(0.3, random);
  return {Hull(Ngon(n, 1.0, {})), Hull(Ngon(n, radius, center)), {}};
}

HardPair ParallelEdgesPosed(int n, int index, Random* random) {
  const HardPair pair = ParallelEdges(n, index, random);
  return WithPose(pair.a, pair.b, random);
}

// Posing rounds nearly straight sides to chains that are not convex: up to 32 m from the origin by
// some 32 units in the last place of 1.
HardPair BentRing(int n, int /*index*/, Random* random) {
  const Ring b = NearlyStraightSquare(n, random->Uniform(4.0, 12.0));
  const Vec2 center = RandomPoint(32.0, random);
  const Vec2 translation = center + RandomPoint(1.0, random);
  return {Hull(Ngon(n, 2.0, center)), Hull(b), Pose2::FromYaw(translation, random->Angle())};
}

// The same shape twice, in one frame or with the identity as pose.
HardPair Identical(int n, int index, Random* random) {
  const ConvexPolygon shape = Hull(Mapped(PaperPolygon(n, random), 1.0, RandomPoint(32.0, random)));
  if (index % 2 == 0) return {shape, shape, {}};
  return {shape, shape, Pose2{}};
}

// A smaller copy that shares a corner with the shape, or a part of an edge.
HardPair TouchingFromInside(int n, int index, Random* random) {
  const Ring a = Mapped(PaperPolygon(n, random), 1.0, RandomPoint(32.0, random));
  const int i = random->Index(n);
  const Vec2 fixed = index % 2 == 0 ? a[i] : 0.5 * (a[i] + a[Next(a, i)]);
  const double shrink = index % 4 < 2 ? 0.5 : random->Uniform(0.2, 0.9);
  const ConvexPolygon shape_a = Hull(a);
  const ConvexPolygon shape_b = Hull(Mapped(a, shrink, (1.0 - shrink) * fixed));
  return index % 3 == 0 ? WithPose(shape_a, shape_b, random) : HardPair{shape_a, shape_b, {}};
}

}  // namespace

std::vector<CliffFamily> DeepFamilies() {
  constexpr int kMost = kMostCliffVertices;
  return {
      {"parallel_edges_deep", "regular n-gons with parallel edges, one deep in the other", 4, kMost, ParallelEdges},
      {"parallel_edges_deep_posed", "the same with a pose", 4, kMost, ParallelEdgesPosed},
      {"bent_ring_deep", "nearly straight sides that posing bends inwards, one deep in the other", 8, kMost, BentRing},
      {"identical", "the same shape twice", 4, kMost, Identical},
      {"touching_from_inside", "a smaller copy at a corner or an edge of the shape", 4, kMost, TouchingFromInside},
  };
}

}  // namespace collision2d::bench
