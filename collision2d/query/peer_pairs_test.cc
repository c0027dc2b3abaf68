// The pairs of testdata/peer_pairs.txt, in both orders.

#include <fstream>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "collision2d/geometry/convex_decomposition.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/query/collides.h"
#include "collision2d/query/distance.h"
#include "collision2d/query/separation.h"
#include "collision2d/testing/test.h"

namespace collision2d {
namespace {

double Number(absl::string_view text) {
  double number = kNaN;
  EXPECT_TRUE(absl::SimpleAtod(text, &number)) << text;
  return number;
}

Vec2 Point(absl::string_view text) {
  const std::vector<absl::string_view> xy = absl::StrSplit(text, ',');
  return {Number(xy.at(0)), Number(xy.at(1))};
}

// Twice the signed area.
double Area(const std::vector<Vec2>& ring) {
  double sum = 0.0;
  for (size_t i = 0; i < ring.size(); ++i) sum += Cross(ring[i] - ring[0], ring[(i + 1) % ring.size()] - ring[0]);
  return sum;
}

std::vector<ConvexPolygon> Shape(absl::string_view text) {
  std::vector<ConvexPolygon> pieces;
  for (const absl::string_view piece : absl::StrSplit(text, " + ")) {
    std::vector<Vec2> vertices;
    double radius_m = 0.0;
    bool is_ring = false;
    for (absl::string_view word : absl::StrSplit(piece, ' ', absl::SkipEmpty())) {
      if (word == "ring") {
        is_ring = true;
      } else if (absl::ConsumePrefix(&word, "~")) {
        radius_m = Number(word);
      } else {
        vertices.push_back(Point(word));
      }
    }
    if (!is_ring) {
      pieces.push_back(ConvexPolygon::FromRing(vertices, radius_m).value());
      continue;
    }
    if (Area(vertices) < 0.0) std::reverse(vertices.begin(), vertices.end());
    const std::vector<ConvexPolygon> parts = DecomposeIntoConvex(vertices).value();
    pieces.insert(pieces.end(), parts.begin(), parts.end());
  }
  return pieces;
}

void ExpectAnswer(const std::vector<ConvexPolygon>& a, const std::vector<ConvexPolygon>& b,
                  const std::vector<absl::string_view>& answer, double sign) {
  bool collides = false;
  double distance_m = kInf;
  for (const ConvexPolygon& p : a) {
    for (const ConvexPolygon& q : b) {
      collides = collides || Collides(p, q);
      distance_m = std::min(distance_m, Distance(p, q));
    }
  }
  EXPECT_EQ(distance_m == 0.0, collides);
  if (answer[0] == "T" || answer[0] == "F") {
    EXPECT_EQ(collides, answer[0] == "T");
    return;
  }
  const double expected_m = Number(answer[0]);
  double error_m = 1e-12;
  Vec2 direction;
  for (size_t i = 1; i < answer.size(); ++i) {
    if (absl::StartsWith(answer[i], "+-")) error_m = Number(answer[i].substr(2));
    if (answer[i] == ">") direction = Point(answer.at(i + 1));
  }
  EXPECT_EQ(collides, expected_m <= 0.0);
  EXPECT_NEAR(distance_m, std::max(expected_m, 0.0), error_m);
  if (a.size() > 1 || b.size() > 1) return;
  const Separation separation = ComputeSeparation(a[0], b[0]);
  EXPECT_NEAR(separation.signed_distance_m, expected_m, error_m);
  EXPECT_EQ(separation.status, expected_m > 0.0    ? SeparationStatus::kSeparated
                               : expected_m == 0.0 ? SeparationStatus::kTouching
                                                   : SeparationStatus::kPenetrating);
  if (direction != Vec2{}) {
    EXPECT_LE(Norm(separation.direction - sign * direction), 1e-12);
  }
}

TEST(PeerPairs, HaveTheAnswersOfTheirNumbers) {
  std::ifstream file("testdata/peer_pairs.txt");
  int rows = 0;
  for (std::string line; std::getline(file, line);) {
    if (absl::StartsWith(line, "#")) continue;
    SCOPED_TRACE(line);
    const std::vector<absl::string_view> fields = absl::StrSplit(line, " | ");
    ASSERT_EQ(fields.size(), 4u);
    const std::vector<ConvexPolygon> a = Shape(fields[1]);
    const std::vector<ConvexPolygon> b = Shape(fields[2]);
    const std::vector<absl::string_view> answer = absl::StrSplit(fields[3], ' ');
    ExpectAnswer(a, b, answer, 1.0);
    ExpectAnswer(b, a, answer, -1.0);
    ++rows;
  }
  EXPECT_GT(rows, 300);
}

}  // namespace
}  // namespace collision2d
