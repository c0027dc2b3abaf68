// Tracks of the INTERACTION data set (.csv), with a Lanelet2 map beside them.
#pragma once

#include <istream>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "replay/importers/scene_source.h"

namespace collision2d::planner {

// s. A scene covers no more of a track.
inline constexpr double kTrackWindow_s = 10.0;

// m. The radius of pedestrians and cyclists, which have no size in the data set.
inline constexpr double kPedestrianRadius_m = 0.5;

// Returns whether a file that begins so has tracks: by its header.
bool IsInteractionTracks(absl::string_view first_bytes);

// Opens a file of tracks: vehicle_tracks_NNN.csv, with pedestrian_tracks_NNN.csv beside it if that
// exists, or a file with case_id, whose cases are independent. Each vehicle is the ego vehicle in
// scenes of its own, one for each kTrackWindow_s of its track: "NAME/track 7/10 s", what it did is
// the recorded candidate "logged", and the tracks around it are moving obstacles while they last.
// Of files with interesting_agent only those are ego vehicles. The road is that of
// SceneInputOptions.map.
// Errors (InvalidArgument), as "x.csv: line 12: x: \"abc\" is not a number": a column that is
// missing, a row of another length, numbers that are not finite or beyond the limits, sizes that
// are not positive, a vehicle without heading or size, times that do not increase within a track, a
// track in two blocks, no vehicle, a host that is no vehicle; those of the map; a map that is more
// than 10 km away. O(rows) to open, O(tracks + rows in the window) a scene.
absl::StatusOr<std::unique_ptr<SceneSource>> OpenInteractionTracks(std::unique_ptr<std::istream> file,
                                                                   const std::string& path,
                                                                   const SceneInputOptions& options);

}  // namespace collision2d::planner
