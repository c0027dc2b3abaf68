#include "collision2d/geometry/polygon_faces.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_format.h"
#include "collision2d/geometry/orientation.h"
#include "collision2d/geometry/tolerances.h"

namespace collision2d::internal {
namespace {

using Walk = std::vector<int>;

// A vertex as the caller counts it.
struct Source {
  int hole;  // -1: the outer ring.
  int index;
};

std::string Name(int hole) { return hole < 0 ? "vertices" : absl::StrFormat("holes[%d]", hole); }
std::string Name(Source source) { return absl::StrFormat("%s[%d]", Name(source.hole), source.index); }

// All rings as one list of vertices, with the interior on the left of the edge from each vertex to
// the next one of its ring. Edges are called by the vertex at which they begin.
struct Boundary {
  std::vector<Vec2> points;
  std::vector<int> next;
  std::vector<Source> sources;
};

// A vertex that lies inside an edge.
struct Touch {
  int edge;
  int vertex;
};

// A vertex of the boundary after touching vertices have been put into the edges that they touch.
struct Corner {
  int vertex;
  int previous;
  int next;
};

absl::Status AddRing(absl::Span<const Vec2> ring, int hole, Boundary& boundary) {
  std::vector<Vec2> points;
  std::vector<Source> sources;
  for (int i = 0; i < static_cast<int>(ring.size()); ++i) {
    // Written so that NaN does not pass.
    if (!(std::abs(ring[i].x) <= kMaxCoordinate_m && std::abs(ring[i].y) <= kMaxCoordinate_m)) {
      return absl::InvalidArgumentError(absl::StrFormat("%s: (%.17g, %.17g) is not finite or beyond %g m",
                                                        Name({hole, i}), ring[i].x, ring[i].y, kMaxCoordinate_m));
    }
    if (!points.empty() && ring[i] == points.back()) continue;
    points.push_back(ring[i]);
    sources.push_back({hole, i});
  }
  while (points.size() > 1 && points.front() == points.back()) points.pop_back();
  const int n = static_cast<int>(points.size());
  sources.resize(n);
  if (n < 3) {
    return absl::InvalidArgumentError(
        absl::StrFormat("%s: %d without repeated ones; at least 3 are needed", Name(hole), n));
  }
  if (std::all_of(points.begin(), points.end(), [&](Vec2 p) { return Orient2d(points[0], points[1], p) == 0.0; })) {
    return absl::InvalidArgumentError(absl::StrFormat("%s[0..%d] are collinear: the polygon has no area", Name(hole),
                                                      static_cast<int>(ring.size()) - 1));
  }
  if ((RingOrientation(points) > 0) == (hole >= 0)) {
    std::reverse(points.begin(), points.end());
    std::reverse(sources.begin(), sources.end());
  }
  const int first = static_cast<int>(boundary.points.size());
  for (int k = 0; k < n; ++k) boundary.next.push_back(first + (k + 1) % n);
  boundary.points.insert(boundary.points.end(), points.begin(), points.end());
  boundary.sources.insert(boundary.sources.end(), sources.begin(), sources.end());
  return absl::OkStatus();
}

absl::Status EdgePairError(const Boundary& boundary, int i, int j, const char* what) {
  const auto name = [&](int vertex) { return Name(boundary.sources[vertex]); };
  return absl::InvalidArgumentError(absl::StrFormat("edges %s-%s and %s-%s %s", name(i), name(boundary.next[i]),
                                                    name(j), name(boundary.next[j]), what));
}

bool OppositeSides(double s, double t) { return (s > 0.0 && t < 0.0) || (s < 0.0 && t > 0.0); }

// True if p lies strictly between a and b. REQUIRES: collinear.
bool StrictlyBetween(Vec2 a, Vec2 p, Vec2 b) {
  return (LexicographicallyLess(a, p) && LexicographicallyLess(p, b)) ||
         (LexicographicallyLess(b, p) && LexicographicallyLess(p, a));
}

// True if two collinear segments share more than a point.
bool CollinearOverlap(Vec2 a, Vec2 b, Vec2 c, Vec2 d) {
  const auto [ab_low, ab_high] = std::minmax(a, b, LexicographicallyLess);
  const auto [cd_low, cd_high] = std::minmax(c, d, LexicographicallyLess);
  return LexicographicallyLess(std::max(ab_low, cd_low, LexicographicallyLess),
                               std::min(ab_high, cd_high, LexicographicallyLess));
}

// Edges i < j: an error if they cross or overlap; appends a start vertex of one that lies inside
// the other.
absl::Status CheckPair(const Boundary& boundary, int i, int j, std::vector<Touch>& touches) {
  const Vec2 a = boundary.points[i];
  const Vec2 b = boundary.points[boundary.next[i]];
  const Vec2 c = boundary.points[j];
  const Vec2 d = boundary.points[boundary.next[j]];
  const double side_c = Orient2d(a, b, c);
  const double side_d = Orient2d(a, b, d);
  const double side_a = Orient2d(c, d, a);
  const double side_b = Orient2d(c, d, b);
  if (OppositeSides(side_c, side_d) && OppositeSides(side_a, side_b)) return EdgePairError(boundary, i, j, "cross");
  if (side_c == 0.0 && side_d == 0.0) {
    return CollinearOverlap(a, b, c, d) ? EdgePairError(boundary, i, j, "overlap") : absl::OkStatus();
  }
  if (side_c == 0.0 && StrictlyBetween(a, c, b)) touches.push_back({i, j});
  if (side_a == 0.0 && StrictlyBetween(c, a, d)) touches.push_back({j, i});
  return absl::OkStatus();
}

// Checks every pair of edges whose bounding boxes meet.
absl::StatusOr<std::vector<Touch>> FindTouches(const Boundary& boundary) {
  const int n = static_cast<int>(boundary.points.size());
  std::vector<Aabb2> boxes(n);
  for (int i = 0; i < n; ++i) {
    boxes[i].Extend(boundary.points[i]);
    boxes[i].Extend(boundary.points[boundary.next[i]]);
  }
  std::vector<int> order(n);
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](int i, int j) {
    return boxes[i].min.x < boxes[j].min.x || (boxes[i].min.x == boxes[j].min.x && i < j);
  });
  std::vector<Touch> touches;
  for (int s = 0; s < n; ++s) {
    const int i = order[s];
    for (int t = s + 1; t < n && boxes[order[t]].min.x <= boxes[i].max.x; ++t) {
      const int j = order[t];
      if (boxes[j].min.y > boxes[i].max.y || boxes[j].max.y < boxes[i].min.y) continue;
      absl::Status status = CheckPair(boundary, std::min(i, j), std::max(i, j), touches);
      if (!status.ok()) return status;
    }
  }
  return touches;
}

// The boundary with each touching vertex put into the edge that it touches.
std::vector<Corner> InsertTouches(const Boundary& boundary, std::vector<Touch> touches) {
  const std::vector<Vec2>& points = boundary.points;
  const auto before = [&](int s, int t) { return LexicographicallyLess(points[s], points[t]); };
  std::sort(touches.begin(), touches.end(), [&](const Touch& s, const Touch& t) {
    if (s.edge != t.edge) return s.edge < t.edge;
    return before(s.edge, boundary.next[s.edge]) ? before(s.vertex, t.vertex) : before(t.vertex, s.vertex);
  });
  std::vector<Corner> corners;
  const auto append = [&](int vertex) {
    const int corner = static_cast<int>(corners.size());
    corners.push_back({vertex, corner - 1, corner + 1});
  };
  size_t next = 0;
  int first = 0;  // Of the ring.
  for (int i = 0; i < static_cast<int>(points.size()); ++i) {
    append(i);
    for (; next < touches.size() && touches[next].edge == i; ++next) {
      if (points[corners.back().vertex] != points[touches[next].vertex]) append(touches[next].vertex);
    }
    if (boundary.next[i] > i) continue;
    corners[first].previous = static_cast<int>(corners.size()) - 1;
    corners.back().next = first;
    first = static_cast<int>(corners.size());
  }
  return corners;
}

// True if the direction from `apex` to p lies strictly inside the sector that runs
// counter-clockwise from `from` to `to`. REQUIRES: the directions to these differ.
bool InSector(Vec2 apex, Vec2 from, Vec2 to, Vec2 p) {
  const double turn = Orient2d(apex, from, to);
  if (turn > 0.0) return Orient2d(apex, from, p) > 0.0 && Orient2d(apex, p, to) > 0.0;
  if (turn < 0.0) return !(Orient2d(apex, to, p) > 0.0 && Orient2d(apex, p, from) > 0.0);
  return Orient2d(apex, from, p) > 0.0;
}

// Positive if the walk turns left at that place.
double Turn(absl::Span<const Vec2> points, const Walk& walk, size_t place) {
  const size_t n = walk.size();
  return Orient2d(points[walk[(place + n - 1) % n]], points[walk[place]], points[walk[(place + 1) % n]]);
}

// Walks along the boundary so that its inside stays on the left, also where it touches itself. An
// error where it crosses itself.
absl::StatusOr<PolygonFaces> TraceWalks(const Boundary& boundary, absl::Span<const Corner> corners) {
  const int n = static_cast<int>(corners.size());
  const auto at = [&](int corner) { return boundary.points[corners[corner].vertex]; };
  std::vector<int> order(n);
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(),
            [&](int i, int j) { return LexicographicallyLess(at(i), at(j)) || (at(i) == at(j) && i < j); });
  PolygonFaces faces;
  std::vector<int> number(n);     // Of the point, by corner.
  std::vector<int> visits;        // By point.
  std::vector<int> following(n);  // By corner.
  for (int begin = 0, end = 0; begin < n; begin = end) {
    const Vec2 point = at(order[begin]);
    while (end < n && at(order[end]) == point) number[order[end++]] = static_cast<int>(faces.points.size());
    const absl::Span<const int> here = absl::MakeConstSpan(order).subspan(begin, end - begin);
    faces.points.push_back(point);
    visits.push_back(end - begin);
    for (const int i : here) {
      // The walk goes on along the edge that leaves this point first, clockwise from the edge on
      // which it arrives.
      int out = i;
      const auto is_nearer = [&](int to) {
        return InSector(point, at(corners[out].next), at(corners[i].previous), at(to));
      };
      for (const int j : here) {
        if (j != out && is_nearer(corners[j].next)) out = j;
      }
      for (const int j : here) {
        if (j == i || !is_nearer(corners[j].previous)) continue;
        const auto [first, second] = std::minmax(corners[i].vertex, corners[j].vertex);
        return absl::InvalidArgumentError(absl::StrFormat("the boundary crosses itself at %s and %s (%.17g, %.17g)",
                                                          Name(boundary.sources[first]), Name(boundary.sources[second]),
                                                          point.x, point.y));
      }
      following[i] = corners[out].next;
    }
  }
  std::vector<bool> walked(n);
  for (int start = 0; start < n; ++start) {
    if (walked[start]) continue;
    Walk walk;
    for (int i = start; !walked[i]; i = following[i]) {
      walked[i] = true;
      walk.push_back(number[i]);
    }
    Walk& kept = faces.walks.emplace_back();
    for (size_t k = 0; k < walk.size(); ++k) {
      if (visits[walk[k]] > 1 || Turn(faces.points, walk, k) != 0.0) kept.push_back(walk[k]);
    }
  }
  return faces;
}

// True if the open segment from a to b meets the boundary. REQUIRES: no edge contains a or b but as
// its end.
bool IsBlocked(Vec2 a, Vec2 b, const PolygonFaces& faces) {
  Aabb2 box;
  for (const Vec2 end : {a, b}) box.Extend(end);
  for (const Walk& walk : faces.walks) {
    Vec2 from = faces.points[walk.back()];
    for (const int number : walk) {
      const Vec2 to = faces.points[number];
      Aabb2 edge;
      for (const Vec2 end : {from, to}) edge.Extend(end);
      if (Overlap(box, edge)) {
        const double side = Orient2d(a, b, to);
        if (side == 0.0 && StrictlyBetween(a, to, b)) return true;
        if (OppositeSides(side, Orient2d(a, b, from)) && OppositeSides(Orient2d(from, to, a), Orient2d(from, to, b))) {
          return true;
        }
      }
      from = to;
    }
  }
  return false;
}

// Puts the hole, whose walk begins at its leftmost point, into the walk of its face. False if there
// is none. REQUIRES: all holes further left have been put.
bool JoinHole(const Walk& hole, PolygonFaces& faces) {
  const Vec2 leftmost = faces.points[hole.front()];
  // On the left of it there is always a point of the face's walk that can be seen from it.
  struct BridgeEnd {
    double distance_sq;
    Walk* walk;
    size_t place;
  };
  std::vector<BridgeEnd> ends;
  for (Walk& walk : faces.walks) {
    for (size_t k = 0; k < walk.size(); ++k) {
      if (walk[k] >= hole.front()) continue;
      const auto point = [&](size_t place) { return faces.points[walk[place % walk.size()]]; };
      if (!InSector(point(k), point(k + 1), point(k + walk.size() - 1), leftmost)) continue;
      ends.push_back({NormSquared(leftmost - point(k)), &walk, k});
    }
  }
  std::sort(ends.begin(), ends.end(),
            [](const BridgeEnd& a, const BridgeEnd& b) { return a.distance_sq < b.distance_sq; });
  for (const auto& [distance_sq, walk, place] : ends) {
    const int end = (*walk)[place];
    if (IsBlocked(faces.points[end], leftmost, faces)) continue;
    Walk detour = hole;
    detour.insert(detour.end(), {hole.front(), end});
    walk->insert(walk->begin() + place + 1, detour.begin(), detour.end());
    return true;
  }
  return false;
}

}  // namespace

absl::StatusOr<PolygonFaces> FindFaces(absl::Span<const Vec2> ring, absl::Span<const std::vector<Vec2>> holes) {
  Boundary boundary;
  absl::Status status = AddRing(ring, -1, boundary);
  for (size_t k = 0; status.ok() && k < holes.size(); ++k) status = AddRing(holes[k], static_cast<int>(k), boundary);
  if (!status.ok()) return status;
  absl::StatusOr<std::vector<Touch>> touches = FindTouches(boundary);
  if (!touches.ok()) return touches.status();
  absl::StatusOr<PolygonFaces> faces = TraceWalks(boundary, InsertTouches(boundary, *std::move(touches)));
  if (!faces.ok()) return faces;

  std::vector<Walk> walks, around_holes;
  walks.swap(faces->walks);
  for (Walk& walk : walks) {
    // That around a hole turns right at its leftmost point, once.
    const int leftmost = *std::min_element(walk.begin(), walk.end());
    size_t k = 0;
    while (k < walk.size() && (walk[k] != leftmost || Turn(faces->points, walk, k) > 0.0)) ++k;
    if (k < walk.size()) std::rotate(walk.begin(), walk.begin() + k, walk.end());
    (k < walk.size() ? around_holes : faces->walks).push_back(std::move(walk));
  }
  std::sort(around_holes.begin(), around_holes.end());
  for (const Walk& hole : around_holes) {
    if (JoinHole(hole, *faces)) continue;
    const auto place = std::find(boundary.points.begin(), boundary.points.end(), faces->points[hole.front()]);
    return absl::InvalidArgumentError(
        absl::StrFormat("%s (%.17g, %.17g) is outside the outer ring, or inside another hole",
                        Name(boundary.sources[place - boundary.points.begin()]), place->x, place->y));
  }
  return faces;
}

std::vector<Vec2> WithoutFlatVertices(absl::Span<const Vec2> ring) {
  const int n = static_cast<int>(ring.size());
  std::vector<Vec2> kept;
  for (int i = 0; i < n; ++i) {
    if (Orient2d(ring[(i + n - 1) % n], ring[i], ring[(i + 1) % n]) != 0.0) kept.push_back(ring[i]);
  }
  return kept;
}

}  // namespace collision2d::internal
