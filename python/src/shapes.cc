// The classes ConvexPolygon and Shapes.

#include "collision2d/geometry/convex_decomposition.h"
#include "python/src/module.h"

namespace collision2d::python {
namespace {

using namespace py::literals;

ConvexPolygon Polygon(py::handle vertices, double radius_m) {
  const std::vector<Vec2> points = PointsArgument(vertices, "vertices");
  absl::StatusOr<ConvexPolygon> shape = ConvexPolygon::Create(points, radius_m);
  if (!shape.ok() && ConvexPolygon::Hull(points, radius_m).ok()) {
    ThrowValueError(absl::StrCat(shape.status().message(),
                                 "; ConvexPolygon.from_ring takes clockwise, closed and collinear ones, "
                                 "Shapes.decomposed reflex corners, ConvexPolygon.hull points in any order"));
  }
  return ValueOrThrow(std::move(shape));
}

ConvexPolygon FromRing(py::handle vertices, double radius_m) {
  return ValueOrThrow(ConvexPolygon::FromRing(PointsArgument(vertices, "vertices"), radius_m));
}

ConvexPolygon Hull(py::handle points, double radius_m) {
  return ValueOrThrow(ConvexPolygon::Hull(PointsArgument(points, "points"), radius_m));
}

ConvexPolygon Rectangle(double length_m, double width_m, py::handle center) {
  return ValueOrThrow(ConvexPolygon::Rectangle(length_m, width_m, PointArgument(center, "center")));
}

ConvexPolygon Disc(double radius_m, py::handle center) {
  return ValueOrThrow(ConvexPolygon::Disc(radius_m, PointArgument(center, "center")));
}

ConvexPolygon Capsule(py::handle start, py::handle end, double radius_m) {
  return ValueOrThrow(ConvexPolygon::Capsule(PointArgument(start, "start"), PointArgument(end, "end"), radius_m));
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

// The shapes at(0), ..., whose errors name the array and the index.
template <typename At>
Shapes ShapesOf(const char* name, size_t count, const At& at) {
  std::vector<ConvexPolygon> shapes;
  shapes.reserve(count);
  for (size_t i = 0; i < count; ++i) {
    absl::StatusOr<ConvexPolygon> shape = at(i);
    if (!shape.ok()) ThrowValueError(absl::StrFormat("%s[%d]: %s", name, i, shape.status().message()));
    shapes.push_back(*std::move(shape));
  }
  return Shapes(std::move(shapes));
}

Shapes Rectangles(py::handle sizes, py::handle centers) {
  const std::vector<Vec2> points = PointsArgument(sizes, "sizes");
  const std::vector<Vec2> middles = centers.is_none()
                                        ? std::vector<Vec2>(points.size())
                                        : PointsArgument(centers, "centers", static_cast<py::ssize_t>(points.size()));
  return ShapesOf("sizes", points.size(),
                  [&](size_t i) { return ConvexPolygon::Rectangle(points[i].x, points[i].y, middles[i]); });
}

Shapes Discs(py::handle radii_m, py::handle centers) {
  const InputArray<double> radii(radii_m, "radii_m", Shape{kAny});
  const std::vector<Vec2> points = PointsArgument(centers, "centers", static_cast<py::ssize_t>(radii.extent(0)));
  return ShapesOf("radii_m", points.size(),
                  [&](size_t i) { return ConvexPolygon::Create({points[i]}, radii.values()[i]); });
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
  const std::vector<Vec2> points = PointsArgument(vertices, "vertices");
  const InputArray<int64_t> bounds(offsets, "offsets", Shape{kAny});
  CheckOffsets(bounds.values(), points.size());
  return ShapesOf("polygons", bounds.extent(0) - 1, [&](size_t i) {
    const auto begin = static_cast<size_t>(bounds.values()[i]);
    const auto end = static_cast<size_t>(bounds.values()[i + 1]);
    return ConvexPolygon::Create(absl::MakeConstSpan(points).subspan(begin, end - begin));
  });
}

Shapes Decomposed(py::handle vertices, const py::sequence& holes) {
  std::vector<std::vector<Vec2>> rings;
  for (size_t k = 0; k < holes.size(); ++k) rings.push_back(PointsArgument(holes[k], absl::StrCat("holes[", k, "]")));
  return Shapes(ValueOrThrow(DecomposeIntoConvex(PointsArgument(vertices, "vertices"), rings)));
}

// A ring, or a list of rings: the outer one, and then those of holes.
Outline OutlineOf(py::handle item, const std::string& place) {
  const auto has_items = [](const py::object& of) { return PySequence_Check(of.ptr()) != 0 && py::len(of) > 0; };
  const auto first = [&](const py::object& of) { return has_items(of) ? py::object(of[py::int_(0)]) : py::none(); };
  const py::object ring = first(py::reinterpret_borrow<py::object>(item));
  if (!has_items(first(ring))) return {PointsArgument(item, place)};
  Outline outline;
  ForEachItem(item, place, [&outline](py::handle points, const std::string& name) {
    std::vector<Vec2> vertices = PointsArgument(points, name);
    if (outline.ring.empty()) {
      outline.ring = std::move(vertices);
    } else {
      outline.holes.push_back(std::move(vertices));
    }
  });
  return outline;
}

py::tuple FromOutlines(py::handle outlines) {
  std::vector<Outline> all;
  ForEachItem(outlines, "outlines",
              [&all](py::handle item, const std::string& place) { all.push_back(OutlineOf(item, place)); });
  OutlineParts parts = ValueOrThrow(WithoutGil([&] { return DecomposeOutlines(all); }));
  return py::make_tuple(Shapes(std::move(parts.shapes)), ArrayOf<int32_t>(parts.outlines));
}

py::object Item(const Shapes& shapes, py::handle index) {
  if (PySlice_Check(index.ptr())) {
    py::ssize_t begin, end, step, count;
    if (!py::reinterpret_borrow<py::slice>(index).compute(static_cast<py::ssize_t>(shapes.size()), &begin, &end, &step,
                                                          &count)) {
      throw py::error_already_set();
    }
    std::vector<ConvexPolygon> some;
    for (py::ssize_t i = 0; i < count; ++i) some.push_back(shapes.span()[static_cast<size_t>(begin + i * step)]);
    return py::cast(Shapes(std::move(some)));
  }
  const py::ssize_t number = PyIndex_Check(index.ptr()) ? PyNumber_AsSsize_t(index.ptr(), PyExc_IndexError) : -1;
  if (PyErr_Occurred() != nullptr) throw py::error_already_set();
  if (!PyIndex_Check(index.ptr())) ThrowTypeError(absl::StrCat("index: int is needed, not ", TypeName(index)));
  return py::cast(shapes.span()[IndexOf(number, shapes.size(), "shapes")]);
}

Shapes Concatenated(const Shapes& shapes, py::handle others) {
  std::vector<ConvexPolygon> all(shapes.span().begin(), shapes.span().end());
  const ShapesArgument more(others, "others");
  all.insert(all.end(), more.span().begin(), more.span().end());
  return Shapes(std::move(all));
}

py::list ListOf(const Shapes& shapes) {
  py::list list;
  for (const ConvexPolygon& shape : shapes.span()) list.append(shape);
  return list;
}

// The polygon of the vertices in a list.
ConvexPolygon PolygonOf(py::handle vertices, const std::string& place) {
  absl::StatusOr<ConvexPolygon> shape = ConvexPolygon::FromRing(PointsArgument(vertices, place));
  if (!shape.ok()) ThrowValueError(absl::StrCat(place, ": ", shape.status().message()));
  return *std::move(shape);
}

}  // namespace

void DefineShapes(py::module_& module) {
  Class<ConvexPolygon>(module, "ConvexPolygon")
      .Init(&Polygon)
      .Static("from_ring", &FromRing)
      .Static("hull", &Hull)
      .Static("rectangle", &Rectangle)
      .Static("disc", &Disc)
      .Static("capsule", &Capsule)
      .Property("vertices", &Vertices)
      .Property("radius_m", &ConvexPolygon::radius_m)
      .Property("center", [](const ConvexPolygon& shape) { return TupleOf(shape.center()); })
      .Property("bounding_radius_m", &ConvexPolygon::bounding_radius_m)
      .Property("bounds", &Bounds)
      .Method("posed", [](const ConvexPolygon& shape,
                          py::handle pose) { return ValueOrThrow(shape.Posed(PoseArgument(pose, "world_from_body"))); })
      .Method("plot",
              [](py::handle self, py::handle pose, py::handle ax, py::handle color) {
                return CallPython("_plots", "plot_shape", self, pose, "ax"_a = ax, "color"_a = color);
              })
      .Property("__geo_interface__", [](py::handle self) { return CallPython("_geometry", "shape", self); })
      .Method("_repr_svg_", [](py::handle self) { return CallPython("_html", "svg_of_shapes", py::make_tuple(self)); })
      .Method("__eq__", &Equal, py::is_operator())
      .Method("__hash__",
              [](const ConvexPolygon& shape) {
                return py::hash(py::make_tuple(shape.size(), TupleOf(shape.vertices()[0]), shape.radius_m()));
              })
      .Method("__repr__", &Repr)
      .Method("__reduce__", [](const py::object& self) {
        return MadeBy("ConvexPolygon", py::make_tuple(Vertices(self).attr("copy")()),
                      py::dict("radius_m"_a = self.attr("radius_m")));
      });

  Class<Shapes>(module, "Shapes")
      .Init([](py::handle shapes) { return ShapesArgument(shapes, "shapes").ToShapes(); })
      .Static("rectangles", &Rectangles)
      .Static("discs", &Discs)
      .Static("polygons", &Polygons)
      .Static("decomposed", &Decomposed)
      .Static("from_outlines", &FromOutlines)
      .Method("__len__", &Shapes::size)
      .Method("__getitem__", &Item)
      .Method("__iter__", &IterateByIndex)
      .Method("__add__", &Concatenated)
      .Method("_repr_svg_", [](py::handle self) { return CallPython("_html", "svg_of_shapes", self); })
      .Method("__repr__", [](const Shapes& shapes) { return absl::StrCat("<Shapes: ", shapes.size(), ">"); })
      .Method("__reduce__", [](const py::object& self) {
        return MadeBy("Shapes", py::make_tuple(ListOf(py::cast<const Shapes&>(self))));
      });
}

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
    const py::object item = sequence[i];
    const std::string place = absl::StrCat(name, "[", i, "]");
    const bool is_rows = PyList_Check(item.ptr()) || PyTuple_Check(item.ptr()) || py::isinstance<py::array>(item);
    copied_.push_back(is_rows ? PolygonOf(item, place) : ShapeArgument(item, place.c_str()));
  }
  span_ = copied_;
}

Shapes ShapesArgument::ToShapes() const {
  if (py::isinstance<Shapes>(argument_)) return py::cast<const Shapes&>(argument_);
  return Shapes(std::vector<ConvexPolygon>(span_.begin(), span_.end()));
}

const ConvexPolygon& ShapeArgument(py::handle argument, const char* name) {
  if (py::isinstance<ConvexPolygon>(argument)) return py::cast<const ConvexPolygon&>(argument);
  const bool is_geometry = py::hasattr(argument, "__geo_interface__");
  const bool is_rows = PyList_Check(argument.ptr()) || py::isinstance<py::array>(argument);
  ThrowTypeError(absl::StrCat(name, ": a ConvexPolygon is needed, not ", TypeName(argument),
                              is_geometry ? "; from_shapely(geometry) makes Shapes"
                              : is_rows   ? "; ConvexPolygon.from_ring(vertices) makes one"
                                          : ""));
}

}  // namespace collision2d::python
