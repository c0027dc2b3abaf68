#ifndef COLLISION2D_PLANNER_ADAPTER_SAMPLING_PATH_GEOMETRY_H_
#define COLLISION2D_PLANNER_ADAPTER_SAMPLING_PATH_GEOMETRY_H_

#include <vector>

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
  SplinePoint Evaluate(int segment, double t) const;

 private:
  std::vector<double> knots_;
  std::vector<Vec2> values_;   // g(t_i).
  std::vector<Vec2> seconds_;  // g''(t_i).
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
  // O(n), but for the reaches, which take more where the path comes close to itself.
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

 private:
  // Consecutive nodes, and a circle around them.
  struct Block {
    Vec2 center;
    double radius_m;
    // Describes the path from the block's first node to the next block's.
    PathSurroundings surroundings;
  };

  // The greatest reach that is known for a block. Needs the curvatures of all blocks.
  double ReachOf(int block) const;
  // m, between a block and the nearest one that is more than `window` blocks away along the path;
  // limit_m if it is farther.
  double DistanceBeyond(int block, int window, double limit_m) const;
  int BlockAt(double s_m) const;
  // A node that is nearer than both its neighbours, downhill from a guess.
  int NearestDownhill(Vec2 point, int guess) const;

  std::vector<Vec2> nodes_;
  std::vector<Block> blocks_;
  double spacing_m_ = 0.0;
};

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_SAMPLING_PATH_GEOMETRY_H_
