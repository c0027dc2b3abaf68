#include "collision2d/solid/shapes/convex_polytope.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace collision2d::solid {
namespace {

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

// The neighbours of each vertex, ascending, since the edges are.
void ComputeNeighbors(const ConvexMesh& mesh, internal::PolytopeData* data) {
  std::vector<int32_t>& begin = data->neighbor_begin;
  begin.assign(mesh.vertices().size() + 1, 0);
  for (const auto& [from, to] : mesh.edges()) {
    ++begin[from + 1];
    ++begin[to + 1];
  }
  for (size_t i = 1; i < begin.size(); ++i) begin[i] += begin[i - 1];
  data->neighbor.resize(2 * mesh.edges().size());
  std::vector<int32_t> next(begin.begin(), begin.end() - 1);
  for (const auto& [from, to] : mesh.edges()) {
    data->neighbor[next[from]++] = to;
    data->neighbor[next[to]++] = from;
  }
}

// Computes the start vertices of a climb, and which vertices are pointed.
void ComputeStartVertices(absl::Span<const Vec3> vertices, internal::PolytopeData* data) {
  const auto count = static_cast<int32_t>(vertices.size());
  const internal::VertexGraph graph = {vertices, data->neighbor_begin, data->neighbor, {}};
  data->is_pointed.resize(vertices.size());
  for (int32_t i = 0; i < count; ++i) data->is_pointed[i] = internal::IsPointed(graph, i) ? 1 : 0;
  const internal::VertexGraph climbed = {vertices, data->neighbor_begin, data->neighbor, data->is_pointed};
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
  absl::StatusOr<ConvexMesh> mesh = ConvexMesh::FromPoints(points);
  if (!mesh.ok()) return mesh.status();
  return ConvexPolytope(*std::move(mesh), tables);
}

absl::StatusOr<ConvexPolytope> ConvexPolytope::Create(absl::Span<const Vec3> vertices,
                                                      absl::Span<const std::vector<int32_t>> faces,
                                                      PolytopeTables tables) {
  absl::StatusOr<ConvexMesh> mesh = ConvexMesh::Create(vertices, faces);
  if (!mesh.ok()) return mesh.status();
  return ConvexPolytope(*std::move(mesh), tables);
}

const ConvexPolytope& ConvexPolytope::Origin() {
  static const ConvexPolytope* const origin =
      new ConvexPolytope(*ConvexMesh::FromPoints({Vec3{}}), PolytopeTables::kNone);
  return *origin;
}

ConvexPolytope::ConvexPolytope(ConvexMesh mesh, PolytopeTables tables)
    : magnitude_(mesh.Magnitude()),
      num_vertices_(static_cast<int32_t>(mesh.vertices().size())),
      mesh_(std::move(mesh)) {
  // Relative to the first vertex, so that far coordinates cost no accuracy.
  const Vec3 origin = vertex(0);
  Vec3 sum;
  for (const Vec3& v : vertices()) sum = sum + (v - origin);
  center_ = origin + (1.0 / num_vertices_) * sum;
  ComputeBalls();
  const auto data = std::make_shared<internal::PolytopeData>();
  ComputeNeighbors(mesh_, data.get());
  ComputeScanCoordinates(data.get());
  if (tables == PolytopeTables::kForQueries) {
    ComputeShadow(data.get());
    if (num_vertices_ > kScanVertices) ComputeStartVertices(vertices(), data.get());
    data->gauss_map = internal::MakeGaussMap(mesh_);
  }
  data_ = data;
}

void ConvexPolytope::ComputeBalls() {
  outer_radius_m_ = internal::OuterRadius(vertices(), center_);
  if (dimension() < 3) return;
  double radius_m = outer_radius_m_;
  for (int f = 0; f < num_faces() && radius_m > 0.0; ++f) {
    radius_m = std::min(radius_m, internal::InnerRadiusAtFace(vertices(), face(f), center_));
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
  internal::FillScanCoordinates(vertices(), values);
  const Aabb3& box = Bounds();
  const double side_m = NormInfinity(box.max - box.min);
  const bool is_far_out = magnitude_ > kFarOut * side_m && side_m > 0.0;
  is_plainly_scanned_ = !is_far_out && (side_m > 0x1p-100 || side_m == 0.0);
  if (!is_far_out) return;
  std::vector<Vec3> arms;
  arms.reserve(vertices().size());
  for (const Vec3& v : vertices()) arms.push_back(v - box.center());
  data->arms.resize(size);
  internal::FillScanCoordinates(arms, data->arms.data());
}

void ConvexPolytope::ComputeShadow(internal::PolytopeData* data) {
  data->shadow_values = internal::MakeShadowValues(mesh_, center_, inner_radius_m_, outer_radius_m_);
  if (data->shadow_values.empty()) return;
  shadow_values_ = data->shadow_values.data();
  shadow_face_stride_ = static_cast<int16_t>(internal::ShadowStride(num_faces()));
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
  const double side_m = NormInfinity(Bounds().max - Bounds().min);
  const Vec3 scaled = ScaleToOne(NormInfinity(direction)) * direction;
  const double* const values = data_->arms.empty() ? scanned().values : data_->arms.data();
  return internal::ScanForSupport(values, num_vertices_, 0.125 * ScaleToOne(side_m) * scaled);
}

}  // namespace collision2d::solid
