#include "collision2d/capture/tool/answer_names.h"

#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "collision2d/capture/little_endian.h"

namespace collision2d {
namespace {

std::vector<std::string> SeparationNames() {
  return {"signed_distance_m", "witness_a.x", "witness_a.y", "witness_b.x",
          "witness_b.y",       "direction.x", "direction.y", "status"};
}

std::vector<std::string> Names(QueryKind kind) {
  std::vector<std::string> names;
  switch (kind) {
    case QueryKind::kCollides:
    case QueryKind::kDistanceWithin:
    case QueryKind::kFreeMotion:
      return {"answer"};
    case QueryKind::kDistance:
      return {"distance_m"};
    case QueryKind::kSeparation:
      return SeparationNames();
    case QueryKind::kSeparationGradient:
      names = SeparationNames();
      for (const char* name : {"translation.x", "translation.y", "yaw_m_per_rad", "yaw_left_m_per_rad",
                               "yaw_right_m_per_rad", "yaw_low_m_per_rad", "yaw_high_m_per_rad", "is_smooth"}) {
        names.push_back(name);
      }
      return names;
    case QueryKind::kTimeOfImpact:
      return {"verdict", "free_until_s", "contact_by_s", "reached_cap"};
    case QueryKind::kMinimumDistanceOverMotion:
      return {"lower_m", "upper_m", "time_s", "reached_cap"};
    case QueryKind::kAnyHit:
      return {"any_hit"};
    case QueryKind::kFirstHit:
      return {"obstacle", "body_shape"};
    case QueryKind::kCountHits:
      return {"hit_count"};
    case QueryKind::kMinimumDistance:
      return {"distance_m", "obstacle", "body_shape"};
    case QueryKind::kMinimumSeparation:
      names = SeparationNames();
      names.insert(names.end(), {"obstacle", "body_shape"});
      return names;
    case QueryKind::kCollisionMask:
    case QueryKind::kDistancesWithin:
    case QueryKind::kAllDistances:
      break;
  }
  return {};
}

// By the unit, or as a coordinate.
bool IsDouble(const std::string& name) {
  return absl::EndsWith(name, "_m") || absl::StartsWith(name, "distance_m[") || absl::EndsWith(name, "_s") ||
         absl::EndsWith(name, "_m_per_rad") || absl::StrContains(name, '.');
}

}  // namespace

std::string AnswerWordName(QueryKind kind, size_t i) {
  const std::vector<std::string> names = Names(kind);
  if (i < names.size()) return names[i];
  return absl::StrCat(kind == QueryKind::kAllDistances ? "distance_m" : "mask", "[", i, "]");
}

std::string AnswerWordText(QueryKind kind, size_t i, uint64_t word) {
  if (!IsDouble(AnswerWordName(kind, i))) return absl::StrFormat("%d (0x%016x)", static_cast<int64_t>(word), word);
  const double value = internal::DoubleOf(word);
  return absl::StrFormat("%a (%.17g, 0x%016x)", value, value, word);
}

std::string TriggerNames(CaptureTriggers triggers) {
  std::vector<std::string> names;
  if ((triggers & kUndecidedTrigger) != 0) names.push_back("undecided");
  if ((triggers & kSlowTrigger) != 0) names.push_back("slow");
  if ((triggers & kExactTrigger) != 0) names.push_back("exact");
  if ((triggers & kSampledTrigger) != 0) names.push_back("sampled");
  return absl::StrJoin(names, ", ");
}

}  // namespace collision2d
