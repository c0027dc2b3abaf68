#pragma once

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <vector>

#include "absl/types/span.h"
#include "collision2d/code_generation.h"

namespace collision2d::internal {

// A word whose lowest `count` bits are set; all of them for 64 and more.
inline uint64_t LowBits(int count) { return count >= 64 ? ~uint64_t{0} : (uint64_t{1} << count) - 1; }

// Which cells of a window are occupied, a bit for each, and how near the nearest occupied cell of
// each is: the gap field.
//
// The gap of a cell is the least distance, in cells, between its closed square and an occupied one,
// at most reach(). The field stores floor(8 gap) in tiles of 64 x 64 cells, which are computed when
// they are first read: memory that nothing reads is never touched. Any number of threads may read;
// two that compute one tile at once write the same bytes.
//
// Storage is a torus, larger than the window by `reach` cells, which are free: a window moves by an
// offset, and neighbours on the torus are neighbours in the plane.
class CellIndex {
 public:
  static constexpr int kTile = 64;
  static constexpr int kMaxReach = 30;
  // Units of the field in a cell.
  static constexpr int kEighths = 8;

  // The most tiles, 2^31 cells: kernels number cells by 32 bits.
  static constexpr double kMaxTiles = 0x1p19;

  // How many tiles store a window; a narrow one takes whole tiles too. Also for numbers of cells
  // that are no int.
  static double TilesOf(double width, double height, int reach);

  CellIndex() = default;
  // All cells are free.
  // REQUIRES: width and height are positive; 1 <= reach <= kMaxReach; at most kMaxTiles.
  CellIndex(int width, int height, int reach);

  int width() const { return width_; }
  int height() const { return height_; }
  int reach() const { return reach_; }
  size_t memory_bytes() const;

  // Sets `count` <= 64 cells of a row of the window, from `column` on, to the lowest bits.
  // Refresh must follow.
  void SetBits(int row, int column, int count, uint64_t bits);

  // Recomputes the field around a box of the window whose cells have changed.
  void Refresh(int row, int column, int rows, int columns);

  // Moves the window by so many rows and columns. Cells that enter are free.
  void Move(int64_t rows, int64_t columns);

  // Returns the 64 cells of a row of the window from `column` on. What is beyond the window is
  // unspecified.
  uint64_t Bits(int row, int column) const {
    const int stored = Wrapped(column + column_offset_, stored_columns());
    const int stored_row = Wrapped(row + row_offset_, stored_rows());
    const uint64_t* const words = &bits_[static_cast<size_t>(stored_row) * static_cast<size_t>(words_ + 1)];
    const int word = stored / 64;
    const int shift = stored % 64;
    return words[word] >> shift | (words[word + 1] << 1) << (63 - shift);
  }

  // How kernels find a cell in the field: wrap column + column_offset and row + row_offset, and
  // read place (column / 64 * stored_rows + row) * 64 + column % 64.
  struct Layout {
    int width, height;
    int column_offset, row_offset;
    int stored_columns, stored_rows;
    int words;  // 64-bit words of a stored row; the last one repeats the first.
    const uint64_t* bits;

    // The 64 cells from the first one of byte `byte` of the stored rows on.
    uint64_t BitsFrom(uint32_t byte) const {
      if constexpr (kIsLittleEndian) {
        uint64_t word;
        std::memcpy(&word, reinterpret_cast<const unsigned char*>(bits) + byte, sizeof(word));
        return word;
      }
      const uint64_t* const from = bits + byte / 8;
      const uint32_t shift = byte % 8 * 8;
      return from[0] >> shift | (from[1] << 1) << (63 - shift);
    }
  };
  Layout layout() const {
    return {width_, height_, column_offset_, row_offset_, stored_columns(), stored_rows(), words_ + 1, bits_.data()};
  }

  // Returns one more than floor(8 gap) at a place, at most 8 reach() + 1, if it has been computed;
  // otherwise 0.
  uint32_t ByteAt(uint32_t place) const { return field_[place].load(std::memory_order_relaxed); }
  // Computes the place's tile if need be.
  void ComputeAt(uint32_t place) const;

 private:
  struct Free {
    void operator()(void* memory) const { std::free(memory); }
  };

  static int Wrapped(int k, int size) { return k >= size ? k - size : k; }
  int stored_columns() const { return 64 * words_; }
  int stored_rows() const { return kTile * tile_rows_; }

  uint32_t PlaceOf(int stored_row, int stored_column) const {
    return static_cast<uint32_t>((stored_column / kTile * stored_rows() + stored_row) * kTile + stored_column % kTile);
  }

  // Computes a box of the stored field that is within one tile.
  void Compute(int row, int column, int rows, int columns) const;
  void ClearBox(int row, int column, int rows, int columns);

  int width_ = 0;
  int height_ = 0;
  int reach_ = 1;
  int words_ = 0;  // Of a stored row, without the repeated one; and the tiles beside each other.
  int tile_rows_ = 0;
  int column_offset_ = 0;  // Where the window's first row and column are stored.
  int row_offset_ = 0;
  std::vector<uint64_t> bits_;
  // One more than floor(8 gap) of each cell; 0: not computed. Zeroed by calloc, which leaves pages
  // untouched.
  std::unique_ptr<std::atomic<uint8_t>[], Free> field_;
};

// Writes the bits of up to 64 values to the lowest bits: whether first <= value <= last.
uint64_t PackRange(const uint8_t* values, int count, uint8_t first, uint8_t last);

}  // namespace collision2d::internal
