#include "planner_adapter/replay_tool/shrink_message.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include "google/protobuf/descriptor.h"

namespace collision2d::planner {
namespace {

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using google::protobuf::Reflection;

// Decimals to which a number is shortened, the fewest first.
constexpr int kDecimals[] = {0, 1, 2, 3, 6};

class Shrinker {
 public:
  Shrinker(Message& root, const std::function<bool()>& keeps) : root_(root), keeps_(keeps) {}

  void Run() {
    do {
      changed_ = false;
      Shrink(root_);
    } while (changed_);
  }

 private:
  // Tries what was done to `message`, of which `before` is a copy: keeps it, or takes it back.
  bool Try(Message& message, const Message& before) {
    if (keeps_()) {
      changed_ = true;
      return true;
    }
    message.CopyFrom(before);
    return false;
  }

  static std::unique_ptr<Message> CopyOf(const Message& message) {
    std::unique_ptr<Message> copy(message.New());
    copy->CopyFrom(message);
    return copy;
  }

  void Shrink(Message& message) {
    const Reflection& reflection = *message.GetReflection();
    std::vector<const FieldDescriptor*> fields;
    reflection.ListFields(message, &fields);
    for (const FieldDescriptor* field : fields) {
      if (field->is_repeated()) {
        DropElements(message, *field);
      } else {
        const std::unique_ptr<Message> before = CopyOf(message);
        reflection.ClearField(&message, field);
        if (Try(message, *before)) continue;
      }
      ShrinkInside(message, *field);
    }
  }

  // Drops runs of elements of a list: half of it, then shorter ones.
  void DropElements(Message& message, const FieldDescriptor& field) {
    const Reflection& reflection = *message.GetReflection();
    for (int length = reflection.FieldSize(message, &field); length > 0; length /= 2) {
      for (int begin = 0; begin < reflection.FieldSize(message, &field);) {
        const std::unique_ptr<Message> before = CopyOf(message);
        const int size = reflection.FieldSize(message, &field);
        const int end = std::min(begin + length, size);
        for (int i = end; i < size; ++i) reflection.SwapElements(&message, &field, begin + i - end, i);
        for (int i = begin; i < end; ++i) reflection.RemoveLast(&message, &field);
        if (!Try(message, *before)) begin = end;
      }
    }
  }

  // Shrinks what the field holds.
  void ShrinkInside(Message& message, const FieldDescriptor& field) {
    const Reflection& reflection = *message.GetReflection();
    if (field.cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE) {
      if (!field.is_repeated()) return Shrink(*reflection.MutableMessage(&message, &field));
      for (int i = 0; i < reflection.FieldSize(message, &field); ++i) {
        Shrink(*reflection.MutableRepeatedMessage(&message, &field, i));
      }
    }
    if (field.cpp_type() == FieldDescriptor::CPPTYPE_DOUBLE && !field.is_repeated()) Shorten(message, field);
  }

  void Shorten(Message& message, const FieldDescriptor& field) {
    const Reflection& reflection = *message.GetReflection();
    const double value = reflection.GetDouble(message, &field);
    for (const int decimals : kDecimals) {
      const double scale = std::pow(10.0, decimals);
      const double shorter = std::round(value * scale) / scale;
      if (shorter == value || !std::isfinite(shorter)) return;
      const std::unique_ptr<Message> before = CopyOf(message);
      reflection.SetDouble(&message, &field, shorter);
      if (Try(message, *before)) return;
    }
  }

  Message& root_;
  const std::function<bool()>& keeps_;
  bool changed_ = false;
};

}  // namespace

void ShrinkMessage(Message& message, const std::function<bool()>& keeps) { Shrinker(message, keeps).Run(); }

}  // namespace collision2d::planner
