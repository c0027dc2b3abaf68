#include "collision2d/geometry/convex_decomposition.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "absl/base/macros.h"
#include "absl/status/status.h"
#include "absl/strings/str_format.h"
#include "collision2d/geometry/orientation.h"
#include "collision2d/geometry/simple_ring.h"
#include "collision2d/geometry/tolerances.h"

namespace collision2d {
namespace {

constexpr int kNone = -1;

// The directed side of a part: from vertex `origin` to the origin of side `next`. `twin` is the
// opposite side of the neighbouring part, kNone on the polygon's boundary.
struct Side {
  int origin;
  int next;
  int previous;
  int twin;
};

absl::Status CheckVertices(absl::Span<const Vec2> ring) {
  const int n = static_cast<int>(ring.size());
  if (n < 3) return absl::InvalidArgumentError(absl::StrFormat("vertices: %d; at least 3 are needed", n));
  if (n > kMaxDecomposedVertices) {
    return absl::InvalidArgumentError(
        absl::StrFormat("vertices: %d, more than the limit of %d", n, kMaxDecomposedVertices));
  }
  for (int i = 0; i < n; ++i) {
    // Written so that NaN does not pass.
    if (!(std::abs(ring[i].x) <= kMaxCoordinate_m && std::abs(ring[i].y) <= kMaxCoordinate_m)) {
      return absl::InvalidArgumentError(absl::StrFormat("vertices[%d]: (%.17g, %.17g) is not finite or beyond %g m", i,
                                                        ring[i].x, ring[i].y, kMaxCoordinate_m));
    }
  }
  bool has_area = false;
  for (int i = 0; i < n; ++i) {
    if (ring[i] == ring[(i + 1) % n]) {
      return absl::InvalidArgumentError(
          absl::StrFormat("vertices[%d]: (%.17g, %.17g) repeats vertices[%d]", (i + 1) % n, ring[i].x, ring[i].y, i));
    }
    has_area = has_area || Orient2d(ring[0], ring[1], ring[i]) != 0.0;
  }
  if (!has_area) {
    return absl::InvalidArgumentError(absl::StrFormat("vertices[0..%d] are collinear: the polygon has no area", n - 1));
  }
  return absl::OkStatus();
}

// A ring that does not touch itself, being cut into triangles.
class EarClipper {
 public:
  // REQUIRES: a simple ring, counter-clockwise, without flat vertices; it must outlive the clipper.
  explicit EarClipper(absl::Span<const Vec2> ring)
      : ring_(ring), next_(ring.size()), previous_(ring.size()), outer_side_(ring.size(), kNone), ear_(ring.size()) {
    const int n = static_cast<int>(ring.size());
    for (int i = 0; i < n; ++i) {
      next_[i] = (i + 1) % n;
      previous_[i] = (i + n - 1) % n;
    }
    for (int i = 0; i < n; ++i) ear_[i] = IsEar(i);
  }

  // The sides of the n - 2 triangles, three in a row each.
  std::vector<Side> Triangulate() {
    int v = 0;
    for (int left = static_cast<int>(ring_.size()); left > 3; --left) {
      // A simple polygon of more than three vertices always has an ear. Clipping one can change
      // only whether its two neighbours are ears, because the rest is a subset of the polygon.
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
    return std::move(sides_);
  }

 private:
  // True if v turns left and the closed triangle with its neighbours contains no other remaining
  // vertex.
  bool IsEar(int v) const {
    const Vec2 a = ring_[previous_[v]];
    const Vec2 b = ring_[v];
    const Vec2 c = ring_[next_[v]];
    if (!(Orient2d(a, b, c) > 0.0)) return false;
    Aabb2 box;
    for (const Vec2 corner : {a, b, c}) box.Extend(corner);
    for (int w = next_[next_[v]]; w != previous_[v]; w = next_[w]) {
      const Vec2 p = ring_[w];
      if (box.Contains(p) && Orient2d(a, b, p) >= 0.0 && Orient2d(b, c, p) >= 0.0 && Orient2d(c, a, p) >= 0.0) {
        return false;
      }
    }
    return true;
  }

  // Adds the triangle of v and its neighbours; its third side becomes the outer side of the edge
  // that replaces v.
  void AppendTriangle(int v) {
    const int first = static_cast<int>(sides_.size());
    const int before = previous_[v];
    const int after = next_[v];
    const int outer[3] = {outer_side_[before], outer_side_[v], next_[after] == before ? outer_side_[after] : kNone};
    const int origin[3] = {before, v, after};
    for (int k = 0; k < 3; ++k) {
      sides_.push_back({origin[k], first + (k + 1) % 3, first + (k + 2) % 3, outer[k]});
      if (outer[k] != kNone) sides_[outer[k]].twin = first + k;
    }
    outer_side_[before] = first + 2;
  }

  absl::Span<const Vec2> ring_;
  // For the remaining polygon: the neighbours of each vertex, and the triangle side (already
  // clipped off) on the far side of the edge to its successor.
  std::vector<int> next_;
  std::vector<int> previous_;
  std::vector<int> outer_side_;
  std::vector<bool> ear_;
  std::vector<Side> sides_;
};

// Removes every diagonal that is not needed to keep a corner convex. Returns for each side whether
// it remains.
std::vector<bool> MergeAcrossDiagonals(absl::Span<const Vec2> ring, std::vector<Side>& sides) {
  std::vector<bool> alive(sides.size(), true);
  const auto position = [&](int side) { return ring[sides[side].origin]; };
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

// The convex parts of one simple ring, appended to `parts`.
absl::Status AppendParts(absl::Span<const Vec2> touch_free_ring, std::vector<ConvexPolygon>& parts) {
  const std::vector<Vec2> ring = internal::WithoutFlatVertices(touch_free_ring);
  if (internal::IsStrictlyConvexRing(ring)) {
    absl::StatusOr<ConvexPolygon> whole = ConvexPolygon::Create(ring);
    if (!whole.ok()) return whole.status();
    parts.push_back(*std::move(whole));
    return absl::OkStatus();
  }
  std::vector<Side> sides = EarClipper(ring).Triangulate();
  std::vector<bool> unvisited = MergeAcrossDiagonals(ring, sides);
  for (int first = 0; first < static_cast<int>(sides.size()); ++first) {
    if (!unvisited[first]) continue;
    std::vector<Vec2> corners;
    for (int side = first; unvisited[side]; side = sides[side].next) {
      unvisited[side] = false;
      corners.push_back(ring[sides[side].origin]);
    }
    absl::StatusOr<ConvexPolygon> part = ConvexPolygon::Create(internal::WithoutFlatVertices(corners));
    if (!part.ok()) return part.status();
    parts.push_back(*std::move(part));
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<std::vector<ConvexPolygon>> DecomposeIntoConvex(absl::Span<const Vec2> ring) {
  if (absl::Status status = CheckVertices(ring); !status.ok()) return status;
  const absl::StatusOr<std::vector<std::vector<Vec2>>> rings = internal::SplitIntoSimpleRings(ring);
  if (!rings.ok()) return rings.status();
  if (internal::RingOrientation(ring) < 0) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "vertices[0..%d] are in clockwise order; counter-clockwise is needed", static_cast<int>(ring.size()) - 1));
  }
  std::vector<ConvexPolygon> parts;
  for (const std::vector<Vec2>& simple : *rings) {
    if (internal::RingOrientation(simple) < 0) {
      const auto start = std::find(ring.begin(), ring.end(), simple.front());
      return absl::InvalidArgumentError(absl::StrFormat("a hole touches the boundary at vertices[%d] (%.17g, %.17g)",
                                                        static_cast<int>(start - ring.begin()), start->x, start->y));
    }
    if (absl::Status status = AppendParts(simple, parts); !status.ok()) return status;
  }
  return parts;
}

}  // namespace collision2d
