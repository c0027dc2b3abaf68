#include "collision2d/query/exact/deepest_points.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace collision2d::internal {
namespace {

// A part of a ring, walked edge by edge. Positions of points are measured along `tangent` from `origin`.
class Chain {
 public:
  // Begins with the edge from vertex `at` to its neighbour: the next vertex (step = 1) or the previous one (-1).
  Chain(const VertexRing& ring, int at, int step, Vec2 tangent, Vec2 origin)
      : ring_(ring), step_(step), tangent_(tangent), origin_(origin), at_(at) {
    Load();
  }

  double begin() const { return begin_; }
  double end() const { return end_; }

  void Advance() { Step(step_); }
  void Retreat() { Step(-step_); }

  // The point at a position on the edge; one of its ends if it is beyond them.
  Vec2 PointAt(double position) const {
    const double part = end_ == begin_ ? 0.0 : (position - begin_) / (end_ - begin_);
    return from_ + std::clamp(part, 0.0, 1.0) * (to_ - from_);
  }

 private:
  void Step(int step) {
    at_ = step > 0 ? ring_.Next(at_) : ring_.Previous(at_);
    Load();
  }

  void Load() {
    from_ = ring_[at_];
    to_ = ring_[step_ > 0 ? ring_.Next(at_) : ring_.Previous(at_)];
    begin_ = Dot(tangent_, from_ - origin_);
    end_ = Dot(tangent_, to_ - origin_);
  }

  const VertexRing& ring_;
  int step_;
  Vec2 tangent_;
  Vec2 origin_;
  int at_;
  Vec2 from_;
  Vec2 to_;
  double begin_;
  double end_;
};

struct BestPoints {
  FacingPoints points;
  double lost_m;
  // How far the points are from facing each other: not at all, within rounding, unless a chain
  // leads away from the other one.
  double miss_m;
};

// The best points between the edge's end and a vertex of the other ring that overhangs it.
BestPoints FindAlongChains(const VertexRing& owner, int edge, Vec2 normal, const VertexRing& other, int innermost) {
  const Vec2 deepest = other[innermost];
  const Vec2 from = owner[edge];
  const Vec2 along = PerpendicularLeft(normal);
  // Positions grow from the edge's end (negative) to the vertex (0). The owner's chain continues beyond the edge; that of the
  // other ring, which runs the other way, comes from the vertex to meet it.
  const bool is_beyond_to = Dot(along, from - deepest) <= 0.0;
  const Vec2 tangent = is_beyond_to ? along : -along;
  const int step = is_beyond_to ? 1 : -1;
  Chain of_owner(owner, is_beyond_to ? owner.Next(edge) : edge, step, tangent, deepest);
  Chain of_other(other, innermost, step, tangent, deepest);
  double position = of_owner.begin();
  // The other ring's chain is walked there and back.
  int steps_left = 2 * (owner.size() + other.size());
  for (; position < of_other.end() && of_other.end() < of_other.begin() && steps_left > 0; --steps_left) {
    of_other.Advance();
  }
  // Where the other ring turns back before the edge's end, the owner's chain comes to meet it, as far as it goes.
  if (!(of_other.end() < of_other.begin())) position = std::max(position, of_other.begin());
  for (; of_owner.end() < position && of_owner.begin() < of_owner.end() && steps_left > 0; --steps_left) {
    of_owner.Advance();
  }

  // The height that is lost is a convex function of the position: its minimum is at a vertex of one of the two chains.
  FacingPoints best{of_owner.PointAt(position), of_other.PointAt(position)};
  const auto lost_height = [&](const FacingPoints& points) {
    return Dot(normal, from - points.on_owner) + Dot(normal, points.on_other - deepest);
  };
  double least = lost_height(best);
  for (; position < 0.0 && steps_left > 0; --steps_left) {
    // Advances to the edges that continue from here.
    if (of_owner.end() <= position) of_owner.Advance();
    if (of_other.begin() <= position) of_other.Retreat();
    if (!(position < of_owner.end())) break;
    position = std::min({of_owner.end(), std::max(of_other.begin(), position), 0.0});
    const FacingPoints points{of_owner.PointAt(position), of_other.PointAt(position)};
    const double lost = lost_height(points);
    if (lost < least) {
      least = lost;
      best = points;
    }
  }
  return {best, least, std::abs(Dot(tangent, best.on_other - best.on_owner))};
}

// The innermost of the vertices that overhang the edge and from which the ring leads back to it;
// `innermost` if there is none.
int InnermostThatLeadsBack(const VertexRing& owner, int edge, Vec2 normal, const VertexRing& other, int innermost) {
  const Vec2 deepest = other[innermost];
  const Vec2 along = PerpendicularLeft(normal);
  const bool is_beyond_to = Dot(along, owner[edge] - deepest) <= 0.0;
  const Vec2 end = owner[is_beyond_to ? owner.Next(edge) : edge];
  const Vec2 tangent = is_beyond_to ? along : -along;
  int best = innermost;
  double least = std::numeric_limits<double>::infinity();
  for (int i = 0; i < other.size(); ++i) {
    const Vec2 vertex = other[i];
    const Vec2 next = other[is_beyond_to ? other.Next(i) : other.Previous(i)];
    const double lost = Dot(normal, vertex - deepest);
    if (lost < least && Dot(tangent, next - vertex) < 0.0 && Dot(tangent, vertex - end) > 0.0) {
      least = lost;
      best = i;
    }
  }
  return best;
}

}  // namespace

FacingPoints FindPointsBesideEdge(const VertexRing& owner, int edge, Vec2 normal, const VertexRing& other,
                                  int innermost, double allowed_m) {
  const BestPoints best = FindAlongChains(owner, edge, normal, other, innermost);
  if (best.lost_m + best.miss_m <= allowed_m) return best.points;
  // At the tip of a needle the innermost vertex can be on its far side, within rounding, where the
  // ring leads away from the edge. The owner's chain may meet it all the same, but not without loss
  // of height.
  const int start = InnermostThatLeadsBack(owner, edge, normal, other, innermost);
  if (start == innermost) return best.points;
  const BestPoints back = FindAlongChains(owner, edge, normal, other, start);
  const double lost_m = back.lost_m + Dot(normal, other[start] - other[innermost]);
  return lost_m + back.miss_m < best.lost_m + best.miss_m ? back.points : best.points;
}

}  // namespace collision2d::internal
