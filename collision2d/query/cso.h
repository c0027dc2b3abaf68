#ifndef COLLISION2D_QUERY_CSO_H_
#define COLLISION2D_QUERY_CSO_H_

#include <cmath>

#include "absl/base/macros.h"
#include "absl/types/span.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/tolerances.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/query/support.h"
#include "collision2d/subdistance/simplex.h"

namespace collision2d::internal {

// |x| + |y|.
inline double Norm1(Vec2 v) { return std::abs(v.x) + std::abs(v.y); }

// The two placements of the second shape of a pair: as it is, or posed into the frame of the first. Both give the
// vertex in the query frame and take a direction of the query frame to the shape's own frame.
struct SameFrame {
  static constexpr bool kRounds = false;

  Vec2 ToQueryFrame(Vec2 p) const { return p; }
  Vec2 ToShapeFrame(Vec2 direction) const { return direction; }
  Vec2 FromShapeFrame(Vec2 direction) const { return direction; }
  double PosingMagnitude(const ConvexPolygon&) const { return 0.0; }
};

struct PosedFrame {
  static constexpr bool kRounds = true;

  Pose2 a_from_b;

  Vec2 ToQueryFrame(Vec2 p) const { return a_from_b * p; }
  Vec2 ToShapeFrame(Vec2 direction) const { return a_from_b.RotateBack(direction); }
  Vec2 FromShapeFrame(Vec2 direction) const { return a_from_b.Rotate(direction); }
  // Of the coordinates that posing rounds.
  double PosingMagnitude(const ConvexPolygon& b) const {
    return Norm1(a_from_b.translation) + 2.0 * b.max_coordinate_m();
  }
};

// The configuration space obstacle a - b of the vertex hulls (radii are not part of it), in the frame of a.
template <typename Frame>
class Cso {
 public:
  Cso(const ConvexPolygon& a, const ConvexPolygon& b, const Frame& frame)
      : a_(a.vertices()),
        b_(b.vertices()),
        frame_(frame),
        center_difference_(a.center() - frame.ToQueryFrame(b.center())),
        magnitude_(2.0 * (a.bounding_radius_m() + b.bounding_radius_m()) + frame.PosingMagnitude(b)) {}

  int size_a() const { return static_cast<int>(a_.size()); }
  int size_b() const { return static_cast<int>(b_.size()); }

  // In the query frame.
  Vec2 vertex_a(int i) const { return a_[i]; }
  Vec2 vertex_b(int j) const { return frame_.ToQueryFrame(b_[j]); }

  // A first guess at the point of the CSO closest to the origin.
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

  // Bound on how far v . SupportAgainst(v).point, as computed, can be above the smallest v . (p - q) of all vertices.
  double SupportError(Vec2 v, Vec2 support_point) const {
    return kSupportRelativeError * Norm1(v) * (magnitude_ + Norm1(support_point));
  }

  // m. At least the sum of the diameters of a and b, and of the coordinates that posing rounds.
  double magnitude() const { return magnitude_; }

  // True if products of the lengths of this pair could underflow.
  bool is_tiny() const { return magnitude_ + Norm1(center_difference_) < kSquaresUnderflow_m; }

 private:
  // Up to this many vertices a scan, which has no branch to mispredict, beats climbing.
  static constexpr int kMaxScanSize = 8;

  static int Support(absl::Span<const Vec2> vertices, Vec2 direction, int start) {
    return static_cast<int>(vertices.size()) <= kMaxScanSize ? SupportByScan(vertices, direction)
                                                             : SupportByHillClimbing(vertices, direction, start);
  }

  absl::Span<const Vec2> a_;
  absl::Span<const Vec2> b_;
  Frame frame_;
  Vec2 center_difference_;
  double magnitude_;
};

// The vertices of a and of b in the query frame, as rings.
template <typename Frame>
struct RingOfA {
  const Cso<Frame>& cso;
  int size() const { return cso.size_a(); }
  Vec2 operator[](int i) const { return cso.vertex_a(i); }
};

template <typename Frame>
struct RingOfB {
  const Cso<Frame>& cso;
  int size() const { return cso.size_b(); }
  Vec2 operator[](int j) const { return cso.vertex_b(j); }
};

}  // namespace collision2d::internal

#endif  // COLLISION2D_QUERY_CSO_H_
