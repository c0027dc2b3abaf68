// The filters of moving shapes over an interval, for one instruction set: included again for each
// by foreach_target.h.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "collision2d/batch/kernels/batch_shadow.h"
#include "collision2d/batch/kernels/posed_body.h"
#include "collision2d/batch/kernels/shadow_numbers.h"
#include "collision2d/batch/kernels/swept_pair.h"
#include "collision2d/geometry/vec2.h"

#if defined(COLLISION2D_BATCH_KERNELS_SWEPT_FILTER_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef COLLISION2D_BATCH_KERNELS_SWEPT_FILTER_INL_H_
#undef COLLISION2D_BATCH_KERNELS_SWEPT_FILTER_INL_H_
#else
#define COLLISION2D_BATCH_KERNELS_SWEPT_FILTER_INL_H_
#endif

#include "collision2d/batch/kernels/block_filter-inl.h"
#include "collision2d/batch/kernels/pose_filter-inl.h"
#include "collision2d/batch/kernels/pose_shape-inl.h"
#include "collision2d/code_generation.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace collision2d::internal::HWY_NAMESPACE {

// The filters hold for bodies that move as Motion::Between: with t from 0 to 1 over the interval, a
// point v of a body frame is at p(t) + R(t) v, where p is linear and R turns by w at a constant
// rate. So its second derivative is at most w^2 |v|, and by the error term of linear interpolation
// it is within w^2 |v| / 8 of the chord of its places at both ends. The same holds of its height
// along any fixed direction.
//
// The poses at both ends are those of the shadows. The end that a motion reaches differs from the
// pose it was given by the rounding of the turn (kTrigonometryError) and by rotations that are not
// quite unit, 2^-39.8 of the arm: a ninth of kShadowPosingError, which is twice what it needs.

// How the arrows of a unit vector, each component rounded to u = 2^-24, can shorten their chord: at
// most 2^-22. With (c + e)^2 <= (1 + k) c^2 + (1 + 1 / k) e^2 and k = 2^-10, rounded up. Proof:
// chord.
constexpr float kChordSquareFactor = 1.0f + 0x1p-9f;
constexpr float kChordSquareError = 0x1p-33f;  // Proof: chord.

// The square of the turn of at most pi that takes one unit vector to another, rounded up. With q
// the square of the chord, 2 sin(w / 2), the ratio (w^2 - q) / q^2 grows with w, to below 0.367 at
// w = pi.
HWY_INLINE BlockVec SquaredTurn(BlockVec from_x, BlockVec from_y, BlockVec to_x, BlockVec to_y) {
  const BlockTag d;
  const BlockVec dx = hn::Sub(to_x, from_x);
  const BlockVec dy = hn::Sub(to_y, from_y);
  const BlockVec chord_sq = hn::MulAdd(dx, dx, hn::Mul(dy, dy));
  const BlockVec q = hn::MulAdd(hn::Set(d, kChordSquareFactor), chord_sq, hn::Set(d, kChordSquareError));
  return hn::MulAdd(hn::Mul(hn::Set(d, 0.367f), q), q, q);
}

// The error of CirclesApart for swept circles, relative to (|p|_1 + R)^2 of either circle: 14 u as
// for kCirclesApartError, 7 u for the evaluation of the power in single precision. Proof:
// swept_circles.
constexpr float kSweptCirclesError = 0x1p-19f;

// m^2. More than products of single precision lose that underflow.
constexpr float kSweptUnderflow_m2 = 0x1p-120f;

// Relative to the coordinates that a chord is computed from: three roundings of the chord, one of
// its middle, 4 u. Proof: swept_center.
constexpr float kSweptCenterError = 0x1p-21f;

// Relative, of sums of lengths in single precision. Proof: swept_rounding.
constexpr float kSweptRounding = 1.0f + 0x1p-20f;

// Circles that hold a shape at every instant of an interval, about the middles of the chords of its
// centre. Coordinates are relative to the middle of the shadow's origins at both ends.
struct alignas(64) SweptCircles {
  float center_x[kBatchLanes];
  float center_y[kBatchLanes];
  float radius[kBatchLanes];
  float turn_sq[kBatchLanes];  // The square of the turn over the interval, rad^2, at least.
};

// How the shadow's origin moves over an interval.
struct OriginShift {
  float x;
  float y;
};

// Sweeps the circles from `lane` on, as many as a vector has; those of bodies and obstacles alike,
// whose arrays have the same names. All centres are within offset_m of their frame's origin.
template <typename Circles>
HWY_INLINE void SweepCircleLanes(const Circles& start, const Circles& end, const OriginShift& shift, float offset_m,
                                 int lane, SweptCircles* swept) {
  const BlockTag d;
  const BlockVec x0 = hn::Load(d, start.center_x + lane);
  const BlockVec y0 = hn::Load(d, start.center_y + lane);
  const BlockVec x1 = hn::Load(d, end.center_x + lane);
  const BlockVec y1 = hn::Load(d, end.center_y + lane);
  const BlockVec turn_sq = SquaredTurn(hn::Load(d, start.axis_x + lane), hn::Load(d, start.axis_y + lane),
                                       hn::Load(d, end.axis_x + lane), hn::Load(d, end.axis_y + lane));
  const BlockVec way_x = hn::Add(hn::Sub(x1, x0), hn::Set(d, shift.x));
  const BlockVec way_y = hn::Add(hn::Sub(y1, y0), hn::Set(d, shift.y));
  const BlockVec half = hn::Set(d, 0.5f);
  const BlockVec half_way = hn::Mul(half, hn::Sqrt(hn::MulAdd(way_x, way_x, hn::Mul(way_y, way_y))));
  const BlockVec coordinates = hn::Add(hn::Add(hn::Abs(x0), hn::Abs(y0)), hn::Add(hn::Abs(x1), hn::Abs(y1)));
  const float fixed_m =
      kSweptCenterError * (std::abs(shift.x) + std::abs(shift.y)) + static_cast<float>(kShadowUnderflow_m);
  const BlockVec room = hn::MulAdd(hn::Set(d, kSweptCenterError), coordinates,
                                   hn::MulAdd(hn::Set(d, 0.125f * offset_m), turn_sq, hn::Set(d, fixed_m)));
  const BlockVec farthest = hn::Max(hn::Load(d, start.radius + lane), hn::Load(d, end.radius + lane));
  const BlockVec radius = hn::Mul(hn::Set(d, kSweptRounding), hn::Add(hn::Add(farthest, half_way), room));
  hn::Store(hn::Mul(half, hn::Add(x0, x1)), d, swept->center_x + lane);
  hn::Store(hn::Mul(half, hn::Add(y0, y1)), d, swept->center_y + lane);
  hn::Store(radius, d, swept->radius + lane);
  hn::Store(turn_sq, d, swept->turn_sq + lane);
}

// The swept circles of a block's shapes, with the padding contract of ShadowBlock.
struct SweptBlock : SweptCircles {
  SweptBlock(const ShadowBlock& start, const ShadowBlock& end, const OriginShift& shift) : lanes_end(start.lanes_end) {
    const BlockTag d;
    const BlockVec infinity = hn::Set(d, std::numeric_limits<float>::infinity());
    for (int lane = 0; lane < kBatchLanes; lane += static_cast<int>(hn::MaxLanes(d))) {
      SweepCircleLanes(start, end, shift, start.center_offset_m, lane, this);
      const BlockVec x = hn::Load(d, center_x + lane);
      const BlockVec y = hn::Load(d, center_y + lane);
      // Known before the radius, which is NaN in the same lanes.
      const BlockMask is_padding = hn::IsNaN(hn::Add(hn::Load(d, start.axis_x + lane), hn::Load(d, end.axis_x + lane)));
      const BlockVec r = hn::IfThenZeroElse(is_padding, hn::Load(d, radius + lane));
      const BlockVec norm = hn::Add(hn::Add(hn::Abs(x), hn::Abs(y)), r);
      const BlockVec error =
          hn::MulAdd(hn::Mul(hn::Set(d, kSweptCirclesError), norm), norm, hn::Set(d, kSweptUnderflow_m2));
      const BlockVec power = hn::Sub(hn::MulAdd(x, x, hn::MulSub(y, y, hn::Mul(r, r))), error);
      hn::Store(r, d, radius + lane);
      hn::Store(hn::IfThenElse(is_padding, infinity, power), d, origin_power + lane);
    }
  }

  // Sets the circle of a lane whose shapes at the two ends differ.
  void Set(int lane, const SweptCircle& circle) {
    center_x[lane] = circle.x;
    center_y[lane] = circle.y;
    radius[lane] = circle.radius_m;
    const float norm = std::abs(circle.x) + std::abs(circle.y) + circle.radius_m;
    const float error = kSweptCirclesError * norm * norm + kSweptUnderflow_m2;
    origin_power[lane] = circle.x * circle.x + (circle.y * circle.y - circle.radius_m * circle.radius_m) - error;
    lanes_end = std::max(lanes_end, static_cast<uint16_t>(lane + 1));
  }

  float origin_power[kBatchLanes];
  uint16_t lanes_end;
};

// A body shape on its ways from kPosesTogether poses to as many others. Circles as of PosedShape.
struct SweptShape : SweptCircles {
  PosedShape start;
  PosedShape end;
  float minus_twice_x[kPosesTogether];
  float minus_twice_y[kPosesTogether];
  float offset_m;  // How far the centre is from the origin of the frame.
  float reach_m;   // The vertices are within this of the origin of the frame.
};

// `shift`: from start_origin to end_origin.
HWY_INLINE void SweepShape(const BodyShape& shape, const Pose2* from, Vec2 start_origin, const Pose2* to,
                           Vec2 end_origin, const OriginShift& shift, SweptShape* swept) {
  PoseShape(shape, from, kPosesTogether, start_origin, &swept->start);
  PoseShape(shape, to, kPosesTogether, end_origin, &swept->end);
  const double offset_m = Norm(shape.polygon->center());
  swept->offset_m = RoundedUp(offset_m);
  swept->reach_m = RoundedUp(offset_m + shape.polygon->bounding_radius_m());
  const BlockTag d;
  for (int p = 0; p < kPosesTogether; p += static_cast<int>(hn::MaxLanes(d))) {
    SweepCircleLanes(swept->start, swept->end, shift, swept->offset_m, p, swept);
    const BlockVec minus_two = hn::Set(d, -2.0f);
    hn::Store(hn::Mul(minus_two, hn::Load(d, swept->center_x + p)), d, swept->minus_twice_x + p);
    hn::Store(hn::Mul(minus_two, hn::Load(d, swept->center_y + p)), d, swept->minus_twice_y + p);
  }
}

// m. How far below the chord of its heights at both ends a vertex within reach_m of the origin of
// its frame can be.
HWY_INLINE float SagOf(float turn_sq, float reach_m) { return 0.125f * kSweptRounding * turn_sq * reach_m; }

// The dot and cross products of two unit vectors, as magnitudes.
struct AxisProducts {
  BlockVec dot;
  BlockVec cross;
};

HWY_INLINE AxisProducts ProductsOf(BlockVec ax, BlockVec ay, BlockVec bx, BlockVec by) {
  return {hn::Abs(hn::MulAdd(ax, bx, hn::Mul(ay, by))), hn::Abs(hn::MulSub(ax, by, hn::Mul(ay, bx)))};
}

// How far two boxes reach along a unit vector, which has these products with their axes.
HWY_INLINE BlockVec ReachAlong(const AxisProducts& a, BlockVec a_length, BlockVec a_width, const AxisProducts& b,
                               BlockVec b_length, BlockVec b_width) {
  return hn::MulAdd(a_length, a.dot,
                    hn::MulAdd(a_width, a.cross, hn::MulAdd(b_length, b.dot, hn::Mul(b_width, b.cross))));
}

// The same across it.
HWY_INLINE BlockVec ReachAcross(const AxisProducts& a, BlockVec a_length, BlockVec a_width, const AxisProducts& b,
                                BlockVec b_length, BlockVec b_width) {
  return ReachAlong({a.cross, a.dot}, a_length, a_width, {b.cross, b.dot}, b_length, b_width);
}

// The lesser of the gaps at both ends along one fixed axis, on the side where it is larger: s are
// the heights of the one centre above the other.
HWY_INLINE BlockVec LesserGap(BlockVec s0, BlockVec reach0, BlockVec s1, BlockVec reach1) {
  return hn::Max(hn::Min(hn::Sub(s0, reach0), hn::Sub(s1, reach1)),
                 hn::Neg(hn::Max(hn::Add(s0, reach0), hn::Add(s1, reach1))));
}

// Relative to |dx| + |dy|: what rounding changes of a height along an axis, below 6 u; see
// kBoxDistanceError. That of the boxes' own reach, at either end and along the axes of the other,
// is below 12 u of their halves, of which kShadowSizeError holds 40. Proof: swept_height.
constexpr float kSweptHeightError = 0x1p-20f;

// The axes of both boxes at the start. Along each of them, fixed, the gap of the shapes is a least
// of differences of heights of vertices; each of these is at least the lesser of the boxes' gaps at
// both ends less what it can sag in between.
struct SweptBoxLanes {
  BoxLanes start;
  BoxLanes end;
  BlockVec sag;
  AxisProducts own;  // The products of the body's axes at the start with those at the end.
};

HWY_INLINE SweptBoxLanes BroadcastSweptBox(const SweptShape& shape, int p) {
  SweptBoxLanes lanes = {BroadcastBox(shape.start, p), BroadcastBox(shape.end, p), {}, {}};
  lanes.sag = hn::Set(BlockTag(), SagOf(shape.turn_sq[p], shape.reach_m));
  lanes.own = ProductsOf(lanes.start.axis_x, lanes.start.axis_y, lanes.end.axis_x, lanes.end.axis_y);
  return lanes;
}

// A block's shapes at both ends of an interval, in the lanes from one on.
struct ObstacleLanes {
  BlockVec dx0;  // From the body's centre, at the start and at the end.
  BlockVec dy0;
  BlockVec dx1;
  BlockVec dy1;
  BlockVec turn_sq;
  BlockVec gap;  // m. A gap of the shapes that is open throughout the interval, at least; negative: none is known.
};

HWY_INLINE ObstacleLanes CompareSwept(const SweptBoxLanes& body, const ShadowBlock& start, const ShadowBlock& end,
                                      int lane) {
  const BlockTag d;
  const BlockVec b_length = body.start.half_length;
  const BlockVec b_width = body.start.half_width;
  // Not by a default constructor: GCC for NEON cannot inline its members' into it.
  ObstacleLanes of = {hn::Sub(hn::Load(d, start.center_x + lane), body.start.center_x),
                      hn::Sub(hn::Load(d, start.center_y + lane), body.start.center_y),
                      hn::Sub(hn::Load(d, end.center_x + lane), body.end.center_x),
                      hn::Sub(hn::Load(d, end.center_y + lane), body.end.center_y),
                      {},
                      {}};
  const BlockVec ax0 = hn::Load(d, start.axis_x + lane);
  const BlockVec ay0 = hn::Load(d, start.axis_y + lane);
  const BlockVec ax1 = hn::Load(d, end.axis_x + lane);
  const BlockVec ay1 = hn::Load(d, end.axis_y + lane);
  const BlockVec a_length = hn::Load(d, start.half_length + lane);
  const BlockVec a_width = hn::Load(d, start.half_width + lane);
  const BlockVec height_error = hn::Set(d, kSweptHeightError);
  const BlockVec loss0 = hn::MulAdd(height_error, hn::Add(hn::Abs(of.dx0), hn::Abs(of.dy0)),
                                    hn::Add(body.start.error, hn::Set(d, start.error_m)));
  const BlockVec loss1 = hn::MulAdd(height_error, hn::Add(hn::Abs(of.dx1), hn::Abs(of.dy1)),
                                    hn::Add(body.end.error, hn::Set(d, end.error_m)));
  // The wider of the gaps along and across an axis, which has these products with those of both
  // boxes at both ends.
  const auto gap = [&](BlockVec nx, BlockVec ny, const AxisProducts& a0, const AxisProducts& b0, const AxisProducts& a1,
                       const AxisProducts& b1) HWY_ATTR {
    const BlockVec along0 = hn::MulAdd(of.dx0, nx, hn::Mul(of.dy0, ny));
    const BlockVec along1 = hn::MulAdd(of.dx1, nx, hn::Mul(of.dy1, ny));
    const BlockVec across0 = hn::MulSub(of.dy0, nx, hn::Mul(of.dx0, ny));
    const BlockVec across1 = hn::MulSub(of.dy1, nx, hn::Mul(of.dx1, ny));
    return hn::Max(LesserGap(along0, hn::Add(ReachAlong(a0, a_length, a_width, b0, b_length, b_width), loss0), along1,
                             hn::Add(ReachAlong(a1, a_length, a_width, b1, b_length, b_width), loss1)),
                   LesserGap(across0, hn::Add(ReachAcross(a0, a_length, a_width, b0, b_length, b_width), loss0),
                             across1, hn::Add(ReachAcross(a1, a_length, a_width, b1, b_length, b_width), loss1)));
  };
  const AxisProducts same = {hn::Set(d, 1.0f), hn::Zero(d)};
  const AxisProducts a0_b0 = ProductsOf(ax0, ay0, body.start.axis_x, body.start.axis_y);
  const AxisProducts a1_b0 = ProductsOf(ax1, ay1, body.start.axis_x, body.start.axis_y);
  const AxisProducts a0_b1 = ProductsOf(ax0, ay0, body.end.axis_x, body.end.axis_y);
  const AxisProducts a0_a1 = ProductsOf(ax0, ay0, ax1, ay1);
  const BlockVec widest = hn::Max(gap(body.start.axis_x, body.start.axis_y, a0_b0, same, a1_b0, body.own),
                                  gap(ax0, ay0, same, a0_b0, a0_a1, a0_b1));
  of.turn_sq = SquaredTurn(ax0, ay0, ax1, ay1);
  const BlockVec reach = hn::Add(hn::Load(d, start.radius + lane), hn::Set(d, start.center_offset_m));
  const BlockVec sag = hn::MulAdd(hn::Mul(hn::Set(d, 0.125f * kSweptRounding), of.turn_sq), reach, body.sag);
  of.gap = hn::Sub(widest, sag);
  return of;
}

// The lanes of a block, as bits, whose shapes are not certainly farther than margin_m from the body
// throughout the interval. The lanes of `changed`, whose shapes differ, stay open.
HWY_INLINE uint32_t OpenSweptLanes(const SweptBoxLanes& body, const ShadowBlock& start, const ShadowBlock& end,
                                   uint32_t changed, float margin_m) {
  const BlockTag d;
  uint32_t open = 0;
  for (int lane = 0; lane < kBatchLanes; lane += static_cast<int>(hn::MaxLanes(d))) {
    open |= BitsOf(hn::Not(hn::Gt(CompareSwept(body, start, end, lane).gap, hn::Set(d, kSweptRounding * margin_m))))
            << lane;
  }
  return (open & start.lanes) | changed;
}

}  // namespace collision2d::internal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // COLLISION2D_BATCH_KERNELS_SWEPT_FILTER_INL_H_
