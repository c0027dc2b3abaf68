#include "collision2d/solid/query/hull_filter3.h"

#include <utility>

#include "absl/base/attributes.h"
#include "absl/base/optimization.h"
#include "collision2d/simd_targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "collision2d/solid/query/hull_filter3.cc"
#include "hwy/foreach_target.h"
// After foreach_target.h.
#include "hwy/highway.h"

// Errors, with u = 2^-24, S the sum of the outer radii, and everything seen from the centre of a, so that no point at hand is
// farther than 2 S, as the centres are nearer than S to each other:
//   vertices of a, rounded                                                                      1 u S
//   vertices of b, rounded, as is the rotation, then posed: 4 roundings                   below 14 u S
//   the height of the highest vertex in a direction, which is rounded: 5 u of the length of the direction times that of the points, twice,
//   for each of the two shapes                                                            below 30 u S
// and the posing error, which is of the shapes, not of single precision. The sums and products of these floats in double precision are far below.
// kShadowError covers the whole twice over. A certain answer clears it:
//   Apart: the plane through the support point is farther from the origin than that.
//   Overlap by four points of the CSO: their tetrahedron holds a ball of that radius around the origin. So its height over the origin
//   in any direction is more than that, and the height of the true points is positive.
//   Overlap on the line of centres: a gauge is off by at most kGaugeError |d| / r, r being the radius of the ball in
//   the body: rounding of d, of the polar vertex and its error before that, and of the dot product, 6 u of the product of the lengths of both,
//   the polar vertex being at most 1 / r long. If the point is in both bodies shrunk to 1 - kShadowShrink of their size, then the balls of radius
//   kShadowShrink r around it are in them, so that posing b, which moves no point by as much as that, leaves it in b.
namespace collision2d::solid::internal {

#ifndef COLLISION2D_SOLID_QUERY_HULL_FILTER3_CONSTANTS
#define COLLISION2D_SOLID_QUERY_HULL_FILTER3_CONSTANTS

inline constexpr double kShadowError = 0x1p-17;
inline constexpr double kGaugeError = 0x1p-20;

// Rounding of the determinants of four points, relative to S^3; see kEnclosureRelativeError.
inline constexpr double kShadowDeterminantError = 0x1p-38;

// Shorter directions may lose bits to underflow; m^2.
inline constexpr double kShortDirection = 0x1p-70;

// More support points are for pairs near contact.
inline constexpr int kShadowSupports = 14;

#endif  // COLLISION2D_SOLID_QUERY_HULL_FILTER3_CONSTANTS

}  // namespace collision2d::solid::internal

HWY_BEFORE_NAMESPACE();
namespace collision2d::solid::internal::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using D = hn::CappedTag<float, kShadowPadding>;
using V = hn::Vec<D>;

struct Vectors {
  V x;
  V y;
  V z;
};

HWY_INLINE Vectors Broadcast(const Vec3& v) {
  const D d;
  return {hn::Set(d, static_cast<float>(v.x)), hn::Set(d, static_cast<float>(v.y)), hn::Set(d, static_cast<float>(v.z))};
}

// Without fused products: the same bits on every instruction set.
HWY_INLINE V Dots(const Vectors& u, const float* HWY_RESTRICT at, int stride) {
  const D d;
  const V xy = hn::Add(hn::Mul(u.x, hn::LoadU(d, at)), hn::Mul(u.y, hn::LoadU(d, at + stride)));
  return hn::Add(xy, hn::Mul(u.z, hn::LoadU(d, at + 2 * stride)));
}

struct Highest {
  float height;
  int index;
};

// The point with the largest dot product.
HWY_INLINE Highest FindHighest(const float* HWY_RESTRICT at, int stride, const Vec3& direction) {
  const D d;
  const int lanes = static_cast<int>(hn::Lanes(d));
  const Vectors u = Broadcast(direction);
  V best = Dots(u, at, stride);
  if (stride == lanes) {
    const V top = hn::MaxOfLanes(d, best);
    return {hn::GetLane(top), static_cast<int>(hn::FindFirstTrue(d, hn::Eq(best, top)))};
  }
  const V step = hn::Set(d, static_cast<float>(lanes));
  V index = hn::Iota(d, 0.0f);
  V best_index = index;
  for (int i = lanes; i < stride; i += lanes) {
    index = hn::Add(index, step);
    const V height = Dots(u, at + i, stride);
    best_index = hn::IfThenElse(hn::Gt(height, best), index, best_index);
    best = hn::Max(best, height);
  }
  const V top = hn::MaxOfLanes(d, best);
  HWY_ALIGN float indices[kShadowPadding];
  hn::Store(best_index, d, indices);
  return {hn::GetLane(top), static_cast<int>(indices[hn::FindFirstTrue(d, hn::Eq(best, top))])};
}

HWY_INLINE Vec3 Get(const float* HWY_RESTRICT at, int stride, int index) {
  return {at[index], at[index + stride], at[index + 2 * stride]};
}

class HullSearch {
 public:
  HWY_INLINE explicit HullSearch(const ShadowPair& pair)
      : a_(pair.a.vertices()),
        stride_a_(pair.a.vertex_stride),
        stride_b_(pair.b.vertex_stride),
        center_(pair.center),
        size_m_(pair.outer_sum_m),
        error_m_(kShadowError * pair.outer_sum_m + pair.posing_error_m) {}

  HWY_INLINE FilterVerdict3 Run(const ShadowPair& pair) {
    const Vec3 line = -center_;
    const Vec3 line_in_b = pair.rotation.TransposeTimes(center_);
    const Highest gauge_a = FindHighest(pair.a.faces(), pair.a.face_stride, line);
    const Highest gauge_b = FindHighest(pair.b.faces(), pair.b.face_stride, line_in_b);
    const double gauge_error = kGaugeError * Norm1(line) / pair.least_inner_m;
    const double at_a = gauge_a.height + gauge_error;
    const double at_b = gauge_b.height + gauge_error;
    if (at_a * at_b < (1.0 - kShadowShrink) * (at_a + at_b)) return FilterVerdict3::kOverlap;
    Pose(pair);
    const Vec3 face_a = Get(pair.a.faces(), pair.a.face_stride, gauge_a.index);
    const Vec3 face_b = -(pair.rotation * Get(pair.b.faces(), pair.b.face_stride, gauge_b.index));
    if (Separates(face_a, &first_)) return FilterVerdict3::kApart;
    if (Separates(face_b, &second_)) return FilterVerdict3::kApart;
    return FindPortal();
  }

  int supports() const { return supports_; }

 private:
  HWY_INLINE void Pose(const ShadowPair& pair) {
    const D d;
    const int lanes = static_cast<int>(hn::Lanes(d));
    const Vectors row[3] = {Broadcast(pair.rotation.row[0]), Broadcast(pair.rotation.row[1]),
                            Broadcast(pair.rotation.row[2])};
    const Vectors t = Broadcast(-center_);
    const float* const at = pair.b.vertices();
    for (int i = 0; i < stride_b_; i += lanes) {
      hn::Store(hn::Add(Dots(row[0], at + i, stride_b_), t.x), d, b_ + i);
      hn::Store(hn::Add(Dots(row[1], at + i, stride_b_), t.y), d, b_ + i + stride_b_);
      hn::Store(hn::Add(Dots(row[2], at + i, stride_b_), t.z), d, b_ + i + 2 * stride_b_);
    }
  }

  // Looks for the support point of the CSO. True if the plane through it separates, for certain.
  HWY_INLINE bool Separates(const Vec3& direction, Vec3* point) {
    ++supports_;
    const int i = FindHighest(a_, stride_a_, direction).index;
    const int j = FindHighest(b_, stride_b_, -direction).index;
    *point = Get(a_, stride_a_, i) - Get(b_, stride_b_, j);
    return Dot(direction, *point) < -error_m_ * Norm1(direction);
  }

  static HWY_INLINE bool IsShort(const Vec3& direction) { return !(Norm1(direction) > kShortDirection); }

  // From any two points of the CSO.
  HWY_INLINE FilterVerdict3 FindPortal() {
    Vec3 normal = Cross(first_ - center_, second_ - center_);
    if (ABSL_PREDICT_FALSE(IsShort(normal))) {
      const Vec3 across = Cross(first_, center_);
      if (IsShort(across)) return FilterVerdict3::kOpen;
      if (Separates(across, &second_)) return FilterVerdict3::kApart;
      normal = Cross(first_ - center_, second_ - center_);
    }
    if (Dot(normal, center_) > 0.0) {
      std::swap(first_, second_);
      normal = -normal;
    }
    // The ray lies between the half-planes from the line of the centre through the first and the second point.
    for (;;) {
      if (ABSL_PREDICT_FALSE(supports_ == kShadowSupports || IsShort(normal))) return FilterVerdict3::kOpen;
      if (Separates(normal, &third_)) return FilterVerdict3::kApart;
      const Vec3 across = Cross(third_, center_);
      if (Dot(first_, across) < 0.0) {
        second_ = third_;
      } else if (Dot(second_, across) > 0.0) {
        first_ = third_;
      } else {
        return Refine();
      }
      normal = Cross(first_ - center_, second_ - center_);
    }
  }

  // The ray passes the triangle of the three points, up to rounding.
  HWY_INLINE FilterVerdict3 Refine() {
    for (;;) {
      const Vec3 normal = Cross(second_ - first_, third_ - first_);
      const double height = Dot(normal, first_);
      if (!(height < 0.0)) return Encloses(normal, height) ? FilterVerdict3::kOverlap : FilterVerdict3::kOpen;
      if (ABSL_PREDICT_FALSE(supports_ == kShadowSupports || IsShort(normal))) return FilterVerdict3::kOpen;
      Vec3 next;
      if (Separates(normal, &next)) return FilterVerdict3::kApart;
      // Of the three triangles between `next` and the edges of the portal the one that the ray passes.
      const Vec3 across = Cross(next, center_);
      const bool left_of_first = Dot(first_, across) > 0.0;
      const bool replace_first = left_of_first ? Dot(second_, across) > 0.0 : !(Dot(third_, across) > 0.0);
      if (replace_first) {
        first_ = next;
      } else {
        (left_of_first ? third_ : second_) = next;
      }
    }
  }

  // A ball of radius error_m_ around the origin is in the tetrahedron of the centre and the portal, whose plane has this normal and
  // height.
  HWY_INLINE bool Encloses(const Vec3& normal, double height) const {
    const double least = kShadowDeterminantError * size_m_ * size_m_ * size_m_;
    const Vec3 first = first_ - center_;
    const Vec3 second = second_ - center_;
    const Vec3 third = third_ - center_;
    const Vec3 sides[3] = {Cross(second, first), Cross(first, third), Cross(third, second)};
    bool inside = height > error_m_ * Norm1(normal) + least;
    for (const Vec3& side : sides) inside &= Dot(side, center_) > error_m_ * Norm1(side) + least;
    return inside;
  }

  const float* a_;
  int stride_a_;
  int stride_b_;
  Vec3 center_;
  double size_m_;
  double error_m_;
  int supports_ = 0;
  Vec3 first_;
  Vec3 second_;
  Vec3 third_;
  // Posed, seen from the centre of a.
  HWY_ALIGN float b_[3 * kMaxShadowVertices];
};

FilterVerdict3 Filter(const ShadowPair& pair, HullFilterCounts* counts) {
  HullSearch search(pair);
  const FilterVerdict3 verdict = search.Run(pair);
  counts->supports = search.supports();
  return verdict;
}

}  // namespace collision2d::solid::internal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace collision2d::solid::internal {

HWY_EXPORT(Filter);

FilterVerdict3 FilterHulls(const ShadowPair& pair, HullFilterCounts* counts) {
  return HWY_DYNAMIC_DISPATCH(Filter)(pair, counts);
}

}  // namespace collision2d::solid::internal
#endif  // HWY_ONCE
