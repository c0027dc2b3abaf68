#include "collision2d/code_generation.h"
#include "collision2d/geometry/tolerances.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/query/exact/penetration.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "collision2d/query/exact/shallowest_edge.cc"
#include "hwy/foreach_target.h"
// After foreach_target.h.
#include "collision2d/query/stages/edge_windows-inl.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace collision2d::internal::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// A vector of edges of both polygons: `first` and the next of each.
struct Edges {
  Point start;
  Point edge;

  // GCC does not compile an implicit one for the kernel's instruction set.
  HWY_INLINE Edges() {}

  HWY_INLINE void Load(const Vec2* ring_a, int n, const Vec2* ring_b, int m, int first, M is_of_a) {
    const Vec2* const at_a = ring_a + FirstOf(first, n);
    const Vec2* const at_b = ring_b + FirstOf(first, m);
    start = LoadPoints(is_of_a, at_a, at_b);
    edge = LoadPoints(is_of_a, at_a + 1, at_b + 1) - start;
  }

  HWY_INLINE void LoadPosed(const Vec2* ring_a, int n, const Vec2* ring_b, int m, const OwnEdges& own_b, int first,
                            M is_of_a) {
    const Vec2* const at_a = ring_a + FirstOf(first, n);
    start = LoadPoints(is_of_a, at_a, ring_b + FirstOf(first, m));
    const HalfD half;
    const auto difference = [half](const Vec2* at, hn::Vec<HalfD>& x, hn::Vec<HalfD>& y) HWY_ATTR {
      hn::Vec<HalfD> start_x, start_y;
      hn::LoadInterleaved2(half, &at->x, start_x, start_y);
      hn::LoadInterleaved2(half, &(at + 1)->x, x, y);
      x = hn::Sub(x, start_x);
      y = hn::Sub(y, start_y);
    };
    hn::Vec<HalfD> ax, ay, bx, by;
    difference(at_a, ax, ay);
    difference(own_b.ring + FirstOf(first, m), bx, by);
    const auto cos = hn::Set(half, own_b.cos);
    const auto sin = hn::Set(half, own_b.sin);
    edge.x = Combined(is_of_a, ax, hn::Sub(hn::Mul(cos, bx), hn::Mul(sin, by)));
    edge.y = Combined(is_of_a, ay, hn::Add(hn::Mul(sin, bx), hn::Mul(cos, by)));
  }

  // Where a vector would reach beyond the ring it repeats edges instead. With a triangle it begins
  // with the padding before the ring: n >= 3 and at most four lanes keep the index from falling
  // below -1.
  static HWY_INLINE int FirstOf(int first, int n) { return HWY_MIN(first, n - kHalfLanes); }
};

// The k-th vertices of the other polygons; the last one again, if one has fewer.
HWY_INLINE Point OtherVertex(const Vec2* ring_a, int n, const Vec2* ring_b, int m, int k, M is_of_a) {
  const Vec2& of_a = ring_b[HWY_MIN(k, m - 1)];
  const Vec2& of_b = ring_a[HWY_MIN(k, n - 1)];
  return {hn::IfThenElse(is_of_a, Set(of_a.x), Set(of_b.x)), hn::IfThenElse(is_of_a, Set(of_a.y), Set(of_b.y))};
}

// An edge and a vertex are kept as one number, kVertices edge + vertex; the numbers of b's edges
// begin with kFirstEdgeOfB.
constexpr int kVertices = 64;
constexpr int kFirstEdgeOfB = 64;
static_assert(kMaxFewVertices <= kVertices && kMaxFewVertices <= kFirstEdgeOfB, "numbers of edges and vertices");

// In each lane, of some edges the one with the least depth, with the vertex that is deepest behind
// it; if kFindsTie, also the second least depth.
template <bool kFindsTie>
class Shallowest {
 public:
  // Written out: a member initialiser would be compiled for the baseline.
  HWY_INLINE Shallowest() : depth_sq_(Set(1e300)), second_sq_(Set(1e300)), place_(Set(0.0)), shortest_sq_(Set(1e300)) {}

  HWY_INLINE void Add(const Edges& edges, int first, int n, int m, M is_of_a, V height, V highest) {
    const HalfD half;
    const V length_sq = Dot(edges.edge, edges.edge);
    // A height below zero is rounding.
    const V depth = hn::Max(height, hn::Zero(D()));
    const V depth_sq = hn::Div(hn::Mul(depth, depth), length_sq);
    const V edge = Combined(is_of_a, Indices(first, n), hn::Add(Indices(first, m), hn::Set(half, kFirstEdgeOfB)));
    const V place = hn::Add(hn::Mul(edge, Set(kVertices)), highest);
    const M is_less = hn::Lt(depth_sq, depth_sq_);
    if constexpr (kFindsTie) {
      // A repeated edge is no other one.
      const V second_sq = hn::Min(second_sq_, hn::Max(depth_sq, depth_sq_));
      second_sq_ = hn::IfThenElse(hn::Eq(place, place_), second_sq_, second_sq);
    }
    depth_sq_ = hn::Min(depth_sq, depth_sq_);
    place_ = hn::IfThenElse(is_less, place, place_);
    shortest_sq_ = hn::Min(shortest_sq_, length_sq);
  }

  // The first edge among those of equal depth, however the edges are spread over the lanes.
  HWY_INLINE ShallowestEdge First() const {
    const D d;
    const M is_least = hn::Eq(depth_sq_, hn::MinOfLanes(d, depth_sq_));
    const auto place = static_cast<int>(hn::GetLane(hn::MinOfLanes(d, hn::IfThenElse(is_least, place_, Set(1e300)))));
    const int edge = place / kVertices;
    const bool is_of_a = edge < kFirstEdgeOfB;
    const bool is_long = hn::AllTrue(d, hn::Gt(shortest_sq_, Set(kSquaresUnderflow_m * kSquaresUnderflow_m)));
    return {is_long, is_of_a, is_of_a ? edge : edge - kFirstEdgeOfB, place % kVertices};
  }

  // Whether an edge other than the first one is at most tie_m less shallow. An edge that is in two
  // lanes (FirstOf) is the least one of both, if it is the first one.
  HWY_INLINE bool HasTie(double tie_m) const {
    const D d;
    const V least_sq = hn::MinOfLanes(d, depth_sq_);
    const V first = hn::MinOfLanes(d, hn::IfThenElse(hn::Eq(depth_sq_, least_sq), place_, Set(1e300)));
    const V limit = hn::Add(hn::Sqrt(least_sq), Set(tie_m));
    const V limit_sq = hn::Mul(limit, limit);
    const M is_first = hn::Eq(place_, first);
    const V others_sq = hn::IfThenElse(is_first, second_sq_, depth_sq_);
    return !hn::AllTrue(d, hn::Gt(others_sq, limit_sq));
  }

 private:
  static HWY_INLINE hn::Vec<HalfD> Indices(int first, int n) {
    const HalfD half;
    const auto index = hn::Iota(half, static_cast<double>(Edges::FirstOf(first, n)));
    return hn::IfThenElse(hn::Lt(index, hn::Zero(half)), hn::Set(half, n - 1), index);
  }

  V depth_sq_;
  V second_sq_;
  V place_;
  V shortest_sq_;
};

// kChunks vectors of edges from `first` on, for which each vertex of the other polygon is read
// once.
template <int kChunks, bool kPosed, bool kFindsTie>
COLLISION2D_HOT_INLINE inline void AddChunks(const Vec2* ring_a, int n, const Vec2* ring_b, int m,
                                             const OwnEdges* own_b, int first, M is_of_a,
                                             Shallowest<kFindsTie>* shallowest) {
  // Coordinates are relative to a vertex, so that they are not longer than the extent.
  const Point origin(Set(ring_a[0].x), Set(ring_a[0].y));
  Edges edges[kChunks];
  V height[kChunks];
  V highest[kChunks];
  COLLISION2D_HOT_UNROLL(4)
  for (int c = 0; c < kChunks; ++c) {
    if constexpr (kPosed) {
      edges[c].LoadPosed(ring_a, n, ring_b, m, *own_b, first + c * kHalfLanes, is_of_a);
    } else {
      edges[c].Load(ring_a, n, ring_b, m, first + c * kHalfLanes, is_of_a);
    }
    height[c] = Set(-1e300);
    highest[c] = Set(0.0);
  }
  const int size = HWY_MAX(n, m);
  for (int k = 0; k < size; ++k) {
    const Point other = OtherVertex(ring_a, n, ring_b, m, k, is_of_a) - origin;
    // Unrolled, so that the arrays stay in registers.
    COLLISION2D_HOT_UNROLL(4)
    for (int c = 0; c < kChunks; ++c) {
      const V height_of_k = Cross(edges[c].edge, other);
      highest[c] = hn::IfThenElse(hn::Gt(height_of_k, height[c]), Set(k), highest[c]);
      height[c] = hn::Max(height[c], height_of_k);
    }
  }
  COLLISION2D_HOT_UNROLL(4)
  for (int c = 0; c < kChunks; ++c) {
    const V of_start = Cross(edges[c].edge, edges[c].start - origin);
    const V above_edge = hn::Sub(height[c], of_start);
    shallowest->Add(edges[c], first + c * kHalfLanes, n, m, is_of_a, above_edge, highest[c]);
  }
}

// How many vectors of edges are searched together: code that is compiled for size has one copy.
#if defined(__OPTIMIZE_SIZE__)
constexpr int kMostChunks = 1;
#else
constexpr int kMostChunks = 4;
#endif

template <bool kPosed, bool kFindsTie>
COLLISION2D_HOT_INLINE inline void AddAll(const Vec2* ring_a, int n, const Vec2* ring_b, int m, const OwnEdges* own_b,
                                          Shallowest<kFindsTie>* shallowest) {
  const int chunks = (HWY_MAX(n, m) + kHalfLanes - 1) / kHalfLanes;
  for (int turn = 0; turn < kTurns; ++turn) {
    const M is_of_a = IsOfA(turn);
    int done = 0;
    for (; chunks - done >= kMostChunks; done += kMostChunks) {
      AddChunks<kMostChunks, kPosed>(ring_a, n, ring_b, m, own_b, done * kHalfLanes, is_of_a, shallowest);
    }
    if constexpr (kMostChunks == 1) continue;
    const int rest = chunks - done;
    const int first = done * kHalfLanes;
    if (rest == 3) AddChunks<3, kPosed>(ring_a, n, ring_b, m, own_b, first, is_of_a, shallowest);
    if (rest == 2) AddChunks<2, kPosed>(ring_a, n, ring_b, m, own_b, first, is_of_a, shallowest);
    if (rest == 1) AddChunks<1, kPosed>(ring_a, n, ring_b, m, own_b, first, is_of_a, shallowest);
  }
}

// Quadrilaterals have code of their own, in which the numbers are constants.
template <bool kPosed, bool kFindsTie>
COLLISION2D_HOT_INLINE inline void FindAll(const Vec2* ring_a, int n, const Vec2* ring_b, int m, const OwnEdges* own_b,
                                           Shallowest<kFindsTie>* shallowest) {
  if (n == 4 && m == 4) {
    AddAll<kPosed>(ring_a, 4, ring_b, 4, own_b, shallowest);
  } else {
    AddAll<kPosed>(ring_a, n, ring_b, m, own_b, shallowest);
  }
}

ShallowestEdge Find(const Vec2* ring_a, int n, const Vec2* ring_b, int m) {
  Shallowest<false> shallowest;
  FindAll<false>(ring_a, n, ring_b, m, nullptr, &shallowest);
  return shallowest.First();
}

ShallowestEdge FindPosed(const Vec2* ring_a, int n, const Vec2* ring_b, int m, const OwnEdges* own_b) {
  Shallowest<false> shallowest;
  FindAll<true>(ring_a, n, ring_b, m, own_b, &shallowest);
  return shallowest.First();
}

ShallowestEdge FindWithTie(const Vec2* ring_a, int n, const Vec2* ring_b, int m, const OwnEdges* own_b, double tie_m) {
  Shallowest<true> shallowest;
  if (own_b == nullptr) {
    FindAll<false>(ring_a, n, ring_b, m, nullptr, &shallowest);
  } else {
    FindAll<true>(ring_a, n, ring_b, m, own_b, &shallowest);
  }
  ShallowestEdge first = shallowest.First();
  first.has_tie = shallowest.HasTie(tie_m);
  return first;
}

}  // namespace collision2d::internal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace collision2d::internal {

HWY_EXPORT(Find);
HWY_EXPORT(FindPosed);
HWY_EXPORT(FindWithTie);

ShallowestEdge FindShallowestEdgeOfFew(const Vec2* ring_a, int n, const Vec2* ring_b, int m, const OwnEdges* own_b) {
  if (own_b != nullptr) return HWY_DYNAMIC_DISPATCH(FindPosed)(ring_a, n, ring_b, m, own_b);
  return HWY_DYNAMIC_DISPATCH(Find)(ring_a, n, ring_b, m);
}

ShallowestEdge FindShallowestEdgeAndTie(const Vec2* ring_a, int n, const Vec2* ring_b, int m, const OwnEdges* own_b,
                                        double tie_m) {
  return HWY_DYNAMIC_DISPATCH(FindWithTie)(ring_a, n, ring_b, m, own_b, tie_m);
}

}  // namespace collision2d::internal
#endif  // HWY_ONCE
