#include "replay/tool/shrink_scene.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "collision2d/v1/verdict.pb.h"
#include "google/protobuf/descriptor.h"
#include "planner_adapter/scene/scene_from_proto.h"
#include "planner_adapter/scene/scene_to_proto.h"
#include "replay/cycles/replayed_scene.h"

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

// A scene after the first planning cycle, and how it went.
struct Planned {
  absl::Status status;
  ReplayedCycle cycle;
};

Planned PlanFirstCycle(const v1::Scene& proto_scene, const ReplayOptions& options) {
  Planned planned;
  const absl::StatusOr<Scene> scene = SceneFromProto(proto_scene);
  planned.status = scene.status();
  if (!scene.ok()) return planned;
  planned.status = ReplayCycles(*scene, options, [&planned](ReplayedCycle cycle) {
                     planned.cycle = std::move(cycle);
                     return absl::OkStatus();
                   }).status();
  return planned;
}

// Returns the reason without its numbers, which change while the scene shrinks.
std::string Reason(const absl::Status& status) {
  std::string reason;
  for (const char c : status.message()) {
    if (!absl::ascii_isdigit(static_cast<unsigned char>(c)) && c != '.' && c != '-') reason += c;
  }
  return reason;
}

bool AnyBracket(const v1::SceneVerdicts& verdicts, bool (v1::ContactBracket::*is_so)() const) {
  return std::any_of(verdicts.verdicts().begin(), verdicts.verdicts().end(),
                     [is_so](const v1::Verdict& verdict) { return (verdict.contact_bracket().*is_so)(); });
}

struct NamedProperty {
  const char* name;
  SceneProperty property;
  bool (*holds)(const v1::SceneVerdicts&);
};

// In the order of the enum. A scene that is refused has no verdicts.
constexpr NamedProperty kProperties[] = {
    {"collides", SceneProperty::kCollides, [](const auto& v) { return v.counts().colliding() > 0; }},
    {"free", SceneProperty::kFree, [](const auto& v) { return v.counts().free() > 0; }},
    {"none_free", SceneProperty::kNoneFree,
     [](const auto& v) { return v.counts().candidates() > 0 && v.counts().free() == 0; }},
    {"leaves_road", SceneProperty::kLeavesRoad, [](const auto& v) { return v.counts().leaving_road() > 0; }},
    {"between_instants", SceneProperty::kBetweenInstants,
     [](const auto& v) { return AnyBracket(v, &v1::ContactBracket::between_instants); }},
    {"undecided", SceneProperty::kUndecided,
     [](const auto& v) { return AnyBracket(v, &v1::ContactBracket::is_undecided); }},
    {"refused", SceneProperty::kRefused, [](const auto&) { return false; }},
};

bool HasProperty(const Planned& planned, SceneProperty property, const std::string& refusal) {
  if (property == SceneProperty::kRefused) return !planned.status.ok() && Reason(planned.status) == refusal;
  return planned.status.ok() && kProperties[static_cast<size_t>(property)].holds(planned.cycle.verdicts);
}

// Removes moving obstacles with their predictions, since neither is legal without the other.
void DropMovingObstacles(v1::Scene& scene, const std::function<bool()>& keeps) {
  for (int i = scene.moving_obstacles_size() - 1; i >= 0; --i) {
    const v1::Scene before = scene;
    const std::string id = scene.moving_obstacles(i).id();
    scene.mutable_moving_obstacles()->DeleteSubrange(i, 1);
    auto& predictions = *scene.mutable_predictions();
    predictions.erase(std::remove_if(predictions.begin(), predictions.end(),
                                     [&id](const v1::Prediction& p) { return p.obstacle_id() == id; }),
                      predictions.end());
    if (!keeps()) scene = before;
  }
}

}  // namespace

void ShrinkMessage(Message& message, const std::function<bool()>& keeps) { Shrinker(message, keeps).Run(); }

std::optional<SceneProperty> ScenePropertyOf(absl::string_view name) {
  for (const NamedProperty& known : kProperties) {
    if (name == known.name) return known.property;
  }
  return std::nullopt;
}

absl::StatusOr<v1::Scene> ShrinkScene(v1::Scene scene, SceneProperty property, const ReplayOptions& options) {
  const Planned first = PlanFirstCycle(scene, options);
  const std::string refusal = Reason(first.status);
  if (property != SceneProperty::kRefused && !first.status.ok()) return first.status;
  if (!HasProperty(first, property, refusal)) {
    return absl::NotFoundError("the scene does not have the property to keep");
  }
  const auto keeps = [&] { return HasProperty(PlanFirstCycle(scene, options), property, refusal); };
  if (scene.candidates().empty()) {
    const v1::Scene sampled = scene;
    for (const Candidate& candidate : first.cycle.candidates) {
      internal::CandidateToProto(candidate, scene.add_candidates());
    }
    // Poses in the scene frame are rounded.
    if (!keeps()) scene = sampled;
  }
  DropMovingObstacles(scene, keeps);
  ShrinkMessage(scene, keeps);
  return scene;
}

}  // namespace collision2d::planner
