#include "planner_adapter/road/road.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include "absl/container/inlined_vector.h"
#include "absl/strings/str_format.h"
#include "collision2d/batch/collisions.h"
#include "collision2d/batch/distances.h"
#include "collision2d/batch/static_map.h"
#include "collision2d/geometry/tolerances.h"
#include "collision2d/geometry/vec2.h"
#include "planner_adapter/road/shape_on_road.h"

namespace collision2d::planner {
namespace {

// A shape within the given one, whose boundary is at least kDepartureMargin_m inside of it; the
// shape itself if it has no such interior.
ConvexPolygon Inset(const ConvexPolygon& shape) {
  if (shape.radius_m() > kDepartureMargin_m) {
    return *ConvexPolygon::Create(shape.vertices(), shape.radius_m() - kDepartureMargin_m);
  }
  const double inner_m = shape.inner_radius_m();
  if (!(inner_m > 2.0 * kDepartureMargin_m)) return shape;
  const double scale = 1.0 - kDepartureMargin_m / inner_m;
  absl::InlinedVector<Vec2, 16> vertices;
  for (const Vec2 vertex : shape.vertices()) vertices.push_back(shape.center() + scale * (vertex - shape.center()));
  return *ConvexPolygon::Hull(vertices, shape.radius_m());
}

// The poses moved by `way`: themselves if that is 0.
Trajectories Moved(Trajectories trajectories, Vec2 way, std::vector<Pose2>* moved) {
  if (way == Vec2{}) return trajectories;
  moved->assign(trajectories.world_from_body.begin(), trajectories.world_from_body.end());
  for (Pose2& pose : *moved) pose.translation = pose.translation + way;
  trajectories.world_from_body = *moved;
  return trajectories;
}

void MoveBack(Vec2 way, RoadPoseClearance* clearance) {
  if (clearance->piece < 0) return;
  clearance->witness_body = clearance->witness_body - way;
  clearance->witness_edge = clearance->witness_edge - way;
}

// Keeps the lesser of two clearances; ties go to the one that was there. The error of the depth
// covers both.
void TakeLesser(const RoadPoseClearance& other, RoadPoseClearance* least) {
  const double lower_m = std::min(other.clearance_m - other.depth_error_m, least->clearance_m - least->depth_error_m);
  if (other.clearance_m < least->clearance_m) *least = other;
  if (!least->is_inside) least->depth_error_m = std::max(least->depth_error_m, least->clearance_m - lower_m);
}

// The vertices of a posed body are to be legal coordinates too.
absl::Status CheckReach(absl::Span<const ConvexPolygon> body, absl::Span<const Pose2> world_from_body) {
  double reach_m = 0.0;
  for (const ConvexPolygon& shape : body) {
    reach_m = std::max(reach_m, Norm(shape.center()) + shape.bounding_radius_m());
  }
  for (size_t p = 0; p < world_from_body.size(); ++p) {
    const Vec2 at = world_from_body[p].translation;
    if (std::max(std::abs(at.x), std::abs(at.y)) + reach_m <= kMaxCoordinate_m) continue;
    return absl::InvalidArgumentError(absl::StrFormat(
        "world_from_body[%d]: at (%.17g, %.17g) m the body reaches beyond %g m", p, at.x, at.y, kMaxCoordinate_m));
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<Road> Road::FromOutline(std::vector<OutlinePiece> pieces, bool is_closed) {
  absl::StatusOr<RoadEdge> edge = RoadEdge::Create(std::move(pieces), is_closed);
  if (!edge.ok()) return edge.status();
  Road road;
  road.is_known_ = true;
  road.edge_ = *std::move(edge);
  return road;
}

absl::StatusOr<Road> Road::Create(const std::vector<OutlinePiece>& pieces) {
  const auto name_of = [](int piece) { return absl::StrFormat("pieces[%d]", piece); };
  return FromPieces(pieces, name_of);
}

absl::StatusOr<Road> Road::FromBorders(absl::Span<const RoadLine> borders) {
  const std::vector<OutlinePiece> pieces = PiecesOfBorders(borders);
  const auto name_of_line = [&](size_t line) {
    return absl::StrFormat("road_borders[%d] (\"%s\")", line, borders[line].id);
  };
  absl::StatusOr<Road> road =
      FromPieces(pieces, [&](int piece) { return name_of_line(static_cast<size_t>(pieces[piece].line)); });
  for (size_t i = 0; road.ok() && i < borders.size(); ++i) {
    if (!IsNearlyClosed(borders[i])) continue;
    const double gap_m = Norm(borders[i].points.back() - borders[i].points.front());
    road->notes_.push_back(
        absl::StrFormat("%s: its ends are %.3g m apart; it is an open line, since a ring ends at its first point",
                        name_of_line(i), gap_m));
  }
  return road;
}

absl::StatusOr<Road> Road::FromRecordedBorders(absl::Span<const RoadLine> borders) {
  const RepairedBorders repaired = RepairBorders(borders);
  absl::StatusOr<Road> road = FromBorders(repaired.borders);
  if (road.ok()) road->notes_.insert(road->notes_.begin(), repaired.notes.begin(), repaired.notes.end());
  return road;
}

absl::StatusOr<Road> Road::FromPieces(const std::vector<OutlinePiece>& pieces, const BorderName& name_of) {
  absl::StatusOr<BorderOutline> outline = OutlineOfBorders(pieces, name_of);
  if (!outline.ok()) return outline.status();
  absl::StatusOr<Road> road = FromOutline(std::move(outline->pieces), outline->is_closed);
  if (road.ok()) road->notes_ = std::move(outline->notes);
  return road;
}

absl::StatusOr<Road> Road::FromCells(absl::Span<const ConvexPolygon> cells, absl::Span<const RoadLine> lane_boundaries,
                                     double road_gap_m) {
  absl::StatusOr<std::vector<OutlinePiece>> outline = OutlineOfCells(cells, lane_boundaries, road_gap_m);
  return outline.ok() ? FromOutline(*std::move(outline), /*is_closed=*/true) : outline.status();
}

absl::StatusOr<Road> Road::FromScene(const Scene& scene, double road_gap_m) {
  if (absl::Status status = CheckRoadGap(road_gap_m); !status.ok()) return status;
  if (scene.road_borders.empty() && scene.drivable_area.empty()) return Road();
  absl::StatusOr<Road> road = scene.road_borders.empty()
                                  ? FromCells(scene.drivable_area, scene.lane_boundaries, road_gap_m)
                                  : FromBorders(scene.road_borders);
  if (road.ok()) road->origin_ = scene.origin;
  return road;
}

absl::Status Road::Clearances(absl::Span<const ConvexPolygon> body, absl::Span<const Pose2> world_from_body,
                              absl::Span<RoadPoseClearance> clearances, Vec2 origin) const {
  if (clearances.size() != world_from_body.size()) {
    return absl::InvalidArgumentError(
        absl::StrFormat("clearances: size %d; there are %d poses", clearances.size(), world_from_body.size()));
  }
  const Vec2 way = origin - origin_;
  std::vector<Pose2> moved;
  world_from_body = Moved(world_from_body, way, &moved).world_from_body;
  std::vector<RoadPoseClearance> least(clearances.size(), NoEdgeClearance(/*is_road=*/true));
  std::vector<Nearest<double>> nearest(clearances.size());
  for (size_t e = 0; e < body.size(); ++e) {
    const absl::Status status =
        MinimumDistance(body.subspan(e, 1), world_from_body, edge_.map(), {}, absl::MakeSpan(nearest));
    if (!status.ok()) return status;
    if (pieces().empty()) {
      if (is_known_) std::fill(least.begin(), least.end(), NoEdgeClearance(/*is_road=*/false));
      continue;
    }
    if (absl::Status reach = CheckReach(body, world_from_body); !reach.ok()) return reach;
    const ShapeOnRoad shape(edge_, body[e]);
    for (size_t p = 0; p < least.size(); ++p) {
      const RoadPoseClearance found = shape.At(world_from_body[p], nearest[p].obstacle, nearest[p].distance_m);
      TakeLesser(found, &least[p]);
    }
  }
  for (RoadPoseClearance& clearance : least) MoveBack(way, &clearance);
  std::copy(least.begin(), least.end(), clearances.begin());
  return absl::OkStatus();
}

absl::Status Road::MinimumClearances(absl::Span<const ConvexPolygon> body, const Trajectories& given,
                                     absl::Span<TrajectoryRoadClearance> least, RoadWorkspace* workspace,
                                     Vec2 origin) const {
  const TrajectoryRoadClearance none = {NoEdgeClearance(/*is_road=*/true), -1, -1};
  RoadWorkspace own;
  if (workspace == nullptr) workspace = &own;
  const Vec2 way = origin - origin_;
  const Trajectories trajectories = Moved(given, way, &workspace->moved);
  // Without obstacles it refuses what is wrong, and finds nothing.
  const StaticMap nothing;
  workspace->nearest.resize(least.size());
  absl::Status status = MinimumSeparation(body, trajectories, nothing, {}, absl::MakeSpan(workspace->nearest));
  for (int i = 0; status.ok() && !pieces().empty() && i < trajectories.size(); ++i) {
    status = CheckReach(body, trajectories.PosesOf(i));
  }
  if (!status.ok()) return status;
  std::fill(least.begin(), least.end(), none);
  for (const ConvexPolygon& part : body) {
    if (pieces().empty()) {
      for (int i = 0; is_known_ && i < trajectories.size(); ++i) {
        if (!trajectories.PosesOf(i).empty()) least[i] = {NoEdgeClearance(/*is_road=*/false), 0, 0};
      }
      break;
    }
    const ShapeOnRoad shape(edge_, part);
    const ConvexPolygon grown = shape.GrownByRounding(trajectories);
    Nearest<Separation> nearest;
    for (size_t i = 0; i < least.size(); ++i) {
      const absl::Span<const Pose2> poses = trajectories.PosesOf(static_cast<int>(i));
      if (poses.empty()) continue;
      nearest = ShapeOnRoad(edge_, grown).NearestAlong(poses, nearest);
      const TrajectoryRoadClearance of_shape = shape.Along(poses, nearest);
      TrajectoryRoadClearance& result = least[i];
      const int first_outside = of_shape.first_outside < 0 ? result.first_outside
                                : result.first_outside < 0 ? of_shape.first_outside
                                                           : std::min(of_shape.first_outside, result.first_outside);
      if (of_shape.least.clearance_m < result.least.clearance_m) result.step = of_shape.step;
      TakeLesser(of_shape.least, &result.least);
      result.first_outside = first_outside;
    }
  }
  for (TrajectoryRoadClearance& result : least) MoveBack(way, &result.least);
  return absl::OkStatus();
}

absl::Status Road::LowerBounds(absl::Span<const ConvexPolygon> body, const Trajectories& given, double tolerance_m,
                               absl::Span<double> bound_m, RoadWorkspace* workspace, Vec2 origin) const {
  RoadWorkspace own;
  if (workspace == nullptr) workspace = &own;
  const Trajectories trajectories = Moved(given, origin - origin_, &workspace->moved);
  absl::Status status;
  for (const ConvexPolygon& shape : body) {
    for (size_t i = 0; i < bound_m.size() && status.ok(); ++i) {
      status =
          ShapeOnRoad(edge_, shape).LowerBound(trajectories.PosesOf(static_cast<int>(i)), tolerance_m, &bound_m[i]);
    }
  }
  return status;
}

absl::Status Road::FirstDepartures(absl::Span<const ConvexPolygon> body, const Trajectories& given,
                                   absl::Span<const double> step_times_s, const ImpactOptions& options,
                                   absl::Span<SweptHit> departures, Vec2 origin) const {
  std::vector<Pose2> moved;
  const Trajectories trajectories = Moved(given, origin - origin_, &moved);
  absl::InlinedVector<ConvexPolygon, 4> inset;
  for (const ConvexPolygon& shape : body) inset.push_back(Inset(shape));
  return FirstHit(inset, trajectories, step_times_s, edge_.map(), options, departures);
}

}  // namespace collision2d::planner
