#include "collision2d/geometry/padded_ring.h"

#include <limits>
#include <new>

#include "collision2d/geometry/orientation.h"

namespace collision2d::internal {
namespace {

// Two to this number is 0: no margin.
constexpr int kNoMargin = -1100;

}  // namespace

PaddedRing::PaddedRing(absl::Span<const Vec2> vertices) { SetVertices(vertices); }

PaddedRing::PaddedRing(const PaddedRing& other) { Copy(other); }

PaddedRing& PaddedRing::operator=(const PaddedRing& other) {
  if (this == &other) return *this;
  Deallocate();
  Copy(other);
  return *this;
}

PaddedRing::PaddedRing(PaddedRing&& other) noexcept { Take(&other); }

PaddedRing& PaddedRing::operator=(PaddedRing&& other) noexcept {
  if (this == &other) return *this;
  Deallocate();
  Take(&other);
  return *this;
}

void PaddedRing::SetVertices(absl::Span<const Vec2> vertices) {
  size_ = static_cast<int>(vertices.size());
  Vec2* ring;
  int padding;
  if (size_ <= kInlineSize) {
    padding = 1;
    ring = new (ring_or_starts_.ring) Vec2[kInlineSize + 2] + padding;
  } else {
    padding = kHeapPadding;
    // Not aligned to cache lines: five vertices of a window are in two lines anyway, and the gaps
    // that aligned blocks leave in the heap take a third of a cache.
    ring = new Vec2[heap_count()] + padding;
    heap_or_starts_.heap = ring;
  }
  for (int k = -padding; k < size_ + padding; ++k) ring[k] = vertices[static_cast<size_t>((k + 2 * size_) % size_)];
  ComputeConvexityMargin();
  ComputeStartVertices();
}

void PaddedRing::Copy(const PaddedRing& other) {
  size_ = other.size_;
  convexity_exponent_ = other.convexity_exponent_;
  heap_or_starts_ = other.heap_or_starts_;
  ring_or_starts_ = other.ring_or_starts_;
  if (size_ > kInlineSize) {
    Vec2* const begin = new Vec2[heap_count()];
    std::copy_n(other.heap_or_starts_.heap - kHeapPadding, heap_count(), begin);
    heap_or_starts_.heap = begin + kHeapPadding;
  }
}

void PaddedRing::Take(PaddedRing* other) {
  size_ = other->size_;
  convexity_exponent_ = other->convexity_exponent_;
  heap_or_starts_ = other->heap_or_starts_;
  ring_or_starts_ = other->ring_or_starts_;
  const Vec2 origin;
  other->SetVertices({&origin, 1});
}

void PaddedRing::Deallocate() {
  if (size_ > kInlineSize) delete[](heap_or_starts_.heap - kHeapPadding);
}

// Covers the rounding of lengths. Proof: margin.
constexpr double kMarginRoundDown = 1.0 - 0x1p-20;

// If every coordinate moves by at most e, an edge changes by a vector of at most 2 sqrt(2) e, and
// the cross product of the edges arriving at a corner and leaving it by that times the sum of their
// lengths, plus 8 e^2: it stays positive if e is below a quarter of the cross product over that
// sum, which is at most a quarter of the sum. While all corners turn left during a continuous
// motion, the ring still goes around once.
void PaddedRing::ComputeConvexityMargin() {
  const Vec2* const ring = vertices();
  double margin_m = std::numeric_limits<double>::max();
  for (int i = 0; size_ > 2 && i < size_; ++i) {
    const Vec2 arriving = ring[i] - ring[i - 1];
    const Vec2 leaving = ring[i + 1] - ring[i];
    const double lengths_m = Norm(arriving) + Norm(leaving);
    // Divided by one of the lengths first, so that the product does not underflow. Its error is 4 u
    // of the product of the lengths, which is at most a quarter of the square of their sum.
    const double cross_m = Cross(Normalized(arriving), leaving) * (Norm(arriving) / lengths_m);
    margin_m = std::min(margin_m, cross_m - 2.0 * kUnitRoundoff * lengths_m);
  }
  if (size_ == 2) margin_m = Norm(ring[1] - ring[0]);
  // 16 units of the smallest number cover the rounding of subnormal lengths.
  margin_m = kMarginRoundDown * margin_m - 16.0 * std::numeric_limits<double>::denorm_min();
  convexity_exponent_ = margin_m > 0.0 ? std::ilogb(margin_m) : kNoMargin;
}

void PaddedRing::ComputeStartVertices() {
  const Vec2* const ring = vertices();
  if (size_ <= kInlineSize) heap_or_starts_.inline_starts = 0;
  if (size_ == 1) return;
  int at = 0;
  const Vec2 first = kSectorMiddle[kSectorsCounterClockwise[0]];
  for (int i = 1; i < size_; ++i) {
    if (Dot(first, ring[i] - ring[at]) > 0.0) at = i;
  }
  // Corrected edge by edge, since the search above cannot tell the vertices of a short edge apart.
  for (int steps = 0; steps < size_ && Dot(first, ring[at] - ring[at - 1]) < 0.0; ++steps) {
    at = at == 0 ? size_ - 1 : at - 1;
  }
  // While the direction turns once around, the vertex goes once around the ring, in the same sense.
  for (const int sector : kSectorsCounterClockwise) {
    for (int steps = 0; steps < size_ && Dot(kSectorMiddle[sector], ring[at + 1] - ring[at]) > 0.0; ++steps) {
      at = at + 1 == size_ ? 0 : at + 1;
    }
    if (size_ <= kInlineSize) {
      heap_or_starts_.inline_starts |= static_cast<uint64_t>(at) << (4 * sector);
    } else {
      ring_or_starts_.starts[sector] = static_cast<uint8_t>(at / StartStride());
    }
  }
}

}  // namespace collision2d::internal
