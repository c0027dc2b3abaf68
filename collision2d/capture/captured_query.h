#pragma once

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
  ConvexPolygon a = ConvexPolygon::Disc(0.0).value();
  ConvexPolygon b = a;
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

// Returns true if all numbers of the pose are finite.
bool IsFinite(const Pose2& pose);

// Returns the number of words of the answer to a query.
size_t AnswerSize(QueryKind kind);

// Error (InvalidArgument): the number of poses or numbers is not that of the kind.
absl::Status CheckForm(const CapturedQuery& query);

// Error (InvalidArgument, naming the argument and its value): an argument that the query does not
// accept, such as a non-unit rotation or a negative limit. A pose that is not finite is legal for
// pairs, which then return the safe answer.
absl::Status CheckArguments(const CapturedQuery& query);

}  // namespace collision2d
