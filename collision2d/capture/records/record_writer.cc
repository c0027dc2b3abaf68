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

size_t RecordBytes(const ConvexPolygon& a, const ConvexPolygon& b, size_t poses, size_t numbers, size_t words) {
  const auto vertices = static_cast<size_t>(a.size()) + static_cast<size_t>(b.size());
  return kHeadBytes + 2 * kShapeHeadBytes + kVertexBytes * vertices + kPoseBytes * poses +
         kWordBytes * (numbers + words);
}

namespace {

// Writes what follows the head, front to back.
class BodyWriter {
 public:
  explicit BodyWriter(uint8_t* at) : at_(at) {}

  void Add(uint64_t word) {
    StoreLittleEndian(word, at_);
    at_ += kWordBytes;
  }
  void Add(double number) { Add(BitsOf(number)); }

  void Add(const ConvexPolygon& shape) {
    Add(static_cast<uint64_t>(shape.size()));
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

  void Add(const Pose2& pose) {
    for (const double number : {pose.translation.x, pose.translation.y, pose.cos, pose.sin}) Add(number);
  }

 private:
  uint8_t* at_;
};

}  // namespace

void WriteRecord(const RecordHead& head, const ConvexPolygon& a, const ConvexPolygon& b, absl::Span<const Pose2> poses,
                 absl::Span<const double> numbers, absl::Span<const uint64_t> words, CaptureRing* ring) {
  const CaptureRing::Claim claim = ring->TryClaim(RecordBytes(a, b, poses.size(), numbers.size(), words.size()));
  if (claim.bytes == nullptr) return;
  uint8_t* const at = claim.bytes;
  std::memset(at, 0, kHeadBytes);
  at[kKindAt] = static_cast<uint8_t>(head.kind);
  at[kTriggersAt] = head.triggers;
  StoreLittleEndian(uint32_t{COLLISION2D_VERSION}, at + kLibraryVersionAt);
  StoreLittleEndian(claim.sequence, at + kSequenceAt);
  StoreLittleEndian(head.work, at + kWorkAt);
  std::memcpy(at + kInstructionSetAt, head.instruction_set->data(), kInstructionSetBytes);
  StoreLittleEndian(uint32_t{1}, at + kShapeACountAt);
  StoreLittleEndian(uint32_t{1}, at + kShapeBCountAt);
  StoreLittleEndian(static_cast<uint32_t>(poses.size()), at + kPoseCountAt);
  StoreLittleEndian(static_cast<uint32_t>(numbers.size()), at + kNumberCountAt);
  StoreLittleEndian(static_cast<uint32_t>(words.size()), at + kWordCountAt);
  BodyWriter writer(at + kHeadBytes);
  writer.Add(a);
  writer.Add(b);
  for (const Pose2& pose : poses) writer.Add(pose);
  for (const double number : numbers) writer.Add(number);
  for (const uint64_t word : words) writer.Add(word);
  ring->Release(claim);
}

}  // namespace collision2d::internal
