#include "collision2d/solid/query/expanding_polytope.h"

#include <algorithm>

#include "absl/base/attributes.h"
#include "absl/base/macros.h"
#include "collision2d/solid/geometry/determinant_sign.h"

namespace collision2d::solid::internal {
namespace {

constexpr int Next(int i) { return i == 2 ? 0 : i + 1; }

// Returns a lower bound of the distance from the origin to the plane of a face with the corner p,
// times the length of its normal: the error of the normal rotates the plane about p.
double ScaledDistance(const FacePlane& plane, const Vec3& p) { return plane.offset - plane.height_error * Norm1(p); }

// The margin for comparing the square of a distance with that of the limit: the rounding of both.
constexpr double kFarther = 1.0 + 0x1p-48;

// The lower bound, squared, with its sign; m^2.
double SignedSquare(double scaled_distance, double length_sq) {
  // Covers the rounding of the square and the quotient, and of the length of a unit normal.
  constexpr double kDown = 1.0 - 0x1p-50;
  constexpr double kUp = 1.0 + 0x1p-50;
  return (scaled_distance > 0.0 ? kDown : -kUp) * (scaled_distance * scaled_distance) / length_sq;
}

// The weight of `q` in the point of the segment p, q that is closest to x.
double ClosestOfSegment(const Vec3& p, const Vec3& q, const Vec3& x) {
  const Vec3 edge = q - p;
  const double length_sq = NormSquared(edge);
  return length_sq > 0.0 ? std::clamp(Dot(x - p, edge) / length_sq, 0.0, 1.0) : 0.0;
}

// Weights of the foot of x in the plane of the triangle; may be negative. False if the triangle is
// degenerate.
bool WeightsInPlane(const Vec3& p, const Vec3& q, const Vec3& r, const Vec3& x, double w[3]) {
  const Vec3 pq = q - p;
  const Vec3 pr = r - p;
  const Vec3 normal = Cross(pq, pr);
  const double area_sq = NormSquared(normal);
  if (!(area_sq > 0.0)) return false;
  w[1] = 0.0;
  w[2] = 0.0;
  // The second round corrects the rounding error left in a sliver.
  for (int round = 0; round < 2; ++round) {
    const Vec3 rest = (x - p) - (w[1] * pq + w[2] * pr);
    w[1] += Dot(normal, Cross(rest, pr)) / area_sq;
    w[2] += Dot(normal, Cross(pq, rest)) / area_sq;
  }
  w[0] = 1.0 - w[1] - w[2];
  return true;
}

// Finds the point of a face that is closest to x, and returns its distance from x.
double ClosestOfFace(const ExpandingPolytope& polytope, const Vec3& x, FaceFoot* foot) {
  const Vec3 p = polytope.corner(foot->face, 0).point;
  const Vec3 q = polytope.corner(foot->face, 1).point;
  const Vec3 r = polytope.corner(foot->face, 2).point;
  foot->weights = ClosestOfTriangle(p, q, r, x);
  return Norm(foot->weights.Of(p, q, r) - x);
}

}  // namespace

bool ExpandingPolytope::Start(const CsoPoint& p0, const CsoPoint& p1, const CsoPoint& p2, const CsoPoint& p3) {
  ABSL_ASSERT(num_vertices_ == 0);
  const int side = -Orient3dSign(p0.point, p1.point, p2.point, p3.point);
  if (side == 0) return false;
  StartWith(side, p0, p1, p2, p3);
  return true;
}

bool ExpandingPolytope::StartIfWellShaped(const CsoPoint& p0, const CsoPoint& p1, const CsoPoint& p2,
                                          const CsoPoint& p3) {
  // So far above the rounding of the volume, below 2^-48 of this product, that its sign is certain
  // and no face is a sliver.
  constexpr double kWellShaped = 0x1p-12;
  // m. Planes of triangles with shorter edges may be unknown (face_plane.h).
  constexpr double kLeastEdge_m = 0x1p-200;
  const Vec3 e1 = p1.point - p0.point;
  const Vec3 e2 = p2.point - p0.point;
  const Vec3 e3 = p3.point - p0.point;
  const double volume = Dot(Cross(e1, e2), e3);
  if (!(std::abs(volume) > kWellShaped * Norm1(e1) * Norm1(e2) * Norm1(e3))) return false;
  if (!(std::min({Norm1(e1), Norm1(e2), Norm1(e3)}) > kLeastEdge_m)) return false;
  StartWith(volume > 0.0 ? 1 : -1, p0, p1, p2, p3);
  return true;
}

// `side` is the sign of the side of the plane of p0, p1, p2 on which p3 is: 1 where these are seen
// counter-clockwise from there.
void ExpandingPolytope::StartWith(int side, const CsoPoint& p0, const CsoPoint& p1, const CsoPoint& p2,
                                  const CsoPoint& p3) {
  storage_.vertices[0] = p0;
  storage_.vertices[1] = side < 0 ? p1 : p2;
  storage_.vertices[2] = side < 0 ? p2 : p1;
  storage_.vertices[3] = p3;
  num_vertices_ = 4;
  for (int i = 0; i < 4; ++i) reach_m_ = std::max(reach_m_, Norm1(vertex(i).point));
  // Vertex 3 is below face 0 1 2.
  NewFace(0, 1, 2);
  NewFace(0, 3, 1);
  NewFace(1, 3, 2);
  NewFace(2, 3, 0);
  constexpr uint16_t kNeighbors[4][3] = {{1, 2, 3}, {3, 2, 0}, {1, 3, 0}, {2, 1, 0}};
  for (int f = 0; f < 4; ++f) {
    for (int i = 0; i < 3; ++i) storage_.faces[f].neighbor[i] = kNeighbors[f][i];
  }
}

// Reuses the number, and the position in the queue, of a removed face, if there is one.
inline uint16_t ExpandingPolytope::NewFace(int a, int b, int c) {
  uint16_t f;
  if (num_free_ > 0) {
    f = storage_.free_faces[--num_free_];
  } else {
    ABSL_ASSERT(num_numbered_ < 2 * storage_.max_vertices);
    f = static_cast<uint16_t>(num_numbered_++);
    storage_.queue_positions[f] = FaceQueue::kNowhere;
  }
  ++num_faces_;
  PolytopeFace& face = storage_.faces[f];
  // Copied by fields: copying the whole would wait for the stores of its parts.
  const FacePlane plane = RoundedPlane(vertex(a).point, vertex(b).point, vertex(c).point);
  face.plane.normal.x = plane.normal.x;
  face.plane.normal.y = plane.normal.y;
  face.plane.normal.z = plane.normal.z;
  face.plane.offset = plane.offset;
  face.plane.length_sq = plane.length_sq;
  face.plane.normal_error = plane.normal_error;
  face.plane.height_error = plane.height_error;
  face.plane.is_accurate = false;
  face.vertex[0] = static_cast<uint16_t>(a);
  face.vertex[1] = static_cast<uint16_t>(b);
  face.vertex[2] = static_cast<uint16_t>(c);
  face.visit = 0;
  face.is_alive = true;
  Enqueue(f);
  return f;
}

inline void ExpandingPolytope::Enqueue(uint16_t f) {
  const FacePlane& plane = face(f).plane;
  if (ABSL_PREDICT_TRUE(!plane.is_accurate && plane.is_known())) {
    const double scaled = ScaledDistance(plane, corner(f, 0).point);
    const double square = scaled * scaled;
    // Most faces are too far away, and need no division.
    if (scaled > 0.0 && square > kFarther * limit_m2_ * plane.length_sq) {
      queue_.Remove(f);
    } else {
      queue_.Set(SignedSquare(scaled, plane.length_sq), f);
    }
    return;
  }
  // A face whose normal is unknown comes first, so that it is refined.
  double key = -std::numeric_limits<double>::infinity();
  if (ABSL_PREDICT_FALSE(plane.is_accurate)) {
    // Whatever its error, the triangle is at least as far away in this direction as its nearest
    // corner: a bound that even the thinnest sliver satisfies.
    double distance_m = std::numeric_limits<double>::infinity();
    for (int i = 0; i < 3; ++i) {
      const Vec3 p = corner(f, i).point;
      distance_m = std::min(distance_m, Dot(plane.normal, p) - kHeightRelativeError * Norm1(plane.normal) * Norm1(p));
    }
    key = SignedSquare(distance_m, 1.0);
  }
  if (key <= limit_m2_) {
    queue_.Set(key, f);
  } else {
    queue_.Remove(f);
  }
}

void ExpandingPolytope::Refine(int f) {
  Drop(f);
  storage_.faces[f].plane = AccuratePlane(corner(f, 0).point, corner(f, 1).point, corner(f, 2).point);
  if (face(f).plane.is_known()) Enqueue(static_cast<uint16_t>(f));
}

ABSL_ATTRIBUTE_NOINLINE bool ExpandingPolytope::IsExactlyVisible(int f, const Vec3& w) const {
  const FacePlane& plane = face(f).plane;
  const Vec3 arm = w - corner(f, 0).point;
  const double height = Dot(plane.normal, arm);
  if (std::abs(height) > plane.height_error * Norm1(arm)) return height > 0.0;
  for (int i = 0; i < 3; ++i) {
    if (corner(f, i).point == w) return false;
  }
  ++exact_signs_;
  return IsBeyondPlane(corner(f, 0).point, corner(f, 1).point, corner(f, 2).point, w);
}

void ExpandingPolytope::CollectVisible(int f, const Vec3& w) {
  // There are as many visits as vertices, fewer than 2^16.
  ++visit_;
  num_visible_ = 0;
  num_horizon_ = 0;
  storage_.faces[f].visit = visit_;
  storage_.visible[num_visible_++] = static_cast<uint16_t>(f);
  for (int next = 0; next < num_visible_; ++next) {
    const PolytopeFace& seen = face(storage_.visible[next]);
    for (int i = 0; i < 3; ++i) {
      // Whether a face is visible is unpredictable: every face is tested from each side, and both
      // lists are written without a branch.
      const uint16_t g = seen.neighbor[i];
      PolytopeFace& beyond = storage_.faces[g];
      const bool is_visible = IsVisible(g, w);
      storage_.visible[num_visible_] = g;
      num_visible_ += static_cast<int>(is_visible) & static_cast<int>(beyond.visit != visit_);
      beyond.visit = visit_;
      storage_.horizon[num_horizon_] = {seen.vertex[i], seen.vertex[Next(i)], g};
      num_horizon_ += is_visible ? 0 : 1;
    }
  }
}

void ExpandingPolytope::Expand(int f, const CsoPoint& w) {
  ABSL_ASSERT(!is_full());
  reach_m_ = std::max(reach_m_, Norm1(w.point));
  CollectVisible(f, w.point);
  for (int i = 0; i < num_visible_; ++i) {
    storage_.faces[storage_.visible[i]].is_alive = false;
    storage_.free_faces[num_free_++] = storage_.visible[i];
  }
  num_faces_ -= num_visible_;
  const int apex = num_vertices_++;
  storage_.vertices[apex] = w;
  // One new face per edge of the horizon: neighbor 0 is the unseen face, 1 and 2 are the next and
  // the previous new one. Each vertex of the horizon begins one edge.
  for (int i = 0; i < num_horizon_; ++i) {
    const HorizonEdge edge = storage_.horizon[i];
    const uint16_t g = NewFace(edge.from, edge.to, apex);
    storage_.fans[edge.from] = g;
    storage_.faces[g].neighbor[0] = edge.neighbor;
    PolytopeFace& beyond = storage_.faces[edge.neighbor];
    // Without branches, which would be predicted correctly one time in three.
    const int shared = static_cast<int>(beyond.vertex[1] == edge.to) | static_cast<int>(beyond.vertex[2] == edge.to)
                                                                           << 1;
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
  // If the removed cap had vertices inside, some face numbers are left.
  for (int i = 0; i < num_free_; ++i) queue_.Remove(storage_.free_faces[i]);
}

void ExpandingPolytope::Insert(const CsoPoint& w) {
  reach_m_ = std::max(reach_m_, Norm1(w.point));
  for (int f = 0; f < num_numbered_; ++f) {
    if (face(f).is_alive && IsVisible(f, w.point)) {
      Expand(f, w);
      return;
    }
  }
}

TriangleWeights ClosestOfTriangle(const Vec3& p, const Vec3& q, const Vec3& r, const Vec3& x) {
  TriangleWeights inside;
  if (WeightsInPlane(p, q, r, x, inside.w) && inside.w[0] >= 0.0 && inside.w[1] >= 0.0 && inside.w[2] >= 0.0) {
    return inside;
  }
  const Vec3 corner[3] = {p, q, r};
  TriangleWeights best;
  double best_sq = NormSquared(p - x);
  for (int i = 0; i < 3; ++i) {
    const int j = Next(i);
    TriangleWeights on_edge{{0.0, 0.0, 0.0}};
    on_edge.w[j] = ClosestOfSegment(corner[i], corner[j], x);
    on_edge.w[i] = 1.0 - on_edge.w[j];
    const double distance_sq = NormSquared(on_edge.Of(p, q, r) - x);
    if (distance_sq < best_sq) {
      best_sq = distance_sq;
      best = on_edge;
    }
  }
  return best;
}

bool BringNearer(const CsoPoint& p, CsoPoint triangle[3]) {
  const auto distance_sq = [](const CsoPoint& a, const CsoPoint& b, const CsoPoint& c) {
    return NormSquared(ClosestOfTriangle(a.point, b.point, c.point, {}).Of(a.point, b.point, c.point));
  };
  int best = -1;
  double best_sq = distance_sq(triangle[0], triangle[1], triangle[2]);
  for (int i = 0; i < 3; ++i) {
    const double with_p_sq = distance_sq(i == 0 ? p : triangle[0], i == 1 ? p : triangle[1], i == 2 ? p : triangle[2]);
    if (with_p_sq < best_sq) {
      best_sq = with_p_sq;
      best = i;
    }
  }
  if (best >= 0) triangle[best] = p;
  return best >= 0;
}

FaceFoot FindFoot(const ExpandingPolytope& polytope, int f, double coplanar_m) {
  const FacePlane& plane = polytope.face(f).plane;
  const Vec3 normal = (1.0 / std::sqrt(plane.length_sq)) * plane.normal;
  const Vec3 foot = (plane.offset / plane.length_sq) * plane.normal;
  const Vec3 in_plane = polytope.corner(f, 0).point;
  // Every step goes to the triangle beyond an edge that the foot is beyond; in a facet without
  // slivers each step comes nearer. The bound is for facets with slivers.
  for (int step = 0; step < polytope.num_faces(); ++step) {
    const Vec3 corner[3] = {polytope.corner(f, 0).point, polytope.corner(f, 1).point, polytope.corner(f, 2).point};
    int worst = -1;
    double worst_m2 = 0.0;
    for (int i = 0; i < 3; ++i) {
      const double outside_m2 = -Dot(normal, Cross(corner[Next(i)] - corner[i], foot - corner[i]));
      if (outside_m2 > worst_m2) {
        worst_m2 = outside_m2;
        worst = i;
      }
    }
    if (worst < 0) break;
    const int beyond = polytope.face(f).neighbor[worst];
    bool is_coplanar = true;
    for (int i = 0; i < 3; ++i) is_coplanar &= Dot(normal, polytope.corner(beyond, i).point - in_plane) >= -coplanar_m;
    if (!is_coplanar) break;
    f = beyond;
  }
  FaceFoot best{f, {}};
  double best_m = ClosestOfFace(polytope, foot, &best);
  if (best_m <= coplanar_m) return best;
  // If two facets meet at an angle of rounding size, and are equally near within rounding, the foot
  // may be on neither; the nearest point of the surface is then used.
  for (int g = 0; g < polytope.face_range(); ++g) {
    if (!polytope.face(g).is_alive) continue;
    FaceFoot other{g, {}};
    const double other_m = ClosestOfFace(polytope, foot, &other);
    if (other_m < best_m) {
      best_m = other_m;
      best = other;
    }
  }
  return best;
}

}  // namespace collision2d::solid::internal
