#include "planner_adapter/road/outline_arrangement.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <tuple>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_format.h"
#include "absl/types/span.h"
#include "collision2d/geometry/box_overlaps.h"
#include "collision2d/geometry/orientation.h"
#include "collision2d/geometry/tolerances.h"
#include "planner_adapter/road/outline_vertices.h"

namespace collision2d::planner {

namespace {

// Relative to the coordinates: a crossing this close to an end is that end. No proof: it avoids
// short pieces, and bounds nothing.
constexpr double kSnapError = 0x1p-51;

int SignOf(double x) { return x > 0.0 ? 1 : x < 0.0 ? -1 : 0; }

// Whether p, on the line through a and b, is between them.
bool IsBetween(Vec2 p, Vec2 a, Vec2 b) {
  return internal::LexicographicallyLess(a, b)
             ? internal::LexicographicallyLess(a, p) && internal::LexicographicallyLess(p, b)
             : internal::LexicographicallyLess(b, p) && internal::LexicographicallyLess(p, a);
}

// The ends of a segment, the lower one first.
struct Ends {
  Vec2 low;
  Vec2 high;

  static Ends Of(Vec2 a, Vec2 b) { return internal::LexicographicallyLess(b, a) ? Ends{b, a} : Ends{a, b}; }

  friend bool operator==(const Ends& a, const Ends& b) { return a.low == b.low && a.high == b.high; }
};

// A segment by its ends, and its index; ascending by both.
struct IndexedEnds {
  Ends ends;
  int index;

  friend bool operator<(const IndexedEnds& a, const IndexedEnds& b) {
    if (a.ends.low.x != b.ends.low.x) return a.ends.low.x < b.ends.low.x;  // Mostly.
    return std::tie(a.ends.low.y, a.ends.high.x, a.ends.high.y, a.index) <
           std::tie(b.ends.low.y, b.ends.high.x, b.ends.high.y, b.index);
  }
};

template <typename Segment>
std::vector<IndexedEnds> SortedByEnds(const std::vector<Segment>& segments) {
  std::vector<IndexedEnds> sorted;
  sorted.reserve(segments.size());
  for (const Segment& segment : segments) {
    sorted.push_back({Ends::Of(segment.from, segment.to), static_cast<int>(sorted.size())});
  }
  // What was divided from sorted pieces mostly is.
  if (!std::is_sorted(sorted.begin(), sorted.end())) std::sort(sorted.begin(), sorted.end());
  return sorted;
}

// Where two segments cross: one of their ends, if that is as close as rounding, so that crossings
// do not breed new ones. It is computed on the shorter segment, from its nearer end.
// REQUIRES: they cross between their ends.
Vec2 Crossing(Vec2 a, Vec2 b, Vec2 c, Vec2 d) {
  const auto key = [](Vec2 p, Vec2 q) { return std::make_tuple(NormSquared(q - p), p.x, p.y, q.x, q.y); };
  if (internal::LexicographicallyLess(b, a)) std::swap(a, b);
  if (internal::LexicographicallyLess(d, c)) std::swap(c, d);
  if (key(c, d) < key(a, b)) {
    std::swap(a, c);
    std::swap(b, d);
  }
  double before = std::abs(Orient2d(c, d, a));
  double after = std::abs(Orient2d(c, d, b));
  if (after < before) {
    std::swap(before, after);
    std::swap(a, b);
  }
  const Vec2 crossing = a + before / (before + after) * (b - a);
  const double rounding = kSnapError * std::max(std::abs(crossing.x), std::abs(crossing.y));
  for (const Vec2 end : {a, b, c, d}) {
    if (std::max(std::abs(crossing.x - end.x), std::abs(crossing.y - end.y)) <= rounding) return end;
  }
  return crossing;
}

// Divides parts at their contacts.
class Divider {
 public:
  explicit Divider(const std::vector<OutlinePiece>& pieces) : pieces_(pieces.size()), moved_(pieces.size(), 1) {
    parts_.reserve(pieces.size());
    for (const OutlinePiece& piece : pieces) {
      parts_.push_back({piece.from, piece.to, static_cast<int>(parts_.size())});
    }
  }

  absl::StatusOr<std::vector<OutlinePart>> Run(int most_rounds) {
    for (int round = 0; std::find(moved_.begin(), moved_.end(), 1) != moved_.end(); ++round) {
      if (round == most_rounds) {
        return absl::ResourceExhaustedError(
            absl::StrFormat("road: after %d rounds of dividing, pieces of its edge still cross", most_rounds));
      }
      FindCuts();
      Cut();
    }
    return std::move(parts_);
  }

 private:
  // Where a part is cut. Keys ascend from the part's beginning to its end.
  struct CutPoint {
    int part;
    Vec2 key;
    Vec2 point;
    bool is_crossing;
  };

  // Only parts that rounding has moved can have contacts that are not known: those of pieces whose
  // boxes overlap, which the first round finds.
  void FindCuts() {
    cuts_.clear();
    std::vector<uint8_t> has_moved(pieces_, 0);
    for (size_t i = 0; i < parts_.size(); ++i) has_moved[parts_[i].source] |= moved_[i];
    std::vector<uint8_t> is_open = has_moved;
    for (const auto& [a, b] : pairs_) {
      is_open[a] |= has_moved[b];
      is_open[b] |= has_moved[a];
    }
    std::vector<OutlinePart> open;
    std::vector<int> index;
    open.reserve(parts_.size());
    index.reserve(parts_.size());
    for (size_t i = 0; i < parts_.size(); ++i) {
      if (is_open[parts_[i].source] == 0) continue;
      open.push_back(parts_[i]);
      index.push_back(static_cast<int>(i));
    }
    const bool is_first = pairs_.empty();
    static_assert(kMostCrossingRounds * kCrossingError < internal::kCircleRelativeError,
                  "boxes have room for all rounds");
    internal::BoxOverlaps().ForEach(internal::BoxesAlong(open, 0.0), [&](int a, int b) {
      if (is_first) pairs_.push_back({a, b});
      if (moved_[index[a]] != 0 || moved_[index[b]] != 0) CutAtContacts(index[a], index[b]);
    });
  }

  void CutAtContacts(int i, int j) {
    const auto [a, b, first] = parts_[i];
    const auto [c, d, second] = parts_[j];
    const bool shares_a = a == c || a == d;
    const bool shares_b = b == c || b == d;
    const int of_a = shares_a ? 0 : SignOf(Orient2d(c, d, a));
    const int of_b = shares_b ? 0 : SignOf(Orient2d(c, d, b));
    if (of_a * of_b > 0) return;
    // Parts that share an end touch elsewhere only if they are on one line.
    if (shares_a ? of_b != 0 : shares_b && of_a != 0) return;
    const int of_c = SignOf(Orient2d(a, b, c));
    const int of_d = SignOf(Orient2d(a, b, d));
    if (of_a * of_b < 0 && of_c * of_d < 0) {
      const Vec2 crossing = Crossing(a, b, c, d);
      CutAt(i, crossing, true);
      CutAt(j, crossing, true);
      return;
    }
    if (of_a == 0 && IsBetween(a, c, d)) CutAt(j, a, false);
    if (of_b == 0 && IsBetween(b, c, d)) CutAt(j, b, false);
    if (of_c == 0 && IsBetween(c, a, b)) CutAt(i, c, false);
    if (of_d == 0 && IsBetween(d, a, b)) CutAt(i, d, false);
  }

  void CutAt(int index, Vec2 p, bool is_crossing) {
    const OutlinePart& part = parts_[index];
    if (p == part.from || p == part.to) return;
    const Vec2 along = part.to - part.from;
    const bool is_steep = std::abs(along.y) > std::abs(along.x);
    const Vec2 key = is_steep ? Vec2{p.y, p.x} : p;
    cuts_.push_back({index, (is_steep ? along.y : along.x) > 0.0 ? key : -key, p, is_crossing});
  }

  void Cut() {
    std::sort(cuts_.begin(), cuts_.end(), [](const CutPoint& a, const CutPoint& b) {
      return std::tie(a.part, a.key.x, a.key.y) < std::tie(b.part, b.key.x, b.key.y);
    });
    std::vector<OutlinePart> parts;
    parts.reserve(parts_.size() + cuts_.size());
    std::vector<uint8_t> moved;
    moved.reserve(parts.capacity());
    auto cut = cuts_.begin();
    for (const OutlinePart& part : parts_) {
      const auto end =
          std::find_if(cut, cuts_.end(), [i = &part - parts_.data()](const CutPoint& of) { return of.part != i; });
      const bool has_moved = std::any_of(cut, end, [](const CutPoint& of) { return of.is_crossing; });
      Vec2 from = part.from;
      for (; cut != end; ++cut) {
        if (cut->point == from) continue;
        parts.push_back({from, cut->point, part.source});
        moved.push_back(has_moved ? 1 : 0);
        from = cut->point;
      }
      parts.push_back({from, part.to, part.source});
      moved.push_back(has_moved ? 1 : 0);
    }
    parts_ = std::move(parts);
    moved_ = std::move(moved);
  }

  size_t pieces_;
  // Two pieces each whose parts may touch.
  std::vector<std::pair<int, int>> pairs_;
  std::vector<OutlinePart> parts_;
  std::vector<uint8_t> moved_;  // Whether a part is not known to be free of contacts between its ends.
  std::vector<CutPoint> cuts_;  // Found in this round.
};

// Sweeps over walls in ascending order, and labels their sides. The active walls are those that a
// line meets, from below; walls that end or begin at one point are neighbours there, since walls do
// not cross.
void LabelSides(std::vector<OutlineWall>* walls) {
  std::vector<int> begins;
  for (size_t i = 0; i < walls->size(); ++i) {
    if ((*walls)[i].net != 0) begins.push_back(static_cast<int>(i));
  }
  const auto wall = [walls](int index) -> OutlineWall& { return (*walls)[index]; };
  std::vector<int> ends = begins;
  std::sort(ends.begin(), ends.end(),
            [&](int a, int b) { return internal::LexicographicallyLess(wall(a).high, wall(b).high); });
  std::vector<int> active;
  auto end = ends.begin();
  for (auto begin = begins.begin(); end != ends.end();) {
    const bool is_end = begin == begins.end() || !internal::LexicographicallyLess(wall(*begin).low, wall(*end).high);
    const Vec2 point = is_end ? wall(*end).high : wall(*begin).low;
    auto at = std::partition_point(active.begin(), active.end(), [&](int other) {
      return wall(other).high != point && Orient2d(wall(other).low, wall(other).high, point) > 0.0;
    });
    std::ptrdiff_t ended = 0;
    for (; end != ends.end() && wall(*end).high == point; ++end) ++ended;
    const auto first = begin;
    while (begin != begins.end() && wall(*begin).low == point) ++begin;
    std::sort(first, begin, [&](int a, int b) { return Orient2d(point, wall(a).high, wall(b).high) > 0.0; });
    int below = at == active.begin() ? 0 : wall(*std::prev(at)).above;
    for (auto of = first; of != begin; ++of) {
      wall(*of).below = below;
      below = wall(*of).above = below + wall(*of).net;
    }
    // Mostly as many begin as end, and the others remain in their places.
    const auto replaced = first + std::min(ended, begin - first);
    at = std::copy(first, replaced, at);
    at = active.erase(at, at + (ended - (replaced - first)));
    active.insert(at, replaced, begin);
  }
}

}  // namespace

std::vector<int> RingsOf(const std::vector<OutlinePiece>& pieces) {
  std::vector<int> ring_of;
  ring_of.reserve(pieces.size());
  for (size_t i = 0; i < pieces.size(); ++i) {
    const bool goes_on = i > 0 && pieces[i].line == pieces[i - 1].line && pieces[i].from == pieces[i - 1].to &&
                         pieces[i - 1].to != pieces[ring_of.back()].from;
    ring_of.push_back(goes_on ? ring_of.back() : static_cast<int>(i));
  }
  return ring_of;
}

absl::StatusOr<Arrangement> Arrange(const std::vector<OutlinePiece>& pieces, int most_rounds) {
  // Pieces between the same points are divided once.
  std::vector<OutlinePiece> different;
  std::vector<int> index_of_piece(pieces.size());
  const std::vector<IndexedEnds> sorted = SortedByEnds(pieces);
  for (size_t i = 0; i < sorted.size(); ++i) {
    if (i == 0 || !(sorted[i].ends == sorted[i - 1].ends)) different.push_back(pieces[sorted[i].index]);
    index_of_piece[sorted[i].index] = static_cast<int>(different.size()) - 1;
  }
  const absl::StatusOr<std::vector<OutlinePart>> divided = Divider(different).Run(most_rounds);
  if (!divided.ok()) return divided.status();
  // The first of the parts that each piece was divided into.
  std::vector<size_t> first_of(different.size() + 1, 0);
  for (const OutlinePart& part : *divided) ++first_of[static_cast<size_t>(part.source) + 1];
  std::partial_sum(first_of.begin(), first_of.end(), first_of.begin());
  Arrangement result;
  result.parts.reserve(divided->size() + pieces.size());
  result.ring_of_part.reserve(result.parts.capacity());
  result.wall_of_part.reserve(result.parts.capacity());
  std::vector<OutlineWall>& walls = result.walls;
  walls.reserve(divided->size());
  std::vector<int> wall_of(divided->size());
  for (const auto& [ends, i] : SortedByEnds(*divided)) {
    if (walls.empty() || walls.back().low != ends.low || walls.back().high != ends.high) {
      walls.push_back({ends.low, ends.high});
    }
    wall_of[i] = static_cast<int>(walls.size()) - 1;
  }
  const std::vector<int> ring_of = RingsOf(pieces);
  for (size_t i = 0; i < pieces.size(); ++i) {
    const auto of = static_cast<size_t>(index_of_piece[i]);
    const bool is_reversed = different[of].from != pieces[i].from;
    const size_t begin = first_of[of];
    const size_t end = first_of[of + 1];
    for (size_t k = begin; k < end; ++k) {
      const size_t from = is_reversed ? begin + (end - 1 - k) : k;
      const int index = static_cast<int>(result.parts.size());
      OutlinePart part{(*divided)[from].from, (*divided)[from].to, static_cast<int>(i)};
      if (is_reversed) std::swap(part.from, part.to);
      OutlineWall& wall = walls[wall_of[from]];
      const bool is_rising = part.from == wall.low;
      wall.net += is_rising ? 1 : -1;
      int& first = is_rising ? wall.rising : wall.falling;
      if (first < 0) first = index;
      result.parts.push_back(part);
      result.ring_of_part.push_back(ring_of[i]);
      result.wall_of_part.push_back(wall_of[from]);
    }
  }
  LabelSides(&walls);
  return result;
}

std::vector<OutlinePiece> JoinInOrder(std::vector<OutlinePart> edge, const std::vector<OutlinePiece>& pieces) {
  std::vector<OutlinePiece> ends;
  ends.reserve(edge.size());
  for (const OutlinePart& part : edge) ends.push_back({part.from, part.to});
  const OutlineVertices vertices(ends);
  std::vector<bool> is_used(edge.size(), false);
  std::vector<OutlinePart> chain;
  const auto take = [&](size_t i) {
    is_used[i] = true;
    const OutlinePart& part = edge[i];
    if (!chain.empty() && chain.back().to == part.from && chain.back().source == part.source &&
        vertices.At(static_cast<int>(i), true).size() == 2 && Orient2d(chain.back().from, part.from, part.to) == 0.0) {
      chain.back().to = part.to;
    } else {
      chain.push_back(part);
    }
  };
  for (size_t i = 0; i < edge.size(); ++i) {
    if (is_used[i]) continue;
    // The next part in the order of the input, or the first.
    for (size_t taken = i, next = i; next < edge.size(); taken = next) {
      take(taken);
      next = edge.size();
      for (const Spoke& spoke : vertices.At(static_cast<int>(taken), false)) {
        const auto other = static_cast<size_t>(spoke.piece);
        if (spoke.starts_here && !is_used[other] && (next == edge.size() || (next < taken && other > taken)))
          next = other;
      }
    }
  }
  std::vector<OutlinePiece> outline;
  for (const OutlinePart& part : chain) {
    outline.push_back({part.from, part.to, pieces[part.source].line, pieces[part.source].cell});
  }
  return outline;
}

std::vector<OutlinePiece> EdgeBetween(const Arrangement& of, const std::vector<OutlinePiece>& pieces,
                                      const std::function<bool(int winding)>& is_road) {
  std::vector<std::pair<int, bool>> order;  // The part, and whether the edge runs from its end to its beginning.
  for (const OutlineWall& wall : of.walls) {
    if (wall.net == 0 || is_road(wall.above) == is_road(wall.below)) continue;
    const int wanted = is_road(wall.above) ? wall.rising : wall.falling;
    const int other = is_road(wall.above) ? wall.falling : wall.rising;
    order.push_back({wanted >= 0 ? wanted : other, wanted < 0});
  }
  std::sort(order.begin(), order.end());
  std::vector<OutlinePart> edge;
  for (const auto& [part, is_reversed] : order) {
    edge.push_back(of.parts[part]);
    if (is_reversed) std::swap(edge.back().from, edge.back().to);
  }
  return JoinInOrder(std::move(edge), pieces);
}

namespace {

// Without the sides that cells share: those between two points that run one way as often as the
// other have no winding numbers to separate.
std::vector<OutlinePiece> WithoutCancelled(const std::vector<OutlinePiece>& pieces) {
  std::vector<bool> is_cancelled(pieces.size());
  const std::vector<IndexedEnds> sorted = SortedByEnds(pieces);
  for (size_t begin = 0, end = 0; begin < sorted.size(); begin = end) {
    int net = 0;
    for (; end < sorted.size() && sorted[end].ends == sorted[begin].ends; ++end) {
      net += pieces[sorted[end].index].from == sorted[end].ends.low ? 1 : -1;
    }
    for (size_t i = begin; net == 0 && i < end; ++i) is_cancelled[sorted[i].index] = true;
  }
  std::vector<OutlinePiece> kept;
  for (size_t i = 0; i < pieces.size(); ++i) {
    if (!is_cancelled[i]) kept.push_back(pieces[i]);
  }
  return kept;
}

}  // namespace

absl::StatusOr<std::vector<OutlinePiece>> OutlineOfUnion(const std::vector<OutlinePiece>& pieces, int most_rounds) {
  const std::vector<OutlinePiece> kept = WithoutCancelled(pieces);
  const absl::StatusOr<Arrangement> arranged = Arrange(kept, most_rounds);
  if (!arranged.ok()) return arranged.status();
  return EdgeBetween(*arranged, kept, [](int winding) { return winding > 0; });
}

}  // namespace collision2d::planner
