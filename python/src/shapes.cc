#include "python/src/shapes.h"

#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "collision2d/geometry/vec2.h"
#include "python/src/arrays.h"
#include "python/src/errors.h"
#include "python/src/module.h"
#include "python/src/poses.h"

namespace collision2d::python {
namespace {

namespace py = pybind11;

static_assert(sizeof(Vec2) == 2 * sizeof(double), "rows of (x, y) are read as points");

absl::Span<const Vec2> PointsOf(const InputArray<double>& rows) {
  return {reinterpret_cast<const Vec2*>(rows.values().data()), rows.extent(0)};
}

ConvexPolygon Polygon(py::handle vertices, double radius_m) {
  const InputArray<double> rows(vertices, "vertices", {kAny, 2});
  return ValueOrThrow(ConvexPolygon::Create(PointsOf(rows), radius_m));
}

ConvexPolygon Hull(py::handle points, double radius_m) {
  const InputArray<double> rows(points, "points", {kAny, 2});
  return ValueOrThrow(ConvexPolygon::Hull(PointsOf(rows), radius_m));
}

ConvexPolygon Rectangle(double length_m, double width_m, py::handle center, double radius_m) {
  return ValueOrThrow(ConvexPolygon::Rectangle(length_m, width_m, PointArgument(center, "center"), radius_m));
}

ConvexPolygon Disc(double radius_m, py::handle center) {
  return ValueOrThrow(ConvexPolygon::Create({PointArgument(center, "center")}, radius_m));
}

ConvexPolygon Capsule(py::handle start, py::handle end, double radius_m) {
  return ValueOrThrow(ConvexPolygon::Create({PointArgument(start, "start"), PointArgument(end, "end")}, radius_m));
}

py::array Vertices(py::object self) {
  const absl::Span<const Vec2> vertices = py::cast<const ConvexPolygon&>(self).vertices();
  return ViewOf(&vertices.data()->x, {static_cast<py::ssize_t>(vertices.size()), 2}, self);
}

bool Equal(const ConvexPolygon& a, const ConvexPolygon& b) {
  return a.vertices() == b.vertices() && a.radius_m() == b.radius_m();
}

std::string Repr(const ConvexPolygon& shape) {
  constexpr int kMostShown = 6;
  std::string vertices;
  for (int i = 0; i < std::min(shape.size(), kMostShown); ++i) {
    const Vec2 vertex = shape.vertices()[i];
    absl::StrAppendFormat(&vertices, "%s[%.9g, %.9g]", i == 0 ? "" : ", ", vertex.x, vertex.y);
  }
  if (shape.size() > kMostShown) absl::StrAppend(&vertices, ", ...");
  std::string text = absl::StrCat("ConvexPolygon([", vertices, "]");
  if (shape.radius_m() > 0.0) absl::StrAppendFormat(&text, ", radius_m=%.9g", shape.radius_m());
  if (shape.size() > kMostShown) absl::StrAppend(&text, ", ", shape.size(), " vertices");
  return text + ")";
}

py::tuple Bounds(const ConvexPolygon& shape) {
  const Aabb2 box = shape.Bounds();
  return py::make_tuple(box.min.x, box.min.y, box.max.x, box.max.y);
}

// Errors of the shape at an index name the array and the index.
ConvexPolygon ShapeAt(const char* name, size_t index, absl::StatusOr<ConvexPolygon> shape) {
  if (!shape.ok()) ThrowValueError(absl::StrFormat("%s[%d]: %s", name, index, shape.status().message()));
  return *std::move(shape);
}

Shapes Rectangles(py::handle sizes, py::handle centers) {
  const InputArray<double> size_rows(sizes, "sizes", {kAny, 2});
  const auto count = static_cast<py::ssize_t>(size_rows.extent(0));
  std::vector<Vec2> center_points(size_rows.extent(0));
  if (!centers.is_none()) {
    const InputArray<double> rows(centers, "centers", {count, 2});
    center_points.assign(PointsOf(rows).begin(), PointsOf(rows).end());
  }
  std::vector<ConvexPolygon> shapes;
  shapes.reserve(center_points.size());
  for (size_t i = 0; i < center_points.size(); ++i) {
    const Vec2 size = PointsOf(size_rows)[i];
    shapes.push_back(ShapeAt("sizes", i, ConvexPolygon::Rectangle(size.x, size.y, center_points[i])));
  }
  return Shapes(std::move(shapes));
}

Shapes Discs(py::handle radii_m, py::handle centers) {
  const InputArray<double> radii(radii_m, "radii_m", Shape{kAny});
  const InputArray<double> rows(centers, "centers", {static_cast<py::ssize_t>(radii.extent(0)), 2});
  std::vector<ConvexPolygon> shapes;
  shapes.reserve(radii.extent(0));
  for (size_t i = 0; i < radii.extent(0); ++i) {
    shapes.push_back(ShapeAt("radii_m", i, ConvexPolygon::Create({PointsOf(rows)[i]}, radii.values()[i])));
  }
  return Shapes(std::move(shapes));
}

// Throws unless the offsets are increasing indices of `count` vertices, from the first to the last.
void CheckOffsets(absl::Span<const int64_t> offsets, size_t count) {
  if (offsets.empty() || offsets.front() != 0 || offsets.back() != static_cast<int64_t>(count)) {
    ThrowValueError(
        absl::StrFormat("offsets: they are to begin with 0 and to end with %d, the number of vertices", count));
  }
  for (size_t i = 1; i < offsets.size(); ++i) {
    if (offsets[i] < offsets[i - 1]) {
      ThrowValueError(absl::StrFormat("offsets[%d]: %d is less than the one before", i, offsets[i]));
    }
  }
}

Shapes Polygons(py::handle vertices, py::handle offsets) {
  const InputArray<double> rows(vertices, "vertices", {kAny, 2});
  const InputArray<int64_t> bounds(offsets, "offsets", Shape{kAny});
  CheckOffsets(bounds.values(), rows.extent(0));
  std::vector<ConvexPolygon> shapes;
  shapes.reserve(bounds.extent(0) - 1);
  for (size_t i = 0; i + 1 < bounds.extent(0); ++i) {
    const auto begin = static_cast<size_t>(bounds.values()[i]);
    const auto end = static_cast<size_t>(bounds.values()[i + 1]);
    shapes.push_back(ShapeAt("polygons", i, ConvexPolygon::Create(PointsOf(rows).subspan(begin, end - begin))));
  }
  return Shapes(std::move(shapes));
}

ConvexPolygon Item(const Shapes& shapes, py::ssize_t index) {
  const auto size = static_cast<py::ssize_t>(shapes.size());
  if (index < -size || index >= size) throw py::index_error(absl::StrCat("index ", index, " of ", size, " shapes"));
  return shapes.span()[static_cast<size_t>(index < 0 ? index + size : index)];
}

py::list ListOf(const Shapes& shapes) {
  py::list list;
  for (const ConvexPolygon& shape : shapes.span()) list.append(shape);
  return list;
}

void DefineConvexPolygon(py::module_& module) {
  py::class_<ConvexPolygon>(module, "ConvexPolygon", py::is_final(),
                            R"(A closed convex shape: the hull of its vertices, grown by a radius.

One vertex is a point (with a radius: a disc), two are a segment (a capsule), three or more a polygon. Immutable.)")
      .def(py::init(&Polygon), py::arg("vertices"), py::arg("radius_m") = 0.0, R"(__init__(self, vertices, radius_m=0.0)
--

The shape with these vertices, counter-clockwise and strictly convex, decided exactly.

Args:
    vertices: float64 (N, 2), m, N >= 1.
    radius_m: m, >= 0.

Raises:
    ValueError: names the vertex: not finite, beyond 1e8 m, repeated, on the line of its neighbours, clockwise, reflex.)")
      .def_static("hull", &Hull, py::arg("points"), py::arg("radius_m") = 0.0, R"(hull(points, radius_m=0.0)
--

The convex hull of points in any order, float64 (N, 2), m, grown by a radius, m.)")
      .def_static("rectangle", &Rectangle, py::arg("length_m"), py::arg("width_m"),
                  py::arg("center") = py::make_tuple(0.0, 0.0), py::arg("radius_m") = 0.0,
                  R"(rectangle(length_m, width_m, center=(0.0, 0.0), radius_m=0.0)
--

A rectangle along the axes, length along x, grown by a radius; m.

For a vehicle whose reference point is the rear axle, center = (distance from the rear axle to the middle, 0).)")
      .def_static("disc", &Disc, py::arg("radius_m"), py::arg("center") = py::make_tuple(0.0, 0.0),
                  R"(disc(radius_m, center=(0.0, 0.0))
--

A disc; m.)")
      .def_static("capsule", &Capsule, py::arg("start"), py::arg("end"), py::arg("radius_m"),
                  R"(capsule(start, end, radius_m)
--

All points within radius_m of the segment from start to end; m.)")
      .def_property_readonly("vertices", &Vertices,
                             "float64 (N, 2), m, counter-clockwise; read-only, a view of the shape.")
      .def_property_readonly("radius_m", &ConvexPolygon::radius_m, "m; 0 for a plain polygon.")
      .def_property_readonly(
          "center", [](const ConvexPolygon& shape) { return TupleOf(shape.center()); },
          "(x, y), m: the middle of the bounding box of the vertices.")
      .def_property_readonly("bounding_radius_m", &ConvexPolygon::bounding_radius_m,
                             "m: every point of the shape is within this distance of center.")
      .def_property_readonly("bounds", &Bounds, "(min x, min y, max x, max y) of the shape with its radius, m.")
      .def(
          "posed",
          [](const ConvexPolygon& shape, py::handle pose) {
            return ValueOrThrow(shape.Posed(PoseArgument(pose, "world_from_body")));
          },
          py::arg("world_from_body"), R"(posed(self, world_from_body)
--

The shape moved by a pose (x, y, yaw) or (x, y, cos, sin): each vertex posed and rounded.

Raises:
    ValueError: rounding made the vertices no longer strictly convex.)")
      .def("__eq__", &Equal, py::is_operator())
      .def("__hash__",
           [](const ConvexPolygon& shape) {
             return py::hash(py::make_tuple(shape.size(), TupleOf(shape.vertices()[0]), shape.radius_m()));
           })
      .def("__repr__", &Repr)
      .def("__reduce__", [](const py::object& self) {
        const py::object vertices = Vertices(self).attr("copy")();
        return py::make_tuple(py::type::of(self), py::make_tuple(vertices, self.attr("radius_m")));
      });
}

void DefineShapesClass(py::module_& module) {
  py::class_<Shapes>(module, "Shapes", py::is_final(),
                     R"(Many ConvexPolygons next to each other in memory: a body, obstacles, a map. Immutable.

Calls that take shapes take Shapes or a ConvexPolygon as they are; a list of ConvexPolygons is copied at each call.)")
      .def(py::init([](py::handle shapes) { return ShapesArgument(shapes, "shapes").ToShapes(); }), py::arg("shapes"),
           R"(__init__(self, shapes)
--

Args:
    shapes: ConvexPolygons in a list or tuple.)")
      .def_static("rectangles", &Rectangles, py::arg("sizes"), py::arg("centers") = py::none(),
                  R"(rectangles(sizes, centers=None)
--

Rectangles along the axes.

Args:
    sizes: float64 (N, 2): lengths and widths, m, > 0.
    centers: float64 (N, 2), m; None: the origin.)")
      .def_static("discs", &Discs, py::arg("radii_m"), py::arg("centers"), R"(discs(radii_m, centers)
--

Discs.

Args:
    radii_m: float64 (N,), m, >= 0.
    centers: float64 (N, 2), m.)")
      .def_static("polygons", &Polygons, py::arg("vertices"), py::arg("offsets"), R"(polygons(vertices, offsets)
--

Polygons: number k has the vertices offsets[k] to offsets[k + 1] - 1.

Args:
    vertices: float64 (M, 2), m; those of each polygon counter-clockwise and strictly convex.
    offsets: int64 (N + 1,), from 0 to M, increasing.)")
      .def("__len__", &Shapes::size)
      .def("__getitem__", &Item, py::arg("index"))
      .def("__iter__", &IterateByIndex)
      .def("__repr__", [](const Shapes& shapes) { return absl::StrCat("<Shapes: ", shapes.size(), ">"); })
      .def("__reduce__", [](const py::object& self) {
        return py::make_tuple(py::type::of(self), py::make_tuple(ListOf(py::cast<const Shapes&>(self))));
      });
}

}  // namespace

ShapesArgument::ShapesArgument(py::handle argument, const char* name)
    : argument_(py::reinterpret_borrow<py::object>(argument)) {
  if (py::isinstance<Shapes>(argument)) {
    span_ = py::cast<const Shapes&>(argument).span();
    return;
  }
  if (!PyList_Check(argument.ptr()) && !PyTuple_Check(argument.ptr())) {
    span_ = absl::MakeConstSpan(&ShapeArgument(argument, name), 1);
    return;
  }
  const auto sequence = py::reinterpret_borrow<py::sequence>(argument);
  for (size_t i = 0; i < sequence.size(); ++i) {
    copied_.push_back(ShapeArgument(sequence[i], absl::StrCat(name, "[", i, "]").c_str()));
  }
  span_ = copied_;
}

Shapes ShapesArgument::ToShapes() const {
  if (py::isinstance<Shapes>(argument_)) return py::cast<const Shapes&>(argument_);
  return Shapes(std::vector<ConvexPolygon>(span_.begin(), span_.end()));
}

const ConvexPolygon& ShapeArgument(py::handle argument, const char* name) {
  if (py::isinstance<ConvexPolygon>(argument)) return py::cast<const ConvexPolygon&>(argument);
  const auto type = py::cast<std::string>(py::type::handle_of(argument).attr("__name__"));
  ThrowTypeError(absl::StrCat(name, ": a ConvexPolygon is needed, not ", type));
}

void DefineShapes(py::module_& module) {
  DefineConvexPolygon(module);
  DefineShapesClass(module);
}

}  // namespace collision2d::python
