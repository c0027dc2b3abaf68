#ifndef COLLISION2D_PLANNER_ADAPTER_REPLAY_TOOL_SHRINK_MESSAGE_H_
#define COLLISION2D_PLANNER_ADAPTER_REPLAY_TOOL_SHRINK_MESSAGE_H_

#include <functional>

#include "google/protobuf/message.h"

namespace collision2d::planner {

// Makes the message smaller while `keeps()`, which looks at it, stays true: drops elements of lists, a whole list first, then half of it,
// and single ones at last, clears fields, and shortens numbers; repeats that until nothing more can go. The order is
// fixed, so that the result is reproducible. It is a local minimum, not the smallest message.
// REQUIRES: keeps() is true at the beginning.
// Source: the idea is Zeller and Hildebrandt's delta debugging (2002); this is its greedy form.
void ShrinkMessage(google::protobuf::Message& message, const std::function<bool()>& keeps);

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_REPLAY_TOOL_SHRINK_MESSAGE_H_
