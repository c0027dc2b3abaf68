#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "absl/types/span.h"
#include "collision2d/capture/capture_ring.h"
#include "collision2d/capture/query_kind.h"
#include "collision2d/capture/records/layout.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"

namespace collision2d::internal {

// A name, padded by zeros.
using InstructionSetText = std::array<char, kInstructionSetBytes>;

// The instruction set that the library's kernels use on this machine, as Highway names it:
// "AVX3_DL", "NEON", "EMU128". Asks the processor: not for hot paths.
InstructionSetText UsedInstructionSet();

// Everything about a record but its shapes, poses, numbers and answer.
struct RecordHead {
  QueryKind kind;
  CaptureTriggers triggers;
  uint64_t work;
  const InstructionSetText* instruction_set;
};

// The bytes of a record of two shapes with so many poses, numbers and words of the answer.
size_t RecordBytes(const ConvexPolygon& a, const ConvexPolygon& b, size_t poses, size_t numbers, size_t words);

// Writes a record into a ring. No allocation.
void WriteRecord(const RecordHead& head, const ConvexPolygon& a, const ConvexPolygon& b, absl::Span<const Pose2> poses,
                 absl::Span<const double> numbers, absl::Span<const uint64_t> words, CaptureRing* ring);

}  // namespace collision2d::internal
