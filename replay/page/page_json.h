// Messages as JSON in the page, with lists of messages as columns.
#pragma once

#include <string>

#include "absl/status/statusor.h"
#include "google/protobuf/message.h"

namespace collision2d::planner {

// Returns the message in proto3's JSON mapping, with fields that are 0 or empty, but with lists of
// messages as columns: {"#": LENGTH, "FIELD": COLUMN, ...}. A column has one entry for each
// message:
// - of texts and most numbers that are not whole: a list, with null where nothing is set; numbers
//   have 10 significant digits;
// - of coordinates, the numbers of poses and profiles, and whole numbers: "STEPS;ENTRY,ENTRY,...",
//   integers in units of 1 / STEPS as differences from the one before (the first from 0): "" is the
//   same difference again, "x" is not set. The units are 1 mm, 1e-4 rad and 1 us
//   (of times to collision 1 ms; in the path-time graph 1 cm and 1 ms);
// - of messages: columns with "?" in place of "#", which has 1 where a message is set;
// - of lists of messages: their columns one after the other, with the lengths in "#".
// So a pose takes some 12 bytes. replay_page_data.js reads it.
//
// It can stand in a script element and in a script: no text in it can close the element, open a
// comment, or end a line. A byte that is not UTF-8 is U+FFFD.
// Errors (InvalidArgument), with the field's name: a number that is not finite, or whose integer is
// beyond 2^53; a field of another type.
absl::StatusOr<std::string> PageJson(const google::protobuf::Message& message);

}  // namespace collision2d::planner
