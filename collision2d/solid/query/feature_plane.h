#ifndef COLLISION2D_SOLID_QUERY_FEATURE_PLANE_H_
#define COLLISION2D_SOLID_QUERY_FEATURE_PLANE_H_

#include "collision2d/solid/geometry/pose3.h"
#include "collision2d/solid/query/cso3.h"
#include "collision2d/solid/query/face_plane.h"

// The plane of three points of the CSO, computed from the shapes' own vertices. Points of the CSO are rounded
// differences of points that may be far apart; the edges between them are differences inside of a and of b, so that
// rounding is that of the faces' size and not of the distance from the frames' origins.
namespace collision2d::solid::internal {

// The plane through p, q and r, whose unit normal sees them counter-clockwise, with is_accurate set: the normal within
// 2^-47 of that of the edges before posing, the offset from the origin within what p.point is off. Unknown (is_known() is false) of a triangle the sine of
// whose angle at p is below 1 / sqrt(8), and of edges that are the small difference of two long ones.
FacePlane FeaturePlane(const CsoPoint& p, const CsoPoint& q, const CsoPoint& r, const Pose3& a_from_b);

// The same by twice the precision, for the hull of the vertices of b as posed (each coordinate rounded once). Unknown
// of slivers as AccuratePlane says.
FacePlane AccurateFeaturePlane(const CsoPoint& p, const CsoPoint& q, const CsoPoint& r, const Pose3& a_from_b);

}  // namespace collision2d::solid::internal

#endif  // COLLISION2D_SOLID_QUERY_FEATURE_PLANE_H_
