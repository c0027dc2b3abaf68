#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "absl/base/macros.h"
#include "collision2d/code_generation.h"
#include "collision2d/solid/shapes/polytope_tables.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "collision2d/solid/shapes/vertex_scan.cc"
#include "hwy/foreach_target.h"
// After foreach_target.h.
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace collision2d::solid::internal::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using D = hn::CappedTag<double, 8>;
using V = hn::Vec<D>;

// The highest of each lane's vertices, and its index; of equal ones the first.
struct Highest {
  V height;
  V index;

  HWY_INLINE void Add(V other_height, V other_index) {
    const auto higher = hn::Gt(other_height, height);
    height = hn::Max(other_height, height);
    index = hn::IfThenElse(higher, other_index, index);
  }
};

// Without fused products: the same bits on every instruction set.
HWY_INLINE V Height(const double* HWY_RESTRICT at, int stride, V x, V y, V z) {
  const D d;
  const V xy = hn::Add(hn::Mul(x, hn::LoadU(d, at)), hn::Mul(y, hn::LoadU(d, at + stride)));
  return hn::Add(xy, hn::Mul(z, hn::LoadU(d, at + 2 * stride)));
}

// Bit i: lane i is as high as `top`.
HWY_INLINE uint64_t LanesAt(V height, V top) {
  const D d;
  uint8_t bits[8] = {0};
  hn::StoreMaskBits(d, hn::Eq(height, top), bits);
  return bits[0];
}

// Scans one, two or four vectors, all of them in registers. The index is unpredictable, so no
// branch depends on it.
HWY_INLINE int32_t ScanOne(V a) {
  const D d;
  return static_cast<int32_t>(hwy::Num0BitsBelowLS1Bit_Nonzero64(LanesAt(a, hn::MaxOfLanes(d, a))));
}

HWY_INLINE int32_t ScanTwo(V a, V b) {
  const D d;
  const size_t lanes = hn::Lanes(d);
  const V top = hn::MaxOfLanes(d, hn::Max(a, b));
  const uint64_t highest = LanesAt(a, top) | LanesAt(b, top) << lanes;
  return static_cast<int32_t>(hwy::Num0BitsBelowLS1Bit_Nonzero64(highest));
}

HWY_INLINE int32_t ScanFour(V a, V b, V c, V e) {
  const D d;
  const size_t lanes = hn::Lanes(d);
  const V top = hn::MaxOfLanes(d, hn::Max(hn::Max(a, b), hn::Max(c, e)));
  const uint64_t front = LanesAt(a, top) | LanesAt(b, top) << lanes;
  const uint64_t back = LanesAt(c, top) | LanesAt(e, top) << lanes;
  return static_cast<int32_t>(hwy::Num0BitsBelowLS1Bit_Nonzero64(front | back << (2 * lanes)));
}

// Two independent searches, which can overlap.
int32_t Scan(const double* HWY_RESTRICT values, int count, const Vec3& direction) {
  const D d;
  const int lanes = static_cast<int>(hn::Lanes(d));
  const int stride = ScanStride(count);
  const V x = hn::Set(d, direction.x);
  const V y = hn::Set(d, direction.y);
  const V z = hn::Set(d, direction.z);
  const V first = Height(values, stride, x, y, z);
  if (count <= lanes) return ScanOne(first);
  const V second = Height(values + lanes, stride, x, y, z);
  if (count <= 2 * lanes) return ScanTwo(first, second);
  if (count <= 4 * lanes && stride >= 4 * lanes) {
    return ScanFour(first, second, Height(values + 2 * lanes, stride, x, y, z),
                    Height(values + 3 * lanes, stride, x, y, z));
  }
  const V step = hn::Set(d, 2.0 * lanes);
  V even_index = hn::Iota(d, 0.0);
  V odd_index = hn::Iota(d, static_cast<double>(lanes));
  Highest even = {first, even_index};
  Highest odd = {second, odd_index};
  for (int i = 2 * lanes; i < count; i += 2 * lanes) {
    even_index = hn::Add(even_index, step);
    odd_index = hn::Add(odd_index, step);
    even.Add(Height(values + i, stride, x, y, z), even_index);
    if (i + lanes < stride) odd.Add(Height(values + i + lanes, stride, x, y, z), odd_index);
  }
  const V top = hn::MaxOfLanes(d, hn::Max(even.height, odd.height));
  const V none = hn::Set(d, std::numeric_limits<double>::max());
  const V first_highest = hn::Min(hn::IfThenElse(hn::Eq(even.height, top), even.index, none),
                                  hn::IfThenElse(hn::Eq(odd.height, top), odd.index, none));
  return static_cast<int32_t>(hn::GetLane(hn::MinOfLanes(d, first_highest)));
}

}  // namespace collision2d::solid::internal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace collision2d::solid::internal {

HWY_EXPORT(Scan);

void FillScanCoordinates(absl::Span<const Vec3> points, double* values) {
  ABSL_ASSERT(!points.empty());
  const int count = static_cast<int>(points.size());
  const int stride = ScanStride(count);
  for (int i = 0; i < stride; ++i) {
    const Vec3& p = points[static_cast<size_t>(std::min(i, count - 1))];
    values[i] = p.x;
    values[i + stride] = p.y;
    values[i + 2 * stride] = p.z;
  }
}

int32_t ScanForSupport(const double* values, int count, const Vec3& direction) {
  return HWY_DYNAMIC_DISPATCH(Scan)(values, count, direction);
}

}  // namespace collision2d::solid::internal
#endif  // HWY_ONCE
