#include "planner_adapter/road/outline_arrangement.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <numeric>
#include <set>
#include <tuple>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_format.h"
#include "absl/types/span.h"
#include "collision2d/batch/collisions.h"
#include "collision2d/batch/static_map.h"
#include "collision2d/geometry/aabb2.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/orientation.h"

namespace collision2d::planner {

std::vector<int> ShapesMet(const StaticMap& map, const ConvexPolygon& shape, const Pose2& world_from_shape) {
  std::array<int64_t, 2> begin = {0, 0};
  std::vector<int> met(16);
  const auto ask = [&] {
    return AllHits({shape}, {world_from_shape}, map, absl::MakeSpan(begin), absl::MakeSpan(met));
  };
  if (absl::IsResourceExhausted(ask())) {
    // The room that the answers need is known now.
    met.resize(static_cast<size_t>(begin[1]));
    ask().IgnoreError();
  }
  met.resize(static_cast<size_t>(begin[1]));
  return met;
}

namespace {

// Relative to the coordinates: a crossing this close to an end is that end.
constexpr double kSnapError = 0x1p-51;

int SignOf(double x) { return x > 0.0 ? 1 : x < 0.0 ? -1 : 0; }

// Whether p, on the line through a and b, is between them.
bool IsBetween(Vec2 p, Vec2 a, Vec2 b) {
  return internal::LexicographicallyLess(a, b)
             ? internal::LexicographicallyLess(a, p) && internal::LexicographicallyLess(p, b)
             : internal::LexicographicallyLess(b, p) && internal::LexicographicallyLess(p, a);
}

// The ends of a segment, the lower one first.
std::pair<Vec2, Vec2> EndsOf(Vec2 a, Vec2 b) {
  return internal::LexicographicallyLess(b, a) ? std::make_pair(b, a) : std::make_pair(a, b);
}

struct ByEnds {
  bool operator()(const std::pair<Vec2, Vec2>& a, const std::pair<Vec2, Vec2>& b) const {
    return a.first == b.first ? internal::LexicographicallyLess(a.second, b.second)
                              : internal::LexicographicallyLess(a.first, b.first);
  }
};

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
  explicit Divider(const std::vector<OutlinePiece>& pieces) : moved_(pieces.size(), true) {
    for (size_t i = 0; i < pieces.size(); ++i) {
      parts_.push_back({pieces[i].from, pieces[i].to, static_cast<int>(i)});
    }
  }

  absl::StatusOr<std::vector<OutlinePart>> Run(int most_rounds) {
    for (int round = 0; std::find(moved_.begin(), moved_.end(), true) != moved_.end(); ++round) {
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
  // Only parts that rounding has moved can have contacts that are not known. Sweeps over the parts'
  // bounding boxes along the axis on which they overlap less.
  void FindCuts() {
    cuts_.assign(parts_.size(), {});
    crossings_.clear();
    std::vector<Aabb2> boxes(parts_.size());
    Aabb2 all;
    Vec2 lengths;
    for (size_t i = 0; i < parts_.size(); ++i) {
      boxes[i].Extend(parts_[i].from);
      boxes[i].Extend(parts_[i].to);
      all.Extend(boxes[i].min);
      all.Extend(boxes[i].max);
      lengths = lengths + (boxes[i].max - boxes[i].min);
    }
    const Vec2 range = all.max - all.min;
    const bool along_x = lengths.x * range.y <= lengths.y * range.x;
    const auto along = [along_x](Vec2 p) { return along_x ? p.x : p.y; };
    const auto across = [along_x](Vec2 p) { return along_x ? p.y : p.x; };
    std::vector<size_t> order(parts_.size());
    std::iota(order.begin(), order.end(), size_t{0});
    std::sort(order.begin(), order.end(),
              [&](size_t i, size_t j) { return along(boxes[i].min) < along(boxes[j].min); });
    for (size_t k = 0; k < order.size(); ++k) {
      const size_t i = order[k];
      for (size_t next = k + 1; next < order.size(); ++next) {
        const size_t j = order[next];
        if (along(boxes[j].min) > along(boxes[i].max)) break;
        if (across(boxes[j].min) > across(boxes[i].max) || across(boxes[i].min) > across(boxes[j].max)) continue;
        if (moved_[i] || moved_[j]) CutAtContacts(i, j);
      }
    }
  }

  void CutAtContacts(size_t i, size_t j) {
    const auto [a, b, first] = parts_[i];
    const auto [c, d, second] = parts_[j];
    const int of_a = SignOf(Orient2d(c, d, a));
    const int of_b = SignOf(Orient2d(c, d, b));
    if (of_a * of_b > 0) return;
    // Parts that share an end touch elsewhere only if they are on one line.
    if ((a == c || a == d) ? of_b != 0 : (b == c || b == d) && of_a != 0) return;
    const int of_c = SignOf(Orient2d(a, b, c));
    const int of_d = SignOf(Orient2d(a, b, d));
    if (of_a * of_b < 0 && of_c * of_d < 0) {
      const Vec2 crossing = Crossing(a, b, c, d);
      crossings_.insert(crossing);
      CutAt(i, crossing);
      CutAt(j, crossing);
      return;
    }
    if (of_a == 0 && IsBetween(a, c, d)) CutAt(j, a);
    if (of_b == 0 && IsBetween(b, c, d)) CutAt(j, b);
    if (of_c == 0 && IsBetween(c, a, b)) CutAt(i, c);
    if (of_d == 0 && IsBetween(d, a, b)) CutAt(i, d);
  }

  void CutAt(size_t part, Vec2 p) {
    if (p != parts_[part].from && p != parts_[part].to) cuts_[part].push_back(p);
  }

  void Cut() {
    std::vector<OutlinePart> parts;
    std::vector<bool> moved;
    for (size_t i = 0; i < parts_.size(); ++i) {
      const OutlinePart part = parts_[i];
      const Vec2 along = part.to - part.from;
      const bool is_steep = std::abs(along.y) > std::abs(along.x);
      std::sort(cuts_[i].begin(), cuts_[i].end(), [&](Vec2 p, Vec2 q) {
        const Vec2 first = is_steep ? Vec2{p.y, p.x} : p;
        const Vec2 second = is_steep ? Vec2{q.y, q.x} : q;
        const bool is_ascending = (is_steep ? along.y : along.x) > 0.0;
        return is_ascending ? internal::LexicographicallyLess(first, second)
                            : internal::LexicographicallyLess(second, first);
      });
      cuts_[i].push_back(part.to);
      const auto is_crossing = [&](Vec2 p) { return crossings_.count(p) > 0; };
      const bool has_moved = std::any_of(cuts_[i].begin(), cuts_[i].end() - 1, is_crossing);
      Vec2 from = part.from;
      for (const Vec2 to : cuts_[i]) {
        if (to == from) continue;
        parts.push_back({from, to, part.source});
        moved.push_back(has_moved);
        from = to;
      }
    }
    parts_ = std::move(parts);
    moved_ = std::move(moved);
  }

  std::vector<OutlinePart> parts_;
  std::vector<bool> moved_;  // Whether a part is not known to be free of contacts between its ends.
  std::vector<std::vector<Vec2>> cuts_;
  std::set<Vec2, ByPoint> crossings_;  // Found in this round.
};

// Sweeps over walls from the left, and labels their sides.
class Sweep {
 public:
  explicit Sweep(std::vector<OutlineWall>* walls) : walls_(*walls), active_(IsBelow{walls}), place_(walls->size()) {}

  void Run() {
    // The walls that begin and end at each point.
    std::map<Vec2, std::pair<std::vector<int>, std::vector<int>>, ByPoint> events;
    for (size_t i = 0; i < walls_.size(); ++i) {
      if (walls_[i].net == 0) continue;
      events[walls_[i].low].first.push_back(static_cast<int>(i));
      events[walls_[i].high].second.push_back(static_cast<int>(i));
    }
    for (auto& [point, at] : events) {
      for (const int wall : at.second) active_.erase(place_[wall]);
      for (const int wall : at.first) place_[wall] = active_.insert(wall).first;
      std::sort(at.first.begin(), at.first.end(), IsBelow{&walls_});
      for (const int wall : at.first) {
        walls_[wall].below = place_[wall] == active_.begin() ? 0 : walls_[*std::prev(place_[wall])].above;
        walls_[wall].above = walls_[wall].below + walls_[wall].net;
      }
    }
  }

 private:
  // The order of walls that a vertical line meets.
  struct IsBelow {
    const std::vector<OutlineWall>* walls;
    bool operator()(int a, int b) const {
      const OutlineWall& first = (*walls)[a];
      const OutlineWall& second = (*walls)[b];
      if (internal::LexicographicallyLess(second.low, first.low)) {
        const double side = Orient2d(second.low, second.high, first.low);
        return side != 0.0 ? side < 0.0 : Orient2d(second.low, second.high, first.high) < 0.0;
      }
      const double side = Orient2d(first.low, first.high, second.low);
      return side != 0.0 ? side > 0.0 : Orient2d(first.low, first.high, second.high) > 0.0;
    }
  };

  std::vector<OutlineWall>& walls_;
  std::set<int, IsBelow> active_;
  std::vector<std::set<int, IsBelow>::iterator> place_;
};

}  // namespace

std::vector<int> RingsOf(const std::vector<OutlinePiece>& pieces) {
  std::vector<int> ring_of;
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
  std::vector<size_t> index_of_piece;
  std::map<std::pair<Vec2, Vec2>, size_t, ByEnds> known;
  for (const OutlinePiece& piece : pieces) {
    const auto [at, is_new] = known.try_emplace(EndsOf(piece.from, piece.to), different.size());
    if (is_new) different.push_back(piece);
    index_of_piece.push_back(at->second);
  }
  const absl::StatusOr<std::vector<OutlinePart>> divided = Divider(different).Run(most_rounds);
  if (!divided.ok()) return divided.status();
  std::vector<size_t> first_part(different.size() + 1, 0);
  for (const OutlinePart& part : *divided) ++first_part[static_cast<size_t>(part.source) + 1];
  std::partial_sum(first_part.begin(), first_part.end(), first_part.begin());
  Arrangement result;
  std::vector<OutlinePart>& parts = result.parts;
  for (size_t i = 0; i < pieces.size(); ++i) {
    const size_t of = index_of_piece[i];
    const size_t begin = parts.size();
    for (size_t k = first_part[of]; k < first_part[of + 1]; ++k) {
      parts.push_back({(*divided)[k].from, (*divided)[k].to, static_cast<int>(i)});
    }
    if (different[of].from == pieces[i].from) continue;
    std::reverse(parts.begin() + static_cast<std::ptrdiff_t>(begin), parts.end());
    for (size_t k = begin; k < parts.size(); ++k) std::swap(parts[k].from, parts[k].to);
  }
  const std::vector<int> ring_of = RingsOf(pieces);
  for (const OutlinePart& part : parts) result.ring_of_part.push_back(ring_of[part.source]);
  std::vector<int> order(parts.size());
  std::iota(order.begin(), order.end(), 0);
  const auto ends_of = [&](int i) { return EndsOf(parts[i].from, parts[i].to); };
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return ByEnds()(ends_of(a), ends_of(b)); });
  std::vector<OutlineWall>& walls = result.walls;
  result.wall_of_part.resize(parts.size());
  for (const int i : order) {
    const auto [low, high] = ends_of(i);
    if (walls.empty() || walls.back().low != low || walls.back().high != high) walls.push_back({low, high});
    OutlineWall& wall = walls.back();
    const bool is_rising = parts[i].from == wall.low;
    wall.net += is_rising ? 1 : -1;
    int& first = is_rising ? wall.rising : wall.falling;
    if (first < 0) first = i;
    result.wall_of_part[i] = static_cast<int>(walls.size()) - 1;
  }
  Sweep(&walls).Run();
  return result;
}

std::vector<OutlinePiece> JoinInOrder(std::vector<OutlinePart> edge, const std::vector<OutlinePiece>& pieces) {
  std::map<Vec2, std::pair<std::vector<size_t>, int>, ByPoint>
      at;  // The parts that begin at a point, and the number of ends there.
  for (size_t i = 0; i < edge.size(); ++i) {
    at[edge[i].from].first.push_back(i);
    ++at[edge[i].from].second;
    ++at[edge[i].to].second;
  }
  std::vector<bool> is_used(edge.size(), false);
  std::vector<OutlinePart> chain;
  const auto take = [&](size_t i) {
    is_used[i] = true;
    const OutlinePart& part = edge[i];
    if (!chain.empty() && chain.back().to == part.from && chain.back().source == part.source &&
        at[part.from].second == 2 && Orient2d(chain.back().from, part.from, part.to) == 0.0) {
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
      for (const size_t other : at[edge[taken].to].first) {
        if (!is_used[other] && (next == edge.size() || (next < taken && other > taken))) next = other;
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

absl::StatusOr<std::vector<OutlinePiece>> OutlineOfUnion(const std::vector<OutlinePiece>& pieces, int most_rounds) {
  const absl::StatusOr<Arrangement> arranged = Arrange(pieces, most_rounds);
  if (!arranged.ok()) return arranged.status();
  return EdgeBetween(*arranged, pieces, [](int winding) { return winding > 0; });
}

}  // namespace collision2d::planner
