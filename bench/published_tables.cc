#include "bench/published_tables.h"

namespace collision2d::bench {
namespace {

// ns. No such entry in the paper.
constexpr double kNone = 0.0;

struct PublishedRow {
  int vertices;
  const char* algorithm;  // The name of our row.
  double distance_ns[3];  // Distant, overlapping, touching.
  double collision_ns[3];
};

// Tables I to VI.
constexpr PublishedRow kPublished[] = {
    {4, "Box2D", {96.77, 84.93, 151.92}, {96.77, 84.93, 151.92}},
    {4, "SAT", {kNone, kNone, kNone}, {99.62, 203.92, 170.26}},
    {4, "barycode GJK", {63.85, 62.99, 118.61}, {13.45, 40.63, 104.05}},
    {4, "barycode GJK HCS", {54.92, 54.95, 126.73}, {19.22, 51.54, 111.59}},
    {4, "FCL", {535.41, 656.78, 704.75}, {215.19, 310.85, 300.77}},
    {4, "Bullet", {403.87, 366.01, 420.92}, {403.87, 366.01, 420.92}},
    {4, "Signed Volumes GJK", {119.66, 190.09, 438.25}, {119.66, 190.09, 438.25}},
    {4, "O(nm) segments (Apollo stand-in)", {2731.96, 549.41, 2586.54}, {kNone, kNone, kNone}},
    {8, "Box2D", {154.77, 99.63, 163.24}, {154.77, 99.63, 163.24}},
    {8, "SAT", {kNone, kNone, kNone}, {137.83, 414.83, 359.05}},
    {8, "barycode GJK", {106.25, 74.25, 111.90}, {18.50, 51.58, 92.18}},
    {8, "barycode GJK HCS", {86.13, 42.07, 78.21}, {16.90, 39.13, 77.63}},
    {8, "FCL", {721.65, 637.04, 761.84}, {209.25, 294.20, 299.31}},
    {8, "Bullet", {774.23, 444.89, 494.98}, {774.23, 444.89, 494.98}},
    {8, "Signed Volumes GJK", {301.28, 189.47, 344.58}, {301.28, 189.47, 344.58}},
    {8, "O(nm) segments (Apollo stand-in)", {8593.92, 7059.60, 8381.86}, {kNone, kNone, kNone}},
    {12, "Box2D", {221.77, 98.62, 210.26}, {221.77, 98.62, 210.26}},
    {12, "SAT", {kNone, kNone, kNone}, {274.01, 714.44, 572.71}},
    {12, "barycode GJK", {184.58, 89.60, 108.69}, {25.89, 67.62, 46.81}},
    {12, "barycode GJK HCS", {119.69, 54.34, 46.52}, {18.37, 49.10, 36.89}},
    {12, "FCL", {1149.75, 767.70, 973.09}, {224.02, 336.34, 308.55}},
    {12, "Bullet", {997.69, 437.45, 610.69}, {997.69, 437.45, 610.69}},
    {12, "Signed Volumes GJK", {352.38, 220.07, 295.60}, {352.38, 220.07, 295.60}},
    {12, "O(nm) segments (Apollo stand-in)", {17864.63, 16083.23, 23822.42}, {kNone, kNone, kNone}},
    {16, "Box2D", {362.73, 168.27, 307.07}, {362.73, 168.27, 307.07}},
    {16, "SAT", {kNone, kNone, kNone}, {342.67, 1156.10, 885.26}},
    {16, "barycode GJK", {229.68, 108.19, 213.41}, {35.49, 85.96, 154.20}},
    {16, "barycode GJK HCS", {139.18, 51.67, 101.88}, {20.98, 51.23, 104.03}},
    {16, "FCL", {1330.37, 872.25, 1202.26}, {247.63, 359.01, 365.84}},
    {16, "Bullet", {1365.69, 536.98, 890.28}, {1365.69, 536.98, 890.28}},
    {16, "Signed Volumes GJK", {424.26, 237.44, 584.42}, {424.26, 237.44, 584.42}},
    {16, "O(nm) segments (Apollo stand-in)", {30070.27, 1973.60, 29700.82}, {kNone, kNone, kNone}},
    {20, "Box2D", {240.20, 141.63, 381.77}, {240.20, 141.63, 381.77}},
    {20, "SAT", {kNone, kNone, kNone}, {321.73, 1755.92, 1364.87}},
    {20, "barycode GJK", {221.33, 124.68, 325.81}, {44.15, 56.04, 162.70}},
    {20, "barycode GJK HCS", {131.98, 37.95, 100.88}, {23.84, 33.00, 102.61}},
    {20, "FCL", {1644.64, 944.10, 1460.72}, {264.87, 422.83, 429.47}},
    {20, "Bullet", {1528.36, 623.79, 1174.94}, {1528.36, 623.79, 1174.94}},
    {20, "Signed Volumes GJK", {391.63, 263.68, 787.58}, {391.63, 263.68, 787.58}},
    {20, "O(nm) segments (Apollo stand-in)", {45164.85, 11262.01, 44436.56}, {kNone, kNone, kNone}},
    {24, "Box2D", {183.96, 171.54, 519.16}, {183.96, 171.54, 519.16}},
    {24, "SAT", {kNone, kNone, kNone}, {327.45, 2375.39, 1757.84}},
    {24, "barycode GJK", {169.26, 152.61, 440.28}, {54.47, 127.93, 63.94}},
    {24, "barycode GJK HCS", {83.41, 66.83, 44.02}, {25.25, 64.97, 36.56}},
    {24, "FCL", {1735.86, 1030.91, 1841.25}, {300.51, 426.83, 444.11}},
    {24, "Bullet", {1539.18, 731.75, 1876.92}, {1539.18, 731.75, 1876.92}},
    {24, "Signed Volumes GJK", {279.72, 316.26, 1076.67}, {279.72, 316.26, 1076.67}},
    {24, "O(nm) segments (Apollo stand-in)", {64492.50, 8090.15, 64340.11}, {kNone, kNone, kNone}},
};

}  // namespace

std::optional<double> PublishedNs(Level level, PairClass pair_class, int vertices, absl::string_view algorithm) {
  if (level == Level::kSeparation || pair_class == PairClass::kContact) return std::nullopt;
  for (const PublishedRow& row : kPublished) {
    if (row.vertices != vertices || row.algorithm != algorithm) continue;
    const double* const ns = level == Level::kDistance ? row.distance_ns : row.collision_ns;
    const double entry = ns[static_cast<int>(pair_class)];
    return entry == kNone ? std::nullopt : std::optional<double>(entry);
  }
  return std::nullopt;
}

}  // namespace collision2d::bench
