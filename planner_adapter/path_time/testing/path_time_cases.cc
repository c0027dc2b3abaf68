#include "planner_adapter/path_time/testing/path_time_cases.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"

namespace collision2d::planner {
namespace {

constexpr double kPi = 3.141592653589793;

using Shapes = std::vector<ConvexPolygon>;

ConvexPolygon Box(double length_m, double width_m, Vec2 center = {}) {
  return ConvexPolygon::Rectangle(length_m, width_m, center).value();
}

Vec2 Along(double yaw_rad) { return {std::cos(yaw_rad), std::sin(yaw_rad)}; }

// A case in the making. Draws one number per expression, as Random asks for.
struct Maker {
  explicit Maker(Random* of) : random(of) { made.scene.ego.shapes = {Car()}; }

  ConvexPolygon Car() {
    const double length_m = random->Uniform(3.0, 6.0);
    const double width_m = random->Uniform(1.5, 2.5);
    const double ahead_m = random->Uniform(-0.5, 1.5);
    return Box(length_m, width_m, {ahead_m, 0.0});
  }

  // A polygon of up to `size_m`, rounded or not.
  ConvexPolygon Polygon(double size_m) {
    std::vector<Vec2> points;
    for (int i = random->Integer(3, 8); i > 0; --i) {
      const double x = random->Uniform(-0.5, 0.5) * size_m;
      points.push_back({x, random->Uniform(-0.3, 0.3) * size_m});
    }
    const double radius_m = random->Chance(0.5) ? 0.0 : random->Uniform(0.0, 0.2) * size_m;
    return ConvexPolygon::Hull(points, radius_m).value();
  }

  // The next pose of the path. On the spot a station is a radian.
  void Add(Vec2 position, double yaw_rad) {
    if (!made.poses.empty()) {
      const double way_m = Norm(position - made.poses.back().position);
      const double turn_rad = std::abs(NormalizeAngle(yaw_rad - made.poses.back().yaw_rad));
      made.stations_m.push_back(made.stations_m.back() + (way_m > 0.0 ? way_m : turn_rad));
    } else {
      made.stations_m.push_back(0.0);
    }
    made.poses.push_back({0.0, position, yaw_rad});
  }

  // A path that turns by turn_rad in every piece; goes on from the path so far.
  void Bend(Vec2 position, double yaw_rad, int pieces, double piece_m, double turn_rad) {
    Add(position, yaw_rad);
    for (int i = 0; i < pieces; ++i) {
      position = position + piece_m * Along(yaw_rad + 0.5 * turn_rad);
      yaw_rad += turn_rad;
      Add(position, yaw_rad);
    }
  }
  void Straight() {
    const double piece_m = random->Uniform(1.0, 8.0);
    Bend({}, random->Angle(), std::max(1, static_cast<int>(30.0 / piece_m)), piece_m, 0.0);
  }
  void Curve() {
    const double piece_m = random->Uniform(1.0, 4.0);
    const double turn_rad = random->Uniform(-0.08, 0.08) * piece_m;
    Bend({}, random->Angle(), static_cast<int>(30.0 / piece_m), piece_m, turn_rad);
  }

  // A pose of the path, between two of its poses.
  TimedPose Somewhere() {
    const auto i = static_cast<size_t>(random->Index(static_cast<int>(made.poses.size())));
    const TimedPose& from = made.poses[i];
    const TimedPose& to = made.poses[std::min(i + 1, made.poses.size() - 1)];
    const double part = random->Uniform(0.0, 1.0);
    return {0.0, from.position + part * (to.position - from.position), from.yaw_rad};
  }

  // An obstacle that is at `place` at time_s with this yaw, and drives on along it at a speed,
  // turning.
  std::vector<TimedPose> Drive(Vec2 place, double time_s, double yaw_rad, double speed_mps, double yaw_rate_radps,
                               double step_s) {
    std::vector<TimedPose> poses;
    const int steps = std::max(1, static_cast<int>(8.0 / step_s));
    for (int i = 0; i <= steps; ++i) {
      const double after_s = i * step_s - time_s;
      const double turn_rad = yaw_rate_radps * after_s;
      poses.push_back({i * step_s, place + speed_mps * after_s * Along(yaw_rad + 0.5 * turn_rad), yaw_rad + turn_rad});
    }
    return poses;
  }

  MovingObstacle& Moving(const std::vector<TimedPose>& poses, Shapes shapes = {}) {
    if (shapes.empty()) shapes = {Car()};
    made.scene.moving_obstacles.push_back({"m", "", std::move(shapes), {}, {}});
    made.scene.moving_obstacles.back().predictions.push_back({1.0, poses, {}});
    return made.scene.moving_obstacles.back();
  }

  // Across the path at an angle to it, in the middle of the time.
  std::vector<TimedPose> Across(double angle_rad) {
    const TimedPose at = Somewhere();
    const double time_s = random->Uniform(1.0, 7.0);
    const double speed_mps = random->Uniform(1.0, 15.0);
    const double yaw_rate_radps = random->Chance(0.5) ? 0.0 : random->Uniform(-0.3, 0.3);
    const double step_s = random->Chance(0.5) ? 0.1 : random->Uniform(0.2, 2.0);
    return Drive(at.position, time_s, at.yaw_rad + angle_rad, speed_mps, yaw_rate_radps, step_s);
  }

  // Moves everything to another place and time.
  void Shift(Vec2 by, double later_s) {
    for (TimedPose& pose : made.poses) pose.position = pose.position + by;
    for (MovingObstacle& obstacle : made.scene.moving_obstacles) {
      for (Prediction& prediction : obstacle.predictions) {
        for (TimedPose& pose : prediction.poses) {
          pose.position = pose.position + by;
          pose.time_s += later_s;
        }
      }
    }
    made.start_s += later_s;
    made.end_s += later_s;
  }

  PathTimeCase made;
  Random* random;
};

template <typename Fill>
PathTimeFamily Family(const char* name, Fill fill, bool has_grazes = false) {
  return {name,
          [fill](Random* random) {
            Maker maker(random);
            fill(maker, *random);
            return std::move(maker.made);
          },
          has_grazes};
}

// Families by how the obstacle moves.
void AddMotions(std::vector<PathTimeFamily>* families) {
  families->push_back(Family("straight_crossing", [](Maker& m, Random& random) {
    m.Straight();
    m.Moving(m.Across(0.5 * kPi * random.Sign()));
  }));
  families->push_back(Family("oblique_crossing", [](Maker& m, Random& random) {
    m.Curve();
    m.Moving(m.Across(random.Uniform(0.2, 1.4) * random.Sign()));
  }));
  families->push_back(Family("oncoming", [](Maker& m, Random& random) {
    m.Curve();
    m.Moving(m.Across(kPi + random.Uniform(-0.1, 0.1)));
  }));
  families->push_back(Family("following_for_ever", [](Maker& m, Random& random) {
    m.Curve();
    std::vector<TimedPose> poses = m.made.poses;
    const double speed_mps = random.Uniform(1.0, 8.0);
    for (size_t i = 0; i < poses.size(); ++i) poses[i].time_s = m.made.stations_m[i] / speed_mps;
    m.Moving(poses);
    m.made.beyond = BeyondPrediction::kHold;
  }));
  families->push_back(Family("standing", [](Maker& m, Random& random) {
    m.Curve();
    const TimedPose at = m.Somewhere();
    const Vec2 aside = random.Uniform(-3.0, 3.0) * Along(at.yaw_rad + 1.5);
    const Pose2 pose = Pose2::FromYaw(at.position + aside, random.Angle());
    m.made.scene.static_obstacles.push_back({"s", "", {*m.Polygon(5.0).Posed(pose)}, {}});
  }));
  families->push_back(Family("stop_and_go", [](Maker& m, Random& random) {
    m.Straight();
    std::vector<TimedPose> poses = m.Across(random.Angle());
    const auto stop = static_cast<size_t>(random.Index(static_cast<int>(poses.size())));
    for (size_t i = stop; i < std::min(poses.size(), stop + 5); ++i) {
      const double time_s = poses[i].time_s;
      poses[i] = poses[stop];
      poses[i].time_s = time_s;
    }
    m.Moving(poses);
  }));
  families->push_back(Family("fast", [](Maker& m, Random& random) {
    m.Straight();
    const TimedPose at = m.Somewhere();
    const double time_s = random.Uniform(0.5, 7.0);
    const double yaw_rad = at.yaw_rad + random.Angle();
    const double speed_mps = random.LogUniform(20.0, 200.0);
    m.Moving(m.Drive(at.position, time_s, yaw_rad, speed_mps, 0.0, random.Uniform(0.5, 8.0)));
  }));
  families->push_back(Family("spinning", [](Maker& m, Random& random) {
    m.Straight();
    const TimedPose at = m.Somewhere();
    const double time_s = random.Uniform(1.0, 7.0);
    const double yaw_rad = random.Angle();
    const double speed_mps = random.Uniform(0.0, 5.0);
    const double rate_radps = random.Uniform(-3.0, 3.0);
    m.Moving(m.Drive(at.position, time_s, yaw_rad, speed_mps, rate_radps, random.Uniform(0.3, 1.0)));
  }));
  families->push_back(Family("comes_twice", [](Maker& m, Random& random) {
    m.Straight();
    const TimedPose at = m.Somewhere();
    std::vector<TimedPose> poses;
    const double radius_m = random.Uniform(5.0, 10.0);
    const double phase_rad = random.Angle();
    for (int i = 0; i <= 40; ++i) {
      const double angle_rad = phase_rad + 0.2 * i;
      poses.push_back({0.2 * i, at.position + radius_m * Along(angle_rad), angle_rad + 0.5 * kPi});
    }
    m.Moving(poses);
  }));
  families->push_back(Family("half_turns", [](Maker& m, Random& random) {
    m.Straight();
    std::vector<TimedPose> poses = m.Across(random.Angle());
    for (size_t i = 0; i < poses.size(); i += 3) poses[i].yaw_rad += random.Sign() * kPi;
    m.Moving(poses);
    // Of the ego vehicle too: exactly, and nearly.
    for (size_t i = 0; i < m.made.poses.size(); i += 2) {
      m.made.poses[i].yaw_rad += random.Chance(0.5) ? kPi : random.Uniform(3.0, 3.3);
    }
  }));
}

// Families by the path.
void AddPaths(std::vector<PathTimeFamily>* families) {
  families->push_back(Family("reversing", [](Maker& m, Random& random) {
    const double yaw_rad = random.Angle();
    const double way_m = random.Uniform(5.0, 15.0);
    m.Add({}, yaw_rad);
    m.Add(0.5 * way_m * Along(yaw_rad), yaw_rad);
    m.Add(way_m * Along(yaw_rad), yaw_rad + 0.2);
    m.Add(0.4 * way_m * Along(yaw_rad + 0.2), yaw_rad + 0.4);
    m.Add({}, yaw_rad);
    m.Moving(m.Across(random.Angle()));
  }));
  families->push_back(Family("self_crossing", [](Maker& m, Random& random) {
    m.Bend({}, random.Angle(), 24, random.Uniform(1.0, 2.0), 0.3 * random.Sign());
    m.Moving(m.Across(random.Angle()));
  }));
  families->push_back(Family("on_the_spot", [](Maker& m, Random& random) {
    const double yaw_rad = random.Angle();
    for (int i = 0; i < 8; ++i) m.Add({}, yaw_rad + 0.9 * i);
    m.Moving(m.Across(random.Angle()));
  }));
  families->push_back(Family("hairpin", [](Maker& m, Random& random) {
    m.Bend({}, random.Angle(), 3, 4.0, 0.0);
    m.Bend(m.made.poses.back().position + 0.5 * Along(m.made.poses.back().yaw_rad), m.made.poses.back().yaw_rad, 4,
           random.Uniform(1.0, 3.0), 0.25 * kPi * random.Sign());
    m.Bend(m.made.poses.back().position + 0.5 * Along(m.made.poses.back().yaw_rad), m.made.poses.back().yaw_rad, 3, 4.0,
           0.0);
    m.Moving(m.Across(random.Angle()));
  }));
  families->push_back(Family("one_pose", [](Maker& m, Random& random) {
    m.Add({}, random.Angle());
    m.Moving(m.Across(random.Angle()));
  }));
  families->push_back(Family("uneven_stations", [](Maker& m, Random& random) {
    m.Curve();
    double station_m = random.Uniform(-100.0, 100.0);
    for (double& each : m.made.stations_m) {
      each = station_m;
      station_m += random.LogUniform(0.1, 20.0);
    }
    m.Moving(m.Across(random.Angle()));
  }));
}

// Families by the shapes and the coordinates.
void AddShapes(std::vector<PathTimeFamily>* families) {
  families->push_back(Family(
      "slender",
      [](Maker& m, Random& random) {
        m.Curve();
        m.made.scene.ego.shapes = {Box(random.Uniform(2.0, 8.0), random.LogUniform(1e-3, 0.1))};
        const double length_m = random.Uniform(2.0, 8.0);
        m.Moving(m.Across(random.Angle()), {Box(length_m, random.LogUniform(1e-3, 0.1))});
      },
      true));
  families->push_back(Family("round", [](Maker& m, Random& random) {
    m.Curve();
    if (random.Chance(0.5)) m.made.scene.ego.shapes = {ConvexPolygon::Disc(random.Uniform(0.5, 2.0)).value()};
    const double radius_m = random.Uniform(0.2, 2.0);
    const Vec2 end = random.Chance(0.5) ? Vec2{} : Vec2{random.Uniform(0.5, 4.0), 0.0};
    const ConvexPolygon shape =
        end.x == 0.0 ? ConvexPolygon::Disc(radius_m).value() : ConvexPolygon::Capsule({}, end, radius_m).value();
    m.Moving(m.Across(random.Angle()), {shape});
  }));
  families->push_back(Family("polygons", [](Maker& m, Random& random) {
    m.Curve();
    m.made.scene.ego.shapes = {m.Polygon(5.0)};
    m.Moving(m.Across(random.Angle()), {m.Polygon(6.0)});
  }));
  families->push_back(Family("several_shapes", [](Maker& m, Random& random) {
    m.Curve();
    m.made.scene.ego.shapes = {Box(2.0, 1.8), Box(3.0, 2.2, {4.0, 0.3}), ConvexPolygon::Disc(0.5, {-2.0, 0.0}).value()};
    m.Moving(m.Across(random.Angle()), {m.Polygon(3.0), Box(1.0, 3.0, {3.0, 1.0})});
  }));
  families->push_back(Family(
      "tiny",
      [](Maker& m, Random& random) {
        const double size_m = random.LogUniform(1e-4, 1e-1);
        m.Bend({}, random.Angle(), 5, random.Uniform(0.5, 3.0) * size_m, random.Uniform(-0.3, 0.3));
        m.made.scene.ego.shapes = {m.Polygon(size_m)};
        const TimedPose at = m.Somewhere();
        const double time_s = random.Uniform(1.0, 7.0);
        const double speed_mps = random.Uniform(0.1, 3.0) * size_m;
        m.Moving(m.Drive(at.position, time_s, random.Angle(), speed_mps, 0.1, 0.5), {m.Polygon(size_m)});
      },
      true));
  families->push_back(Family(
      "points",
      [](Maker& m, Random& random) {
        m.Straight();
        m.made.scene.ego.shapes = {ConvexPolygon::Create({Vec2{-2.0, -1.0}, Vec2{2.0, 1.0}}).value()};
        m.Moving(m.Across(random.Angle()), {ConvexPolygon::Disc(random.Chance(0.5) ? 0.0 : 1e-3).value()});
      },
      true));
  families->push_back(Family("huge_coordinates", [](Maker& m, Random& random) {
    m.Curve();
    m.Moving(m.Across(random.Angle()));
    const double far_m = random.LogUniform(1e4, 1e7);
    const double yaw_rad = random.Angle();
    m.Shift(far_m * Along(yaw_rad), random.Chance(0.5) ? 0.0 : 1.7e9);
  }));
  families->push_back(Family(
      "sliding_along",
      [](Maker& m, Random& random) {
        m.Straight();
        const double yaw_rad = m.made.poses[0].yaw_rad;
        m.made.scene.ego.shapes = {Box(4.0, 2.0)};
        const double gap_m = random.Chance(0.3) ? 0.0 : random.Sign() * random.LogUniform(1e-12, 1e-2);
        const Vec2 place = 15.0 * Along(yaw_rad) + (2.0 + gap_m) * Along(yaw_rad + 0.5 * kPi);
        const double speed_mps = random.Uniform(-5.0, 5.0);
        m.Moving(m.Drive(place, 4.0, yaw_rad, speed_mps, 0.0, 0.5), {Box(4.0, 2.0)});
      },
      true));
  families->push_back(Family(
      "touching_lattice",
      [](Maker& m, Random& random) {
        for (int i = 0; i <= 5; ++i) m.Add({2.0 * i, 0.0}, 0.0);
        m.made.scene.ego.shapes = {Box(random.Integer(1, 4), 2.0)};
        const bool is_across = random.Chance(0.5);
        std::vector<TimedPose> poses;
        const double x = random.Integer(0, 10);
        for (int i = 0; i <= 8; ++i) {
          poses.push_back({1.0 * i, is_across ? Vec2{x, i - 4.0} : Vec2{x - i, 2.0}, is_across ? 0.5 * kPi : 0.0});
        }
        m.Moving(poses, {Box(2.0, random.Integer(1, 4))});
      },
      true));
}

// Families by what the scene says of the obstacle.
void AddPredictions(std::vector<PathTimeFamily>* families) {
  families->push_back(Family("appearing", [](Maker& m, Random& random) {
    m.Curve();
    std::vector<TimedPose> poses = m.Across(random.Angle());
    const auto from = random.Index(static_cast<int>(poses.size()));
    const auto to = random.Integer(from + 1, static_cast<int>(poses.size()));
    m.Moving(std::vector<TimedPose>(poses.begin() + from, poses.begin() + to));
    if (random.Chance(0.3)) m.made.beyond = BeyondPrediction::kHold;
  }));
  families->push_back(Family("occupancies", [](Maker& m, Random& random) {
    m.Curve();
    MovingObstacle& obstacle = m.Moving({});
    for (int i = 0; i < 6; ++i) {
      const TimedPose at = m.Somewhere();
      const Pose2 pose = Pose2::FromYaw(at.position, random.Angle());
      Shapes shapes;
      if (i != 3) shapes.push_back(*m.Polygon(6.0).Posed(pose));
      obstacle.predictions[0].occupancies.push_back({1.3 * i, std::move(shapes)});
    }
    if (random.Chance(0.5)) m.made.beyond = BeyondPrediction::kHold;
  }));
  families->push_back(Family("timed_shapes", [](Maker& m, Random& random) {
    m.Curve();
    MovingObstacle& obstacle = m.Moving(m.Across(random.Angle()));
    for (int i = 0; i < 4; ++i) {
      Shapes shapes;
      if (i != 2) shapes.push_back(m.Polygon(4.0 + i));
      obstacle.predictions[0].timed_shapes.push_back({1.1 + 1.7 * i, std::move(shapes)});
    }
  }));
  families->push_back(Family("heights", [](Maker& m, Random& random) {
    m.Straight();
    m.made.scene.ego.height_m = 1.6;
    m.made.scene.ego.ground_clearance_m = 0.2;
    const double slope = random.Uniform(-0.2, 0.2);
    for (size_t i = 0; i < m.made.poses.size(); ++i) m.made.poses[i].z_m = slope * m.made.stations_m[i];
    std::vector<TimedPose> poses = m.Across(random.Angle());
    const double rise_mps = random.Uniform(-1.0, 1.0);
    const double z_m = random.Uniform(-3.0, 3.0);
    for (TimedPose& pose : poses) pose.z_m = z_m + rise_mps * (pose.time_s - 4.0);
    m.Moving(poses).height = HeightSpan{0.0, random.Uniform(0.5, 3.0)};
  }));
  families->push_back(Family("two_hypotheses", [](Maker& m, Random& random) {
    m.Curve();
    MovingObstacle& obstacle = m.Moving(m.Across(random.Angle()));
    obstacle.predictions[0].probability = 0.7;
    obstacle.predictions.push_back({0.3, m.Across(random.Angle()), {}});
  }));
}

}  // namespace

std::vector<PathTimeFamily> PathTimeFamilies() {
  std::vector<PathTimeFamily> families;
  AddMotions(&families);
  AddPaths(&families);
  AddShapes(&families);
  AddPredictions(&families);
  return families;
}

}  // namespace collision2d::planner
