#pragma once

#include <cstddef>
#include <vector>

#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"

// Poses and points from a caller's arrays of float or double, and from types like Eigen's. Nothing
// is checked here: the calls that take the poses refuse numbers that are not finite, with the
// index.

namespace collision2d {

// Numbers that lie `stride` elements apart, such as a column of a matrix stored by rows, or a
// member of an array of structs of one number type.
template <typename Number>
struct StridedColumn {
  const Number* data = nullptr;
  std::ptrdiff_t stride = 1;

  double operator[](size_t i) const { return static_cast<double>(data[static_cast<std::ptrdiff_t>(i) * stride]); }
};

// Returns the poses with these coordinates (m) and headings (rad), `count` of each. O(count), with
// a sine and a cosine each.
template <typename Number>
std::vector<Pose2> PosesFromYaw(const StridedColumn<Number>& x_m, const StridedColumn<Number>& y_m,
                                const StridedColumn<Number>& yaw_rad, size_t count) {
  std::vector<Pose2> poses(count);
  for (size_t i = 0; i < count; ++i) poses[i] = Pose2::FromYaw({x_m[i], y_m[i]}, yaw_rad[i]);
  return poses;
}

// Returns the poses of `count` rows of x (m), y (m), yaw (rad), one after the other.
template <typename Number>
std::vector<Pose2> PosesFromYaw(const Number* rows, size_t count) {
  return PosesFromYaw<Number>({rows, 3}, {rows + 1, 3}, {rows + 2, 3}, count);
}

// Returns the point of a vector with x() and y(): Eigen::Vector2d, Eigen::Vector2f, a row or a
// block of these.
template <typename Vector>
Vec2 ToVec2(const Vector& v) {
  return {static_cast<double>(v.x()), static_cast<double>(v.y())};
}

// Returns the points of the columns of a 2 x n matrix: Eigen::Matrix2Xd and the like, any storage.
template <typename Matrix>
std::vector<Vec2> ToPoints(const Matrix& columns) {
  std::vector<Vec2> points;
  points.reserve(static_cast<size_t>(columns.cols()));
  for (decltype(columns.cols()) i = 0; i < columns.cols(); ++i) {
    points.push_back({static_cast<double>(columns(0, i)), static_cast<double>(columns(1, i))});
  }
  return points;
}

// Returns the pose of a rigid transform with translation() and linear(): Eigen::Isometry2d,
// Eigen::Isometry2f. The rotation is made unit to double precision, by its first column.
// REQUIRES: that column is not 0.
template <typename Transform>
Pose2 ToPose2(const Transform& world_from_body) {
  const auto& rotation = world_from_body.linear();
  return Pose2::FromCosSin(ToVec2(world_from_body.translation()), static_cast<double>(rotation(0, 0)),
                           static_cast<double>(rotation(1, 0)));
}

}  // namespace collision2d
