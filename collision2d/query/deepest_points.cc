#include "collision2d/query/deepest_points.h"

#include <algorithm>

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

}  // namespace

FacingPoints FindPointsBesideEdge(const VertexRing& owner, int edge, Vec2 normal, const VertexRing& other,
                                  int innermost) {
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
  return best;
}

}  // namespace collision2d::internal
