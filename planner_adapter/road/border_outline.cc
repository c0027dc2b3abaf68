#include "planner_adapter/road/border_outline.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <numeric>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/string_view.h"
#include "collision2d/geometry/orientation.h"
#include "collision2d/geometry/tolerances.h"
#include "collision2d/geometry/vec2.h"
#include "planner_adapter/road/outline_vertices.h"

namespace collision2d::planner {
namespace {

// Rings and lines, and for each piece its index in the input.
struct Borders {
  std::vector<OutlinePiece> pieces;
  std::vector<int> index;
  const BorderName& name_of;
  std::vector<std::string> notes = {};

  std::string NameOf(size_t piece) const { return name_of(index[piece]); }
  void Note(size_t piece, absl::string_view text) { notes.push_back(absl::StrCat(NameOf(piece), ": ", text)); }

  absl::Status Undecided(int piece, Vec2 at) const {
    return absl::InvalidArgumentError(absl::StrFormat("%s: left and right cannot be decided at (%.17g, %.17g)",
                                                      NameOf(static_cast<size_t>(piece)), at.x, at.y));
  }

  // Reverses a ring.
  void Turn(size_t begin, size_t size) {
    const auto first = static_cast<std::ptrdiff_t>(begin);
    const auto last = static_cast<std::ptrdiff_t>(begin + size);
    std::reverse(pieces.begin() + first, pieces.begin() + last);
    std::reverse(index.begin() + first, index.begin() + last);
    for (size_t i = begin; i < begin + size; ++i) std::swap(pieces[i].from, pieces[i].to);
  }
};

constexpr char kWoundAsRoad[] =
    "it is wound as the edge of a road, but inside of a road; it is taken as the edge of an island";
constexpr char kNoRoadAround[] = "it is wound as the edge of an island, but there is no road around it";
constexpr char kTurnsBack[] = "it runs back along itself; that part has no effect";
constexpr char kRepeats[] = "it repeats others, and has no effect";

// Calls `use` with the first piece and the size of each ring.
template <typename Use>
void ForEachRing(const std::vector<OutlinePiece>& pieces, const Use& use) {
  const std::vector<int> ring_of = RingsOf(pieces);
  for (size_t begin = 0, end = 0; begin < pieces.size(); begin = end) {
    end = begin + 1;
    while (end < pieces.size() && ring_of[end] == ring_of[begin]) ++end;
    use(begin, end - begin);
  }
}

absl::Status CheckPieces(absl::Span<const OutlinePiece> pieces, const BorderName& name_of) {
  for (size_t i = 0; i < pieces.size(); ++i) {
    const int piece = static_cast<int>(i);
    for (const Vec2 end : {pieces[i].from, pieces[i].to}) {
      if (!(std::abs(end.x) <= kMaxCoordinate_m && std::abs(end.y) <= kMaxCoordinate_m)) {
        return absl::InvalidArgumentError(
            absl::StrFormat("%s: (%.17g, %.17g) is not finite or out of range", name_of(piece), end.x, end.y));
      }
    }
    if (pieces[i].from == pieces[i].to) {
      return absl::InvalidArgumentError(
          absl::StrFormat("%s: both ends are (%.17g, %.17g)", name_of(piece), pieces[i].from.x, pieces[i].from.y));
    }
  }
  return absl::OkStatus();
}

double AreaOf(const std::vector<OutlinePiece>& pieces, size_t begin, size_t size) {
  double area = 0.0;
  for (size_t i = begin; i < begin + size; ++i) {
    area += 0.5 * Cross(pieces[i].from - pieces[begin].from, pieces[i].to - pieces[begin].from);
  }
  return area;
}

// What the winding numbers beside a ring say of it.
struct RingVerdict {
  bool is_right = false;        // Somewhere the road is on its left, and none on its right.
  bool is_around_road = false;  // Somewhere there is road on its right too: once, and twice on its left.
  bool is_elsewhere = false;    // Somewhere its winding number differs from both.
  bool turns_back = false;
  bool is_repeated = true;  // Earlier parts of other rings run along all of it, in its direction.

  bool IsMixed() const { return is_right + is_around_road + is_elsewhere > 1; }
};

// The verdict on the ring whose first part is `begin`. `undecided` is the first part that has
// another one than those before. Parts that others cancel or repeat decide nothing.
RingVerdict VerdictOn(const Arrangement& of, size_t begin, int base, size_t* end, size_t* undecided) {
  RingVerdict verdict;
  for (*end = begin; *end < of.parts.size() && of.ring_of_part[*end] == of.ring_of_part[begin]; ++*end) {
    const size_t part = *end;
    const OutlineWall& wall = of.walls[of.wall_of_part[part]];
    verdict.turns_back |=
        wall.rising >= 0 && wall.falling >= 0 && of.ring_of_part[wall.rising] == of.ring_of_part[wall.falling];
    const bool is_rising = of.parts[part].from == wall.low;
    const int same = is_rising ? wall.net : -wall.net;
    const int first = is_rising ? wall.rising : wall.falling;
    verdict.is_repeated &= same > 1 && first != static_cast<int>(part);
    if (same != 1) continue;
    const int left = base + (is_rising ? wall.above : wall.below);
    const bool was_mixed = verdict.IsMixed();
    (left == 1 ? verdict.is_right : left == 2 ? verdict.is_around_road : verdict.is_elsewhere) = true;
    if (verdict.IsMixed() && !was_mixed) *undecided = part;
  }
  return verdict;
}

// Leaves rings out that repeat others, and turns those that are wound as the edge of a road just
// inside of a road, until there are none: after a ring those inside of it are judged again. Notes
// both. base: the winding number of the plane around all rings.
absl::StatusOr<Arrangement> MendRings(Borders* borders, int* base) {
  while (true) {
    absl::StatusOr<Arrangement> of = Arrange(borders->pieces, kMostCrossingRounds);
    if (!of.ok()) return of;
    std::vector<bool> is_around(borders->pieces.size(), false);
    std::vector<bool> is_ring(borders->pieces.size(), false);
    ForEachRing(borders->pieces, [&](size_t begin, size_t size) {
      is_ring[begin] = borders->pieces[begin + size - 1].to == borders->pieces[begin].from;
      is_around[begin] = is_ring[begin] && AreaOf(borders->pieces, begin, size) > 0.0;
    });
    // The pieces of a ring need not follow each other, and rings may cancel each other.
    const bool has_road = std::any_of(of->walls.begin(), of->walls.end(), [](const OutlineWall& wall) {
      return wall.net != 0 && std::max(wall.below, wall.above) > 0;
    });
    *base = has_road || std::find(is_around.begin(), is_around.end(), true) != is_around.end() ? 0 : 1;
    std::vector<bool> is_repeated(borders->pieces.size(), false);
    std::vector<bool> is_turned(borders->pieces.size(), false);
    bool repeats = false;
    bool turns = false;
    for (size_t begin = 0, end = 0; begin < of->parts.size(); begin = end) {
      size_t undecided = 0;
      const RingVerdict verdict = VerdictOn(*of, begin, *base, &end, &undecided);
      const auto first = static_cast<size_t>(of->ring_of_part[begin]);
      // A part of a ring, whose pieces do not follow each other, cannot be turned or left out
      // alone.
      is_repeated[first] = is_ring[first] && verdict.is_repeated;
      is_turned[first] = is_around[first] && verdict.is_around_road && !verdict.IsMixed();
      repeats |= is_repeated[first];
      turns |= is_turned[first];
    }
    if (!repeats && !turns) return of;
    std::vector<OutlinePiece> kept;
    std::vector<int> index;
    ForEachRing(borders->pieces, [&](size_t begin, size_t size) {
      if (is_repeated[begin]) return borders->Note(begin, kRepeats);
      if (!repeats && is_turned[begin]) {
        borders->Note(begin, kWoundAsRoad);
        borders->Turn(begin, size);
      }
      for (size_t i = begin; i < begin + size; ++i) {
        kept.push_back(borders->pieces[i]);
        index.push_back(borders->index[i]);
      }
    });
    borders->pieces = std::move(kept);
    borders->index = std::move(index);
  }
}

// A ring with different verdicts crosses another one, or itself. One that is still around a road
// could not be turned.
absl::Status CheckRings(const Arrangement& of, int base, Borders* borders) {
  for (size_t begin = 0, end = 0; begin < of.parts.size(); begin = end) {
    size_t undecided = 0;
    const RingVerdict verdict = VerdictOn(of, begin, base, &end, &undecided);
    if (verdict.is_around_road && !verdict.IsMixed()) undecided = begin;
    if (verdict.IsMixed() || verdict.is_around_road) {
      return borders->Undecided(of.parts[undecided].source, of.parts[undecided].from);
    }
    const auto first = static_cast<size_t>(of.ring_of_part[begin]);
    if (verdict.turns_back) borders->Note(first, kTurnsBack);
    if (verdict.is_elsewhere) borders->Note(first, kNoRoadAround);
  }
  return absl::OkStatus();
}

// Where lines end, no winding numbers decide. Around each point the walls that begin there and
// those that end there alternate, so that each has the road on its left.
absl::Status CheckTurns(const Arrangement& of, const Borders& borders) {
  struct Arm {
    Vec2 to;
    bool starts_here;
    int part;
  };
  const auto undecided = [&](int part, Vec2 at) { return borders.Undecided(of.parts[part].source, at); };
  std::map<Vec2, std::vector<Arm>, ByPoint> arms;
  for (const OutlineWall& wall : of.walls) {
    if (wall.rising >= 0 && wall.falling >= 0) return undecided(std::max(wall.rising, wall.falling), wall.low);
    const int part = std::max(wall.rising, wall.falling);
    arms[wall.low].push_back({wall.high, wall.rising >= 0, part});
    arms[wall.high].push_back({wall.low, wall.rising < 0, part});
  }
  for (auto& [point, around] : arms) {
    if (around.size() < 2) continue;
    const Vec2 center = point;
    std::sort(around.begin(), around.end(), [&](const Arm& a, const Arm& b) {
      const bool is_after = internal::LexicographicallyLess(center, a.to);
      return is_after != internal::LexicographicallyLess(center, b.to) ? is_after : Orient2d(center, a.to, b.to) > 0.0;
    });
    for (size_t i = 0; i < around.size(); ++i) {
      const Arm& next = around[(i + 1) % around.size()];
      if (around[i].starts_here == next.starts_here) return undecided(std::max(around[i].part, next.part), center);
    }
  }
  return absl::OkStatus();
}

// Whether a ray from p to the left crosses a ring an odd number of times.
bool IsIn(Vec2 p, const std::vector<OutlinePiece>& pieces, size_t begin, size_t size) {
  bool is_in = false;
  for (size_t i = begin; i < begin + size; ++i) {
    const auto& [from, to, line, cell] = pieces[i];
    if ((from.y > p.y) == (to.y > p.y)) continue;
    const double side = Orient2d(from, to, p);
    is_in ^= to.y > from.y ? side < 0.0 : side > 0.0;
  }
  return is_in;
}

bool IsOn(Vec2 p, const OutlinePiece& piece) {
  Aabb2 box;
  box.Extend(piece.from);
  box.Extend(piece.to);
  return box.Contains(p) && Orient2d(piece.from, piece.to, p) == 0.0;
}

// A point of a ring that no piece of another line touches: a vertex, or the middle of a piece; if
// all are touched, its first vertex.
Vec2 FreePointOf(const std::vector<OutlinePiece>& pieces, size_t begin, size_t size) {
  const auto is_free = [&](Vec2 p) {
    for (size_t i = 0; i < pieces.size(); ++i) {
      if ((i < begin || i >= begin + size) && IsOn(p, pieces[i])) return false;
    }
    return true;
  };
  for (const double t : {0.0, 0.5}) {
    for (size_t i = begin; i < begin + size; ++i) {
      const Vec2 p = pieces[i].from + t * (pieces[i].to - pieces[i].from);
      if (is_free(p)) return p;
    }
  }
  return pieces[begin].from;
}

// Turns rings among open lines that are wound as the edge of a road inside of a road. The nearest
// open line decides whether a ring is on the road, and each other ring around it changes that.
void TurnRingsAmongLines(Borders* borders) {
  struct Ring {
    size_t begin;
    size_t size;
  };
  std::vector<Ring> rings;
  std::vector<OutlinePiece> open;
  const std::vector<OutlinePiece>& pieces = borders->pieces;
  ForEachRing(pieces, [&](size_t begin, size_t size) {
    if (pieces[begin + size - 1].to == pieces[begin].from) {
      rings.push_back({begin, size});
    } else {
      open.insert(open.end(), pieces.begin() + static_cast<std::ptrdiff_t>(begin),
                  pieces.begin() + static_cast<std::ptrdiff_t>(begin + size));
    }
  });
  const OutlineVertices vertices(open);
  std::vector<bool> is_on_road;
  for (const Ring& ring : rings) {
    const Vec2 p = FreePointOf(pieces, ring.begin, ring.size);
    const auto is_nearer = [&](const OutlinePiece& a, const OutlinePiece& b) {
      return DistanceFromSegment(p, a.from, a.to) < DistanceFromSegment(p, b.from, b.to);
    };
    bool is_road =
        vertices.IsLeftOf(p, static_cast<int>(std::min_element(open.begin(), open.end(), is_nearer) - open.begin()));
    for (const Ring& other : rings) {
      if (other.begin != ring.begin && IsIn(p, pieces, other.begin, other.size)) is_road = !is_road;
    }
    is_on_road.push_back(is_road);
  }
  for (size_t i = 0; i < rings.size(); ++i) {
    const auto [begin, size] = rings[i];
    if ((AreaOf(pieces, begin, size) > 0.0) != is_on_road[i]) continue;
    borders->Note(begin, is_on_road[i] ? kWoundAsRoad : kNoRoadAround);
    if (is_on_road[i]) borders->Turn(begin, size);
  }
}

bool IsClosed(const std::vector<OutlinePiece>& pieces) {
  std::map<Vec2, int, ByPoint> balance;
  for (const OutlinePiece& piece : pieces) {
    ++balance[piece.from];
    --balance[piece.to];
  }
  return std::all_of(balance.begin(), balance.end(), [](const auto& at) { return at.second == 0; });
}

}  // namespace

std::vector<OutlinePiece> PiecesOfBorders(absl::Span<const RoadLine> borders) {
  std::vector<OutlinePiece> pieces;
  for (size_t i = 0; i < borders.size(); ++i) {
    const std::vector<Vec2>& points = borders[i].points;
    for (size_t k = 1; k < points.size(); ++k) {
      if (points[k] != points[k - 1]) pieces.push_back({points[k - 1], points[k], static_cast<int>(i), -1});
    }
  }
  return pieces;
}

bool IsNearlyClosed(const RoadLine& border) {
  if (border.points.size() < 4) return false;
  const double gap_m = Norm(border.points.back() - border.points.front());
  return gap_m > 0.0 && gap_m < kNearlyClosed_m;
}

RepairedBorders RepairBorders(absl::Span<const RoadLine> borders) {
  RepairedBorders repaired{{borders.begin(), borders.end()}, {}};
  repaired.notes = CutOvershoots(kNearlyClosed_m, &repaired.borders);
  const auto note = [&](size_t i, absl::string_view what) {
    repaired.notes.push_back(absl::StrFormat("road_borders[%d] (\"%s\"): %s", i, borders[i].id, what));
  };
  for (size_t i = 0; i < borders.size(); ++i) {
    if (!IsNearlyClosed(repaired.borders[i])) continue;
    repaired.borders[i].points.push_back(repaired.borders[i].points[0]);
    note(i, "it was closed");
  }
  const std::vector<OutlinePiece> pieces = PiecesOfBorders(repaired.borders);
  const BorderName name_of = [&](int piece) { return absl::StrCat(pieces[piece].line); };
  if (!CheckPieces(pieces, name_of).ok() || !IsClosed(pieces) || OutlineOfBorders(pieces, name_of).ok())
    return repaired;
  Borders cut{pieces, std::vector<int>(pieces.size()), name_of};
  std::iota(cut.index.begin(), cut.index.end(), 0);
  int base = 0;
  const absl::StatusOr<Arrangement> arranged = MendRings(&cut, &base);
  if (!arranged.ok()) return repaired;
  const std::vector<OutlinePiece> edge =
      EdgeBetween(*arranged, cut.pieces, [base](int winding) { return winding + base > 0; });
  std::vector<RoadLine> rings;
  std::vector<OutlinePiece> unnamed = edge;
  for (OutlinePiece& piece : unnamed) piece.line = -1;
  std::vector<bool> remains(borders.size(), false);
  ForEachRing(unnamed, [&](size_t begin, size_t size) {
    rings.push_back({borders[edge[begin].line].id, {unnamed[begin].from}});
    for (size_t i = begin; i < begin + size; ++i) {
      rings.back().points.push_back(unnamed[i].to);
      remains[edge[i].line] = true;
    }
  });
  for (size_t i = 0; i < borders.size(); ++i) {
    const auto is_whole = [&](const RoadLine& ring) {
      return ring.points.size() == repaired.borders[i].points.size() && ring.id == borders[i].id;
    };
    if (remains[i] && std::none_of(rings.begin(), rings.end(), is_whole)) note(i, "it was cut where borders cross");
    if (!remains[i]) note(i, "it was left out, since it is within others or outside of all");
  }
  repaired.borders = std::move(rings);
  return repaired;
}

absl::StatusOr<BorderOutline> OutlineOfBorders(const std::vector<OutlinePiece>& pieces, const BorderName& name_of) {
  if (absl::Status status = CheckPieces(pieces, name_of); !status.ok()) return status;
  Borders borders{pieces, std::vector<int>(pieces.size()), name_of};
  std::iota(borders.index.begin(), borders.index.end(), 0);
  BorderOutline outline;
  outline.is_closed = IsClosed(pieces);
  if (outline.is_closed) {
    int base = 0;
    const absl::StatusOr<Arrangement> arranged = MendRings(&borders, &base);
    if (!arranged.ok()) return arranged.status();
    if (absl::Status status = CheckRings(*arranged, base, &borders); !status.ok()) return status;
    outline.pieces = EdgeBetween(*arranged, borders.pieces, [base](int winding) { return winding + base == 1; });
  } else {
    TurnRingsAmongLines(&borders);
    const absl::StatusOr<Arrangement> arranged = Arrange(borders.pieces, kMostCrossingRounds);
    if (!arranged.ok()) return arranged.status();
    if (absl::Status status = CheckTurns(*arranged, borders); !status.ok()) return status;
    std::vector<OutlinePart> edge;
    for (size_t i = 0; i < arranged->parts.size(); ++i) {
      const OutlineWall& wall = arranged->walls[arranged->wall_of_part[i]];
      if (std::max(wall.rising, wall.falling) == static_cast<int>(i)) edge.push_back(arranged->parts[i]);
    }
    outline.pieces = JoinInOrder(std::move(edge), borders.pieces);
  }
  outline.notes = std::move(borders.notes);
  return outline;
}

}  // namespace collision2d::planner
