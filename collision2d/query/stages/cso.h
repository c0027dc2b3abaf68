#ifndef COLLISION2D_QUERY_STAGES_CSO_H_
#define COLLISION2D_QUERY_STAGES_CSO_H_

#include <algorithm>
#include <cmath>

#include "absl/base/macros.h"
#include "absl/types/span.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/tolerances.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/query/stages/simplex.h"
#include "collision2d/query/stages/support.h"

namespace collision2d::internal {

// The two placements of the second shape of a pair: as it is, or posed into the frame of the first. Both give the
// vertex in the query frame and take a direction of the query frame to the shape's own frame.
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
  // m. The magnitude of the coordinates that posing rounds. Infinite or NaN for a pose that is not finite, so that comparisons
  // prove nothing.
  double PosingMagnitude(const ConvexPolygon& b) const {
    const double nothing = 0.0 * (a_from_b.cos + a_from_b.sin);
    return (Norm1(a_from_b.translation) + nothing) + 2.0 * (Norm1(b.center()) + b.bounding_radius_m());
  }
  const Pose2* pose() const { return &a_from_b; }
};

// The configuration space obstacle a - b of the vertex hulls (radii are not part of it), in the frame of a.
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

  // From one vertex to another, in the query frame, by the shapes' own frames: exact to rounding of the edge's length.
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

  // Index of the support point by climbing: no edge at it rises in the direction by its own dot product, however short it is.
  // A scan cannot tell vertices apart that are nearer to each other than rounding of the shape's size.
  int ClimbA(Vec2 direction, int start) const { return SupportByHillClimbing(a_.vertices(), direction, start); }
  int ClimbB(Vec2 direction, int start) const {
    return SupportByHillClimbing(b_.vertices(), frame_.ToShapeFrame(direction), start);
  }

  // Bound on how far v . SupportAgainst(v).point, as computed, can be above the smallest v . (p - q) of all vertices.
  // Its last term covers underflow: a bound below it decides nothing.
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

  // True if the vertices of b in the query frame are certainly a strictly convex ring; false for slivers.
  bool is_b_convex() const { return !Frame::kRounds || b_.convexity_margin_m() > kPosingConvexityError * posing_m_; }

  // m^2. Bound on what posing's rounding of both ends of an edge of b changes in a cross product of the edge and an arm: 4 u
  // of the coordinates times the arm; doubled twice.
  double edge_posing_m2() const { return 0x1p-49 * posing_m_ * extent(); }

  // m. At least the largest distance between any two points of the shapes.
  double extent() const { return magnitude() + Norm1(center_difference_); }

  // True if products of the lengths of this pair could underflow.
  bool is_tiny() const { return extent() < kSquaresUnderflow_m; }

 private:
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

}  // namespace collision2d::internal

#endif  // COLLISION2D_QUERY_STAGES_CSO_H_
