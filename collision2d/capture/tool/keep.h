#ifndef COLLISION2D_CAPTURE_TOOL_KEEP_H_
#define COLLISION2D_CAPTURE_TOOL_KEEP_H_

#include <cstdint>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "collision2d/capture/captured_query.h"
#include "collision2d/capture/tool/replay_records.h"

namespace collision2d {

// What a query is shrunk for.
enum class Keep {
  kWrong,      // The answer is wrong (exact_judge.h).
  kSlow,       // At least as much work as asked for.
  kUndecided,  // The answer is not proven.
  kExact,      // The exact rung is needed.
};

// "wrong", "slow", "undecided", "exact". Error (InvalidArgument): any other text.
absl::StatusOr<Keep> KeepFromText(absl::string_view text);
const char* Name(Keep keep);

// Whether the answerer's answer to a query is as `keep` says. False for a query that it refuses.
bool Holds(Keep keep, int64_t slow_work, const Answerer& answerer, const CapturedQuery& query);

}  // namespace collision2d

#endif  // COLLISION2D_CAPTURE_TOOL_KEEP_H_
