#pragma once

#include <pybind11/pybind11.h>

#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include "absl/types/span.h"
#include "collision2d/geometry/convex_polygon.h"

namespace collision2d::python {

// Shapes next to each other in memory, as the library wants them. Immutable, and shared by what
// refers to it.
class Shapes {
 public:
  explicit Shapes(std::vector<ConvexPolygon> shapes)
      : shapes_(std::make_shared<const std::vector<ConvexPolygon>>(std::move(shapes))) {}

  absl::Span<const ConvexPolygon> span() const { return *shapes_; }
  size_t size() const { return shapes_->size(); }

 private:
  std::shared_ptr<const std::vector<ConvexPolygon>> shapes_;
};

// An argument of some shapes: Shapes or a ConvexPolygon, which are read in place, or a list or
// tuple of ConvexPolygons, which is copied. Errors: TypeError, naming the argument and the index.
class ShapesArgument {
 public:
  ShapesArgument(pybind11::handle argument, const char* name);

  absl::Span<const ConvexPolygon> span() const { return span_; }

  // Shapes that outlive the argument.
  Shapes ToShapes() const;

 private:
  pybind11::object argument_;
  std::vector<ConvexPolygon> copied_;
  absl::Span<const ConvexPolygon> span_;
};

// Error: TypeError, naming the argument.
const ConvexPolygon& ShapeArgument(pybind11::handle argument, const char* name);

}  // namespace collision2d::python
