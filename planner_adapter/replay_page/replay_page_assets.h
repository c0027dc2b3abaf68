#ifndef COLLISION2D_PLANNER_ADAPTER_REPLAY_PAGE_REPLAY_PAGE_ASSETS_H_
#define COLLISION2D_PLANNER_ADAPTER_REPLAY_PAGE_REPLAY_PAGE_ASSETS_H_

namespace collision2d::planner {

// The files of the same names in this folder, embedded by the build. replay_page.html has one line for each of the
// others and for the data: "<!-- insert NAME -->", and the words "insert script-src" in its policy.
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

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_REPLAY_PAGE_REPLAY_PAGE_ASSETS_H_
