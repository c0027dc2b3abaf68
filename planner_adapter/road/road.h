#pragma once

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "collision2d/batch/query_options.h"
#include "collision2d/batch/results.h"
#include "collision2d/batch/trajectories.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/motion/impact_result.h"
#include "planner_adapter/road/border_outline.h"
#include "planner_adapter/road/road_clearance.h"  // IWYU pragma: export
#include "planner_adapter/road/road_edge.h"
#include "planner_adapter/road/road_outline.h"
#include "planner_adapter/scene/scene.h"

namespace collision2d::planner {

// m. Between two steps, a departure counts once the body is beyond the edge by more than this times
// the ratio of the body's outer to its inner radius.
inline constexpr double kDepartureMargin_m = 1e-6;

// Memory that one call of Road::MinimumClearances or LowerBounds leaves for the next. Calls at the
// same time need one each.
struct RoadWorkspace {
  std::vector<Nearest<Separation>> nearest;
  std::vector<Pose2> moved;
};

// A road, given by the pieces of its edge: a closed set, what is on the left of the edge and the
// edge itself. It reports the clearance of a body at many poses or along trajectories. A body is
// one or more shapes in one frame; whether it is inside is decided exactly, and touching is inside.
// Poses and witnesses are in the world frame: that in which the road was given, or that of the data
// of its scene. With the argument `origin` (m, world frame) they are relative to that point
// instead. docs/road.md, "The contract in full", covers closed and open edges, radii and the error.
// Errors of calls (InvalidArgument, naming argument, index and value; nothing is written then): as
// in batch/collisions.h, and a pose at which the body reaches beyond kMaxCoordinate_m. O(log n) for
// each pose and piece nearby; safe from many threads at once. Immutable after Create. Can be moved,
// not copied.
class Road {
 public:
  // No road is known: everything is inside, and nothing is judged.
  Road() = default;

  // Returns the road on the left of the pieces. Without pieces, or if they enclose no area, nothing
  // is road.
  // Errors: pieces that cross, or that have road on both sides or on none, so that left and right
  // cannot be decided; a piece whose ends are equal, not finite or beyond kMaxCoordinate_m.
  // O(n log n).
  static absl::StatusOr<Road> Create(const std::vector<OutlinePiece>& pieces);

  // Returns the union of the cells. Without cells nothing is road. Gaps and notches between cells
  // that are narrower than road_gap_m (m, in [0, 10]) are road. Departures from the road name the
  // line of lane_boundaries that is within 1 mm of the middle of the edge's piece. Errors: a gap
  // that is out of range; a cell that reaches beyond kMaxCoordinate_m with its radius and the gap.
  static absl::StatusOr<Road> FromCells(absl::Span<const ConvexPolygon> cells,
                                        absl::Span<const RoadLine> lane_boundaries, double road_gap_m);

  // Returns the road on the left of the lines. A line that ends at its first point is a ring.
  // notes() names lines that do not bound the road in the way they are drawn, and open lines whose
  // ends are less than 1 m apart. Errors: as Create, naming the line.
  static absl::StatusOr<Road> FromBorders(absl::Span<const RoadLine> borders);

  // Repairs recorded borders and returns FromBorders of them; notes() begins with the repairs.
  static absl::StatusOr<Road> FromRecordedBorders(absl::Span<const RoadLine> borders);

  // Returns the road of a scene: FromBorders if the scene has borders, otherwise FromCells of its
  // drivable area. If it has neither, no road is known. It serves other scenes on the same map too.
  // Errors: as these.
  static absl::StatusOr<Road> FromScene(const Scene& scene, double road_gap_m);

  bool is_known() const { return is_known_; }

  // Returns a sentence for each oddity of the borders.
  const std::vector<std::string>& notes() const { return notes_; }

  // Returns the edge, divided where the pieces that it was made of meet, relative to origin(),
  // which is {0, 0} unless FromScene made the road.
  absl::Span<const OutlinePiece> pieces() const { return edge_.pieces(); }
  Vec2 origin() const { return origin_; }

  // Sets clearances[p] to the clearance of the body at world_from_body[p]: the least of its shapes;
  // ties go to the first one. It is minus infinity if nothing is road.
  absl::Status Clearances(absl::Span<const ConvexPolygon> body, absl::Span<const Pose2> world_from_body,
                          absl::Span<RoadPoseClearance> clearances, Vec2 origin = {}) const;

  // Sets least[i] to the least clearance of trajectory i, and where it is first outside. Does not
  // allocate with a workspace that has served as many trajectories, unless more than 32 pieces are
  // near a body that leaves the road.
  absl::Status MinimumClearances(absl::Span<const ConvexPolygon> body, const Trajectories& trajectories,
                                 absl::Span<TrajectoryRoadClearance> least, RoadWorkspace* workspace = nullptr,
                                 Vec2 origin = {}) const;

  // Lowers bound_m[i] to what is proven of the distance of trajectory i from the edge, in the
  // motions of FirstHit (batch/collisions.h): at most tolerance_m below the least one.
  // REQUIRES: there is a bound for each trajectory, and none is negative; poses are legal, and each
  // trajectory is on the road at its first step. Errors: as MinimumDistanceOverMotion.
  absl::Status LowerBounds(absl::Span<const ConvexPolygon> body, const Trajectories& trajectories, double tolerance_m,
                           absl::Span<double> bound_m, RoadWorkspace* workspace = nullptr, Vec2 origin = {}) const;

  // Sets departures[i] to the first instant at which trajectory i leaves the road, if it is on the
  // road at its first step. From step to step the body moves as in FirstHit in motion
  // (batch/collisions.h); `obstacle` is the piece that it crosses. It is proven to stay inside
  // until free_until_s, apart from kDepartureMargin_m: touching the edge is inside, so that less
  // than that may go unnoticed between two steps. At contact_by_s part of it is outside. A shape
  // without interior leaves the road where it touches the edge. Undecided results count as outside.
  // Errors also: those of FirstHit in motion.
  absl::Status FirstDepartures(absl::Span<const ConvexPolygon> body, const Trajectories& trajectories,
                               absl::Span<const double> step_times_s, const ImpactOptions& options,
                               absl::Span<SweptHit> departures, Vec2 origin = {}) const;

 private:
  static absl::StatusOr<Road> FromPieces(const std::vector<OutlinePiece>& pieces, const BorderName& name_of);
  static absl::StatusOr<Road> FromOutline(std::vector<OutlinePiece> pieces, bool is_closed);

  bool is_known_ = false;
  Vec2 origin_;  // World frame.
  RoadEdge edge_;
  std::vector<std::string> notes_;
};

}  // namespace collision2d::planner
