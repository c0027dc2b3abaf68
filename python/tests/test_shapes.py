import gc
import math

import numpy as np
import pytest

import collision2d as c2d


def test_vertices_are_a_read_only_view_that_keeps_the_shape_alive():
    shape = c2d.ConvexPolygon([[0.0, 0.0], [4.0, 0.0], [0.0, 2.0]])
    vertices = shape.vertices
    del shape
    gc.collect()
    churn = [c2d.ConvexPolygon.disc(1.0) for _ in range(1000)]
    assert vertices.tolist() == [[0.0, 0.0], [4.0, 0.0], [0.0, 2.0]]
    assert vertices.base is not None and len(churn) == 1000
    with pytest.raises(ValueError, match="read-only"):
        vertices[0, 0] = 1.0
    with pytest.raises(ValueError, match="cannot set WRITEABLE"):
        vertices.flags.writeable = True


def test_kinds_of_shapes():
    rectangle = c2d.ConvexPolygon.rectangle(4.5, 1.8, (1.4, 0.0))
    assert np.allclose(rectangle.vertices, [[-0.85, -0.9], [3.65, -0.9], [3.65, 0.9], [-0.85, 0.9]])
    assert rectangle.bounds == pytest.approx((-0.85, -0.9, 3.65, 0.9))
    with pytest.raises(TypeError):
        c2d.ConvexPolygon.rectangle(4.5, 1.8, (1.4, 0.0), 1.57)
    disc = c2d.ConvexPolygon.disc(0.5, (1.0, 2.0))
    assert disc.bounds == (0.5, 1.5, 1.5, 2.5) and disc.radius_m == 0.5 and disc.center == (1.0, 2.0)
    capsule = c2d.ConvexPolygon.capsule((0.0, 0.0), (3.0, 0.0), 0.25)
    assert capsule.bounds == (-0.25, -0.25, 3.25, 0.25)
    hull = c2d.ConvexPolygon.hull([[0.0, 0.0], [1.0, 0.0], [0.5, 0.1], [1.0, 1.0], [0.0, 1.0], [0.5, 0.0]])
    assert sorted(map(tuple, hull.vertices)) == [(0.0, 0.0), (0.0, 1.0), (1.0, 0.0), (1.0, 1.0)]


def test_posed_shape():
    shape = c2d.ConvexPolygon.rectangle(2.0, 1.0).posed((10.0, 0.0, math.pi / 2))
    assert shape.bounds == pytest.approx((9.5, -1.0, 10.5, 1.0))
    assert shape == shape.posed((0.0, 0.0, 0.0)) and shape != c2d.ConvexPolygon.rectangle(2.0, 1.0)


@pytest.mark.parametrize(
    "make, message",
    [
        (lambda: c2d.ConvexPolygon([[0.0, 0.0], [0.0, 2.0], [4.0, 0.0]]), "clockwise"),
        (lambda: c2d.ConvexPolygon([[0.0, 0.0], [4.0, 0.0], [math.nan, 2.0]]), r"vert.*2"),
        (lambda: c2d.ConvexPolygon(np.empty((0, 2))), "vertices: empty"),
        (lambda: c2d.ConvexPolygon([[0.0, 0.0]], radius_m=-1.0), "radius"),
        (lambda: c2d.ConvexPolygon([[1e9, 0.0]]), "1e"),
        (lambda: c2d.ConvexPolygon.rectangle(0.0, 1.0), "length"),
        (lambda: c2d.ConvexPolygon.disc(1.0, (1.0, 2.0, 3.0)), r"center: its shape is \(3,\)"),
        (lambda: c2d.Shapes.rectangles([[1.0, 1.0], [1.0, -1.0]]), r"sizes\[1\]"),
        (lambda: c2d.Shapes.discs([1.0], [[0.0, math.inf]]), r"radii_m\[0\]"),
        (lambda: c2d.Shapes.polygons([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]], [0, 2, 1]), "offsets"),
        (lambda: c2d.Shapes.polygons([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]], [0, 3, 2, 3]), r"offsets\[2\]: 2"),
        (lambda: c2d.Shapes.polygons([[0.0, 0.0]], [0, 0, 1]), r"polygons\[0\]"),
    ],
)
def test_errors_name_what_is_wrong(make, message):
    with pytest.raises(ValueError, match=message):
        make()


def test_lists_of_shapes():
    shapes = c2d.Shapes.rectangles([[2.0, 1.0], [3.0, 1.0]], [[0.0, 0.0], [5.0, 5.0]])
    assert len(shapes) == 2 and shapes[-1].center == (5.0, 5.0) and [s.bounds[0] for s in shapes] == [-1.0, 3.5]
    polygons = c2d.Shapes.polygons([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [2.0, 2.0]], [0, 3, 4])
    assert [len(shape.vertices) for shape in polygons] == [3, 1]
    with pytest.raises(IndexError, match="index 2 of 2"):
        shapes[2]
    with pytest.raises(TypeError, match=r"shapes\[1\]: a ConvexPolygon is needed, not str"):
        c2d.Shapes([shapes[0], "x"])
    with pytest.raises(TypeError, match="shapes: a ConvexPolygon is needed, not int"):
        c2d.Shapes(3)


def test_representations():
    assert repr(c2d.ConvexPolygon.disc(0.5)) == "ConvexPolygon([[0, 0]], radius_m=0.5)"
    many = c2d.ConvexPolygon.hull([[math.cos(k), math.sin(k)] for k in range(20)])
    assert repr(many).endswith("..., 20 vertices)") or repr(many).endswith("...], 20 vertices)")
    assert repr(c2d.Shapes([many])) == "<Shapes: 1>"
    assert hash(c2d.ConvexPolygon.disc(0.5)) == hash(c2d.ConvexPolygon.disc(0.5))
