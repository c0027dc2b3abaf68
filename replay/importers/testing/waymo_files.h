// Generated Waymo scenarios and files of them, written by protobuf and a checksum bit by bit.
#pragma once

#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"
#include "replay/importers/waymo.pb.h"

namespace collision2d::planner {

// Returns the data as a TFRecord.
std::string TfRecordOf(absl::string_view data);

// Returns a straight road of four lanes with `tracks` tracks of 91 states at 0.1 s, the ego vehicle
// last: cars, parked ones and pedestrians, some with gaps and with sizes that change; ids from 100
// on.
// The map has points each 0.5 m, signals, a stop sign and a crosswalk.
waymo::Scenario GeneratedScenario(const std::string& id, int tracks, uint64_t seed);

}  // namespace collision2d::planner
