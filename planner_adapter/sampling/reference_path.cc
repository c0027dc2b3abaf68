#include "planner_adapter/sampling/reference_path.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "absl/status/status.h"
#include "absl/strings/str_format.h"
#include "collision2d/code_generation.h"
#include "collision2d/geometry/tolerances.h"

namespace collision2d::planner {
namespace {

// m. Spacing of the table: half the smallest smoothing length, so that no bend falls between two
// entries.
constexpr double kTableSpacing_m = 0.5 * kMinSmoothingLength_m;

// Newton's method ends by a step this short, which leaves less than 1e-12 m, its square times some
// 100 / m, where the derivative is not small.
constexpr double kLastStep_m = 5e-8;
constexpr double kSmallestDerivative = 0.1;
constexpr int kMostSteps = 5;

// A spline's derivative with respect to its parameter is about 1 where the points lead straight
// ahead, cos(a / 2) in a corner of angle a, and 0 at a cusp. Below this (a corner of more than
// about 157 degrees) a path has no useful direction.
constexpr double kMinSplineRate = 0.2;

// Points, each with the index of the given point that it is or is next to.
struct IndexedPoints {
  std::vector<Vec2> points;
  std::vector<int> indices;
};

absl::Status CheckCoordinate(double value, int index, char axis) {
  if (!std::isfinite(value)) {
    return absl::InvalidArgumentError(absl::StrFormat("reference_path[%d].%c: %g is not finite", index, axis, value));
  }
  if (std::abs(value) > kMaxCoordinate_m) {
    return absl::InvalidArgumentError(absl::StrFormat("reference_path[%d].%c: %.17g m is beyond the limit of %g m",
                                                      index, axis, value, kMaxCoordinate_m));
  }
  return absl::OkStatus();
}

absl::Status CheckInput(absl::Span<const Vec2> points, double smoothing_length_m) {
  if (!(smoothing_length_m >= kMinSmoothingLength_m && smoothing_length_m <= kMaxPathLength_m)) {
    return absl::InvalidArgumentError(absl::StrFormat("path_smoothing_length_m: %.17g is not in [%g, %g]",
                                                      smoothing_length_m, kMinSmoothingLength_m, kMaxPathLength_m));
  }
  if (points.size() < 2) {
    return absl::InvalidArgumentError(
        absl::StrFormat("reference_path: %d point(s); at least two are needed", points.size()));
  }
  double length = 0.0;
  for (int i = 0; i < static_cast<int>(points.size()); ++i) {
    if (absl::Status status = CheckCoordinate(points[i].x, i, 'x'); !status.ok()) return status;
    if (absl::Status status = CheckCoordinate(points[i].y, i, 'y'); !status.ok()) return status;
    if (i > 0) length += Norm(points[i] - points[i - 1]);
  }
  if (length > kMaxPathLength_m) {
    return absl::InvalidArgumentError(
        absl::StrFormat("reference_path: %.17g m long; at most %g m are accepted", length, kMaxPathLength_m));
  }
  return absl::OkStatus();
}

// Returns the points without those too close to the previous one kept. The last point is kept
// instead of its predecessor, so that the path reaches its end.
IndexedPoints WithoutNearDuplicates(absl::Span<const Vec2> points) {
  IndexedPoints kept;
  for (int i = 0; i < static_cast<int>(points.size()); ++i) {
    if (!kept.points.empty() && Norm(points[i] - kept.points.back()) < kMinPathPointSpacing_m) {
      const bool last = i + 1 == static_cast<int>(points.size());
      if (!last || kept.points.size() < 2 ||
          Norm(points[i] - kept.points[kept.points.size() - 2]) < kMinPathPointSpacing_m) {
        continue;
      }
      kept.points.pop_back();
      kept.indices.pop_back();
    }
    kept.points.push_back(points[i]);
    kept.indices.push_back(i);
  }
  return kept;
}

// Returns the points with additional ones on edges whose neighbours turn so much that a smooth
// curve would deviate from the edge by more than kMaxPathBulge_m: an arc over a chord D whose
// direction turns by a at each end has the height D a / 8.
IndexedPoints WithLongEdgesSplit(const IndexedPoints& in) {
  const int n = static_cast<int>(in.points.size());
  std::vector<double> turn(n, 0.0);
  for (int i = 1; i + 1 < n; ++i) {
    const Vec2 before = in.points[i] - in.points[i - 1];
    const Vec2 after = in.points[i + 1] - in.points[i];
    turn[i] = std::abs(std::atan2(Cross(before, after), Dot(before, after)));
  }
  IndexedPoints out;
  for (int i = 0; i + 1 < n; ++i) {
    const Vec2 edge = in.points[i + 1] - in.points[i];
    const double bulge = Norm(edge) * std::max(turn[i], turn[i + 1]) / 8.0;
    const int parts = std::max(1, static_cast<int>(std::ceil(bulge / kMaxPathBulge_m)));
    for (int k = 0; k < parts; ++k) {
      out.points.push_back(in.points[i] + (static_cast<double>(k) / parts) * edge);
      out.indices.push_back(in.indices[2 * k < parts ? i : i + 1]);
    }
  }
  out.points.push_back(in.points.back());
  out.indices.push_back(in.indices.back());
  return out;
}

double RateAt(const SmoothingSpline& spline, int segment, double t) { return Norm(spline.Evaluate(segment, t).first); }

// Arc length of a piece of a segment: Gauss-Legendre quadrature with five nodes. `slowest` takes
// the smallest rate seen.
double ArcLength(const SmoothingSpline& spline, int segment, double from, double to, double* slowest) {
  static constexpr std::array<std::pair<double, double>, 5> kNodesAndWeights = {
      {{0.0, 128.0 / 225.0},
       {-0.5384693101056831, 0.4786286704993665},
       {0.5384693101056831, 0.4786286704993665},
       {-0.9061798459386640, 0.2369268850561891},
       {0.9061798459386640, 0.2369268850561891}}};
  const double half = 0.5 * (to - from);
  double sum = 0.0;
  for (const auto& [node, weight] : kNodesAndWeights) {
    const double rate = RateAt(spline, segment, from + half * (1.0 + node));
    *slowest = std::min(*slowest, rate);
    sum += weight * rate;
  }
  return half * sum;
}

COLLISION2D_HOT_INLINE inline PathPoint ToPathPoint(const SplinePoint& p) {
  // As Norm, which scales what is far from 1.
  const double rate = std::sqrt(NormSquared(p.first));
  const double rate3 = rate * rate * rate;
  const double turning = Cross(p.first, p.second);
  // d/dt of turning / rate^3, divided by ds/dt = rate.
  const double turning_rate = Cross(p.first, p.third) - 3.0 * turning * Dot(p.first, p.second) / (rate * rate);
  return {p.position, (1.0 / rate) * p.first, turning / rate3, turning_rate / (rate3 * rate)};
}

// Returns the point ahead of `end` (behind it, if negative) on its tangent.
PathPoint Extended(const PathPoint& end, double ahead_m) {
  return {end.position + ahead_m * end.tangent, end.tangent, 0.0, 0.0};
}

}  // namespace

COLLISION2D_HOT_INLINE inline PathPoint ReferencePath::PointAt(double s_m) const {
  // Written so that NaN takes the first branch and is propagated to the result.
  if (!(s_m > 0.0)) return Extended(nodes_.front().point, s_m);
  if (s_m >= length_m_) return Extended(nodes_.back().point, s_m - length_m_);
  const int k = std::min(static_cast<int>(s_m / spacing_m_), static_cast<int>(nodes_.size()) - 2);
  const Node& a = nodes_[k];
  const Node& b = nodes_[k + 1];
  // The spline's parameter between two nodes: cubic Hermite interpolation.
  const double u = s_m / spacing_m_ - k;
  const double v = 1.0 - u;
  const double t = v * v * (1.0 + 2.0 * u) * a.parameter + u * u * (1.0 + 2.0 * v) * b.parameter +
                   spacing_m_ * u * v * (v * a.parameter_rate - u * b.parameter_rate);
  int segment = a.segment;
  while (segment < b.segment && spline_.knot(segment + 1) <= t) ++segment;
  return ToPathPoint(spline_.Evaluate(segment, t));
}

absl::StatusOr<ReferencePath> ReferencePath::Create(absl::Span<const Vec2> points, double smoothing_length_m) {
  if (absl::Status status = CheckInput(points, smoothing_length_m); !status.ok()) return status;
  const IndexedPoints distinct = WithoutNearDuplicates(points);
  if (distinct.points.size() < 2) {
    return absl::InvalidArgumentError(absl::StrFormat("reference_path: all %d points are within %g m of each other",
                                                      points.size(), kMinPathPointSpacing_m));
  }
  const IndexedPoints knots = WithLongEdgesSplit(distinct);
  ReferencePath path(SmoothingSpline(knots.points, smoothing_length_m));
  if (const int cusp = path.BuildTable(); cusp >= 0) {
    return absl::InvalidArgumentError(
        absl::StrFormat("reference_path[%d]: the path turns back on itself near this point", knots.indices[cusp]));
  }
  return path;
}

int ReferencePath::BuildTable() {
  // Pieces of segments with the arc length at which each begins.
  struct Piece {
    int segment;
    double from;
    double to;
    double s;
  };
  std::vector<Piece> pieces;
  double slowest = std::numeric_limits<double>::infinity();
  length_m_ = 0.0;
  for (int segment = 0; segment < spline_.num_segments(); ++segment) {
    const double begin = spline_.knot(segment);
    const double size = spline_.knot(segment + 1) - begin;
    const int parts = std::max(1, static_cast<int>(std::ceil(size / kTableSpacing_m)));
    for (int k = 0; k < parts; ++k) {
      const double from = begin + size * k / parts;
      const double to = k + 1 < parts ? begin + size * (k + 1) / parts : spline_.knot(segment + 1);
      pieces.push_back({segment, from, to, length_m_});
      length_m_ += ArcLength(spline_, segment, from, to, &slowest);
      if (!(slowest >= kMinSplineRate)) return segment;
    }
  }

  const int intervals = std::max(1, static_cast<int>(std::ceil(length_m_ / kTableSpacing_m)));
  spacing_m_ = length_m_ / intervals;
  nodes_.reserve(intervals + 1);
  int i = 0;
  for (int k = 0; k <= intervals; ++k) {
    const double s = k * spacing_m_;
    while (i + 1 < static_cast<int>(pieces.size()) && pieces[i + 1].s <= s) ++i;
    const Piece& piece = pieces[i];
    // Newton's method; the rate changes little within a piece, so that a few steps reach full
    // precision.
    double t = std::min(piece.from + (s - piece.s), piece.to);
    for (int step = 0; step < 6; ++step) {
      const double excess = ArcLength(spline_, piece.segment, piece.from, t, &slowest) - (s - piece.s);
      const double last = t;
      t = std::clamp(t - excess / RateAt(spline_, piece.segment, t), piece.from, piece.to);
      if (t == last) break;
    }
    nodes_.push_back(
        {ToPathPoint(spline_.Evaluate(piece.segment, t)), t, 1.0 / RateAt(spline_, piece.segment, t), piece.segment});
  }
  std::vector<Vec2> positions;
  std::vector<double> curvatures_per_m;
  for (int k = 0; k <= intervals; ++k) {
    positions.push_back(nodes_[k].point.position);
    if (k < intervals) curvatures_per_m.push_back(CurvatureBound(k));
  }
  blocks_ = PathBlocks(std::move(positions), spacing_m_, curvatures_per_m);
  return -1;
}

PathPoint ReferencePath::At(double s_m) const { return PointAt(s_m); }

Vec2 ReferencePath::TangentAt(double s_m) const { return PointAt(s_m).tangent; }

double ReferencePath::Ahead(Vec2 point, double s_m) const {
  const PathPoint p = PointAt(s_m);
  return Dot(point - p.position, p.tangent);
}

double ReferencePath::FindFoot(Vec2 point, double low, double high) const {
  // Bisection, with Newton steps where they stay in the bracket. The derivative of Ahead is -(1 -
  // curvature * d).
  double s = 0.5 * (low + high);
  for (int step = 0; step < 100 && low < high; ++step) {
    const PathPoint p = PointAt(s);
    const Vec2 offset = point - p.position;
    const double ahead = Dot(offset, p.tangent);
    if (ahead == 0.0) return s;
    (ahead > 0.0 ? low : high) = s;
    const double newton = s + ahead / (1.0 - p.curvature_per_m * Cross(p.tangent, offset));
    // A Newton step below the resolution of s has converged.
    if (newton == s) return s;
    s = newton > low && newton < high ? newton : 0.5 * (low + high);
  }
  return s;
}

double ReferencePath::FindFootFast(Vec2 point, double low, double high, double ahead_low, double ahead_high) const {
  // Newton's method from the secant's zero.
  const double closing = ahead_low - ahead_high;
  double s = closing > 0.0 ? low + (high - low) * (ahead_low / closing) : low;
  for (int step = 0; step < kMostSteps; ++step) {
    const PathPoint p = PointAt(s);
    const Vec2 offset = point - p.position;
    const double derivative = 1.0 - p.curvature_per_m * Cross(p.tangent, offset);
    if (!(derivative > kSmallestDerivative)) break;
    const double ahead = Dot(offset, p.tangent) / derivative;
    s += ahead;
    if (!(s >= low && s <= high)) break;
    if (std::abs(ahead) <= kLastStep_m) return s;
  }
  return FindFoot(point, low, high);
}

double ReferencePath::CurvatureBound(int node) const {
  const Node& a = nodes_[node];
  const Node& b = nodes_[node + 1];
  double most_per_m = 0.0;
  for (int segment = a.segment; segment <= b.segment; ++segment) {
    const double from = segment == a.segment ? a.parameter : spline_.knot(segment);
    const double to = segment == b.segment ? b.parameter : spline_.knot(segment + 1);
    const SplinePoint begin = spline_.Evaluate(segment, from);
    const SplinePoint end = spline_.Evaluate(segment, to);
    // The second derivative is linear in between.
    const double second = std::max(Norm(begin.second), Norm(end.second));
    const double rate = std::min(Norm(begin.first), Norm(end.first)) - 0.5 * (to - from) * second;
    most_per_m = std::max(most_per_m, rate > 0.0 ? second / (rate * rate) : std::numeric_limits<double>::infinity());
  }
  return most_per_m;
}

PathSurroundings ReferencePath::SurroundingsOf(double s_m, double half_m) const {
  const double begin_m = s_m - half_m;
  const double end_m = s_m + half_m;
  if (!(begin_m > 0.0 && end_m < length_m_)) return {0.0, 0.0};
  return blocks_.SurroundingsOf(begin_m, end_m);
}

PathCoordinates ReferencePath::Project(Vec2 point) const {
  return ProjectFrom(point, blocks_.RoughNode(point),
                     [&](double low, double high, double, double) { return FindFoot(point, low, high); });
}

std::optional<PathCoordinates> ReferencePath::ProjectDirectly(Vec2 point, double near_s_m) const {
  double s = near_s_m;
  for (int step = 0; step < kMostSteps && s > 0.0 && s < length_m_; ++step) {
    const PathPoint p = PointAt(s);
    const Vec2 offset = point - p.position;
    const double d = Cross(p.tangent, offset);
    const double derivative = 1.0 - p.curvature_per_m * d;
    if (!(derivative > kSmallestDerivative)) return std::nullopt;
    const double ahead = Dot(offset, p.tangent) / derivative;
    s += ahead;
    if (std::abs(ahead) > kLastStep_m) continue;
    if (!(s > 0.0 && s < length_m_ && std::abs(d) < blocks_.ReachAt(s))) return std::nullopt;
    return PathCoordinates{s, d};
  }
  return std::nullopt;
}

PathCoordinates ReferencePath::ProjectNear(Vec2 point, double near_s_m) const {
  if (const std::optional<PathCoordinates> direct = ProjectDirectly(point, near_s_m); direct.has_value()) {
    return *direct;
  }
  const int guess = static_cast<int>(std::clamp(near_s_m, 0.0, length_m_) / spacing_m_);
  return ProjectFrom(point, std::min(guess, static_cast<int>(nodes_.size()) - 1),
                     [&](double low, double high, double ahead_low, double ahead_high) {
                       return FindFootFast(point, low, high, ahead_low, ahead_high);
                     });
}

template <typename FootFinder>
PathCoordinates ReferencePath::ProjectFrom(Vec2 point, int guess, const FootFinder& find_foot) const {
  const int last = static_cast<int>(nodes_.size()) - 1;
  const PathBlocks::NearNodes near = blocks_.FindNearNodes(point, guess);
  // A point between two nodes is within half the spacing of one of them.
  const double reach = near.nearest_m + 0.5 * spacing_m_;
  double best_distance = std::numeric_limits<double>::infinity();
  double best_s = 0.0;
  const auto consider = [&](double distance, double s) {
    if (distance < best_distance) {
      best_distance = distance;
      best_s = s;
    }
  };
  const auto ahead_of = [&](int k) { return Dot(point - blocks_.node(k), nodes_[k].point.tangent); };
  if (const double ahead = ahead_of(0); ahead <= 0.0) consider(DistanceToNode(point, 0), ahead);
  const int end = std::min(near.last + 1, last);
  const int begin = std::max(near.first - 1, 0);
  // A little more does no harm.
  const double reach_sq = reach * reach * (1.0 + 1e-12);
  const auto is_in_reach = [&](int k) { return NormSquared(point - blocks_.node(k)) <= reach_sq; };
  bool is_near = begin < end && is_in_reach(begin);
  for (int k = begin; k < end; ++k) {
    const bool next_is_near = is_in_reach(k + 1);
    if (is_near || next_is_near) {
      const double ahead = ahead_of(k);
      const double next_ahead = ahead_of(k + 1);
      if (ahead >= 0.0 && next_ahead <= 0.0) {
        const double s = find_foot(k * spacing_m_, (k + 1) * spacing_m_, ahead, next_ahead);
        consider(Norm(point - At(s).position), s);
      }
    }
    is_near = next_is_near;
  }
  if (const double ahead = ahead_of(last); ahead >= 0.0) consider(DistanceToNode(point, last), length_m_ + ahead);

  const PathPoint foot = At(best_s);
  return {best_s, Cross(foot.tangent, point - foot.position)};
}

}  // namespace collision2d::planner
