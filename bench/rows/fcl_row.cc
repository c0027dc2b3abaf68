#include "bench/rows/fcl_row.h"

#include <fcl/geometry/shape/convex.h>
#include <fcl/narrowphase/collision.h>
#include <fcl/narrowphase/distance.h>

#include <algorithm>
#include <vector>

#include "collision2d/collision2d.h"

namespace collision2d::bench {
namespace {

using Prism = fcl::Convex<double>;

// Appends a face: its number of vertices, then these.
template <typename VertexOf>
void AppendFace(int count, const VertexOf& vertex_of, std::vector<int>* faces) {
  faces->push_back(count);
  for (int i = 0; i < count; ++i) faces->push_back(vertex_of(i));
}

// Vertices 0, ..., n - 1 are the bottom, n, ..., 2n - 1 the top; every face is counter-clockwise seen from outside.
Prism MakePrism(const ConvexPolygon& shape) {
  const int n = shape.size();
  auto vertices = std::make_shared<std::vector<fcl::Vector3d>>();
  for (const double height : {-0.5, 0.5}) {
    for (const Vec2 v : shape.vertices()) vertices->emplace_back(v.x, v.y, height);
  }
  auto faces = std::make_shared<std::vector<int>>();
  AppendFace(
      n, [n](int i) { return n - 1 - i; }, faces.get());
  AppendFace(
      n, [n](int i) { return n + i; }, faces.get());
  for (int i = 0; i < n; ++i) {
    const int next = (i + 1) % n;
    const int side[] = {i, next, n + next, n + i};
    AppendFace(
        4, [&side](int k) { return side[k]; }, faces.get());
  }
  Prism prism(vertices, n + 2, faces);
  prism.computeLocalAABB();
  return prism;
}

class FclRow : public Row {
 public:
  const char* name() const override { return "FCL"; }

  bool HasLevel(Level level) const override { return level != Level::kSeparation; }

  void Prepare(absl::Span<const PolygonPair> pairs) override {
    prisms_.clear();
    prisms_.reserve(2 * pairs.size());
    for (const PolygonPair& pair : pairs) {
      prisms_.push_back(MakePrism(pair.a));
      prisms_.push_back(MakePrism(pair.b));
    }
  }

  void Run(Level level, int begin, int end, double* results) override {
    if (level == Level::kCollides) {
      for (int i = begin; i < end; ++i) results[i] = static_cast<double>(Collide(prisms_[2 * i], prisms_[2 * i + 1]));
    } else {
      for (int i = begin; i < end; ++i) results[i] = Distance(prisms_[2 * i], prisms_[2 * i + 1]);
    }
  }

 private:
  static bool Collide(const Prism& a, const Prism& b) {
    fcl::CollisionRequestd request;
    request.gjk_solver_type = fcl::GST_LIBCCD;
    fcl::CollisionResultd result;
    fcl::collide(&a, fcl::Transform3d::Identity(), &b, fcl::Transform3d::Identity(), request, result);
    return result.isCollision();
  }

  static double Distance(const Prism& a, const Prism& b) {
    fcl::DistanceRequestd request;
    request.gjk_solver_type = fcl::GST_INDEP;
    fcl::DistanceResultd result;
    fcl::distance(&a, fcl::Transform3d::Identity(), &b, fcl::Transform3d::Identity(), request, result);
    return std::max(0.0, result.min_distance);
  }

  std::vector<Prism> prisms_;
};

}  // namespace

std::unique_ptr<Row> MakeFclRow() { return std::make_unique<FclRow>(); }

}  // namespace collision2d::bench
