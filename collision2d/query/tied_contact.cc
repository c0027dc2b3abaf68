#include "collision2d/query/tied_contact.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "collision2d/geometry/tolerances.h"

namespace collision2d::internal {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

constexpr SlopeInterval kNone = {kInfinity, -kInfinity};

void Include(double slope, SlopeInterval* interval) {
  interval->low = std::min(interval->low, slope);
  interval->high = std::max(interval->high, slope);
}

// Empty if low > high.
SlopeInterval Common(const SlopeInterval& left, const SlopeInterval& right) {
  return {std::max(left.low, right.low), std::min(left.high, right.high)};
}

bool IsPoint(const SlopeInterval& interval) { return interval.low == interval.high; }

class TieSearch {
 public:
  TieSearch(const VertexRing& a, const VertexRing& b, const Turn& turn, double rounding_m)
      : a_(a), b_(b), turn_(turn), rounding_m_(rounding_m) {}

  TurnSlopes Run(const Separation& hulls) {
    if (hulls.signed_distance_m > rounding_m_) return OfApart(hulls);
    if (a_.size() == 1 && b_.size() == 1) {
      AddCircle(a_[0]);
    } else {
      least_depth_m_ = kInfinity;
      ForEachEdge([&](const Edge& edge) { least_depth_m_ = std::min(least_depth_m_, edge.depth_m); });
      is_contact_ = std::abs(least_depth_m_) <= rounding_m_;
      ForEachEdge([&](const Edge& edge) {
        if (edge.depth_m <= least_depth_m_ + 2.0 * rounding_m_) AddEdge(edge);
      });
    }
    return {left_, right_, tied_, has_one_direction_ && left_ == right_};
  }

 private:
  // An edge of one ring, and the other ring's vertex that is deepest behind it.
  struct Edge {
    const VertexRing& owner;
    const VertexRing& other;
    bool is_of_a;
    int first;
    int vertex;
    Vec2 unit;
    double depth_m;

    // From a to b.
    Vec2 direction() const { return is_of_a ? -PerpendicularLeft(unit) : PerpendicularLeft(unit); }
  };

  // visit(vertex) for those of a ring that are as far in the direction as vertex `top` within rounding.
  template <typename Visit>
  void ForEachTied(const VertexRing& ring, Vec2 direction, int top, const Visit& visit) const {
    visit(top);
    double fall_m = 0.0;
    int last = top;
    for (int k = ring.Next(top); k != top; k = ring.Next(k)) {
      fall_m -= Dot(direction, ring.Edge(last));
      if (fall_m > rounding_m_) break;
      visit(k);
      last = k;
    }
    const int end = last;
    fall_m = 0.0;
    for (int k = ring.Previous(top); k != end; k = ring.Previous(k)) {
      fall_m += Dot(direction, ring.Edge(k));
      if (fall_m > rounding_m_) break;
      visit(k);
    }
  }

  SlopeInterval SlopesOf(const VertexRing& ring, Vec2 outward, int top, Vec2 direction) const {
    SlopeInterval slopes = kNone;
    ForEachTied(ring, outward, top, [&](int k) { Include(turn_.Slope(ring[k], direction), &slopes); });
    return slopes;
  }

  // The closest points are unique, or those of two parallel edges: the part that both have in common.
  TurnSlopes OfApart(const Separation& hulls) const {
    const Vec2 u = hulls.direction;
    int64_t visits = 0;
    const SlopeInterval of_a = SlopesOf(a_, u, a_.Climb(u, 0, &visits), u);
    const SlopeInterval of_b = SlopesOf(b_, -u, b_.Climb(-u, 0, &visits), u);
    const SlopeInterval common = Common(of_a, of_b);
    if (common.low < common.high) return {common.high, common.low, common, false};
    // A corner is its own closest point, whatever it is next to.
    const double slope = IsPoint(of_a) ? of_a.low : IsPoint(of_b) ? of_b.low : turn_.Slope(hulls.witness_b, u);
    return {slope, slope, {slope, slope}, true};
  }

  template <typename Visit>
  void ForEachEdge(const Visit& visit) const {
    ForEachEdgeOf(a_, b_, true, visit);
    ForEachEdgeOf(b_, a_, false, visit);
  }
  template <typename Visit>
  void ForEachEdgeOf(const VertexRing& owner, const VertexRing& other, bool is_of_a, const Visit& visit) const {
    if (owner.size() < 2) return;
    int vertex = 0;
    int64_t visits = 0;
    for (int i = 0; i < owner.size(); ++i) {
      const Vec2 unit = Normalized(owner.Edge(i));
      vertex = other.Climb(PerpendicularLeft(unit), vertex, &visits);
      visit({owner, other, is_of_a, i, vertex, unit, Cross(unit, other[vertex] - owner[i])});
    }
  }

  // The gap along an edge's normal is the least over the other ring's vertices, and the signed distance the largest over
  // edges.
  void AddEdge(const Edge& edge) {
    const Vec2 u = edge.direction();
    AddDirection(u);
    SlopeInterval slopes = kNone;
    ForEachTied(edge.other, PerpendicularLeft(edge.unit), edge.vertex, [&](int k) {
      Include(turn_.Slope(edge.other[k], u), &slopes);
      if (is_contact_) AddCorners(edge, k);
    });
    right_ = std::max(right_, slopes.low);
    left_ = std::min(left_, slopes.high);
    // The deepest vertex is behind the edge itself.
    SlopeInterval of_edge = kNone;
    Include(turn_.Slope(edge.owner[edge.first], u), &of_edge);
    Include(turn_.Slope(edge.owner[edge.owner.Next(edge.first)], u), &of_edge);
    const SlopeInterval common = Common(slopes, of_edge);
    Include(common.low, &tied_);
    Include(common.high, &tied_);
  }

  // With several best directions the distance is not differentiable by translations, whatever the slopes are.
  void AddDirection(Vec2 u) {
    if (direction_ == Vec2{}) direction_ = u;
    has_one_direction_ &= Norm1(u - direction_) <= kSupportRelativeError;
  }

  // Where two corners touch, the directions between this edge's normal and that of the next or previous edge of the CSO are as
  // good.
  void AddCorners(const Edge& edge, int k) {
    const Vec2 u = edge.direction();
    const int to = edge.owner.Next(edge.first);
    if (Norm1(edge.owner[to] - edge.other[k]) <= 2.0 * rounding_m_) {
      AddArc(edge.other[k], u, NormalBeside(edge, edge.owner.Edge(to), edge.other.Edge(k)));
    }
    if (Norm1(edge.owner[edge.first] - edge.other[k]) <= 2.0 * rounding_m_) {
      AddArc(
          edge.other[k],
          NormalBeside(edge, edge.owner.Edge(edge.owner.Previous(edge.first)), edge.other.Edge(edge.other.Previous(k))),
          u);
    }
  }

  // The direction, from a to b, across the edge of the CSO beside `edge`. Of two edges it is the one that turns less, by at most half a
  // turn; those of the other ring are reversed. A point has no edge.
  static Vec2 NormalBeside(const Edge& edge, Vec2 of_owner, Vec2 of_other) {
    Vec2 nearer = Normalized(of_owner);
    if (edge.other.size() > 1) {
      const Vec2 reversed = -Normalized(of_other);
      if (Dot(edge.unit, reversed) > Dot(edge.unit, nearer)) nearer = reversed;
    }
    return edge.is_of_a ? -PerpendicularLeft(nearer) : PerpendicularLeft(nearer);
  }

  // Adds the directions strictly between `first` and `last`, counter-clockwise by at most half a turn, for one contact point. Only the
  // steepest counts: the ends are normals of edges.
  void AddArc(Vec2 contact, Vec2 first, Vec2 last) {
    const Vec2 arm = turn_.sense * (contact - turn_.center);
    for (const double sign : {1.0, -1.0}) {
      const Vec2 steepest = sign * PerpendicularLeft(arm);
      const bool is_between = Cross(first, steepest) > 0.0 && Cross(steepest, last) > 0.0 &&
                              (Dot(first, steepest) >= 0.0 || Dot(last, steepest) >= 0.0);
      if (is_between) AddSlope(sign * Norm(arm));
    }
  }

  // Two points that coincide: all directions are equally good.
  void AddCircle(Vec2 contact) {
    const double steepest = Norm(contact - turn_.center);
    AddSlope(steepest);
    AddSlope(-steepest);
    has_one_direction_ = false;
  }

  void AddSlope(double slope) {
    right_ = std::max(right_, slope);
    left_ = std::min(left_, slope);
    Include(slope, &tied_);
  }

  const VertexRing& a_;
  const VertexRing& b_;
  const Turn turn_;
  const double rounding_m_;
  double least_depth_m_ = 0.0;
  bool is_contact_ = true;
  // The first of the best directions that were added.
  Vec2 direction_;
  bool has_one_direction_ = true;
  double left_ = kInfinity;
  double right_ = -kInfinity;
  SlopeInterval tied_ = kNone;
};

}  // namespace

TurnSlopes SlopesOfTies(const VertexRing& a, const VertexRing& b, const Separation& hulls, const Turn& turn,
                        double rounding_m) {
  return TieSearch(a, b, turn, rounding_m).Run(hulls);
}

}  // namespace collision2d::internal
