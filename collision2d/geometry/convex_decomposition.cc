#include "collision2d/geometry/convex_decomposition.h"

#include <utility>

#include "absl/base/macros.h"
#include "absl/container/flat_hash_map.h"
#include "absl/status/status.h"
#include "absl/strings/str_format.h"
#include "collision2d/geometry/orientation.h"
#include "collision2d/geometry/polygon_faces.h"

namespace collision2d {
namespace {

constexpr int kNone = -1;

// The directed side of a part: from the point with the number `origin` to the origin of side
// `next`. `twin` is the opposite side of the neighbouring part, kNone on the polygon's boundary.
struct Side {
  int origin;
  int next;
  int previous;
  int twin;
};

// The walk around a face, being cut into triangles.
class EarClipper {
 public:
  // REQUIRES: a walk of FindFaces; the operands must outlive the clipper.
  EarClipper(absl::Span<const Vec2> points, absl::Span<const int> walk)
      : points_(points), walk_(walk), next_(walk.size()), previous_(walk.size()), ear_(walk.size()) {
    const int n = static_cast<int>(walk.size());
    for (int i = 0; i < n; ++i) {
      next_[i] = (i + 1) % n;
      previous_[i] = (i + n - 1) % n;
    }
    for (int i = 0; i < n; ++i) ear_[i] = IsEar(i);
  }

  // The sides of the n - 2 triangles, three in a row each.
  std::vector<Side> Triangulate() {
    int v = 0;
    for (int left = static_cast<int>(walk_.size()); left > 3; --left) {
      // A face of more than three vertices always has an ear (Meisters 1975; a face without holes
      // needs no other property). Clipping one can change only whether its two neighbours are
      // ears, because the rest is a subset of the face.
      for (int tried = 0; !ear_[v]; ++tried, v = next_[v]) ABSL_ASSERT(tried < left);
      const int before = previous_[v];
      const int after = next_[v];
      AppendTriangle(v);
      next_[before] = after;
      previous_[after] = before;
      ear_[before] = IsEar(before);
      ear_[after] = IsEar(after);
      // Continuing after the neighbour makes fans less likely than continuing with it.
      v = next_[after];
    }
    AppendTriangle(v);
    // Bridges too, which the walk goes along in both directions.
    for (Side& side : sides_) {
      const auto twin = by_ends_.find({sides_[side.next].origin, side.origin});
      if (twin != by_ends_.end()) side.twin = twin->second;
    }
    return std::move(sides_);
  }

 private:
  Vec2 Position(int v) const { return points_[walk_[v]]; }

  // True if v turns left and the closed triangle with its neighbours contains no other point of the
  // rest. Where the walk visits a corner of the triangle again, its edges are outside of it: they
  // would end in it or leave it across an edge.
  bool IsEar(int v) const {
    const Vec2 a = Position(previous_[v]);
    const Vec2 b = Position(v);
    const Vec2 c = Position(next_[v]);
    if (!(Orient2d(a, b, c) > 0.0)) return false;
    Aabb2 box;
    for (const Vec2 corner : {a, b, c}) box.Extend(corner);
    for (int w = next_[next_[v]]; w != previous_[v]; w = next_[w]) {
      const Vec2 p = Position(w);
      if (box.Contains(p) && Orient2d(a, b, p) >= 0.0 && Orient2d(b, c, p) >= 0.0 && Orient2d(c, a, p) >= 0.0 &&
          p != a && p != b && p != c) {
        return false;
      }
    }
    return true;
  }

  // Adds the triangle of v and its neighbours.
  void AppendTriangle(int v) {
    const int first = static_cast<int>(sides_.size());
    const int origins[3] = {walk_[previous_[v]], walk_[v], walk_[next_[v]]};
    for (int k = 0; k < 3; ++k) {
      sides_.push_back({origins[k], first + (k + 1) % 3, first + (k + 2) % 3, kNone});
      by_ends_[{origins[k], origins[(k + 1) % 3]}] = first + k;
    }
  }

  absl::Span<const Vec2> points_;
  absl::Span<const int> walk_;
  // For the rest of the face: the neighbours of each place in the walk.
  std::vector<int> next_;
  std::vector<int> previous_;
  std::vector<bool> ear_;
  std::vector<Side> sides_;
  absl::flat_hash_map<std::pair<int, int>, int> by_ends_;
};

// Removes every diagonal that is not needed to keep a corner convex. Returns for each side whether
// it remains.
std::vector<bool> MergeAcrossDiagonals(absl::Span<const Vec2> points, std::vector<Side>& sides) {
  std::vector<bool> alive(sides.size(), true);
  const auto position = [&](int side) { return points[sides[side].origin]; };
  // Whether the corner that appears at the origin of `side` when it and its twin are removed is
  // convex or flat.
  const auto stays_convex = [&](int side) {
    const int into = sides[side].previous;
    const int out = sides[sides[side].twin].next;
    return Orient2d(position(into), position(side), position(sides[out].next)) >= 0.0;
  };
  for (int side = 0; side < static_cast<int>(sides.size()); ++side) {
    const int twin = sides[side].twin;
    if (twin == kNone || twin < side || !stays_convex(side) || !stays_convex(twin)) continue;
    for (const auto& [gone, other] : {std::pair(side, twin), std::pair(twin, side)}) {
      const int into = sides[gone].previous;
      const int out = sides[other].next;
      sides[into].next = out;
      sides[out].previous = into;
      alive[gone] = false;
    }
  }
  return alive;
}

// The convex parts of one face, appended to `parts`.
absl::Status AppendParts(absl::Span<const Vec2> points, absl::Span<const int> walk, std::vector<ConvexPolygon>& parts) {
  std::vector<Vec2> ring;
  for (const int number : walk) ring.push_back(points[number]);
  if (internal::IsStrictlyConvexRing(ring)) {
    absl::StatusOr<ConvexPolygon> whole = ConvexPolygon::Create(ring);
    if (!whole.ok()) return whole.status();
    parts.push_back(*std::move(whole));
    return absl::OkStatus();
  }
  std::vector<Side> sides = EarClipper(points, walk).Triangulate();
  std::vector<bool> unvisited = MergeAcrossDiagonals(points, sides);
  for (int first = 0; first < static_cast<int>(sides.size()); ++first) {
    if (!unvisited[first]) continue;
    std::vector<Vec2> corners;
    for (int side = first; unvisited[side]; side = sides[side].next) {
      unvisited[side] = false;
      corners.push_back(points[sides[side].origin]);
    }
    absl::StatusOr<ConvexPolygon> part = ConvexPolygon::Create(internal::WithoutFlatVertices(corners));
    if (!part.ok()) return part.status();
    parts.push_back(*std::move(part));
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<std::vector<ConvexPolygon>> DecomposeIntoConvex(absl::Span<const Vec2> ring,
                                                               absl::Span<const std::vector<Vec2>> holes) {
  size_t size = ring.size();
  for (const std::vector<Vec2>& hole : holes) size += hole.size();
  if (size > kMaxDecomposedVertices) {
    return absl::InvalidArgumentError(
        absl::StrFormat("vertices: %d, more than the limit of %d", size, kMaxDecomposedVertices));
  }
  const absl::StatusOr<internal::PolygonFaces> faces = internal::FindFaces(ring, holes);
  if (!faces.ok()) return faces.status();
  std::vector<ConvexPolygon> parts;
  for (const std::vector<int>& walk : faces->walks) {
    if (absl::Status status = AppendParts(faces->points, walk, parts); !status.ok()) return status;
  }
  return parts;
}

absl::StatusOr<OutlineParts> DecomposeOutlines(absl::Span<const Outline> outlines) {
  OutlineParts parts;
  for (int i = 0; i < static_cast<int>(outlines.size()); ++i) {
    absl::StatusOr<std::vector<ConvexPolygon>> shapes = DecomposeIntoConvex(outlines[i].ring, outlines[i].holes);
    if (!shapes.ok()) {
      return absl::InvalidArgumentError(absl::StrFormat("outlines[%d]: %s", i, shapes.status().message()));
    }
    parts.outlines.insert(parts.outlines.end(), shapes->size(), i);
    for (ConvexPolygon& shape : *shapes) parts.shapes.push_back(std::move(shape));
  }
  return parts;
}

}  // namespace collision2d
