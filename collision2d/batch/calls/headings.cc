#include "collision2d/batch/calls/headings.h"

#include <cstddef>
#include <cstdint>

#include "absl/base/macros.h"
#include "collision2d/code_generation.h"
#include "collision2d/geometry/sine_cosine.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "collision2d/batch/calls/headings.cc"
#include "hwy/foreach_target.h"
// After foreach_target.h.
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace collision2d::internal::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Sets the rotations of whole vectors of poses from the first one on, and returns how many: up to
// the first vector with an angle that is not within kMaxAngle_rad. The constants, the operations
// and their order are those of ComputeSineCosine, whose error is proven; headings_test compares the
// bits.
size_t SetWholeHeadings(const double* yaw_rad, Pose2* poses, size_t count) {
  constexpr double kHalfPi[] = {0x1.921fb544p+0, 0x1.0b4611a6p-34, 0x1.3198a2e037073p-69};
  constexpr double kEighthTurn_rad = 0x1.921fb54442d18p-1;
  constexpr double kQuartersPerRad = 0x1.45f306dc9c883p-1;
  constexpr double kRoundToInteger = 0x1.8p52;
  constexpr double kSineTerms[8] = {
      -1.0 / 6.0,        1.0 / 120.0,        -1.0 / 5040.0,          1.0 / 362880.0,
      -1.0 / 39916800.0, 1.0 / 6227020800.0, -1.0 / 1307674368000.0, 1.0 / 355687428096000.0};
  constexpr double kCosineTerms[8] = {1.0 / 24.0,        -1.0 / 720.0,         1.0 / 40320.0,          -1.0 / 3628800.0,
                                      1.0 / 479001600.0, -1.0 / 87178291200.0, 1.0 / 20922789888000.0, 0.0};
  const hn::CappedTag<double, 8> d;
  const hn::RebindToUnsigned<decltype(d)> bits;
  const auto set = [&](double value) { return hn::Set(d, value); };
  // a + b c.
  const auto plus = [](auto a, auto b, auto c) { return hn::Add(a, hn::Mul(b, c)); };
  HWY_ALIGN double sines[8];
  HWY_ALIGN double cosines[8];
  size_t p = 0;
  for (; p + hn::Lanes(d) <= count; p += hn::Lanes(d)) {
    const auto angle = hn::LoadU(d, yaw_rad + p);
    if (!hn::AllTrue(d, hn::Le(hn::Abs(angle), set(kMaxAngle_rad)))) break;
    // The last bits of the rounded number are those of the count of quarter turns.
    const auto is_small = hn::Le(hn::Abs(angle), set(kEighthTurn_rad));
    const auto rounded =
        hn::IfThenElse(is_small, set(kRoundToInteger), plus(set(kRoundToInteger), angle, set(kQuartersPerRad)));
    const auto quarters = hn::Sub(rounded, set(kRoundToInteger));
    const auto x =
        hn::Sub(hn::Sub(hn::Sub(angle, hn::Mul(quarters, set(kHalfPi[0]))), hn::Mul(quarters, set(kHalfPi[1]))),
                hn::Mul(quarters, set(kHalfPi[2])));
    const auto z = hn::Mul(x, x);
    const auto z2 = hn::Mul(z, z);
    const auto z4 = hn::Mul(z2, z2);
    const auto sum_of = [&](const double(&c)[8]) {
      const auto low = plus(plus(set(c[0]), z, set(c[1])), z2, plus(set(c[2]), z, set(c[3])));
      const auto high = plus(plus(set(c[4]), z, set(c[5])), z2, plus(set(c[6]), z, set(c[7])));
      return plus(low, z4, high);
    };
    const auto sine = plus(x, x, hn::Mul(z, sum_of(kSineTerms)));
    const auto cosine = hn::Sub(set(1.0), hn::Sub(hn::Mul(set(0.5), z), hn::Mul(z2, sum_of(kCosineTerms))));
    const auto quadrant = hn::BitCast(bits, rounded);
    const auto one = hn::Set(bits, 1);
    const auto two = hn::Set(bits, 2);
    const auto is_swapped = hn::RebindMask(d, hn::TestBit(quadrant, one));
    // The bit of 2 is the sign of the sine, and that of quadrants 1 and 2 the sign of the cosine.
    const auto sign_of = [&](auto of) { return hn::BitCast(d, hn::ShiftLeft<62>(hn::And(of, two))); };
    hn::Store(hn::Xor(hn::IfThenElse(is_swapped, cosine, sine), sign_of(quadrant)), d, sines);
    hn::Store(hn::Xor(hn::IfThenElse(is_swapped, sine, cosine), sign_of(hn::Add(quadrant, one))), d, cosines);
    for (size_t i = 0; i < hn::Lanes(d); ++i) {
      poses[p + i].cos = cosines[i];
      poses[p + i].sin = sines[i];
    }
  }
  return p;
}

}  // namespace collision2d::internal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace collision2d::internal {

HWY_EXPORT(SetWholeHeadings);

void SetHeadings(absl::Span<const double> yaw_rad, absl::Span<Pose2> poses) {
  ABSL_ASSERT(yaw_rad.size() == poses.size());
  const size_t whole = HWY_DYNAMIC_DISPATCH(SetWholeHeadings)(yaw_rad.data(), poses.data(), poses.size());
  for (size_t p = whole; p < poses.size(); ++p) poses[p] = Pose2::FromYaw(poses[p].translation, yaw_rad[p]);
}

}  // namespace collision2d::internal
#endif  // HWY_ONCE
