#include "collision2d/solid/query/expanding_polytope.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "absl/base/macros.h"
#include "collision2d/solid/geometry/determinant_sign.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/query/cso3.h"
#include "collision2d/solid/query/epa_workspace.h"
#include "collision2d/solid/query/face_plane.h"

namespace collision2d::solid::internal {
namespace {

constexpr int Next(int i) { return i == 2 ? 0 : i + 1; }

// What the value of normal . arm, as computed, may be wrong by.
double DotError(const FacePlane& plane, const Vec3& arm) {
  return (plane.normal_error + kHeightRelativeError * Norm1(plane.normal)) * Norm1(arm);
}

// A lower bound of the distance from the origin to the plane of a face with the corner p, times the length of its normal:
// the error of the normal turns the plane about p.
double ScaledDistance(const FacePlane& plane, const Vec3& p) { return plane.offset - DotError(plane, p); }

// The lower bound, squared, with its sign; m^2.
double SignedSquare(double scaled_distance, double length_sq) {
  // Of the rounding of the square and the quotient, and of the length of a unit normal.
  constexpr double kDown = 1.0 - 0x1p-50;
  constexpr double kUp = 1.0 + 0x1p-50;
  return (scaled_distance > 0.0 ? kDown : -kUp) * (scaled_distance * scaled_distance) / length_sq;
}

}  // namespace

bool ExpandingPolytope::Start(const CsoPoint& p0, const CsoPoint& p1, const CsoPoint& p2, const CsoPoint& p3) {
  ABSL_ASSERT(num_vertices_ == 0);
  const int side = -Orient3dSign(p0.point, p1.point, p2.point, p3.point);
  if (side == 0) return false;
  storage_.vertices[0] = p0;
  storage_.vertices[1] = side < 0 ? p1 : p2;
  storage_.vertices[2] = side < 0 ? p2 : p1;
  storage_.vertices[3] = p3;
  num_vertices_ = 4;
  // Vertex 3 is below face 0 1 2.
  NewFace(0, 1, 2);
  NewFace(0, 3, 1);
  NewFace(1, 3, 2);
  NewFace(2, 3, 0);
  constexpr uint16_t kNeighbors[4][3] = {{1, 2, 3}, {3, 2, 0}, {1, 3, 0}, {2, 1, 0}};
  for (int f = 0; f < 4; ++f) {
    for (int i = 0; i < 3; ++i) storage_.faces[f].neighbor[i] = kNeighbors[f][i];
  }
  return true;
}

uint16_t ExpandingPolytope::NewFace(int a, int b, int c) {
  const auto f = num_free_ > 0 ? storage_.free_faces[--num_free_] : static_cast<uint16_t>(num_numbered_++);
  ABSL_ASSERT(num_numbered_ <= 2 * storage_.max_vertices);
  ++num_faces_;
  PolytopeFace& face = storage_.faces[f];
  face.plane = RoundedPlane(vertex(a).point, vertex(b).point, vertex(c).point);
  face.vertex[0] = static_cast<uint16_t>(a);
  face.vertex[1] = static_cast<uint16_t>(b);
  face.vertex[2] = static_cast<uint16_t>(c);
  face.visit = 0;
  face.is_alive = true;
  storage_.queue_positions[f] = FaceQueue::kNowhere;
  Enqueue(f);
  return f;
}

void ExpandingPolytope::Enqueue(uint16_t f) {
  const FacePlane& plane = face(f).plane;
  // A face whose normal is not known comes first, to be refined.
  double key = -std::numeric_limits<double>::infinity();
  if (plane.is_accurate) {
    // Whatever its error, the triangle is as far away in this direction as its nearest corner: a bound that the thinnest
    // sliver does not spoil.
    double distance_m = std::numeric_limits<double>::infinity();
    for (int i = 0; i < 3; ++i) {
      const Vec3 p = corner(f, i).point;
      distance_m = std::min(distance_m, Dot(plane.normal, p) - kHeightRelativeError * Norm1(plane.normal) * Norm1(p));
    }
    key = SignedSquare(distance_m, 1.0);
  } else if (plane.is_known()) {
    key = SignedSquare(ScaledDistance(plane, corner(f, 0).point), plane.length_sq);
  }
  if (key <= limit_m2_) queue_.Push(key, f);
}

double ExpandingPolytope::lower_bound_m() const {
  const double key = queue_.front().key;
  return key < 0.0 ? -std::sqrt(-key) : std::sqrt(key);
}

void ExpandingPolytope::RefineNearest() {
  const auto f = static_cast<uint16_t>(nearest());
  queue_.PopFront();
  storage_.faces[f].plane = AccuratePlane(corner(f, 0).point, corner(f, 1).point, corner(f, 2).point);
  if (face(f).plane.is_known()) Enqueue(f);
}

void ExpandingPolytope::DropNearest() { queue_.PopFront(); }

bool ExpandingPolytope::IsClearlyVisible(int f, const Vec3& w) const {
  const FacePlane& plane = face(f).plane;
  const Vec3 arm = w - corner(f, 0).point;
  return Dot(plane.normal, arm) > DotError(plane, arm);
}

bool ExpandingPolytope::IsVisible(int f, const Vec3& w) const {
  const FacePlane& plane = face(f).plane;
  const Vec3 arm = w - corner(f, 0).point;
  const double height = Dot(plane.normal, arm);
  if (std::abs(height) > DotError(plane, arm)) return height > 0.0;
  for (int i = 0; i < 3; ++i) {
    if (corner(f, i).point == w) return false;
  }
  ++exact_signs_;
  return IsBeyondPlane(corner(f, 0).point, corner(f, 1).point, corner(f, 2).point, w);
}

void ExpandingPolytope::CollectVisible(int f, const Vec3& w) {
  // Numbers of visits are as many as vertices, fewer than 2^16.
  ++visit_;
  num_visible_ = 0;
  num_horizon_ = 0;
  storage_.faces[f].visit = visit_;
  storage_.faces[f].is_visible = true;
  storage_.visible[num_visible_++] = static_cast<uint16_t>(f);
  for (int next = 0; next < num_visible_; ++next) {
    const PolytopeFace& seen = face(storage_.visible[next]);
    for (int i = 0; i < 3; ++i) {
      const uint16_t g = seen.neighbor[i];
      PolytopeFace& beyond = storage_.faces[g];
      if (beyond.visit != visit_) {
        beyond.visit = visit_;
        beyond.is_visible = IsVisible(g, w);
        if (beyond.is_visible) storage_.visible[num_visible_++] = g;
      }
      if (!beyond.is_visible) storage_.horizon[num_horizon_++] = {seen.vertex[i], seen.vertex[Next(i)], g};
    }
  }
}

void ExpandingPolytope::Expand(int f, const CsoPoint& w) {
  ABSL_ASSERT(!is_full());
  CollectVisible(f, w.point);
  for (int i = 0; i < num_visible_; ++i) {
    queue_.Remove(storage_.visible[i]);
    storage_.faces[storage_.visible[i]].is_alive = false;
    storage_.free_faces[num_free_++] = storage_.visible[i];
  }
  num_faces_ -= num_visible_;
  const int apex = num_vertices_++;
  storage_.vertices[apex] = w;
  // One new face per edge of the horizon: neighbor 0 is the unseen face, 1 and 2 are the next and the previous new one.
  // Each vertex of the horizon begins one edge.
  for (int i = 0; i < num_horizon_; ++i) {
    const HorizonEdge edge = storage_.horizon[i];
    const uint16_t g = NewFace(edge.from, edge.to, apex);
    storage_.fans[edge.from] = g;
    storage_.faces[g].neighbor[0] = edge.neighbor;
    PolytopeFace& beyond = storage_.faces[edge.neighbor];
    const int shared = beyond.vertex[0] == edge.to ? 0 : beyond.vertex[1] == edge.to ? 1 : 2;
    ABSL_ASSERT(beyond.vertex[shared] == edge.to && beyond.vertex[Next(shared)] == edge.from);
    beyond.neighbor[shared] = g;
  }
  for (int i = 0; i < num_horizon_; ++i) {
    const HorizonEdge edge = storage_.horizon[i];
    const uint16_t g = storage_.fans[edge.from];
    const uint16_t next = storage_.fans[edge.to];
    storage_.faces[g].neighbor[1] = next;
    storage_.faces[next].neighbor[2] = g;
  }
}

void ExpandingPolytope::Insert(const CsoPoint& w) {
  for (int f = 0; f < num_numbered_; ++f) {
    if (face(f).is_alive && IsVisible(f, w.point)) {
      Expand(f, w);
      return;
    }
  }
}

}  // namespace collision2d::solid::internal
