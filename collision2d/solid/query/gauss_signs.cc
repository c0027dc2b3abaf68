#include <cstdint>

#include "collision2d/code_generation.h"
#include "collision2d/solid/query/axis_penetration.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "collision2d/solid/query/gauss_signs.cc"
#include "hwy/foreach_target.h"
// After foreach_target.h.
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace collision2d::solid::internal::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using D = hn::CappedTag<double, 8>;
using V = hn::Vec<D>;

// Without fused products: the same bits on every instruction set.
HWY_INLINE V Products(const VectorLanes& vectors, int i, V x, V y, V z) {
  const D d;
  const V xy = hn::Add(hn::Mul(x, hn::LoadU(d, vectors.x + i)), hn::Mul(y, hn::LoadU(d, vectors.y + i)));
  return hn::Add(xy, hn::Mul(z, hn::LoadU(d, vectors.z + i)));
}

double Rising(const Vec3* normals, int num_normals, const VectorLanes& edges, uint64_t* rising) {
  const D d;
  const int lanes = static_cast<int>(hn::Lanes(d));
  V least = hn::Set(d, 2.0);
  for (int f = 0; f < num_normals; ++f) {
    const V x = hn::Set(d, normals[f].x);
    const V y = hn::Set(d, normals[f].y);
    const V z = hn::Set(d, normals[f].z);
    uint64_t bits = 0;
    for (int i = 0; i < edges.count; i += lanes) {
      const V rise = Products(edges, i, x, y, z);
      least = hn::Min(least, hn::Abs(rise));
      uint8_t byte[8];
      hn::StoreMaskBits(d, hn::Gt(rise, hn::Zero(d)), byte);
      bits |= static_cast<uint64_t>(byte[0]) << i;
    }
    rising[f] = bits;
  }
  return hn::GetLane(hn::MinOfLanes(d, least));
}

void Lowest(const Vec3* normals, int num_normals, const VectorLanes& vertices, double* lowest) {
  const D d;
  const int lanes = static_cast<int>(hn::Lanes(d));
  for (int f = 0; f < num_normals; ++f) {
    const V x = hn::Set(d, normals[f].x);
    const V y = hn::Set(d, normals[f].y);
    const V z = hn::Set(d, normals[f].z);
    V least = Products(vertices, 0, x, y, z);
    for (int i = lanes; i < vertices.count; i += lanes) least = hn::Min(least, Products(vertices, i, x, y, z));
    lowest[f] = hn::GetLane(hn::MinOfLanes(d, least));
  }
}

}  // namespace collision2d::solid::internal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace collision2d::solid::internal {

HWY_EXPORT(Rising);
HWY_EXPORT(Lowest);

double FindRising(const Vec3* normals, int num_normals, const VectorLanes& edges, uint64_t* rising) {
  return HWY_DYNAMIC_DISPATCH(Rising)(normals, num_normals, edges, rising);
}

void FindLowest(const Vec3* normals, int num_normals, const VectorLanes& vertices, double* lowest) {
  HWY_DYNAMIC_DISPATCH(Lowest)(normals, num_normals, vertices, lowest);
}

}  // namespace collision2d::solid::internal
#endif  // HWY_ONCE
