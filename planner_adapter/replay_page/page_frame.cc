#include "planner_adapter/replay_page/page_frame.h"

#include <cstddef>
#include <utility>
#include <vector>

#include "absl/base/macros.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "planner_adapter/replay_page/replay_page_assets.h"

namespace collision2d::planner {
namespace {

constexpr char kDataMarker[] = "<!-- insert data -->\n";

// Scripts of the page itself, and those that it adds with this word.
constexpr char kInlineScripts[] = "'unsafe-inline'";
constexpr char kMarkedScripts[] = "'nonce-replay'";

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

}  // namespace collision2d::planner
