#include "collision2d/solid/shapes/polytope_tables.h"

#include <algorithm>
#include <cstddef>
#include <limits>

#include "absl/base/macros.h"

namespace collision2d::solid::internal {
namespace {

// Relative error of a length: the rounded difference u, Norm 2 u.
constexpr double kLengthError = 0x1p-50;

// Error of a normal n = e x f relative to |e| |f|, as a norm: the edges' rounding, 2 u, and that of
// the cross product, at most 4 u of the two products of each coordinate: together below 12 u. Error
// of the height n . w relative to |n| |w|: the rounding of w and of the dot product, 6 u. Rounded
// up.
constexpr double kNormalError = 0x1p-48;

// Shorter normals may have lost bits to underflow.
constexpr double kSmallestNormal = 0x1p-900;

using FaceCorners = absl::Span<const int32_t>;

// Selects the corner whose triangle with its neighbours has the largest sine. Returns false if that
// is too small.
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
int32_t FaceOf(const ConvexMesh& mesh, int32_t p, int32_t q) {
  for (int32_t f = 0; f < mesh.num_faces(); ++f) {
    const FaceCorners corners = mesh.face(f);
    for (size_t i = 0; i < corners.size(); ++i) {
      if (corners[i] == p && corners[i + 1 == corners.size() ? 0 : i + 1] == q) return f;
    }
  }
  return -1;
}

// Computes the polar vertex of a face. Returns false if it is not known within kPolarError.
// Let s be the sine of the angle between the edges e and f that determine the normal, so that the
// normal is rotated by less than 2 * 12 u / s, and w, of length r, a corner relative to the centre.
// The height h = n . w then has an error of that times r, plus 6 u r; and n / h has a relative
// error of the rotation plus the relative error of h, plus roundings of 4 u.
bool MakePolarVertex(absl::Span<const Vec3> vertices, absl::Span<const int32_t> corners, const Vec3& center,
                     Vec3* polar) {
  const Vec3& origin = vertices[corners[0]];
  const Vec3 arm = origin - center;
  double best = 0.0;
  for (size_t i = 2; i < corners.size(); ++i) {
    const Vec3 first = vertices[corners[i - 1]] - origin;
    const Vec3 second = vertices[corners[i]] - origin;
    const Vec3 normal = Cross(first, second);
    const double sine = Norm(normal) / (Norm(first) * Norm(second));
    const double height = Dot(normal, arm);
    if (!(sine > best) || !(height > 0.0)) continue;
    const double error = 2.0 * kNormalError / sine + kNormalError;
    if (!(error * (1.0 + Norm(normal) * Norm(arm) / height) < 0.5 * kPolarError)) continue;
    best = sine;
    *polar = (1.0 / height) * normal;
  }
  return best > 0.0;
}

void Append(absl::Span<const Vec3> points, std::vector<float>* values) {
  const int stride = ShadowStride(static_cast<int>(points.size()));
  const int last = static_cast<int>(points.size()) - 1;
  for (const double Vec3::*const axis : {&Vec3::x, &Vec3::y, &Vec3::z}) {
    for (int i = 0; i < stride; ++i) values->push_back(static_cast<float>(points[std::min(i, last)].*axis));
  }
}

}  // namespace

double OuterRadius(absl::Span<const Vec3> vertices, const Vec3& center) {
  double radius_m = 0.0;
  for (const Vec3& v : vertices) radius_m = std::max(radius_m, Norm(v - center));
  return (1.0 + kLengthError) * radius_m;
}

double InnerRadiusAtFace(absl::Span<const Vec3> vertices, absl::Span<const int32_t> corners, const Vec3& center) {
  ABSL_ASSERT(corners.size() >= 3);
  const Vec3& origin = vertices[corners[0]];
  const double reach_m = Norm(origin - center);
  double radius_m = -std::numeric_limits<double>::infinity();
  for (size_t i = 2; i < corners.size(); ++i) {
    const Vec3 first = vertices[corners[i - 1]] - origin;
    const Vec3 second = vertices[corners[i]] - origin;
    const Vec3 normal = Cross(first, second);
    const double norm = Norm(normal);
    // Products underflow.
    if (!(norm > kSmallestNormal)) continue;
    // The normal may be rotated by this much; a thin triangle gives no information.
    const double turn = kNormalError * (Norm(first) * Norm(second) / norm);
    if (!(turn < 0.25)) continue;
    // Twice the rotation bounds the change of direction of a vector with that relative error.
    radius_m = std::max(radius_m, Dot(normal, origin - center) / norm - (2.0 * turn + kNormalError) * reach_m);
  }
  return radius_m;
}

GaussMap MakeGaussMap(const ConvexMesh& mesh) {
  GaussMap map;
  const int num_faces = mesh.num_faces();
  if (mesh.dimension() < 3 || num_faces > kMaxGaussFaces) return {};
  map.faces.resize(static_cast<size_t>(num_faces));
  map.normals.resize(static_cast<size_t>(num_faces));
  for (int f = 0; f < num_faces; ++f) {
    if (!MakeFace(mesh.vertices(), mesh.face(f), &map.faces[f], &map.normals[f])) return {};
  }
  for (const std::array<int32_t, 2>& edge : mesh.edges()) {
    // Example, a cube: x is the right face and z the left face of the edge that goes along y, and z
    // x x = y.
    const int32_t left = FaceOf(mesh, edge[0], edge[1]);
    const int32_t right = FaceOf(mesh, edge[1], edge[0]);
    if (left < 0 || right < 0) return {};
    const uint64_t bit = uint64_t{1} << map.edges.size();
    map.faces[static_cast<size_t>(right)].first_of |= bit;
    map.faces[static_cast<size_t>(left)].second_of |= bit;
    map.edges.push_back({edge, {right, left}, Normalized(mesh.vertex(edge[1]) - mesh.vertex(edge[0]))});
  }
  return map;
}

std::vector<float> MakeShadowValues(const ConvexMesh& mesh, const Vec3& center, double inner_radius_m,
                                    double outer_radius_m) {
  if (mesh.vertices().size() > kMaxShadowVertices || !(inner_radius_m > kLeastShadowRatio * outer_radius_m) ||
      outer_radius_m < kLeastShadowRadius_m || outer_radius_m > kLargestShadowRadius_m) {
    return {};
  }
  std::vector<Vec3> arms;
  for (const Vec3& v : mesh.vertices()) arms.push_back(v - center);
  std::vector<Vec3> polar(static_cast<size_t>(mesh.num_faces()));
  for (int f = 0; f < mesh.num_faces(); ++f) {
    if (!MakePolarVertex(mesh.vertices(), mesh.face(f), center, &polar[f])) return {};
  }
  std::vector<float> values;
  values.reserve(static_cast<size_t>(
      3 * (ShadowStride(static_cast<int>(arms.size())) + ShadowStride(static_cast<int>(polar.size())))));
  Append(arms, &values);
  Append(polar, &values);
  return values;
}

}  // namespace collision2d::solid::internal
