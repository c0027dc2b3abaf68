#ifndef COLLISION2D_PLANNER_ADAPTER_REPLAY_PAGE_PAGE_FRAME_H_
#define COLLISION2D_PLANNER_ADAPTER_REPLAY_PAGE_PAGE_FRAME_H_

#include <string>

#include "absl/strings/string_view.h"

// What surrounds the data of a page: its frame, and the names of its files.
namespace collision2d::planner {

enum class PageKind {
  kOneFile,  // All data are in the page, which loads nothing.
  kFolder,   // A scene is loaded when it is shown, from the script that PageSceneFile names.
};

// The text of a page before and after its data elements:
//   replay-summary    ReplayPageSummary
//   replay-items      a ReplayPageItem in each line
//   replay-scene-0    in a page of one file: what PageSceneText composes, for each scene
struct PageFrame {
  std::string begin;
  std::string end;
};

// Returns it. The page's policy forbids to load anything but, for a folder, its scenes.
PageFrame MakePageFrame(PageKind kind);

// The text before and after the JSON of a data element.
std::string DataElementBegin(absl::string_view id);
extern const char kDataElementEnd[];

// The file of scene `index` in the folder of index.html, and the text in it before and after what
// PageSceneText composes.
std::string PageSceneFile(int index);
std::string PageSceneFileBegin(int index);
extern const char kPageSceneFileEnd[];

// The folder of these files, beside index.html.
extern const char kPageSceneFolder[];

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_REPLAY_PAGE_PAGE_FRAME_H_
