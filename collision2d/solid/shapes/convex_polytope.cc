#include "collision2d/solid/shapes/convex_polytope.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "absl/base/macros.h"
#include "absl/base/optimization.h"
#include "absl/status/status.h"
#include "absl/strings/str_format.h"
#include "absl/strings/string_view.h"
#include "collision2d/geometry/tolerances.h"
#include "collision2d/solid/shapes/check_fields.h"
#include "collision2d/solid/shapes/polytope_balls.h"
#include "collision2d/solid/shapes/polytope_faces.h"

namespace collision2d::solid {
namespace {

absl::Status CheckRange(absl::Span<const Vec3> points, absl::string_view what) {
  if (points.empty()) return absl::InvalidArgumentError(absl::StrFormat("%s: empty; at least one is needed", what));
  if (points.size() > kMaxHullPoints) {
    return absl::InvalidArgumentError(
        absl::StrFormat("%s: %d are more than the limit of %d", what, points.size(), kMaxHullPoints));
  }
  for (size_t i = 0; i < points.size(); ++i) {
    if (IsFinite(points[i]) && NormInfinity(points[i]) <= kMaxCoordinate_m) continue;
    return internal::CheckPoint(absl::StrFormat("%s[%d]", what, i), points[i]);
  }
  return absl::OkStatus();
}

// A power of two that brings `magnitude` near 1, or as near as one factor can.
double ScaleToOne(double magnitude) {
  int exponent = 0;
  std::frexp(magnitude, &exponent);
  return std::ldexp(1.0, std::clamp(-exponent, -1022, 1023));
}

}  // namespace

absl::StatusOr<ConvexPolytope> ConvexPolytope::FromPoints(absl::Span<const Vec3> points) {
  if (absl::Status status = CheckRange(points, "points"); !status.ok()) return status;
  return ConvexPolytope(points, ComputeConvexHull3(points));
}

absl::StatusOr<ConvexPolytope> ConvexPolytope::Create(absl::Span<const Vec3> vertices,
                                                      absl::Span<const std::vector<int32_t>> faces) {
  if (absl::Status status = CheckRange(vertices, "vertices"); !status.ok()) return status;
  ConvexHull3 hull = ComputeConvexHull3(vertices);
  if (absl::Status status = internal::CheckFaces(vertices, faces, hull); !status.ok()) return status;
  return ConvexPolytope(vertices, std::move(hull));
}

ConvexPolytope::ConvexPolytope(absl::Span<const Vec3> points, ConvexHull3 hull)
    : dimension_(hull.dimension), face_corners_(std::move(hull.face_corners)), face_begin_(std::move(hull.face_begin)) {
  vertices_.reserve(hull.vertices.size());
  for (const int32_t i : hull.vertices) vertices_.push_back(points[i]);
  ComputeExtents();
  ComputeBalls();
  shadow_ =
      internal::MakePolytopeShadow(vertices_, face_corners_, face_begin_, center_, inner_radius_m_, outer_radius_m_);
  ComputeNeighbors();
  is_pointed_.resize(vertices_.size());
  for (int32_t i = 0; i < num_vertices(); ++i) is_pointed_[i] = internal::IsPointed(graph(), i) ? 1 : 0;
  if (num_vertices() <= kScanVertices) {
    ComputeScanCoordinates();
  } else {
    ComputeStartVertices();
  }
  if (dimension_ == 3) gauss_map_ = internal::MakeGaussMap(vertices_, edges_, face_corners_, face_begin_);
}

void ConvexPolytope::ComputeExtents() {
  // Relative to the first vertex, so that far coordinates cost no accuracy.
  const Vec3 origin = vertices_[0];
  Vec3 sum;
  for (const Vec3& v : vertices_) {
    bounds_.Extend(v);
    magnitude_ = std::max(magnitude_, NormInfinity(v));
    sum = sum + (v - origin);
  }
  center_ = origin + (1.0 / num_vertices()) * sum;
}

void ConvexPolytope::ComputeBalls() {
  outer_radius_m_ = internal::OuterRadius(vertices_, center_);
  if (dimension_ < 3) return;
  double radius_m = outer_radius_m_;
  for (int f = 0; f < num_faces(); ++f) {
    radius_m = std::min(radius_m, internal::InnerRadiusAtFace(vertices_, face(f), center_));
  }
  inner_radius_m_ = std::max(radius_m, 0.0);
}

void ConvexPolytope::ComputeNeighbors() {
  // Every edge is a side of two faces, once in each direction.
  std::vector<std::array<int32_t, 2>> directed;
  for (int f = 0; f < num_faces(); ++f) {
    const auto corners = face(f);
    for (size_t i = 0; i < corners.size(); ++i) {
      directed.push_back({corners[i], corners[i + 1 == corners.size() ? 0 : i + 1]});
    }
  }
  if (dimension_ == 1) directed = {{0, 1}, {1, 0}};
  std::sort(directed.begin(), directed.end());
  neighbor_begin_.assign(vertices_.size() + 1, 0);
  for (const auto& [from, to] : directed) {
    ++neighbor_begin_[from + 1];
    neighbor_.push_back(to);
    if (from < to) edges_.push_back({from, to});
  }
  for (size_t i = 1; i < neighbor_begin_.size(); ++i) neighbor_begin_[i] += neighbor_begin_[i - 1];
}

void ConvexPolytope::ComputeScanCoordinates() {
  const double scale = ScaleToOne(magnitude_);
  Aabb3 box;
  for (const Vec3& v : vertices_) box.Extend(scale * v);
  const Vec3 middle = box.center();
  const double spread = ScaleToOne(NormInfinity(box.max - box.min));
  std::vector<Vec3> arms;
  for (const Vec3& v : vertices_) arms.push_back(spread * (scale * v - middle));
  scan_coordinates_ = internal::MakeScanCoordinates(arms);
}

void ConvexPolytope::ComputeStartVertices() {
  // About four cells for each vertex: then the start vertex is the support vertex or next to it.
  start_cells_ = std::max(2, static_cast<int>(std::sqrt(num_vertices() / 1.5)));
  const double cell = 2.0 / start_cells_;
  int32_t at = 0;
  for (int side = 0; side < 6; ++side) {
    for (int row = 0; row < start_cells_; ++row) {
      for (int column = 0; column < start_cells_; ++column) {
        const double main = side % 2 == 0 ? 1.0 : -1.0;
        const double first = (row + 0.5) * cell - 1.0;
        const double second = (column + 0.5) * cell - 1.0;
        const Vec3 direction = side < 2   ? Vec3{main, first, second}
                               : side < 4 ? Vec3{first, main, second}
                                          : Vec3{first, second, main};
        at = internal::SupportByHillClimbing(graph(), direction, at);
        start_vertex_.push_back(at);
      }
    }
  }
}

int32_t ConvexPolytope::StartVertex(const Vec3& direction) const {
  const double x = std::abs(direction.x);
  const double y = std::abs(direction.y);
  const double z = std::abs(direction.z);
  int side;
  double main;
  double first;
  double second;
  if (x >= y && x >= z) {
    side = direction.x >= 0.0 ? 0 : 1;
    main = x;
    first = direction.y;
    second = direction.z;
  } else if (y >= z) {
    side = direction.y >= 0.0 ? 2 : 3;
    main = y;
    first = direction.x;
    second = direction.z;
  } else {
    side = direction.z >= 0.0 ? 4 : 5;
    main = z;
    first = direction.x;
    second = direction.y;
  }
  if (ABSL_PREDICT_FALSE(!(main > 0.0))) return 0;
  const double half = 0.5 * start_cells_;
  // The quotients are in [-1, 1].
  const int row = std::min(static_cast<int>((first / main + 1.0) * half), start_cells_ - 1);
  const int column = std::min(static_cast<int>((second / main + 1.0) * half), start_cells_ - 1);
  return start_vertex_[(side * start_cells_ + row) * start_cells_ + column];
}

int32_t ConvexPolytope::SearchForSupport(const Vec3& direction) const {
  if (num_vertices() > kScanVertices) {
    return internal::SupportByHillClimbing(graph(), direction, StartVertex(direction));
  }
  return internal::ScanForSupport(scan_coordinates_, num_vertices(), ScaleToOne(NormInfinity(direction)) * direction);
}

std::vector<std::array<int32_t, 3>> ConvexPolytope::Triangles() const {
  std::vector<std::array<int32_t, 3>> triangles;
  for (int f = 0; f < num_faces(); ++f) {
    const auto corners = face(f);
    for (size_t i = 2; i < corners.size(); ++i) triangles.push_back({corners[0], corners[i - 1], corners[i]});
  }
  return triangles;
}

}  // namespace collision2d::solid
