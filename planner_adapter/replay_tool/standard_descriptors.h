#ifndef COLLISION2D_PLANNER_ADAPTER_REPLAY_TOOL_STANDARD_DESCRIPTORS_H_
#define COLLISION2D_PLANNER_ADAPTER_REPLAY_TOOL_STANDARD_DESCRIPTORS_H_

namespace collision2d::planner {

// Opens standard input, output and error on /dev/null where they are closed, so that no file gets their descriptors:
// what is printed would be written into it. Standard output is opened for reading only then: writing to it fails, as it
// does to a closed one. Call it before anything is opened.
void ReserveStandardDescriptors();

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_REPLAY_TOOL_STANDARD_DESCRIPTORS_H_
