#ifndef COLLISION2D_PLANNER_ADAPTER_REPLAY_PAGE_METRIC_PACKER_H_
#define COLLISION2D_PLANNER_ADAPTER_REPLAY_PAGE_METRIC_PACKER_H_

#include "planner_adapter/replay_page/replay_page.pb.h"
#include "proto/verdict.pb.h"

namespace collision2d::planner {

// Appends the metrics that the verdict of a candidate has to the columns of its cycle.
void PackMetrics(int candidate, const proto::Verdict& verdict, proto::PackedCycle& packed);

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_REPLAY_PAGE_METRIC_PACKER_H_
