#include "collision2d/geometry/simple_ring.h"

#include <algorithm>
#include <numeric>

#include "absl/status/status.h"
#include "absl/strings/str_format.h"
#include "collision2d/geometry/orientation.h"

namespace collision2d::internal {
namespace {

// A vertex that lies inside an edge; both by their index in the ring (edge i runs from vertex i to
// vertex i + 1).
struct Touch {
  int edge;
  int vertex;
};

// A vertex of the ring after touching vertices have been put into the edges that they touch.
struct Corner {
  Vec2 position;
  int vertex;  // Index in the input.
};

absl::Status EdgePairError(int i, int j, int n, const char* what) {
  return absl::InvalidArgumentError(absl::StrFormat("edges vertices[%d]-vertices[%d] and vertices[%d]-vertices[%d] %s",
                                                    i, (i + 1) % n, j, (j + 1) % n, what));
}

// True if p lies strictly between a and b. REQUIRES: collinear.
bool StrictlyBetween(Vec2 a, Vec2 p, Vec2 b) {
  return (internal::LexicographicallyLess(a, p) && internal::LexicographicallyLess(p, b)) ||
         (internal::LexicographicallyLess(b, p) && internal::LexicographicallyLess(p, a));
}

// True if two collinear segments share more than a point.
bool CollinearOverlap(Vec2 a, Vec2 b, Vec2 c, Vec2 d) {
  const auto [ab_low, ab_high] = std::minmax(a, b, internal::LexicographicallyLess);
  const auto [cd_low, cd_high] = std::minmax(c, d, internal::LexicographicallyLess);
  return internal::LexicographicallyLess(std::max(ab_low, cd_low, internal::LexicographicallyLess),
                                         std::min(ab_high, cd_high, internal::LexicographicallyLess));
}

// Edges i < j of the ring: an error if they cross or overlap; appends a start vertex of one that
// lies inside the other.
absl::Status CheckPair(absl::Span<const Vec2> ring, int i, int j, std::vector<Touch>& touches) {
  const int n = static_cast<int>(ring.size());
  const Vec2 a = ring[i];
  const Vec2 b = ring[(i + 1) % n];
  const Vec2 c = ring[j];
  const Vec2 d = ring[(j + 1) % n];
  const double side_c = Orient2d(a, b, c);
  const double side_d = Orient2d(a, b, d);
  if (j == i + 1 || (i == 0 && j == n - 1)) {
    // Neighbours share a vertex; they overlap if they leave it in the same direction.
    const bool turns_back = j == i + 1 ? internal::LexicographicallyLess(a, b) == internal::LexicographicallyLess(d, b)
                                       : internal::LexicographicallyLess(b, a) == internal::LexicographicallyLess(c, a);
    const bool collinear = (j == i + 1 ? side_d : side_c) == 0.0;
    return collinear && turns_back ? EdgePairError(i, j, n, "overlap") : absl::OkStatus();
  }
  const double side_a = Orient2d(c, d, a);
  const double side_b = Orient2d(c, d, b);
  const auto opposite = [](double s, double t) { return (s > 0.0 && t < 0.0) || (s < 0.0 && t > 0.0); };
  if (opposite(side_c, side_d) && opposite(side_a, side_b)) return EdgePairError(i, j, n, "cross");
  if (side_c == 0.0 && side_d == 0.0) {
    return CollinearOverlap(a, b, c, d) ? EdgePairError(i, j, n, "overlap") : absl::OkStatus();
  }
  if (side_c == 0.0 && StrictlyBetween(a, c, b)) touches.push_back({i, j});
  if (side_a == 0.0 && StrictlyBetween(c, a, d)) touches.push_back({j, i});
  return absl::OkStatus();
}

// Checks every pair of edges whose bounding boxes meet.
absl::StatusOr<std::vector<Touch>> FindTouches(absl::Span<const Vec2> ring) {
  const int n = static_cast<int>(ring.size());
  const auto low_x = [&](int edge) { return std::min(ring[edge].x, ring[(edge + 1) % n].x); };
  const auto high_x = [&](int edge) { return std::max(ring[edge].x, ring[(edge + 1) % n].x); };
  const auto low_y = [&](int edge) { return std::min(ring[edge].y, ring[(edge + 1) % n].y); };
  const auto high_y = [&](int edge) { return std::max(ring[edge].y, ring[(edge + 1) % n].y); };
  std::vector<int> order(n);
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(),
            [&](int i, int j) { return low_x(i) < low_x(j) || (low_x(i) == low_x(j) && i < j); });
  std::vector<Touch> touches;
  for (int s = 0; s < n; ++s) {
    const int i = order[s];
    for (int t = s + 1; t < n && low_x(order[t]) <= high_x(i); ++t) {
      const int j = order[t];
      if (low_y(j) > high_y(i) || high_y(j) < low_y(i)) continue;
      if (absl::Status status = CheckPair(ring, std::min(i, j), std::max(i, j), touches); !status.ok()) return status;
    }
  }
  return touches;
}

// The ring with each touching vertex put into the edge that it touches.
std::vector<Corner> InsertTouches(absl::Span<const Vec2> ring, std::vector<Touch> touches) {
  const int n = static_cast<int>(ring.size());
  std::sort(touches.begin(), touches.end(), [&](const Touch& s, const Touch& t) {
    if (s.edge != t.edge) return s.edge < t.edge;
    const bool rising = internal::LexicographicallyLess(ring[s.edge], ring[(s.edge + 1) % n]);
    return rising ? internal::LexicographicallyLess(ring[s.vertex], ring[t.vertex])
                  : internal::LexicographicallyLess(ring[t.vertex], ring[s.vertex]);
  });
  std::vector<Corner> corners;
  size_t next = 0;
  for (int i = 0; i < n; ++i) {
    corners.push_back({ring[i], i});
    for (; next < touches.size() && touches[next].edge == i; ++next) {
      const Vec2 position = ring[touches[next].vertex];
      if (corners.back().position != position) corners.push_back({position, touches[next].vertex});
    }
  }
  return corners;
}

// True if the direction from `apex` to p lies strictly inside the sector that runs
// counter-clockwise from `from` to `to`. REQUIRES: p in neither direction; the two directions
// differ.
bool InSector(Vec2 apex, Vec2 from, Vec2 to, Vec2 p) {
  const double turn = Orient2d(apex, from, to);
  if (turn > 0.0) return Orient2d(apex, from, p) > 0.0 && Orient2d(apex, p, to) > 0.0;
  if (turn < 0.0) return !(Orient2d(apex, to, p) > 0.0 && Orient2d(apex, p, from) > 0.0);
  return Orient2d(apex, from, p) > 0.0;
}

// Numbers the distinct positions; equal positions get equal numbers. An error if two visits of a
// position cross.
absl::StatusOr<std::vector<int>> NumberPositions(absl::Span<const Corner> corners) {
  const int n = static_cast<int>(corners.size());
  std::vector<int> order(n);
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](int i, int j) {
    return internal::LexicographicallyLess(corners[i].position, corners[j].position) ||
           (corners[i].position == corners[j].position && i < j);
  });
  std::vector<int> number(n);
  for (int begin = 0, end = 0, count = 0; begin < n; begin = end, ++count) {
    while (end < n && corners[order[end]].position == corners[order[begin]].position) number[order[end++]] = count;
    for (int s = begin; s < end; ++s) {
      for (int t = s + 1; t < end; ++t) {
        const auto at = [&](int i) { return corners[(i + n) % n].position; };
        const int i = order[s];
        const int j = order[t];
        // The second visit crosses the first if it arrives on one side of it and leaves on the
        // other.
        if (InSector(at(i), at(i + 1), at(i - 1), at(j - 1)) != InSector(at(i), at(i + 1), at(i - 1), at(j + 1))) {
          return absl::InvalidArgumentError(
              absl::StrFormat("the boundary crosses itself at vertices[%d] and vertices[%d] (%.17g, %.17g)",
                              std::min(corners[i].vertex, corners[j].vertex),
                              std::max(corners[i].vertex, corners[j].vertex), at(i).x, at(i).y));
        }
      }
    }
  }
  return number;
}

}  // namespace

absl::StatusOr<std::vector<std::vector<Vec2>>> SplitIntoSimpleRings(absl::Span<const Vec2> ring) {
  absl::StatusOr<std::vector<Touch>> touches = FindTouches(ring);
  if (!touches.ok()) return touches.status();
  const std::vector<Corner> corners = InsertTouches(ring, *std::move(touches));
  const absl::StatusOr<std::vector<int>> number = NumberPositions(corners);
  if (!number.ok()) return number.status();

  // Walks the boundary; when it returns to a position that is still open, a loop has closed.
  std::vector<std::vector<Vec2>> rings;
  std::vector<int> open;                       // Corners not yet in a ring.
  std::vector<int> place(corners.size(), -1);  // By position number: index in `open`, or -1.
  for (int i = 0; i < static_cast<int>(corners.size()); ++i) {
    const int known = place[(*number)[i]];
    if (known >= 0) {
      std::vector<Vec2>& loop = rings.emplace_back();
      for (size_t k = known; k < open.size(); ++k) {
        loop.push_back(corners[open[k]].position);
        place[(*number)[open[k]]] = -1;
      }
      open.resize(known);
    }
    place[(*number)[i]] = static_cast<int>(open.size());
    open.push_back(i);
  }
  std::vector<Vec2>& last = rings.emplace_back();
  for (const int i : open) last.push_back(corners[i].position);
  return rings;
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
