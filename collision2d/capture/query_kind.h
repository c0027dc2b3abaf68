#pragma once

#include <cstdint>

#include "absl/strings/string_view.h"

namespace collision2d {

// The queries that are recorded, each of one shape a and one shape b. The values are those of the
// file format.
enum class QueryKind : uint8_t {
  // Pairs: a_from_b unless they are in one frame.
  kCollides = 1,
  kDistance = 2,
  kDistanceWithin = 3,      // Number: limit_m.
  kSeparation = 4,          // ComputeSeparation.
  kSeparationGradient = 5,  // ComputeSeparationGradient. Number: 0 if a moves, 1 if b does.
  // Motions: two poses each, as Motion::Between: those of a, then those of b. Numbers: start_s,
  // end_s, then time_tolerance_s and contact_tolerance_m, or tolerance_m.
  kTimeOfImpact = 6,
  kIsMotionFree = 7,
  kMinimumDistanceOverMotion = 8,
  // 16 to 24 were rows of batch calls.
};

constexpr bool IsMotion(QueryKind kind) { return kind >= QueryKind::kTimeOfImpact; }

// Describes a kind of query: the name of its function, and the names of its numbers and of the
// words of its answer, separated by spaces.
struct QueryForm {
  QueryKind kind;
  absl::string_view name;
  absl::string_view numbers;
  absl::string_view words;
};

inline constexpr QueryForm kQueryForms[] = {
    {QueryKind::kCollides, "Collides", "", "answer"},
    {QueryKind::kDistance, "Distance", "", "distance_m"},
    {QueryKind::kDistanceWithin, "DistanceWithin", "limit_m", "answer"},
    {QueryKind::kSeparation, "ComputeSeparation", "",
     "signed_distance_m witness_a.x witness_a.y witness_b.x witness_b.y direction.x direction.y status"},
    {QueryKind::kSeparationGradient, "ComputeSeparationGradient", "moving",
     "signed_distance_m witness_a.x witness_a.y witness_b.x witness_b.y direction.x direction.y status "
     "translation.x translation.y yaw_m_per_rad yaw_left_m_per_rad yaw_right_m_per_rad yaw_low_m_per_rad "
     "yaw_high_m_per_rad is_smooth"},
    {QueryKind::kTimeOfImpact, "TimeOfImpact", "start_s end_s time_tolerance_s contact_tolerance_m",
     "verdict free_until_s contact_by_s reached_limit"},
    {QueryKind::kIsMotionFree, "IsMotionFree", "start_s end_s time_tolerance_s contact_tolerance_m", "answer"},
    {QueryKind::kMinimumDistanceOverMotion, "MinimumDistanceOverMotion", "start_s end_s tolerance_m",
     "lower_m upper_m time_s reached_limit"},
};

// Returns null for a value that is none of the above.
constexpr const QueryForm* FormOf(QueryKind kind) {
  for (const QueryForm& form : kQueryForms) {
    if (form.kind == kind) return &form;
  }
  return nullptr;
}

// Returns the name of the query's function; null for a value that is none of the above.
constexpr const char* Name(QueryKind kind) {
  const QueryForm* const form = FormOf(kind);
  return form == nullptr ? nullptr : form->name.data();
}

// Why a query was recorded: a set of bits.
using CaptureTriggers = uint8_t;
// The answer is safe, but not proven: a loop reached its bound, a motion is a graze, or a pose is
// not finite.
inline constexpr CaptureTriggers kUndecidedTrigger = 1;
// The query reached the work or time threshold set in the options.
inline constexpr CaptureTriggers kSlowTrigger = 2;
// The query needed its last stage: exact arithmetic, or twice the precision.
inline constexpr CaptureTriggers kExactTrigger = 4;
// The query was sampled: one in N.
inline constexpr CaptureTriggers kSampledTrigger = 8;
inline constexpr CaptureTriggers kAllTriggers = 15;

// Which pair queries are recorded.
struct CaptureOptions {
  // Triggers that are not in this set are ignored.
  CaptureTriggers triggers = kAllTriggers;
  // A pair query is slow if WorkOf() is at least this; a motion query if it examined at least this
  // many instants. Unlike a time, work is the same in every run; stages of constant time add
  // nothing to it.
  int64_t slow_work = 1000;
  // One query in this many is recorded whatever it did: the Nth, the 2 Nth, ... of a recorder. 0:
  // no query is sampled.
  int64_t sample_every = 0;
};

}  // namespace collision2d
