#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "absl/base/macros.h"
#include "absl/types/span.h"
#include "collision2d/geometry/vec2.h"

// The parts of a reference path: the smoothing spline through its points, and blocks of nodes for
// the search of the nearest place.

namespace collision2d::planner {

// A point of a spline and its derivatives with respect to the parameter.
struct SplinePoint {
  Vec2 position;
  Vec2 first;
  Vec2 second;
  Vec2 third;  // Jumps at the knots; there it is that of the requested segment.
};

// A natural cubic smoothing spline in the plane: the curve g that minimises
//   sum_i w_i |points[i] - g(t_i)|^2 + smoothing_length^4 * integral |g''(t)|^2 dt,
// where t_i is the length of the polyline up to point i and w_i half the length of the two edges at
// it. A wave of length 2 pi L is damped by the factor 1 / (1 + (smoothing_length / L)^4), however
// densely the points are spaced. The curve is twice continuously differentiable and straight at
// both ends.
// Source: Reinsch 1967, "Smoothing by spline functions"; Green and Silverman 1994, section 2.3.
// More: docs/sampling.md, "The reference path".
class SmoothingSpline {
 public:
  // REQUIRES: at least two points; neighbours differ; everything finite; smoothing_length_m > 0.
  // O(n). The rounding error grows with smoothing_length / shortest edge; at a ratio of 100 at
  // least eight digits remain.
  SmoothingSpline(absl::Span<const Vec2> points, double smoothing_length_m);

  int num_segments() const { return static_cast<int>(knots_.size()) - 1; }

  // Returns the parameter in m at the beginning of segment i; for i = num_segments(), at the end of
  // the last one. Strictly increasing.
  double knot(int i) const { return knots_[static_cast<size_t>(i)]; }

  // REQUIRES: 0 <= segment < num_segments(); t should be within the segment.
  // Inline: most callers need but a part of the point.
  SplinePoint Evaluate(int segment, double t) const {
    ABSL_ASSERT(segment >= 0 && segment < num_segments());
    const Segment& of = segments_[static_cast<size_t>(segment)];
    const double a = (of.end - t) / of.size;
    const double b = (t - of.begin) / of.size;
    SplinePoint point;
    point.position = a * of.v0 + b * of.v1 + (of.sixth_of_square * a * (a * a - 1.0)) * of.c0 +
                     (of.sixth_of_square * b * (b * b - 1.0)) * of.c1;
    point.first = of.slope + (of.sixth * (1.0 - 3.0 * a * a)) * of.c0 + (of.sixth * (3.0 * b * b - 1.0)) * of.c1;
    point.second = a * of.c0 + b * of.c1;
    point.third = (1.0 / of.size) * (of.c1 - of.c0);
    return point;
  }

 private:
  // Between two knots: g there (v), g'' (c), and what does not depend on the parameter.
  struct Segment {
    double begin;
    double end;
    double size;
    double sixth;
    double sixth_of_square;
    Vec2 slope;
    Vec2 v0;
    Vec2 v1;
    Vec2 c0;
    Vec2 c1;
  };

  std::vector<double> knots_;
  std::vector<Segment> segments_;
};

// A bound on the magnitude of the curvature of a part of a path, and a distance: a point that is
// nearer than reach_m to some place of that part, on the normal there, is nearer to that place than
// to any other of the path, and so projects to it.
struct PathSurroundings {
  double curvature_per_m;
  double reach_m;
};

// The points of a path at equal arc lengths (nodes), in blocks of consecutive ones, which a search
// for the nearest place skips as a whole. Immutable.
class PathBlocks {
 public:
  // No blocks; only to be assigned to.
  PathBlocks() = default;

  // `nodes` are spacing_m apart along the path, and curvatures_per_m[k] bounds the curvature
  // between nodes k and k + 1. REQUIRES: at least two nodes.
  // O(n log n), but for the reaches, which take more where the path comes close to itself.
  PathBlocks(std::vector<Vec2> nodes, double spacing_m, absl::Span<const double> curvatures_per_m);

  Vec2 node(int k) const { return nodes_[static_cast<size_t>(k)]; }

  // Every node from first to last that is nearest to a point, or farther by at most half the
  // spacing, is among these.
  struct NearNodes {
    double nearest_m;
    int first;
    int last;
  };
  // From a guess of the nearest node, which affects only the time.
  NearNodes FindNearNodes(Vec2 point, int guess) const;

  // A node not far from the nearest one, or far from it where the path is about as near in several
  // places.
  int RoughNode(Vec2 point) const;

  // The surroundings of the part of the path between two arc lengths. REQUIRES: 0 <= begin_m <=
  // end_m <= the length.
  PathSurroundings SurroundingsOf(double begin_m, double end_m) const;
  // The reach of SurroundingsOf(s_m, s_m).
  double ReachAt(double s_m) const { return blocks_[static_cast<size_t>(BlockAt(s_m))].surroundings.reach_m; }

 private:
  // Consecutive nodes, and a circle around them.
  struct Block {
    Vec2 center;
    double radius_m;
    // Describes the path from the block's first node to the next block's.
    PathSurroundings surroundings;
  };

  // The greatest reach that is known for a block, from the largest curvatures within 1, 2, 4 and so
  // on blocks of each block.
  double ReachOf(int block, absl::Span<const std::vector<double>> most_per_m) const;
  // m, between a block and the nearest one that is more than `window` blocks away along the path;
  // limit_m if it is farther.
  double DistanceBeyond(int block, int window, double limit_m) const;
  int BlockAt(double s_m) const {
    return std::min(static_cast<int>(s_m / spacing_m_), static_cast<int>(nodes_.size()) - 2) / kNodesPerBlock;
  }
  // A node that is nearer than both its neighbours, downhill from a guess.
  int NearestDownhill(Vec2 point, int guess) const;

  // Large blocks are skipped less often, small ones make more steps.
  static constexpr int kNodesPerBlock = 8;

  std::vector<Vec2> nodes_;
  std::vector<Block> blocks_;
  double spacing_m_ = 0.0;
};

}  // namespace collision2d::planner
