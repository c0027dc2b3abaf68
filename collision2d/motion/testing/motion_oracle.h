#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/motion/testing/interval.h"
#include "collision2d/motion/testing/motion_spec.h"
#include "collision2d/motion/testing/moving_vertices.h"

namespace collision2d {

// What holds for two moving bodies in real numbers, proven by interval arithmetic and subdivision
// of time. Shares no code with the queries: of ConvexPolygon it reads vertices and radius.
//
// A stretch of time is proven free along a direction n that is fixed, or turns with either body: a
// vertex pair's gap n . (b_j - a_i) is at least its value in the middle of the stretch minus half
// the stretch times an enclosure of its rate over the stretch, which is the mean value theorem. An
// instant is proven to be in contact by every direction that can separate the hulls, or by two
// points of the hulls within the sum of the radii.
class MotionOracle {
 public:
  // REQUIRES: the motions are over one interval, but for the two functions that say otherwise; a
  // twist is as MovingVertices requires.
  MotionOracle(const ConvexPolygon& a, const MotionSpec& motion_a, const ConvexPolygon& b, const MotionSpec& motion_b);

  // True if the bodies are proven to be more than margin_m apart at every real instant of [from_s,
  // to_s]. A negative margin: at no instant do they overlap by as much as -margin_m. False says
  // nothing.
  bool ProvesApart(double from_s, double to_s, double margin_m = 0.0);

  // True if the bodies are proven to share a point at an instant. False says nothing.
  bool ProvesContact(double time_s);

  // The same of a at every instant of one interval with b at every instant of another one: the
  // motions are then independent of each other.
  bool ProvesAllApart(const Interval& time_a_s, const Interval& time_b_s);
  bool ProvesAllContact(const Interval& time_a_s, const Interval& time_b_s);

  // m.
  struct Enclosure {
    double lower = 0.0;
    double upper = std::numeric_limits<double>::infinity();
  };
  // Encloses the distance of the bodies at an instant.
  Enclosure DistanceAt(double time_s);
  // Encloses the least distance over the whole motion; not wider than tolerance_m unless its lower
  // end is 0.
  Enclosure MinimumDistance(double tolerance_m);

  enum class Verdict { kFree, kCollides, kGraze };
  // The first contact. kCollides: proven free during [start, free_until_s], in contact at
  // contact_by_s, which is within resolution_s of it unless what is between them is a graze.
  // kGraze: neither a contact nor that there is none can be proven; the first doubtful instant is
  // within resolution_s of free_until_s. Both times are rounded to doubles of the motions' clock.
  struct Decision {
    Verdict verdict = Verdict::kFree;
    double free_until_s = 0.0;
    double contact_by_s = std::numeric_limits<double>::infinity();
  };
  Decision Decide(double resolution_s = 1e-9);

  // Stretches and instants tried so far.
  int64_t evaluations() const { return evaluations_; }

 private:
  // Below, time elapses from the start of the motions.
  Interval Elapsed(double time_s) const { return Interval(time_s) - Interval(start_s_); }
  void PoseAfter(const Interval& elapsed_s) { PoseAfter(elapsed_s, elapsed_s); }
  void PoseAfter(const Interval& elapsed_a_s, const Interval& elapsed_b_s);
  // Moves the origin to the first vertex of a: centres may be so far away that their digits would
  // not suffice for the vertices.
  void FindPoints();
  bool ProvesApartAtOnce(double from_s, double to_s, double margin_m);
  bool ProvesApartAlong(Vec2 direction, const Interval& half_s, double margin_m);
  // In a frame that turns at `rate` (rad/s).
  bool ProvesApartTurning(const Interval& rate, const IntervalVec2& direction, const Interval& half_s,
                          const Interval& margin);
  bool ProvesContactAfter(const Interval& elapsed_s);
  bool IsContact() const;
  bool HullsOverlap() const;
  // A lower bound of the distance, radii included.
  double GapAlong(Vec2 direction) const;
  Interval DistanceOfNearest() const;
  Enclosure DistanceAfter(const Interval& elapsed_s);
  bool FindsContact(double from_s, double to_s, double resolution_s, Decision* decision);
  bool IsWithinBudget() const;

  MovingVertices vertices_a_;
  MovingVertices vertices_b_;
  double start_s_;
  double start_b_s_;
  double duration_s_;  // Rounded up.
  Interval radii_;

  // Scratch of the instant or stretch that is being tried.
  EnclosedVertices posed_a_;
  EnclosedVertices posed_b_;
  IntervalVec2 b_from_a_;               // From the centre of a to that of b.
  std::vector<IntervalVec2> points_a_;  // The vertices.
  std::vector<IntervalVec2> points_b_;
  std::vector<Vec2> rounded_a_;  // The same within rounding.
  std::vector<Vec2> rounded_b_;
  std::vector<Interval> along_a_;  // n . arm and arm x n.
  std::vector<Interval> across_a_;
  std::vector<Interval> along_b_;
  std::vector<Interval> across_b_;
  int64_t evaluations_ = 0;
  int64_t budget_ = 0;
};

}  // namespace collision2d
