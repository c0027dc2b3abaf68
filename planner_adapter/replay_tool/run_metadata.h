#ifndef COLLISION2D_PLANNER_ADAPTER_REPLAY_TOOL_RUN_METADATA_H_
#define COLLISION2D_PLANNER_ADAPTER_REPLAY_TOOL_RUN_METADATA_H_

#include "planner_adapter/importers/commonroad.h"
#include "planner_adapter/replay/replay_scene.h"
#include "proto/verdict.pb.h"

namespace collision2d::planner {

// Returns version, seed and the options that change verdicts. The caller adds what is known of the input.
proto::RunMetadata MetadataOf(const ReplayOptions& options, const CommonRoadOptions& commonroad);

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_REPLAY_TOOL_RUN_METADATA_H_
