#include "bench/rows/fcl_prism.h"

#include <memory>
#include <vector>

namespace collision2d::bench {
namespace {

// Appends a face: its number of vertices, then these.
template <typename VertexOf>
void AppendFace(int count, const VertexOf& vertex_of, std::vector<int>* faces) {
  faces->push_back(count);
  for (int i = 0; i < count; ++i) faces->push_back(vertex_of(i));
}

}  // namespace

// Vertices 0, ..., n - 1 are the bottom, n, ..., 2n - 1 the top; every face is counter-clockwise
// seen from outside.
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

}  // namespace collision2d::bench
