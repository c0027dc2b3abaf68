#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "absl/base/optimization.h"
#include "collision2d/code_generation.h"
#include "collision2d/solid/query/contact_filter3.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "collision2d/solid/query/hull_filter3.cc"
#include "hwy/foreach_target.h"
// After foreach_target.h.
#include "hwy/highway.h"

// A certain verdict clears kShadowError S plus the posing error, S being the sum of the outer
// radii, or kGaugeError relative to the gauge. Both are derived in docs/solid.md, "Filters".
namespace collision2d::solid::internal {

#ifndef COLLISION2D_SOLID_QUERY_HULL_FILTER3_CONSTANTS
#define COLLISION2D_SOLID_QUERY_HULL_FILTER3_CONSTANTS

inline constexpr double kShadowError = 0x1p-17;
inline constexpr double kGaugeError = 0x1p-20;

// m^2. Shorter directions may lose bits to underflow.
inline constexpr float kShortDirection = 0x1p-70f;

// Pairs near contact would need more support points.
inline constexpr int kShadowSupports = 14;

#endif  // COLLISION2D_SOLID_QUERY_HULL_FILTER3_CONSTANTS

}  // namespace collision2d::solid::internal

HWY_BEFORE_NAMESPACE();
namespace collision2d::solid::internal::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using D = hn::CappedTag<float, kShadowPadding>;
using V = hn::Vec<D>;
using DI = hn::RebindToSigned<D>;

struct Float3 {
  float x;
  float y;
  float z;
};

HWY_INLINE Float3 Single(const Vec3& v) {
  return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
}
HWY_INLINE Float3 operator-(const Float3& a, const Float3& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
HWY_INLINE Float3 operator-(const Float3& v) { return {-v.x, -v.y, -v.z}; }
HWY_INLINE float Dot(const Float3& a, const Float3& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
HWY_INLINE Float3 Cross(const Float3& a, const Float3& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
HWY_INLINE float Norm1(const Float3& v) { return std::abs(v.x) + std::abs(v.y) + std::abs(v.z); }

struct Vectors {
  V x;
  V y;
  V z;
};

HWY_INLINE Vectors Broadcast(const Float3& v) {
  const D d;
  return {hn::Set(d, v.x), hn::Set(d, v.y), hn::Set(d, v.z)};
}

// Without fused products: the same bits on every instruction set.
HWY_INLINE V Dots(const Vectors& u, const float* HWY_RESTRICT at, size_t stride) {
  const D d;
  const V xy = hn::Add(hn::Mul(u.x, hn::LoadU(d, at)), hn::Mul(u.y, hn::LoadU(d, at + stride)));
  return hn::Add(xy, hn::Mul(u.z, hn::LoadU(d, at + 2 * stride)));
}

// One of several points, and its dot product with a direction.
struct Extreme {
  float height;
  size_t index;
};

struct Highest {
  static HWY_INLINE V Better(V a, V b) { return hn::Max(a, b); }
  static HWY_INLINE V OfLanes(V v) { return hn::MaxOfLanes(D(), v); }
};

struct Lowest {
  static HWY_INLINE V Better(V a, V b) { return hn::Min(a, b); }
  static HWY_INLINE V OfLanes(V v) { return hn::MinOfLanes(D(), v); }
};

// The point with the largest, or the smallest, dot product.
template <typename Order>
HWY_INLINE Extreme Find(const float* HWY_RESTRICT at, size_t stride, const Vectors& direction) {
  const D d;
  const size_t lanes = hn::Lanes(d);
  V best = Dots(direction, at, stride);
  if (stride == lanes) {
    const V top = Order::OfLanes(best);
    return {hn::GetLane(top), hn::FindKnownFirstTrue(d, hn::Eq(best, top))};
  }
  // For each lane, where the vector of the best point begins.
  const DI di;
  const V step = hn::BitCast(d, hn::Set(di, static_cast<int32_t>(lanes)));
  V begin = hn::Zero(d);
  V best_begin = begin;
  for (size_t i = lanes; i < stride; i += lanes) {
    const V height = Dots(direction, at + i, stride);
    const V better = Order::Better(height, best);
    begin = hn::BitCast(d, hn::Add(hn::BitCast(di, begin), hn::BitCast(di, step)));
    best_begin = hn::IfThenElse(hn::Eq(better, best), best_begin, begin);
    best = better;
  }
  HWY_ALIGN int32_t begins[kShadowPadding];
  hn::Store(hn::BitCast(di, best_begin), di, begins);
  const V top = Order::OfLanes(best);
  const size_t lane = hn::FindKnownFirstTrue(d, hn::Eq(best, top));
  return {hn::GetLane(top), static_cast<size_t>(begins[lane]) + lane};
}

HWY_INLINE Float3 Get(const float* HWY_RESTRICT at, size_t stride, size_t index) {
  return {at[index], at[index + stride], at[index + 2 * stride]};
}

class HullSearch {
 public:
  HWY_INLINE explicit HullSearch(const ShadowPair& pair)
      : a_(pair.a.vertices()),
        stride_a_(static_cast<size_t>(pair.a.vertex_stride)),
        stride_b_(static_cast<size_t>(pair.b.vertex_stride)),
        row_{Single(pair.rotation.row[0]), Single(pair.rotation.row[1]), Single(pair.rotation.row[2])},
        center_(Single(pair.center)),
        size_sq_m2_(static_cast<float>(pair.outer_sum_m * pair.outer_sum_m)),
        error_m_(static_cast<float>(kShadowError * pair.outer_sum_m + pair.posing_error_m)) {}

  HWY_INLINE Relation Run(const ShadowPair& pair) {
    const Float3& c = center_;
    const Float3 line_in_b = {row_[0].x * c.x + row_[1].x * c.y + row_[2].x * c.z,
                              row_[0].y * c.x + row_[1].y * c.y + row_[2].y * c.z,
                              row_[0].z * c.x + row_[1].z * c.y + row_[2].z * c.z};
    const size_t faces_a = static_cast<size_t>(pair.a.face_stride);
    const size_t faces_b = static_cast<size_t>(pair.b.face_stride);
    const Extreme gauge_a = Find<Highest>(pair.a.faces(), faces_a, Broadcast(-c));
    const Extreme gauge_b = Find<Highest>(pair.b.faces(), faces_b, Broadcast(line_in_b));
    const float gauge_error = static_cast<float>(kGaugeError * Norm1(pair.center) / pair.least_inner_m);
    const float at_a = gauge_a.height + gauge_error;
    const float at_b = gauge_b.height + gauge_error;
    if (at_a * at_b < static_cast<float>(1.0 - 2.0 * kShadowShrink) * (at_a + at_b)) return Relation::kOverlapping;
    Pose(pair.b.vertices());
    if (Separates(Get(pair.a.faces(), faces_a, gauge_a.index), &first_)) return Relation::kApart;
    const Float3 face_b = Get(pair.b.faces(), faces_b, gauge_b.index);
    if (Separates({-Dot(row_[0], face_b), -Dot(row_[1], face_b), -Dot(row_[2], face_b)}, &second_)) {
      return Relation::kApart;
    }
    return FindPortal();
  }

  int supports() const { return supports_; }

 private:
  HWY_INLINE void Pose(const float* HWY_RESTRICT at) {
    const D d;
    const Vectors row[3] = {Broadcast(row_[0]), Broadcast(row_[1]), Broadcast(row_[2])};
    const Vectors t = Broadcast(-center_);
    const size_t stride = stride_b_;
    for (size_t i = 0; i < stride; i += hn::Lanes(d)) {
      const V x = hn::Add(Dots(row[0], at + i, stride), t.x);
      const V y = hn::Add(Dots(row[1], at + i, stride), t.y);
      const V z = hn::Add(Dots(row[2], at + i, stride), t.z);
      hn::Store(x, d, b_ + i);
      hn::Store(y, d, b_ + i + stride);
      hn::Store(z, d, b_ + i + 2 * stride);
    }
  }

  // Computes the support point of the CSO. Returns whether the plane through it certainly
  // separates.
  HWY_INLINE bool Separates(const Float3& direction, Float3* point) {
    ++supports_;
    const Vectors u = Broadcast(direction);
    const Extreme on_a = Find<Highest>(a_, stride_a_, u);
    const Extreme on_b = Find<Lowest>(b_, stride_b_, u);
    *point = Get(a_, stride_a_, on_a.index) - Get(b_, stride_b_, on_b.index);
    return on_a.height - on_b.height < -error_m_ * Norm1(direction);
  }

  static HWY_INLINE bool IsShort(const Float3& direction) { return !(Norm1(direction) > kShortDirection); }

  // Finds a portal from any two points of the CSO.
  HWY_INLINE Relation FindPortal() {
    Float3 normal = Cross(first_ - center_, second_ - center_);
    if (ABSL_PREDICT_FALSE(IsShort(normal))) {
      const Float3 across = Cross(first_, center_);
      if (IsShort(across)) return Relation::kUndecided;
      if (Separates(across, &second_)) return Relation::kApart;
      normal = Cross(first_ - center_, second_ - center_);
    }
    if (Dot(normal, center_) > 0.0f) {
      std::swap(first_, second_);
      normal = -normal;
    }
    // The ray lies between the half-planes from the line of the centre through the first and the
    // second point.
    for (;;) {
      if (ABSL_PREDICT_FALSE(supports_ >= kShadowSupports || IsShort(normal))) return Relation::kUndecided;
      if (Separates(normal, &third_)) return Relation::kApart;
      const Float3 across = Cross(third_, center_);
      if (Dot(first_, across) < 0.0f) {
        second_ = third_;
      } else if (Dot(second_, across) > 0.0f) {
        first_ = third_;
      } else {
        return Refine();
      }
      normal = Cross(first_ - center_, second_ - center_);
    }
  }

  // Refines the portal. REQUIRES: the ray passes through the triangle of the three points, up to
  // rounding.
  HWY_INLINE Relation Refine() {
    for (;;) {
      const Float3 normal = Cross(second_ - first_, third_ - first_);
      const float height = Dot(normal, first_);
      if (!(height < 0.0f)) return Encloses(normal, height) ? Relation::kOverlapping : Relation::kUndecided;
      if (ABSL_PREDICT_FALSE(supports_ >= kShadowSupports || IsShort(normal))) return Relation::kUndecided;
      Float3 next;
      if (Separates(normal, &next)) return Relation::kApart;
      // Selects the one of the three triangles between `next` and the edges of the portal that the
      // ray passes through.
      const Float3 across = Cross(next, center_);
      const bool left_of_first = Dot(first_, across) > 0.0f;
      const bool replace_first = left_of_first ? Dot(second_, across) > 0.0f : !(Dot(third_, across) > 0.0f);
      if (replace_first) {
        first_ = next;
      } else {
        (left_of_first ? third_ : second_) = next;
      }
    }
  }

  // Returns whether a ball of radius error_m_ around the origin is in the tetrahedron of the centre
  // and the portal, whose plane has this normal and height.
  HWY_INLINE bool Encloses(const Float3& normal, float height) const {
    // The normals of the sides are at most S^2 long, so that their heights need no normalisation.
    const float least = 2.25f * error_m_ * size_sq_m2_;
    const Float3 across = Cross(center_, first_);
    const bool above = height > error_m_ * (Norm1(normal) + size_sq_m2_);
    const bool beside =
        std::min(std::min(Dot(third_, across), -Dot(second_, across)), Dot(third_, Cross(second_, center_))) > least;
    return static_cast<int>(above) & static_cast<int>(beside);
  }

  const float* a_;
  size_t stride_a_;
  size_t stride_b_;
  Float3 row_[3];  // The rotation.
  Float3 center_;
  float size_sq_m2_;  // S^2
  float error_m_;
  int supports_ = 0;
  Float3 first_;
  Float3 second_;
  Float3 third_;
  // Vertices of b, posed, relative to the centre of a.
  HWY_ALIGN float b_[3 * kMaxShadowVertices];
};

Relation Filter(const ShadowPair& pair, int* supports) {
  HullSearch search(pair);
  const Relation verdict = search.Run(pair);
  *supports = search.supports();
  return verdict;
}

}  // namespace collision2d::solid::internal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace collision2d::solid::internal {

HWY_EXPORT(Filter);

Relation FilterHulls(const ShadowPair& pair, int* supports) { return HWY_DYNAMIC_DISPATCH(Filter)(pair, supports); }

}  // namespace collision2d::solid::internal
#endif  // HWY_ONCE
