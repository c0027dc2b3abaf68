#ifndef COLLISION2D_PLANNER_ADAPTER_SCENE_FIELD_PATH_H_
#define COLLISION2D_PLANNER_ADAPTER_SCENE_FIELD_PATH_H_

#include <string>

#include "absl/strings/string_view.h"

namespace collision2d::planner {

// The position of a field in a message, for error messages: "static_obstacles[3].shapes[0].polygon". A chain of links
// on the stack, one per level; nothing is allocated until the text is requested.
// A path refers to its parent and to the given names, which must outlive it; a child of a temporary does not compile.
class FieldPath {
 public:
  // The message itself; its text is "scene".
  FieldPath() = default;

  // The singular field `name` of this message.
  FieldPath Field(absl::string_view name) const& { return FieldPath(this, name, kNoIndex); }
  FieldPath Field(absl::string_view name) const&& = delete;

  // Element `index` of the repeated field `name` of this message.
  FieldPath Element(absl::string_view name, int index) const& { return FieldPath(this, name, index); }
  FieldPath Element(absl::string_view name, int index) const&& = delete;

  std::string ToString() const;

 private:
  static constexpr int kNoIndex = -1;

  FieldPath(const FieldPath* parent, absl::string_view name, int index) : parent_(parent), name_(name), index_(index) {}

  const FieldPath* parent_ = nullptr;
  absl::string_view name_;
  int index_ = kNoIndex;
};

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_SCENE_FIELD_PATH_H_
