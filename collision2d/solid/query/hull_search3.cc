#include "collision2d/solid/query/hull_search3.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "absl/base/optimization.h"
#include "collision2d/code_generation.h"
#include "collision2d/solid/query/closest_features3.h"
#include "collision2d/solid/query/gjk3.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "collision2d/solid/query/hull_search3.cc"
#include "hwy/foreach_target.h"
// After foreach_target.h.
#include "hwy/cache_control.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace collision2d::solid::internal::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Polytopes of eight vertices are common.
using D = hn::CappedTag<double, kScanPadding>;
using V = hn::Vec<D>;
using DBits = hn::RebindToUnsigned<D>;
using Bits = hn::Vec<DBits>;
// As many singles.
using F = hn::Rebind<float, D>;
using FBits = hn::RebindToUnsigned<F>;

// m^2. Shorter edges are treated as having this squared length.
constexpr double kSmallestSquare = 0x1p-126;

// The bits for a vertex number, in the last bits of a double; in those of a single, together with
// the number of the hull.
constexpr uint64_t kVertexBits = kMaxSearchVertices - 1;
constexpr uint32_t kKeyBits = 2 * kMaxSearchVertices - 1;

struct Vectors {
  V x;
  V y;
  V z;
};

HWY_INLINE Vectors Broadcast(const Vec3& v) {
  const D d;
  return {hn::Set(d, v.x), hn::Set(d, v.y), hn::Set(d, v.z)};
}

// Without fused products, and in the order of Vec3's Dot: the same bits on every instruction set.
HWY_INLINE V Dot(const Vectors& u, const Vectors& v) {
  return hn::Add(hn::Add(hn::Mul(u.x, v.x), hn::Mul(u.y, v.y)), hn::Mul(u.z, v.z));
}

// The vertices of one hull, in the frame of a. If kStride > 0, it is the stride.
template <size_t kStride>
struct Hull {
  const double* HWY_RESTRICT at;
  size_t any_stride;
  int count;

  HWY_INLINE size_t stride() const { return kStride > 0 ? kStride : any_stride; }
  HWY_INLINE Vectors Load(size_t i) const {
    const D d;
    return {hn::LoadU(d, at + i), hn::LoadU(d, at + i + stride()), hn::LoadU(d, at + i + 2 * stride())};
  }
  HWY_INLINE Vec3 vertex(int i) const {
    const double* const v = at + i;
    return {v[0], v[stride()], v[2 * stride()]};
  }
  // A repetition of the last vertex counts as the last vertex.
  HWY_INLINE int Vertex(int number) const { return std::min(number, count - 1); }
};

struct Highest {
  static HWY_INLINE V Better(V a, V b) { return hn::Max(a, b); }
  static HWY_INLINE V OfLanes(V v) { return hn::MaxOfLanes(D(), v); }
};

struct Lowest {
  static HWY_INLINE V Better(V a, V b) { return hn::Min(a, b); }
  static HWY_INLINE V OfLanes(V v) { return hn::MinOfLanes(D(), v); }
};

// The least or the greatest height. Its last seven bits are temporarily replaced by the number of a
// vertex with that height: the numbers then need no vectors of their own and no second search, and
// no two values are equal, whatever the width of the vectors.
struct Extreme {
  double height;
  int vertex;
};

template <typename Order, size_t kStride>
HWY_INLINE Extreme Find(const Hull<kStride>& hull, const Vectors& direction) {
  const D d;
  const DBits bits;
  const size_t lanes = hn::Lanes(d);
  const Bits is_number = hn::Set(bits, kVertexBits);
  Bits number = hn::Iota(bits, 0);
  V best = Dot(direction, hull.Load(0));
  V best_numbered = hn::BitCast(d, hn::Or(hn::AndNot(is_number, hn::BitCast(bits, best)), number));
  for (size_t i = lanes; i < hull.stride(); i += lanes) {
    number = hn::Add(number, hn::Set(bits, lanes));
    const V height = Dot(direction, hull.Load(i));
    const V numbered = hn::BitCast(d, hn::Or(hn::AndNot(is_number, hn::BitCast(bits, height)), number));
    best = Order::Better(best, height);
    best_numbered = Order::Better(best_numbered, numbered);
  }
  const double height = hn::GetLane(Order::OfLanes(best));
  const uint64_t found = hn::GetLane(hn::BitCast(bits, Order::OfLanes(best_numbered)));
  return {height, hull.Vertex(static_cast<int>(found & kVertexBits))};
}

// The dot products of the edges of one hull from a vertex, stored if there is room for them, so
// that they are computed only once.
template <size_t kStride>
struct EdgeProducts {
  double along[kStride > 0 ? kStride : 1];  // Dot products with the direction towards the origin; at least 0.
  double square[kStride > 0 ? kStride : 1];
};

// Computes for each vertex k the gain of the CSO's segment to it from the point v of the hull's
// vertex `from`: the decrease of the squared distance from the origin, up to the segment's end; 0
// if there is none. In single precision, with k + first in the last bits, since only the largest
// matters. `toward` is -v for a, v for b.
template <size_t kStride>
HWY_INLINE hn::Vec<FBits> EdgeGains(const Hull<kStride>& hull, int from, const Vectors& toward, uint32_t first,
                                    EdgeProducts<kStride>* products) {
  const D d;
  const F f;
  const FBits bits;
  const size_t lanes = hn::Lanes(d);
  const Vectors origin = Broadcast(hull.vertex(from));
  auto number = hn::Iota(bits, first);
  auto best = hn::Zero(bits);
  for (size_t i = 0; i < hull.stride(); i += lanes) {
    const Vectors vertices = hull.Load(i);
    const Vectors edge = {hn::Sub(vertices.x, origin.x), hn::Sub(vertices.y, origin.y), hn::Sub(vertices.z, origin.z)};
    const V along = hn::Max(Dot(edge, toward), hn::Zero(d));
    // The maximum also covers the edge from the vertex to itself.
    const V square = hn::Max(Dot(edge, edge), hn::Set(d, kSmallestSquare));
    if constexpr (kStride > 0) {
      hn::StoreU(along, d, products->along + i);
      hn::StoreU(square, d, products->square + i);
    }
    const auto rounded = hn::DemoteTo(f, along);
    const auto gain = hn::BitCast(bits, hn::Div(hn::Mul(rounded, rounded), hn::DemoteTo(f, square)));
    best = hn::Max(best, hn::Or(hn::AndNot(hn::Set(bits, kKeyBits), gain), number));
    number = hn::Add(number, hn::Set(bits, static_cast<uint32_t>(lanes)));
  }
  return best;
}

template <size_t kStride>
class Search {
 public:
  HWY_INLINE explicit Search(const HullPair3& pair)
      : a_{pair.a.values, static_cast<size_t>(ScanStride(pair.a.count)), pair.a.count},
        b_{posed_b_, static_cast<size_t>(ScanStride(pair.b.count)), pair.b.count},
        magnitude_m_(pair.magnitude_m) {
    Pose(pair);
  }

  HWY_INLINE void Run(const HullPair3& pair, HullSearch3* search) {
    Support(pair.start == Vec3{} ? Vec3{1.0, 0.0, 0.0} : pair.start);
    search->rounds = 1;
    search->is_doubtful = false;
    Set(0);
    // If the line of the centres does not separate, the hulls mostly overlap, and a tetrahedron is
    // needed.
    if (ABSL_PREDICT_TRUE(lowest_.height > highest_.height)) {
      TakeBestSegment(search);
    } else if (pair.leave_doubtful) {
      search->relation = Relation::kUndecided;
      search->is_doubtful = true;
    } else {
      RunLoop({point_[0], NormSquared(point_[0])}, 1, search);
    }
  }

 private:
  // From the origin to the nearest point of the simplex, of any length.
  struct Nearest {
    Vec3 direction;
    double distance_sq;
  };

  HWY_INLINE void Pose(const HullPair3& pair) {
    const D d;
    const Vec3* const row = pair.a_from_b.rotation.row;
    const Vectors rows[3] = {Broadcast(row[0]), Broadcast(row[1]), Broadcast(row[2])};
    const Vectors t = Broadcast(pair.a_from_b.translation);
    const Hull<kStride> b = {pair.b.values, b_.any_stride, b_.count};
    const size_t stride = b.stride();
    // Evaluated in the order of Pose3::operator*.
    for (size_t i = 0; i < stride; i += hn::Lanes(d)) {
      const Vectors v = b.Load(i);
      hn::StoreU(hn::Add(Dot(rows[0], v), t.x), d, posed_b_ + i);
      hn::StoreU(hn::Add(Dot(rows[1], v), t.y), d, posed_b_ + i + stride);
      hn::StoreU(hn::Add(Dot(rows[2], v), t.z), d, posed_b_ + i + 2 * stride);
    }
  }

  // Computes the support point against a direction: the lowest vertex of a and the highest of b.
  HWY_INLINE void Support(const Vec3& direction) {
    const Vectors v = Broadcast(direction);
    lowest_ = Find<Lowest>(a_, v);
    highest_ = Find<Highest>(b_, v);
  }

  // Stores it in a slot of the simplex.
  HWY_INLINE void Set(int i) {
    vertex_a_[i] = lowest_.vertex;
    vertex_b_[i] = highest_.vertex;
    point_[i] = a_.vertex(lowest_.vertex) - b_.vertex(highest_.vertex);
  }

  // The height of the support point against a direction, times its length.
  HWY_INLINE double reach() const { return lowest_.height - highest_.height; }

  // Returns whether the distance is certain: the support point is not nearer by more than rounding,
  // and the hulls are clearly apart.
  HWY_INLINE bool IsClear(double distance_m, double length) const {
    const bool meets = (distance_m - kClearGap * magnitude_m_) * length <= reach();
    const bool is_apart = distance_m > kClearlyApart * magnitude_m_;
    // One branch for both.
    return static_cast<int>(meets) & static_cast<int>(is_apart);
  }

  HWY_INLINE void TakeBestSegment(HullSearch3* search) {
    const Vec3 v = point_[0];
    const int from_a = vertex_a_[0];
    const int from_b = vertex_b_[0];
    EdgeProducts<kStride> products[2];
    const auto best = hn::Max(EdgeGains(a_, from_a, Broadcast(-v), 0, &products[0]),
                              EdgeGains(b_, from_b, Broadcast(v), kMaxSearchVertices, &products[1]));
    const uint32_t key = hn::GetLane(hn::MaxOfLanes(FBits(), best)) & kKeyBits;
    // Which hull the key belongs to is unpredictable, so everything is selected without a branch.
    const size_t is_of_b = key / kMaxSearchVertices;
    const Hull<kStride>* const hulls[2] = {&a_, &b_};
    const Hull<kStride>& hull = *hulls[is_of_b];
    const int to = hull.Vertex(static_cast<int>(key % kMaxSearchVertices));
    const int from = is_of_b != 0 ? from_b : from_a;
    const Vec3 edge = (is_of_b != 0 ? -1.0 : 1.0) * (hull.vertex(to) - hull.vertex(from));
    double along;
    double square;
    if constexpr (kStride > 0) {
      along = products[is_of_b].along[to];
      square = products[is_of_b].square[to];
    } else {
      along = std::max(0.0, -solid::Dot(edge, v));
      square = std::max(kSmallestSquare, NormSquared(edge));
    }
    const double weight = std::min(along / square, 1.0);
    vertex_a_[1] = is_of_b != 0 ? from_a : to;
    vertex_b_[1] = is_of_b != 0 ? to : from_b;
    const Vec3 direction = v + weight * edge;
    Support(direction);
    search->rounds = 2;
    const double distance_sq = NormSquared(direction);
    const double distance_m = std::sqrt(distance_sq);
    // Keeps one end, if the weight says so, or both.
    const int first = weight == 1.0 ? 1 : 0;
    const int size = weight == 0.0 || weight == 1.0 ? 1 : 2;
    point_[1] = a_.vertex(vertex_a_[1]) - b_.vertex(vertex_b_[1]);
    point_[0] = point_[first];
    vertex_a_[0] = vertex_a_[first];
    vertex_b_[0] = vertex_b_[first];
    if (ABSL_PREDICT_TRUE(IsClear(distance_m, distance_m))) {
      search->distance_m = distance_m;
      search->relation = Relation::kApart;
      search->direction = direction;
      search->reach = reach();
      search->size = size;
      for (int i = 0; i < 2; ++i) {
        search->vertex_a[i] = static_cast<uint8_t>(vertex_a_[i]);
        search->vertex_b[i] = static_cast<uint8_t>(vertex_b_[i]);
      }
      return;
    }
    RunLoop({direction, distance_sq}, size, search);
  }

  // Continues from the simplex of the first `size` points, whose nearest point is given. If that is
  // a single point in the first round, its support point is still to be computed.
  HWY_NOINLINE void RunLoop(const Nearest& nearest, int size, HullSearch3* search) {
    Gjk3 gjk;
    gjk.size = size;
    gjk.vertex[0].point = point_[0];
    gjk.vertex[1].point = point_[1];
    gjk.direction = nearest.direction;
    gjk.distance_sq = nearest.distance_sq;
    gjk.iterations = search->rounds;
    search->relation = Relation::kUndecided;
    if (search->rounds == 1) {
      if (!(gjk.distance_sq > 0.0)) return;
      Support(gjk.direction);
      ++gjk.iterations;
    }
    const int bound = 64 + a_.count + b_.count;
    while (gjk.iterations < bound) {
      const int slot = gjk.slot[gjk.size];
      Set(slot);
      gjk.vertex[slot].point = point_[slot];
      const StepOutcome outcome = AddNewest(gjk.distance_sq, false, &gjk);
      // If rounding hides the progress of a round, the loop by support mappings examines the pair
      // more closely.
      if (ABSL_PREDICT_FALSE(outcome == StepOutcome::kStuck || !(gjk.distance_sq > 0.0))) break;
      if (outcome == StepOutcome::kInside) {
        search->relation = Relation::kOverlapping;
        break;
      }
      ++gjk.iterations;
      Support(gjk.direction);
      const double distance_m = std::sqrt(gjk.distance_sq);
      if (IsClear(distance_m, Norm(gjk.direction))) {
        if (gjk.size < 3 || HasClearFoot(gjk, distance_m)) {
          search->relation = Relation::kApart;
          search->distance_m = distance_m;
        }
        break;
      }
    }
    search->rounds = gjk.iterations;
    search->direction = gjk.direction;
    search->reach = reach();
    search->size = gjk.size;
    for (int i = 0; i < gjk.size; ++i) {
      search->vertex_a[i] = static_cast<uint8_t>(vertex_a_[gjk.slot[i]]);
      search->vertex_b[i] = static_cast<uint8_t>(vertex_b_[gjk.slot[i]]);
    }
  }

  // Returns whether the foot of the origin in the plane of the simplex, a triangle, is in the
  // triangle, so that its distance is that of a point of the CSO.
  // The step found it on the inner side of the edges, with an error of l = 8 u M^2 / e, M being the
  // magnitude and e the shortest edge: an edge is off by 4 u M, and turns by that over its length.
  // So it is at most 2 l / sin(w / 2) outside, with the least angle w of the triangle, whose sine
  // is at least |normal| / (4 E^2), E being the longest edge; and the distance of the triangle is
  // at most the square of that over twice the height h above h. That is below 8 u M if
  //   2^11 u M^3 E^4 <= h |normal|^2 e^2.
  // If this does not hold, the weights are computed.
  HWY_INLINE bool HasClearFoot(const Gjk3& gjk, double height_m) const {
    const Vec3& p = gjk.simplex(0).point;
    const Vec3& q = gjk.simplex(1).point;
    const Vec3& r = gjk.simplex(2).point;
    const double pq = NormSquared(q - p);
    const double pr = NormSquared(r - p);
    const double qr = NormSquared(r - q);
    const double longest = std::max(std::max(pq, pr), qr);
    const double shortest = std::min(std::min(pq, pr), qr);
    const double most = 0x1p-42 * magnitude_m_ * magnitude_m_ * magnitude_m_ * longest * longest;
    if (ABSL_PREDICT_TRUE(most <= height_m * NormSquared(gjk.direction) * shortest)) return true;
    return FeatureIsCertain(gjk);
  }

  HWY_NOINLINE bool FeatureIsCertain(const Gjk3& gjk) const {
    PosedSimplex3 simplex;
    simplex.size = gjk.size;
    for (int i = 0; i < gjk.size; ++i) {
      const int slot = gjk.slot[i];
      simplex.vertex[i] = {point_[slot], a_.vertex(vertex_a_[slot]), b_.vertex(vertex_b_[slot])};
    }
    return BoundsMeet(FeatureOf(simplex), gjk.direction, reach(), magnitude_m_);
  }

  Hull<kStride> a_;
  Hull<kStride> b_;
  double magnitude_m_;
  Extreme lowest_;
  Extreme highest_;
  int vertex_a_[4];
  int vertex_b_[4];
  Vec3 point_[4];
  double posed_b_[3 * (kStride > 0 ? kStride : kMaxSearchVertices)];
};

// Separate functions, so that only one of them takes its memory on the stack.
template <size_t kStride>
HWY_NOINLINE void RunOfStride(const HullPair3& pair, HullSearch3* search) {
  Search<kStride>(pair).Run(pair, search);
}

void RunSearch(const HullPair3& pair, HullSearch3* search) {
  // For boxes and similar hulls the vectors are in registers, and the loops unrolled.
  if (pair.a.count <= kScanPadding && pair.b.count <= kScanPadding) return RunOfStride<kScanPadding>(pair, search);
  RunOfStride<0>(pair, search);
}

}  // namespace collision2d::solid::internal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace collision2d::solid::internal {

HWY_EXPORT(RunSearch);

void SearchHulls(const HullPair3& pair, HullSearch3* search) {
  // Prefetches the data of larger hulls, which posing would otherwise load piece by piece.
  constexpr int kPrefetchedVertices = 32;
  constexpr int kDoublesPerLine = 8;
  for (const ScannedVertices* hull : {&pair.a, &pair.b}) {
    if (hull->count < kPrefetchedVertices) continue;
    for (int i = 0; i < 3 * ScanStride(hull->count); i += kDoublesPerLine) hwy::Prefetch(hull->values + i);
  }
  HWY_DYNAMIC_DISPATCH(RunSearch)(pair, search);
}

}  // namespace collision2d::solid::internal
#endif  // HWY_ONCE
