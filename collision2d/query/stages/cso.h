#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "absl/base/macros.h"
#include "absl/base/optimization.h"
#include "absl/types/span.h"
#include "collision2d/code_generation.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/padded_ring.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/tolerances.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/query/stages/simplex.h"
#include "collision2d/query/stages/support.h"

namespace collision2d::internal {

// Choices that are unpredictable from pair to pair, computed without a branch: a conditional
// expression is often compiled to one, and a mispredicted branch costs as much as 40 operations.

// condition ? yes : no.
constexpr int Select(bool condition, int yes, int no) { return no ^ ((yes ^ no) & -static_cast<int>(condition)); }

template <typename T>
const T* Select(bool condition, const T* yes, const T* no) {
  const auto yes_bits = reinterpret_cast<uintptr_t>(yes);
  const auto no_bits = reinterpret_cast<uintptr_t>(no);
  return reinterpret_cast<const T*>(no_bits ^ ((yes_bits ^ no_bits) & -static_cast<uintptr_t>(condition)));
}

// condition ? 1 : -1.
constexpr int Sign(bool condition) { return 2 * static_cast<int>(condition) - 1; }

// True if `a` comes before `b` in an order that depends on the shapes alone, not on their places in
// a call. Of two shapes that are equal to the bit neither comes first.
inline bool ComesFirst(const ConvexPolygon& a, const ConvexPolygon& b) {
  const Vec2 center_a = a.center();
  const Vec2 center_b = b.center();
  // The order is unpredictable, so that no branch depends on it.
  if (ABSL_PREDICT_TRUE(center_a.x != center_b.x)) return center_a.x < center_b.x;
  if (center_a.y != center_b.y) return center_a.y < center_b.y;
  if (a.radius_m() != b.radius_m()) return a.radius_m() < b.radius_m();
  return std::lexicographical_compare(a.vertices().begin(), a.vertices().end(), b.vertices().begin(),
                                      b.vertices().end(), LexicographicallyLess);
}

// Calls query(first, second, swapped) with the shapes of a query in one frame in their order, so
// that (a, b) and (b, a) take the same steps and agree to the bit, also where ties are broken.
template <typename Query>
COLLISION2D_HOT_INLINE inline auto InCanonicalOrder(const ConvexPolygon& a, const ConvexPolygon& b,
                                                    const Query& query) {
  const bool swapped = ComesFirst(b, a);
  return query(*Select(swapped, &b, &a), *Select(swapped, &a, &b), swapped);
}

// The two placements of the second shape of a pair: as it is, or posed into the frame of the first.
// Both give the vertex in the query frame and take a direction of the query frame to the shape's
// own frame.
struct SameFrame {
  static constexpr bool kRounds = false;

  Vec2 ToQueryFrame(Vec2 p) const { return p; }
  Vec2 ToShapeFrame(Vec2 direction) const { return direction; }
  Vec2 FromShapeFrame(Vec2 direction) const { return direction; }
  SecondMoments ToQueryFrame(const SecondMoments& moments) const { return moments; }
  double PosingMagnitude(const ConvexPolygon&) const { return 0.0; }
  const Pose2* pose() const { return nullptr; }
};

struct PosedFrame {
  static constexpr bool kRounds = true;

  Pose2 a_from_b;

  Vec2 ToQueryFrame(Vec2 p) const { return a_from_b * p; }
  Vec2 ToShapeFrame(Vec2 direction) const { return a_from_b.RotateBack(direction); }
  Vec2 FromShapeFrame(Vec2 direction) const { return a_from_b.Rotate(direction); }
  // R M R^T.
  SecondMoments ToQueryFrame(const SecondMoments& moments) const {
    const auto c = static_cast<float>(a_from_b.cos);
    const auto s = static_cast<float>(a_from_b.sin);
    const float twice = 2.0f * c * s * moments.xy;
    return {c * c * moments.xx - twice + s * s * moments.yy,
            c * s * (moments.xx - moments.yy) + (c * c - s * s) * moments.xy,
            s * s * moments.xx + twice + c * c * moments.yy};
  }
  // m. The magnitude of the coordinates that posing rounds. Infinite or NaN for a pose that is not
  // finite, so that comparisons prove nothing.
  double PosingMagnitude(const ConvexPolygon& b) const {
    const double nothing = 0.0 * (a_from_b.cos + a_from_b.sin);
    return (Norm1(a_from_b.translation) + nothing) + 2.0 * (Norm1(b.center()) + b.bounding_radius_m());
  }
  const Pose2* pose() const { return &a_from_b; }
};

// The configuration space obstacle a - b of the vertex hulls (radii are not part of it), in the
// frame of a.
template <typename Frame>
class Cso {
 public:
  // Both shapes must outlive the object.
  Cso(const ConvexPolygon& a, const ConvexPolygon& b, const Frame& frame)
      : a_(a),
        b_(b),
        ring_a_(a.ring()),
        ring_b_(b.ring()),
        frame_(frame),
        center_difference_(a.center() - frame.ToQueryFrame(b.center())),
        posing_m_(frame.PosingMagnitude(b)) {}

  const ConvexPolygon& a() const { return a_; }
  const ConvexPolygon& b() const { return b_; }
  const Frame& frame() const { return frame_; }
  int size_a() const { return a_.size(); }
  int size_b() const { return b_.size(); }

  // The vertices, each in its own shape's frame.
  const Vec2* ring_a() const { return ring_a_; }
  const Vec2* ring_b() const { return ring_b_; }

  // In the query frame; -1 <= i <= size_a(), -1 <= j <= size_b(), as in ConvexPolygon::ring().
  Vec2 vertex_a(int i) const { return ring_a_[i]; }
  Vec2 vertex_b(int j) const { return frame_.ToQueryFrame(ring_b_[j]); }

  // From one vertex to another, in the query frame, by the shapes' own frames: exact to rounding of
  // the edge's length.
  Vec2 EdgeOfA(int from, int to) const { return ring_a_[to] - ring_a_[from]; }
  Vec2 EdgeOfB(int from, int to) const { return frame_.FromShapeFrame(ring_b_[to] - ring_b_[from]); }

  // From the centre of b to the centre of a.
  Vec2 center_difference() const { return center_difference_; }

  CsoVertex Vertex(int i, int j) const { return {vertex_a(i) - vertex_b(j), i, j}; }

  // The support point s_CSO(-v) = s_a(-v) - s_b(v). Hill climbing starts at the vertices of `near`.
  CsoVertex SupportAgainst(Vec2 v, const CsoVertex& near) const {
    return Vertex(SupportA(-v, near.vertex_a), SupportB(v, near.vertex_b));
  }

  // Index of the support point of a in `direction`.
  int SupportA(Vec2 direction, int start) const { return Support(a_, direction, start); }

  // Index of the support point of b in `direction`, a direction of the query frame.
  int SupportB(Vec2 direction, int start) const { return Support(b_, frame_.ToShapeFrame(direction), start); }

  // Index of the support point by climbing: no edge at it rises in the direction by its own dot
  // product, however short it is. A scan cannot tell vertices apart that are nearer to each other
  // than rounding of the shape's size.
  int ClimbA(Vec2 direction, int start) const { return SupportByHillClimbing(a_.vertices(), direction, start); }
  int ClimbB(Vec2 direction, int start) const {
    return SupportByHillClimbing(b_.vertices(), frame_.ToShapeFrame(direction), start);
  }

  // Bound on how far v . SupportAgainst(v).point, as computed, can be above the smallest v . (p -
  // q) of all vertices. Its last term covers underflow: a bound below it decides nothing.
  double SupportError(Vec2 v, Vec2 support_point) const {
    return kSupportRelativeError * Norm1(v) * (magnitude() + Norm1(support_point)) + 0x1p-1000;
  }

  // m. At least the sum of the diameters of a and b, and of the coordinates that posing rounds.
  double magnitude() const { return 2.0 * (a_.bounding_radius_m() + b_.bounding_radius_m()) + posing_m_; }

  // m. The magnitude of the coordinates that posing rounds.
  double posing_m() const { return posing_m_; }

  // True if the shapes' centres are in the interior of their hulls, that of b also as posed.
  bool are_centers_inside() const {
    return (a_.inner_radius_m() > 0.0) & (b_.inner_radius_m() > kCircleRelativeError * posing_m_);
  }

  // True if the vertices of b in the query frame are certainly a strictly convex ring; false for
  // slivers.
  bool is_b_convex() const { return !Frame::kRounds || b_.convexity_margin_m() > kPosingConvexityError * posing_m_; }

  // m^2. Bound on what posing's rounding of both ends of an edge of b changes in a cross product of
  // the edge and an arm.
  double edge_posing_m2() const { return kEdgePosingError * posing_m_ * extent(); }

  // m. At least the largest distance between any two points of the shapes.
  double extent() const { return magnitude() + Norm1(center_difference_); }

  // True if products of the lengths of this pair could underflow.
  bool is_tiny() const { return extent() < kSquaresUnderflow_m; }

 private:
  // Relative to the coordinates times the arm: 4 u, doubled twice. Proof: edge_posing.
  static constexpr double kEdgePosingError = 0x1p-49;

  // Up to this many vertices a scan, which has no branch to mispredict, beats climbing.
  static constexpr int kMaxScanSize = 8;

  static int Support(const ConvexPolygon& shape, Vec2 direction, int start) {
    return shape.size() <= kMaxScanSize ? SupportByScan(shape.vertices(), direction)
                                        : SupportByHillClimbing(shape.vertices(), direction, start);
  }

  const ConvexPolygon& a_;
  const ConvexPolygon& b_;
  const Vec2* ring_a_;
  const Vec2* ring_b_;
  const Frame& frame_;
  Vec2 center_difference_;
  double posing_m_;
};

// Where the rungs start: at vertices from the shapes' tables, looked up by the direction in which
// the shapes face each other.

// The sectors of the direction from a to b, and of the direction from b to a in the frame of b.
struct FacingSectors {
  int a;
  int b;
};

// The sectors by the line of the centres; two equal ones if the centres coincide, so that (a, b)
// and (b, a) have the same ones even then.
template <typename Frame>
FacingSectors SectorsWithoutMoments(const Cso<Frame>& cso) {
  return {DirectionSector(-cso.center_difference()),
          DirectionSector(cso.frame().ToShapeFrame(cso.center_difference()))};
}

// Distant shapes face each other along the line of their centres. For near shapes the direction
// from the CSO's centre to the origin is multiplied by the inverse of the shapes' summed second
// moments: for two ellipses of one shape that gives the normal of the boundary where it is nearest
// to the origin.
template <typename Frame>
COLLISION2D_HOT_INLINE inline FacingSectors SectorsOf(const Cso<Frame>& cso, bool are_distant) {
  const Vec2 c = -cso.center_difference();
  Vec2 direction = c;
  if (!are_distant) {
    const SecondMoments a = cso.a().second_moments();
    const SecondMoments b = cso.frame().ToQueryFrame(cso.b().second_moments());
    const double xx = a.xx + b.xx;
    const double xy = a.xy + b.xy;
    const double yy = a.yy + b.yy;
    direction = {yy * c.x - xy * c.y, xx * c.y - xy * c.x};
    // Single precision holds no moments of shapes below 10^-22 m, and slivers on one line have none
    // across it.
    if (ABSL_PREDICT_FALSE((direction.x == 0.0) & (direction.y == 0.0))) return SectorsWithoutMoments(cso);
  }
  const int sector_a = DirectionSector(direction);
  return {sector_a, Frame::kRounds ? DirectionSector(cso.frame().ToShapeFrame(-direction)) : OppositeSector(sector_a)};
}

// A point of the CSO, in its interior or on the side that is turned away from the origin.
template <typename Frame>
COLLISION2D_HOT_INLINE inline Vec2 InnerPoint(const Cso<Frame>& cso, const FacingSectors& sectors) {
  if (ABSL_PREDICT_TRUE(cso.are_centers_inside())) return cso.center_difference();
  return cso.vertex_a(cso.a().StartVertex(OppositeSector(sectors.a))) -
         cso.vertex_b(cso.b().StartVertex(OppositeSector(sectors.b)));
}

// Vertices of a and b whose difference is a support point of the CSO in a direction. No edge at
// them rises in the direction, however short it is.
struct CsoStart {
  Vec2 direction;
  int vertex_a = 0;
  int vertex_b = 0;
};

// A table look-up; then a climb for a posed shape, whose table is for directions of its own frame.
template <typename Frame>
COLLISION2D_HOT_INLINE inline CsoStart StartAt(const Cso<Frame>& cso, const FacingSectors& sectors) {
  const Vec2 direction = kSectorMiddle[sectors.a];
  const int sector_b = Frame::kRounds ? sectors.b : OppositeSector(sectors.a);
  CsoStart start{direction, cso.a().StartVertex(sectors.a), cso.b().StartVertex(sector_b)};
  if (ABSL_PREDICT_FALSE(cso.a().StartsAreNear())) start.vertex_a = cso.ClimbA(direction, start.vertex_a);
  if (ABSL_PREDICT_FALSE(Frame::kRounds || cso.b().StartsAreNear())) {
    start.vertex_b = cso.ClimbB(-direction, start.vertex_b);
  }
  return start;
}

// What the circles about the shapes' centres prove. Rounding makes no verdict wrong, nor
// inconsistent with Distance as computed: kCircleRelativeError is far above both errors. The
// 2^-1000 covers squares that underflow.

// True if the bounding circles, which hold the radii too, prove that the shapes are more than
// limit_m >= 0 apart.
template <typename Frame>
COLLISION2D_HOT_INLINE inline bool CirclesAreBeyond(const Cso<Frame>& cso, double limit_m) {
  const double reach_m = cso.a().bounding_radius_m() + cso.b().bounding_radius_m() + limit_m;
  const double bound_m = (1.0 + kCircleRelativeError) * reach_m + kCircleRelativeError * cso.posing_m();
  return NormSquared(cso.center_difference()) > bound_m * bound_m + 0x1p-1000;
}

// True if the inner circles prove that the vertex hulls penetrate. Both shapes must have one: the
// rounded centre of a shape without an inner circle may be outside of the shape.
template <typename Frame>
COLLISION2D_HOT_INLINE inline bool InnerCirclesOverlap(const Cso<Frame>& cso) {
  const double reach_m = cso.a().inner_radius_m() + cso.b().inner_radius_m();
  const double bound_m = (1.0 - kCircleRelativeError) * reach_m - kCircleRelativeError * cso.posing_m();
  const bool are_circles = (cso.a().inner_radius_m() > 0.0) & (cso.b().inner_radius_m() > 0.0);
  return (are_circles & (bound_m > 0.0)) && NormSquared(cso.center_difference()) + 0x1p-1000 < bound_m * bound_m;
}

}  // namespace collision2d::internal
