#ifndef COLLISION2D_CAPTURE_RECORDS_ANSWER_WORDS_H_
#define COLLISION2D_CAPTURE_RECORDS_ANSWER_WORDS_H_

#include <array>
#include <cstdint>

#include "collision2d/capture/records/bytes.h"
#include "collision2d/motion/impact_result.h"
#include "collision2d/motion/minimum_distance.h"
#include "collision2d/query/separation_gradient.h"
#include "collision2d/query/separation_result.h"

// Answers to pair queries as 64-bit words, in the order of the fields: doubles to the bit, integers
// sign-extended. AnswerWordName names them.
namespace collision2d::internal {

inline uint64_t WordOf(int value) { return static_cast<uint64_t>(static_cast<int64_t>(value)); }
inline uint64_t WordOf(SeparationStatus status) { return static_cast<uint64_t>(status); }

inline std::array<uint64_t, 1> WordsOf(bool answer) { return {static_cast<uint64_t>(answer)}; }
inline std::array<uint64_t, 1> WordsOf(int answer) { return {WordOf(answer)}; }
inline std::array<uint64_t, 1> WordsOf(double answer) { return {BitsOf(answer)}; }
inline std::array<uint64_t, 8> WordsOf(const Separation& s) {
  return {BitsOf(s.signed_distance_m), BitsOf(s.witness_a.x), BitsOf(s.witness_a.y), BitsOf(s.witness_b.x),
          BitsOf(s.witness_b.y),       BitsOf(s.direction.x), BitsOf(s.direction.y), WordOf(s.status)};
}

inline std::array<uint64_t, 16> WordsOf(const SeparationGradient& g) {
  const std::array<uint64_t, 8> s = WordsOf(g.separation);
  return {s[0],
          s[1],
          s[2],
          s[3],
          s[4],
          s[5],
          s[6],
          s[7],
          BitsOf(g.translation.x),
          BitsOf(g.translation.y),
          BitsOf(g.yaw_m_per_rad),
          BitsOf(g.yaw_left_m_per_rad),
          BitsOf(g.yaw_right_m_per_rad),
          BitsOf(g.yaw_low_m_per_rad),
          BitsOf(g.yaw_high_m_per_rad),
          static_cast<uint64_t>(g.is_smooth)};
}

// Without the separation, which is unspecified for free motions.
inline std::array<uint64_t, 4> WordsOf(const ImpactResult& impact) {
  return {static_cast<uint64_t>(impact.verdict), BitsOf(impact.free_until_s), BitsOf(impact.contact_by_s),
          static_cast<uint64_t>(impact.reached_cap)};
}

// One shape each: which of them are nearest is no news.
inline std::array<uint64_t, 4> WordsOf(const MotionDistance& least) {
  return {BitsOf(least.lower_m), BitsOf(least.upper_m), BitsOf(least.time_s), static_cast<uint64_t>(least.reached_cap)};
}

}  // namespace collision2d::internal

#endif  // COLLISION2D_CAPTURE_RECORDS_ANSWER_WORDS_H_
