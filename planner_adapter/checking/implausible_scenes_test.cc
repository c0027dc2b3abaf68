// Random plausible scenes get no note. With a mistake in units, frames, clocks or heights they are
// refused, noted, judged as before, or their verdicts say what they rest on.

#include <array>
#include <cstdio>
#include <functional>
#include <optional>
#include <variant>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/testing/test.h"
#include "planner_adapter/checking/trajectory_checker.h"
#include "planner_adapter/scene/make_scene.h"
#include "planner_adapter/scene/scene.h"
#include "planner_adapter/scene/scene_input.h"
#include "planner_adapter/scene/timed_pose.h"

namespace collision2d::planner {
namespace {

constexpr double kPi = 3.141592653589793;
constexpr double kHalfRoad_m = 9.0;

// A road along an arc, in which traffic drives.
class SceneMaker {
 public:
  explicit SceneMaker(Random& random) : random_(random) {}

  input::Scene Make() {
    const bool is_map = random_.Chance(0.3);
    start_ = {random_.Uniform(-100.0, 100.0) + (is_map ? 4.5e5 : 0.0),
              random_.Uniform(-100.0, 100.0) + (is_map ? 5.4e6 : 0.0)};
    yaw_rad_ = random_.Angle();
    curvature_ = random_.Uniform(-0.01, 0.01);
    cycle_s_ = random_.Chance(0.3) ? 1.7e9 : random_.Uniform(0.0, 50.0);
    z_m_ = random_.Chance(0.5) ? 0.0 : 120.0;
    const bool has_heights = random_.Chance(0.6);
    const double speed_mps = random_.Uniform(6.0, 20.0);
    input::Scene scene;
    scene.id = "random";
    scene.ego.shapes = {input::Rectangle{4.5, 1.8, {random_.Chance(0.5) ? 0.0 : 1.4, 0.0}}};
    if (has_heights) scene.ego.height_m = 1.6;
    scene.ego_state = EgoState{At(0.0, 0.0, 0.0), speed_mps};
    const double horizon_s = random_.Uniform(4.0, 6.0);
    for (int i = 0; i < 3; ++i) {
      const double acceleration = random_.Uniform(-4.0, 2.0);
      const double offset_m = acceleration < -1.0 ? 0.0 : random_.Uniform(-0.17, 0.17) * speed_mps;
      scene.candidates.push_back(
          {std::to_string(i), Drive(0.0, speed_mps, acceleration, 0.0, offset_m, horizon_s, 0.1)});
    }
    scene.margins.by_type = {{"car", {0.1, 0.1, 0.0}}};
    AddRoad(scene);
    for (int i = random_.Integer(2, 5); i >= 0; --i) AddObstacle(i, horizon_s + random_.Uniform(0.0, 1.0), scene);
    for (input::Obstacle& of : scene.moving_obstacles) {
      if (has_heights) of.height = HeightSpan{0.0, random_.Uniform(1.2, 3.5)};
    }
    input::Obstacle bridge{"bridge", "bridge", {input::Rectangle{30.0, 8.0, Point(40.0, 0.0), yaw_rad_ + 1.5}}};
    bridge.height = HeightSpan{z_m_ + 5.0, z_m_ + 6.0};
    if (has_heights) scene.static_obstacles.push_back(bridge);
    return scene;
  }

 private:
  // At the station and the offset to the left.
  TimedPose At(double time_s, double station_m, double offset_m, double turned_rad = 0.0) const {
    const double yaw = yaw_rad_ + curvature_ * station_m;
    return {cycle_s_ + time_s, Point(station_m, offset_m), NormalizeAngle(yaw + turned_rad), z_m_};
  }

  Vec2 Point(double station_m, double offset_m) const {
    const double yaw = yaw_rad_ + curvature_ * station_m;
    const double half = 0.5 * curvature_ * station_m;
    const double chord_m = station_m * (std::abs(half) < 1e-9 ? 1.0 : std::sin(half) / half);
    return start_ + chord_m * Vec2{std::cos(yaw_rad_ + half), std::sin(yaw_rad_ + half)} +
           offset_m * Vec2{-std::sin(yaw), std::cos(yaw)};
  }

  // Along the road, with a change of lanes in 3 s; backwards if the speed is negative.
  std::vector<TimedPose> Drive(double station_m, double speed_mps, double acceleration, double from_m, double by_m,
                               double horizon_s, double step_s) {
    std::vector<TimedPose> poses;
    for (double t = 0.0; t <= horizon_s; t += step_s) {
      const double u = std::min(1.0, t / 3.0);
      const double driven_s = acceleration < 0.0 ? std::min(t, -std::abs(speed_mps) / acceleration) : t;
      const double way_m = std::abs(speed_mps) * driven_s + 0.5 * acceleration * driven_s * driven_s;
      const double aside_mps = by_m * 2.0 * u * (1.0 - u) * (u < 1.0 ? 1.0 : 0.0);
      poses.push_back(At(t, station_m + std::copysign(way_m, speed_mps), from_m + by_m * u * u * (3.0 - 2.0 * u),
                         std::atan2(aside_mps, std::abs(speed_mps) + acceleration * driven_s + 1e-9)));
    }
    return poses;
  }

  // The first obstacle is a car that drives ahead, or a little beside the ego vehicle's way.
  void AddObstacle(int i, double horizon_s, input::Scene& scene) {
    const double step_s = std::array{0.1, 0.2, 0.5}[random_.Index(3)];
    const int kind = i == 0 ? 0 : random_.Index(6);
    const double ahead_m = random_.Uniform(12.0, 50.0);
    const double aside_m = 3.5 * random_.Integer(-2, 2) + random_.Uniform(-0.5, 0.5);
    input::Obstacle of{std::to_string(i), "car", {input::Rectangle{4.5, 1.8}}};
    std::vector<TimedPose> poses;
    if (kind == 0)
      poses = Drive(ahead_m, random_.Uniform(6.0, 15.0), random_.Uniform(-1.5, 1.0), 0.0, 0.3, horizon_s, step_s);
    if (kind == 1) {  // Oncoming.
      poses = Drive(ahead_m + 40.0, -random_.Uniform(5.0, 15.0), 0.0, aside_m, 0.0, horizon_s, step_s);
      for (TimedPose& pose : poses) pose.yaw_rad = NormalizeAngle(pose.yaw_rad + kPi);
    }
    if (kind == 2) {  // Reverses, or stands.
      of.shapes = {input::Rectangle{12.0, 2.5, {2.0, 0.0}}};
      of.kind = ObstacleKind::kTruck;
      poses = Drive(ahead_m + 10.0, -random_.Uniform(0.0, 3.0), -0.2, aside_m, 0.0, horizon_s, step_s);
    }
    if (kind == 3) {  // Walks across, and looks anywhere.
      of.shapes = {input::Rectangle{0.4, 0.6}};
      of.kind = ObstacleKind::kPedestrian;
      of.type = "pedestrian";
      for (double t = 0.0; t <= horizon_s; t += step_s) poses.push_back(At(t, ahead_m, 5.0 - 1.4 * t, aside_m));
    }
    if (kind == 4) {  // Crosses.
      const double speed_mps = random_.Uniform(5.0, 12.0);
      for (double t = 0.0; t <= horizon_s; t += step_s) poses.push_back(At(t, ahead_m, 25.0 - speed_mps * t, -kPi / 2));
    }
    if (kind == 5) {
      of.shapes = {input::Rectangle{4.5, 1.8, Point(ahead_m, aside_m), yaw_rad_ + curvature_ * ahead_m}};
      scene.static_obstacles.push_back(of);
      return;
    }
    for (TimedPose& pose : poses) {
      pose.position.x += random_.Uniform(-0.04, 0.04);
      pose.position.y += random_.Uniform(-0.04, 0.04);
      pose.yaw_rad += random_.Uniform(-0.02, 0.02);
    }
    of.predictions = {{"", poses}};
    scene.moving_obstacles.push_back(of);
  }

  void AddRoad(input::Scene& scene) {
    const int kind = random_.Index(4);
    RoadLine left{"left", {}};
    RoadLine right{"right", {}};
    for (double s = -40.0; s <= 200.0; s += 10.0) {
      left.points.insert(left.points.begin(), Point(s, kHalfRoad_m));
      right.points.push_back(Point(s, -kHalfRoad_m));
      if (kind != 1) continue;
      scene.drivable_area.push_back({{Point(s, -kHalfRoad_m), Point(s + 10.0, -kHalfRoad_m),
                                      Point(s + 10.0, kHalfRoad_m), Point(s, kHalfRoad_m)}});
    }
    if (kind == 2) scene.road_borders = {left, right};
    if (kind == 3) {
      right.points.insert(right.points.end(), left.points.begin(), left.points.end());
      right.points.push_back(right.points[0]);
      scene.road_borders = {right};
    }
    if (kind != 0) scene.margins.road = {0.0, 0.2, 0.0};
  }

  Random& random_;
  Vec2 start_;
  double yaw_rad_ = 0.0;
  double curvature_ = 0.0;
  double cycle_s_ = 0.0;
  double z_m_ = 0.0;
};

enum Whose { kEgo = 1, kOthers = 2, kAll = 3 };

void ForPoses(input::Scene& scene, Whose whose, const std::function<void(TimedPose&)>& change) {
  if (whose & kOthers) {
    for (input::Obstacle& of : scene.moving_obstacles) {
      for (TimedPose& pose : of.predictions[0].poses) change(pose);
    }
  }
  if (!(whose & kEgo)) return;
  change(scene.ego_state->pose);
  for (Candidate& of : scene.candidates) {
    for (TimedPose& pose : of.poses) change(pose);
  }
}

void ForRectangles(input::Scene& scene, const std::function<void(input::Rectangle&)>& change) {
  for (auto* obstacles : {&scene.moving_obstacles, &scene.static_obstacles}) {
    for (input::Obstacle& of : *obstacles) change(std::get<input::Rectangle>(of.shapes[0]));
  }
}

std::vector<TimedPose>& FirstCar(input::Scene& scene) { return scene.moving_obstacles.back().predictions[0].poses; }

// Changes the others' yaw; true if the first car then moves neither ahead nor backwards anywhere.
bool ChangeYaw(input::Scene& scene, double (*change)(double)) {
  const std::vector<TimedPose>& car = FirstCar(scene);
  const bool is_across = std::all_of(car.begin(), car.end(), [&](const TimedPose& pose) {
    return std::abs(std::sin(change(pose.yaw_rad) - pose.yaw_rad)) > 0.6;
  });
  ForPoses(scene, kOthers, [&](TimedPose& pose) { pose.yaw_rad = change(pose.yaw_rad); });
  return is_across;
}

void Scale(input::Scene& scene, Whose whose, double by) {
  ForPoses(scene, whose, [by](TimedPose& pose) { pose.position = by * pose.position; });
  if (whose & kOthers) {
    for (input::Obstacle& of : scene.static_obstacles) {
      auto& rectangle = std::get<input::Rectangle>(of.shapes[0]);
      rectangle.center = by * rectangle.center;
    }
  }
}

void Move(input::Scene& scene, Whose whose, Vec2 by) {
  ForPoses(scene, whose, [by](TimedPose& pose) { pose.position = pose.position + by; });
}

void Delay(input::Scene& scene, Whose whose, double by_s) {
  ForPoses(scene, whose, [by_s](TimedPose& pose) { pose.time_s += by_s; });
}

void StretchTimes(input::Scene& scene, Whose whose, double by) {
  const double start_s = scene.ego_state->pose.time_s;
  ForPoses(scene, whose, [&](TimedPose& pose) { pose.time_s = start_s + by * (pose.time_s - start_s); });
}

template <class T>
void EraseBetween(std::vector<T>& list, double from, double to) {
  const auto at = [&](double part) { return list.begin() + static_cast<int>(part * static_cast<double>(list.size())); };
  list.erase(at(from), at(to));
}

struct Mistake {
  const char* name;
  std::function<bool(input::Scene&, Random&)> plant;  // False: this scene cannot have it.
};

const Mistake kMistakes[] = {
    {"candidates in mm", [](auto& s, auto&) { return Scale(s, kEgo, 1e3), true; }},
    {"obstacles in mm", [](auto& s, auto&) { return Scale(s, kOthers, 1e3), true; }},
    {"obstacles in cm", [](auto& s, auto&) { return Scale(s, kOthers, 1e2), true; }},
    {"sizes of obstacles in mm",
     [](auto& s, auto&) { return ForRectangles(s, [](auto& r) { r.length_m *= 1e3, r.width_m *= 1e3; }), true; }},
    {"ego vehicle in cm",
     [](auto& s, auto&) {
       return s.ego.shapes = {input::Rectangle{450.0, 180.0}}, true;
     }},
    {"sizes of obstacles in km",
     [](auto& s, auto&) { return ForRectangles(s, [](auto& r) { r.length_m *= 1e-3, r.width_m *= 1e-3; }), true; }},
    {"candidates' times in ms", [](auto& s, auto&) { return StretchTimes(s, kEgo, 1e3), true; }},
    {"predictions' times in ms", [](auto& s, auto&) { return StretchTimes(s, kOthers, 1e3), true; }},
    {"all times in ms", [](auto& s, auto&) { return StretchTimes(s, kAll, 1e3), true; }},
    {"predictions' times in ks", [](auto& s, auto&) { return StretchTimes(s, kOthers, 1e-3), true; }},
    {"times within 1 us", [](auto& s, auto&) { return StretchTimes(s, kAll, 1e-6), true; }},
    {"time step in ms", [](auto& s, auto&) { return s.time_step_s = 100.0, true; }},
    {"yaw in degrees",
     [](auto& s, auto&) { return ForPoses(s, kOthers, [](auto& pose) { pose.yaw_rad *= 180.0 / kPi; }), true; }},
    {"mirrored yaw", [](auto& s, auto&) { return ChangeYaw(s, [](double yaw) { return -yaw; }); }},
    {"yaw from north", [](auto& s, auto&) { return ChangeYaw(s, [](double yaw) { return kPi / 2 - yaw; }); }},
    {"forgotten yaw", [](auto& s, auto&) { return ChangeYaw(s, [](double) { return 0.0; }); }},
    {"obstacles in UTM",
     [](auto& s, auto&) {
       return Move(s, kOthers, {4.5e5, 5.4e6}), true;
     }},
    {"candidates in UTM",
     [](auto& s, auto&) {
       return Move(s, kEgo, {4.5e5, 5.4e6}), true;
     }},
    {"shapes in scene coordinates",
     [](auto& s, auto&) {
       const TimedPose& at = FirstCar(s)[0];
       s.moving_obstacles.back().shapes = {input::Rectangle{4.5, 1.8, at.position, at.yaw_rad}};
       return Norm(at.position) > 10.0;
     }},
    {"obstacles' heights above the sea",
     [](auto& s, auto& r) {
       const double by_m = r.Sign() * r.Uniform(20.0, 400.0);
       return ForPoses(s, kOthers, [by_m](auto& pose) { pose.z_m += by_m; }), true;
     }},
    {"obstacles' clock 100 s late", [](auto& s, auto& r) { return Delay(s, kOthers, r.Sign() * 100.0), true; }},
    {"obstacles' clock a day late", [](auto& s, auto& r) { return Delay(s, kOthers, r.Sign() * 86400.0), true; }},
    {"candidates' clock 100 s late", [](auto& s, auto& r) { return Delay(s, kEgo, r.Sign() * 100.0), true; }},
    {"dropped poses", [](auto& s, auto&) { return EraseBetween(FirstCar(s), 0.25, 0.9), true; }},
    {"dropped poses of candidates",
     [](auto& s, auto&) {
       for (Candidate& of : s.candidates) EraseBetween(of.poses, 0.25, 0.9);
       return true;
     }},
    {"an obstacle jumps",
     [](auto& s, auto& r) {
       return r.Chance(0.5) ? FirstCar(s)[r.Index(5)].position.x += r.LogUniform(40.0, 1e4),
              true          : (FirstCar(s).back().position.y -= r.LogUniform(60.0, 1e4), true);
     }},
    {"predictions end early",
     [](auto& s, auto& r) {
       for (auto& of : s.moving_obstacles) EraseBetween(of.predictions[0].poses, r.Uniform(0.2, 0.8), 1.0);
       return true;
     }},
    {"predictions begin late",
     [](auto& s, auto& r) {
       for (auto& of : s.moving_obstacles) EraseBetween(of.predictions[0].poses, 0.0, r.Uniform(0.2, 0.8));
       return true;
     }},
    {"ego state elsewhere", [](auto& s, auto&) { return s.ego_state->pose.position.y += 500.0, true; }},
    {"candidates elsewhere",
     [](auto& s, auto&) {
       for (Candidate& of : s.candidates)
         for (TimedPose& pose : of.poses) pose.position.x -= 300.0;
       return true;
     }},
    {"candidates begin late",
     [](auto& s, auto& r) {
       for (Candidate& of : s.candidates) EraseBetween(of.poses, 0.0, r.Uniform(0.1, 0.8));
       return true;
     }},
    {"margin of another spelling", [](auto& s, auto&) { return s.margins.by_type[0].type = "Car", true; }},
    {"margin without a road",
     [](auto& s, auto&) {
       s.margins.road = {0.0, 0.2, 0.0};
       return s.road_borders.empty() && s.drivable_area.empty();
     }},
    {"clockwise ring",
     [](auto& s, auto&) {
       if (s.road_borders.size() != 1) return false;
       return std::reverse(s.road_borders[0].points.begin(), s.road_borders[0].points.end()), true;
     }},
    {"nearly closed ring",
     [](auto& s, auto&) {
       if (s.road_borders.size() != 1) return false;
       return s.road_borders[0].points.back().x += 0.3, true;
     }},
    {"borders in one direction",
     [](auto& s, auto& r) {
       if (s.road_borders.size() != 2) return false;
       std::vector<Vec2>& points = s.road_borders[r.Index(2)].points;
       return std::reverse(points.begin(), points.end()), true;
     }},
    {"road elsewhere",
     [](auto& s, auto&) {
       for (input::Polygon& cell : s.drivable_area)
         for (Vec2& point : cell.vertices) point = point + Vec2{400.0, 300.0};
       for (RoadLine& line : s.road_borders)
         for (Vec2& point : line.points) point = point + Vec2{400.0, 300.0};
       return !s.road_borders.empty() || !s.drivable_area.empty();
     }},
};

struct Answer {
  std::vector<std::string> notes;
  std::vector<Verdict> verdicts;
};

// Nullopt if the scene is refused. Those with notes are not checked: some last for hours.
std::optional<Answer> Ask(input::Scene input, bool check) {
  absl::StatusOr<Scene> scene = MakeScene(std::move(input));
  if (!scene.ok()) return std::nullopt;
  Answer answer{scene->notes, std::vector<Verdict>(scene->candidates.size())};
  if (!check || !answer.notes.empty()) return answer;
  absl::StatusOr<TrajectoryChecker> checker = TrajectoryChecker::Create(*std::move(scene), CheckerOptions());
  if (!checker.ok() || !checker->Check(checker->scene().candidates, absl::MakeSpan(answer.verdicts)).ok())
    return std::nullopt;
  return answer;
}

bool IsSame(const Verdict& a, const Verdict& b) {
  if (a.outcome != b.outcome || a.collides() != b.collides()) return false;
  return !a.collides() || (a.first_collision->obstacle == b.first_collision->obstacle &&
                           std::abs(a.first_collision->time_s - b.first_collision->time_s) < 1e-6);
}

TEST(ImplausibleScenes, AreRefusedNotedJudgedAsBeforeOrReserved) {
  const auto scenes = static_cast<size_t>(TestCaseCount(350));
  std::vector<input::Scene> plain;
  std::vector<Answer> before;
  Random random(TestSeed());
  for (size_t i = 0; i < 30 * scenes; ++i) {
    input::Scene scene = SceneMaker(random).Make();
    if (i < scenes) plain.push_back(scene);
    const std::optional<Answer> answer = Ask(std::move(scene), i < scenes);
    ASSERT_TRUE(answer.has_value());
    ASSERT_TRUE(answer->notes.empty()) << "scene " << i << ": " << answer->notes[0];
    if (i < scenes) before.push_back(*answer);
  }
  std::printf("%-34s refused noted  same reserved unpredicted\n", "");
  for (const Mistake& mistake : kMistakes) {
    std::array<int, 5> counts = {};
    for (size_t i = 0; i < scenes; ++i) {
      input::Scene scene = plain[i];
      if (!mistake.plant(scene, random)) continue;
      const std::optional<Answer> after = Ask(std::move(scene), true);
      int result = !after.has_value() ? 0 : !after->notes.empty() ? 1 : 2;
      for (size_t k = 0; result >= 2 && k < after->verdicts.size(); ++k) {
        const Verdict& verdict = after->verdicts[k];
        if (IsSame(before[i].verdicts[k], verdict)) continue;
        // A verdict that changed has to say what it rests on.
        EXPECT_TRUE(verdict.unpredicted_from_s.has_value()) << mistake.name << ", scene " << i << ", candidate " << k;
        result = std::max(result, verdict.reservations.empty() ? 4 : 3);
      }
      ++counts[result];
    }
    std::printf("%-34s %7d %5d %5d %8d %11d\n", mistake.name, counts[0], counts[1], counts[2], counts[3], counts[4]);
    EXPECT_GT(counts[0] + counts[1] + counts[3] + counts[4], 0) << mistake.name;
  }
}

}  // namespace
}  // namespace collision2d::planner
