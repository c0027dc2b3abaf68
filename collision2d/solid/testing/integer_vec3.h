#pragma once

namespace collision2d::solid {

// A point or a vector with integer coordinates: absl::int128 or mpz_class. Every result is an Int,
// never one of GMP's expression templates, so that `auto` is safe.
template <typename Int>
struct IntegerVec3 {
  Int x = 0;
  Int y = 0;
  Int z = 0;

  bool IsZero() const { return x == 0 && y == 0 && z == 0; }

  friend IntegerVec3 operator-(const IntegerVec3& a, const IntegerVec3& b) {
    return {Int(a.x - b.x), Int(a.y - b.y), Int(a.z - b.z)};
  }
  friend IntegerVec3 operator+(const IntegerVec3& a, const IntegerVec3& b) {
    return {Int(a.x + b.x), Int(a.y + b.y), Int(a.z + b.z)};
  }
  friend IntegerVec3 operator-(const IntegerVec3& a) { return {Int(-a.x), Int(-a.y), Int(-a.z)}; }
  friend bool operator==(const IntegerVec3& a, const IntegerVec3& b) { return a.x == b.x && a.y == b.y && a.z == b.z; }
};

template <typename Int>
Int Dot(const IntegerVec3<Int>& a, const IntegerVec3<Int>& b) {
  return Int(a.x * b.x + a.y * b.y + a.z * b.z);
}

template <typename Int>
IntegerVec3<Int> Cross(const IntegerVec3<Int>& a, const IntegerVec3<Int>& b) {
  return {Int(a.y * b.z - a.z * b.y), Int(a.z * b.x - a.x * b.z), Int(a.x * b.y - a.y * b.x)};
}

template <typename Int>
Int Determinant(const IntegerVec3<Int>& a, const IntegerVec3<Int>& b, const IntegerVec3<Int>& c) {
  return Dot(a, Cross(b, c));
}

// -1, 0 or 1.
template <typename Int>
int Sign(const Int& x) {
  return (x > 0) - (x < 0);
}

}  // namespace collision2d::solid
