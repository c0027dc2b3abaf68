#include "collision2d/solid/shapes/gauss_map.h"

#include <cmath>
#include <cstddef>

#include "absl/types/span.h"
#include "collision2d/solid/geometry/vec3.h"

namespace collision2d::solid::internal {
namespace {

using FaceCorners = absl::Span<const int32_t>;

// Selects the corner whose triangle with its neighbours has the largest sine. Returns false if that is too small.
bool MakeFace(absl::Span<const Vec3> vertices, FaceCorners corners, GaussFace* face, Vec3* face_normal) {
  double best_sine_sq = kGaussLeastSine * kGaussLeastSine;
  bool is_known = false;
  for (size_t i = 0; i < corners.size(); ++i) {
    const int32_t p = corners[i];
    const int32_t q = corners[(i + 1) % corners.size()];
    const int32_t r = corners[(i + corners.size() - 1) % corners.size()];
    const Vec3 pq = Normalized(vertices[q] - vertices[p]);
    const Vec3 pr = Normalized(vertices[r] - vertices[p]);
    const Vec3 normal = Cross(pq, pr);
    const double sine_sq = NormSquared(normal);
    if (!(sine_sq > best_sine_sq)) continue;
    best_sine_sq = sine_sq;
    is_known = true;
    *face_normal = Normalized(normal);
    face->corner = {p, q, r};
  }
  return is_known;
}

// Returns the face to the left of the edge from p to q seen from outside; -1 if there is none.
int32_t FaceOf(FaceCorners face_corners, FaceCorners face_begin, int32_t p, int32_t q) {
  for (size_t f = 0; f + 1 < face_begin.size(); ++f) {
    const size_t begin = static_cast<size_t>(face_begin[f]);
    const size_t end = static_cast<size_t>(face_begin[f + 1]);
    for (size_t i = begin; i < end; ++i) {
      if (face_corners[i] == p && face_corners[i + 1 == end ? begin : i + 1] == q) return static_cast<int32_t>(f);
    }
  }
  return -1;
}

}  // namespace

GaussMap MakeGaussMap(absl::Span<const Vec3> vertices, absl::Span<const std::array<int32_t, 2>> edges,
                      absl::Span<const int32_t> face_corners, absl::Span<const int32_t> face_begin) {
  GaussMap map;
  const size_t num_faces = face_begin.size() - 1;
  if (num_faces < 4 || num_faces > static_cast<size_t>(kMaxGaussFaces)) return {};
  map.faces.resize(num_faces);
  map.normals.resize(num_faces);
  for (size_t f = 0; f < num_faces; ++f) {
    const size_t begin = static_cast<size_t>(face_begin[f]);
    const size_t count = static_cast<size_t>(face_begin[f + 1]) - begin;
    if (!MakeFace(vertices, face_corners.subspan(begin, count), &map.faces[f], &map.normals[f])) return {};
  }
  for (const std::array<int32_t, 2>& edge : edges) {
    // Example, a cube: x is the right face and z the left face of the edge that goes along y, and z x x = y.
    const int32_t left = FaceOf(face_corners, face_begin, edge[0], edge[1]);
    const int32_t right = FaceOf(face_corners, face_begin, edge[1], edge[0]);
    if (left < 0 || right < 0) return {};
    const uint64_t bit = uint64_t{1} << map.edges.size();
    map.faces[static_cast<size_t>(right)].first_of |= bit;
    map.faces[static_cast<size_t>(left)].second_of |= bit;
    map.edges.push_back({edge, {right, left}, Normalized(vertices[edge[1]] - vertices[edge[0]])});
  }
  return map;
}

}  // namespace collision2d::solid::internal
