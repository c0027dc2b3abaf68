#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "absl/base/attributes.h"
#include "absl/types/span.h"
#include "collision2d/solid/geometry/pose3.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/query/axis_penetration.h"
#include "collision2d/solid/query/face_plane.h"
#include "collision2d/solid/query/query_types3.h"
#include "collision2d/solid/shapes/convex_polytope.h"
#include "collision2d/solid/shapes/polytope_tables.h"

namespace collision2d::solid::internal {
namespace {

// The sine of the angle between an edge and a face above which its sign is certain: rounding is
// below 2^-45, and the deviation from a true rotation, kUnitRotationTolerance, affects no sign,
// since normals are posed by cofactors.
constexpr double kCertainSine = 0x1p-36;

// Pairs of edges with a smaller squared sine have no clear normal.
constexpr double kLeastSineSquared = 0x1p-16;

// The margin for comparing the squares of two distances.
constexpr double kFarther = 1.0 + 0x1p-44;

// A depth below this part of the magnitude counts as near touching.
constexpr double kShallow = 0x1p-24;

// Bound on the error of the depth along a candidate's normal, relative to the magnitude: 8 u for
// the rounded edges and their product, over the sine, which is at least kGaussLeastSine; a pair of
// edges has its own sine.
constexpr double kCandidateError = 0x1p-47;

// The same of the product of a pair of edges, before it is divided by the sine.
constexpr double kProductError = 0x1p-50;

// Bound on how far rounding may put a vertex beyond the facet, or the witness points apart.
constexpr double kFacetError = 0x1p-48;

int LowestBit(uint64_t bits) { return __builtin_ctzll(bits); }

class GaussPair {
 public:
  GaussPair(const ConvexPolytope& a, const ConvexPolytope& b, const Pose3& a_from_b, double magnitude_m)
      : a_(a), b_(b), map_a_(a.gauss_map()), map_b_(b.gauss_map()), magnitude_m_(magnitude_m) {
    const Mat3& r = a_from_b.rotation;
    const Vec3 column[3] = {{r.row[0].x, r.row[1].x, r.row[2].x},
                            {r.row[0].y, r.row[1].y, r.row[2].y},
                            {r.row[0].z, r.row[1].z, r.row[2].z}};
    const Vec3 cofactor[3] = {Cross(column[1], column[2]), Cross(column[2], column[0]), Cross(column[0], column[1])};
    for (size_t f = 0; f < map_b_.faces.size(); ++f) {
      const Vec3& n = map_b_.normals[f];
      normal_b_[f] = n.x * cofactor[0] + n.y * cofactor[1] + n.z * cofactor[2];
    }
    for (int i = 0; i < b.num_vertices(); ++i) vertex_b_[i] = a_from_b * b.vertex(i);
    for (const GaussEdge& edge : map_b_.edges) edges_b_.Add(a_from_b.Rotate(edge.direction));
    edges_b_.Pad();
  }

  // Finds the facet nearest to the origin. Returns false if a sign or a normal is not clear.
  bool FindFacet() {
    if (!FindSigns()) return false;
    ConsiderFaces();
    return ConsiderEdges();
  }

  ABSL_ATTRIBUTE_NOINLINE bool Finish(PenetrationResult* result) const {
    FacePlane plane = Plane();
    if (!plane.is_known()) return false;
    if (plane.offset < 0.0) {
      plane.offset = -plane.offset;
      plane.normal = -plane.normal;
    }
    const Vec3 normal = plane.normal;
    const double depth_m = plane.offset;
    if (!(depth_m > kShallow * magnitude_m_)) return false;
    // The plane of the facet, computed exactly, is that of the candidate within half of
    // kEpaDepthError; the other half covers the candidate.
    if (!(std::abs(depth_m - depth_m_) <= kCandidateError * magnitude_m_)) return false;
    const Vec3* const vertices_a = a_.vertices().data();
    const double highest_m = Dot(normal, vertices_a[LowestOf(-normal, vertices_a, a_.num_vertices())]);
    const double height_m = highest_m - Dot(normal, vertex_b_[LowestOf(normal, vertex_b_, b_.num_vertices())]);
    if (!(height_m <= depth_m + kFacetError * magnitude_m_)) return false;
    result->depth_m = depth_m;
    result->lower_bound_m = depth_m - kFacetError * magnitude_m_;
    result->direction = normal;
    SetWitnesses(result);
    if (kind_ == Kind::kFaceOfA && !IsOnFace(a_, a_.vertices().data(), normal, result->witness_a)) return false;
    if (kind_ == Kind::kFaceOfB && !IsOnFace(b_, vertex_b_, -normal, result->witness_b)) return false;
    const Vec3 apart = result->witness_a - result->witness_b;
    return NormInfinity(apart - depth_m * normal) <= kFacetError * magnitude_m_;
  }

  // Returns whether a point of the plane of face first_ is on the face. It is, unless another facet
  // is as near within rounding at a small angle: then the foot of the origin may be on that one.
  bool IsOnFace(const ConvexPolytope& polytope, const Vec3* vertices, const Vec3& outward, const Vec3& point) const {
    const absl::Span<const int32_t> corners = polytope.face(first_);
    const double slack_m = kFacetError * magnitude_m_;
    for (size_t i = 0; i < corners.size(); ++i) {
      const Vec3& from = vertices[corners[i]];
      const Vec3 edge = vertices[corners[i + 1 == corners.size() ? 0 : i + 1]] - from;
      const double inside_m2 = Dot(outward, Cross(edge, point - from));
      if (!(inside_m2 >= -slack_m * NormInfinity(edge))) return false;
    }
    return true;
  }

 private:
  enum class Kind { kFaceOfA, kFaceOfB, kEdges };

  // This and the next two are not inlined, so that they use the same part of the stack one after
  // the other.
  ABSL_ATTRIBUTE_NOINLINE bool FindSigns() {
    VectorLanes edges_a;
    for (const GaussEdge& edge : map_a_.edges) edges_a.Add(edge.direction);
    edges_a.Pad();
    return FindRising(normal_b_, static_cast<int>(map_b_.faces.size()), edges_a, rising_a_) > kCertainSine &&
           FindRising(map_a_.normals.data(), static_cast<int>(map_a_.faces.size()), edges_b_, rising_b_) > kCertainSine;
  }

  ABSL_ATTRIBUTE_NOINLINE void ConsiderFaces() {
    VectorLanes vertices;
    for (int i = 0; i < b_.num_vertices(); ++i) vertices.Add(vertex_b_[i]);
    vertices.Pad();
    double lowest[kMaxGaussFaces];
    FindLowest(map_a_.normals.data(), static_cast<int>(map_a_.faces.size()), vertices, lowest);
    for (size_t f = 0; f < map_a_.faces.size(); ++f) {
      const double height = Dot(map_a_.normals[f], a_.vertex(map_a_.faces[f].corner[0]));
      Consider(height - lowest[f], Kind::kFaceOfA, static_cast<int>(f), 0);
    }
    vertices.count = 0;
    for (int i = 0; i < a_.num_vertices(); ++i) vertices.Add(a_.vertex(i));
    vertices.Pad();
    FindLowest(normal_b_, static_cast<int>(map_b_.faces.size()), vertices, lowest);
    for (size_t f = 0; f < map_b_.faces.size(); ++f) {
      const double height = Dot(normal_b_[f], vertex_b_[map_b_.faces[f].corner[0]]);
      Consider((height - lowest[f]) / Norm(normal_b_[f]), Kind::kFaceOfB, static_cast<int>(f), 0);
    }
    const auto face = static_cast<size_t>(first_);
    second_ = kind_ == Kind::kFaceOfA ? LowestOf(map_a_.normals[face], vertex_b_, b_.num_vertices())
                                      : LowestOf(normal_b_[face], a_.vertices().data(), a_.num_vertices());
  }

  static int LowestOf(const Vec3& normal, const Vec3* vertices, int count) {
    int lowest = 0;
    double least = std::numeric_limits<double>::infinity();
    for (int i = 0; i < count; ++i) {
      const double height = Dot(normal, vertices[i]);
      lowest = height < least ? i : lowest;
      least = height < least ? height : least;
    }
    return lowest;
  }

  void Consider(double depth_m, Kind kind, int first, int second) {
    if (!(depth_m < depth_m_)) return;
    depth_m_ = depth_m;
    kind_ = kind;
    first_ = first;
    second_ = second;
  }

  // The arc of an edge of a, and the negative of that of an edge of b, cross if each has its ends
  // on both sides of the other's plane, and they are not on opposite sides of the sphere. All edges
  // of a at once, as bits.
  ABSL_ATTRIBUTE_NOINLINE bool ConsiderEdges() {
    // Bit i: whether the normal of the first face of a's edge i rises along b's edge j; of its
    // second face.
    uint64_t first_rises[kMaxGaussEdges];
    uint64_t second_rises[kMaxGaussEdges];
    const size_t num_edges_b = map_b_.edges.size();
    for (size_t j = 0; j < num_edges_b; ++j) first_rises[j] = second_rises[j] = 0;
    for (size_t f = 0; f < map_a_.faces.size(); ++f) {
      const uint64_t rising = rising_b_[f];
      const uint64_t is_first = map_a_.faces[f].first_of;
      const uint64_t is_second = map_a_.faces[f].second_of;
      for (size_t j = 0; j < num_edges_b; ++j) {
        const uint64_t all_or_none = uint64_t{0} - (rising >> j & 1);
        first_rises[j] |= is_first & all_or_none;
        second_rises[j] |= is_second & all_or_none;
      }
    }
    for (size_t j = 0; j < num_edges_b; ++j) {
      const GaussEdge& edge_b = map_b_.edges[j];
      const uint64_t side = rising_a_[edge_b.face[0]];
      uint64_t crossing =
          (side ^ rising_a_[edge_b.face[1]]) & (first_rises[j] ^ second_rises[j]) & (second_rises[j] ^ side);
      for (; crossing != 0; crossing &= crossing - 1) {
        const int i = LowestBit(crossing);
        if (!ConsiderPair(i, static_cast<int>(j), (second_rises[j] >> i & 1) != 0)) return false;
      }
    }
    return true;
  }

  // Returns false if the pair may be the nearest and its normal is not clear, or if it may separate
  // a and b. `is_outward`: whether the product of the two edges points out of a. It is n0 (n1 .
  // e_b) - n1 (n0 . e_b), up to its length, where n0 and n1 are the normals of a's faces and e_b is
  // b's edge, which does not rise along both.
  bool ConsiderPair(int i, int j, bool is_outward) {
    const GaussEdge& edge_a = map_a_.edges[static_cast<size_t>(i)];
    const GaussEdge& edge_b = map_b_.edges[static_cast<size_t>(j)];
    const Vec3 normal = Cross(edge_a.direction, {edges_b_.x[j], edges_b_.y[j], edges_b_.z[j]});
    const double height = Dot(normal, a_.vertex(edge_a.vertex[0]) - vertex_b_[edge_b.vertex[0]]);
    const double scaled = is_outward ? height : -height;
    const double sine_sq = NormSquared(normal);
    const double shortened = scaled - kProductError * magnitude_m_;
    // Near touching, or apart.
    if (!(shortened > 0.0)) return false;
    if (shortened * shortened > kFarther * depth_m_ * depth_m_ * sine_sq) return true;
    if (!(sine_sq > kLeastSineSquared)) return false;
    Consider(scaled / std::sqrt(sine_sq), Kind::kEdges, i, j);
    return true;
  }

  // Returns the plane of the facet found, with the normal to either side, in double-double
  // arithmetic and from the posed vertices.
  FacePlane Plane() const {
    if (kind_ == Kind::kFaceOfA) {
      const std::array<int32_t, 3>& c = map_a_.faces[static_cast<size_t>(first_)].corner;
      const Vec3 p = a_.vertex(c[0]);
      return AccuratePlane(ExactEdge(vertex_b_[second_], p), ExactEdge(p, a_.vertex(c[1])),
                           ExactEdge(p, a_.vertex(c[2])));
    }
    if (kind_ == Kind::kFaceOfB) {
      const std::array<int32_t, 3>& c = map_b_.faces[static_cast<size_t>(first_)].corner;
      const Vec3 p = vertex_b_[c[0]];
      return AccuratePlane(ExactEdge(p, a_.vertex(second_)), ExactEdge(p, vertex_b_[c[1]]),
                           ExactEdge(p, vertex_b_[c[2]]));
    }
    const std::array<int32_t, 2>& u = map_a_.edges[static_cast<size_t>(first_)].vertex;
    const std::array<int32_t, 2>& v = map_b_.edges[static_cast<size_t>(second_)].vertex;
    return AccuratePlane(ExactEdge(vertex_b_[v[0]], a_.vertex(u[0])), ExactEdge(a_.vertex(u[0]), a_.vertex(u[1])),
                         ExactEdge(vertex_b_[v[0]], vertex_b_[v[1]]));
  }

  void SetWitnesses(PenetrationResult* result) const {
    const Vec3 apart = result->depth_m * result->direction;
    if (kind_ == Kind::kFaceOfA) {
      result->witness_b = vertex_b_[second_];
      result->witness_a = result->witness_b + apart;
    } else if (kind_ == Kind::kFaceOfB) {
      result->witness_a = a_.vertex(second_);
      result->witness_b = result->witness_a - apart;
    } else {
      // x along a's edge and y along b's: x u - y v = d.
      const std::array<int32_t, 2>& of_a = map_a_.edges[static_cast<size_t>(first_)].vertex;
      const std::array<int32_t, 2>& of_b = map_b_.edges[static_cast<size_t>(second_)].vertex;
      const Vec3 p = a_.vertex(of_a[0]);
      const Vec3 q = vertex_b_[of_b[0]];
      const Vec3 u = a_.vertex(of_a[1]) - p;
      const Vec3 v = vertex_b_[of_b[1]] - q;
      const Vec3 product = Cross(u, v);
      const Vec3 d = (q - p) + apart;
      const double square = NormSquared(product);
      result->witness_a = p + std::clamp(Dot(Cross(d, v), product) / square, 0.0, 1.0) * u;
      result->witness_b = q + std::clamp(Dot(Cross(d, u), product) / square, 0.0, 1.0) * v;
    }
  }

  const ConvexPolytope& a_;
  const ConvexPolytope& b_;
  const GaussMap& map_a_;
  const GaussMap& map_b_;
  double magnitude_m_;
  // Unions avoid zero-initialising what is written anyway.
  union {
    Vec3 normal_b_[kMaxGaussFaces];  // Frame of a; approximately unit vectors.
  };
  union {
    Vec3 vertex_b_[kMaxGaussVertices];  // Frame of a, as posed.
  };
  VectorLanes edges_b_;                // Directions, frame of a.
  uint64_t rising_a_[kMaxGaussFaces];  // Edges of a along the normals of b's faces.
  uint64_t rising_b_[kMaxGaussFaces];  // Edges of b along the normals of a's faces.
  // The nearest facet so far: a face and the other shape's vertex, or two edges.
  double depth_m_ = std::numeric_limits<double>::infinity();
  Kind kind_ = Kind::kFaceOfA;
  int first_ = 0;
  int second_ = 0;
};

}  // namespace

bool ComputeGaussPenetration(const ConvexPolytope& a, const ConvexPolytope& b, const Pose3& a_from_b,
                             double magnitude_m, PenetrationResult* result) {
  GaussPair pair(a, b, a_from_b, magnitude_m);
  return pair.FindFacet() && pair.Finish(result);
}

}  // namespace collision2d::solid::internal
