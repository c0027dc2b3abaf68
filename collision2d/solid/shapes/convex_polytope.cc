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
#include "collision2d/solid/shapes/polytope_tables.h"
#include "collision2d/solid/shapes/support_mapping.h"

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

// Returns a power of two that brings `magnitude` close to 1, or as close as one factor can.
double ScaleToOne(double magnitude) {
  int exponent = 0;
  std::frexp(magnitude, &exponent);
  return std::ldexp(1.0, std::clamp(-exponent, -1022, 1023));
}

// A scan of coordinates has an error of 4 u of the magnitude for each of two vertices. If the
// magnitude is within this many longest sides of the bounding box, the error is below
// kSupport3RelativeError.
constexpr double kFarOut = 8.0;

// The neighbours of each vertex, ascending: every edge is a side of two faces, once in each
// direction.
void ComputeNeighbors(internal::PolytopeData* data) {
  std::vector<int32_t>& begin = data->neighbor_begin;
  begin.assign(data->vertices.size() + 1, 0);
  if (data->dimension == 1) {
    begin = {0, 1, 2};
    data->neighbor = {1, 0};
    data->edges = {{0, 1}};
    return;
  }
  for (const int32_t corner : data->face_corners) ++begin[corner + 1];
  for (size_t i = 1; i < begin.size(); ++i) begin[i] += begin[i - 1];
  data->neighbor.resize(data->face_corners.size());
  std::vector<int32_t> next(begin.begin(), begin.end() - 1);
  for (size_t f = 0; f + 1 < data->face_begin.size(); ++f) {
    int32_t from = data->face_corners[data->face_begin[f + 1] - 1];
    for (int32_t i = data->face_begin[f]; i < data->face_begin[f + 1]; ++i) {
      data->neighbor[next[from]++] = data->face_corners[i];
      from = data->face_corners[i];
    }
  }
  data->edges.reserve(data->face_corners.size() / 2);
  for (int32_t from = 0; from < static_cast<int32_t>(data->vertices.size()); ++from) {
    std::sort(data->neighbor.begin() + begin[from], data->neighbor.begin() + begin[from + 1]);
    for (int32_t i = begin[from]; i < begin[from + 1]; ++i) {
      if (from < data->neighbor[i]) data->edges.push_back({from, data->neighbor[i]});
    }
  }
}

// Computes the start vertices of a climb, and which vertices are pointed.
void ComputeStartVertices(internal::PolytopeData* data) {
  const auto count = static_cast<int32_t>(data->vertices.size());
  const internal::VertexGraph graph = {data->vertices, data->neighbor_begin, data->neighbor, {}};
  data->is_pointed.resize(data->vertices.size());
  for (int32_t i = 0; i < count; ++i) data->is_pointed[i] = internal::IsPointed(graph, i) ? 1 : 0;
  const internal::VertexGraph climbed = {data->vertices, data->neighbor_begin, data->neighbor, data->is_pointed};
  // With about four cells for each vertex, the start vertex is the support vertex or next to it.
  data->start_cells = std::max(2, static_cast<int>(std::sqrt(count / 1.5)));
  const double cell = 2.0 / data->start_cells;
  int32_t at = 0;
  for (int side = 0; side < 6; ++side) {
    for (int row = 0; row < data->start_cells; ++row) {
      for (int column = 0; column < data->start_cells; ++column) {
        const double main = side % 2 == 0 ? 1.0 : -1.0;
        const double first = (row + 0.5) * cell - 1.0;
        const double second = (column + 0.5) * cell - 1.0;
        const Vec3 direction = side < 2   ? Vec3{main, first, second}
                               : side < 4 ? Vec3{first, main, second}
                                          : Vec3{first, second, main};
        at = internal::SupportByHillClimbing(climbed, direction, at);
        data->start_vertex.push_back(at);
      }
    }
  }
}

}  // namespace

absl::StatusOr<ConvexPolytope> ConvexPolytope::FromPoints(absl::Span<const Vec3> points, PolytopeTables tables) {
  if (absl::Status status = CheckRange(points, "points"); !status.ok()) return status;
  return ConvexPolytope(points, ComputeConvexHull3(points), tables);
}

absl::StatusOr<ConvexPolytope> ConvexPolytope::Create(absl::Span<const Vec3> vertices,
                                                      absl::Span<const std::vector<int32_t>> faces,
                                                      PolytopeTables tables) {
  if (absl::Status status = CheckRange(vertices, "vertices"); !status.ok()) return status;
  ConvexHull3 hull = ComputeConvexHull3(vertices);
  if (absl::Status status = internal::CheckFaces(vertices, faces, hull); !status.ok()) return status;
  return ConvexPolytope(vertices, std::move(hull), tables);
}

const ConvexPolytope& ConvexPolytope::Origin() {
  static const ConvexPolytope* const origin =
      new ConvexPolytope({Vec3{}}, ComputeConvexHull3({Vec3{}}), PolytopeTables::kNone);
  return *origin;
}

ConvexPolytope::ConvexPolytope(absl::Span<const Vec3> points, ConvexHull3 hull, PolytopeTables tables)
    : num_vertices_(static_cast<int32_t>(hull.vertices.size())) {
  const auto data = std::make_shared<internal::PolytopeData>();
  data->dimension = hull.dimension;
  data->face_corners = std::move(hull.face_corners);
  data->face_begin = std::move(hull.face_begin);
  data->vertices.reserve(hull.vertices.size());
  for (const int32_t i : hull.vertices) data->vertices.push_back(points[i]);
  ComputeExtents(data.get());
  ComputeBalls(*data);
  ComputeNeighbors(data.get());
  ComputeScanCoordinates(data.get());
  if (tables == PolytopeTables::kForQueries) {
    ComputeShadow(data.get());
    if (num_vertices_ > kScanVertices) ComputeStartVertices(data.get());
    if (data->dimension == 3) {
      data->gauss_map = internal::MakeGaussMap(data->vertices, data->edges, data->face_corners, data->face_begin);
    }
  }
  data_ = data;
}

void ConvexPolytope::ComputeExtents(internal::PolytopeData* data) {
  // Computed relative to the first vertex, so that far coordinates cost no accuracy.
  const Vec3 origin = data->vertices[0];
  Vec3 sum;
  for (const Vec3& v : data->vertices) {
    data->bounds.Extend(v);
    magnitude_ = std::max(magnitude_, NormInfinity(v));
    sum = sum + (v - origin);
  }
  center_ = origin + (1.0 / num_vertices_) * sum;
}

void ConvexPolytope::ComputeBalls(const internal::PolytopeData& data) {
  outer_radius_m_ = internal::OuterRadius(data.vertices, center_);
  if (data.dimension < 3) return;
  double radius_m = outer_radius_m_;
  for (size_t f = 0; f + 1 < data.face_begin.size() && radius_m > 0.0; ++f) {
    const auto begin = static_cast<size_t>(data.face_begin[f]);
    const auto count = static_cast<size_t>(data.face_begin[f + 1]) - begin;
    const absl::Span<const int32_t> corners = absl::MakeConstSpan(data.face_corners).subspan(begin, count);
    radius_m = std::min(radius_m, internal::InnerRadiusAtFace(data.vertices, corners, center_));
  }
  inner_radius_m_ = std::max(radius_m, 0.0);
}

void ConvexPolytope::ComputeScanCoordinates(internal::PolytopeData* data) {
  if (num_vertices_ > kFewVertices) coordinates_ = nullptr;
  if (num_vertices_ > kScanVertices) return;
  const size_t size = static_cast<size_t>(3 * internal::ScanStride(num_vertices_));
  double* values = few_coordinates_;
  if (num_vertices_ > kFewVertices) {
    data->coordinates.resize(size);
    values = data->coordinates.data();
    coordinates_ = values;
  }
  internal::FillScanCoordinates(data->vertices, values);
  const Aabb3& box = data->bounds;
  const double side_m = NormInfinity(box.max - box.min);
  const bool is_far_out = magnitude_ > kFarOut * side_m && side_m > 0.0;
  is_plainly_scanned_ = !is_far_out && (side_m > 0x1p-100 || side_m == 0.0);
  if (!is_far_out) return;
  std::vector<Vec3> arms;
  arms.reserve(data->vertices.size());
  for (const Vec3& v : data->vertices) arms.push_back(v - box.center());
  data->arms.resize(size);
  internal::FillScanCoordinates(arms, data->arms.data());
}

void ConvexPolytope::ComputeShadow(internal::PolytopeData* data) {
  data->shadow_values = internal::MakeShadowValues(data->vertices, data->face_corners, data->face_begin, center_,
                                                   inner_radius_m_, outer_radius_m_);
  if (data->shadow_values.empty()) return;
  shadow_values_ = data->shadow_values.data();
  shadow_face_stride_ = static_cast<int16_t>(internal::ShadowStride(static_cast<int>(data->face_begin.size()) - 1));
}

int32_t ConvexPolytope::StartVertex(const Vec3& direction) const {
  if (data_->start_cells == 0) return 0;
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
  const int cells = data_->start_cells;
  const double half = 0.5 * cells;
  // The quotients are in [-1, 1].
  const int row = std::min(static_cast<int>((first / main + 1.0) * half), cells - 1);
  const int column = std::min(static_cast<int>((second / main + 1.0) * half), cells - 1);
  return data_->start_vertex[(side * cells + row) * cells + column];
}

int32_t ConvexPolytope::SearchForSupport(const Vec3& direction) const {
  if (num_vertices_ > kScanVertices) {
    return internal::SupportByHillClimbing(graph(), direction, StartVertex(direction));
  }
  // Both are brought close to 1, so that no product underflows or overflows; a direction of 2^1024
  // is reduced to at most 4.
  const double side_m = NormInfinity(data_->bounds.max - data_->bounds.min);
  const Vec3 scaled = ScaleToOne(NormInfinity(direction)) * direction;
  const double* const values = data_->arms.empty() ? scanned().values : data_->arms.data();
  return internal::ScanForSupport(values, num_vertices_, 0.125 * ScaleToOne(side_m) * scaled);
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
