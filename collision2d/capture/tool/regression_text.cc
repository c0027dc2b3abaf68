#include "collision2d/capture/tool/regression_text.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"
#include "collision2d/capture/query_kind.h"
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
  return absl::StrFormat("Pose2({%s, %s}, UnitRotation(%s, %s))", NumberText(pose.translation.x),
                         NumberText(pose.translation.y), NumberText(pose.cos), NumberText(pose.sin));
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

struct TestText {
  std::vector<std::string> includes;
  std::string body;
};

// A pair of which a checker of all queries says whether they are right.
TestText CheckedPairTest(const CapturedQuery& query) {
  const auto declared = [](const char* name, const ConvexPolygon& shape) {
    return absl::StrCat("  // ", ShapeComment(shape), "\n  const ConvexPolygon ", name, " = ", ShapeText(shape), ";\n");
  };
  std::string body = absl::StrCat(declared("a", query.a), declared("b", query.b));
  std::string arguments = "a, b";
  if (!query.poses.empty()) {
    absl::StrAppend(&body, "  const Pose2 a_from_b = ", PoseText(query.poses[0]), ";\n");
    arguments += ", a_from_b";
  }
  if (query.a.radius_m() + query.b.radius_m() > 0.0) {
    return {{"collision2d/testing/round_pair_checker.h"},
            absl::StrCat(body, "  EXPECT_TRUE(RoundPairIsRight(", arguments, "));\n")};
  }
  return {{"collision2d/testing/query_checker.h"},
          absl::StrCat(body, "  QueryChecker checker;\n  EXPECT_TRUE(checker.Check(", arguments, "));\n")};
}

// A list of initialisers, one in a line.
template <typename Element, typename Format>
std::string ListText(const std::vector<Element>& list, const Format& format) {
  std::string text = "{";
  for (const Element& element : list) absl::StrAppend(&text, "\n       ", format(element), ",");
  return absl::StrCat(text, "}");
}

std::string CommentedShape(const ConvexPolygon& shape) {
  return absl::StrCat("// ", ShapeComment(shape), "\n      ", ShapeText(shape));
}

// The name of the enumerator, which is that of its function.
std::string KindText(QueryKind kind) {
  const std::string name = Name(kind);
  return absl::StrCat("QueryKind::k", absl::StripPrefix(name, "Compute"));
}

std::string TriggerText(Keep keep) {
  return keep == Keep::kSlow ? "kSlowTrigger" : keep == Keep::kUndecided ? "kUndecidedTrigger" : "kExactTrigger";
}

// Any query, as shrinking asks and judges it.
TestText QueryTest(const CapturedQuery& query, Keep keep, int64_t slow_work) {
  TestText test = {
      {"collision2d/capture/captured_query.h", "collision2d/capture/query_kind.h", "collision2d/capture/recorder.h",
       "collision2d/capture/replay_query.h"},
      absl::StrCat("  const CapturedQuery query = {\n      ", KindText(query.kind), ",\n      ",
                   CommentedShape(query.a), ",\n      ", CommentedShape(query.b), ",\n      ",
                   ListText(query.poses, PoseText), ",\n      ", ListText(query.numbers, NumberText), "};\n")};
  if (keep == Keep::kWrong) {
    test.includes.push_back("collision2d/capture/tool/exact_judge.h");
    test.body += "  EXPECT_FALSE(IsWrong(ReplayQuery<PlainQueries>(query).value()));\n";
  } else {
    absl::StrAppend(&test.body, "  EXPECT_EQ(ReplayQuery<PlainQueries>(query, ", slow_work, ")->triggers & ",
                    TriggerText(keep), ", 0);\n");
  }
  return test;
}

// Whether the checkers of pairs ask this query: those with arguments of their own are asked by
// QueryTest.
bool IsChecked(QueryKind kind) {
  return kind == QueryKind::kCollides || kind == QueryKind::kDistance || kind == QueryKind::kSeparation;
}

}  // namespace

std::string RegressionText(const CapturedQuery& query, Keep keep, int64_t slow_work, const std::string& origin) {
  const bool is_checked = keep == Keep::kWrong && IsChecked(query.kind);
  const TestText test = is_checked ? CheckedPairTest(query) : QueryTest(query, keep, slow_work);
  std::string text = absl::StrCat("// ", origin, "\n// clang-format off\n\n");
  if (absl::StrContains(test.body, "HUGE_VAL") || absl::StrContains(test.body, "std::nan")) {
    text += "#include <cmath>\n\n";
  }
  std::vector<std::string> includes = {"collision2d/geometry/convex_polygon.h", "collision2d/geometry/pose2.h",
                                       "collision2d/geometry/vec2.h"};
  includes.insert(includes.end(), test.includes.begin(), test.includes.end());
  includes.push_back("gtest/gtest.h");
  std::sort(includes.begin(), includes.end());
  for (const std::string& include : includes) absl::StrAppend(&text, "#include \"", include, "\"\n");
  std::string name = Name(keep);
  name[0] = static_cast<char>(name[0] - 'a' + 'A');
  absl::StrAppend(&text, "\nnamespace collision2d {\nnamespace {\n\nTEST(CapturedRegression, ", name, Name(query.kind),
                  ") {\n", test.body, "}\n\n}  // namespace\n}  // namespace collision2d\n");
  return text;
}

}  // namespace collision2d
