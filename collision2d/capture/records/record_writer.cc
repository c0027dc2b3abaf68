#include "collision2d/capture/records/record_writer.h"

#include <cstring>

#include "collision2d/capture/records/bytes.h"
#include "collision2d/code_generation.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/version.h"
#include "hwy/targets.h"

namespace collision2d::internal {

InstructionSetText UsedInstructionSet() {
  // The best of a set is its lowest bit.
  const int64_t usable = static_cast<int64_t>(hwy::SupportedTargets()) & HWY_TARGETS;
  const char* const name = hwy::TargetName(usable & -usable);
  InstructionSetText text = {};
  for (size_t i = 0; i < text.size() && name[i] != '\0'; ++i) text[i] = name[i];
  return text;
}

size_t ShapeBytes(const ConvexPolygon& shape) {
  return kShapeHeadBytes + kVertexBytes * static_cast<size_t>(shape.size());
}

size_t RecordBytes(const RecordHead& head, size_t shape_bytes) {
  return kHeadBytes + shape_bytes + kPoseBytes * head.poses + kWordBytes * (head.numbers + head.words);
}

RecordWriter::RecordWriter(const CaptureRing::Claim& claim, const RecordHead& head) : at_(claim.bytes) {
  std::memset(at_, 0, kHeadBytes);
  at_[kKindAt] = static_cast<uint8_t>(head.kind);
  at_[kTriggersAt] = head.triggers;
  StoreLittleEndian(uint32_t{COLLISION2D_VERSION}, at_ + kLibraryVersionAt);
  StoreLittleEndian(claim.sequence, at_ + kSequenceAt);
  StoreLittleEndian(head.work, at_ + kWorkAt);
  std::memcpy(at_ + kInstructionSetAt, head.instruction_set->data(), kInstructionSetBytes);
  StoreLittleEndian(static_cast<uint32_t>(head.bodies), at_ + kBodyCountAt);
  StoreLittleEndian(static_cast<uint32_t>(head.obstacles), at_ + kObstacleCountAt);
  StoreLittleEndian(static_cast<uint32_t>(head.poses), at_ + kPoseCountAt);
  StoreLittleEndian(static_cast<uint32_t>(head.numbers), at_ + kNumberCountAt);
  StoreLittleEndian(static_cast<uint32_t>(head.words), at_ + kWordCountAt);
  at_ += kHeadBytes;
}

void RecordWriter::AddWord(uint64_t word) {
  StoreLittleEndian(word, at_);
  at_ += kWordBytes;
}

void RecordWriter::Add(double number) { AddWord(BitsOf(number)); }

void RecordWriter::Add(const ConvexPolygon& shape) {
  AddWord(static_cast<uint64_t>(shape.size()));
  Add(shape.radius_m());
  const absl::Span<const Vec2> vertices = shape.vertices();
  static_assert(sizeof(Vec2) == kVertexBytes);
  if constexpr (kIsLittleEndian) {
    std::memcpy(at_, vertices.data(), vertices.size() * sizeof(Vec2));
    at_ += vertices.size() * sizeof(Vec2);
    return;
  }
  for (const Vec2 v : vertices) {
    Add(v.x);
    Add(v.y);
  }
}

void RecordWriter::Add(const Pose2& pose) {
  Add(pose.translation.x);
  Add(pose.translation.y);
  Add(pose.cos);
  Add(pose.sin);
}

void RecordWriter::Add(absl::Span<const double> numbers) {
  for (const double number : numbers) Add(number);
}

void RecordWriter::Add(absl::Span<const uint64_t> words) {
  for (const uint64_t word : words) AddWord(word);
}

void WritePair(const RecordHead& head, const ConvexPolygon& a, const ConvexPolygon& b, absl::Span<const Pose2> poses,
               absl::Span<const double> numbers, absl::Span<const uint64_t> words, CaptureRing* ring) {
  const CaptureRing::Claim claim = ring->TryClaim(RecordBytes(head, ShapeBytes(a) + ShapeBytes(b)));
  if (claim.bytes == nullptr) return;
  RecordWriter writer(claim, head);
  writer.Add(a);
  writer.Add(b);
  for (const Pose2& pose : poses) writer.Add(pose);
  writer.Add(numbers);
  writer.Add(words);
  ring->Release(claim);
}

}  // namespace collision2d::internal
