#ifndef COLLISION2D_QUERY_STAGES_SELECT_H_
#define COLLISION2D_QUERY_STAGES_SELECT_H_

#include <cstdint>

namespace collision2d::internal {

// Choices that are unpredictable from pair to pair, computed without a branch: a conditional expression is often compiled
// to one, and a mispredicted branch costs as much as 40 operations.

// condition ? yes : no.
constexpr int Select(bool condition, int yes, int no) { return no ^ ((yes ^ no) & -static_cast<int>(condition)); }

template <typename T>
const T* Select(bool condition, const T* yes, const T* no) {
  const auto yes_bits = reinterpret_cast<uintptr_t>(yes);
  const auto no_bits = reinterpret_cast<uintptr_t>(no);
  return reinterpret_cast<const T*>(no_bits ^ ((yes_bits ^ no_bits) & -static_cast<uintptr_t>(condition)));
}

// condition ? 1 : -1.
constexpr int Sign(bool condition) { return 2 * static_cast<int>(condition) - 1; }

}  // namespace collision2d::internal

#endif  // COLLISION2D_QUERY_STAGES_SELECT_H_
