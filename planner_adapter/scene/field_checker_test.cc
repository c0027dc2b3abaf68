#include "planner_adapter/scene/field_checker.h"

#include <functional>
#include <type_traits>

#include "absl/status/status.h"
#include "collision2d/testing/test.h"
#include "gmock/gmock.h"
#include "planner_adapter/scene/scene_limits.h"

namespace collision2d::planner {
namespace {

TEST(FieldPathTest, RootHasAName) { EXPECT_EQ(FieldPath().ToString(), "scene"); }

TEST(FieldPathTest, JoinsFieldsAndElements) {
  const FieldPath root;
  const FieldPath obstacle = root.Element("static_obstacles", 3);
  const FieldPath shape = obstacle.Element("shapes", 0);
  const FieldPath polygon = shape.Field("polygon");
  const FieldPath vertex = polygon.Element("vertices", 12);
  EXPECT_EQ(obstacle.ToString(), "static_obstacles[3]");
  EXPECT_EQ(vertex.Field("x").ToString(), "static_obstacles[3].shapes[0].polygon.vertices[12].x");
  EXPECT_EQ(root.Field("time_step_s").ToString(), "time_step_s");
}

template <typename Path, typename = void>
struct HasField : std::false_type {};
template <typename Path>
struct HasField<Path, std::void_t<decltype(std::declval<Path>().Field("name"))>> : std::true_type {};

TEST(FieldPathTest, ChildOfATemporaryDoesNotCompile) {
  EXPECT_TRUE(HasField<const FieldPath&>::value);
  EXPECT_FALSE(HasField<FieldPath>::value);
}

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();

struct Case {
  std::function<void(FieldChecker&, const FieldPath&)> check;
  std::string message;  // Empty: the check passes.
};

TEST(FieldCheckerTest, SaysWhatIsWrongWithAValue) {
  const FieldPath root;
  const FieldPath path = root.Field("f");
  const std::vector<Case> cases = {
      {[](auto& c, const auto& p) { c.Magnitude(p, -5.0, 5.0, "m"); }, ""},
      {[](auto& c, const auto& p) { c.Magnitude(p, kNaN, 5.0, "m"); }, "f: nan is not finite"},
      {[](auto& c, const auto& p) { c.Magnitude(p, -kNaN, 5.0, "m"); }, "f: nan is not finite"},
      {[](auto& c, const auto& p) { c.Magnitude(p, -kInf, 5.0, "m"); }, "f: -inf is not finite"},
      {[](auto& c, const auto& p) { c.Magnitude(p, 5.1, 5.0, "m"); }, "f: 5.1 m is beyond the limit of 5 m"},
      {[](auto& c, const auto& p) { c.Magnitude(p, -6.0, 5.0, ""); }, "f: -6 is beyond the limit of 5"},
      {[](auto& c, const auto& p) { c.Positive(p, 5e-324, 5.0, "s"); }, ""},
      {[](auto& c, const auto& p) { c.Positive(p, 0.0, 5.0, "s"); }, "f: 0 s is not positive"},
      {[](auto& c, const auto& p) { c.Positive(p, -0.1, 5.0, "s"); }, "f: -0.1 s is not positive"},
      {[](auto& c, const auto& p) { c.Positive(p, kNaN, 5.0, "s"); }, "f: nan is not finite"},
      {[](auto& c, const auto& p) { c.Positive(p, kInf, 5.0, "s"); }, "f: inf is not finite"},
      {[](auto& c, const auto& p) { c.NotNegative(p, 0.0, 5.0, "m/s"); }, ""},
      {[](auto& c, const auto& p) { c.NotNegative(p, -1e-9, 5.0, "m/s"); }, "f: -1e-09 m/s is negative"},
      {[](auto& c, const auto& p) { c.NotNegative(p, 6.0, 5.0, "m/s"); }, "f: 6 m/s is beyond the limit of 5 m/s"},
      {[](auto& c, const auto& p) { c.Text(p, ""); }, ""},
      {[](auto& c, const auto& p) { c.Text(p, "a\xFF"); }, "f: \"a\\xff\" is not valid UTF-8"},
      {[](auto& c, const auto& p) { c.Name(p, "a"); }, ""},
      {[](auto& c, const auto& p) { c.Name(p, ""); }, "f: empty; a name is needed"},
  };
  for (const Case& test_case : cases) {
    FieldChecker checker;
    test_case.check(checker, path);
    EXPECT_EQ(checker.ok(), test_case.message.empty()) << checker.status();
    EXPECT_EQ(checker.status().message(), test_case.message);
  }
}

TEST(FieldCheckerTest, KeepsTheFirstViolation) {
  const FieldPath root;
  FieldChecker checker;
  checker.Fail(root.Field("first"), "wrong");
  checker.Fail(root.Field("second"), "wrong too");
  EXPECT_EQ(checker.status(), absl::InvalidArgumentError("first: wrong"));
}

TEST(FieldCheckerTest, RefusesLongNames) {
  const FieldPath root;
  FieldChecker checker;
  checker.Name(root.Field("id"), std::string(kMaxNameBytes, 'x'));
  EXPECT_TRUE(checker.ok());
  checker.Name(root.Field("id"), std::string(kMaxNameBytes + 1, 'x'));
  EXPECT_EQ(checker.status().message(), "id: \"" + std::string(80, 'x') + "...\" has 4097 bytes; the limit is 4096");
}

TEST(FieldCheckerTest, FormatsNumbersShortAndExact) {
  EXPECT_EQ(FormatNumber(0.1), "0.1");
  EXPECT_EQ(FormatNumber(0.1 + 0.2), "0.30000000000000004");
  EXPECT_EQ(FormatNumber(-0.0), "-0");
  EXPECT_EQ(FormatNumber(1e9), "1e+09");
  EXPECT_EQ(FormatNumber(-std::numeric_limits<double>::denorm_min()), "-5e-324");
  EXPECT_EQ(FormatNumber(-std::numeric_limits<double>::max()), "-1.7976931348623157e+308");
}

TEST(FieldCheckerTest, QuotesNamesOfAnyContent) {
  EXPECT_EQ(Quote("car"), "\"car\"");
  EXPECT_EQ(Quote("a\n\"b\""), "\"a\\n\\\"b\\\"\"");
  EXPECT_EQ(Quote("Stra\xC3\x9F"
                  "e"),
            "\"Stra\xC3\x9F"
            "e\"");
  EXPECT_EQ(Quote(std::string(80, 'x')), "\"" + std::string(80, 'x') + "\"");
  EXPECT_EQ(Quote(std::string(1000, 'x')), "\"" + std::string(80, 'x') + "...\"");
}

}  // namespace

}  // namespace collision2d::planner
