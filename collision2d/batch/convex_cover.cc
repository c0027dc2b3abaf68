#include "collision2d/batch/convex_cover.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "absl/base/macros.h"
#include "absl/status/statusor.h"
#include "collision2d/geometry/tolerances.h"
#include "collision2d/query/distance.h"

namespace collision2d {
namespace {

using internal::kCoverPoints;

std::vector<Aabb2> GrownBounds(absl::Span<const ConvexPolygon> cells, double margin_m) {
  std::vector<Aabb2> bounds;
  bounds.reserve(cells.size());
  for (const ConvexPolygon& cell : cells) bounds.push_back(cell.Bounds().Inflated(margin_m));
  return bounds;
}

// Whether a point is within the tolerance of one of the cells that it is shown.
class CoverVisitor final : public internal::CellVisitor {
 public:
  CoverVisitor(absl::Span<const ConvexPolygon> cells, absl::Span<const Aabb2> bounds, double tolerance_m,
               const ConvexPolygon& point)
      : cells_(cells), bounds_(bounds), tolerance_m_(tolerance_m), point_(point) {}

  bool Visit(int cell) override {
    is_covered_ = bounds_[cell].Contains(point_.ring()[0]) && DistanceWithin(cells_[cell], point_, tolerance_m_);
    return !is_covered_;
  }

  bool is_covered() const { return is_covered_; }

 private:
  const absl::Span<const ConvexPolygon> cells_;
  const absl::Span<const Aabb2> bounds_;
  const double tolerance_m_;
  const ConvexPolygon& point_;
  bool is_covered_ = false;
};

// The points of a body along one trajectory, in order of the steps.
class PointsAlong {
 public:
  PointsAlong(absl::Span<const BodyPoint> points, absl::Span<const Pose2> world_from_body)
      : points_(points), world_from_body_(world_from_body) {}

  // Writes the next points, kCoverPoints if there are as many; returns their number. The others of kCoverPoints become the first one.
  int Next(Vec2* world) {
    int count = 0;
    while (count < kCoverPoints && step_ < world_from_body_.size()) {
      const Pose2 pose = world_from_body_[step_];
      while (count < kCoverPoints && point_ < points_.size()) {
        world[count++] = pose * points_[point_].in_body + points_[point_].offset;
        ++point_;
      }
      if (point_ < points_.size()) break;
      point_ = 0;
      ++step_;
    }
    if (count > 0) std::fill(world + count, world + kCoverPoints, world[0]);
    taken_ += static_cast<size_t>(count);
    return count;
  }

  // The step of the i-th of the `count` points that were written last.
  int StepOf(int i, int count) const {
    return static_cast<int>((taken_ - static_cast<size_t>(count) + static_cast<size_t>(i)) / points_.size());
  }

 private:
  const absl::Span<const BodyPoint> points_;
  const absl::Span<const Pose2> world_from_body_;
  size_t step_ = 0;
  size_t point_ = 0;
  size_t taken_ = 0;
};

}  // namespace

ConvexCover::ConvexCover(absl::Span<const ConvexPolygon> cells, double tolerance_m)
    : cells_(cells),
      tolerance_m_(tolerance_m),
      bounds_(GrownBounds(cells, tolerance_m)),
      index_(internal::MakeCoverCells(cells, bounds_)) {}

void ConvexCover::FirstUncovered(absl::Span<const BodyPoint> points, const Trajectories& trajectories,
                                 absl::Span<int> first_step) const {
  ABSL_ASSERT(static_cast<size_t>(trajectories.size()) == first_step.size());
  std::fill(first_step.begin(), first_step.end(), -1);
  if (points.empty()) return;
  for (int i = 0; i < trajectories.size(); ++i) {
    PointsAlong along(points, trajectories.PosesOf(i));
    Vec2 world[kCoverPoints];
    for (int count = along.Next(world); count > 0 && first_step[i] < 0; count = along.Next(world)) {
      const uint32_t covered = internal::CertainlyCovered(index_, world, count);
      for (int p = 0; p < count && first_step[i] < 0; ++p) {
        if ((covered >> p & 1u) == 0 && !Covers(world[p])) first_step[i] = along.StepOf(p, count);
      }
    }
  }
}

bool ConvexCover::Covers(Vec2 point) const {
  // What Create would refuse, without the message that it would allocate. Not a number fails.
  if (!(std::abs(point.x) <= kMaxCoordinate_m && std::abs(point.y) <= kMaxCoordinate_m)) return false;
  const absl::StatusOr<ConvexPolygon> shape = ConvexPolygon::Create({point});
  ABSL_ASSERT(shape.ok());
  CoverVisitor visitor(cells_, bounds_, tolerance_m_, *shape);
  internal::VisitCellsAt(index_, point, &visitor);
  return visitor.is_covered();
}

}  // namespace collision2d
