#include "planner_adapter/checking/testing/plain_checker.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/solid/geometry/vec3.h"
#include "gtest/gtest.h"
#include "planner_adapter/checking/testing/plain_road.h"
#include "planner_adapter/scene/timed_pose.h"

namespace collision2d::planner {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
// s. The documented tolerance of times.
constexpr double kSame_s = 1e-6;

// Turns as a pose does: by roll, then pitch, then yaw.
class Turn {
 public:
  explicit Turn(const TimedPose& pose)
      : roll_(Direction(pose.roll_rad)), pitch_(Direction(pose.pitch_rad)), yaw_(Direction(pose.yaw_rad)) {}

  PlainPoint operator()(PlainPoint p) const {
    p = {p.x, p.y * roll_.x - p.z * roll_.y, p.y * roll_.y + p.z * roll_.x};
    p = {p.x * pitch_.x + p.z * pitch_.y, p.y, p.z * pitch_.x - p.x * pitch_.y};
    return {p.x * yaw_.x - p.y * yaw_.y, p.x * yaw_.y + p.y * yaw_.x, p.z};
  }

 private:
  static Vec2 Direction(double angle_rad) { return {std::cos(angle_rad), std::sin(angle_rad)}; }

  Vec2 roll_;
  Vec2 pitch_;
  Vec2 yaw_;
};

double Dot(const PlainPoint& a, const PlainPoint& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

PlainPoint Cross(const PlainPoint& a, const PlainPoint& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

// Counter-clockwise, around points of which no three are on one line.
std::vector<Vec2> Wrapped(const std::vector<Vec2>& points) {
  std::vector<Vec2> hull;
  size_t current = 0;
  for (size_t i = 1; i < points.size(); ++i) current = points[i].x < points[current].x ? i : current;
  do {
    hull.push_back(points[current]);
    size_t next = (current + 1) % points.size();
    for (size_t i = 0; i < points.size(); ++i) {
      const double turn = (points[next].x - points[current].x) * (points[i].y - points[current].y) -
                          (points[next].y - points[current].y) * (points[i].x - points[current].x);
      if (turn < 0.0) next = i;
    }
    current = next;
  } while ((points[current].x != hull[0].x || points[current].y != hull[0].y) && hull.size() < points.size());
  return hull;
}

// Places the corners of a solid, in its own frame, and measures what they span.
void PlaceSolid(const std::vector<PlainPoint>& corners, const Turn& turn, const TimedPose& pose, PlainShape* posed) {
  std::vector<Vec2> shadow;
  posed->has_heights = true;
  posed->lowest_m = kInfinity;
  posed->highest_m = -kInfinity;
  for (const PlainPoint& p : corners) {
    PlainPoint corner = turn(p);
    corner = {corner.x + pose.position.x, corner.y + pose.position.y, corner.z + pose.z_m};
    posed->solid.push_back(corner);
    posed->lowest_m = std::min(posed->lowest_m, corner.z);
    posed->highest_m = std::max(posed->highest_m, corner.z);
    shadow.push_back({corner.x, corner.y});
  }
  posed->corners = Wrapped(shadow);
}

void Tilt(const ConvexPolygon& shape, const HeightSpan& height, const TimedPose& pose, PlainShape* posed) {
  EXPECT_EQ(shape.radius_m(), 0.0);
  const Turn turn(pose);
  std::vector<PlainPoint> corners;
  for (const double z : {height.z_min_m, height.z_max_m}) {
    for (const Vec2 p : shape.vertices()) corners.push_back({p.x, p.y, z});
  }
  PlaceSolid(corners, turn, pose, posed);
  const PlainPoint up = turn({0.0, 0.0, 1.0});
  posed->edges.push_back(up);
  posed->normals.push_back(up);
  const int n = shape.size();
  for (int i = 0; n > 1 && i < n; ++i) {
    const Vec2 p = shape.vertices()[i];
    const Vec2 q = shape.vertices()[(i + 1) % n];
    posed->edges.push_back(turn({q.x - p.x, q.y - p.y, 0.0}));
    posed->normals.push_back(turn({q.y - p.y, p.x - q.x, 0.0}));
  }
}

// All differences of vertices and all their planes: more than the edges and faces, and each a true
// bound.
PlainShape Pose(const Polytope& polytope, const TimedPose& pose) {
  PlainShape posed;
  std::vector<PlainPoint> corners;
  for (const solid::Vec3& p : polytope.mesh.vertices()) corners.push_back({p.x, p.y, p.z});
  PlaceSolid(corners, Turn(pose), pose, &posed);
  const auto difference = [&](size_t i, size_t j) {
    const PlainPoint& p = posed.solid[i];
    const PlainPoint& q = posed.solid[j];
    return PlainPoint{q.x - p.x, q.y - p.y, q.z - p.z};
  };
  for (size_t i = 0; i < posed.solid.size(); ++i) {
    for (size_t j = i + 1; j < posed.solid.size(); ++j) {
      posed.edges.push_back(difference(i, j));
      for (size_t k = j + 1; k < posed.solid.size(); ++k) {
        posed.normals.push_back(Cross(difference(i, j), difference(i, k)));
      }
    }
  }
  return posed;
}

PlainShape Pose(const ConvexPolygon& shape, const TimedPose& pose, const std::optional<HeightSpan>& height,
                bool may_tilt) {
  PlainShape posed{{}, shape.radius_m()};
  const double cos = std::cos(pose.yaw_rad);
  const double sin = std::sin(pose.yaw_rad);
  for (const Vec2 p : shape.vertices()) {
    posed.corners.push_back({pose.position.x + p.x * cos - p.y * sin, pose.position.y + p.x * sin + p.y * cos});
  }
  if (!height.has_value()) return posed;
  posed.has_heights = true;
  if (may_tilt) {
    const bool is_tilted = pose.pitch_rad != 0.0 || pose.roll_rad != 0.0;
    const std::vector<Vec2> level = posed.corners;
    Tilt(shape, *height, pose, &posed);
    if (!is_tilted) posed.corners = level;
  }
  if (pose.pitch_rad == 0.0 && pose.roll_rad == 0.0) {
    posed.lowest_m = pose.z_m + height->z_min_m;
    posed.highest_m = pose.z_m + height->z_max_m;
  }
  return posed;
}

// What a part does not say is as of the body.
std::optional<HeightSpan> EgoHeight(const EgoBody& ego, int part) {
  std::optional<double> top_m = ego.height_m;
  double bottom_m = ego.ground_clearance_m;
  if (part > 0 && ego.parts[part - 1].height_m.has_value()) top_m = ego.parts[part - 1].height_m;
  if (part > 0 && ego.parts[part - 1].ground_clearance_m.has_value())
    bottom_m = *ego.parts[part - 1].ground_clearance_m;
  if (!top_m.has_value()) return std::nullopt;
  return HeightSpan{bottom_m, *top_m};
}

bool HasTilt(const std::vector<TimedPose>& poses) {
  return std::any_of(poses.begin(), poses.end(),
                     [](const TimedPose& pose) { return pose.pitch_rad != 0.0 || pose.roll_rad != 0.0; });
}

// Whether anything in the scene may be tilted or is a polytope: then its shapes are not rounded,
// and all are made solid.
bool HasTilt(const Scene& scene) {
  for (const StaticObstacle& obstacle : scene.static_obstacles) {
    if (!obstacle.polytopes.empty()) return true;
  }
  for (const Candidate& candidate : scene.candidates) {
    if (HasTilt(candidate.poses)) return true;
    for (const std::vector<TimedPose>& poses : candidate.part_poses) {
      if (HasTilt(poses)) return true;
    }
  }
  for (const MovingObstacle& obstacle : scene.moving_obstacles) {
    if (!obstacle.polytopes.empty()) return true;
    for (const Prediction& prediction : obstacle.predictions) {
      if (HasTilt(prediction.poses)) return true;
    }
  }
  return false;
}

TimedPose PoseAt(const std::vector<TimedPose>& poses, double time_s) {
  for (const TimedPose& pose : poses) {
    if (std::abs(pose.time_s - time_s) <= kSame_s) return pose;
  }
  for (size_t i = 1; i < poses.size(); ++i) {
    if (time_s > poses[i].time_s) continue;
    const TimedPose& p = poses[i - 1];
    const TimedPose& q = poses[i];
    const double s = (time_s - p.time_s) / (q.time_s - p.time_s);
    // atan2 gives the shorter turn.
    const double turn = std::atan2(std::sin(q.yaw_rad - p.yaw_rad), std::cos(q.yaw_rad - p.yaw_rad));
    return {time_s,
            {p.position.x * (1 - s) + q.position.x * s, p.position.y * (1 - s) + q.position.y * s},
            p.yaw_rad + s * turn,
            p.z_m * (1 - s) + q.z_m * s,
            p.pitch_rad * (1 - s) + q.pitch_rad * s,
            p.roll_rad * (1 - s) + q.roll_rad * s};
  }
  ADD_FAILURE() << "no pose at " << time_s;
  return poses.back();
}

double SquaredPointToSegment(Vec2 p, Vec2 a, Vec2 b) {
  const double dx = b.x - a.x;
  const double dy = b.y - a.y;
  const double length_sq = dx * dx + dy * dy;
  double s = length_sq > 0.0 ? ((p.x - a.x) * dx + (p.y - a.y) * dy) / length_sq : 0.0;
  s = std::max(0.0, std::min(1.0, s));
  const double gap_x = p.x - (a.x + s * dx);
  const double gap_y = p.y - (a.y + s * dy);
  return gap_x * gap_x + gap_y * gap_y;
}

// The largest gap along an outward normal of an edge of `a`; minus infinity without edge. A segment
// has two sides.
double LargestGap(const std::vector<Vec2>& a, const std::vector<Vec2>& b) {
  double largest = -kInfinity;
  for (size_t i = 0; a.size() > 1 && i < a.size(); ++i) {
    const Vec2 from = a[i];
    const Vec2 edge = a[i + 1 < a.size() ? i + 1 : 0] - from;
    double gap = kInfinity;
    for (const Vec2 q : b) gap = std::min(gap, edge.y * (q.x - from.x) - edge.x * (q.y - from.y));
    largest = std::max(largest, gap / std::sqrt(edge.x * edge.x + edge.y * edge.y));
  }
  return largest;
}

double LeastVertexToEdge(const std::vector<Vec2>& a, const std::vector<Vec2>& b) {
  double least_sq = kInfinity;
  for (const Vec2 p : a) {
    for (size_t i = 0; i < b.size(); ++i) {
      least_sq = std::min(least_sq, SquaredPointToSegment(p, b[i], b[i + 1 < b.size() ? i + 1 : 0]));
    }
  }
  return std::sqrt(least_sq);
}

// The shapes that a hypothesis covers at a time.
std::vector<PlainShape> ShapesAt(const MovingObstacle& obstacle, const Prediction& prediction, double time_s,
                                 BeyondPrediction beyond, bool may_tilt) {
  const double shapes_s = time_s;
  std::vector<double> times_s;
  for (const TimedPose& pose : prediction.poses) times_s.push_back(pose.time_s);
  for (const TimedOccupancy& occupancy : prediction.occupancies) times_s.push_back(occupancy.time_s);
  if (beyond == BeyondPrediction::kHold) time_s = std::max(times_s.front(), std::min(times_s.back(), time_s));
  std::vector<PlainShape> shapes;
  if (time_s < times_s.front() - kSame_s || time_s > times_s.back() + kSame_s) return shapes;
  if (!prediction.poses.empty()) {
    const std::vector<ConvexPolygon>* timed = nullptr;
    for (const TimedShapes& from : prediction.timed_shapes) {
      if (from.time_s <= shapes_s + kSame_s) timed = &from.shapes;
    }
    for (const ConvexPolygon& shape : timed != nullptr ? *timed : obstacle.shapes) {
      shapes.push_back(Pose(shape, PoseAt(prediction.poses, time_s), obstacle.height, may_tilt));
    }
    if (timed != nullptr) return shapes;
    for (const Polytope& polytope : obstacle.polytopes)
      shapes.push_back(Pose(polytope, PoseAt(prediction.poses, time_s)));
    return shapes;
  }
  const TimedOccupancy* current = &prediction.occupancies.front();
  for (const TimedOccupancy& occupancy : prediction.occupancies) {
    if (occupancy.time_s <= time_s + kSame_s) current = &occupancy;
  }
  for (const ConvexPolygon& shape : current->shapes) shapes.push_back(Pose(shape, {}, obstacle.height, may_tilt));
  return shapes;
}

// Where `a`, moved vertically, touches `b`: raised by `highest` or lowered by -`lowest`; empty if
// it never does.
struct PlainChord {
  double lowest = -kInfinity;
  double highest = kInfinity;
};

PlainChord ChordOf(const PlainShape& a, const PlainShape& b) {
  std::vector<PlainPoint> normals = a.normals;
  normals.insert(normals.end(), b.normals.begin(), b.normals.end());
  for (const PlainPoint& e : a.edges) {
    for (const PlainPoint& f : b.edges) normals.push_back(Cross(e, f));
  }
  PlainChord chord;
  for (const PlainPoint& n : normals) {
    const double length = std::sqrt(Dot(n, n));
    // Parallel edges.
    if (length < 1e-9) continue;
    double a_min = kInfinity;
    double a_max = -kInfinity;
    double b_min = kInfinity;
    double b_max = -kInfinity;
    for (const PlainPoint& p : a.solid) {
      a_min = std::min(a_min, Dot(n, p) / length);
      a_max = std::max(a_max, Dot(n, p) / length);
    }
    for (const PlainPoint& p : b.solid) {
      b_min = std::min(b_min, Dot(n, p) / length);
      b_max = std::max(b_max, Dot(n, p) / length);
    }
    // Raised by t, a reaches from a_min + t z to a_max + t z.
    const double z = n.z / length;
    if (std::abs(z) < 1e-12) {
      if (a_max < b_min || b_max < a_min) chord.highest = -kInfinity;
      continue;
    }
    const double t1 = (b_min - a_max) / z;
    const double t2 = (b_max - a_min) / z;
    chord.lowest = std::max(chord.lowest, std::min(t1, t2));
    chord.highest = std::min(chord.highest, std::max(t1, t2));
  }
  return chord;
}

// Takes one hypothesis at one instant into account.
void Meet(const std::vector<PlainShape>& ego, const std::vector<PlainShape>& shapes, PlainEncounter encounter,
          PlainVerdict* verdict, std::optional<PlainVertical>* contact_vertical) {
  PlainVertical contact{encounter.time_s, encounter.step, encounter.obstacle, encounter.hypothesis, kInfinity, false};
  PlainVertical passage = contact;
  for (const PlainShape& a : ego) {
    for (const PlainShape& b : shapes) {
      const PlainMeeting meeting = PlainMeetingOf(a, b);
      encounter.signed_distance_m = std::min(encounter.signed_distance_m, meeting.signed_distance_m);
      PlainVertical& vertical = meeting.signed_distance_m <= 0.0 ? contact : passage;
      if (meeting.has_vertical && meeting.vertical_m < vertical.clearance_m) {
        vertical.clearance_m = meeting.vertical_m;
        vertical.is_above = meeting.is_above;
      }
      ++verdict->pairs_checked;
    }
  }
  std::optional<PlainEncounter>& least = verdict->minimum_clearance;
  if (encounter.signed_distance_m < (least.has_value() ? least->signed_distance_m : kInfinity)) least = encounter;
  std::optional<PlainVertical>& lowest = verdict->vertical_clearance;
  if (passage.clearance_m < (lowest.has_value() ? lowest->clearance_m : kInfinity)) lowest = passage;
  if (encounter.signed_distance_m > 0.0 || verdict->first_collision.has_value()) return;
  verdict->first_collision = encounter;
  if (contact.clearance_m < kInfinity) *contact_vertical = contact;
}

// The shapes of a part at a time.
std::vector<PlainShape> PartAt(const Scene& scene, const Candidate& candidate, int part, double time_s,
                               bool has_heights, bool may_tilt) {
  const std::vector<TimedPose>& poses = part == 0 ? candidate.poses : candidate.part_poses[part - 1];
  const TimedPose pose = PoseAt(poses, std::max(poses.front().time_s, std::min(poses.back().time_s, time_s)));
  std::vector<PlainShape> shapes;
  for (const ConvexPolygon& shape : part == 0 ? scene.ego.shapes : scene.ego.parts[part - 1].shapes) {
    shapes.push_back(Pose(shape, pose, has_heights ? EgoHeight(scene.ego, part) : std::nullopt, may_tilt));
  }
  return shapes;
}

// The shapes of all parts.
std::vector<PlainShape> EgoAt(const Scene& scene, const Candidate& candidate, double time_s, bool has_heights,
                              bool may_tilt) {
  std::vector<PlainShape> ego;
  for (int part = 0; part <= static_cast<int>(scene.ego.parts.size()); ++part) {
    for (const PlainShape& shape : PartAt(scene, candidate, part, time_s, has_heights, may_tilt)) ego.push_back(shape);
  }
  return ego;
}

std::vector<PlainShape> ObstacleAt(const Scene& scene, int obstacle, int hypothesis, double time_s,
                                   BeyondPrediction beyond, bool may_tilt) {
  const int statics = static_cast<int>(scene.static_obstacles.size());
  if (obstacle >= statics) {
    const MovingObstacle& moving = scene.moving_obstacles[obstacle - statics];
    return ShapesAt(moving, moving.predictions[hypothesis], time_s, beyond, may_tilt);
  }
  std::vector<PlainShape> shapes;
  const StaticObstacle& fixed = scene.static_obstacles[obstacle];
  for (const ConvexPolygon& shape : fixed.shapes) shapes.push_back(Pose(shape, {}, fixed.height, may_tilt));
  for (const Polytope& polytope : fixed.polytopes) shapes.push_back(Pose(polytope, TimedPose()));
  return shapes;
}

// Takes all obstacles at a time into account.
void MeetAll(const Scene& scene, const CheckerOptions& options, const Candidate& candidate, double time_s, int step,
             PlainVerdict* verdict, std::optional<PlainVertical>* contact_vertical) {
  const bool may_tilt = HasTilt(scene);
  const int statics = static_cast<int>(scene.static_obstacles.size());
  const int obstacles = statics + static_cast<int>(scene.moving_obstacles.size());
  const std::vector<PlainShape> ego = EgoAt(scene, candidate, time_s, /*has_heights=*/true, may_tilt);
  PlainEncounter encounter;
  encounter.time_s = time_s;
  encounter.step = step;
  for (encounter.obstacle = 0; encounter.obstacle < obstacles; ++encounter.obstacle) {
    const bool is_static = encounter.obstacle < statics;
    const int hypotheses =
        is_static ? 1 : static_cast<int>(scene.moving_obstacles[encounter.obstacle - statics].predictions.size());
    for (encounter.hypothesis = 0; encounter.hypothesis < hypotheses; ++encounter.hypothesis) {
      if (!is_static &&
          scene.moving_obstacles[encounter.obstacle - statics].predictions[encounter.hypothesis].probability <
              options.min_probability) {
        continue;
      }
      Meet(ego,
           ObstacleAt(scene, encounter.obstacle, encounter.hypothesis, time_s, options.beyond_prediction, may_tilt),
           encounter, verdict, contact_vertical);
    }
  }
}

std::vector<double> CheckTimes(const Candidate& candidate, double start_s, double step_s) {
  const double first_s = candidate.poses.front().time_s;
  const double last_s = candidate.poses.back().time_s;
  std::vector<double> times_s;
  bool has_first = false;
  bool has_last = false;
  for (int k = 0; start_s + k * step_s <= last_s + kSame_s; ++k) {
    const double time_s = start_s + k * step_s;
    if (time_s < first_s - kSame_s) continue;
    times_s.push_back(time_s);
    has_first = has_first || time_s <= first_s + kSame_s;
    has_last = has_last || time_s >= last_s - kSame_s;
  }
  if (!has_first) times_s.push_back(first_s);
  if (!has_last && last_s != first_s) times_s.push_back(last_s);
  std::sort(times_s.begin(), times_s.end());
  return times_s;
}

}  // namespace

double PlainSignedDistance(const PlainShape& a, const PlainShape& b) {
  const double gap = std::max(LargestGap(a.corners, b.corners), LargestGap(b.corners, a.corners));
  const bool apart = gap > 0.0 || gap == -kInfinity;
  const double hulls_m =
      apart ? std::min(LeastVertexToEdge(a.corners, b.corners), LeastVertexToEdge(b.corners, a.corners)) : gap;
  return hulls_m - a.radius_m - b.radius_m;
}

double PlainSignedDistance(const std::vector<PlainShape>& a, const std::vector<PlainShape>& b) {
  double least_m = kInfinity;
  for (const PlainShape& of_a : a) {
    for (const PlainShape& of_b : b) least_m = std::min(least_m, PlainSignedDistance(of_a, of_b));
  }
  return least_m;
}

PlainMeeting PlainMeetingOf(const PlainShape& a, const PlainShape& b) {
  PlainMeeting meeting;
  const double plans_m = meeting.plans_m = PlainSignedDistance(a, b);
  const bool heights_known = a.has_heights && b.has_heights;
  if (!heights_known || plans_m > 0.0) {
    const bool is_over = heights_known && (a.lowest_m > b.highest_m || b.lowest_m > a.highest_m);
    if (!is_over) meeting.signed_distance_m = plans_m;
    return meeting;
  }
  PlainChord chord{b.lowest_m - a.highest_m, b.highest_m - a.lowest_m};
  if (!a.solid.empty() && !b.solid.empty()) chord = ChordOf(a, b);
  if (chord.lowest > chord.highest) {
    ADD_FAILURE() << "plans overlap by " << -plans_m << ", the vertical misses by " << chord.lowest - chord.highest;
  }
  // Raised by a positive `lowest` the first touches what is above; lowered by a negative `highest`
  // what is below.
  meeting.has_vertical = true;
  meeting.is_above = chord.lowest >= -chord.highest;
  meeting.vertical_m = std::max(chord.lowest, -chord.highest);
  if (meeting.vertical_m <= 0.0) meeting.signed_distance_m = plans_m;
  return meeting;
}

std::vector<PlainShape> PlainEgoAt(const Scene& scene, const Candidate& candidate, double time_s) {
  return EgoAt(scene, candidate, time_s, /*has_heights=*/true, HasTilt(scene));
}

std::vector<PlainShape> PlainEgoAt(const Scene& scene, const Candidate& candidate, double time_s, int part) {
  return PartAt(scene, candidate, part, time_s, /*has_heights=*/true, HasTilt(scene));
}

std::vector<PlainShape> PlainObstacleAt(const Scene& scene, int obstacle, int hypothesis, double time_s,
                                        BeyondPrediction beyond) {
  return ObstacleAt(scene, obstacle, hypothesis, time_s, beyond, HasTilt(scene));
}

PlainVerdict PlainCheck(const Scene& scene, const CheckerOptions& options, const Candidate& candidate) {
  PlainVerdict verdict;
  const PlainRoad road(scene.drivable_area);
  const double start_s = scene.ego_state->pose.time_s;
  for (const double time_s : PlainInstants(scene, candidate)) {
    std::optional<PlainVertical> contact_vertical;
    const int step = static_cast<int>(std::floor((time_s - start_s + kSame_s) / scene.time_step_s));
    MeetAll(scene, options, candidate, time_s, step, &verdict, &contact_vertical);
    if (!verdict.leaves_road_time_s.has_value() &&
        !road.Contains(EgoAt(scene, candidate, time_s, /*has_heights=*/false, /*may_tilt=*/false))) {
      verdict.leaves_road_time_s = time_s;
    }
    if (contact_vertical.has_value()) verdict.vertical_clearance = contact_vertical;
    if (verdict.first_collision.has_value()) break;
  }
  return verdict;
}

std::vector<double> PlainInstants(const Scene& scene, const Candidate& candidate) {
  return CheckTimes(candidate, scene.ego_state->pose.time_s, scene.time_step_s);
}

std::vector<double> PlainDenseTimes(const Scene& scene, const Candidate& candidate, int between) {
  const std::vector<double> instants_s = PlainInstants(scene, candidate);
  std::vector<double> times_s;
  for (size_t i = 0; i < instants_s.size(); ++i) {
    times_s.push_back(instants_s[i]);
    for (int k = 1; i + 1 < instants_s.size() && k <= between; ++k) {
      times_s.push_back(instants_s[i] + (instants_s[i + 1] - instants_s[i]) * k / (between + 1));
    }
  }
  return times_s;
}

std::optional<PlainEncounter> PlainContactAt(const Scene& scene, const CheckerOptions& options,
                                             const Candidate& candidate, double time_s) {
  PlainVerdict verdict;
  std::optional<PlainVertical> contact_vertical;
  MeetAll(scene, options, candidate, time_s, /*step=*/0, &verdict, &contact_vertical);
  return verdict.first_collision;
}

}  // namespace collision2d::planner
