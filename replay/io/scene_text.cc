#include "replay/io/scene_text.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "replay/io/parse_message.h"

namespace collision2d::planner {
namespace {

struct RenamedField {
  absl::string_view before;
  absl::string_view now;
};

constexpr RenamedField kRenamed[] = {{"road_border", "road_borders"},
                                     {"lane_boundary", "lane_boundaries"},
                                     {"STOP_LINE", "KIND_STOP_LINE"},
                                     {"TRAFFIC_SIGN", "KIND_TRAFFIC_SIGN"},
                                     {"TRAFFIC_LIGHT", "KIND_TRAFFIC_LIGHT"},
                                     {"SPEED_LIMIT", "KIND_SPEED_LIMIT"},
                                     {"z_m", "z"}};

// Returns the end of the token at `begin`: a name, a string, a comment, or one character.
size_t EndOfToken(absl::string_view text, size_t begin) {
  const auto is_of_name = [](char c) { return c == '_' || absl::ascii_isalnum(static_cast<unsigned char>(c)); };
  const char first = text[begin];
  size_t end = begin + 1;
  if (first == '#') return std::min(text.find('\n', begin), text.size());
  if (first == '"' || first == '\'') {
    while (end < text.size() && text[end] != first) end += text[end] == '\\' ? 2 : 1;
    return std::min(end + 1, text.size());
  }
  if (is_of_name(first)) {
    while (end < text.size() && is_of_name(text[end])) ++end;
  }
  return end;
}

// Returns the text with today's names.
std::string WithNamesOfToday(absl::string_view text, std::vector<std::string>* notes) {
  std::string result;
  bool is_noted[std::size(kRenamed)] = {};
  for (size_t begin = 0, end = 0; begin < text.size(); begin = end) {
    end = EndOfToken(text, begin);
    absl::string_view token = text.substr(begin, end - begin);
    for (const RenamedField& field : kRenamed) {
      if (token != field.before) continue;
      token = field.now;
      if (!std::exchange(is_noted[&field - kRenamed], true)) {
        notes->push_back(absl::StrCat(field.before, " is read as ", field.now, ", as it is called since 1.0.0."));
      }
      break;
    }
    absl::StrAppend(&result, token);
  }
  return result;
}

}  // namespace

absl::Status ParseSceneText(absl::string_view bytes, absl::string_view source, UnknownFields unknown_fields,
                            v1::Scene& scene, std::vector<std::string>* notes) {
  absl::Status status = ParseText(bytes, source, scene);
  if (status.ok()) return status;
  std::vector<std::string> renamed;
  const std::string text = WithNamesOfToday(bytes, &renamed);
  const bool refuses = unknown_fields == UnknownFields::kRefuse;
  if (renamed.empty() && refuses) return status;
  std::vector<std::string> passed_over;
  status = ParseText(text, source, scene, refuses ? nullptr : &passed_over);
  notes->insert(notes->end(), renamed.begin(), renamed.end());
  notes->insert(notes->end(), passed_over.begin(), passed_over.end());
  return status;
}

}  // namespace collision2d::planner
