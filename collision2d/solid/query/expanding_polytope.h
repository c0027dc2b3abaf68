#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

#include "absl/base/optimization.h"
#include "absl/types/span.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/query/cso3.h"
#include "collision2d/solid/query/epa_workspace.h"
#include "collision2d/solid/query/face_plane.h"

// The polytope that EPA expands, the simplex that it starts from, and the point of its faces that
// is closest to a point.
namespace collision2d::solid::internal {

// The convex hull of points of the CSO as a closed surface of triangles that grows by one vertex at
// a time, with a queue of its faces ordered by their distance from the origin (van den Bergen 2001,
// section 4). It is the exact hull of the rounded points: a face is removed if and only if the new
// vertex is strictly beyond its plane, by an exact sign where double precision does not decide. The
// surface therefore remains convex and closed for any input, and no triangle is degenerate;
// coplanar ones are harmless. The proof, and the departure from the paper: docs/solid.md, "The
// expanding polytope".
class ExpandingPolytope {
 public:
  // `storage` must outlive the object.
  explicit ExpandingPolytope(const PolytopeStorage& storage)
      : storage_(storage), queue_(storage.queue, storage.queue_positions) {}

  // Begins with the tetrahedron of these four points. Returns false, and remains empty, if they are
  // coplanar. REQUIRES: the polytope is empty.
  bool Start(const CsoPoint& p0, const CsoPoint& p1, const CsoPoint& p2, const CsoPoint& p3);

  // Does the same, but only if the volume of the tetrahedron clearly shows that the points are not
  // coplanar; otherwise returns false.
  bool StartIfWellShaped(const CsoPoint& p0, const CsoPoint& p1, const CsoPoint& p2, const CsoPoint& p3);

  bool is_full() const { return num_vertices_ == storage_.max_vertices; }
  int num_vertices() const { return num_vertices_; }
  int num_faces() const { return num_faces_; }

  // Face numbers are below this; the faces with face(f).is_alive form the surface.
  int face_range() const { return num_numbered_; }

  const CsoPoint& vertex(int v) const { return storage_.vertices[v]; }
  const PolytopeFace& face(int f) const { return storage_.faces[f]; }
  const CsoPoint& corner(int f, int i) const { return vertex(face(f).vertex[i]); }

  // Whether the queue contains a face.
  bool has_nearest() const { return !queue_.empty(); }

  // The face whose plane is nearest to the origin; planes that the origin is beyond come first.
  struct Nearest {
    int face;
    // m. A lower bound of the distance from the origin to all planes; negative if the origin may be
    // beyond one.
    double lower_bound_m;
  };
  // O(queued faces) while there are few, see FaceQueue. REQUIRES: has_nearest().
  Nearest FindNearest() const {
    const FaceQueueEntry& front = queue_.front();
    return {front.face, front.key < 0.0 ? -std::sqrt(-front.key) : std::sqrt(front.key)};
  }

  // Recomputes the plane of a face in double-double arithmetic and updates its position in the
  // queue. If the face is too thin to have a plane, it is removed from the queue: it is then,
  // within 2^-93 of its size, on its longest edge, and the face beyond that edge is as near.
  void Refine(int f);

  // Removes a face from the queue.
  void Drop(int f) { queue_.Remove(static_cast<uint16_t>(f)); }

  // Returns whether w is beyond the plane of a face by more than the error of double precision.
  bool IsClearlyVisible(int f, const Vec3& w) const {
    const FacePlane& plane = face(f).plane;
    const Vec3 p = corner(f, 0).point;
    const Vec3 arm = w - p;
    return Dot(plane.normal, arm) > plane.height_error * Norm1(arm);
  }

  // Returns whether w is strictly beyond the plane of a face; exact. One sum of products nearly
  // always decides.
  bool IsVisible(int f, const Vec3& w) const {
    const FacePlane& plane = face(f).plane;
    const double height = Dot(plane.normal, w) - plane.offset;
    if (ABSL_PREDICT_TRUE(std::abs(height) > plane.height_error * (Norm1(w) + reach_m_))) return height > 0.0;
    return IsExactlyVisible(f, w);
  }

  // Extends the hull by w, which is strictly beyond face `f`.
  // REQUIRES: not is_full().
  void Expand(int f, const CsoPoint& w);

  // Extends the hull by w, wherever it is; does nothing if w is inside. O(faces). REQUIRES: not
  // is_full().
  void Insert(const CsoPoint& w);

  // Sets an upper bound of the depth, m, >= 0; faces farther away than this are not queued from now
  // on.
  void set_limit_m(double limit_m) { limit_m2_ = limit_m * limit_m; }

  // The number of signs that needed exact arithmetic.
  int64_t exact_signs() const { return exact_signs_; }

 private:
  void StartWith(int side, const CsoPoint& p0, const CsoPoint& p1, const CsoPoint& p2, const CsoPoint& p3);
  uint16_t NewFace(int a, int b, int c);
  bool IsExactlyVisible(int f, const Vec3& w) const;
  void CollectVisible(int f, const Vec3& w);
  void Enqueue(uint16_t f);

  PolytopeStorage storage_;
  FaceQueue queue_;
  double reach_m_ = 0.0;  // The largest 1-norm of a vertex.
  double limit_m2_ = std::numeric_limits<double>::infinity();
  int num_vertices_ = 0;
  int num_faces_ = 0;     // Number of faces of the surface.
  int num_numbered_ = 0;  // Number of face numbers ever used, including the free ones.
  int num_free_ = 0;
  int num_visible_ = 0;
  int num_horizon_ = 0;
  uint16_t visit_ = 0;
  mutable int64_t exact_signs_ = 0;
};

// A point of a triangle, given by its barycentric weights: each >= 0, with the sum 1.
struct TriangleWeights {
  double w[3] = {1.0, 0.0, 0.0};

  Vec3 Of(const Vec3& p, const Vec3& q, const Vec3& r) const { return w[0] * p + w[1] * q + w[2] * r; }
};

// Returns the point of the triangle p, q, r that is closest to x; the triangle may be a segment or
// a point. Source: Ericson 2005, section 5.1.5 (Voronoi regions); here the best of the interior and
// the three edges.
TriangleWeights ClosestOfTriangle(const Vec3& p, const Vec3& q, const Vec3& r, const Vec3& x);

// Replaces one corner of the triangle by p if that brings it nearer to the origin; returns whether
// it did.
bool BringNearer(const CsoPoint& p, CsoPoint triangle[3]);

// A triangle of the surface, and a point in it.
struct FaceFoot {
  int face = 0;
  TriangleWeights weights;
};

// Returns the foot of the perpendicular from the origin to the plane of face `f`, and the triangle
// that contains it: f, or another one within `coplanar_m` of the plane. If none of them contains
// it, the nearest point of the surface.
// O(faces of that facet); O(faces) in the latter case.
FaceFoot FindFoot(const ExpandingPolytope& polytope, int f, double coplanar_m);

// CSO points that span a point, a segment, a triangle or a tetrahedron: size - 1 dimensions.
struct AffineBasis {
  int size = 0;
  CsoPoint p[4];

  // m. Returns the distance of w from the affine hull of the points, up to rounding; for three
  // points, `normal` is the normal of their plane.
  double Height(const Vec3& w, const Vec3& normal) const {
    const Vec3 arm = w - p[0].point;
    if (size == 1) return Norm(arm);
    if (size == 2) return Norm(Cross(Normalized(p[1].point - p[0].point), arm));
    return std::abs(Dot(normal, arm));
  }
};

// The support mapping of a CSO of any type, for rare code that is compiled once.
class CsoSupport {
 public:
  // `support(direction)` returns the support point; it must outlive the object.
  template <typename Support>
  explicit CsoSupport(const Support& support)
      : support_(&support),
        call_([](const void* any, const Vec3& direction) { return (*static_cast<const Support*>(any))(direction); }) {}

  CsoPoint operator()(const Vec3& direction) const { return call_(support_, direction); }

 private:
  const void* support_;
  CsoPoint (*call_)(const void* support, const Vec3& direction);
};

// Chooses points of the CSO that span as many dimensions as it has: points of the seed if they are
// well apart, otherwise support points perpendicular to what is spanned so far (van den Bergen
// 2001, section 4, extends a triangle to a hexahedron by the supports of its normals, and a segment
// by those around it; here one dimension at a time, for any seed). magnitude_m: Cso3::Magnitude().
AffineBasis SpanCso(absl::Span<const CsoPoint> seed, double magnitude_m, const CsoSupport& support);

// Returns the unit vector along which to leave a CSO that has only the dimensions of `basis`, fewer
// than three: it is perpendicular to the CSO, and points away from it if the origin is not in its
// affine hull.
Vec3 FlatDirection(const AffineBasis& basis);

}  // namespace collision2d::solid::internal
