#ifndef COLLISION2D_SOLID_QUERY_EXPANDING_POLYTOPE_H_
#define COLLISION2D_SOLID_QUERY_EXPANDING_POLYTOPE_H_

#include <cmath>
#include <cstdint>
#include <limits>

#include "absl/base/optimization.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/query/cso3.h"
#include "collision2d/solid/query/epa_workspace.h"
#include "collision2d/solid/query/face_plane.h"
#include "collision2d/solid/query/face_queue.h"

namespace collision2d::solid::internal {

// The convex hull of points of the CSO as a closed surface of triangles, which grows by one vertex at a time, and a
// queue of its faces by their distance from the origin (van den Bergen 2001, section 4).
//
// The hull is that of the points as they are rounded, and of these it is exact: a face is removed if and only if the
// new vertex is strictly beyond its plane, by an exact sign wherever the error bound of double precision does not tell.
// So the surface stays convex and closed whatever the input:
// * What a point outside a convex polytope sees strictly is one disc of faces. (Facets that the point lies in the plane
//   of are wholly unseen; they are inside seen from a point that is moved a little inwards, for which the claim is that
//   of the general position.) Its rim is one circle of edges, each between a seen and an unseen face.
// * A new triangle is never degenerate: the new vertex is off the plane of the seen face on its edge.
// * Coplanar triangles are possible and harmless: every facet of the hull is one or more triangles.
// Departure from the paper, which splits a face by supports of its edges' normals to keep triangles well-shaped, and
// may lose convexity by rounding: here slivers are made, but their planes are known to twice the precision when they
// matter.
class ExpandingPolytope {
 public:
  // `storage` must outlive the object.
  explicit ExpandingPolytope(const PolytopeStorage& storage)
      : storage_(storage), queue_(storage.queue, storage.queue_positions) {}

  // Begins with the tetrahedron of these four points. Returns false, and holds nothing, if they are coplanar.
  // REQUIRES: the polytope is empty.
  bool Start(const CsoPoint& p0, const CsoPoint& p1, const CsoPoint& p2, const CsoPoint& p3);

  // The same, of four points that are far from a plane: if the volume tells so without question. Else returns false.
  bool StartIfWellShaped(const CsoPoint& p0, const CsoPoint& p1, const CsoPoint& p2, const CsoPoint& p3);

  bool is_full() const { return num_vertices_ == storage_.max_vertices; }
  int num_vertices() const { return num_vertices_; }
  int num_faces() const { return num_faces_; }

  // Faces have numbers below this; of these, face(f).is_alive are part of the surface.
  int face_range() const { return num_numbered_; }

  const CsoPoint& vertex(int v) const { return storage_.vertices[v]; }
  const PolytopeFace& face(int f) const { return storage_.faces[f]; }
  const CsoPoint& corner(int f, int i) const { return vertex(face(f).vertex[i]); }

  // True if some faces are left in the queue.
  bool has_nearest() const { return !queue_.empty(); }

  // The face whose plane is nearest to the origin; the planes that the origin is beyond come first.
  struct Nearest {
    int face;
    // m. A lower bound of the distance from the origin to all planes; negative if the origin may be beyond one.
    double lower_bound_m;
  };
  // O(queued faces) while they are few, see FaceQueue. REQUIRES: has_nearest().
  Nearest FindNearest() const {
    const FaceQueueEntry& front = queue_.front();
    return {front.face, front.key < 0.0 ? -std::sqrt(-front.key) : std::sqrt(front.key)};
  }

  // Computes the plane of a face with twice the precision, and puts the face where it then belongs, or out of the queue
  // if it is too thin to have a plane: then it lies, to 2^-93 of its size, on its longest edge, and the face beyond
  // that edge is as near.
  void Refine(int f);

  // Takes a face out of the queue.
  void Drop(int f) { queue_.Remove(static_cast<uint16_t>(f)); }

  // Whether w is beyond the plane of a face by more than the error of double precision.
  bool IsClearlyVisible(int f, const Vec3& w) const {
    const FacePlane& plane = face(f).plane;
    const Vec3 p = corner(f, 0).point;
    const Vec3 arm = w - p;
    return Dot(plane.normal, arm) > plane.height_error * Norm1(arm);
  }

  // Whether w is strictly beyond the plane of a face; exact. Nearly always told by one sum of products.
  bool IsVisible(int f, const Vec3& w) const {
    const FacePlane& plane = face(f).plane;
    const double height = Dot(plane.normal, w) - plane.offset;
    if (ABSL_PREDICT_TRUE(std::abs(height) > plane.height_error * (Norm1(w) + reach_m_))) return height > 0.0;
    return IsExactlyVisible(f, w);
  }

  // Extends the hull by w. `f` is a face that w is strictly beyond.
  // REQUIRES: not is_full().
  void Expand(int f, const CsoPoint& w);

  // Extends the hull by w, wherever it is; does nothing if it is inside. O(faces). REQUIRES: not is_full().
  void Insert(const CsoPoint& w);

  // Faces that are further away than this are not queued from now on: an upper bound of the depth. m, >= 0.
  void set_limit_m(double limit_m) { limit_m2_ = limit_m * limit_m; }

  // How often a sign needed exact arithmetic.
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
  int num_faces_ = 0;     // Of the surface.
  int num_numbered_ = 0;  // Faces that have ever been: the free ones are among them.
  int num_free_ = 0;
  int num_visible_ = 0;
  int num_horizon_ = 0;
  uint16_t visit_ = 0;
  mutable int64_t exact_signs_ = 0;
};

}  // namespace collision2d::solid::internal

#endif  // COLLISION2D_SOLID_QUERY_EXPANDING_POLYTOPE_H_
