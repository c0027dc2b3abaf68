#include "planner_adapter/sampling/smoothing_spline.h"

#include "absl/base/macros.h"

namespace collision2d::planner {
namespace {

// A symmetric positive definite matrix with two bands beside the diagonal, row by row: entry (i, i), (i, i + 1), (i, i
// + 2).
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

// Column j of the second difference operator Q of Reinsch: its entries at points j, j + 1 and j + 2.
struct Difference {
  double before;
  double middle;
  double after;
};

}  // namespace

// Reinsch's equations: the second derivatives c at the inner knots solve (R + lambda Q^T W^-1 Q) c = Q^T y, and the
// values are g = y - lambda W^-1 Q c, where R is the tridiagonal matrix of the natural cubic spline.
SmoothingSpline::SmoothingSpline(absl::Span<const Vec2> points, double smoothing_length_m)
    : values_(points.begin(), points.end()), seconds_(points.size()) {
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
  if (inner == 0) return;

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
    seconds_[j + 1] = c[j];
    values_[j] = values_[j] - lambda_by_weight[j] * q[j].before * c[j];
    values_[j + 1] = values_[j + 1] - lambda_by_weight[j + 1] * q[j].middle * c[j];
    values_[j + 2] = values_[j + 2] - lambda_by_weight[j + 2] * q[j].after * c[j];
  }
}

SplinePoint SmoothingSpline::Evaluate(int segment, double t) const {
  ABSL_ASSERT(segment >= 0 && segment < num_segments());
  const double h = knots_[segment + 1] - knots_[segment];
  const double a = (knots_[segment + 1] - t) / h;
  const double b = (t - knots_[segment]) / h;
  const Vec2 v0 = values_[segment];
  const Vec2 v1 = values_[segment + 1];
  const Vec2 c0 = seconds_[segment];
  const Vec2 c1 = seconds_[segment + 1];
  SplinePoint point;
  point.position = a * v0 + b * v1 + (h * h / 6.0 * a * (a * a - 1.0)) * c0 + (h * h / 6.0 * b * (b * b - 1.0)) * c1;
  point.first = (1.0 / h) * (v1 - v0) + (h / 6.0 * (1.0 - 3.0 * a * a)) * c0 + (h / 6.0 * (3.0 * b * b - 1.0)) * c1;
  point.second = a * c0 + b * c1;
  point.third = (1.0 / h) * (c1 - c0);
  return point;
}

}  // namespace collision2d::planner
