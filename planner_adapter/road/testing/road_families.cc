#include "planner_adapter/road/testing/road_families.h"

#include <algorithm>
#include <cmath>

#include "collision2d/testing/polygon_generators.h"
#include "planner_adapter/road/road_outline.h"
#include "planner_adapter/road/testing/lattice_roads.h"

namespace collision2d::planner {
namespace {

constexpr double kPi = 3.141592653589793;
constexpr double kGap_m = 0.01;

using Cells = std::vector<ConvexPolygon>;

Vec2 Polar(double radius_m, double angle_rad) {
  return {radius_m * std::cos(angle_rad), radius_m * std::sin(angle_rad)};
}

Cells Rectangles(Random* random) {
  Cells cells;
  const int count = random->Integer(2, 6);
  for (int i = 0; i < count; ++i) {
    const Vec2 low{static_cast<double>(random->Integer(0, 9)), static_cast<double>(random->Integer(0, 9))};
    const Vec2 size{static_cast<double>(random->Integer(1, 6)), static_cast<double>(random->Integer(1, 6))};
    cells.push_back(RectangleCell(low, low + size));
  }
  return cells;
}

Cells GapCells(Random* random) {
  Cells cells;
  const double width_m = random->Uniform(2.0, 5.0);
  for (int i = 0; i < 5; ++i) {
    cells.push_back(RectangleCell({10.0 * i, 0.0}, {10.0 * i + 10.0 - kGap_m, width_m}));
    cells.push_back(RectangleCell({10.0 * i, width_m + kGap_m}, {10.0 * i + 10.0 - kGap_m, 2.0 * width_m}));
  }
  return cells;
}

Cells TJunction(Random* random) {
  Cells cells;
  for (int i = 0; i < 4; ++i) cells.push_back(RectangleCell({7.0 * i, 0.0}, {7.0 * i + 7.0, 3.5}));
  const double left = random->Uniform(3.0, 15.0);
  for (int i = 0; i < 3; ++i) cells.push_back(RectangleCell({left, 3.5 + 4.0 * i}, {left + 3.25, 7.5 + 4.0 * i}));
  // The corner of the turn.
  cells.push_back(Cell({{left - 2.0, 3.5}, {left, 3.5}, {left, 5.5}}));
  return cells;
}

std::vector<OutlinePiece> Joined(std::vector<OutlinePiece> a, const std::vector<OutlinePiece>& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

std::vector<OutlinePiece> Notch(Random* random) {
  const double left = random->Uniform(4.0, 7.0);
  const double right = left + random->LogUniform(1e-3, 6.0);
  const double floor = random->Uniform(1.0, 4.0);
  return Ring(
      {{0, 0}, {20, 0}, {20, 5}, {right, 5}, {right, floor}, {left, random->Uniform(0.5, 4.5)}, {left, 5}, {0, 5}});
}

std::vector<OutlinePiece> Box(double size_m) { return Ring({{0, 0}, {size_m, 0}, {size_m, size_m}, {0, size_m}}); }

std::vector<OutlinePiece> Hole(Random* random) {
  const Vec2 center{random->Uniform(5.0, 15.0), random->Uniform(5.0, 15.0)};
  const double radius_m = random->LogUniform(1e-2, 4.0);
  const int corners = random->Integer(3, 8);
  std::vector<Vec2> hole;
  for (int i = 0; i < corners; ++i) hole.push_back(center + Polar(radius_m, -2.0 * kPi * i / corners));
  return Joined(Box(20.0), Ring(hole));
}

Cells Islands(Random* random) {
  Cells cells;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 2; ++j) {
      const Vec2 low{8.0 * i, 8.0 * j};
      cells.push_back(RectangleCell(low, low + Vec2{random->Uniform(1.0, 7.0), random->Uniform(1.0, 7.0)}));
    }
  }
  return cells;
}

Cells Slit(Random* random) {
  const double middle_m = random->Uniform(3.0, 5.0);
  const double width_m = random->Uniform(2.0 * kGap_m, 0.1);
  return {RectangleCell({0, 0}, {30, middle_m}),
          Cell({{0, middle_m + width_m}, {30, middle_m + 2.0 * width_m}, {30, 9}, {0, 9}})};
}

std::vector<OutlinePiece> Touching(Random* random) {
  const double width_m = random->Uniform(3.0, 9.0);
  const std::vector<OutlinePiece> first = Ring({{0, 0}, {width_m, 0}, {8, 6}, {0, 6}});
  if (random->Chance(0.5)) return Joined(first, Ring({{8, 6}, {16, 5}, {14, 12}, {9, 11}}));
  // A hole that touches the outer ring.
  return Joined(Box(16.0), Ring({{16, 8}, {4, random->Uniform(5.0, 7.0)}, {5, 11}}));
}

Cells Comb(Random* random) {
  Cells cells = {RectangleCell({0, 0}, {16, 3})};
  const double width_m = random->Uniform(0.1, 0.9);
  for (int i = 0; i < 16; ++i) cells.push_back(RectangleCell({1.0 * i, 2.0}, {i + width_m, random->Uniform(4.0, 6.0)}));
  return cells;
}

Cells Staircase(Random* random) {
  Cells cells;
  const double step_m = random->Uniform(0.2, 2.0);
  for (int i = 0; i < 8; ++i)
    cells.push_back(RectangleCell({step_m * i, step_m * i}, {step_m * i + 3.0 * step_m, step_m * i + step_m}));
  return cells;
}

std::vector<OutlinePiece> Needles(Random* random) {
  const double tip_m = random->LogUniform(1e-3, 1.0);
  // A needle of road that leaves the box, and one of outside that enters it.
  return Ring({{0, 0},
               {10, 4},
               {random->Uniform(1.0, 9.0), 4.0 + tip_m},
               {10, 4.0 + 2.0 * tip_m},
               {10, 8},
               {5.0 + tip_m, 8},
               {5, 30},
               {5.0 - tip_m, 8},
               {0, 8}});
}

// Cells between two arcs about the origin.
Cells Arc(double inner_m, double outer_m, double turn_rad, int count) {
  Cells cells;
  for (int i = 0; i < count; ++i) {
    const double begin = turn_rad * i / count;
    const double end = turn_rad * (i + 1) / count;
    cells.push_back(Cell({Polar(inner_m, begin), Polar(outer_m, begin), Polar(outer_m, end), Polar(inner_m, end)}));
  }
  return cells;
}

Cells Roundabout(Random* random) {
  Cells cells = Arc(random->Uniform(5.0, 8.0), 12.0, 2.0 * kPi, random->Integer(8, 24));
  cells.push_back(RectangleCell({10, -2}, {30, 2}));
  cells.push_back(RectangleCell({-30, -1.5}, {-10, 2.5}));
  return cells;
}

std::vector<OutlinePiece> OutlineOf(const Cells& cells) { return *OutlineOfCells(cells, {}, kGap_m * 1.5); }

}  // namespace

const char* NameOf(RoadFamily family) {
  constexpr const char* kNames[] = {"rectangles", "gaps", "T-junction", "notch",   "hole",  "islands",   "slit",
                                    "touching",   "comb", "staircase",  "needles", "curve", "roundabout"};
  return kNames[static_cast<int>(family)];
}

std::vector<OutlinePiece> RandomRoad(RoadFamily family, Random* random) {
  switch (family) {
    case RoadFamily::kRectangles:
      return *OutlineOfCells(Rectangles(random), {}, 0.0);
    case RoadFamily::kGaps:
      return OutlineOf(GapCells(random));
    case RoadFamily::kTJunction:
      return OutlineOf(TJunction(random));
    case RoadFamily::kNotch:
      return Notch(random);
    case RoadFamily::kHole:
      return Hole(random);
    case RoadFamily::kIslands:
      return OutlineOf(Islands(random));
    case RoadFamily::kSlit:
      return OutlineOf(Slit(random));
    case RoadFamily::kTouching:
      return Touching(random);
    case RoadFamily::kComb:
      return OutlineOf(Comb(random));
    case RoadFamily::kStaircase:
      return OutlineOf(Staircase(random));
    case RoadFamily::kNeedles:
      return Needles(random);
    case RoadFamily::kCurve:
      return OutlineOf(Arc(random->Uniform(20.0, 60.0), 65.0, random->Uniform(1.0, 3.0), random->Integer(10, 60)));
    case RoadFamily::kRoundabout:
      return OutlineOf(Roundabout(random));
  }
  return {};
}

ConvexPolygon Cell(const std::vector<Vec2>& corners) { return *ConvexPolygon::Create(corners); }

ConvexPolygon RectangleCell(Vec2 low, Vec2 high) { return Cell({low, {high.x, low.y}, high, {low.x, high.y}}); }

ConvexPolygon RandomBody(Random* random) {
  switch (random->Index(10)) {
    case 0:
      return *ConvexPolygon::Rectangle(4.5, 1.9, {1.4, 0.0});
    case 1:
      return *ConvexPolygon::Create({{0, 0}, {2, 0.5}, {0.5, 1.5}});
    case 2:
      return RegularPolygon(12, 1.5);
    case 3:
      return *ConvexPolygon::Create({{0, 0}}, random->Uniform(0.1, 1.5));
    case 4:
      return *ConvexPolygon::Create({{0, 0}, {3, 0}}, 0.75);
    case 5:
      return *ConvexPolygon::Create(ConvexPolygon::Rectangle(3.5, 1.0, {1.0, 0.0})->vertices(), 0.4);
    case 6:
      return *ConvexPolygon::Create({{-1, 0}, {2, 1}});
    case 7:
      return *ConvexPolygon::Create({{0.5, 0.5}});
    case 8:
      return *ConvexPolygon::Rectangle(1e-3, 0.5e-3);
    default:
      return *ConvexPolygon::Rectangle(random->LogUniform(5.0, 150.0), random->LogUniform(1.0, 150.0));
  }
}

Pose2 RandomPoseNearEdge(const ConvexPolygon& body, absl::Span<const OutlinePiece> pieces, Random* random) {
  const OutlinePiece& piece = pieces[random->Index(static_cast<int>(pieces.size()))];
  const Vec2 along = piece.to - piece.from;
  const Vec2 on_edge = random->Chance(0.3) ? piece.from : piece.from + random->Uniform(0.0, 1.0) * along;
  const double yaw_rad =
      random->Chance(0.4) ? std::atan2(along.y, along.x) + 0.5 * kPi * random->Index(4) : random->Angle();
  const Pose2 turn = Pose2::FromYaw({}, yaw_rad);
  const Vec2 vertex = body.vertices()[random->Index(body.size())];
  if (random->Chance(0.3)) return Pose2(on_edge - turn.Rotate(vertex), UnitRotation(turn.cos, turn.sin));
  const double size_m = std::min(body.bounding_radius_m() + 0.5, 5.0);
  const Vec2 inward = PerpendicularLeft(Normalized(along));
  const Vec2 center = on_edge + size_m * random->Uniform(-0.7, 1.7) * inward;
  return Pose2(center - turn.Rotate(body.center()), UnitRotation(turn.cos, turn.sin));
}

}  // namespace collision2d::planner
