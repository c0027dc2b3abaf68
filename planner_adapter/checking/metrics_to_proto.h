#ifndef COLLISION2D_PLANNER_ADAPTER_CHECKING_METRICS_TO_PROTO_H_
#define COLLISION2D_PLANNER_ADAPTER_CHECKING_METRICS_TO_PROTO_H_

#include "planner_adapter/metrics/metrics.h"
#include "planner_adapter/scene/scene.h"
#include "proto/verdict.pb.h"

namespace collision2d::planner {

// Sets the verdict's fields time_to_collision to goal.
// REQUIRES: the metrics belong to `scene`.
void SetMetrics(const Scene& scene, const Metrics& metrics, proto::Verdict* out);

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_CHECKING_METRICS_TO_PROTO_H_
