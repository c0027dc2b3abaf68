#include "collision2d/batch/kernels/cell_motion.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "absl/types/span.h"
#include "collision2d/batch/kernels/cell_filter.h"
#include "collision2d/batch/kernels/cell_scan.h"
#include "collision2d/batch/kernels/swept_pair.h"
#include "collision2d/batch/obstacles.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/motion/motion.h"
#include "hwy/base.h"

namespace collision2d::internal {
namespace {

// How often an interval is halved at most before pairs are asked about.
constexpr int kMaxHalvings = 7;

// Part of the interval: from fraction `from` of its duration to `to`. Poses in cells: those of the
// world may be rounded by more than cells are apart from the body.
struct Piece {
  Pose2 start;
  Pose2 end;
  double from;
  double to;
};

class CellSearch {
 public:
  CellSearch(const BatchCall& call, const CellShape& shape, const SweptPair& pair)
      : call_(call),
        shape_(shape),
        pair_(pair),
        growth_(shape.radii + shape.per_cell * call.sweep->options.contact_tolerance_m + 2.0 * shape.error) {}

  // Returns false if the motion is proven free of all elements, as IsMotionFree says of each.
  bool MayMeet() const { return MayMeet(Whole(), kMaxHalvings); }

  // Adds the first contact with an element, by TimeOfImpact, to what is known of the interval.
  void AddFirst(SweptHit* first) {
    if (pair_.interval == 0) AddStart(first);
    AddFirst(Whole(), kMaxHalvings, first);
  }

 private:
  const Pose2& PoseAt(int end) const { return call_.PoseAt(pair_.trajectory, pair_.interval + end); }

  Piece Whole() const { return {InCells(shape_, PoseAt(0)), InCells(shape_, PoseAt(1)), 0.0, 1.0}; }

  // The pose in the middle of a piece, on the motion that Motion::Between makes of its ends: that
  // of the whole.
  Pose2 MiddleOf(const Piece& piece) const {
    Vec2 heading = {piece.start.cos + piece.end.cos, piece.start.sin + piece.end.sin};
    if (NormSquared(heading) < 0.01) {
      // Only the whole turns as far: half a turn, whose direction is that of the world's poses.
      const Pose2 middle = InCells(shape_, Motion::LegalBetween(PoseAt(0), PoseAt(1), 0.0, 1.0).PoseAt(0.5));
      heading = {middle.cos, middle.sin};
    }
    return Pose2::FromCosSin(0.5 * (piece.start.translation + piece.end.translation), heading.x, heading.y);
  }

  bool MayMeet(const Piece& piece, int halvings) const {
    CellOutline way;
    OutlineBetween(shape_, piece.start, piece.end, &way);
    bool is_near = false;
    Pose2 middle;
    CellOutline at_middle;
    const bool is_free = VisitElements(*shape_.cells, way, growth_, [&](int slot, double) {
      if (!is_near) {
        is_near = true;
        middle = MiddleOf(piece);
        OutlineAt(shape_, middle, &at_middle);
      }
      if (shape_.sides_are_core && GapOf(*shape_.cells, at_middle, slot) < -shape_.error) return false;
      return halvings > 0 || IsFree(call_, PairOf(slot));
    });
    if (!is_free) return true;
    if (!is_near || halvings == 0) return false;
    return MayMeet({piece.start, middle, piece.from, 0.5 * (piece.from + piece.to)}, halvings - 1) ||
           MayMeet({middle, piece.end, 0.5 * (piece.from + piece.to), piece.to}, halvings - 1);
  }

  // Pieces come in order of time: after one that begins later than the contact that is known, the
  // elements that have not been asked about are free until then. Pieces are halved until one
  // element is left, since a scan costs less than TimeOfImpact.
  void AddFirst(const Piece& piece, int halvings, SweptHit* first) {
    if (IsLaterThan(piece, *first)) return;
    CellOutline way;
    OutlineBetween(shape_, piece.start, piece.end, &way);
    int slot_of_one = -1;
    const bool is_last = halvings == 0;
    const bool is_one = VisitElements(*shape_.cells, way, growth_, [&](int slot, double) {
      if (is_last) Ask(slot, first);
      if (!is_last && slot_of_one >= 0) return false;
      slot_of_one = slot;
      return true;
    });
    if (is_last) return;
    if (is_one) {
      if (slot_of_one >= 0) Ask(slot_of_one, first);
      return;
    }
    const Pose2 middle = MiddleOf(piece);
    AddFirst({piece.start, middle, piece.from, 0.5 * (piece.from + piece.to)}, halvings - 1, first);
    AddFirst({middle, piece.end, 0.5 * (piece.from + piece.to), piece.to}, halvings - 1, first);
  }

  // The piece before has often asked about the same element, for the whole interval.
  void Ask(int slot, SweptHit* first) {
    if (slot == asked_) return;
    asked_ = slot;
    AddImpact(call_, PairOf(slot), first);
  }

  // A body that starts in contact is often in contact with many elements: the lowest is the first.
  void AddStart(SweptHit* first) const {
    CellOutline at_start;
    OutlineAt(shape_, Whole().start, &at_start);
    int lowest = -1;
    VisitElements(*shape_.cells, at_start, growth_, [&](int slot, double gap) {
      if (gap >= -shape_.error || !shape_.sides_are_core) {
        AddImpact(call_, PairOf(slot), first);
        return true;
      }
      if (lowest < 0 || shape_.cells->ElementOf(slot) < shape_.cells->ElementOf(lowest)) lowest = slot;
      // Points are in the order of their cells, not of their indices.
      return shape_.cells->has_points;
    });
    if (lowest >= 0) AddImpact(call_, PairOf(lowest), first);
  }

  SweptPair PairOf(int slot) const { return {pair_.trajectory, pair_.interval, pair_.layer, slot, pair_.body_shape}; }

  bool IsLaterThan(const Piece& piece, const SweptHit& first) const {
    const absl::Span<const double> times_s = call_.sweep->step_times_s;
    const double start_s = times_s[pair_.interval];
    return first.step >= 0 && start_s + piece.from * (times_s[pair_.interval + 1] - start_s) >= first.contact_by_s;
  }

  const BatchCall& call_;
  const CellShape& shape_;
  const SweptPair& pair_;  // Its slot means nothing.
  const double growth_;    // Cells.
  int asked_ = -1;         // The slot of the last element that TimeOfImpact was asked about.
};

// A body shape at a step of a trajectory, or in the interval from there, and a layer of cells.
struct CellPlace {
  int i;  // Of the trajectories.
  int trajectory;
  int step;
  const ObstacleLayer& layer;
  int body_shape;
  const CellShape& shape;
};

// How the poses of a trajectory are filtered: so many of them first, by these discs.
struct Filtering {
  int first_poses;
  DiscGrid grid;
};
// A pose that is certain to collide spares the scans of all others.
constexpr Filtering kOfAny = {kCellPoses, DiscGrid::kCoarse};
// Poses after the first contact do not matter.
constexpr Filtering kOfFirst = {8, DiscGrid::kFine};

// visit(place) for the places that the gap field leaves open, those of a body shape and a
// trajectory ascending, until it returns true. Steps of trajectories[i] from end_of(i) on do not
// matter; it is asked again for each body shape. is_enough(i) is called where the field proves a
// contact; if it returns true, the places before that one are not visited either.
template <typename EndOf, typename IsEnough, typename Visit>
void VisitOpenPlaces(const BatchCall& call, absl::Span<const int> trajectories, const Filtering& filtering,
                     const EndOf& end_of, const IsEnough& is_enough, const Visit& visit) {
  GapBounds bounds;
  for (const ObstacleLayer& layer : call.layers) {
    if (layer.cells == nullptr) continue;
    for (int e = 0; e < static_cast<int>(call.body.size()); ++e) {
      const CellShape shape(call.body[static_cast<size_t>(e)], *layer.cells, filtering.grid);
      const double room = call.sweep == nullptr ? 0.0 : shape.per_cell * call.sweep->options.contact_tolerance_m;
      for (int i = 0; i < static_cast<int>(trajectories.size()); ++i) {
        const int trajectory = trajectories[static_cast<size_t>(i)];
        int end = std::min(call.PlacesOf(trajectory), end_of(i));
        for (int begin = 0, count = 0; begin < end; begin += count) {
          count = std::min({end - begin, std::max(begin, filtering.first_poses), kCellPoses});
          const Pose2* const poses = &call.PoseAt(trajectory, begin);
          BoundGaps(shape, {poses, static_cast<size_t>(count)}, poses + (call.sweep == nullptr ? 0 : 1),
                    static_cast<float>(room), &bounds);
          if (bounds.certain != 0 && is_enough(i)) break;
          for (uint64_t open = bounds.open; open != 0 && end > 0; open &= open - 1) {
            const int step = begin + static_cast<int>(hwy::Num0BitsBelowLS1Bit_Nonzero64(open));
            if (visit(CellPlace{i, trajectory, step, layer, e, shape})) end = 0;
          }
        }
      }
    }
  }
}

// The end of the steps that may be before a hit, or at the same step, or no end.
template <typename Hits>
int EndOf(const Hits& first) {
  return first.step < 0 ? std::numeric_limits<int>::max() : first.step + 1;
}

// Sets any[i] of trajectories that the gap field proves to start in contact.
void MarkStarts(const BatchCall& call, absl::Span<const int> trajectories, uint8_t* any) {
  static_assert(kTrajectoriesTogether <= kCellPoses);
  Pose2 starts[kTrajectoriesTogether];
  int which[kTrajectoriesTogether];
  size_t count = 0;
  for (int i = 0; i < static_cast<int>(trajectories.size()); ++i) {
    const int trajectory = trajectories[static_cast<size_t>(i)];
    if (call.PlacesOf(trajectory) == 0) continue;
    which[count] = i;
    starts[count++] = call.PoseAt(trajectory, 0);
  }
  GapBounds bounds;
  for (const ObstacleLayer& layer : call.layers) {
    if (layer.cells == nullptr || count == 0) continue;
    for (const ConvexPolygon& body_shape : call.body) {
      const CellShape shape(body_shape, *layer.cells, kOfAny.grid);
      BoundGaps(shape, {starts, count}, starts, 0.0f, &bounds);
      for (uint64_t certain = bounds.certain; certain != 0; certain &= certain - 1) {
        any[which[hwy::Num0BitsBelowLS1Bit_Nonzero64(certain)]] = 1;
      }
    }
  }
}

}  // namespace

void MarkCells(const BatchCall& call, absl::Span<const int> trajectories, uint8_t* any) {
  MarkStarts(call, trajectories, any);
  const auto end_of = [&](int i) { return any[i] != 0 ? 0 : std::numeric_limits<int>::max(); };
  const auto mark = [&](int i) {
    any[i] = 1;
    return true;
  };
  VisitOpenPlaces(call, trajectories, kOfAny, end_of, mark, [&](const CellPlace& at) {
    const bool meets = call.sweep == nullptr
                           ? CollidesWithCells(at.shape, call.PoseAt(at.trajectory, at.step), nullptr)
                           : CellSearch(call, at.shape, {at.trajectory, at.step, at.layer, 0, at.body_shape}).MayMeet();
    return meets && mark(at.i);
  });
}

void AddCells(const BatchCall& call, absl::Span<const int> trajectories, Hit* first) {
  const auto end_of = [&](int i) { return EndOf(first[i]); };
  VisitOpenPlaces(
      call, trajectories, kOfFirst, end_of, [](int) { return false; },
      [&](const CellPlace& at) {
        int slot = 0;
        if (!CollidesWithCells(at.shape, call.PoseAt(at.trajectory, at.step), &slot)) return false;
        const Hit hit = {at.step, at.layer.ObstacleAt(slot), at.body_shape, at.layer.ElementAt(slot)};
        if (first[at.i].step != hit.step || hit.obstacle < first[at.i].obstacle) first[at.i] = hit;
        return true;
      });
}

void AddCells(const BatchCall& call, absl::Span<const int> trajectories, SweptHit* first) {
  const auto end_of = [&](int i) { return EndOf(first[i]); };
  VisitOpenPlaces(
      call, trajectories, kOfFirst, end_of, [](int) { return false; },
      [&](const CellPlace& at) {
        SweptHit found = at.step == first[at.i].step ? first[at.i] : SweptHit();
        CellSearch(call, at.shape, {at.trajectory, at.step, at.layer, 0, at.body_shape}).AddFirst(&found);
        if (found.step < 0) return false;
        first[at.i] = found;
        return true;
      });
}

}  // namespace collision2d::internal
