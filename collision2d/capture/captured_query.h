#ifndef COLLISION2D_CAPTURE_CAPTURED_QUERY_H_
#define COLLISION2D_CAPTURE_CAPTURED_QUERY_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "collision2d/capture/query_kind.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"

namespace collision2d {

// The arguments of a query, by QueryKind.
struct CapturedQuery {
  QueryKind kind = QueryKind::kCollides;
  std::vector<ConvexPolygon> body;       // Shape a of a pair.
  std::vector<ConvexPolygon> obstacles;  // Shape b of a pair.
  std::vector<Pose2> poses;
  std::vector<double> numbers;
};

// A query with what was recorded about it.
struct CaptureRecord {
  CapturedQuery query;
  std::vector<uint64_t> answer;  // Words; AnswerWordName says what they mean.
  CaptureTriggers triggers = 0;
  uint64_t work = 0;
  uint64_t sequence = 0;
  uint32_t library_version = 0;  // COLLISION2D_VERSION.
  std::string instruction_set;
  uint64_t offset = 0;  // Bytes before its frame in the file.
};

// Whether all numbers of the pose are.
bool IsFinite(const Pose2& pose);

// The number of words that answer a query.
size_t AnswerSize(const CapturedQuery& query);

// Error (InvalidArgument): numbers of shapes, poses and numbers that are not those of the kind.
absl::Status CheckForm(const CapturedQuery& query);

// Error (InvalidArgument, naming the argument and its value): what the query does not permit, as a
// pose that is no rotation or a limit that is no distance. A pose that is not finite is legal for
// pairs, which answer on the safe side.
absl::Status CheckArguments(const CapturedQuery& query);

}  // namespace collision2d

#endif  // COLLISION2D_CAPTURE_CAPTURED_QUERY_H_
