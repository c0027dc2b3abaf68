#pragma once

#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/motion/motion.h"

// Pieces of a path at constant twist, and convex shapes that cover what a body sweeps along one.

namespace collision2d::planner {

// A part of a path of a rigid body, at constant speed and yaw rate. Parameters run from 0 at its
// start to 1 at its end.
struct MotionPiece {
  enum class Kind {
    kLine,  // The origin of the body's frame moves on a straight line, whatever the heading.
    kArc,   // It moves along the heading: on an arc, or straight ahead without a turn.
  };

  Kind kind = Kind::kLine;
  // Position (m) and yaw of the body's frame in the world, at the start.
  Vec2 position;
  double yaw_rad = 0.0;
  // m. kLine: the displacement in the world.
  Vec2 displacement_m;
  // m. kArc: the length of the arc, negative in reverse.
  double way_m = 0.0;
  // rad. Counter-clockwise positive, any number of turns.
  double turn_rad = 0.0;
  // The fractions of the whole path at which the piece begins and ends.
  double begin = 0.0;
  double end = 1.0;

  // Returns world_from_body at a parameter, rounded.
  Pose2 PoseAt(double parameter) const;

  // Returns the part between two parameters.
  MotionPiece Part(double from, double to) const;

  // Returns the length of the path of the frame's origin.
  double length_m() const;

  // Returns the fraction of the whole path at a parameter.
  double FractionAt(double parameter) const { return begin + parameter * (end - begin); }

  // Returns the motion during [0, 1] s.
  // REQUIRES: positions, lengths and turns that Motion::Linear or ConstantTwist accepts.
  Motion ToMotion() const;

  // Returns the bounding box of the path of the frame's origin, within rounding. O(1 + quarter
  // turns).
  Aabb2 Box() const;

 private:
  Vec2 PositionAt(double parameter) const;
};

// Returns a convex shape, in the frame of the body at the piece's start, that contains everything
// within margin_m of `shape` at every instant of the piece. It is the hull of the shape's bounding
// box at both ends, grown by how far a point's path departs from its chord: for a point at distance
// r from the centre of a turn by w, at most r w^2 / 8.
// REQUIRES: margin_m exceeds the rounding of the piece's poses; lengths of at most kMaxCoordinate_m
// / 4.
ConvexPolygon SweptCover(const ConvexPolygon& shape, const MotionPiece& piece, double margin_m);

}  // namespace collision2d::planner
