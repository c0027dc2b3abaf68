#include "collision2d/batch/index/cell_index.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <limits>
#include <new>

#include "collision2d/code_generation.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "collision2d/batch/index/cell_index.cc"
#include "hwy/foreach_target.h"
// After foreach_target.h.
#include "hwy/highway.h"

#ifndef COLLISION2D_BATCH_INDEX_GAP_BOX
#define COLLISION2D_BATCH_INDEX_GAP_BOX
namespace collision2d::internal {

// Values that are packed together at most.
inline constexpr int kPacked = 32;

// Part of a tile and the cells within reach of it.
struct GapBox {
  static constexpr int kWords = 2;
  static constexpr int kSpan = 64 * kWords;  // At least kTile + 2 kMaxReach.

  int rows;  // Of the part.
  int columns;
  int reach;
  uint64_t bits[kSpan][kWords];  // From the cell `reach` rows above and columns to the left on.
};

}  // namespace collision2d::internal
#endif

HWY_BEFORE_NAMESPACE();
namespace collision2d::internal::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// REQUIRES: kPacked <= count <= 64.
uint64_t Pack(const uint8_t* values, int count, uint8_t first, uint8_t last) {
  const hn::CappedTag<uint8_t, kPacked> d;
  constexpr int kLanes = hn::MaxLanes(d);
  const auto span = hn::Set(d, static_cast<uint8_t>(last - first));
  uint64_t bits = 0;
  for (int i = 0; i < count; i += kLanes) {
    // The last vector ends with the last value.
    const int from = std::min(i, count - kLanes);
    const auto above = hn::Sub(hn::LoadU(d, values + from), hn::Set(d, first));
    uint8_t bytes[8] = {};
    hn::StoreMaskBits(d, hn::Eq(hn::Min(above, span), above), bytes);
    uint64_t word;
    std::memcpy(&word, bytes, sizeof(word));
    bits |= SwapUnlessLittleEndian(word) << from;
  }
  return bits;
}

// Rows of cells to the next occupied cell of the same column, above or below; 255: none.
HWY_INLINE void CountRows(const GapBox& box, uint8_t (*distance)[GapBox::kSpan]) {
  const hn::CappedTag<uint8_t, 64> d;
  const auto one = hn::Set(d, 1);
  const int rows = box.rows + 2 * box.reach;
  for (int c = 0; c < GapBox::kSpan; c += static_cast<int>(hn::Lanes(d))) {
    auto above = hn::Set(d, 255);
    for (int r = 0; r < rows; ++r) {
      uint8_t bits[8];
      const uint64_t word = SwapUnlessLittleEndian(box.bits[r][c / 64] >> c % 64);
      std::memcpy(bits, &word, sizeof(bits));
      above = hn::IfThenZeroElse(hn::LoadMaskBits(d, bits), hn::SaturatedAdd(above, one));
      hn::Store(above, d, distance[r] + c);
    }
    auto below = hn::Set(d, 255);
    for (int r = rows - 1; r >= 0; --r) {
      below = hn::Min(hn::Load(d, distance[r] + c), hn::SaturatedAdd(below, one));
      hn::Store(below, d, distance[r] + c);
    }
  }
}

// squares[c]: the least squared gap of the cells of a row of the part, capped.
HWY_INLINE void LeastSquares(const GapBox& box, const uint8_t* distance, uint16_t* squares) {
  const hn::CappedTag<uint16_t, 32> d;
  const hn::Rebind<uint8_t, decltype(d)> d8;
  alignas(64) uint16_t vertical[GapBox::kSpan];
  const auto one = hn::Set(d8, 1);
  const auto cap = hn::Set(d8, static_cast<uint8_t>(box.reach));
  for (int c = 0; c < GapBox::kSpan; c += static_cast<int>(hn::Lanes(d))) {
    const auto rows = hn::Load(d8, distance + c);
    const auto gap = hn::PromoteTo(d, hn::Min(hn::Sub(hn::Max(rows, one), one), cap));
    hn::Store(hn::Mul(gap, gap), d, vertical + c);
  }
  for (int c = 0; c < box.columns; c += static_cast<int>(hn::Lanes(d))) {
    const uint16_t* const middle = vertical + c + box.reach;
    auto least = hn::Min(hn::Set(d, static_cast<uint16_t>(box.reach * box.reach)), hn::LoadU(d, middle));
    for (int k = 1, square = 0; k <= box.reach; square += 2 * k - 1, ++k) {
      const auto nearer = hn::Min(hn::LoadU(d, middle - k), hn::LoadU(d, middle + k));
      least = hn::Min(least, hn::Add(nearer, hn::Set(d, static_cast<uint16_t>(square))));
    }
    hn::Store(least, d, squares + c);
  }
}

// Rows of `field` have kTile cells.
void FillGaps(const GapBox& box, const uint8_t* eighths_of_square, std::atomic<uint8_t>* field) {
  alignas(64) uint8_t distance[GapBox::kSpan][GapBox::kSpan];
  CountRows(box, distance);
  for (int r = 0; r < box.rows; ++r, field += CellIndex::kTile) {
    alignas(64) uint16_t squares[CellIndex::kTile];
    LeastSquares(box, distance[r + box.reach], squares);
    for (int c = 0; c < box.columns; ++c) field[c].store(eighths_of_square[squares[c]], std::memory_order_relaxed);
  }
}

}  // namespace collision2d::internal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace collision2d::internal {
namespace {

HWY_EXPORT(Pack);
HWY_EXPORT(FillGaps);

static_assert(CellIndex::kTile + 2 * CellIndex::kMaxReach <= GapBox::kSpan);
static_assert(CellIndex::kEighths * CellIndex::kMaxReach + 1 <= 255);
static_assert(std::atomic<uint8_t>::is_always_lock_free && sizeof(std::atomic<uint8_t>) == 1);

using EighthsTable = std::array<uint8_t, CellIndex::kMaxReach * CellIndex::kMaxReach + 1>;

// Indexed by the square of a gap: one more than the eighths of the gap, rounded down.
const EighthsTable& EighthsOfSquare() {
  static const EighthsTable table = [] {
    EighthsTable eighths;
    int root = 0;
    for (int square = 0; square < static_cast<int>(eighths.size()); ++square) {
      while ((root + 1) * (root + 1) <= CellIndex::kEighths * CellIndex::kEighths * square) ++root;
      eighths[square] = static_cast<uint8_t>(root + 1);
    }
    return eighths;
  }();
  return table;
}

int Modulo(int64_t k, int size) { return static_cast<int>((k % size + size) % size); }

}  // namespace

uint64_t PackRange(const uint8_t* values, int count, uint8_t first, uint8_t last) {
  if (count >= kPacked) return HWY_DYNAMIC_DISPATCH(Pack)(values, count, first, last);
  uint8_t copy[kPacked] = {};
  std::memcpy(copy, values, static_cast<size_t>(count));
  return HWY_DYNAMIC_DISPATCH(Pack)(copy, kPacked, first, last) & LowBits(count);
}

double CellIndex::TilesOf(double width, double height, int reach) {
  const auto tiles = [&](double cells) { return std::floor((cells + reach - 1.0) / kTile) + 1.0; };
  return tiles(width) * tiles(height);
}

CellIndex::CellIndex(int width, int height, int reach)
    : width_(width),
      height_(height),
      reach_(reach),
      words_((width + reach - 1) / 64 + 1),
      tile_rows_((height + reach - 1) / kTile + 1),
      bits_(static_cast<size_t>(words_ + 1) * static_cast<size_t>(stored_rows())) {
  const size_t bytes = static_cast<size_t>(stored_columns()) * static_cast<size_t>(stored_rows());
  void* field = std::calloc(bytes, 1);
  // Fails as a vector that finds no memory does.
  if (field == nullptr) field = ::operator new(std::numeric_limits<ptrdiff_t>::max());
  field_.reset(static_cast<std::atomic<uint8_t>*>(field));
}

size_t CellIndex::memory_bytes() const {
  const size_t cells = static_cast<size_t>(stored_columns()) * static_cast<size_t>(stored_rows());
  return sizeof(*this) + bits_.capacity() * sizeof(uint64_t) + cells;
}

void CellIndex::SetBits(int row, int column, int count, uint64_t bits) {
  const int stored = Wrapped(column + column_offset_, stored_columns());
  uint64_t* const words = &bits_[static_cast<size_t>(Wrapped(row + row_offset_, stored_rows())) * (words_ + 1)];
  const int word = stored / 64;
  const int shift = stored % 64;
  const uint64_t changed = LowBits(count);
  words[word] = (words[word] & ~(changed << shift)) | (bits & changed) << shift;
  if (shift + count > 64) {
    uint64_t& next = words[word + 1 == words_ ? 0 : word + 1];
    const uint64_t rest = changed >> (64 - shift);
    next = (next & ~rest) | ((bits & changed) >> (64 - shift));
  }
  if (word == 0 || shift + count > 64) words[words_] = words[0];
}

void CellIndex::Refresh(int row, int column, int rows, int columns) {
  // All of the torus is computed at most once.
  const int height = std::min(rows + 2 * reach_, stored_rows());
  const int width = std::min(columns + 2 * reach_, stored_columns());
  const int top = Modulo(int64_t{row} + row_offset_ - reach_, stored_rows());
  const int left = Modulo(int64_t{column} + column_offset_ - reach_, stored_columns());
  for (int r = 0; r < height;) {
    const int stored_row = Wrapped(top + r, stored_rows());
    const int row_count = std::min(height - r, kTile - stored_row % kTile);
    for (int c = 0; c < width;) {
      const int stored_column = Wrapped(left + c, stored_columns());
      const int column_count = std::min(width - c, kTile - stored_column % kTile);
      // Tiles are computed as a whole: each byte says whether this one was.
      if (ByteAt(PlaceOf(stored_row, stored_column)) != 0) Compute(stored_row, stored_column, row_count, column_count);
      c += column_count;
    }
    r += row_count;
  }
}

void CellIndex::Move(int64_t rows, int64_t columns) {
  const int left_rows = static_cast<int>(std::min<int64_t>(std::abs(rows), height_));
  const int left_columns = static_cast<int>(std::min<int64_t>(std::abs(columns), width_));
  ClearBox(rows > 0 ? 0 : height_ - left_rows, 0, left_rows, width_);
  ClearBox(0, columns > 0 ? 0 : width_ - left_columns, height_, left_columns);
  row_offset_ = Modulo(row_offset_ + rows, stored_rows());
  column_offset_ = Modulo(column_offset_ + columns, stored_columns());
}

void CellIndex::ClearBox(int row, int column, int rows, int columns) {
  if (rows == 0 || columns == 0) return;
  for (int r = row; r < row + rows; ++r) {
    for (int c = column; c < column + columns; c += 64) SetBits(r, c, std::min(64, column + columns - c), 0);
  }
  Refresh(row, column, rows, columns);
}

void CellIndex::ComputeAt(uint32_t place) const {
  if (ByteAt(place) != 0) return;
  const auto strip = static_cast<int>(place / kTile) / stored_rows();
  const int row = static_cast<int>(place / kTile) % stored_rows();
  Compute(row / kTile * kTile, strip * kTile, kTile, kTile);
}

void CellIndex::Compute(int row, int column, int rows, int columns) const {
  GapBox box = {rows, columns, reach_, {}};
  const int left = Modulo(int64_t{column} - reach_, stored_columns());
  for (int r = 0; r < rows + 2 * reach_; ++r) {
    const uint64_t* const words =
        &bits_[static_cast<size_t>(Modulo(int64_t{row} + r - reach_, stored_rows())) * (words_ + 1)];
    for (int w = 0; w < GapBox::kWords; ++w) {
      const int first = (left / 64 + w) % words_;
      box.bits[r][w] = words[first] >> left % 64 | (words[first + 1] << 1) << (63 - left % 64);
    }
  }
  HWY_DYNAMIC_DISPATCH(FillGaps)(box, EighthsOfSquare().data(), &field_[PlaceOf(row, column)]);
}

}  // namespace collision2d::internal
#endif  // HWY_ONCE
