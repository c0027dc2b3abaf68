#ifndef COLLISION2D_CAPTURE_TOOL_ANSWERER_H_
#define COLLISION2D_CAPTURE_TOOL_ANSWERER_H_

#include <cstdint>
#include <functional>

#include "absl/status/statusor.h"
#include "collision2d/capture/captured_query.h"

namespace collision2d {

// Answers a query, with its triggers and work: AskAgain of the library's queries, or of those of a test. Queries of at least slow_work are slow.
using Answerer = std::function<absl::StatusOr<CaptureRecord>(const CapturedQuery& query, int64_t slow_work)>;

}  // namespace collision2d

#endif  // COLLISION2D_CAPTURE_TOOL_ANSWERER_H_
