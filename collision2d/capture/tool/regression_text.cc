#include "collision2d/capture/tool/regression_text.h"

#include <cmath>
#include <cstddef>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/types/span.h"
#include "collision2d/capture/query_kind.h"
#include "collision2d/capture/tool/draft.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/testing/hex_format.h"

namespace collision2d {
namespace {

std::string NumberText(double number) {
  if (std::isfinite(number)) return absl::StrFormat("%a", number);
  return std::isnan(number) ? "std::nan(\"\")" : number > 0.0 ? "HUGE_VAL" : "-HUGE_VAL";
}

std::string PoseText(const Pose2& pose) {
  return absl::StrFormat("Pose2{{%s, %s}, %s, %s}", NumberText(pose.translation.x), NumberText(pose.translation.y),
                         NumberText(pose.cos), NumberText(pose.sin));
}

std::string ShapeText(const ConvexPolygon& shape) {
  return absl::StrFormat("ConvexPolygon::Create({%s}, %a).value()",
                         absl::StrJoin(shape.vertices(), ", ",
                                       [](std::string* text, Vec2 v) { absl::StrAppend(text, "Vec2", HexFormat(v)); }),
                         shape.radius_m());
}

std::string ShapeComment(const ConvexPolygon& shape) {
  return absl::StrCat(absl::StrJoin(shape.vertices(), ", ",
                                    [](std::string* text, Vec2 v) {
                                      absl::StrAppend(text, "(", DecimalText(v.x), ", ", DecimalText(v.y), ")");
                                    }),
                      ", radius ", DecimalText(shape.radius_m()), " m");
}

std::string ShapeLines(const std::string& name, const ConvexPolygon& shape) {
  return absl::StrCat("  // ", ShapeComment(shape), "\n  const ConvexPolygon ", name, " = ", ShapeText(shape), ";\n");
}

// A list of initialisers, one in a line.
template <typename Element, typename Format>
std::string ListText(const std::vector<Element>& list, const Format& format) {
  std::string text = "{";
  for (const Element& element : list) absl::StrAppend(&text, "\n       ", format(element), ",");
  return absl::StrCat(text, "}");
}

// The name of a row's enumerator, which is that of its function.
std::string KindText(QueryKind kind) { return absl::StrCat("QueryKind::k", Name(kind)); }

struct TestText {
  std::vector<std::string> includes;
  std::string body;
};

TestText RowTest(const CapturedQuery& row) {
  return {{"collision2d/capture/ask_again.h", "collision2d/capture/captured_query.h",
           "collision2d/capture/plain_queries.h", "collision2d/capture/tool/pairwise_row.h"},
          absl::StrCat("  const CapturedQuery row = {\n      ", KindText(row.kind), ",\n      ",
                       ListText(row.body, ShapeText), ",\n      ", ListText(row.obstacles, ShapeText), ",\n      ",
                       ListText(row.poses, PoseText), ",\n      ", ListText(row.numbers, NumberText),
                       "};\n  EXPECT_EQ(AskAgain<PlainQueries>(row)->answer, PairwiseAnswer(row));\n")};
}

TestText MotionTest(const CapturedQuery& query, Keep keep, int64_t slow_work) {
  const std::string interval = absl::StrFormat("%a, %a", query.numbers[0], query.numbers[1]);
  const auto motion = [&](const char* name, size_t first) {
    return absl::StrCat("  const Motion ", name, " = Motion::Between(", PoseText(query.poses[first]), ", ",
                        PoseText(query.poses[first + 1]), ", ", interval, ").value();\n");
  };
  return {{"collision2d/motion/motion.h", "collision2d/motion/time_of_impact.h"},
          absl::StrCat(ShapeLines("a", query.body[0]), ShapeLines("b", query.obstacles[0]), motion("motion_a", 0),
                       motion("motion_b", 2), "  const ImpactResult impact = TimeOfImpact(a, motion_a, b, motion_b, {",
                       absl::StrFormat("%a, %a", query.numbers[2], query.numbers[3]), "}).value();\n",
                       keep == Keep::kSlow ? absl::StrCat("  EXPECT_LT(impact.steps, ", slow_work, ");\n")
                                           : "  EXPECT_NE(impact.verdict, MotionVerdict::kUndecided);\n")};
}

const char* HeaderOf(QueryKind kind) {
  switch (kind) {
    case QueryKind::kCollides:
      return "collision2d/query/collides.h";
    case QueryKind::kSeparation:
      return "collision2d/query/separation.h";
    case QueryKind::kSeparationGradient:
      return "collision2d/query/separation_gradient.h";
    default:
      return "collision2d/query/distance.h";
  }
}

// What is expected of the counters of the query.
std::string CounterText(Keep keep, int64_t slow_work) {
  switch (keep) {
    case Keep::kSlow:
      return absl::StrCat("  EXPECT_LT(counters.iterations + counters.depth_vertices + counters.exact_path_vertices, ",
                          slow_work, ");\n");
    case Keep::kUndecided:
      return "  EXPECT_EQ(counters.cap_hits, 0);\n";
    default:
      return "  EXPECT_EQ(counters.exact_path_entries, 0);\n";
  }
}

TestText PairTest(const CapturedQuery& query, Keep keep, int64_t slow_work) {
  const ConvexPolygon& a = query.body[0];
  const ConvexPolygon& b = query.obstacles[0];
  std::string body = absl::StrCat(ShapeLines("a", a), ShapeLines("b", b));
  std::string arguments = "a, b";
  if (!query.poses.empty()) {
    absl::StrAppend(&body, "  const Pose2 a_from_b = ", PoseText(query.poses[0]), ";\n");
    arguments += ", a_from_b";
  }
  if (keep == Keep::kWrong) {
    if (a.radius_m() + b.radius_m() > 0.0) {
      return {{"collision2d/testing/round_pair_checker.h"},
              absl::StrCat(body, "  EXPECT_TRUE(RoundPairIsRight(", arguments, "));\n")};
    }
    return {{"collision2d/testing/query_checker.h"},
            absl::StrCat(body, "  QueryChecker checker;\n  EXPECT_TRUE(checker.Check(", arguments, "));\n")};
  }
  if (query.kind == QueryKind::kDistanceWithin) absl::StrAppend(&arguments, ", ", NumberText(query.numbers[0]));
  if (query.kind == QueryKind::kSeparationGradient) {
    arguments += query.numbers[0] != 0.0 ? ", MovingShape::kB" : ", MovingShape::kA";
  }
  return {{HeaderOf(query.kind), "collision2d/query/query_context.h"},
          absl::StrCat(body, "  QueryCounters counters;\n  ", Name(query.kind), "(", arguments, ", {&counters});\n",
                       CounterText(keep, slow_work))};
}

}  // namespace

std::string RegressionText(const CapturedQuery& query, Keep keep, int64_t slow_work, const std::string& origin) {
  const TestText test = IsRow(query.kind)                        ? RowTest(query)
                        : query.kind == QueryKind::kTimeOfImpact ? MotionTest(query, keep, slow_work)
                                                                 : PairTest(query, keep, slow_work);
  std::string text = absl::StrCat("// ", origin, "\n// clang-format off\n\n");
  if (absl::StrContains(test.body, "HUGE_VAL") || absl::StrContains(test.body, "std::nan")) {
    text += "#include <cmath>\n\n";
  }
  std::vector<std::string> includes = {"collision2d/geometry/convex_polygon.h", "collision2d/geometry/pose2.h",
                                       "collision2d/geometry/vec2.h"};
  includes.insert(includes.end(), test.includes.begin(), test.includes.end());
  includes.push_back("gtest/gtest.h");
  for (const std::string& include : includes) absl::StrAppend(&text, "#include \"", include, "\"\n");
  std::string name = Name(keep);
  name[0] = static_cast<char>(name[0] - 'a' + 'A');
  absl::StrAppend(&text, "\nnamespace collision2d {\nnamespace {\n\nTEST(CapturedRegression, ", name, Name(query.kind),
                  ") {\n", test.body, "}\n\n}  // namespace\n}  // namespace collision2d\n");
  return text;
}

}  // namespace collision2d
