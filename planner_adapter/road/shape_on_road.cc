#include "planner_adapter/road/shape_on_road.h"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <limits>
#include <utility>

#include "collision2d/geometry/orientation.h"
#include "collision2d/geometry/tolerances.h"
#include "collision2d/motion/minimum_distance.h"
#include "collision2d/motion/motion.h"
#include "collision2d/query/collides.h"
#include "collision2d/query/separation.h"

namespace collision2d::planner {
namespace {

// Whether p is in the bounding box of a segment: on it, if it is on its line.
bool IsWithin(Vec2 p, Vec2 from, Vec2 to) {
  Aabb2 box;
  box.Extend(from);
  box.Extend(to);
  return box.Contains(p);
}

int SignOf(double x) { return x > 0.0 ? 1 : x < 0.0 ? -1 : 0; }

}  // namespace

bool CrossesInterior(absl::Span<const Vec2> hull, Vec2 from, Vec2 to) {
  bool has_left = false;
  bool has_right = false;
  for (size_t i = 0; i < hull.size(); ++i) {
    const Vec2 next = hull[i + 1 < hull.size() ? i + 1 : 0];
    if (Orient2d(hull[i], next, from) <= 0.0 && Orient2d(hull[i], next, to) <= 0.0) return false;
    const double side = Orient2d(from, to, hull[i]);
    has_left |= side > 0.0;
    has_right |= side < 0.0;
  }
  return has_left && has_right;
}

bool IsInterior(absl::Span<const Vec2> hull, Vec2 p) {
  for (size_t i = 0; i < hull.size(); ++i) {
    if (Orient2d(hull[i], hull[i + 1 < hull.size() ? i + 1 : 0], p) <= 0.0) return false;
  }
  return true;
}

bool RunsAgainst(Vec2 a, Vec2 b, const OutlinePiece& piece) {
  if (Orient2d(a, b, piece.from) != 0.0 || Orient2d(a, b, piece.to) != 0.0) return false;
  // On one line: in the order of x, then y, they overlap by more than a point.
  const bool is_ascending = internal::LexicographicallyLess(a, b);
  const bool is_opposite = is_ascending == internal::LexicographicallyLess(piece.to, piece.from);
  const auto precedes = [&](Vec2 p, Vec2 q) {
    return is_ascending ? internal::LexicographicallyLess(p, q) : internal::LexicographicallyLess(q, p);
  };
  return is_opposite && precedes(piece.to, b) && precedes(a, piece.from);
}

SegmentRelation RelateSegment(Vec2 from, Vec2 to, absl::Span<const OutlinePiece> pieces, absl::Span<const int> near,
                              const OutlineVertices& vertices) {
  SegmentRelation relation = SegmentRelation::kUntouched;
  for (const int i : near) {
    const OutlinePiece& piece = pieces[i];
    const int start_side = SignOf(Orient2d(from, to, piece.from));
    const int end_side = SignOf(Orient2d(from, to, piece.to));
    const int from_side = SignOf(Orient2d(piece.from, piece.to, from));
    const int to_side = SignOf(Orient2d(piece.from, piece.to, to));
    if (start_side * end_side < 0 && from_side * to_side < 0) return SegmentRelation::kLeaves;
    for (const bool at_start : {true, false}) {
      const Vec2 corner = at_start ? piece.from : piece.to;
      if ((at_start ? start_side : end_side) != 0 || !IsWithin(corner, from, to)) continue;
      relation = SegmentRelation::kStays;
      for (const Vec2 target : {from, to}) {
        if (target != corner && !vertices.IsRoadTowards(i, at_start, target)) return SegmentRelation::kLeaves;
      }
    }
    // An end of the segment on the piece, perhaps at a corner, which is decided above.
    if ((from_side == 0 && IsWithin(from, piece.from, piece.to)) ||
        (to_side == 0 && IsWithin(to, piece.from, piece.to))) {
      relation = SegmentRelation::kStays;
      const bool is_corner = from == piece.from || from == piece.to || to == piece.from || to == piece.to;
      if (!is_corner && from_side + to_side < 0) return SegmentRelation::kLeaves;
    }
  }
  return relation;
}

namespace {

// A point of a piece that is in a shape which it touches, in the world frame.
Vec2 PointWithin(const ConvexPolygon& shape, const OutlinePiece& piece) {
  if (shape.size() == 1) return ClosestOnSegment(shape.vertices()[0], piece.from, piece.to);
  const ConvexPolygon hull = *ConvexPolygon::Create(shape.vertices());
  const Separation separation = ComputeSeparation(hull, *ConvexPolygon::Create({piece.from, piece.to}));
  if (separation.signed_distance_m > 0.0) return separation.witness_b;
  // The middle of what the hull cuts out of the piece.
  const Vec2 along = piece.to - piece.from;
  double begin = 0.0;
  double end = 1.0;
  const auto cut = [&](Vec2 corner, Vec2 inward) {
    const double slope = Dot(inward, along);
    if (slope == 0.0) return;
    const double at = std::clamp(Dot(inward, corner - piece.from) / slope, 0.0, 1.0);
    (slope > 0.0 ? begin : end) = slope > 0.0 ? std::max(begin, at) : std::min(end, at);
  };
  for (int i = 0; i < hull.size(); ++i) {
    const Vec2 side = hull.ring()[i + 1] - hull.ring()[i];
    cut(hull.ring()[i], PerpendicularLeft(side));
    // A segment ends at its corners too.
    if (hull.size() == 2) cut(hull.ring()[i], side);
  }
  return piece.from + 0.5 * (begin + end) * along;
}

// The vertices of a shape at a pose, in the world frame: an exact hull of them.
ConvexPolygon HullAt(const ConvexPolygon& shape, const Pose2& world_from_body) {
  absl::InlinedVector<Vec2, 16> vertices;
  for (const Vec2 vertex : shape.vertices()) vertices.push_back(world_from_body * vertex);
  return *ConvexPolygon::Hull(vertices, shape.radius_m());
}

}  // namespace

RoadPoseClearance ShapeOnRoad::At(const Pose2& pose) const {
  const Nearest<Separation> nearest = NearestAlong({&pose, 1});
  return At(pose, nearest.obstacle, nearest.separation.signed_distance_m);
}

RoadPoseClearance ShapeOnRoad::At(const Pose2& pose, int piece, double distance_m) const {
  const std::optional<RoadPoseClearance> inside = IfInside(pose, piece, distance_m);
  if (inside.has_value()) return *inside;
  const auto vertices = VerticesAt(pose);
  DepthBound bound = DepthBoundsAt({&pose, 1}, piece)[0];
  LowerByStrip(vertices, /*enough_m=*/0.0, &bound);
  FarthestPoint farthest = FarthestCorner(vertices, bound);
  // No corner is outside, but a notch reaches into the body: a point of its edge is outside within
  // the tolerance.
  if (farthest.piece < 0) farthest = {0.0, PointWithin(HullAt(shape_, pose), edge_.pieces()[piece]), piece};
  return OfFarthest(farthest, bound.depth_m);
}

std::optional<RoadPoseClearance> ShapeOnRoad::IfInside(const Pose2& pose, int piece, double distance_m) const {
  const bool touches = distance_m <= Rounding(pose);
  if (touches && !IsInside(HullAt(shape_, pose))) return std::nullopt;
  RoadPoseClearance clearance = OfPiece(pose, piece, touches ? edge_.segment(piece) : edge_.shape(piece));
  if (touches) {
    clearance.clearance_m = std::max(clearance.clearance_m, 0.0);
    clearance.is_inside = true;
  }
  if (!clearance.is_inside) return std::nullopt;
  return clearance;
}

TrajectoryRoadClearance ShapeOnRoad::Along(absl::Span<const Pose2> poses, const Nearest<Separation>& found) const {
  const bool touches = found.separation.signed_distance_m <= 0.0;
  const int first_contact = touches ? found.step : static_cast<int>(poses.size());
  if (!IsInsideApart(poses.first(static_cast<size_t>(first_contact)))) return From(0, poses, found.obstacle);
  if (touches) return From(first_contact, poses, found.obstacle);
  return {OfPiece(poses[found.step], found.obstacle, edge_.shape(found.obstacle)), found.step, -1};
}

double ShapeOnRoad::Rounding(const Pose2& pose) const {
  return kPosingError *
         (edge_.max_coordinate_m() + Norm1(pose.translation) + Norm1(shape_.center()) + shape_.bounding_radius_m());
}

// The coordinates of these poses are hardly larger than the edge's, and rounding takes a small part
// of what Rounding allows.
double ShapeOnRoad::RoundingNearEdge(const Pose2& pose) const { return 2.0 * Rounding(pose); }

void ShapeOnRoad::LowerByStrip(absl::Span<const Vec2> vertices, double enough_m, DepthBound* bound) const {
  const double strip_m = BoundDepthByStrip(vertices, shape_.radius_m(), edge_, bound->chain, enough_m);
  bound->depth_m = std::min(bound->depth_m, strip_m);
}

ConvexPolygon ShapeOnRoad::GrownByRounding(const Trajectories& trajectories) const {
  double rounding_m = 0.0;
  for (const Pose2& pose : trajectories.world_from_body) {
    // Poses beyond the limit are refused, or do not count.
    const double pose_m = Rounding(pose);
    if (pose_m <= 4.0 * kPosingError * kMaxCoordinate_m) rounding_m = std::max(rounding_m, pose_m);
  }
  return *ConvexPolygon::Create(shape_.vertices(), std::min(shape_.radius_m() + rounding_m, kMaxCoordinate_m));
}

RoadPoseClearance ShapeOnRoad::OfPiece(const Pose2& pose, int piece, const ConvexPolygon& piece_shape) const {
  const Separation separation = ComputeSeparation(shape_, piece_shape, RelativePose(pose, Pose2{}));
  const Vec2 witness = pose * separation.witness_a;
  return {separation.signed_distance_m,
          edge_.IsOnRoad(witness, piece, Rounding(pose)),
          witness,
          pose * separation.witness_b,
          pose.Rotate(separation.direction),
          piece};
}

Nearest<Separation> ShapeOnRoad::NearestAlong(absl::Span<const Pose2> poses, const Nearest<Separation>& guess) const {
  Nearest<Separation> nearest;
  double least_m = std::numeric_limits<double>::infinity();
  EdgeTree::Limit limit{least_m, 0};
  size_t steps_end = poses.size();
  const auto precedes = [&](int step, int piece) {
    return std::make_pair(step, piece) < std::make_pair(nearest.step, nearest.obstacle);
  };
  const auto measure = [&](int step, int piece, bool may_touch) {
    const Pose2 body_from_road = RelativePose(poses[step], Pose2{});
    const ConvexPolygon& piece_shape = edge_.shape(piece);
    Separation separation;  // In contact, unless it is computed.
    if (!may_touch || !Collides(shape_, piece_shape, body_from_road)) {
      separation = ComputeSeparation(shape_, piece_shape, body_from_road);
    }
    const double distance_m = std::max(0.0, separation.signed_distance_m);
    if (distance_m > least_m || (distance_m == least_m && nearest.obstacle >= 0 && !precedes(step, piece))) return;
    nearest = {separation, step, piece};
    least_m = distance_m;
    limit.distance_m = distance_m + Rounding(poses[step]);
    // Later steps do not matter after a contact.
    if (least_m == 0.0) steps_end = static_cast<size_t>(step) + 1;
  };
  if (guess.step >= 0 && guess.step < static_cast<int>(poses.size()))
    measure(guess.step, guess.obstacle, /*may_touch=*/true);
  size_t first = 0;
  const auto visit = [&](const EdgeTree::Near& near) {
    while (true) {
      const size_t end = std::min(near.end, limit.end);
      if (near.begin >= end) return;
      double* const square = std::min_element(near.squares + near.begin, near.squares + end);
      if (*square > limit.distance_m * limit.distance_m) return;
      const bool may_touch = *square == 0.0;
      *square = std::numeric_limits<double>::infinity();
      measure(static_cast<int>(first) + static_cast<int>(square - near.squares), near.piece, may_touch);
      limit.end = std::min(limit.end, steps_end - first);
    }
  };
  for (; first < steps_end; first += PosedBoxes::kMostSteps) {
    const PosedBoxes boxes(shape_, poses.subspan(first, steps_end - first), PosedBoxes::When::kAtSteps);
    limit.end = boxes.size();
    edge_.tree().ForEachNear(boxes, &limit, std::cref(visit));
  }
  return nearest;
}

absl::Status ShapeOnRoad::LowerBound(absl::Span<const Pose2> poses, double tolerance_m, double* bound_m) const {
  absl::Status status;
  for (size_t first = 0; first + 1 < poses.size() && status.ok(); first += PosedBoxes::kMostSteps - 1) {
    const PosedBoxes boxes(shape_, poses.subspan(first), PosedBoxes::When::kBetweenSteps);
    const double rounding_m = RoundingNearEdge(poses[first]);
    EdgeTree::Limit limit{*bound_m + rounding_m, boxes.size() - 1};
    const auto look_closer = [&](const EdgeTree::Near& near) {
      const ConvexPolygon& piece = edge_.shape(near.piece);
      const Motion at_rest = Motion::LegalBetween({}, {}, 0.0, 1.0);
      for (size_t k = near.begin; k < near.end && status.ok(); ++k) {
        if (near.squares[k] > limit.distance_m * limit.distance_m) continue;
        const Motion motion = Motion::LegalBetween(poses[first + k], poses[first + k + 1], 0.0, 1.0);
        const absl::StatusOr<MotionDistance> least =
            MinimumDistanceOverMotion(shape_, motion, piece, at_rest, tolerance_m, *bound_m + tolerance_m);
        status = least.status();
        if (!status.ok()) continue;
        *bound_m = std::min(*bound_m, least->lower_m);
        limit.distance_m = *bound_m + rounding_m;
      }
      if (!status.ok()) limit.end = 0;
    };
    edge_.tree().ForEachNear(boxes, &limit, std::cref(look_closer));
  }
  return status;
}

bool ShapeOnRoad::IsInsideApart(absl::Span<const Pose2> poses) const {
  const double inner_m = shape_.inner_radius_m();
  const Vec2 point = inner_m > 0.0 ? shape_.center() : shape_.vertices()[0];
  for (size_t k = 0; k < poses.size(); ++k) {
    const Vec2 at = poses[k] * point;
    const RoadRaster::Side side = edge_.SideAt(at);
    if (side == RoadRaster::Side::kInside) continue;
    if (side == RoadRaster::Side::kOutside) return false;
    // The discs inside of it at this pose and the one before overlap, where it is inside.
    const bool overlaps =
        edge_.is_closed() && k > 0 && NormSquared(at - poses[k - 1] * point) < 3.99 * inner_m * inner_m;
    if (!overlaps && !edge_.IsOnRoad(at)) return false;
  }
  return true;
}

TrajectoryRoadClearance ShapeOnRoad::From(int first, absl::Span<const Pose2> poses, int piece) const {
  TrajectoryRoadClearance result{NoEdgeClearance(/*is_road=*/true), -1, -1};
  Nearest<Separation> nearest;
  nearest.step = 0;
  nearest.obstacle = piece;
  for (int step = first; step < static_cast<int>(poses.size()); ++step) {
    nearest = NearestAlong(poses.subspan(static_cast<size_t>(step), 1), nearest);
    const std::optional<RoadPoseClearance> inside =
        IfInside(poses[step], nearest.obstacle, nearest.separation.signed_distance_m);
    if (!inside.has_value()) {
      result.first_outside = step;
      FindDeepest(poses, nearest.obstacle, &result);
      break;
    }
    if (inside->clearance_m < result.least.clearance_m) {
      result.least = *inside;
      result.step = step;
    }
  }
  return result;
}

ShapeOnRoad::DepthBounds ShapeOnRoad::DepthBoundsAt(absl::Span<const Pose2> poses, int piece) const {
  DepthBounds bounds;
  NearPieces pieces(1, piece);
  for (const Pose2& pose : poses) {
    bounds.push_back(BoundDepthByWalk(VerticesAt(pose), shape_.radius_m(), edge_.pieces(), &pieces));
  }
  for (size_t first = 0; first < poses.size(); first += PosedBoxes::kMostSteps) {
    const PosedBoxes boxes(shape_, poses.subspan(first), PosedBoxes::When::kAtSteps);
    EdgeTree::Limit limit{RoundingNearEdge(poses[first]), boxes.size()};
    const auto extend = [&](const EdgeTree::Near& near) {
      for (size_t k = near.begin; k < near.end; ++k) {
        if (!(near.squares[k] > limit.distance_m * limit.distance_m)) bounds[first + k].chain.Extend(near.piece);
      }
    };
    edge_.tree().ForEachNear(boxes, &limit, std::cref(extend));
  }
  return bounds;
}

void ShapeOnRoad::FindDeepest(absl::Span<const Pose2> poses, int piece, TrajectoryRoadClearance* result) const {
  poses = poses.subspan(static_cast<size_t>(result->first_outside));
  DepthBounds bounds = DepthBoundsAt(poses, piece);
  // The first of equally deep poses.
  size_t deepest = 0;
  for (size_t k = 1; k < bounds.size(); ++k) {
    if (bounds[k].guess_m > bounds[deepest].guess_m + kDepthTolerance_m) deepest = k;
  }
  double known_m = -1.0;  // The largest depth so far.
  double most_m = 0.0;    // No pose so far is deeper.
  const auto look_at = [&](size_t k) {
    if (bounds[k].depth_m <= known_m + kDepthTolerance_m) return;
    const auto vertices = VerticesAt(poses[k]);
    LowerByStrip(vertices, known_m, &bounds[k]);
    if (bounds[k].depth_m <= known_m + kDepthTolerance_m) return;
    const FarthestPoint farthest = FarthestCorner(vertices, bounds[k]);
    const RoadPoseClearance clearance = farthest.piece < 0 ? At(poses[k]) : OfFarthest(farthest, bounds[k].depth_m);
    if (clearance.clearance_m < result->least.clearance_m) {
      result->least = clearance;
      result->step = result->first_outside + static_cast<int>(k);
    }
    if (clearance.is_inside) return;
    known_m = std::max(known_m, -clearance.clearance_m);
    most_m = std::max(most_m, clearance.depth_error_m - clearance.clearance_m);
  };
  look_at(deepest);
  bounds[deepest].depth_m = -1.0;
  for (size_t k = 0; k < bounds.size(); ++k) look_at(k);
  result->least.depth_error_m = std::max(result->least.depth_error_m, most_m + result->least.clearance_m);
}

absl::InlinedVector<Vec2, 8> ShapeOnRoad::VerticesAt(const Pose2& pose) const {
  absl::InlinedVector<Vec2, 8> vertices;
  for (const Vec2 vertex : shape_.vertices()) {
    const Vec2 posed = pose * vertex;
    if (vertices.empty() || posed != vertices.back()) vertices.push_back(posed);
  }
  while (vertices.size() > 1 && vertices.back() == vertices.front()) vertices.pop_back();
  return vertices;
}

bool ShapeOnRoad::IsInside(const ConvexPolygon& hull) const {
  const double margin_m = kPosingError * (edge_.max_coordinate_m() + hull.max_coordinate_m());
  const PieceList near = edge_.PiecesWithin(hull.center(), hull.bounding_radius_m() + margin_m);
  if (hull.radius_m() > 0.0) {
    const ConvexPolygon core = *ConvexPolygon::Create(hull.vertices());
    const auto is_apart = [&](int i) {
      return ComputeSeparation(core, edge_.segment(i)).signed_distance_m >= hull.radius_m();
    };
    return std::all_of(near.begin(), near.end(), is_apart) && edge_.IsOnRoad(hull.vertices()[0]);
  }
  if (hull.size() == 1) return edge_.IsOnRoad(hull.vertices()[0]);
  if (hull.size() == 2) {
    const SegmentRelation relation =
        RelateSegment(hull.vertices()[0], hull.vertices()[1], edge_.pieces(), near, edge_.vertices());
    return relation == SegmentRelation::kStays ||
           (relation == SegmentRelation::kUntouched && edge_.IsOnRoad(hull.vertices()[0]));
  }
  const auto crosses = [&](int i) {
    return CrossesInterior(hull.vertices(), edge_.pieces()[i].from, edge_.pieces()[i].to);
  };
  if (std::any_of(near.begin(), near.end(), crosses)) return false;
  Vec2 middle;
  for (const Vec2 vertex : hull.vertices()) middle = middle + (1.0 / hull.size()) * vertex;
  return IsInterior(hull.vertices(), middle) ? edge_.IsOnRoad(middle) : SidesStay(hull, near);
}

bool ShapeOnRoad::SidesStay(const ConvexPolygon& hull, absl::Span<const int> near) const {
  for (int i = 0; i < hull.size(); ++i) {
    const Vec2 a = hull.ring()[i];
    const Vec2 b = hull.ring()[i + 1];
    const SegmentRelation relation = RelateSegment(a, b, edge_.pieces(), near, edge_.vertices());
    if (relation == SegmentRelation::kLeaves) return false;
    if (relation == SegmentRelation::kUntouched && !edge_.IsOnRoad(a)) return false;
    const auto runs_against = [&](int piece) { return RunsAgainst(a, b, edge_.pieces()[piece]); };
    if (std::any_of(near.begin(), near.end(), runs_against)) return false;
  }
  return true;
}

ShapeOnRoad::FarthestPoint ShapeOnRoad::FarthestCorner(absl::Span<const Vec2> vertices, const DepthBound& bound) const {
  FarthestPoint farthest;
  TryCorner(bound.corner, bound.piece, &farthest);
  if (bound.depth_m <= farthest.depth_m + kDepthTolerance_m) return farthest;
  for (const Vec2 vertex : vertices) TryCorner(vertex, bound.piece, &farthest);
  return farthest;
}

void ShapeOnRoad::TryCorner(Vec2 vertex, int piece, FarthestPoint* farthest) const {
  const double rounding_m = kPosingError * edge_.max_coordinate_m();
  double distance_m = 0.0;
  piece = edge_.NearestPiece(vertex, piece, &distance_m);
  const bool is_on_road = distance_m == 0.0 || edge_.IsOnRoad(vertex, piece, rounding_m);
  if (!is_on_road && distance_m > farthest->depth_m) *farthest = {distance_m, vertex, piece};
  if (shape_.radius_m() == 0.0) return;
  // The point of the disc in the direction in which the distance grows.
  const OutlinePiece& of = edge_.pieces()[piece];
  const Vec2 arm = (is_on_road ? -1.0 : 1.0) * (vertex - ClosestOnSegment(vertex, of.from, of.to));
  const Vec2 outward = arm != Vec2{} ? arm : -PerpendicularLeft(of.to - of.from);
  const Vec2 corner = vertex + shape_.radius_m() * Normalized(outward);
  piece = edge_.NearestPiece(corner, piece, &distance_m);
  if (distance_m <= farthest->depth_m || edge_.IsOnRoad(corner, piece, rounding_m)) return;
  *farthest = {distance_m, corner, piece};
}

RoadPoseClearance ShapeOnRoad::OfFarthest(const FarthestPoint& farthest, double bound_m) const {
  const OutlinePiece& of = edge_.pieces()[farthest.piece];
  const Vec2 on_edge = ClosestOnSegment(farthest.point, of.from, of.to);
  const Vec2 arm = farthest.point - on_edge;
  // An arm as short as rounding has no direction.
  const bool is_rounding = Norm(arm) <= kPosingError * edge_.max_coordinate_m();
  const Vec2 outward = is_rounding ? -PerpendicularLeft(of.to - of.from) : arm;
  const double depth_m = std::max(farthest.depth_m, kDepthTolerance_m);
  return {-depth_m,
          false,
          farthest.point,
          on_edge,
          Normalized(outward),
          farthest.piece,
          std::max(bound_m - depth_m, kDepthTolerance_m)};
}

}  // namespace collision2d::planner
