#include "planner_adapter/scene/field_path.h"

#include <string>

#include "absl/strings/str_cat.h"

namespace collision2d::planner {

std::string FieldPath::ToString() const {
  if (parent_ == nullptr) return "scene";
  std::string text = parent_->parent_ == nullptr ? std::string(name_) : absl::StrCat(parent_->ToString(), ".", name_);
  if (index_ != kNoIndex) absl::StrAppend(&text, "[", index_, "]");
  return text;
}

}  // namespace collision2d::planner
