#include "collision2d/solid/shapes/polytope_shadow.h"

#include <algorithm>
#include <cstddef>

namespace collision2d::solid::internal {
namespace {

// Error of a normal n = e x f relative to |e| |f|, as a norm: 12 u, with u = 2^-53; of the height n . w relative to |n|
// |w|: 6 u; of a length: 3 u. Rounded up.
constexpr double kNormalError = 0x1p-48;

// Computes the polar vertex of a face. Returns false if it is not known within kPolarError.
// Let s be the sine of the angle between the edges e and f that determine the normal, so that the normal is rotated by
// less than 2 * 12 u / s, and w, of length r, a corner relative to the centre. The height h = n . w then has an error
// of that times r, plus 6 u r; and n / h has a relative error of the rotation plus the relative error of h, plus
// roundings of 4 u.
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

std::vector<float> MakeShadowValues(absl::Span<const Vec3> vertices, absl::Span<const int32_t> face_corners,
                                    absl::Span<const int32_t> face_begin, const Vec3& center, double inner_radius_m,
                                    double outer_radius_m) {
  if (vertices.size() > kMaxShadowVertices || !(inner_radius_m > kLeastShadowRatio * outer_radius_m) ||
      outer_radius_m < kLeastShadowRadius_m || outer_radius_m > kLargestShadowRadius_m) {
    return {};
  }
  std::vector<Vec3> arms;
  for (const Vec3& v : vertices) arms.push_back(v - center);
  std::vector<Vec3> polar;
  for (size_t f = 0; f + 1 < face_begin.size(); ++f) {
    const size_t begin = static_cast<size_t>(face_begin[f]);
    const size_t count = static_cast<size_t>(face_begin[f + 1]) - begin;
    polar.emplace_back();
    if (!MakePolarVertex(vertices, face_corners.subspan(begin, count), center, &polar.back())) return {};
  }
  std::vector<float> values;
  values.reserve(static_cast<size_t>(
      3 * (ShadowStride(static_cast<int>(arms.size())) + ShadowStride(static_cast<int>(polar.size())))));
  Append(arms, &values);
  Append(polar, &values);
  return values;
}

}  // namespace collision2d::solid::internal
