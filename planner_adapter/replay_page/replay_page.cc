#include "planner_adapter/replay_page/replay_page.h"

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "google/protobuf/message.h"
#include "google/protobuf/util/json_util.h"
#include "planner_adapter/replay/replayed_scene.h"
#include "planner_adapter/replay_page/replay_page.pb.h"
#include "planner_adapter/replay_page/replay_page_assets.h"
#include "planner_adapter/replay_page/replay_page_scene.h"
#include "planner_adapter/replay_page/replay_page_summary.h"

namespace collision2d::planner {
namespace {

// Returns a script element of data that contains `message` as JSON.
absl::StatusOr<std::string> DataElement(const google::protobuf::Message& message, absl::string_view element_id) {
  google::protobuf::util::JsonPrintOptions options;
  options.always_print_primitive_fields = true;
  std::string json;
  const auto status = google::protobuf::util::MessageToJsonString(message, &json, options);
  if (!status.ok()) return absl::InternalError(absl::StrCat(element_id, ": JSON: ", status.ToString()));
  // In JSON these characters occur only within strings, where an escape means the same. Without '<' no text can close
  // the element or open a comment in it.
  json = absl::StrReplaceAll(
      json,
      {{"<", "\\u003c"}, {">", "\\u003e"}, {"&", "\\u0026"}, {"\xE2\x80\xA8", "\\u2028"}, {"\xE2\x80\xA9", "\\u2029"}});
  return absl::StrCat("<script type=\"application/json\" id=\"", element_id, "\">", json, "</script>\n");
}

// Returns the template with its markers replaced, in one pass: inserted text is not searched for markers.
std::string FillTemplate(absl::string_view data) {
  const std::vector<std::pair<absl::string_view, absl::string_view>> parts = {
      {"<!-- insert replay_page.css -->", kReplayPageCss},
      {"<!-- insert data -->", data},
      {"<!-- insert replay_page_data.js -->", kReplayPageDataJs},
      {"<!-- insert replay_page_text.js -->", kReplayPageTextJs},
      {"<!-- insert replay_page_map.js -->", kReplayPageMapJs},
      {"<!-- insert replay_page_extent.js -->", kReplayPageExtentJs},
      {"<!-- insert replay_page_annotate.js -->", kReplayPageAnnotateJs},
      {"<!-- insert replay_page_draw.js -->", kReplayPageDrawJs},
      {"<!-- insert replay_page_verdict.js -->", kReplayPageVerdictJs},
      {"<!-- insert replay_page_panel.js -->", kReplayPagePanelJs},
      {"<!-- insert replay_page_pointer.js -->", kReplayPagePointerJs},
      {"<!-- insert replay_page_elevation.js -->", kReplayPageElevationJs},
      {"<!-- insert replay_page_chart.js -->", kReplayPageChartJs},
      {"<!-- insert replay_page_plot.js -->", kReplayPagePlotJs},
      {"<!-- insert replay_page.js -->", kReplayPageJs},
  };
  return absl::StrReplaceAll(kReplayPageHtml, parts);
}

}  // namespace

absl::StatusOr<std::string> RenderReplayPage(absl::Span<const ReplayedScene> scenes,
                                             absl::Span<const std::string> unusable_inputs,
                                             const ReplayPageOptions& options) {
  proto::ReplayPageSummary packed = PackReplaySummary(scenes, unusable_inputs);
  packed.set_hold_obstacles(options.hold_obstacles);
  absl::StatusOr<std::string> summary = DataElement(packed, "replay-summary");
  if (!summary.ok()) return summary.status();
  std::string data = *std::move(summary);
  for (size_t i = 0; i < scenes.size(); ++i) {
    const absl::StatusOr<proto::ReplayPageScene> scene = PackReplayedScene(scenes[i]);
    if (!scene.ok())
      return absl::Status(scene.status().code(), absl::StrCat("scenes[", i, "].", scene.status().message()));
    absl::StatusOr<std::string> element = DataElement(*scene, absl::StrCat("replay-scene-", i));
    if (!element.ok()) return element.status();
    data += *element;
  }
  return FillTemplate(data);
}

}  // namespace collision2d::planner
