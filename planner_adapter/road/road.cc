#include "planner_adapter/road/road.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>

#include "absl/base/macros.h"
#include "absl/strings/str_format.h"
#include "collision2d/geometry/tolerances.h"
#include "collision2d/query/collides.h"
#include "collision2d/query/separation.h"
#include "planner_adapter/road/farthest_outside.h"
#include "planner_adapter/road/hull_containment.h"
#include "planner_adapter/road/piece_shapes.h"
#include "planner_adapter/road/segment_point.h"

namespace collision2d::planner {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Bounds, relative to the coordinates, what a distance in the body's frame and the posed and rounded vertices in the world's can differ by.
constexpr double kPosingError = 0x1p-46;

// The vertices of a shape at a pose, in the world frame: an exact hull of them.
ConvexPolygon HullAt(const ConvexPolygon& shape, const Pose2& world_from_body) {
  std::vector<Vec2> vertices;
  for (const Vec2 vertex : shape.vertices()) vertices.push_back(world_from_body * vertex);
  return *ConvexPolygon::Hull(vertices, shape.radius_m());
}

// A shape within the given one, whose boundary is at least kDepartureMargin_m inside of it; the shape itself if it has no such interior.
ConvexPolygon Inset(const ConvexPolygon& shape) {
  if (shape.radius_m() > kDepartureMargin_m) {
    return *ConvexPolygon::Create(shape.vertices(), shape.radius_m() - kDepartureMargin_m);
  }
  const double inner_m = shape.inner_radius_m();
  if (!(inner_m > 2.0 * kDepartureMargin_m)) return shape;
  const double scale = 1.0 - kDepartureMargin_m / inner_m;
  std::vector<Vec2> vertices;
  for (const Vec2 vertex : shape.vertices()) vertices.push_back(shape.center() + scale * (vertex - shape.center()));
  return *ConvexPolygon::Hull(vertices, shape.radius_m());
}

// That of a road without edge.
RoadClearance NoClearance() {
  RoadClearance clearance;
  clearance.clearance_m = kInfinity;
  return clearance;
}

absl::Status CheckPieces(absl::Span<const OutlinePiece> pieces) {
  for (size_t i = 0; i < pieces.size(); ++i) {
    for (const Vec2 end : {pieces[i].from, pieces[i].to}) {
      if (!(std::abs(end.x) <= kMaxCoordinate_m && std::abs(end.y) <= kMaxCoordinate_m)) {
        return absl::InvalidArgumentError(
            absl::StrFormat("pieces[%d]: (%.17g, %.17g) is not finite or out of range", i, end.x, end.y));
      }
    }
    if (pieces[i].from == pieces[i].to) {
      return absl::InvalidArgumentError(
          absl::StrFormat("pieces[%d]: both ends are (%.17g, %.17g)", i, pieces[i].from.x, pieces[i].from.y));
    }
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<Road> Road::Create(std::vector<OutlinePiece> pieces) {
  if (absl::Status status = CheckPieces(pieces); !status.ok()) return status;
  Road road;
  road.pieces_ = std::move(pieces);
  road.vertices_ = OutlineVertices(road.pieces_);
  for (size_t i = 0; i < road.pieces_.size(); ++i) {
    const OutlinePiece& piece = road.pieces_[i];
    absl::StatusOr<ConvexPolygon> segment = ConvexPolygon::Create({piece.from, piece.to});
    if (!segment.ok()) return segment.status();
    road.max_coordinate_m_ = std::max(road.max_coordinate_m_, segment->max_coordinate_m());
    road.segments_.push_back(*std::move(segment));
    int balance = 0;
    for (const Spoke& spoke : road.vertices_.At(static_cast<int>(i), true)) balance += spoke.starts_here ? 1 : -1;
    for (const Spoke& spoke : road.vertices_.At(static_cast<int>(i), false)) balance += spoke.starts_here ? 1 : -1;
    road.is_closed_ = road.is_closed_ && balance == 0;
  }
  absl::StatusOr<StaticMap> segment_map = StaticMap::Create(road.segments_);
  if (!segment_map.ok()) return segment_map.status();
  road.segment_map_ = *std::move(segment_map);
  road.shapes_ = ShapesOfPieces(road.pieces_, road.segments_, road.segment_map_);
  absl::StatusOr<StaticMap> map = StaticMap::Create(road.shapes_);
  if (!map.ok()) return map.status();
  road.map_ = *std::move(map);
  return road;
}

absl::StatusOr<Road> Road::OfScene(const Scene& scene, double road_gap_m) {
  if (!scene.road_borders.empty()) return Create(OutlineOfBorders(scene.road_borders));
  absl::StatusOr<std::vector<OutlinePiece>> outline =
      OutlineOfCells(scene.drivable_area, scene.lane_boundaries, road_gap_m);
  return outline.ok() ? Create(*std::move(outline)) : outline.status();
}

std::vector<int> Road::PiecesWithin(Vec2 center, double distance_m) const {
  const ConvexPolygon disc = *ConvexPolygon::Create({Vec2{}}, distance_m);
  const Pose2 pose{center};
  std::vector<int64_t> begin(2);
  std::vector<int> found(64);
  while (!segment_map_.AllHits({disc}, {pose}, absl::MakeSpan(begin), absl::MakeSpan(found)).ok()) {
    found.resize(static_cast<size_t>(begin[1]));
  }
  found.resize(static_cast<size_t>(begin[1]));
  return found;
}

int Road::NearestPiece(Vec2 p, double* distance_m) const {
  const ConvexPolygon point = *ConvexPolygon::Create({Vec2{}});
  StaticMap::Nearest nearest;
  const absl::Status status = segment_map_.MinimumDistance({point}, {Pose2{p}}, {}, absl::MakeSpan(&nearest, 1));
  *distance_m = status.ok() ? nearest.distance_m : kInfinity;
  return nearest.obstacle;
}

bool Road::IsOnRoad(Vec2 p) const {
  double distance_m = 0.0;
  const int nearest = NearestPiece(p, &distance_m);
  const double rounding_m = kPosingError * (max_coordinate_m_ + Norm1(p));
  if (is_closed_ && distance_m <= rounding_m) return IsOnClosedRoad(p, pieces_);
  return vertices_.IsLeftOf(p, nearest);
}

// One shape of a body on the road.
class Road::ShapeOnRoad {
 public:
  ShapeOnRoad(const Road& road, const ConvexPolygon& shape) : road_(road), shape_(shape) {}

  // `piece` is the one nearest to the shape, at a distance of distance_m as StaticMap has it.
  RoadClearance At(const Pose2& pose, int piece, double distance_m) const {
    if (distance_m <= Rounding(pose)) {
      const ConvexPolygon hull = HullAt(shape_, pose);
      return IsInside(hull) ? Touching(pose, piece) : Outside(hull, piece);
    }
    const RoadClearance clearance = OfPiece(pose, piece, road_.shapes_[piece]);
    return clearance.is_inside ? clearance : Outside(HullAt(shape_, pose), piece);
  }

  // Along poses, of which there is at least one; `found` is the LeastSeparation of the grown shape from the pieces.
  TrajectoryRoadClearance Along(absl::Span<const Pose2> poses, const StepSeparation& found) const {
    const bool touches = found.separation.signed_distance_m <= 0.0;
    const int first_contact = touches ? found.step : static_cast<int>(poses.size());
    if (!StaysOnOneSide(poses.first(static_cast<size_t>(first_contact)))) return From(0, poses);
    if (!touches) {
      const RoadClearance least = OfPiece(poses[found.step], found.obstacle, road_.shapes_[found.obstacle]);
      if (least.is_inside) return {least, found.step, -1};
    }
    const bool begins_inside = first_contact > 0 && touches && road_.IsOnRoad(poses[0] * shape_.vertices()[0]);
    return From(begins_inside ? first_contact : 0, poses);
  }

  // m. A bound on how far outside the shape is at the pose.
  double DepthBound(const Pose2& pose, int piece) const {
    const OutlinePiece& of = road_.pieces_[piece];
    double bound_m = 0.0;
    for (const Vec2 vertex : shape_.vertices()) {
      bound_m = std::max(bound_m, DistanceFromSegment(pose * vertex, of.from, of.to));
    }
    return bound_m + shape_.radius_m();
  }

  // m. Shapes that are this far apart in the body's frame are apart in the world's.
  double Rounding(const Pose2& pose) const {
    return kPosingError *
           (road_.max_coordinate_m_ + Norm1(pose.translation) + Norm1(shape_.center()) + shape_.bounding_radius_m());
  }

  // Whatever it does not touch, at some step, is apart from the shape.
  ConvexPolygon GrownByRounding(const Trajectories& trajectories) const {
    double rounding_m = 0.0;
    for (const Pose2& pose : trajectories.world_from_body) {
      // Poses beyond the limit are refused, or do not count.
      const double pose_m = Rounding(pose);
      if (pose_m <= 4.0 * kPosingError * kMaxCoordinate_m) rounding_m = std::max(rounding_m, pose_m);
    }
    return *ConvexPolygon::Create(shape_.vertices(), std::min(shape_.radius_m() + rounding_m, kMaxCoordinate_m));
  }

  // The clearance from one piece, which is the nearest one.
  // REQUIRES: they are apart.
  RoadClearance OfPiece(const Pose2& pose, int piece, const ConvexPolygon& piece_shape) const {
    const Separation separation = ComputeSeparation(shape_, piece_shape, RelativePose(pose, Pose2{}));
    const Vec2 witness = pose * separation.witness_a;
    return {separation.signed_distance_m, road_.vertices_.IsLeftOf(witness, piece), witness,
            pose * separation.witness_b,  pose.Rotate(separation.direction),        piece};
  }

 private:
  RoadClearance At(const Pose2& pose) const {
    StaticMap::Nearest nearest;
    const absl::Status status = road_.map_.MinimumDistance({shape_}, {pose}, {}, absl::MakeSpan(&nearest, 1));
    ABSL_ASSERT(status.ok());
    return At(pose, nearest.obstacle, nearest.distance_m);
  }

  // Whether the shape, which does not touch the edge at these poses, is inside at all of them or at none: each overlaps the next one.
  bool StaysOnOneSide(absl::Span<const Pose2> poses) const {
    for (size_t k = 1; k < poses.size(); ++k) {
      const Vec2 way = poses[k] * shape_.center() - poses[k - 1] * shape_.center();
      // The discs inside of them overlap.
      if (NormSquared(way) < 3.99 * shape_.inner_radius_m() * shape_.inner_radius_m()) continue;
      if (!Collides(shape_, shape_, RelativePose(poses[k - 1], poses[k]))) return false;
    }
    return true;
  }

  // One pose after the other.
  // REQUIRES: the shape is inside before `first`.
  TrajectoryRoadClearance From(int first, absl::Span<const Pose2> poses) const {
    TrajectoryRoadClearance result{NoClearance(), -1, -1};
    for (int step = first; step < static_cast<int>(poses.size()); ++step) {
      const RoadClearance clearance = At(poses[step]);
      if (clearance.clearance_m < result.least.clearance_m) {
        result.least = clearance;
        result.step = step;
      }
      if (clearance.is_inside) continue;
      result.first_outside = step;
      FindDeepest(poses, &result);
      break;
    }
    return result;
  }

  // Updates the least clearance by the poses after first_outside: the one with the largest bound first, until no bound is larger than what was found.
  void FindDeepest(absl::Span<const Pose2> poses, TrajectoryRoadClearance* result) const {
    const auto begin = static_cast<size_t>(result->first_outside) + 1;
    std::vector<double> bound_m(poses.size(), 0.0);
    for (size_t k = begin; k < poses.size(); ++k) bound_m[k] = DepthBound(poses[k], result->least.piece);
    while (true) {
      const auto deepest = std::max_element(bound_m.begin(), bound_m.end());
      if (*deepest <= kDepthTolerance_m - result->least.clearance_m) return;
      const auto step = static_cast<size_t>(deepest - bound_m.begin());
      const RoadClearance clearance = At(poses[step]);
      *deepest = 0.0;
      if (clearance.clearance_m < result->least.clearance_m) {
        result->least = clearance;
        result->step = static_cast<int>(step);
      }
      for (size_t k = begin; k < poses.size(); ++k) {
        if (bound_m[k] > 0.0) bound_m[k] = std::min(bound_m[k], DepthBound(poses[k], clearance.piece));
      }
    }
  }

  RoadClearance Touching(const Pose2& pose, int piece) const {
    RoadClearance clearance = OfPiece(pose, piece, road_.segments_[piece]);
    clearance.clearance_m = std::max(clearance.clearance_m, 0.0);
    clearance.is_inside = true;
    return clearance;
  }

  // REQUIRES: the hull touches the edge, or nearly so.
  bool IsInside(const ConvexPolygon& hull) const {
    const double margin_m = kPosingError * (road_.max_coordinate_m_ + hull.max_coordinate_m());
    const std::vector<int> near = road_.PiecesWithin(hull.center(), hull.bounding_radius_m() + margin_m);
    if (hull.radius_m() > 0.0) {
      const ConvexPolygon core = *ConvexPolygon::Create(hull.vertices());
      const auto is_apart = [&](int i) {
        return ComputeSeparation(core, road_.segments_[i]).signed_distance_m >= hull.radius_m();
      };
      return std::all_of(near.begin(), near.end(), is_apart) && road_.IsOnRoad(hull.vertices()[0]);
    }
    if (hull.size() == 1) return road_.IsOnRoad(hull.vertices()[0]);
    if (hull.size() == 2) {
      const SegmentRelation relation =
          RelateSegment(hull.vertices()[0], hull.vertices()[1], road_.pieces_, near, road_.vertices_);
      return relation == SegmentRelation::kStays ||
             (relation == SegmentRelation::kUntouched && road_.IsOnRoad(hull.vertices()[0]));
    }
    const auto crosses = [&](int i) {
      return CrossesInterior(hull.vertices(), road_.pieces_[i].from, road_.pieces_[i].to);
    };
    if (std::any_of(near.begin(), near.end(), crosses)) return false;
    Vec2 middle;
    for (const Vec2 vertex : hull.vertices()) middle = middle + (1.0 / hull.size()) * vertex;
    return IsInterior(hull.vertices(), middle) ? road_.IsOnRoad(middle) : SidesStay(hull, near);
  }

  // Whether a hull is on the road that is too thin for a point of its interior.
  // REQUIRES: no piece crosses its interior.
  bool SidesStay(const ConvexPolygon& hull, absl::Span<const int> near) const {
    for (int i = 0; i < hull.size(); ++i) {
      const Vec2 a = hull.ring()[i];
      const Vec2 b = hull.ring()[i + 1];
      const SegmentRelation relation = RelateSegment(a, b, road_.pieces_, near, road_.vertices_);
      if (relation == SegmentRelation::kLeaves) return false;
      if (relation == SegmentRelation::kUntouched && !road_.IsOnRoad(a)) return false;
      const auto runs_against = [&](int piece) { return RunsAgainst(a, b, road_.pieces_[piece]); };
      if (std::any_of(near.begin(), near.end(), runs_against)) return false;
    }
    return true;
  }

  // The farthest point. A corner is one if it is as far outside as the nearest piece allows.
  RoadClearance Outside(const ConvexPolygon& hull, int piece) const {
    const OutlinePiece& of = road_.pieces_[piece];
    Vec2 corner = hull.vertices()[0];
    double bound_m = -1.0;
    for (const Vec2 vertex : hull.vertices()) {
      const double distance_m = DistanceFromSegment(vertex, of.from, of.to);
      if (distance_m > bound_m) {
        bound_m = distance_m;
        corner = vertex;
      }
    }
    const double radius_m = hull.radius_m();
    bound_m += radius_m;
    if (radius_m > 0.0 && bound_m > radius_m) {
      corner = corner + radius_m * Normalized(corner - ClosestOnSegment(corner, of.from, of.to));
    }
    double distance_m = 0.0;
    const int nearest = road_.NearestPiece(corner, &distance_m);
    if (distance_m >= bound_m - kDepthTolerance_m && !road_.vertices_.IsLeftOf(corner, nearest)) {
      return OfFarthest({distance_m, corner, nearest});
    }
    road_.NearestPiece(hull.center(), &distance_m);
    const std::vector<int> near =
        road_.PiecesWithin(hull.center(), (1.0 + 0x1p-20) * (distance_m + 2.0 * hull.bounding_radius_m()));
    FarthestPoint farthest = FindFarthestOutside(hull.vertices(), radius_m, road_.pieces_, near, road_.vertices_);
    // What reaches outside by less than the tolerance has no farthest point; a point of the piece within it is as far.
    if (farthest.piece < 0) farthest = {0.0, ComputeSeparation(hull, road_.segments_[piece]).witness_b, piece};
    return OfFarthest(farthest);
  }

  RoadClearance OfFarthest(const FarthestPoint& farthest) const {
    const OutlinePiece& of = road_.pieces_[farthest.piece];
    const Vec2 on_edge = ClosestOnSegment(farthest.point, of.from, of.to);
    const Vec2 arm = farthest.point - on_edge;
    const Vec2 outward = arm == Vec2{} ? -PerpendicularLeft(of.to - of.from) : arm;
    return {-std::max(farthest.depth_m, kDepthTolerance_m),
            false,
            farthest.point,
            on_edge,
            Normalized(outward),
            farthest.piece};
  }

  const Road& road_;
  const ConvexPolygon& shape_;
};

absl::Status Road::Clearances(absl::Span<const ConvexPolygon> body, absl::Span<const Pose2> world_from_body,
                              absl::Span<RoadClearance> clearances) const {
  if (clearances.size() != world_from_body.size()) {
    return absl::InvalidArgumentError(
        absl::StrFormat("clearances: size %d; there are %d poses", clearances.size(), world_from_body.size()));
  }
  std::vector<RoadClearance> least(clearances.size(), NoClearance());
  std::vector<StaticMap::Nearest> nearest(clearances.size());
  for (size_t e = 0; e < body.size(); ++e) {
    const absl::Status status = map_.MinimumDistance(body.subspan(e, 1), world_from_body, {}, absl::MakeSpan(nearest));
    if (!status.ok()) return status;
    if (pieces_.empty()) continue;
    const ShapeOnRoad shape(*this, body[e]);
    for (size_t p = 0; p < least.size(); ++p) {
      const RoadClearance found = shape.At(world_from_body[p], nearest[p].obstacle, nearest[p].distance_m);
      if (found.clearance_m < least[p].clearance_m) least[p] = found;
    }
  }
  std::copy(least.begin(), least.end(), clearances.begin());
  return absl::OkStatus();
}

absl::Status Road::LeastClearances(absl::Span<const ConvexPolygon> body, const Trajectories& trajectories,
                                   absl::Span<TrajectoryRoadClearance> least) const {
  std::vector<TrajectoryRoadClearance> results(least.size(), {NoClearance(), -1, -1});
  std::vector<StepSeparation> found(least.size());
  for (size_t e = 0; e < body.size(); ++e) {
    const ShapeOnRoad shape(*this, body[e]);
    const ConvexPolygon grown = shape.GrownByRounding(trajectories);
    const absl::Status status = map_.LeastSeparation({grown}, trajectories, {}, absl::MakeSpan(found));
    if (!status.ok()) return status;
    if (pieces_.empty()) continue;
    for (size_t i = 0; i < least.size(); ++i) {
      const absl::Span<const Pose2> poses = trajectories.PosesOf(static_cast<int>(i));
      if (poses.empty()) continue;
      const TrajectoryRoadClearance of_shape = shape.Along(poses, found[i]);
      TrajectoryRoadClearance& result = results[i];
      const int first_outside = of_shape.first_outside < 0 ? result.first_outside
                                : result.first_outside < 0 ? of_shape.first_outside
                                                           : std::min(of_shape.first_outside, result.first_outside);
      if (of_shape.least.clearance_m < result.least.clearance_m) result = of_shape;
      result.first_outside = first_outside;
    }
  }
  std::copy(results.begin(), results.end(), least.begin());
  return absl::OkStatus();
}

absl::Status Road::FirstDepartures(absl::Span<const ConvexPolygon> body, const Trajectories& trajectories,
                                   absl::Span<const double> step_times_s, const ImpactOptions& options,
                                   absl::Span<SweptHit> departures) const {
  std::vector<ConvexPolygon> inset;
  for (const ConvexPolygon& shape : body) inset.push_back(Inset(shape));
  return map_.FirstSweptCollision(inset, trajectories, step_times_s, options, departures);
}

}  // namespace collision2d::planner
