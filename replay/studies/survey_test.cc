#include "replay/studies/survey.h"

#include <array>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/types/span.h"
#include "collision2d/testing/test.h"
#include "replay/studies/first_cycles.h"
#include "replay/testing/temporary_files.h"

namespace collision2d::planner {
namespace {

using Mistakes = std::array<int64_t, kMistakes>;
constexpr Mistakes kNothing = {};

Mistakes MissedCollisions(int64_t count) { return {count, 0, 0, 0, count}; }
Mistakes FalseCollisions(int64_t count) { return {0, count, 0, 0, count}; }

// Returns the survey of the only scene of a file.
SceneSurvey SurveyOf(const std::string& path) {
  SceneSurvey survey;
  const ReplayOptions options;
  const AskedScenes asked = ForEachFirstCycle(
      {path}, options, {}, [&](const std::string&, const Scene& scene, absl::Span<const Candidate> candidates) {
        const absl::StatusOr<SceneSurvey> found = SurveyScene(scene, candidates, options);
        if (found.ok()) survey = *found;
        return found.status();
      });
  EXPECT_EQ(asked.scenes, 1);
  for (const std::string& line : asked.unusable) ADD_FAILURE() << line;
  return survey;
}

SceneSurvey SurveyOfText(const std::string& text) {
  return SurveyOf(WriteTestFile(EmptyTestDirectory(), "scene.textproto", text));
}

TEST(Survey, CornersMissAnIslandBetweenThem) {
  const SceneSurvey survey = SurveyOf("testdata/shortcuts/island.textproto");
  EXPECT_EQ(survey.candidates, 7);
  EXPECT_EQ(survey.colliding, 0);
  EXPECT_EQ(survey.leaving, 5);
  EXPECT_EQ(survey.mistakes[kCorners], (Mistakes{0, 0, 3, 0, 3}));
  EXPECT_EQ(survey.first_wrong[kCorners], "at -0.5 m");
  for (const int other : {kInstants01, kInstants05, kCircles, kHulls}) {
    EXPECT_EQ(survey.mistakes[other], kNothing) << other;
    EXPECT_EQ(survey.first_wrong[other], "") << other;
  }
}

// All motions are straight and all boxes along the axes, so that each answer has a closed form.
TEST(Survey, InstantsMissAndHullsInventCollisionsOfCrossingTraffic) {
  const auto overlap = [](double a, double half_a, double b, double half_b) {
    return std::abs(a - b) <= half_a + half_b;
  };
  SceneSurvey expected;
  for (int k = -4; k < 45; ++k) {
    // The ego vehicle, 4 m x 2 m, drives at 15 m/s along x; the motorcycle, 0.6 m x 2 m, at 12 m/s
    // along y.
    const auto x_m = [&](double time_s) { return 0.25 * k + 15.0 * time_s; };
    const auto y_m = [](double time_s) { return 12.0 * time_s - 12.0; };
    const auto collide_during = [&](double start_s, double end_s) {
      return overlap(0.5 * (x_m(start_s) + x_m(end_s)), 2.0 + 0.5 * (x_m(end_s) - x_m(start_s)), 20.0, 0.3) &&
             overlap(0.5 * (y_m(start_s) + y_m(end_s)), 1.0 + 0.5 * (y_m(end_s) - y_m(start_s)), 0.0, 1.0);
    };
    const auto collides_at_instants = [&](int per_second) {
      bool collides = false;
      for (int step = 0; step <= 2 * per_second; ++step) {
        const double time_s = static_cast<double>(step) / per_second;
        collides = collides || collide_during(time_s, time_s);
      }
      return collides;
    };
    bool hulls_collide = false;
    for (int step = 0; step < 20; ++step) hulls_collide = hulls_collide || collide_during(0.1 * step, 0.1 * (step + 1));
    // The motorcycle is beside the lane until 10/12 s and from 14/12 s on.
    const bool collides = x_m(10.0 / 12.0) < 22.3 && x_m(14.0 / 12.0) > 17.7;
    ++expected.candidates;
    expected.colliding += collides;
    expected.mistakes[kInstants01][kCollisionMissed] += collides && !collides_at_instants(10);
    expected.mistakes[kInstants05][kCollisionMissed] += collides && !collides_at_instants(2);
    expected.mistakes[kHulls][kCollisionFalse] += !collides && hulls_collide;
  }
  EXPECT_EQ(expected.mistakes[kInstants01][kCollisionMissed], 8);
  const SceneSurvey survey = SurveyOf("testdata/shortcuts/crossing.textproto");
  EXPECT_EQ(survey.candidates, expected.candidates);
  EXPECT_EQ(survey.colliding, expected.colliding);
  EXPECT_EQ(survey.mistakes[kCorners], kNothing);
  EXPECT_EQ(survey.mistakes[kInstants01], MissedCollisions(expected.mistakes[kInstants01][kCollisionMissed]));
  EXPECT_EQ(survey.mistakes[kInstants05], MissedCollisions(expected.mistakes[kInstants05][kCollisionMissed]));
  EXPECT_EQ(survey.mistakes[kHulls], FalseCollisions(expected.mistakes[kHulls][kCollisionFalse]));
}

// Two circles each, which extend 1.41 m - 1 m beyond the sides: those nearer than 0.83 m collide.
TEST(Survey, CirclesOfCarsCollideBesideAParkedCar) {
  const SceneSurvey survey = SurveyOf("testdata/shortcuts/parked_car.textproto");
  EXPECT_EQ(survey.colliding, 1);
  EXPECT_EQ(survey.mistakes[kCircles], FalseCollisions(3));
  EXPECT_EQ(survey.first_wrong[kCircles], "0.2 m beside it");
  EXPECT_EQ(survey.mistakes[kHulls], kNothing);
}

TEST(Survey, HullsOfStepsCollideWithTheCarAhead) {
  const SceneSurvey survey = SurveyOf("testdata/shortcuts/following.textproto");
  EXPECT_EQ(survey.colliding, 0);
  EXPECT_EQ(survey.mistakes[kHulls], FalseCollisions(3));
  EXPECT_EQ(survey.mistakes[kCircles], FalseCollisions(1));
  EXPECT_EQ(survey.mistakes[kInstants05], kNothing);
}

// A corner on its arc hits a post that is outside of the hull of the box at both steps. The road
// ends between the hull and the post, too.
TEST(Survey, HullsMissTheArcOfACorner) {
  const double middle_rad = std::atan2(1.0, 2.0) + 0.25;
  const std::string scene = absl::StrFormat(
      R"pb(
        id: "turning"
        time_step_s: 0.5
        ego { shapes { rectangle { length_m: 4 width_m: 2 } } }
        static_obstacles {
          id: "post"
          shapes {
            disc {
              center { x: %.17g y: %.17g }
              radius_m: 0.01
            }
          }
        }
        drivable_area {
          radius_m: 2.2
          vertices { x: 0 y: 0 }
        }
        candidates {
          id: "turns"
          poses {}
          poses { time_s: 0.5 yaw_rad: 0.5 }
        }
      )pb",
      2.22 * std::cos(middle_rad), 2.22 * std::sin(middle_rad));
  const SceneSurvey survey = SurveyOfText(scene);
  EXPECT_EQ(survey.colliding, 1);
  EXPECT_EQ(survey.mistakes[kHulls], MissedCollisions(1));
  EXPECT_EQ(survey.mistakes[kInstants01], MissedCollisions(1));
  EXPECT_EQ(survey.mistakes[kInstants05], MissedCollisions(1));
}

// Where heights decide, and for several parts, no shortcut is blamed for them.
TEST(Survey, HeightsAndPartsAreThoseOfTheScene) {
  const SceneSurvey bridge = SurveyOf("testdata/scenes/under_the_bridge_van.textproto");
  EXPECT_EQ(bridge.colliding, 1);
  for (const Mistakes& mistakes : bridge.mistakes) EXPECT_EQ(mistakes, kNothing);

  const SceneSurvey trailer = SurveyOfText(R"pb(
    id: "trailer"
    time_step_s: 0.1
    ego {
      shapes { rectangle { length_m: 4 width_m: 2 } }
      parts {
        id: "trailer"
        shapes { rectangle { length_m: 6 width_m: 2 } }
      }
    }
    static_obstacles {
      id: "post"
      shapes {
        disc {
          center { x: -6 y: 1.2 }
          radius_m: 0.1
        }
      }
    }
    candidates {
      id: "straight on"
      poses { time_s: 0 x: 0 }
      poses { time_s: 1 x: 4 }
      part_poses {
        poses { time_s: 0 x: -6 }
        poses { time_s: 1 x: -2 }
      }
    }
  )pb");
  EXPECT_EQ(trailer.colliding, 0);
  EXPECT_EQ(trailer.mistakes[kCircles], FalseCollisions(1));
  EXPECT_EQ(trailer.mistakes[kHulls], kNothing);
}

// Points, segments and walls have no circles, and points no corners.
TEST(Survey, DegenerateBodies) {
  const SceneSurvey survey = SurveyOfText(R"pb(
    id: "degenerate"
    time_step_s: 0.1
    ego { shapes { polygon { vertices {} } } }
    moving_obstacles {
      id: "wall"
      shapes {
        polygon {
          vertices { x: 9 y: -5 }
          vertices { x: 9 y: 5 }
        }
      }
      predictions { poses {} }
    }
    drivable_area {
      vertices { x: -1 y: -1 }
      vertices { x: 5 y: -1 }
      vertices { x: 5 y: 1 }
      vertices { x: -1 y: 1 }
    }
    candidates {
      id: "through both"
      poses { time_s: 0 }
      poses { time_s: 1.01 x: 20 }
    }
    candidates {
      id: "stays"
      poses { time_s: 0 }
    }
  )pb");
  EXPECT_EQ(survey.candidates, 2);
  EXPECT_EQ(survey.leaving, 1);
  EXPECT_EQ(survey.mistakes[kCorners], kNothing);
  EXPECT_EQ(survey.mistakes[kCircles], kNothing);
}

TEST(Survey, WritesARowForEachSceneAndShortcut) {
  const std::string out = EmptyTestDirectory();
  const std::string odd = WriteTestFile(out, "odd.textproto",
                                        R"pb(
                                          id: "a \"b\",\nc"
                                          time_step_s: 0.1
                                          ego { shapes { rectangle { length_m: 4 width_m: 2 } } }
                                        )pb");
  testing::internal::CaptureStdout();
  const absl::StatusOr<int> problems =
      SurveyScenes({"testdata/shortcuts", odd, out + "/missing.pb"}, ReplayOptions(), {}, out);
  const std::string table = testing::internal::GetCapturedStdout();
  ASSERT_TRUE(problems.ok()) << problems.status();
  EXPECT_EQ(*problems, 1);
  EXPECT_EQ(table.find("5 scenes, 67 candidates: 40 collide, 5 leave the road\n"), 0u) << table;
  EXPECT_NE(table.find("\ncorners                   3     4.48            0      0            3      0\n"),
            std::string::npos)
      << table;
  const std::string csv = ReadTestFile(out + "/survey.csv");
  EXPECT_NE(csv.find("\"testdata/shortcuts/island.textproto\",\"island\",corners,7,0,5,0,0,3,0,3,\"at -0.5 m\"\n"),
            std::string::npos)
      << csv;
  EXPECT_NE(csv.find("\"a \"\"b\"\",\\x0ac\",hulls,0,0,0,0,0,0,0,0,\"\"\n"), std::string::npos) << csv;

  ReplayOptions wrong;
  wrong.checker.min_probability = 2.0;
  EXPECT_EQ(SurveyScenes({odd}, wrong, {}, out).status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(SurveyScenes({odd}, ReplayOptions(), {}, odd + "/below").status().code(), absl::StatusCode::kUnavailable);
}

}  // namespace
}  // namespace collision2d::planner
