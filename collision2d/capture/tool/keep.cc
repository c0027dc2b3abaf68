#include "collision2d/capture/tool/keep.h"

#include "absl/strings/str_cat.h"
#include "collision2d/capture/query_kind.h"
#include "collision2d/capture/tool/exact_judge.h"

namespace collision2d {

absl::StatusOr<Keep> KeepFromText(absl::string_view text) {
  for (const Keep keep : {Keep::kWrong, Keep::kSlow, Keep::kUndecided, Keep::kExact}) {
    if (text == Name(keep)) return keep;
  }
  return absl::InvalidArgumentError(absl::StrCat("--keep: '", text, "' is none of wrong, slow, undecided and exact"));
}

const char* Name(Keep keep) {
  switch (keep) {
    case Keep::kWrong:
      return "wrong";
    case Keep::kSlow:
      return "slow";
    case Keep::kUndecided:
      return "undecided";
    case Keep::kExact:
      return "exact";
  }
  return nullptr;
}

bool Holds(Keep keep, int64_t slow_work, const Answerer& answerer, const CapturedQuery& query) {
  const absl::StatusOr<CaptureRecord> record = answerer(query, slow_work);
  if (!record.ok()) return false;
  switch (keep) {
    case Keep::kWrong:
      return IsWrong(*record);
    case Keep::kSlow:
      return (record->triggers & kSlowTrigger) != 0;
    case Keep::kUndecided:
      return (record->triggers & kUndecidedTrigger) != 0;
    case Keep::kExact:
      return (record->triggers & kExactTrigger) != 0;
  }
  return false;
}

}  // namespace collision2d
