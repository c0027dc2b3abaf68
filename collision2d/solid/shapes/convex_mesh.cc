#include "collision2d/solid/shapes/convex_mesh.h"

#include <utility>

#include "absl/strings/str_format.h"
#include "absl/strings/string_view.h"
#include "collision2d/geometry/tolerances.h"
#include "collision2d/solid/shapes/shape_checks.h"

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

}  // namespace

absl::StatusOr<ConvexMesh> ConvexMesh::FromPoints(absl::Span<const Vec3> points) {
  if (absl::Status status = CheckRange(points, "points"); !status.ok()) return status;
  return ConvexMesh(points, ComputeConvexHull3(points));
}

absl::StatusOr<ConvexMesh> ConvexMesh::Create(absl::Span<const Vec3> vertices,
                                              absl::Span<const std::vector<int32_t>> faces) {
  if (absl::Status status = CheckRange(vertices, "vertices"); !status.ok()) return status;
  ConvexHull3 hull = ComputeConvexHull3(vertices);
  if (absl::Status status = internal::CheckFaces(vertices, faces, hull); !status.ok()) return status;
  return ConvexMesh(vertices, std::move(hull));
}

ConvexMesh::ConvexMesh(absl::Span<const Vec3> points, ConvexHull3 hull) {
  const auto data = std::make_shared<Data>();
  data->dimension = hull.dimension;
  data->face_corners = std::move(hull.face_corners);
  data->face_begin = std::move(hull.face_begin);
  data->vertices.reserve(hull.vertices.size());
  for (const int32_t i : hull.vertices) {
    data->vertices.push_back(points[i]);
    data->bounds.Extend(points[i]);
  }
  data_ = data;
  if (data->dimension == 1) data->edges = {{0, 1}};
  // Every edge is a side of two faces, once in each direction.
  data->edges.reserve(data->face_corners.size() / 2);
  for (int f = 0; f < num_faces(); ++f) {
    int32_t from = face(f).back();
    for (const int32_t to : face(f)) {
      if (from < to) data->edges.push_back({from, to});
      from = to;
    }
  }
  std::sort(data->edges.begin(), data->edges.end());
}

std::vector<std::array<int32_t, 3>> ConvexMesh::Triangles() const {
  std::vector<std::array<int32_t, 3>> triangles;
  for (int f = 0; f < num_faces(); ++f) {
    const auto corners = face(f);
    for (size_t i = 2; i < corners.size(); ++i) triangles.push_back({corners[0], corners[i - 1], corners[i]});
  }
  return triangles;
}

}  // namespace collision2d::solid
