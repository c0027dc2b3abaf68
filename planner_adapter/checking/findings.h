// What searches find of a vehicle among obstacles, on its way into a verdict. Places are in the
// local frame.
#pragma once

#include <limits>
#include <optional>

#include "absl/types/span.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/solid/vertical_clearance.h"
#include "planner_adapter/checking/plain_obstacles.h"
#include "planner_adapter/checking/verdict.h"
#include "planner_adapter/road/road.h"
#include "planner_adapter/scene/obstacle_snapshot.h"
#include "planner_adapter/scene/scene.h"

namespace collision2d::planner {

// A contact in the interval from a step to the next, or a possible one (is_undecided,
// is_conservative). The between_instants of its bracket is not set.
struct Contact {
  static constexpr int kNone = std::numeric_limits<int>::max();

  int step = kNone;
  PlacedIndex placed;  // As PlacedObstacles::ShapeDuring.
  int part = -1;       // Of the vehicle.
  int body_shape = -1;
  ContactBracket bracket = {};

  bool exists() const { return step != kNone; }
};

// How near the vehicle is to a placed shape at a step; a contact if the distance is at most 0.
struct Clearance {
  int step = -1;  // -1: none.
  PlacedIndex placed;
  int part = 0;         // Of the vehicle.
  int body_shape = -1;  // -1: it is not known.
  double signed_distance_m = std::numeric_limits<double>::infinity();
  Vec2 witness_body = {};
  Vec2 witness_obstacle = {};

  bool exists() const { return step >= 0; }
};

// Returns true if a is nearer than b; ties go to the first by step, obstacle, part, body shape.
bool IsNearer(const Clearance& a, const Clearance& b);

// The vertical clearance between the vehicle and a placed shape above or below it.
struct VerticalApproach {
  PlacedIndex placed;
  double clearance_m = std::numeric_limits<double>::infinity();
  solid::VerticalSide side = solid::VerticalSide::kAbove;
  bool is_contact = false;  // In space; otherwise it is passed over or under.
  int part = 0;             // Of the vehicle.
};

// The findings for one pose of a vehicle.
struct PoseFindings {
  // In the ground plan, the obstacle with the least signed distance below the bound, of those that
  // the body neither passes over or under nor is wholly above or below; ties go to the first.
  Clearance nearest;
  // The contact that a verdict reports: the deepest one with the first hypothesis that the body
  // touches or overlaps, in space, of the first such obstacle in order.
  Clearance first_contact;
  // If heights decided on first_contact: the least vertical clearance of the contacts with that
  // hypothesis of the obstacle. Otherwise the least one of the obstacles that the body passes over
  // or under; ties go to the first.
  VerticalApproach vertical;
};

// Collects what is found about one pose of a vehicle, pair by pair; the order of the pairs matters
// only among those of one hypothesis of an obstacle.
class FindingsCollector {
 public:
  // Ignores clearances at or above the bound; contacts always count. All are at `step`.
  explicit FindingsCollector(double bound_m, int step = 0) : bound_m_(bound_m), step_(step) {}

  // Sets the part of the vehicle that what is added from now on belongs to; 0 at first. Ties go to
  // what was added first.
  void set_part(int part) { part_ = part; }

  void Add(Clearance clearance);

  // A contact with a shape; no `heights`: a height is not known.
  void AddContact(Clearance contact, const PlacedShape& shape, const std::optional<solid::VerticalVerdict>& heights);

  // Adds an obstacle that is passed over or under.
  void AddPassage(PlacedIndex placed, const solid::VerticalVerdict& heights);

  // Returns the distance below which a clearance still changes the result; contacts and passages
  // always do.
  double wanted_m() const;

  PoseFindings Result() const;

 private:
  const double bound_m_;
  const int step_;
  int part_ = 0;
  Clearance nearest_;
  Clearance first_contact_;
  // The obstacle and the hypothesis of the first contact.
  int obstacle_ = -1;
  int hypothesis_ = -1;
  VerticalApproach contact_;
  VerticalApproach passage_;
};

// m. A lower bound of a clearance is at most this below the least value.
inline constexpr double kClearanceTolerance_m = 0.01;

// m. The part of that which searches for something nearer use.
inline constexpr double kSearchTolerance_m = 0.5 * kClearanceTolerance_m;

// m. Lower bounds of the clearances of a vehicle in motion, 0 or more.
struct ClearanceBounds {
  double plan_m = std::numeric_limits<double>::infinity();      // Of Verdict::minimum_clearance.
  double vertical_m = std::numeric_limits<double>::infinity();  // Of Verdict::vertical_clearance.
};

// m. Returns the least signed distance known so far; larger ones do not change the verdict.
// Infinity if there is none.
double LeastClearance(const Verdict& verdict);

// Returns the clearance as it is reported; `shape` is the one that it is to.
Encounter EncounterOf(const Instant& instant, const Clearance& clearance, const PlacedShape& shape);

// Updates the least vertical clearance; the clearance of a contact always counts.
void RecordVertical(const Instant& instant, const VerticalApproach& vertical, const PlacedShape& shape,
                    Verdict* verdict);

// Records a first contact between instants, with `shape`. `instant`: its contact_by_s, and the last
// whole time step before it.
void RecordContact(const Instant& instant, const ContactBracket& bracket, const PoseFindings& findings,
                   const PlacedShape& shape, Verdict* verdict);

// m. What is claimed of a clearance that is this at some instant, and bounded by that so far.
double BoundBelow(double clearance_m, double bound_m);

// Sets the lower bounds of the clearances of a candidate that does not collide, at the end; that
// from the road if it stays there.
void RecordBounds(const ClearanceBounds& bounds, double road_m, Verdict* verdict);

// Updates the least clearance from the edge of the road and the first instant outside, from the
// clearances of a part that were `found` along these instants.
void RecordRoad(const Road& road, absl::Span<const Instant> instants, int part, const TrajectoryRoadClearance& found,
                Verdict* verdict);

}  // namespace collision2d::planner
