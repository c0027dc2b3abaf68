#include "collision2d/capture/tool/query_picture.h"

#include <cstddef>
#include <limits>
#include <string>

#include "collision2d/capture/testing/capture_examples.h"
#include "collision2d/testing/polygon_generators.h"
#include "collision2d/testing/random.h"
#include "collision2d/testing/test_flags.h"
#include "gtest/gtest.h"

namespace collision2d {
namespace {

size_t Count(const std::string& text, const std::string& part) {
  size_t count = 0;
  for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

TEST(QueryPicture, HasEveryVertex) {
  Random random(TestSeed());
  for (const CapturedQuery& query : ExampleQueries(&random)) {
    size_t vertices = 0;
    for (const ConvexPolygon& shape : query.body) vertices += static_cast<size_t>(shape.size());
    for (const ConvexPolygon& shape : query.obstacles) vertices += static_cast<size_t>(shape.size());
    const std::string text = QueryPicture(query);
    EXPECT_EQ(Count(text, "<title>"), IsMotion(query.kind) ? 2 * vertices : vertices);
    EXPECT_EQ(Count(text, "<svg "), 1u);
    EXPECT_EQ(Count(text, "</svg>"), 1u);
    EXPECT_EQ(text.find("nan"), std::string::npos);
    for (const char c : text) EXPECT_TRUE(c == '\n' || (c >= ' ' && c <= '~')) << text;
  }
}

TEST(QueryPicture, DrawsDiscsAndPosesThatAreNotFinite) {
  CapturedQuery query;
  query.body.push_back(ConvexPolygon::Create({Vec2{1, 2}}, 0.5).value());
  query.obstacles.push_back(RegularPolygon(3, 1.0));
  query.poses = {{{std::numeric_limits<double>::infinity(), 0.0}}};
  const std::string text = QueryPicture(query);
  EXPECT_EQ(Count(text, "opacity"), 2u);
  EXPECT_EQ(text.find("inf"), std::string::npos);
}

}  // namespace
}  // namespace collision2d
