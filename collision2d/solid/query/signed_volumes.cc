#include "collision2d/solid/query/signed_volumes.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "absl/base/macros.h"
#include "collision2d/solid/geometry/determinant_sign.h"
#include "collision2d/solid/query/simplex_step.h"

namespace collision2d::solid {
namespace {

// A part of the simplex and its nearest point.
struct Candidate {
  unsigned part = 0;
  std::array<double, 4> weight = {0.0, 0.0, 0.0, 0.0};
  Vec3 point;
  double distance_sq = std::numeric_limits<double>::infinity();
};

const Candidate& Nearer(const Candidate& a, const Candidate& b) { return b.distance_sq < a.distance_sq ? b : a; }

// Montanari's CompareSigns: strict, so that zero and NaN have no sign.
bool SameSign(double a, double b) { return (a > 0.0 && b > 0.0) || (a < 0.0 && b < 0.0); }

class Simplex {
 public:
  explicit Simplex(absl::Span<const Vec3> vertices) { std::copy(vertices.begin(), vertices.end(), vertex_.begin()); }

  Candidate Vertex(int i) const {
    Candidate candidate;
    candidate.part = 1u << i;
    candidate.weight[i] = 1.0;
    candidate.point = vertex_[i];
    candidate.distance_sq = NormSquared(vertex_[i]);
    return candidate;
  }

  // S1D. p = s + (-s . t) / (t . t) t with t the edge (Eq. 27 with its sign corrected).
  Candidate Segment(int i, int j) const {
    // Measured from the vertex that is nearer to the origin, which reduces cancellation.
    if (NormSquared(vertex_[j]) < NormSquared(vertex_[i])) std::swap(i, j);
    const Vec3& from = vertex_[i];
    const Vec3 edge = vertex_[j] - from;
    const double along = -Dot(from, edge);
    const double edge_sq = NormSquared(edge);
    if (!(along > 0.0)) return Vertex(i);
    if (!(along < edge_sq)) return Vertex(j);
    Candidate candidate;
    candidate.part = 1u << i | 1u << j;
    candidate.weight[j] = along / edge_sq;
    candidate.weight[i] = 1.0 - candidate.weight[j];
    candidate.point = internal::PerpendicularTo(edge, edge_sq, from + candidate.weight[j] * edge);
    candidate.distance_sq = NormSquared(candidate.point);
    return candidate;
  }

  // S2D.
  Candidate Triangle(int i, int j, int k) const {
    // Measured from the vertex that is nearest to the origin.
    if (NormSquared(vertex_[j]) < NormSquared(vertex_[i])) std::swap(i, j);
    if (NormSquared(vertex_[k]) < NormSquared(vertex_[i])) std::swap(i, k);
    const Vec3& from = vertex_[i];
    const Vec3 edge_j = vertex_[j] - from;
    const Vec3 edge_k = vertex_[k] - from;
    const double jj = NormSquared(edge_j);
    const double kk = NormSquared(edge_k);
    Vec3 normal = Cross(edge_j, edge_k);
    const bool thin = !(NormSquared(normal) > internal::kCancelledSquared * jj * kk);
    if (thin) normal = internal::ThinNormal(edge_j, edge_k, jj, kk, normal);
    const double normal_sq = NormSquared(normal);
    const double beyond_k = Dot(Cross(edge_k, from), normal);
    const double beyond_j = Dot(Cross(from, edge_j), normal);
    const double beyond_i = normal_sq - beyond_j - beyond_k;
    const bool in_j = SameSign(beyond_k, normal_sq);
    const bool in_k = SameSign(beyond_j, normal_sq);
    const bool in_i = SameSign(beyond_i, normal_sq);
    const double height = Dot(normal, from);
    const bool needle = thin && internal::IsNeedle(jj, kk, normal_sq, height * height / normal_sq);
    Candidate best;
    if (in_i && in_j && in_k && !needle) {
      best.part = 1u << i | 1u << j | 1u << k;
      best.weight[j] = beyond_k / normal_sq;
      best.weight[k] = beyond_j / normal_sq;
      best.weight[i] = beyond_i / normal_sq;
      best.point = (height / normal_sq) * normal;
      best.distance_sq = height * height / normal_sq;
      return best;
    }
    // The signs of thin triangles may be wrong, so all edges are tried.
    if (!in_i || thin) best = Nearer(best, Segment(j, k));
    if (!in_j || thin) best = Nearer(best, Segment(i, k));
    if (!in_k || thin) best = Nearer(best, Segment(i, j));
    return best;
  }

  // S3D, by exact signs: for a thin needle all four volumes may be below rounding although the
  // origin is inside.
  Candidate Tetrahedron() const {
    const int whole = Orient3dSign(vertex_[0], vertex_[1], vertex_[2], vertex_[3]);
    std::array<bool, 4> in{};
    for (size_t i = 0; i < 4; ++i) {
      std::array<Vec3, 4> with_origin = vertex_;
      with_origin[i] = Vec3{};
      in[i] = whole != 0 && Orient3dSign(with_origin[0], with_origin[1], with_origin[2], with_origin[3]) == whole;
    }
    if (in[0] && in[1] && in[2] && in[3]) return Inside();
    Candidate best;
    if (!in[0]) best = Nearer(best, Triangle(1, 2, 3));
    if (!in[1]) best = Nearer(best, Triangle(0, 2, 3));
    if (!in[2]) best = Nearer(best, Triangle(0, 1, 3));
    if (!in[3]) best = Nearer(best, Triangle(0, 1, 2));
    return best;
  }

 private:
  // The origin, by the volumes that it makes with the faces.
  Candidate Inside() const {
    Candidate inside;
    inside.part = 15;
    inside.distance_sq = 0.0;
    double sum = 0.0;
    for (size_t i = 0; i < 4; ++i) {
      const Vec3& from = vertex_[(i + 1) % 4];
      inside.weight[i] = std::abs(Dot(from, Cross(vertex_[(i + 2) % 4] - from, vertex_[(i + 3) % 4] - from)));
      sum += inside.weight[i];
    }
    // If the volumes vanish in rounding, nothing determines the weights.
    for (double& weight : inside.weight) weight = sum > 0.0 ? weight / sum : 0.25;
    return inside;
  }

  std::array<Vec3, 4> vertex_;
};

}  // namespace

NearestOnSimplex3 NearestOnSimplex(absl::Span<const Vec3> vertices) {
  ABSL_ASSERT(!vertices.empty() && vertices.size() <= 4);
  // Scaled by a power of two, so that products of eight lengths neither overflow nor underflow
  // before the smallest of them is beneath rounding.
  double largest = 0.0;
  for (const Vec3& vertex : vertices) largest = std::max(largest, NormInfinity(vertex));
  int exponent = 0;
  std::frexp(largest, &exponent);
  const double scale = std::ldexp(1.0, -exponent);
  std::array<Vec3, 4> scaled;
  for (size_t i = 0; i < vertices.size(); ++i) scaled[i] = scale * vertices[i];
  const Simplex simplex(absl::MakeConstSpan(scaled.data(), vertices.size()));
  const Candidate nearest = vertices.size() == 1   ? simplex.Vertex(0)
                            : vertices.size() == 2 ? simplex.Segment(0, 1)
                            : vertices.size() == 3 ? simplex.Triangle(0, 1, 2)
                                                   : simplex.Tetrahedron();
  const double back = std::ldexp(1.0, exponent);
  return {nearest.part, nearest.weight, back * nearest.point, back * std::sqrt(nearest.distance_sq)};
}

}  // namespace collision2d::solid
