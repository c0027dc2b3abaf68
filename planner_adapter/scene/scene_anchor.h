#ifndef COLLISION2D_PLANNER_ADAPTER_SCENE_SCENE_ANCHOR_H_
#define COLLISION2D_PLANNER_ADAPTER_SCENE_SCENE_ANCHOR_H_

#include "collision2d/geometry/vec2.h"
#include "proto/scene.pb.h"

namespace collision2d::planner {

// The place and time of a scene. It is chosen before the scene is validated, so any values may occur in the input.
struct SceneAnchor {
  // m, scene frame: the origin of the local frame, a point near the ego vehicle in whole metres, so that subtracting it
  // from a coordinate near it is exact. It is the first of these that the scene has: the ego state; the first pose of
  // the first candidate; the first point of the reference path, of the drivable area, of the road's borders, of a static
  // obstacle, of a prediction, of the lane boundaries, of a goal's area. {0, 0} if the scene has none, or if that point
  // is not finite or beyond kMaxCoordinate_m (which validation reports).
  Vec2 origin;
  // s: the beginning of the planning cycle. It is the first of these that the scene has: the time of the ego state; the
  // earliest time of its candidates; the first time of the first prediction. 0 if the scene has none, or if that time
  // is not finite.
  double time_s = 0.0;
};

SceneAnchor AnchorOf(const proto::Scene& scene);

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_SCENE_SCENE_ANCHOR_H_
