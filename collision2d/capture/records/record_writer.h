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

// Writes records into a ring. No allocation.

// Everything about a record but its shapes, poses, numbers and answer.
struct RecordHead {
  QueryKind kind;
  CaptureTriggers triggers;
  uint64_t work;
  const InstructionSetText* instruction_set;
  // How many there are.
  size_t bodies;
  size_t obstacles;
  size_t poses;
  size_t numbers;
  size_t words;
};

// The bytes of a shape, and of a record whose shapes take shape_bytes together.
size_t ShapeBytes(const ConvexPolygon& shape);
size_t RecordBytes(const RecordHead& head, size_t shape_bytes);

// Writes one record front to back: the head, then as many shapes, poses, numbers and words as that
// says.
class RecordWriter {
 public:
  RecordWriter(const CaptureRing::Claim& claim, const RecordHead& head);

  void Add(const ConvexPolygon& shape);
  void Add(const Pose2& pose);
  void Add(absl::Span<const double> numbers);
  void Add(absl::Span<const uint64_t> words);

 private:
  void Add(double number);
  void AddWord(uint64_t word);

  uint8_t* at_;
};

// A record of two shapes with all of their poses, numbers and answers.
void WritePair(const RecordHead& head, const ConvexPolygon& a, const ConvexPolygon& b, absl::Span<const Pose2> poses,
               absl::Span<const double> numbers, absl::Span<const uint64_t> words, CaptureRing* ring);

}  // namespace collision2d::internal
