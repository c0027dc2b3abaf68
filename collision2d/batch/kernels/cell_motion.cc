#include "collision2d/batch/kernels/cell_motion.h"

#include <algorithm>
#include <cstddef>

#include "absl/types/span.h"
#include "collision2d/batch/kernels/cell_scan.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/motion/motion.h"

namespace collision2d::internal {
namespace {

// How often an interval is halved at most before pairs are asked about.
constexpr int kMaxHalvings = 7;

// Part of the interval: from fraction `from` of its duration to `to`.
struct Piece {
  Pose2 start;
  Pose2 end;
  double from;
  double to;

  // Of the motion that Motion::Between makes of the ends, which is that of the whole.
  Pose2 Middle() const {
    const Vec2 sum = {start.cos + end.cos, start.sin + end.sin};
    const Vec2 at = 0.5 * (start.translation + end.translation);
    if (NormSquared(sum) > 0.01) return Pose2::FromCosSin(at, sum.x, sum.y);
    return Motion::LegalBetween(start, end, 0.0, 1.0).PoseAt(0.5);
  }
};

class CellSearch {
 public:
  explicit CellSearch(const CellMotion& motion)
      : motion_(motion), cells_(*motion.pair.layer.cells), growth_(GrowthOf(motion)) {}

  Piece Whole() const {
    return {motion_.call.PoseAt(motion_.pair.trajectory, motion_.pair.interval),
            motion_.call.PoseAt(motion_.pair.trajectory, motion_.pair.interval + 1), 0.0, 1.0};
  }

  bool MayMeet(const Piece& piece, int halvings) const {
    const CellOutline way = OutlineBetween(cells_, motion_.shape, piece.start, piece.end);
    const double error = cells_.FrameError(motion_.shape.reach_m);
    bool is_near = false;
    Pose2 middle;
    CellOutline at_middle;
    const bool is_free = VisitElements(cells_, way, growth_, [&](int slot, double) {
      if (!is_near) {
        is_near = true;
        middle = piece.Middle();
        at_middle = OutlineAt(cells_, motion_.shape, middle);
      }
      if (motion_.shape.sides_are_core && GapOf(cells_, at_middle, slot) < -error) return false;
      return halvings > 0 || IsFree(motion_.call, PairOf(slot));
    });
    if (!is_free) return true;
    if (!is_near || halvings == 0) return false;
    return MayMeet({piece.start, middle, piece.from, 0.5 * (piece.from + piece.to)}, halvings - 1) ||
           MayMeet({middle, piece.end, 0.5 * (piece.from + piece.to), piece.to}, halvings - 1);
  }

  // Pieces come in order of time: after one that begins later than the contact that is known, the
  // elements that have not been asked about are free until then.
  void AddFirst(const Piece& piece, int halvings, SweptHit* first) const {
    if (IsLaterThan(piece, *first)) return;
    const CellOutline way = OutlineBetween(cells_, motion_.shape, piece.start, piece.end);
    constexpr int kFew = 2;
    int slots[kFew];
    int count = 0;
    const bool is_last = halvings == 0;
    const bool are_few = VisitElements(cells_, way, growth_, [&](int slot, double) {
      if (is_last) {
        AddImpact(motion_.call, PairOf(slot), first);
        return true;
      }
      if (count == kFew) return false;
      slots[count++] = slot;
      return true;
    });
    if (is_last) return;
    if (are_few) {
      for (int k = 0; k < count; ++k) AddImpact(motion_.call, PairOf(slots[k]), first);
      return;
    }
    const Pose2 middle = piece.Middle();
    AddFirst({piece.start, middle, piece.from, 0.5 * (piece.from + piece.to)}, halvings - 1, first);
    AddFirst({middle, piece.end, 0.5 * (piece.from + piece.to), piece.to}, halvings - 1, first);
  }

  // A body that starts in contact is often in contact with many elements: the lowest is the first.
  void AddStart(SweptHit* first) const {
    const CellOutline at_start = OutlineAt(cells_, motion_.shape, Whole().start);
    const double error = cells_.FrameError(motion_.shape.reach_m);
    int lowest = -1;
    VisitElements(cells_, at_start, growth_, [&](int slot, double gap) {
      if (gap >= -error || !motion_.shape.sides_are_core) {
        AddImpact(motion_.call, PairOf(slot), first);
        return true;
      }
      if (lowest < 0 || cells_.ElementOf(slot) < cells_.ElementOf(lowest)) lowest = slot;
      // Points are in the order of their cells, not of their indices.
      return cells_.has_points;
    });
    if (lowest >= 0) AddImpact(motion_.call, PairOf(lowest), first);
  }

 private:
  static double GrowthOf(const CellMotion& motion) {
    const CellObstacles& cells = *motion.pair.layer.cells;
    const double radii_m = motion.shape.polygon->radius_m() + cells.radius_m;
    return (radii_m + motion.call.sweep->options.contact_tolerance_m) / cells.cell_size_m +
           2.0 * cells.FrameError(motion.shape.reach_m);
  }

  SweptPair PairOf(int slot) const {
    const SweptPair& pair = motion_.pair;
    return {pair.trajectory, pair.interval, pair.layer, slot, pair.body_shape};
  }

  bool IsLaterThan(const Piece& piece, const SweptHit& first) const {
    const absl::Span<const double> times_s = motion_.call.sweep->step_times_s;
    const double start_s = times_s[motion_.pair.interval];
    return first.step >= 0 &&
           start_s + piece.from * (times_s[motion_.pair.interval + 1] - start_s) >= first.contact_by_s;
  }

  const CellMotion& motion_;
  const CellObstacles& cells_;
  const double growth_;  // Cells.
};

bool HitsCertainly(const BatchCall& call, const CellObstacles& cells, int trajectory, CellShapes* shapes) {
  const absl::Span<const Pose2> poses = call.trajectories.PosesOf(trajectory);
  for (size_t p = 0; p < poses.size(); p += kCellPoses) {
    const int count = static_cast<int>(std::min(poses.size() - p, size_t{kCellPoses}));
    for (int e = 0; e < shapes->size(); ++e) {
      GapBounds bounds;
      BoundGaps(cells, shapes->At(e), &poses[p], &poses[p], count, &bounds);
      if (*std::min_element(bounds.upper, bounds.upper + count) <= 0.0f) return true;
    }
  }
  return false;
}

// The trajectories whose first pose is in contact, many together.
void MarkCertainStarts(const BatchCall& call, const CellObstacles& cells, CellShapes* shapes, uint8_t* any) {
  for (int first = 0; first < call.trajectories.size(); first += kCellPoses) {
    const int count = std::min(kCellPoses, call.trajectories.size() - first);
    Pose2 starts[kCellPoses];
    int which[kCellPoses];
    int start_count = 0;
    for (int i = first; i < first + count; ++i) {
      if (call.PlacesOf(i) == 0) continue;
      which[start_count] = i;
      starts[start_count++] = call.PoseAt(i, 0);
    }
    for (int e = 0; e < shapes->size(); ++e) {
      GapBounds bounds;
      BoundGaps(cells, shapes->At(e), starts, starts, start_count, &bounds);
      for (int p = 0; p < start_count; ++p) any[which[p]] |= static_cast<uint8_t>(bounds.upper[p] <= 0.0f);
    }
  }
}

}  // namespace

void MarkCertainHits(const BatchCall& call, uint8_t* any) {
  CellShapes shapes(call.body);
  for (const ObstacleLayer& layer : call.layers) {
    if (layer.cells == nullptr || layer.cells->min_count > 1) continue;
    MarkCertainStarts(call, *layer.cells, &shapes, any);
    for (int i = 0; i < call.trajectories.size(); ++i) {
      if (any[i] == 0 && call.PlacesOf(i) > 0) any[i] = HitsCertainly(call, *layer.cells, i, &shapes) ? 1 : 0;
    }
  }
}

bool MayMeetCells(const CellMotion& motion) {
  const CellSearch search(motion);
  return search.MayMeet(search.Whole(), kMaxHalvings);
}

void AddFirstCell(const CellMotion& motion, SweptHit* first) {
  const CellSearch search(motion);
  if (motion.pair.interval == 0) search.AddStart(first);
  search.AddFirst(search.Whole(), kMaxHalvings, first);
}

}  // namespace collision2d::internal
