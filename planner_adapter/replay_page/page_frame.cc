#include "planner_adapter/replay_page/page_frame.h"

#include <cstddef>
#include <string>

#include "absl/base/macros.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/string_view.h"

namespace collision2d::planner {

// The page (replay_page.html) with its scripts and styles, embedded by the build (embed_files.sh).
// The data belong in its line "<!-- insert data -->", and scripts may come from where
// "insert script-src" in its policy says.
extern const char kReplayPage[];

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
  const absl::string_view html = kReplayPage;
  const size_t data = html.find(kDataMarker);
  ABSL_ASSERT(data != absl::string_view::npos);
  const absl::string_view scripts = kind == PageKind::kOneFile ? kInlineScripts : kMarkedScripts;
  return {absl::StrReplaceAll(html.substr(0, data), {{"insert script-src", scripts}}),
          std::string(html.substr(data + sizeof(kDataMarker) - 1))};
}

std::string DataElementBegin(absl::string_view id) {
  return absl::StrCat("<script type=\"application/json\" id=\"", id, "\">");
}

std::string PageSceneFile(int index) { return absl::StrCat(kPageSceneFolder, "/", index, ".js"); }

std::string PageSceneFileBegin(int index) { return absl::StrCat("replayScene(", index, ",\n"); }

}  // namespace collision2d::planner
