#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "absl/types/span.h"
#include "collision2d/geometry/vec2.h"

namespace collision2d::internal {

// The directions of the plane, divided into 16 sectors of 22.5 degrees to index tables by
// direction. A sector's number has four bits: the signs of the coordinates, which of them is
// larger, and whether the smaller one is more than tan(22.5 degrees) times the larger. The numbers
// are therefore not in order around the circle.
inline constexpr int kDirectionSectorCount = 16;

// Returns the sector of any vector, in [0, kDirectionSectorCount). Opposite vectors have opposite
// sectors, also if a coordinate is zero. No branch, no division.
inline int DirectionSector(Vec2 direction) {
  constexpr double kTangent = 0.41421356237309503;
  const double x = std::abs(direction.x);
  const double y = std::abs(direction.y);
  const bool is_left = (direction.x < 0.0) | ((direction.x == 0.0) & (direction.y < 0.0));
  const bool is_down = (direction.y < 0.0) | ((direction.y == 0.0) & (direction.x < 0.0));
  return static_cast<int>(is_left) | static_cast<int>(is_down) << 1 | static_cast<int>(y > x) << 2 |
         static_cast<int>(std::min(x, y) > kTangent * std::max(x, y)) << 3;
}

// Returns the sector of -direction. Not valid for the zero vector.
constexpr int OppositeSector(int sector) { return sector ^ 3; }

// The unit vector in the middle of each sector: at 11.25 degrees, then mirrored for each bit of its
// number.
inline constexpr std::array<Vec2, kDirectionSectorCount> kSectorMiddle = [] {
  constexpr Vec2 kFlat{0.98078528040323045, 0.19509032201612827};      // 11.25 degrees.
  constexpr Vec2 kDiagonal{0.83146961230254524, 0.55557023301960222};  // 33.75 degrees.
  std::array<Vec2, kDirectionSectorCount> middle{};
  for (int sector = 0; sector < kDirectionSectorCount; ++sector) {
    const Vec2 base = (sector & 8) != 0 ? kDiagonal : kFlat;
    const Vec2 turned = (sector & 4) != 0 ? Vec2{base.y, base.x} : base;
    middle[static_cast<size_t>(sector)] = {(sector & 1) != 0 ? -turned.x : turned.x,
                                           (sector & 2) != 0 ? -turned.y : turned.y};
  }
  return middle;
}();

// The sectors in counter-clockwise order.
inline constexpr std::array<int, kDirectionSectorCount> kSectorsCounterClockwise = {0, 8,  12, 4, 5, 13, 9,  1,
                                                                                    3, 11, 15, 7, 6, 14, 10, 2};

// The vertices of a strictly convex polygon in counter-clockwise order (or of a segment, or a
// point), with some of them repeated before the first and after the last. It also stores where a
// search for a support point may start, and how far the corners are from straight. Up to
// kInlineSize vertices are stored in the object, more on the heap.
//
// Laid out for cache lines of 64 bytes, since a query waits for each line that it reads:
// ConvexPolygon places this object so that the vertices of a quadrilateral fill one line, and the
// line before it holds everything else that a query reads.
class PaddedRing {
 public:
  static constexpr int kInlineSize = 6;

  // REQUIRES: not empty.
  explicit PaddedRing(absl::Span<const Vec2> vertices);

  PaddedRing(const PaddedRing& other);
  PaddedRing& operator=(const PaddedRing& other);
  // `other` becomes the single vertex (0, 0).
  PaddedRing(PaddedRing&& other) noexcept;
  PaddedRing& operator=(PaddedRing&& other) noexcept;
  ~PaddedRing() { Deallocate(); }

  int size() const { return size_; }

  // vertices()[k] is a vertex for -1 <= k <= size(): the last one is repeated before the first, and
  // the first one after the last.
  const Vec2* vertices() const { return size_ <= kInlineSize ? inline_ring() + 1 : heap_or_starts_.heap; }

  // See ConvexPolygon::WindowAround.
  int WindowAround(int i) const {
    if (size_ > kInlineSize) return i - 2;
    const int last = size_ - 4;
    return i < 1 ? -1 : i - 2 < last ? i - 2 : last;
  }

  // See ConvexPolygon::StartVertex.
  int StartVertex(int sector) const {
    if (size_ <= kInlineSize) return static_cast<int>(heap_or_starts_.inline_starts >> (4 * sector)) & 15;
    return static_cast<int>(ring_or_starts_.starts[sector]) * StartStride();
  }
  bool StartsAreNear() const { return size_ > kStartCount; }

  // See ConvexPolygon::convexity_margin_m.
  double convexity_margin_m() const {
    // The product of two normal powers of two: every query of posed shapes in contact asks, and
    // std::ldexp is two calls.
    const int half = convexity_exponent_ / 2;
    const uint64_t bits[2] = {static_cast<uint64_t>(1023 + half) << 52,
                              static_cast<uint64_t>(1023 + convexity_exponent_ - half) << 52};
    double powers[2];
    std::memcpy(powers, bits, sizeof(powers));
    return powers[0] * powers[1];
  }

 private:
  // The table of start vertices can name this many vertices. Of a larger ring it names every
  // StartStride()-th one.
  static constexpr int kStartCount = 256;
  int StartStride() const { return (size_ + kStartCount - 1) / kStartCount; }

  // How many vertices are repeated on each side of a ring on the heap, for windows.
  static constexpr int kHeapPadding = 2;
  size_t heap_count() const { return static_cast<size_t>(size_) + 2 * kHeapPadding; }

  // The vertex before the first, the vertices, the one after the last.
  const Vec2* inline_ring() const { return ring_or_starts_.ring; }

  // REQUIRES: nothing is on the heap.
  void SetVertices(absl::Span<const Vec2> vertices);
  void Copy(const PaddedRing& other);
  void Take(PaddedRing* other);
  void Deallocate();

  void ComputeConvexityMargin();
  void ComputeStartVertices();

  int32_t size_;
  // The margin, rounded down to a power of two, is 2 to this number: subnormal ones keep their own
  // exponents.
  int32_t convexity_exponent_;
  // If the vertices are on the heap, where they are; otherwise the table of start vertices, four
  // bits each.
  union {
    Vec2* heap;
    uint64_t inline_starts;
  } heap_or_starts_;
  // If the vertices are on the heap, the table of start vertices, a byte each; otherwise the padded
  // ring.
  union RingOrStarts {
    RingOrStarts() {}
    Vec2 ring[kInlineSize + 2];
    uint8_t starts[kDirectionSectorCount];
  } ring_or_starts_;

  static_assert(kDirectionSectorCount == 16, "16 entries of four bits fill inline_starts");
};

}  // namespace collision2d::internal
