#include <utility>

#include "absl/base/macros.h"
#include "collision2d/solid/geometry/convex_hull3.h"
#include "collision2d/solid/geometry/determinant_sign.h"

namespace collision2d::solid::internal {
namespace {

constexpr int32_t kNone = -1;

// A triangle of the growing hull and the points assigned to it that are outside.
struct Facet {
  HullTriangle triangle;
  // A list, linked by next_outside_, of points strictly above the plane; each point is assigned to
  // one facet only.
  int32_t outside = kNone;
  // About the farthest point of the list.
  int32_t farthest = kNone;
  double farthest_height = 0.0;
  // The outer normal, not a unit vector; rounded.
  Vec3 normal;
  bool is_alive = true;
  // The last point from which this facet was visible.
  int32_t visible_from = kNone;
};

class Quickhull {
 public:
  explicit Quickhull(absl::Span<const Vec3> points)
      : points_(points), next_outside_(points.size(), kNone), facet_from_(points.size(), kNone) {}

  std::vector<HullTriangle> Run(std::array<int32_t, 4> tetrahedron);

 private:
  bool IsAbove(const Facet& facet, int32_t point) const {
    const auto& [a, b, c] = facet.triangle.corner;
    return Orient3dSign(points_[a], points_[b], points_[c], points_[point]) < 0;
  }

  int32_t AddFacet(const std::array<int32_t, 3>& corner, const std::array<int32_t, 3>& neighbor);
  void AddTetrahedron(std::array<int32_t, 4> v);
  void AssignOutside(int32_t point, int32_t first_facet);
  void FindVisible(int32_t start, int32_t apex);
  void AddCone(int32_t apex);
  void AddPoint(int32_t start, int32_t apex);

  absl::Span<const Vec3> points_;
  std::vector<Facet> facets_;
  std::vector<int32_t> next_outside_;
  // During AddCone: the new facet whose edge of the horizon begins at this point.
  std::vector<int32_t> facet_from_;
  std::vector<int32_t> visible_;
  // The edge between a facet that the new point sees and one that it does not see.
  struct HorizonEdge {
    int32_t from;
    int32_t to;
    int32_t beyond;
  };
  std::vector<HorizonEdge> horizon_;
};

int32_t Quickhull::AddFacet(const std::array<int32_t, 3>& corner, const std::array<int32_t, 3>& neighbor) {
  Facet facet;
  facet.triangle = {corner, neighbor};
  facet.normal = Cross(points_[corner[1]] - points_[corner[0]], points_[corner[2]] - points_[corner[0]]);
  facets_.push_back(facet);
  return static_cast<int32_t>(facets_.size()) - 1;
}

void Quickhull::AddTetrahedron(std::array<int32_t, 4> v) {
  const int sign = Orient3dSign(points_[v[0]], points_[v[1]], points_[v[2]], points_[v[3]]);
  ABSL_ASSERT(sign != 0);
  if (sign < 0) std::swap(v[0], v[1]);
  AddFacet({v[0], v[1], v[2]}, {1, 2, 3});
  AddFacet({v[1], v[0], v[3]}, {0, 3, 2});
  AddFacet({v[2], v[1], v[3]}, {0, 1, 3});
  AddFacet({v[0], v[2], v[3]}, {0, 2, 1});
}

// Assigns the point to the first facet that it is above, starting at `first_facet`. If there is
// none, the hull contains the point.
void Quickhull::AssignOutside(int32_t point, int32_t first_facet) {
  for (int32_t i = first_facet; i < static_cast<int32_t>(facets_.size()); ++i) {
    Facet& facet = facets_[i];
    if (!IsAbove(facet, point)) continue;
    next_outside_[point] = facet.outside;
    facet.outside = point;
    const double height = Dot(facet.normal, points_[point] - points_[facet.triangle.corner[0]]);
    if (facet.farthest == kNone || height > facet.farthest_height) {
      facet.farthest = point;
      facet.farthest_height = height;
    }
    return;
  }
}

// Fills visible_ and horizon_ for the point `apex`, which is above facet `start`. The facets below
// apex form a disc of whole faces of the hull, since coplanar triangles have the same sign.
void Quickhull::FindVisible(int32_t start, int32_t apex) {
  visible_.assign(1, start);
  horizon_.clear();
  facets_[start].visible_from = apex;
  for (size_t i = 0; i < visible_.size(); ++i) {
    const HullTriangle triangle = facets_[visible_[i]].triangle;
    for (int edge = 0; edge < 3; ++edge) {
      const int32_t beyond = triangle.neighbor[edge];
      Facet& neighbor = facets_[beyond];
      if (neighbor.visible_from == apex) continue;
      if (IsAbove(neighbor, apex)) {
        neighbor.visible_from = apex;
        visible_.push_back(beyond);
      } else {
        horizon_.push_back({triangle.corner[edge], triangle.corner[edge == 2 ? 0 : edge + 1], beyond});
      }
    }
  }
}

// Adds the triangles between the apex and the horizon. None is degenerate: an apex on the line of
// an edge would be in the plane of the visible facet there.
void Quickhull::AddCone(int32_t apex) {
  const int32_t first = static_cast<int32_t>(facets_.size());
  for (const HorizonEdge& edge : horizon_) {
    const int32_t facet = AddFacet({edge.from, edge.to, apex}, {edge.beyond, kNone, kNone});
    facet_from_[edge.from] = facet;
    HullTriangle& beyond = facets_[edge.beyond].triangle;
    for (int i = 0; i < 3; ++i) {
      if (beyond.corner[i] == edge.to) beyond.neighbor[i] = facet;
    }
  }
  for (int32_t i = first; i < static_cast<int32_t>(facets_.size()); ++i) {
    const int32_t next = facet_from_[facets_[i].triangle.corner[1]];
    facets_[i].triangle.neighbor[1] = next;
    facets_[next].triangle.neighbor[2] = i;
  }
}

void Quickhull::AddPoint(int32_t start, int32_t apex) {
  FindVisible(start, apex);
  const int32_t first_new = static_cast<int32_t>(facets_.size());
  AddCone(apex);
  // A point assigned to a facet that is now covered, and still outside, is above one of the new
  // facets: the part of the old hull that it sees is either covered entirely, or crosses the
  // horizon at an edge, where the point is above the new facet because it is above both old ones.
  for (const int32_t i : visible_) {
    facets_[i].is_alive = false;
    for (int32_t point = facets_[i].outside; point != kNone;) {
      const int32_t next = next_outside_[point];
      if (point != apex) AssignOutside(point, first_new);
      point = next;
    }
  }
}

std::vector<HullTriangle> Quickhull::Run(std::array<int32_t, 4> tetrahedron) {
  AddTetrahedron(tetrahedron);
  for (int32_t i = 0; i < static_cast<int32_t>(points_.size()); ++i) AssignOutside(i, 0);
  for (int32_t i = 0; i < static_cast<int32_t>(facets_.size()); ++i) {
    if (facets_[i].is_alive && facets_[i].farthest != kNone) AddPoint(i, facets_[i].farthest);
  }

  std::vector<int32_t> place(facets_.size(), kNone);
  std::vector<HullTriangle> hull;
  for (size_t i = 0; i < facets_.size(); ++i) {
    if (!facets_[i].is_alive) continue;
    place[i] = static_cast<int32_t>(hull.size());
    hull.push_back(facets_[i].triangle);
  }
  for (HullTriangle& triangle : hull) {
    for (int32_t& neighbor : triangle.neighbor) neighbor = place[neighbor];
  }
  return hull;
}

}  // namespace

std::vector<HullTriangle> Quickhull3(absl::Span<const Vec3> points, const std::array<int32_t, 4>& tetrahedron) {
  return Quickhull(points).Run(tetrahedron);
}

}  // namespace collision2d::solid::internal
