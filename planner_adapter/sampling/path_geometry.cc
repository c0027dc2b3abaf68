#include "planner_adapter/sampling/path_geometry.h"

#include <cmath>
#include <limits>
#include <utility>

namespace collision2d::planner {
namespace {

// A symmetric positive definite matrix with two bands beside the diagonal, row by row: entry (i,
// i), (i, i + 1), (i, i + 2).
struct BandRow {
  double diagonal = 0.0;
  double next = 0.0;
  double after_next = 0.0;
};

// Solves matrix * x = right, leaving x in `right`, by the decomposition L D L^T without fill-in.
void SolveBanded(std::vector<BandRow>& matrix, std::vector<Vec2>& right) {
  const int n = static_cast<int>(matrix.size());
  for (int i = 0; i < n; ++i) {
    BandRow& row = matrix[i];
    const double factor1 = row.next / row.diagonal;
    const double factor2 = row.after_next / row.diagonal;
    if (i + 1 < n) {
      matrix[i + 1].diagonal -= factor1 * row.next;
      matrix[i + 1].next -= factor1 * row.after_next;
      right[i + 1] = right[i + 1] - factor1 * right[i];
    }
    if (i + 2 < n) {
      matrix[i + 2].diagonal -= factor2 * row.after_next;
      right[i + 2] = right[i + 2] - factor2 * right[i];
    }
    right[i] = (1.0 / row.diagonal) * right[i];
    row.next = factor1;
    row.after_next = factor2;
  }
  for (int i = n - 2; i >= 0; --i) {
    right[i] = right[i] - matrix[i].next * right[i + 1];
    if (i + 2 < n) right[i] = right[i] - matrix[i].after_next * right[i + 2];
  }
}

// Column j of the second difference operator Q of Reinsch: its entries at points j, j + 1 and j +
// 2.
struct Difference {
  double before;
  double middle;
  double after;
};

// m. Two nodes are at most this farther apart than their arc lengths say, which differ from the
// true ones by less than 1e-4 m.
constexpr double kTableArcError_m = 1e-3;

// Blocks from one first guess to the next.
constexpr int kBlocksPerGuess = 4;

}  // namespace

// Reinsch's equations: the second derivatives c at the inner knots solve (R + lambda Q^T W^-1 Q) c
// = Q^T y, and the values are g = y - lambda W^-1 Q c, where R is the tridiagonal matrix of the
// natural cubic spline.
SmoothingSpline::SmoothingSpline(absl::Span<const Vec2> points, double smoothing_length_m) {
  std::vector<Vec2> values(points.begin(), points.end());
  std::vector<Vec2> seconds(points.size());
  const int n = static_cast<int>(points.size());
  ABSL_ASSERT(n >= 2 && smoothing_length_m > 0.0);
  std::vector<double> edge(n - 1);
  knots_.reserve(n);
  knots_.push_back(0.0);
  for (int i = 0; i + 1 < n; ++i) {
    edge[i] = Norm(points[i + 1] - points[i]);
    ABSL_ASSERT(edge[i] > 0.0);
    knots_.push_back(knots_[i] + edge[i]);
  }
  const int inner = n - 2;

  const double lambda = smoothing_length_m * smoothing_length_m * smoothing_length_m * smoothing_length_m;
  std::vector<double> lambda_by_weight(n);
  for (int i = 0; i < n; ++i) {
    const double weight = 0.5 * ((i > 0 ? edge[i - 1] : 0.0) + (i + 1 < n ? edge[i] : 0.0));
    lambda_by_weight[i] = lambda / weight;
  }
  std::vector<Difference> q(inner);
  for (int j = 0; j < inner; ++j) q[j] = {1.0 / edge[j], -1.0 / edge[j] - 1.0 / edge[j + 1], 1.0 / edge[j + 1]};

  std::vector<BandRow> matrix(inner);
  std::vector<Vec2> c(inner);
  for (int j = 0; j < inner; ++j) {
    const double* w = &lambda_by_weight[j];
    matrix[j].diagonal = (edge[j] + edge[j + 1]) / 3.0 + w[0] * q[j].before * q[j].before +
                         w[1] * q[j].middle * q[j].middle + w[2] * q[j].after * q[j].after;
    if (j + 1 < inner) {
      matrix[j].next = edge[j + 1] / 6.0 + w[1] * q[j].middle * q[j + 1].before + w[2] * q[j].after * q[j + 1].middle;
    }
    if (j + 2 < inner) matrix[j].after_next = w[2] * q[j].after * q[j + 2].before;
    c[j] = (1.0 / edge[j + 1]) * (points[j + 2] - points[j + 1]) - (1.0 / edge[j]) * (points[j + 1] - points[j]);
  }
  SolveBanded(matrix, c);

  for (int j = 0; j < inner; ++j) {
    seconds[j + 1] = c[j];
    values[j] = values[j] - lambda_by_weight[j] * q[j].before * c[j];
    values[j + 1] = values[j + 1] - lambda_by_weight[j + 1] * q[j].middle * c[j];
    values[j + 2] = values[j + 2] - lambda_by_weight[j + 2] * q[j].after * c[j];
  }
  segments_.reserve(n - 1);
  for (int i = 0; i + 1 < n; ++i) {
    const double size = knots_[i + 1] - knots_[i];
    segments_.push_back({knots_[i], knots_[i + 1], size, size / 6.0, size * size / 6.0,
                         (1.0 / size) * (values[i + 1] - values[i]), values[i], values[i + 1], seconds[i],
                         seconds[i + 1]});
  }
}

PathBlocks::PathBlocks(std::vector<Vec2> nodes, double spacing_m, absl::Span<const double> curvatures_per_m)
    : nodes_(std::move(nodes)), spacing_m_(spacing_m) {
  for (size_t begin = 0; begin < nodes_.size(); begin += kNodesPerBlock) {
    const auto nodes_of_block = absl::MakeConstSpan(nodes_).subspan(begin, kNodesPerBlock);
    const Vec2 center = 0.5 * (nodes_of_block.front() + nodes_of_block.back());
    double radius_m = 0.0;
    for (const Vec2 node : nodes_of_block) radius_m = std::max(radius_m, Norm(node - center));
    double curvature_per_m = 0.0;
    for (size_t k = begin; k < std::min(begin + kNodesPerBlock, curvatures_per_m.size()); ++k) {
      curvature_per_m = std::max(curvature_per_m, curvatures_per_m[k]);
    }
    blocks_.push_back({center, radius_m + kTableArcError_m, {curvature_per_m, 0.0}});
  }
  // The largest curvatures: of each block, and within 1, 2, 4 and so on blocks of it.
  const size_t count = blocks_.size();
  std::vector<std::vector<double>> most_per_m(1);
  for (const Block& block : blocks_) most_per_m[0].push_back(block.surroundings.curvature_per_m);
  for (size_t step = 1, window = 1; step < count || window == 1; step = window, window *= 2) {
    const std::vector<double>& known = most_per_m.back();
    std::vector<double> wider_per_m(count);
    for (size_t block = 0; block < count; ++block) {
      wider_per_m[block] =
          std::max({known[block - std::min(step, block)], known[block], known[std::min(block + step, count - 1)]});
    }
    most_per_m.push_back(std::move(wider_per_m));
  }
  for (size_t block = 0; block < count; ++block) {
    blocks_[block].surroundings.reach_m = ReachOf(static_cast<int>(block), absl::MakeConstSpan(most_per_m).subspan(1));
  }
}

// A curve whose curvature is at most k stays outside the circles of radius 1 / k that touch it,
// over the length pi / k to either side (Schur). A point on a normal whose distance is less than
// this radius, and less than half the distance of what is farther along the path, is therefore
// nearest to its foot.
double PathBlocks::ReachOf(int block, absl::Span<const std::vector<double>> most_per_m) const {
  // Far more than the rounding.
  constexpr double kMargin = 1.0 - 1e-6;
  const auto curvature_per_m = [&](size_t level) { return most_per_m[level][static_cast<size_t>(block)]; };
  const auto is_short = [&](size_t level) {
    return ((1 << level) + 1) * kNodesPerBlock * spacing_m_ <= kMargin * M_PI / curvature_per_m(level);
  };
  size_t level = 0;
  while (level < most_per_m.size() && is_short(level)) ++level;
  double reach_m = 0.0;
  while (level-- > 0) {
    const double radius_m = kMargin / curvature_per_m(level);
    if (radius_m <= reach_m) continue;
    const double beyond_m = DistanceBeyond(block, 1 << level, 2.0 * radius_m);
    reach_m = std::max(reach_m, 0.5 * beyond_m);
    // Beyond a shorter part are the same blocks and more.
    if (beyond_m < 2.0 * radius_m) break;
  }
  return reach_m;
}

double PathBlocks::DistanceBeyond(int block, int window, double limit_m) const {
  const double block_m = kNodesPerBlock * spacing_m_;
  const int block_count = static_cast<int>(blocks_.size());
  double nearest_m = limit_m;
  // Returns how many blocks on the next one may be that is nearer than the nearest one.
  const auto visit = [&](int other) {
    // A point between nodes is within half the spacing of one.
    const double distance_m = Norm(blocks_[block].center - blocks_[other].center) - blocks_[block].radius_m -
                              blocks_[other].radius_m - spacing_m_;
    const double beyond_m = distance_m - nearest_m;
    nearest_m = std::min(nearest_m, std::max(0.0, distance_m));
    return 1 + static_cast<int>(std::clamp(beyond_m / block_m - 2.0, 0.0, static_cast<double>(block_count)));
  };
  for (int other = block + window + 1; other < block_count;) other += visit(other);
  for (int other = block - window - 1; other >= 0;) other -= visit(other);
  return nearest_m;
}

PathSurroundings PathBlocks::SurroundingsOf(double begin_m, double end_m) const {
  const int last = BlockAt(end_m);
  PathSurroundings all = {0.0, std::numeric_limits<double>::infinity()};
  for (int block = BlockAt(begin_m); block <= last; ++block) {
    const PathSurroundings& of = blocks_[block].surroundings;
    all = {std::max(all.curvature_per_m, of.curvature_per_m), std::min(all.reach_m, of.reach_m)};
  }
  return all;
}

int PathBlocks::NearestDownhill(Vec2 point, int guess) const {
  const int last = static_cast<int>(nodes_.size()) - 1;
  double nearest = NormSquared(point - nodes_[guess]);
  for (const int direction : {1, -1}) {
    for (int k = guess + direction; k >= 0 && k <= last; k += direction) {
      const double distance = NormSquared(point - nodes_[k]);
      if (distance >= nearest) break;
      nearest = distance;
      guess = k;
    }
  }
  return guess;
}

PathBlocks::NearNodes PathBlocks::FindNearNodes(Vec2 point, int guess) const {
  const int start = NearestDownhill(point, guess);
  const int block_count = static_cast<int>(blocks_.size());
  const int start_block = start / kNodesPerBlock;
  double nearest_m = Norm(point - nodes_[start]);
  int first = start_block;
  int last = start_block;
  // The last nodes of two blocks are that far apart along the path, for each block from one to the
  // other.
  const double blocks_per_m = 1.0 / (kNodesPerBlock * spacing_m_);
  // Returns how many blocks on the next one may be that has a node within reach.
  const auto visit = [&](int block) {
    const double limit = nearest_m + 0.5 * spacing_m_ + blocks_[block].radius_m;
    const double center_sq = NormSquared(point - blocks_[block].center);
    if (center_sq > limit * limit) {
      const double blocks = (std::sqrt(center_sq) - limit - kTableArcError_m) * blocks_per_m;
      return 1 + static_cast<int>(std::clamp(blocks, 0.0, static_cast<double>(block_count)));
    }
    first = std::min(first, block);
    last = std::max(last, block);
    const int begin = block * kNodesPerBlock;
    const int end = std::min(begin + kNodesPerBlock, static_cast<int>(nodes_.size()));
    double nearest_sq = std::numeric_limits<double>::infinity();
    int nearest = begin;
    for (int k = begin; k < end; ++k) {
      const double distance_sq = NormSquared(point - nodes_[k]);
      if (distance_sq < nearest_sq) nearest = k;
      nearest_sq = std::min(nearest_sq, distance_sq);
    }
    nearest_m = std::min(nearest_m, Norm(point - nodes_[nearest]));
    return 1;
  };
  visit(start_block);
  for (int block = start_block + 1; block < block_count;) block += visit(block);
  for (int block = start_block - 1; block >= 0;) block -= visit(block);
  return {nearest_m, first * kNodesPerBlock,
          std::min((last + 1) * kNodesPerBlock, static_cast<int>(nodes_.size())) - 1};
}

int PathBlocks::RoughNode(Vec2 point) const {
  int guess = 0;
  double nearest = std::numeric_limits<double>::infinity();
  for (size_t block = 0; block < blocks_.size(); block += kBlocksPerGuess) {
    const double distance = NormSquared(point - blocks_[block].center);
    if (distance >= nearest) continue;
    nearest = distance;
    guess = static_cast<int>(block) * kNodesPerBlock;
  }
  return guess;
}

}  // namespace collision2d::planner
