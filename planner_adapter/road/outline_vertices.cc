#include "planner_adapter/road/outline_vertices.h"

#include <cmath>
#include <utility>

#include "collision2d/geometry/orientation.h"
#include "collision2d/geometry/pose2.h"

namespace collision2d::planner {
namespace {

constexpr double kFullTurn_rad = 6.28318530717958647692;

// The outward normal of the side from a to b of a counter-clockwise ring; any unit vector for a
// ring of one point.
Vec2 NormalOf(Vec2 a, Vec2 b) { return a == b ? Vec2{0.0, -1.0} : -PerpendicularLeft(Normalized(b - a)); }

}  // namespace

absl::InlinedVector<RingPoint, 32> RingOf(absl::Span<const Vec2> hull, double radius_m, int arcs_per_turn) {
  absl::InlinedVector<RingPoint, 32> ring;
  const size_t size = hull.size();
  for (size_t i = 0; i < size; ++i) {
    const int vertex = static_cast<int>(i);
    if (radius_m == 0.0) {
      ring.push_back({hull[i], vertex});
      continue;
    }
    const Vec2 first = NormalOf(hull[(i + size - 1) % size], hull[i]);
    const Vec2 last = NormalOf(hull[i], hull[(i + 1) % size]);
    const double turn_rad = size == 1   ? kFullTurn_rad
                            : size == 2 ? 0.5 * kFullTurn_rad
                                        : std::atan2(Cross(first, last), Dot(first, last));
    const int arcs = std::max(1, static_cast<int>(std::ceil(turn_rad / kFullTurn_rad * arcs_per_turn)));
    for (int k = 0; k <= arcs; ++k) {
      ring.push_back({hull[i] + radius_m * Pose2::FromYaw({}, turn_rad * k / arcs).Rotate(first), vertex});
    }
  }
  return ring;
}

OutlineVertices::OutlineVertices(absl::Span<const OutlinePiece> pieces) : pieces_(pieces) {
  std::vector<std::pair<Vec2, int>> ends;
  ends.reserve(2 * pieces.size());
  for (const OutlinePiece& piece : pieces) {
    for (const Vec2 at : {piece.from, piece.to}) ends.push_back({at, static_cast<int>(ends.size())});
  }
  std::sort(ends.begin(), ends.end(), [&](const auto& a, const auto& b) {
    return a.first == b.first ? a.second < b.second : internal::LexicographicallyLess(a.first, b.first);
  });
  vertex_of_end_.resize(ends.size());
  spokes_.reserve(ends.size());
  for (size_t i = 0; i < ends.size(); ++i) {
    const auto [at, end] = ends[i];
    if (i == 0 || at != ends[i - 1].first) first_spoke_.push_back(static_cast<int>(i));
    vertex_of_end_[end] = static_cast<int>(first_spoke_.size()) - 1;
    spokes_.push_back({end / 2, end % 2 == 0});
  }
  first_spoke_.push_back(static_cast<int>(ends.size()));
}

absl::Span<const Spoke> OutlineVertices::At(int piece, bool at_start) const {
  const int vertex = vertex_of_end_[2 * piece + (at_start ? 0 : 1)];
  const int begin = first_spoke_[vertex];
  return absl::MakeConstSpan(spokes_).subspan(static_cast<size_t>(begin),
                                              static_cast<size_t>(first_spoke_[vertex + 1] - begin));
}

bool OutlineVertices::IsLeftOf(Vec2 p, int piece) const {
  const OutlinePiece& nearest = pieces_[piece];
  const Vec2 along = nearest.to - nearest.from;
  const double ahead = Dot(along, p - nearest.from);
  const bool at_start = ahead <= 0.0;
  const bool is_beyond = at_start || ahead >= NormSquared(along);
  if (is_beyond && At(piece, at_start).size() > 1) return IsRoadTowards(piece, at_start, p);
  return Cross(along, p - nearest.from) > 0.0;
}

// The first piece counter-clockwise of the direction decides: it has the direction on its right if
// it begins here.
bool OutlineVertices::IsRoadTowards(int piece, bool at_start, Vec2 target) const {
  const Vec2 corner = at_start ? pieces_[piece].from : pieces_[piece].to;
  const auto turn_to = [&](Vec2 end) { return Orient2d(corner, target, end); };
  const auto is_behind = [&](Vec2 end) { return Dot(end - corner, target - corner) < 0.0; };
  // 0: to the left of the direction, 1: opposite to it, 2: to the right.
  const auto sector_of = [&](Vec2 end) {
    const double turn = turn_to(end);
    return turn > 0.0 ? 0 : turn < 0.0 ? 2 : 1;
  };
  const Spoke* first = nullptr;
  for (const Spoke& spoke : At(piece, at_start)) {
    const Vec2 end = FarEnd(spoke);
    if (turn_to(end) == 0.0 && !is_behind(end)) return true;
    if (first == nullptr) {
      first = &spoke;
      continue;
    }
    const Vec2 first_end = FarEnd(*first);
    const int sector = sector_of(end);
    const int first_sector = sector_of(first_end);
    if (sector < first_sector || (sector == first_sector && Orient2d(corner, first_end, end) < 0.0)) first = &spoke;
  }
  return !first->starts_here;
}

}  // namespace collision2d::planner
