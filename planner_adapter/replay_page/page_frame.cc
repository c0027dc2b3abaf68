#include "planner_adapter/replay_page/page_frame.h"

#include <charconv>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

#include "absl/base/macros.h"
#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/string_view.h"
#include "google/protobuf/descriptor.h"

namespace collision2d::planner {

// The files of the same names in this folder, embedded by the build (embed_files.sh).
// replay_page.html has one line for each of the others and for the data: "<!-- insert NAME -->",
// and the words "insert script-src" in its policy.
extern const char kReplayPageHtml[];
extern const char kReplayPageCss[];
extern const char kReplayPageCycleJs[];
extern const char kReplayPageDataJs[];
extern const char kReplayPageTextJs[];
extern const char kReplayPageMapJs[];
extern const char kReplayPageExtentJs[];
extern const char kReplayPageAnnotateJs[];
extern const char kReplayPageDrawJs[];
extern const char kReplayPageVerdictJs[];
extern const char kReplayPageTableJs[];
extern const char kReplayPagePanelJs[];
extern const char kReplayPagePointerJs[];
extern const char kReplayPageElevationJs[];
extern const char kReplayPageChartJs[];
extern const char kReplayPagePlotJs[];
extern const char kReplayPagePlaybackJs[];
extern const char kReplayPageAddressJs[];
extern const char kReplayPageJs[];

namespace {

constexpr char kDataMarker[] = "<!-- insert data -->\n";

// Scripts of the page itself, and those that it adds with this word.
constexpr char kInlineScripts[] = "'unsafe-inline'";
constexpr char kMarkedScripts[] = "'nonce-replay'";

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using google::protobuf::Reflection;

void AppendNumber(double value, std::string& json) {
  if (!std::isfinite(value)) {
    json += std::isnan(value) ? "\"NaN\"" : value > 0.0 ? "\"Infinity\"" : "\"-Infinity\"";
    return;
  }
  char buffer[32];
  json.append(buffer, std::to_chars(buffer, buffer + sizeof(buffer), value).ptr);
}

// Without '<' no text can close the script element or open a comment in it. U+2028 and U+2029 end a
// line in scripts.
void AppendText(absl::string_view text, std::string& json) {
  json += '"';
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const absl::string_view three = text.substr(i, 3);
    if (three == "\xE2\x80\xA8" || three == "\xE2\x80\xA9") {
      json += three == "\xE2\x80\xA8" ? "\\u2028" : "\\u2029";
      i += 2;
    } else if (c == '"' || c == '\\') {
      json += '\\';
      json += c;
    } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f || c == '<' || c == '>' || c == '&') {
      absl::StrAppendFormat(&json, "\\u%04x", c);
    } else {
      json += c;
    }
  }
  json += '"';
}

absl::Status AppendMessage(const Message& message, std::string& json);

// Appends the value of a field, or, if index is not negative, of an element of it.
absl::Status AppendValue(const Message& message, const FieldDescriptor& field, int index, std::string& json) {
  const Reflection& reflection = *message.GetReflection();
  const bool is_element = index >= 0;
  std::string scratch;
  switch (field.cpp_type()) {
    case FieldDescriptor::CPPTYPE_MESSAGE:
      return AppendMessage(
          is_element ? reflection.GetRepeatedMessage(message, &field, index) : reflection.GetMessage(message, &field),
          json);
    case FieldDescriptor::CPPTYPE_STRING:
      AppendText(is_element ? reflection.GetRepeatedStringReference(message, &field, index, &scratch)
                            : reflection.GetStringReference(message, &field, &scratch),
                 json);
      return absl::OkStatus();
    case FieldDescriptor::CPPTYPE_DOUBLE:
      AppendNumber(
          is_element ? reflection.GetRepeatedDouble(message, &field, index) : reflection.GetDouble(message, &field),
          json);
      return absl::OkStatus();
    case FieldDescriptor::CPPTYPE_INT32:
      absl::StrAppend(&json, is_element ? reflection.GetRepeatedInt32(message, &field, index)
                                        : reflection.GetInt32(message, &field));
      return absl::OkStatus();
    case FieldDescriptor::CPPTYPE_INT64:
      absl::StrAppend(
          &json, "\"",
          is_element ? reflection.GetRepeatedInt64(message, &field, index) : reflection.GetInt64(message, &field),
          "\"");
      return absl::OkStatus();
    case FieldDescriptor::CPPTYPE_BOOL:
      json += (is_element ? reflection.GetRepeatedBool(message, &field, index) : reflection.GetBool(message, &field))
                  ? "true"
                  : "false";
      return absl::OkStatus();
    default:
      return absl::InternalError(absl::StrCat(field.full_name(), ": pages have no ", field.cpp_type_name()));
  }
}

absl::Status AppendMessage(const Message& message, std::string& json) {
  const google::protobuf::Descriptor& type = *message.GetDescriptor();
  const Reflection& reflection = *message.GetReflection();
  absl::string_view separator = "{";
  for (int i = 0; i < type.field_count(); ++i) {
    const FieldDescriptor& field = *type.field(i);
    if (!field.is_repeated() && field.has_presence() && !reflection.HasField(message, &field)) continue;
    absl::StrAppend(&json, separator, "\"", field.json_name(), "\":");
    separator = ",";
    absl::Status status;
    if (!field.is_repeated()) {
      status = AppendValue(message, field, -1, json);
    } else {
      json += '[';
      for (int k = 0; k < reflection.FieldSize(message, &field) && status.ok(); ++k) {
        if (k > 0) json += ',';
        status = AppendValue(message, field, k, json);
      }
      json += ']';
    }
    if (!status.ok()) return status;
  }
  json += separator == "{" ? "{}" : "}";
  return absl::OkStatus();
}

}  // namespace

const char kDataElementEnd[] = "</script>\n";
const char kPageSceneFileEnd[] = ");\n";
const char kPageSceneFolder[] = "scenes";

PageFrame MakePageFrame(PageKind kind) {
  // In one pass: inserted text is not searched for markers.
  const std::vector<std::pair<absl::string_view, absl::string_view>> parts = {
      {"insert script-src", kind == PageKind::kOneFile ? kInlineScripts : kMarkedScripts},
      {"<!-- insert replay_page.css -->", kReplayPageCss},
      {"<!-- insert replay_page_cycle.js -->", kReplayPageCycleJs},
      {"<!-- insert replay_page_data.js -->", kReplayPageDataJs},
      {"<!-- insert replay_page_text.js -->", kReplayPageTextJs},
      {"<!-- insert replay_page_map.js -->", kReplayPageMapJs},
      {"<!-- insert replay_page_extent.js -->", kReplayPageExtentJs},
      {"<!-- insert replay_page_annotate.js -->", kReplayPageAnnotateJs},
      {"<!-- insert replay_page_draw.js -->", kReplayPageDrawJs},
      {"<!-- insert replay_page_verdict.js -->", kReplayPageVerdictJs},
      {"<!-- insert replay_page_table.js -->", kReplayPageTableJs},
      {"<!-- insert replay_page_panel.js -->", kReplayPagePanelJs},
      {"<!-- insert replay_page_pointer.js -->", kReplayPagePointerJs},
      {"<!-- insert replay_page_elevation.js -->", kReplayPageElevationJs},
      {"<!-- insert replay_page_chart.js -->", kReplayPageChartJs},
      {"<!-- insert replay_page_plot.js -->", kReplayPagePlotJs},
      {"<!-- insert replay_page_playback.js -->", kReplayPagePlaybackJs},
      {"<!-- insert replay_page_address.js -->", kReplayPageAddressJs},
      {"<!-- insert replay_page.js -->", kReplayPageJs},
  };
  const absl::string_view html = kReplayPageHtml;
  const size_t data = html.find(kDataMarker);
  ABSL_ASSERT(data != absl::string_view::npos);
  return {absl::StrReplaceAll(html.substr(0, data), parts),
          absl::StrReplaceAll(html.substr(data + sizeof(kDataMarker) - 1), parts)};
}

std::string DataElementBegin(absl::string_view id) {
  return absl::StrCat("<script type=\"application/json\" id=\"", id, "\">");
}

std::string PageSceneFile(int index) { return absl::StrCat(kPageSceneFolder, "/", index, ".js"); }

std::string PageSceneFileBegin(int index) { return absl::StrCat("replayScene(", index, ",\n"); }

absl::StatusOr<std::string> PageJson(const Message& message) {
  std::string json;
  absl::Status status = AppendMessage(message, json);
  if (!status.ok()) return status;
  return json;
}

}  // namespace collision2d::planner
