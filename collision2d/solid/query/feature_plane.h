#ifndef COLLISION2D_SOLID_QUERY_FEATURE_PLANE_H_
#define COLLISION2D_SOLID_QUERY_FEATURE_PLANE_H_

#include "collision2d/solid/geometry/pose3.h"
#include "collision2d/solid/query/cso3.h"
#include "collision2d/solid/query/face_plane.h"

// The plane of three points of the CSO, computed from the shapes' own vertices. Points of the CSO are rounded
// differences of points that may be far apart. The edges between them are differences within a and within b, so that
// the rounding error is relative to the size of the faces and not to the distance from the frames' origins.
namespace collision2d::solid::internal {

// Returns the plane through p, q and r, with is_accurate set. Its unit normal points to the side from which they are
// counter-clockwise; it is within 2^-47 of the normal of the edges before posing, and the offset from the origin has
// the error of p.point. The plane is unknown (is_known() is false) for a triangle the sine of whose angle at p is below
// 1 / sqrt(8), and if an edge is the small difference of two long ones.
FacePlane FeaturePlane(const CsoPoint& p, const CsoPoint& q, const CsoPoint& r, const Pose3& a_from_b);

// Returns the same plane in double-double arithmetic, for the hull of the vertices of b as posed (each coordinate
// rounded once). Unknown for slivers as documented at AccuratePlane.
FacePlane AccurateFeaturePlane(const CsoPoint& p, const CsoPoint& q, const CsoPoint& r, const Pose3& a_from_b);

}  // namespace collision2d::solid::internal

#endif  // COLLISION2D_SOLID_QUERY_FEATURE_PLANE_H_
