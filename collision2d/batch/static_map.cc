#include "collision2d/batch/static_map.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_format.h"
#include "absl/types/span.h"
#include "collision2d/batch/packed_tree.h"
#include "collision2d/batch/packed_tree_box.h"
#include "collision2d/batch/packed_tree_order.h"
#include "collision2d/batch/static_map_block.h"
#include "collision2d/batch/static_map_boxes.h"
#include "collision2d/batch/static_map_checks.h"
#include "collision2d/batch/static_map_nearest.h"
#include "collision2d/batch/static_map_overlaps.h"
#include "collision2d/geometry/aabb2.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/query/collides.h"
#include "collision2d/query/distance.h"
#include "collision2d/simd_targets.h"
#include "hwy/cache_control.h"

namespace collision2d {
namespace {

constexpr size_t kMaxPoseCount = std::numeric_limits<int32_t>::max();
// Leaves room for the slots of the last block.
constexpr size_t kMaxShapeCount = kMaxPoseCount + 1 - internal::PackedTree::kWidth;

// What a visitor needs to put a candidate to the pair queries.
struct Pairs {
  absl::Span<const ConvexPolygon> shapes;
  absl::Span<const int32_t> shape_of_slot;
  absl::Span<const Pose2> world_from_shape_of_slot;
  absl::Span<const ConvexPolygon> body;
  const internal::BodyBoxes& body_boxes;
  absl::Span<const Pose2> world_from_body;

  int Obstacle(const internal::MapCandidate& candidate) const { return shape_of_slot[candidate.slot]; }

  Pose2 BodyFromShape(const internal::MapCandidate& candidate) const {
    const Pose2 world_from_shape =
        world_from_shape_of_slot.empty() ? Pose2() : world_from_shape_of_slot[candidate.slot];
    return RelativePose(world_from_body[candidate.pose], world_from_shape);
  }

  // Has the processor read what a query needs of a shape.
  void Fetch(int slot) const {
    if (!world_from_shape_of_slot.empty()) hwy::Prefetch(&world_from_shape_of_slot[slot]);
    const auto* shape = reinterpret_cast<const char*>(&shapes[shape_of_slot[slot]]);
    for (size_t line = 0; line < sizeof(ConvexPolygon); line += 64) hwy::Prefetch(shape + line);
  }

  // Calls ask(body shape) for the candidate's body shapes, ascending, until it returns true. Returns whether it did.
  template <typename Ask>
  bool AnyBodyShape(const internal::MapCandidate& candidate, const Ask& ask) const {
    for (int box = 0; box < body_boxes.count(); ++box) {
      if ((candidate.body_boxes >> box & 1u) == 0) continue;
      for (int i = body_boxes[box].first_shape; i < body_boxes[box].end_shape; ++i) {
        if (ask(i)) return true;
      }
    }
    return false;
  }

  // The lowest body shape that collides; -1 if none does.
  int CollidingBodyShape(const internal::MapCandidate& candidate) const {
    const ConvexPolygon& shape = shapes[Obstacle(candidate)];
    const Pose2 body_from_shape = BodyFromShape(candidate);
    int colliding = -1;
    AnyBodyShape(candidate, [&](int i) {
      if (!Collides(body[i], shape, body_from_shape)) return false;
      colliding = i;
      return true;
    });
    return colliding;
  }
};

class AnyHitVisitor final : public internal::OverlapVisitor {
 public:
  AnyHitVisitor(const Pairs& pairs, absl::Span<uint8_t> any) : pairs_(pairs), any_(any) {}

  bool Visit(const internal::MapCandidate& candidate) override {
    if (pairs_.CollidingBodyShape(candidate) < 0) return true;
    any_[candidate.pose] = 1;
    return false;
  }

 private:
  const Pairs& pairs_;
  absl::Span<uint8_t> any_;
};

class FirstHitVisitor final : public internal::OverlapVisitor {
 public:
  FirstHitVisitor(const Pairs& pairs, absl::Span<StaticMap::Hit> hits) : pairs_(pairs), hits_(hits) {}

  bool Visit(const internal::MapCandidate& candidate) override {
    StaticMap::Hit& hit = hits_[candidate.pose];
    const int obstacle = pairs_.Obstacle(candidate);
    if (hit.obstacle >= 0 && hit.obstacle < obstacle) return true;
    if (const int body_shape = pairs_.CollidingBodyShape(candidate); body_shape >= 0) hit = {obstacle, body_shape};
    return true;
  }

 private:
  const Pairs& pairs_;
  absl::Span<StaticMap::Hit> hits_;
};

// begin[p + 1] counts the hits of pose p; their obstacles stand one after the other, as far as there is room.
class AllHitsVisitor final : public internal::OverlapVisitor {
 public:
  AllHitsVisitor(const Pairs& pairs, absl::Span<int64_t> begin, absl::Span<int> obstacles)
      : pairs_(pairs), begin_(begin), obstacles_(obstacles) {}

  bool Visit(const internal::MapCandidate& candidate) override {
    if (pairs_.CollidingBodyShape(candidate) < 0) return true;
    if (hit_count_ < obstacles_.size()) obstacles_[hit_count_] = pairs_.Obstacle(candidate);
    ++hit_count_;
    ++begin_[candidate.pose + 1];
    return true;
  }

 private:
  const Pairs& pairs_;
  absl::Span<int64_t> begin_;
  absl::Span<int> obstacles_;
  size_t hit_count_ = 0;
};

class MinimumDistanceVisitor final : public internal::NearestVisitor {
 public:
  MinimumDistanceVisitor(const Pairs& pairs, absl::Span<const double> limit_m, absl::Span<StaticMap::Nearest> nearest)
      : pairs_(pairs), limit_m_(limit_m), nearest_(nearest) {}

  double Visit(const internal::MapCandidate& candidate) override {
    StaticMap::Nearest& nearest = nearest_[candidate.pose];
    const int obstacle = pairs_.Obstacle(candidate);
    // At distance 0 only a lower index can be better.
    if (!(nearest.distance_m == 0.0 && nearest.obstacle < obstacle)) Compare(candidate, obstacle, &nearest);
    return std::min(nearest.distance_m, Limit(candidate.pose));
  }

  void Fetch(int slot) override { pairs_.Fetch(slot); }

 private:
  double Limit(int pose) const { return limit_m_.empty() ? std::numeric_limits<double>::infinity() : limit_m_[pose]; }

  void Compare(const internal::MapCandidate& candidate, int obstacle, StaticMap::Nearest* nearest) const {
    const ConvexPolygon& shape = pairs_.shapes[obstacle];
    const Pose2 body_from_shape = pairs_.BodyFromShape(candidate);
    const double limit_m = Limit(candidate.pose);
    pairs_.AnyBodyShape(candidate, [&](int i) {
      const double distance_m = Distance(pairs_.body[i], shape, body_from_shape);
      const bool is_first_of_equals =
          distance_m == nearest->distance_m &&
          (obstacle < nearest->obstacle || (obstacle == nearest->obstacle && i < nearest->body_shape));
      if (distance_m <= limit_m && (distance_m < nearest->distance_m || is_first_of_equals)) {
        *nearest = {distance_m, obstacle, i};
      }
      return false;
    });
  }

  const Pairs& pairs_;
  absl::Span<const double> limit_m_;
  absl::Span<StaticMap::Nearest> nearest_;
};

absl::Status CheckPosesOfBody(absl::Span<const Pose2> world_from_body) {
  if (world_from_body.size() > kMaxPoseCount) {
    return absl::InvalidArgumentError(
        absl::StrFormat("world_from_body: %d poses are beyond the limit of %d", world_from_body.size(), kMaxPoseCount));
  }
  return internal::CheckPoses(world_from_body, "world_from_body");
}

}  // namespace

absl::StatusOr<StaticMap> StaticMap::Create(absl::Span<const ConvexPolygon> shapes) { return CreatePosed(shapes, {}); }

absl::StatusOr<StaticMap> StaticMap::Create(absl::Span<const ConvexPolygon> shapes,
                                            absl::Span<const Pose2> world_from_shape) {
  absl::Status status = internal::CheckSize(world_from_shape.size(), "world_from_shape", shapes.size(), "shapes");
  if (status.ok()) status = internal::CheckPoses(world_from_shape, "world_from_shape");
  if (!status.ok()) return status;
  return CreatePosed(shapes, world_from_shape);
}

absl::StatusOr<StaticMap> StaticMap::CreatePosed(absl::Span<const ConvexPolygon> shapes,
                                                 absl::Span<const Pose2> world_from_shape) {
  if (shapes.size() > kMaxShapeCount) {
    return absl::InvalidArgumentError(
        absl::StrFormat("shapes: %d shapes are beyond the limit of %d", shapes.size(), kMaxShapeCount));
  }
  StaticMap map;
  map.shapes_ = shapes;
  if (shapes.empty()) return map;
  const auto pose = [&](size_t i) { return world_from_shape.empty() ? Pose2() : world_from_shape[i]; };

  Aabb2 bounds;
  for (size_t i = 0; i < shapes.size(); ++i) bounds.Extend(pose(i) * shapes[i].center());
  map.origin_ = bounds.center();

  std::vector<internal::PackedTreeEntry> entries(shapes.size());
  for (size_t i = 0; i < shapes.size(); ++i) {
    const Vec2 center = pose(i) * shapes[i].center() - map.origin_;
    entries[i] = {static_cast<float>(center.x), static_cast<float>(center.y), static_cast<int32_t>(i)};
  }
  internal::OrderForPackedTree(absl::MakeSpan(entries));

  constexpr int kWidth = internal::PackedTree::kWidth;
  map.blocks_.resize((shapes.size() + kWidth - 1) / kWidth);
  map.shape_of_slot_.resize(shapes.size());
  map.world_from_shape_of_slot_.resize(world_from_shape.size());
  std::vector<internal::PackedTreeBox> bounds_of_block(map.blocks_.size());
  for (size_t slot = 0; slot < shapes.size(); ++slot) {
    const int32_t shape = entries[slot].index;
    const internal::MapShapeBoxes boxes = internal::BoxesOfMapShape(shapes[shape], pose(shape), map.origin_);
    map.blocks_[slot / kWidth].Set(static_cast<int>(slot % kWidth), boxes.oriented);
    bounds_of_block[slot / kWidth].Extend(boxes.aligned);
    map.shape_of_slot_[slot] = shape;
    if (!world_from_shape.empty()) map.world_from_shape_of_slot_[slot] = world_from_shape[shape];
  }
  map.tree_ = internal::PackedTree(bounds_of_block);
  return map;
}

int64_t StaticMap::memory_bytes() const {
  return static_cast<int64_t>(sizeof(*this) + blocks_.capacity() * sizeof(internal::MapBlock) +
                              shape_of_slot_.capacity() * sizeof(int32_t) +
                              world_from_shape_of_slot_.capacity() * sizeof(Pose2)) +
         tree_.memory_bytes();
}

absl::Status StaticMap::AnyHit(absl::Span<const ConvexPolygon> body, absl::Span<const Pose2> world_from_body,
                               absl::Span<uint8_t> any) const {
  absl::Status status = internal::CheckSize(any.size(), "any", world_from_body.size(), "world_from_body");
  if (status.ok()) status = CheckPosesOfBody(world_from_body);
  if (!status.ok()) return status;
  std::fill(any.begin(), any.end(), uint8_t{0});
  const internal::BodyBoxes body_boxes(body);
  const Pairs pairs = {shapes_, shape_of_slot_, world_from_shape_of_slot_, body, body_boxes, world_from_body};
  AnyHitVisitor visitor(pairs, any);
  internal::VisitOverlaps(boxes(), body_boxes, world_from_body, &visitor);
  return absl::OkStatus();
}

absl::Status StaticMap::FirstHit(absl::Span<const ConvexPolygon> body, absl::Span<const Pose2> world_from_body,
                                 absl::Span<Hit> hits) const {
  absl::Status status = internal::CheckSize(hits.size(), "hits", world_from_body.size(), "world_from_body");
  if (status.ok()) status = CheckPosesOfBody(world_from_body);
  if (!status.ok()) return status;
  std::fill(hits.begin(), hits.end(), Hit());
  const internal::BodyBoxes body_boxes(body);
  const Pairs pairs = {shapes_, shape_of_slot_, world_from_shape_of_slot_, body, body_boxes, world_from_body};
  FirstHitVisitor visitor(pairs, hits);
  internal::VisitOverlaps(boxes(), body_boxes, world_from_body, &visitor);
  return absl::OkStatus();
}

absl::Status StaticMap::AllHits(absl::Span<const ConvexPolygon> body, absl::Span<const Pose2> world_from_body,
                                absl::Span<int64_t> begin, absl::Span<int> obstacles) const {
  absl::Status status = internal::CheckSize(begin.size(), "begin", world_from_body.size() + 1, "world_from_body");
  if (status.ok()) status = CheckPosesOfBody(world_from_body);
  if (!status.ok()) return status;
  std::fill(begin.begin(), begin.end(), int64_t{0});
  const internal::BodyBoxes body_boxes(body);
  const Pairs pairs = {shapes_, shape_of_slot_, world_from_shape_of_slot_, body, body_boxes, world_from_body};
  AllHitsVisitor visitor(pairs, begin, obstacles);
  internal::VisitOverlaps(boxes(), body_boxes, world_from_body, &visitor);
  const auto room = static_cast<int64_t>(obstacles.size());
  for (size_t i = 0; i < world_from_body.size(); ++i) {
    begin[i + 1] += begin[i];
    if (begin[i + 1] <= room) std::sort(obstacles.begin() + begin[i], obstacles.begin() + begin[i + 1]);
  }
  if (begin.back() <= room) return absl::OkStatus();
  return absl::ResourceExhaustedError(absl::StrFormat("obstacles: size %d; the answers need %d", room, begin.back()));
}

absl::Status StaticMap::MinimumDistance(absl::Span<const ConvexPolygon> body, absl::Span<const Pose2> world_from_body,
                                        absl::Span<const double> limit_m, absl::Span<Nearest> nearest) const {
  absl::Status status = internal::CheckSize(nearest.size(), "nearest", world_from_body.size(), "world_from_body");
  if (status.ok() && !limit_m.empty()) {
    status = internal::CheckSize(limit_m.size(), "limit_m", world_from_body.size(), "world_from_body");
  }
  if (status.ok()) status = internal::CheckLimits(limit_m);
  if (status.ok()) status = CheckPosesOfBody(world_from_body);
  if (!status.ok()) return status;
  std::fill(nearest.begin(), nearest.end(), Nearest());
  const internal::BodyBoxes body_boxes(body);
  const Pairs pairs = {shapes_, shape_of_slot_, world_from_shape_of_slot_, body, body_boxes, world_from_body};
  MinimumDistanceVisitor visitor(pairs, limit_m, nearest);
  internal::VisitNearest(boxes(), body_boxes, world_from_body, limit_m, &visitor);
  return absl::OkStatus();
}

}  // namespace collision2d
