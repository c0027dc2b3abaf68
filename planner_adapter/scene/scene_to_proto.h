// Converts the parts of a validated scene back to messages: what SceneFromProto has read, in its
// frames.
#pragma once

#include "absl/types/span.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/v1/scene.pb.h"
#include "collision2d/v1/trajectory.pb.h"
#include "google/protobuf/repeated_ptr_field.h"
#include "planner_adapter/scene/scene.h"
#include "planner_adapter/scene/timed_pose.h"

namespace collision2d::planner {

// Returns the whole scene. SceneFromProto makes the same scene of it again, to the bit, if it
// chooses the same origin: always, unless the origin follows from the centre of a rectangle or a
// disc, because these become polygons. O(size of the scene).
v1::Scene SceneToProto(const Scene& scene);

namespace internal {

// Parts of it, for pages and reports. `origin` is that of the scene's local frame, in the scene
// frame. Shapes become polygons. Scene
// points are rounded to double.

// Appends poses that are relative to `origin`; heights, pitch and roll where they are not 0.
// O(poses).
void AddPoses(absl::Span<const TimedPose> poses, Vec2 origin, google::protobuf::RepeatedPtrField<v1::TimedPose>* out);

// Fills an empty message with the candidate, or another motion of the ego vehicle. O(poses).
void CandidateToProto(const Candidate& trajectory, v1::Candidate* out);

// Returns the grid, with its cells as bits. REQUIRES: its elements are those of one. O(cells).
v1::OccupancyGrid GridToProto(const StaticObstacle& obstacle, Vec2 origin);

// Returns the obstacle, with its polytopes. O(vertices).
v1::StaticObstacle StaticObstacleToProto(const StaticObstacle& obstacle, Vec2 origin);

// Returns the scene without its candidates and static obstacles, of which there may be many, and
// without what only planning needs: lane boundaries, RSS parameters, the request to sample and the
// desired speed. O(size of the scene).
v1::Scene SurroundingsToProto(const Scene& scene);

}  // namespace internal
}  // namespace collision2d::planner
