#ifndef COLLISION2D_CAPTURE_RECORDS_ROW_WORDS_H_
#define COLLISION2D_CAPTURE_RECORDS_ROW_WORDS_H_

#include <array>
#include <cstdint>

#include "collision2d/batch/batch_distance.h"
#include "collision2d/batch/hit.h"
#include "collision2d/capture/records/answer_words.h"
#include "collision2d/capture/records/bytes.h"

// What batch calls answer for a row, as answer_words.h has the answers to pairs.
namespace collision2d::internal {

inline std::array<uint64_t, 2> WordsOf(const Hit& hit) { return {WordOf(hit.obstacle), WordOf(hit.body_shape)}; }
inline std::array<uint64_t, 3> WordsOf(const Nearest& nearest) {
  return {BitsOf(nearest.distance_m), WordOf(nearest.obstacle), WordOf(nearest.body_shape)};
}

inline std::array<uint64_t, 10> WordsOf(const NearestSeparation& nearest) {
  const std::array<uint64_t, 8> s = WordsOf(nearest.separation);
  return {s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7], WordOf(nearest.obstacle), WordOf(nearest.body_shape)};
}

}  // namespace collision2d::internal

#endif  // COLLISION2D_CAPTURE_RECORDS_ROW_WORDS_H_
