#ifndef COLLISION2D_PLANNER_ADAPTER_ROAD_ROAD_H_
#define COLLISION2D_PLANNER_ADAPTER_ROAD_ROAD_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "collision2d/batch/results.h"
#include "collision2d/batch/trajectories.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/motion/impact_result.h"
#include "planner_adapter/road/border_outline.h"
#include "planner_adapter/road/road_clearance.h"  // IWYU pragma: export
#include "planner_adapter/road/road_edge.h"
#include "planner_adapter/road/road_outline.h"
#include "planner_adapter/scene/scene.h"

namespace collision2d::planner {

// m. A body may reach this far beyond the edge between two steps before that counts, times the
// ratio of the body's outer to its inner radius.
inline constexpr double kDepartureMargin_m = 1e-6;

// Memory that one call of Road::LeastClearances leaves for the next. Calls at the same time need
// one each.
struct RoadWorkspace {
  std::vector<Nearest<Separation>> nearest;
};

// A road by the pieces of its edge: asked for the clearance of a body at many poses, or along
// trajectories. It is a closed set: what is on the left of its edge, and the edge. A body is one or
// more shapes in one frame, at a pose world_from_body; whether it is inside is decided exactly, and
// touching is inside. Closed and open edges, radii and the error of clearances: docs/road.md, "The
// contract in full". Calls return errors (InvalidArgument, naming argument, index and value) as
// StaticMap, and for a pose at which the body reaches beyond kMaxCoordinate_m; nothing has been
// written then. Safe from many threads at once. O(log n) for each pose and piece
// nearby. Immutable after Create. Can be moved, not copied.
class Road {
 public:
  // No road is known: everything is inside, and nothing is judged.
  Road() = default;

  // The road on the left of pieces, by OutlineOfBorders. No pieces, and pieces without area:
  // nothing is road.
  // Errors: as OutlineOfBorders; a piece whose ends are equal, not finite or beyond
  // kMaxCoordinate_m. O(n log n).
  static absl::StatusOr<Road> Create(const std::vector<OutlinePiece>& pieces);

  // The union of cells, by OutlineOfCells. No cells: nothing is road. Errors: as there.
  static absl::StatusOr<Road> OfCells(absl::Span<const ConvexPolygon> cells, absl::Span<const RoadLine> lane_boundaries,
                                      double road_gap_m);

  // As Create, of lines: a line that ends at its first point is a ring. Errors name the line.
  // notes() names lines that do not bound the road in the way they are drawn, and open lines whose
  // ends are less than kNearlyClosed_m apart.
  static absl::StatusOr<Road> OfBorders(absl::Span<const RoadLine> borders);

  // As OfBorders, of recorded borders after RepairBorders, whose notes come first.
  static absl::StatusOr<Road> OfRecordedBorders(absl::Span<const RoadLine> borders);

  // The road of a scene, in its local frame: OfBorders, if it has some, otherwise OfCells of its
  // drivable area; without either none is known.
  // Errors: as these and CheckRoadGap.
  static absl::StatusOr<Road> OfScene(const Scene& scene, double road_gap_m);

  bool is_known() const { return is_known_; }

  // What is odd about the borders, a sentence each.
  const std::vector<std::string>& notes() const { return notes_; }

  // The edge, divided where the pieces that it was made of meet.
  absl::Span<const OutlinePiece> pieces() const { return edge_.pieces(); }

  // clearances[p]: that of the body at world_from_body[p]; of several shapes the least, of equal
  // ones the first. Where nothing is road, minus infinity.
  absl::Status Clearances(absl::Span<const ConvexPolygon> body, absl::Span<const Pose2> world_from_body,
                          absl::Span<RoadClearance> clearances) const;

  // least[i]: of trajectory i. With a workspace that has served as many trajectories no allocation,
  // but where more than 32 pieces are near a body that leaves the road.
  absl::Status LeastClearances(absl::Span<const ConvexPolygon> body, const Trajectories& trajectories,
                               absl::Span<TrajectoryRoadClearance> least, RoadWorkspace* workspace = nullptr) const;

  // departures[i]: the first instant at which the body, which moves from step to step as
  // FirstSweptCollision has it, reaches beyond the edge, if it is on the road at the first step. It
  // is proven to stay inside until free_until_s, but for kDepartureMargin_m (what is no more than
  // that beyond the edge between two steps may go unnoticed, since touching the edge is inside; of
  // a shape without interior touching counts); at contact_by_s part of it is outside. `obstacle` is
  // the piece. is_undecided: neither could be proven; counts as outside.
  // Errors also as FirstSweptCollision.
  absl::Status FirstDepartures(absl::Span<const ConvexPolygon> body, const Trajectories& trajectories,
                               absl::Span<const double> step_times_s, const ImpactOptions& options,
                               absl::Span<SweptHit> departures) const;

 private:
  static absl::StatusOr<Road> OfPieces(const std::vector<OutlinePiece>& pieces, const BorderName& name_of);
  static absl::StatusOr<Road> OfOutline(std::vector<OutlinePiece> pieces, bool is_closed);

  bool is_known_ = false;
  RoadEdge edge_;
  std::vector<std::string> notes_;
};

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_ROAD_ROAD_H_
