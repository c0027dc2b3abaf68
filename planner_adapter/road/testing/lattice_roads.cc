#include "planner_adapter/road/testing/lattice_roads.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <utility>

#include "collision2d/geometry/convex_polygon.h"

namespace collision2d::planner {
namespace {

using Node = std::pair<int, int>;
using Arc = std::pair<Node, Node>;

// Directed edges; those of opposite directions cancel.
class Edges {
 public:
  void AddRing(const std::vector<Node>& ring) {
    for (size_t i = 0; i < ring.size(); ++i) Add({ring[i], ring[(i + 1) % ring.size()]});
  }

  std::vector<Arc> arcs() const {
    std::vector<Arc> arcs;
    for (const auto& [arc, count] : count_) arcs.insert(arcs.end(), static_cast<size_t>(count), arc);
    return arcs;
  }

 private:
  void Add(const Arc& arc) {
    const auto opposite = count_.find({arc.second, arc.first});
    if (opposite == count_.end()) {
      ++count_[arc];
    } else if (--opposite->second == 0) {
      count_.erase(opposite);
    }
  }

  std::map<Arc, int> count_;
};

// A square of the lattice, or half of one.
std::vector<Node> RandomTile(int x, int y, Random* random) {
  std::vector<Node> ring = {{x, y}, {x + 1, y}, {x + 1, y + 1}, {x, y + 1}};
  if (random->Chance(0.15)) ring.erase(ring.begin() + random->Index(4));
  return ring;
}

Vec2 DirectionOf(const OutlinePiece& piece) { return piece.to - piece.from; }

// Joins pieces that continue each other on one line, at vertices where no others meet.
void JoinSomePieces(std::vector<OutlinePiece>* pieces, Random* random) {
  const auto ends_at = [&](Vec2 p) {
    return std::count_if(pieces->begin(), pieces->end(), [&](const OutlinePiece& piece) { return piece.to == p; });
  };
  for (size_t i = 0; i < pieces->size(); ++i) {
    const auto next = std::find_if(pieces->begin(), pieces->end(),
                                   [&](const OutlinePiece& piece) { return piece.from == (*pieces)[i].to; });
    if (Cross(DirectionOf((*pieces)[i]), DirectionOf(*next)) != 0.0 || ends_at(next->from) != 1) continue;
    if (random->Chance(0.2)) continue;
    next->from = (*pieces)[i].from;
    pieces->erase(pieces->begin() + static_cast<std::ptrdiff_t>(i));
    --i;
  }
}

// A linear map that keeps the orientation.
struct Map {
  int xx, xy, yx, yy;
};

// Maps [0, 5]^2 to [0, 15]^2.
constexpr Map kMaps[] = {{1, 0, 0, 1}, {3, 0, 0, 3}, {3, 0, 0, 1}, {1, 0, 0, 2},
                         {2, 1, 0, 1}, {1, 0, 1, 2}, {2, 1, 1, 2}};

}  // namespace

std::vector<OutlinePiece> Ring(const std::vector<Vec2>& vertices) {
  std::vector<OutlinePiece> pieces;
  for (size_t i = 0; i < vertices.size(); ++i) pieces.push_back({vertices[i], vertices[(i + 1) % vertices.size()]});
  return pieces;
}

std::vector<OutlinePiece> RandomLatticeRoad(Random* random) {
  const int columns = random->Integer(2, 5);
  const int rows = random->Integer(2, 5);
  const double filled = random->Uniform(0.8, 1.15);
  Edges edges;
  for (int x = 0; x < columns; ++x) {
    for (int y = 0; y < rows; ++y) {
      if ((x == 0 && y == 0) || random->Chance(filled)) edges.AddRing(RandomTile(x, y, random));
    }
  }
  const Map& map = kMaps[random->Index(static_cast<int>(std::size(kMaps)))];
  const auto at = [&](const Node& node) {
    return Vec2{static_cast<double>(map.xx * node.first + map.xy * node.second),
                static_cast<double>(map.yx * node.first + map.yy * node.second)};
  };
  std::vector<OutlinePiece> pieces;
  for (const Arc& arc : edges.arcs()) pieces.push_back({at(arc.first), at(arc.second)});
  if (random->Chance(0.8)) JoinSomePieces(&pieces, random);
  return pieces;
}

std::vector<Vec2> RandomLatticeBody(const std::vector<OutlinePiece>& pieces, Random* random) {
  double reach = 0.0;
  for (const OutlinePiece& piece : pieces) reach = std::max({reach, piece.from.x, piece.from.y});
  const int highest = static_cast<int>(reach);
  const int spread = random->Chance(0.4) ? 1 : random->Integer(1, 1 + highest / 6);
  const int count = random->Index(6) == 0 ? random->Integer(1, 2) : random->Integer(3, 5);
  const Vec2 corner = pieces[random->Index(static_cast<int>(pieces.size()))].from;
  const Vec2 anywhere{static_cast<double>(random->Integer(0, highest)),
                      static_cast<double>(random->Integer(0, highest))};
  const Vec2 middle = random->Chance(0.3) ? corner : anywhere;
  std::vector<Vec2> points;
  for (int i = 0; i < count; ++i) {
    const OutlinePiece& piece = pieces[random->Index(static_cast<int>(pieces.size()))];
    const double x = middle.x + random->Integer(-spread, spread);
    const double y = middle.y + random->Integer(-spread, spread);
    const Vec2 near_middle{std::clamp(x, 0.0, reach), std::clamp(y, 0.0, reach)};
    points.push_back(random->Chance(0.02) ? piece.from : near_middle);
  }
  const ConvexPolygon hull = *ConvexPolygon::Hull(points);
  return {hull.vertices().begin(), hull.vertices().end()};
}

}  // namespace collision2d::planner
