#pragma once

#include "replay/cycles/replayed_scene.h"

namespace collision2d::planner {

// Handmade replayed scenes for the tests of the replay page. No checker is involved.

// A scene far from the map's origin (450000, 5400000), from 0 s to 2 s in steps of 0.5 s; the ego
// drives along x at 5 m/s. Candidates: "keep" (0, chosen, clearance 1.25 m to "parked" at 1 s),
// "left" (1, collides with "car 7" at 1.5 s, hypothesis 0), "right" (2, leaves the road at
// 0.5 s). Obstacles: the disc "parked" (static), "car 7" (moves from local (20, 3) to (0, 3), its
// yaw from 3.1 to -3.1 by the shorter arc), "set" (occupancies at 0 s, 1 s, and nothing from 2 s
// on).
ReplayedScene CrossingScene();

// Ids, a type, a note, a file name and a version that try to break out of the page; the file name
// is not UTF-8.
ReplayedScene HostileScene();

// No candidates, no obstacles, no ego state, no road.
ReplayedScene EmptyScene();

// CrossingScene in closed loop: cycles at 0 s and 1 s, driven from 0 s to 2 s. In the second cycle
// no candidate is free.
ReplayedScene ClosedLoopScene();

// CrossingScene's candidates for a vehicle from 0.25 m to 3.75 m, on a road that rises by 5 % from
// z = 0; all heights are known. A bridge over x from 6 m to 9 m leaves 0.25 m above "keep" at 1 s;
// "left" hits it at 1.5 s, 0.5 m too high. "car 7" is 1.5 m high, "parked" 0.1 m, and the height of
// "set" is unknown. "car 7" is absent from 0.5 s to 1 s, and shorter afterwards.
ReplayedScene BridgeScene();

// A vehicle at 20 m/s, checked every 0.5 s. "through" passes a bollard between 0.5 s and 1 s and
// touches it at 0.62 s; "beside" may collide with a sign at 0.25 s, and does so at an instant;
// "back", the chosen one, is free and at x = -2 m/s * time. "through" has a profile, whose least
// clearance is 2.5 m at 1 s, and 3.2 m up to the contact.
ReplayedScene PoleScene();

// A road with a kerb on either side, a goal, metrics and profiles, from 0 s to 4 s in steps of 0.5
// s. "keep" (0, chosen) stays 1.05 m off the kerb, comes within 2 m of "van" at 4 s and reaches the
// goal; "swerve" leaves the road by 0.45 m at 2 s and meets no obstacle; "clip" leaves it between
// instants, at 2.125 s; "stand" has one pose and nothing is known of it.
ReplayedScene LaneScene();

// A scene like real traffic: a curved two-lane road, seven obstacles, 600 candidates of 50 poses.
ReplayedScene CurvedRoadScene();

}  // namespace collision2d::planner
