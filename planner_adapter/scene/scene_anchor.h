#ifndef COLLISION2D_PLANNER_ADAPTER_SCENE_SCENE_ANCHOR_H_
#define COLLISION2D_PLANNER_ADAPTER_SCENE_SCENE_ANCHOR_H_

#include "collision2d/geometry/vec2.h"
#include "proto/scene.pb.h"

namespace collision2d::planner {

// Where and when a scene happens; chosen before the scene is validated, so from any values at all.
struct SceneAnchor {
  // m, scene frame: the origin of the local frame, a point near the ego vehicle in whole metres, so that subtracting it
  // from a coordinate near it is exact. The first of these that the scene has: the ego state; the first candidate's
  // first pose; the first point of the reference path, of the drivable area, of a static obstacle, of a prediction. {0,
  // 0} if it has none, or if that point is not finite or beyond kMaxCoordinate_m (which validation reports).
  Vec2 origin;
  // s: the beginning of the planning cycle. The first of these that the scene has: the ego state's time; the
  // earliest of its candidates; the first of the first prediction. 0 if it has none, or one that is not finite.
  double time_s = 0.0;
};

SceneAnchor AnchorOf(const proto::Scene& scene);

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_SCENE_SCENE_ANCHOR_H_
