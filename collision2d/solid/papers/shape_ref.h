#pragma once

#include <cstddef>
#include <limits>
#include <new>
#include <optional>
#include <type_traits>

#include "absl/base/optimization.h"
#include "collision2d/solid/geometry/pose3.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/shapes/support_mapping.h"

// References to shapes whose type is known at run time only. Each has the support mapping of the
// shape that it refers to, with the same bits, at the cost of a call through a pointer. They do not
// own the shape, which must outlive them. And axis-aligned boxes around posed shapes.
namespace collision2d::solid {

// The hint of a shape of any type. Valid only for the shape that it was written for.
class ErasedHint {
 public:
  static constexpr size_t kMaxSize = 16;

  // Calls `search` with the hint as an object of that type.
  template <typename Hint, typename Search>
  Vec3 Use(const Search& search) {
    static_assert(sizeof(Hint) <= kMaxSize && alignof(Hint) <= alignof(double), "a hint has at most 16 bytes");
    static_assert(std::is_trivially_copyable_v<Hint>, "a hint is copied as bytes");
    if (!written_) new (bytes_) Hint{};
    written_ = true;
    return search(std::launder(reinterpret_cast<Hint*>(bytes_)));
  }

 private:
  alignas(double) unsigned char bytes_[kMaxSize] = {};
  bool written_ = false;
};

namespace internal {

// The operations of shapes of one type.
struct ShapeOperations {
  Vec3 (*support)(const void* shape, const Vec3& direction, ErasedHint* hint);
  Vec3 (*core_support)(const void* shape, const Vec3& direction, ErasedHint* hint);
  Vec3 (*center)(const void* shape);
  double (*magnitude)(const void* shape);
  double (*radius_m)(const void* shape);
  // Null unless the shape is a vertex hull.
  int (*num_vertices)(const void* shape);
  Vec3 (*vertex)(const void* shape, int i);
};

template <typename Shape>
Vec3 SupportOf(const void* shape, const Vec3& direction, ErasedHint* hint) {
  return hint->Use<typename Shape::Hint>(
      [&](typename Shape::Hint* typed) { return static_cast<const Shape*>(shape)->Support(direction, typed); });
}

template <typename Shape>
Vec3 CoreSupportOf(const void* shape, const Vec3& direction, ErasedHint* hint) {
  return hint->Use<typename Shape::Hint>([&](typename Shape::Hint* typed) {
    const auto& core = CoreOf(*static_cast<const Shape*>(shape));
    return core.Support(direction, typed);
  });
}

template <typename Shape>
constexpr ShapeOperations MakeShapeOperations() {
  ShapeOperations operations{};
  operations.support = &SupportOf<Shape>;
  operations.core_support = &CoreSupportOf<Shape>;
  operations.center = [](const void* shape) { return static_cast<const Shape*>(shape)->Center(); };
  operations.magnitude = [](const void* shape) { return static_cast<const Shape*>(shape)->Magnitude(); };
  operations.radius_m = [](const void* shape) { return RadiusOf(*static_cast<const Shape*>(shape)); };
  if constexpr (kIsVertexHull<Shape>) {
    operations.num_vertices = [](const void* shape) { return static_cast<const Shape*>(shape)->num_vertices(); };
    operations.vertex = [](const void* shape, int i) { return static_cast<const Shape*>(shape)->vertex(i); };
  }
  return operations;
}

template <typename Shape>
inline constexpr ShapeOperations kShapeOperations = MakeShapeOperations<Shape>();

}  // namespace internal

// The core of the shape that a ShapeRef refers to.
class ShapeCoreRef {
 public:
  using Hint = ErasedHint;

  Vec3 Support(const Vec3& direction, Hint* hint) const { return operations_->core_support(shape_, direction, hint); }
  // The centre of the whole shape is in the core, and no coordinate of the core is larger than the
  // shape's.
  Vec3 Center() const { return operations_->center(shape_); }
  double Magnitude() const { return operations_->magnitude(shape_); }

 private:
  friend class ShapeRef;

  ShapeCoreRef(const void* shape, const internal::ShapeOperations* operations)
      : shape_(shape), operations_(operations) {}

  const void* shape_;
  const internal::ShapeOperations* operations_;
};

// A reference to a vertex hull. The queries treat it as a vertex hull too: Level 1 is exact.
class VertexHullRef {
 public:
  using Hint = ErasedHint;

  template <typename Shape, typename = std::enable_if_t<kIsVertexHull<Shape> && !std::is_same_v<Shape, VertexHullRef>>>
  explicit VertexHullRef(const Shape& shape) : shape_(&shape), operations_(&internal::kShapeOperations<Shape>) {}
  // A temporary is refused, since it would not outlive the reference.
  template <typename Shape, typename = std::enable_if_t<kIsVertexHull<Shape> && !std::is_same_v<Shape, VertexHullRef>>>
  explicit VertexHullRef(const Shape&& shape) = delete;

  Vec3 Support(const Vec3& direction, Hint* hint) const { return operations_->support(shape_, direction, hint); }
  Vec3 Center() const { return operations_->center(shape_); }
  double Magnitude() const { return operations_->magnitude(shape_); }
  int num_vertices() const { return operations_->num_vertices(shape_); }
  Vec3 vertex(int i) const { return operations_->vertex(shape_, i); }

 private:
  friend class ShapeRef;

  VertexHullRef(const void* shape, const internal::ShapeOperations* operations)
      : shape_(shape), operations_(operations) {}

  const void* shape_;
  const internal::ShapeOperations* operations_;
};

// A reference to any bounded shape. Its radius is separated from the core as for the shape itself.
// The type does not say whether the shape is a vertex hull, so Level 1 is decided only within
// rounding. If both shapes may be vertex hulls, use AsVertexHull on both.
class ShapeRef {
 public:
  using Hint = ErasedHint;

  template <typename Shape, typename = std::enable_if_t<!std::is_same_v<Shape, ShapeRef>>>
  explicit ShapeRef(const Shape& shape) : shape_(&shape), operations_(&internal::kShapeOperations<Shape>) {
    static_assert(!kIsUnbounded<Shape>, "unbounded shapes are for Decision Sphere Search, by their own type");
  }
  // A temporary is refused, since it would not outlive the reference.
  template <typename Shape, typename = std::enable_if_t<!std::is_same_v<Shape, ShapeRef>>>
  explicit ShapeRef(const Shape&& shape) = delete;

  Vec3 Support(const Vec3& direction, Hint* hint) const { return operations_->support(shape_, direction, hint); }
  Vec3 Center() const { return operations_->center(shape_); }
  double Magnitude() const { return operations_->magnitude(shape_); }

  ShapeCoreRef core() const { return ShapeCoreRef(shape_, operations_); }
  double radius_m() const { return operations_->radius_m(shape_); }

  // The same shape as a vertex hull, if it is one.
  std::optional<VertexHullRef> AsVertexHull() const {
    if (operations_->vertex == nullptr) return std::nullopt;
    return VertexHullRef(shape_, operations_);
  }

 private:
  const void* shape_;
  const internal::ShapeOperations* operations_;
};

static_assert(sizeof(ShapeRef) == 2 * sizeof(void*) && std::is_trivially_copyable_v<ShapeRef>);
static_assert(sizeof(ErasedHint) <= 24 && std::is_trivially_copyable_v<ErasedHint>);

// Each side of a bounding box is moved outward by this, relative to the sum of twice the magnitude
// of the shape, which is at least the longest side of its box, and the magnitude of the
// translation:
//   the axis in the shape's frame: a row of the rotation                                         0
//   the choice of a polytope's vertex: 128 u of |axis|_1 <= sqrt(3)                            222
//   u
//   a round support point                                                                        8
//   u
//   posing it: 3 products and 3 sums                                                             4
//   u 234 u in total, doubled and rounded up.
inline constexpr double kBoxRelativeError = 0x1p-44;

// Returns the bounding box of a shape posed into the world, from six support points (van den Bergen
// 2001, section 2). It contains every point of the posed shape in spite of rounding: each side is
// moved outward by kBoxRelativeError of the coordinates involved. If the pose is not finite, the
// box is all of space. No allocation.
template <typename Shape>
Aabb3 BoundingBox(const Shape& shape, const Pose3& world_from_shape) {
  static_assert(!kIsUnbounded<Shape>, "an unbounded shape has no box");
  typename Shape::Hint hint{};
  // p.x of a posed point is (row 0 of the rotation) . p, and so on: the rows are the axes in the
  // shape's frame.
  const auto posed_support = [&](const Vec3& axis) { return world_from_shape * shape.Support(axis, &hint); };
  const Vec3* const rows = world_from_shape.rotation.row;
  if (ABSL_PREDICT_FALSE(!IsFinite(world_from_shape * shape.Center()))) {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    return {{-kInfinity, -kInfinity, -kInfinity}, {kInfinity, kInfinity, kInfinity}};
  }
  const Aabb3 box{{posed_support(-rows[0]).x, posed_support(-rows[1]).y, posed_support(-rows[2]).z},
                  {posed_support(rows[0]).x, posed_support(rows[1]).y, posed_support(rows[2]).z}};
  return box.Inflated(kBoxRelativeError * (2.0 * shape.Magnitude() + NormInfinity(world_from_shape.translation)));
}

// Returns the bounding box in the shape's own frame.
template <typename Shape>
Aabb3 BoundingBox(const Shape& shape) {
  return BoundingBox(shape, Pose3{});
}

}  // namespace collision2d::solid
