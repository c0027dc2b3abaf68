#include <algorithm>
#include <cstddef>
#include <numeric>
#include <string>
#include <tuple>

#include "absl/strings/str_format.h"
#include "collision2d/solid/geometry/convex_hull3.h"
#include "collision2d/solid/geometry/determinant_sign.h"
#include "collision2d/solid/shapes/convex_mesh.h"

namespace collision2d::solid::internal {
namespace {

using Faces = absl::Span<const std::vector<int32_t>>;

std::string Format(const Vec3& v) { return absl::StrFormat("(%.17g, %.17g, %.17g)", v.x, v.y, v.z); }

// An edge of a face in the direction of the face's order.
struct DirectedEdge {
  int32_t from;
  int32_t to;
  int32_t face;
  // The third corner of the fan triangle at this edge.
  int32_t third;

  friend bool operator<(const DirectedEdge& a, const DirectedEdge& b) {
    return std::tie(a.from, a.to, a.face) < std::tie(b.from, b.to, b.face);
  }
};

absl::Status CheckIndices(absl::Span<const Vec3> vertices, Faces faces) {
  const int32_t n = static_cast<int32_t>(vertices.size());
  std::vector<int32_t> last_face(vertices.size(), -1);
  for (int32_t f = 0; f < static_cast<int32_t>(faces.size()); ++f) {
    if (faces[f].size() < 3) {
      return absl::InvalidArgumentError(
          absl::StrFormat("faces[%d]: %d corners; at least three are needed", f, faces[f].size()));
    }
    for (size_t i = 0; i < faces[f].size(); ++i) {
      const int32_t corner = faces[f][i];
      if (corner < 0 || corner >= n) {
        return absl::InvalidArgumentError(
            absl::StrFormat("faces[%d][%d] = %d: there are vertices 0 to %d only", f, i, corner, n - 1));
      }
      if (last_face[corner] == f) {
        return absl::InvalidArgumentError(absl::StrFormat("faces[%d][%d] = %d: repeats a corner", f, i, corner));
      }
      last_face[corner] = f;
    }
  }
  for (int32_t i = 0; i < n; ++i) {
    if (last_face[i] < 0) {
      return absl::InvalidArgumentError(absl::StrFormat("vertices[%d]: %s is in no face", i, Format(vertices[i])));
    }
  }
  return absl::OkStatus();
}

absl::Status CheckExtreme(absl::Span<const Vec3> vertices, const ConvexHull3& hull) {
  for (int32_t i = 0; i < static_cast<int32_t>(vertices.size()); ++i) {
    if (i < static_cast<int32_t>(hull.vertices.size()) && hull.vertices[i] == i) continue;
    return absl::InvalidArgumentError(absl::StrFormat(
        "vertices[%d]: %s is no corner of the convex hull of the vertices: it is inside, on a face or on an "
        "edge of it, or repeats another; not convex, or to be left out",
        i, Format(vertices[i])));
  }
  if (hull.dimension == 3) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrFormat(
      "vertices[0..%d] lie in one plane: no solid; a flat shape is made from points", vertices.size() - 1));
}

std::vector<DirectedEdge> SortedEdges(Faces faces) {
  std::vector<DirectedEdge> edges;
  for (int32_t f = 0; f < static_cast<int32_t>(faces.size()); ++f) {
    const std::vector<int32_t>& corner = faces[f];
    const size_t n = corner.size();
    for (size_t i = 0; i < n; ++i) {
      const int32_t third = i == 0 ? corner[2] : i == n - 1 ? corner[n - 2] : corner[0];
      edges.push_back({corner[i], corner[i + 1 == n ? 0 : i + 1], f, third});
    }
  }
  std::sort(edges.begin(), edges.end());
  return edges;
}

// The same edge in the opposite direction; null if there is none.
const DirectedEdge* Twin(const std::vector<DirectedEdge>& edges, const DirectedEdge& edge) {
  const auto twin = std::lower_bound(edges.begin(), edges.end(), DirectedEdge{edge.to, edge.from, -1, -1});
  return twin != edges.end() && twin->from == edge.to && twin->to == edge.from ? &*twin : nullptr;
}

absl::Status CheckClosed(const std::vector<DirectedEdge>& edges) {
  for (size_t i = 1; i < edges.size(); ++i) {
    const DirectedEdge& edge = edges[i];
    if (edges[i - 1].from == edge.from && edges[i - 1].to == edge.to) {
      return absl::InvalidArgumentError(absl::StrFormat(
          "faces[%d] and faces[%d]: both go from vertex %d to vertex %d; the faces of an edge pass it in "
          "opposite directions",
          edges[i - 1].face, edge.face, edge.from, edge.to));
    }
  }
  for (const DirectedEdge& edge : edges) {
    if (Twin(edges, edge) == nullptr) {
      return absl::InvalidArgumentError(
          absl::StrFormat("faces[%d]: no face on the other side of the edge from vertex %d to vertex %d: not closed",
                          edge.face, edge.from, edge.to));
    }
  }
  return absl::OkStatus();
}

// Checks that the faces are connected and satisfy Euler's formula: they form one sphere.
absl::Status CheckSphere(size_t num_vertices, Faces faces, const std::vector<DirectedEdge>& edges) {
  std::vector<int32_t> parent(num_vertices);
  std::iota(parent.begin(), parent.end(), 0);
  const auto root = [&parent](int32_t i) {
    while (parent[i] != i) i = parent[i] = parent[parent[i]];
    return i;
  };
  for (const DirectedEdge& edge : edges) parent[root(edge.from)] = root(edge.to);
  for (int32_t i = 1; i < static_cast<int32_t>(num_vertices); ++i) {
    if (root(i) != root(0)) {
      return absl::InvalidArgumentError(absl::StrFormat("vertices[%d]: no edges lead to vertex 0: two surfaces", i));
    }
  }
  const auto euler =
      static_cast<int64_t>(num_vertices) - static_cast<int64_t>(edges.size() / 2) + static_cast<int64_t>(faces.size());
  if (euler == 2) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrFormat("faces: %d vertices - %d edges + %d faces = %d, not 2: not a sphere", num_vertices,
                      edges.size() / 2, faces.size(), euler));
}

// Checks that no vertex is above a triangle of a face: its vertices are in one face of the hull, in
// its orientation. No three of them are on a line, since all are extreme.
class SupportingPlanes {
 public:
  SupportingPlanes(absl::Span<const Vec3> vertices, const ConvexHull3& hull)
      : vertices_(vertices), faces_at_(vertices.size()) {
    for (int32_t f = 0; f < hull.num_faces(); ++f) {
      for (const int32_t i : hull.face(f)) faces_at_[i].push_back(f);
    }
  }

  absl::Status Check(int32_t face, int32_t a, int32_t b, int32_t c) const {
    const auto triangle = [&] {
      return absl::StrFormat("faces[%d]: the triangle of vertices %d, %d, %d", face, a, b, c);
    };
    if (InOneFace(a, b, c) && HasSenseOfHull(a, b, c)) return absl::OkStatus();
    int32_t above = -1;
    bool any_below = false;
    for (int32_t i = 0; i < static_cast<int32_t>(vertices_.size()); ++i) {
      const int sign = Orient3dSign(vertices_[a], vertices_[b], vertices_[c], vertices_[i]);
      if (sign < 0 && above < 0) above = i;
      if (sign > 0) any_below = true;
    }
    if (!any_below) {
      return absl::InvalidArgumentError(triangle() +
                                        " is in clockwise order seen from outside; counter-clockwise is needed");
    }
    return absl::InvalidArgumentError(
        triangle() + absl::StrFormat(" has vertices[%d] = %s above it: not convex", above, Format(vertices_[above])));
  }

 private:
  bool InOneFace(int32_t a, int32_t b, int32_t c) const {
    const auto has = [this](int32_t vertex, int32_t face) {
      const std::vector<int32_t>& faces = faces_at_[vertex];
      return std::binary_search(faces.begin(), faces.end(), face);
    };
    return std::any_of(faces_at_[a].begin(), faces_at_[a].end(),
                       [&](int32_t face) { return has(b, face) && has(c, face); });
  }

  // REQUIRES: the three are in one face of the hull; then all vertices are on one side of it.
  bool HasSenseOfHull(int32_t a, int32_t b, int32_t c) const {
    for (const Vec3& v : vertices_) {
      const int sign = Orient3dSign(vertices_[a], vertices_[b], vertices_[c], v);
      if (sign != 0) return sign > 0;
    }
    return false;
  }

  absl::Span<const Vec3> vertices_;
  std::vector<std::vector<int32_t>> faces_at_;
};

absl::Status CheckReflex(absl::Span<const Vec3> vertices, int32_t face, int32_t other_face, int32_t a, int32_t b,
                         int32_t c, int32_t d) {
  if (Orient3dSign(vertices[a], vertices[b], vertices[c], vertices[d]) >= 0) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrFormat("faces[%d] and faces[%d]: the edge of vertices %d and %d is reflex: vertices[%d] = %s is above "
                      "the triangle %d, %d, %d",
                      face, other_face, a, b, d, Format(vertices[d]), a, b, c));
}

// Checks edge by edge first, for a message that names the edge.
absl::Status CheckConvex(absl::Span<const Vec3> vertices, Faces faces, const std::vector<DirectedEdge>& edges,
                         const ConvexHull3& hull) {
  const SupportingPlanes planes(vertices, hull);
  bool any_convex = false;
  for (const DirectedEdge& edge : edges) {
    const DirectedEdge* const twin = Twin(edges, edge);
    any_convex |= Orient3dSign(vertices[edge.from], vertices[edge.to], vertices[edge.third], vertices[twin->third]) > 0;
  }
  // Inside out: the message should name a face rather than its edges.
  for (size_t i = 0; any_convex && i < edges.size(); ++i) {
    const DirectedEdge* const twin = Twin(edges, edges[i]);
    if (absl::Status status =
            CheckReflex(vertices, edges[i].face, twin->face, edges[i].from, edges[i].to, edges[i].third, twin->third);
        !status.ok()) {
      return status;
    }
  }
  for (int32_t f = 0; f < static_cast<int32_t>(faces.size()); ++f) {
    const std::vector<int32_t>& corner = faces[f];
    for (size_t i = 2; i < corner.size(); ++i) {
      if (absl::Status status = planes.Check(f, corner[0], corner[i - 1], corner[i]); !status.ok()) return status;
    }
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status CheckFaces(absl::Span<const Vec3> vertices, Faces faces, const ConvexHull3& hull) {
  if (absl::Status status = CheckIndices(vertices, faces); !status.ok()) return status;
  if (absl::Status status = CheckExtreme(vertices, hull); !status.ok()) return status;
  const std::vector<DirectedEdge> edges = SortedEdges(faces);
  if (absl::Status status = CheckClosed(edges); !status.ok()) return status;
  if (absl::Status status = CheckSphere(vertices.size(), faces, edges); !status.ok()) return status;
  return CheckConvex(vertices, faces, edges, hull);
}

}  // namespace collision2d::solid::internal
