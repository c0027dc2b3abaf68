#include "collision2d/query/tied_contact.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace collision2d::internal {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// The interval of slopes of a ring's vertices that are tied in a direction.
struct Stretch {
  double low = kInfinity;
  double high = -kInfinity;

  void Add(double slope) {
    low = std::min(low, slope);
    high = std::max(high, slope);
  }
  bool is_point() const { return low == high; }
};

class TieSearch {
 public:
  TieSearch(const VertexRing& a, const VertexRing& b, const Turn& turn, double rounding_m)
      : a_(a), b_(b), turn_(turn), rounding_m_(rounding_m) {}

  TurnSlopes Run(const Separation& hulls) {
    if (hulls.signed_distance_m > rounding_m_) return OfApart(hulls);
    if (a_.size() == 1 && b_.size() == 1) {
      AddArc(a_[0], {}, {});
    } else {
      least_depth_m_ = kInfinity;
      ForEachEdge([&](const Edge& edge) { least_depth_m_ = std::min(least_depth_m_, edge.depth_m); });
      is_contact_ = std::abs(least_depth_m_) <= rounding_m_;
      ForEachEdge([&](const Edge& edge) {
        if (edge.depth_m <= least_depth_m_ + 2.0 * rounding_m_) AddEdge(edge);
      });
    }
    return {left_, right_, left_ == right_};
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

  Stretch StretchOf(const VertexRing& ring, Vec2 outward, int top, Vec2 direction) const {
    Stretch stretch;
    ForEachTied(ring, outward, top, [&](int k) { stretch.Add(turn_.Slope(ring[k], direction)); });
    return stretch;
  }

  // The closest points are unique, or those of two parallel edges: the part that both have in common.
  TurnSlopes OfApart(const Separation& hulls) const {
    const Vec2 u = hulls.direction;
    int64_t visits = 0;
    const Stretch of_a = StretchOf(a_, u, a_.Climb(u, 0, &visits), u);
    const Stretch of_b = StretchOf(b_, -u, b_.Climb(-u, 0, &visits), u);
    const double low = std::max(of_a.low, of_b.low);
    const double high = std::min(of_a.high, of_b.high);
    if (low < high) return {high, low, false};
    // A corner is its own closest point, whatever it is next to.
    const double slope = of_a.is_point() ? of_a.low : of_b.is_point() ? of_b.low : turn_.Slope(hulls.witness_b, u);
    return {slope, slope, true};
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
    Stretch stretch;
    ForEachTied(edge.other, PerpendicularLeft(edge.unit), edge.vertex, [&](int k) {
      stretch.Add(turn_.Slope(edge.other[k], u));
      if (is_contact_) AddCorners(edge, k);
    });
    right_ = std::max(right_, stretch.low);
    left_ = std::min(left_, stretch.high);
  }

  // Where two corners touch, the directions between this edge's normal and that of the next or previous edge of the CSO are as
  // good.
  void AddCorners(const Edge& edge, int k) {
    const Vec2 u = edge.direction();
    const int to = edge.owner.Next(edge.first);
    if (Norm1(edge.owner[to] - edge.other[k]) <= rounding_m_) {
      // The edge of the CSO that turns less comes next; those of the other ring are reversed.
      AddArc(edge.other[k], u, NormalAfter(edge, edge.owner.Edge(to), edge.other, edge.other.Edge(k), true));
    }
    if (Norm1(edge.owner[edge.first] - edge.other[k]) <= rounding_m_) {
      const Vec2 before = edge.owner.Edge(edge.owner.Previous(edge.first));
      const Vec2 other_before = edge.other.Edge(edge.other.Previous(k));
      AddArc(edge.other[k], NormalAfter(edge, before, edge.other, other_before, false), u);
    }
  }

  // The direction, from a to b, across the nearer of two edges of the CSO beside `edge`.
  static Vec2 NormalAfter(const Edge& edge, Vec2 of_owner, const VertexRing& other, Vec2 of_other, bool is_after) {
    Vec2 nearer = Normalized(of_owner);
    if (other.size() > 1) {
      const Vec2 reversed = -Normalized(of_other);
      const double turn = Cross(nearer, reversed);
      if (is_after ? turn < 0.0 : turn > 0.0) nearer = reversed;
    }
    return edge.is_of_a ? -PerpendicularLeft(nearer) : PerpendicularLeft(nearer);
  }

  // Adds all directions from `first` counter-clockwise to `last`, at most half a turn, for a contact point; all directions
  // there are if both are zero.
  void AddArc(Vec2 contact, Vec2 first, Vec2 last) {
    const Vec2 arm = turn_.sense * (contact - turn_.center);
    for (const Vec2 steepest : {PerpendicularLeft(arm), -PerpendicularLeft(arm)}) {
      const bool is_between = Cross(first, steepest) >= 0.0 && Cross(steepest, last) >= 0.0 &&
                              (Dot(first, steepest) >= 0.0 || Dot(last, steepest) >= 0.0);
      if (!is_between) continue;
      const double slope = std::copysign(Norm(arm), Dot(PerpendicularLeft(arm), steepest));
      right_ = std::max(right_, slope);
      left_ = std::min(left_, slope);
    }
    for (const Vec2 end : {first, last}) {
      right_ = std::max(right_, turn_.Slope(contact, end));
      left_ = std::min(left_, turn_.Slope(contact, end));
    }
  }

  const VertexRing& a_;
  const VertexRing& b_;
  const Turn turn_;
  const double rounding_m_;
  double least_depth_m_ = 0.0;
  bool is_contact_ = true;
  double left_ = kInfinity;
  double right_ = -kInfinity;
};

}  // namespace

TurnSlopes SlopesOfTies(const VertexRing& a, const VertexRing& b, const Separation& hulls, const Turn& turn,
                        double rounding_m) {
  return TieSearch(a, b, turn, rounding_m).Run(hulls);
}

}  // namespace collision2d::internal
