#pragma once

#include "absl/status/status.h"

namespace collision2d::bench {

// Ends the program with the message if a call was refused.
void CheckOk(const absl::Status& status);

}  // namespace collision2d::bench
