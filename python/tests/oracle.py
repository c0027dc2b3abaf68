"""What the library is compared with: exact fractions, Shapely and NumPy. Nothing here calls collision2d."""

from fractions import Fraction

import numpy as np
from shapely.geometry import Polygon


def pose4(x_y_yaw):
    """Rows (x, y, yaw) as (x, y, cos, sin)."""
    x_y_yaw = np.asarray(x_y_yaw, dtype=float)
    return np.concatenate([x_y_yaw[..., :2], np.cos(x_y_yaw[..., 2:]), np.sin(x_y_yaw[..., 2:])], axis=-1)


def relative(world_from_a, world_from_b):
    """a_from_b, each operation rounded, in the order that the library documents."""
    ax, ay, ac, asin = (float(value) for value in world_from_a)
    bx, by, bc, bs = (float(value) for value in world_from_b)
    dx, dy = bx - ax, by - ay
    return (ac * dx + asin * dy, ac * dy - asin * dx, ac * bc + asin * bs, ac * bs - asin * bc)


def posed(vertices, pose):
    """Vertices at a pose (x, y, cos, sin), each operation rounded, in the order that the library documents."""
    x, y, cos, sin = (float(value) for value in pose)
    return [((cos * vx - sin * vy) + x, (sin * vx + cos * vy) + y) for vx, vy in np.asarray(vertices).tolist()]


def _axes(vertices):
    edges = zip(vertices, vertices[1:] + vertices[:1])
    return [(b[1] - a[1], a[0] - b[0]) for a, b in edges]


def collides(a, b):
    """Whether two closed convex polygons (3 vertices and more) share a point, by separating axes, in exact fractions."""
    a = [(Fraction(x), Fraction(y)) for x, y in a]
    b = [(Fraction(x), Fraction(y)) for x, y in b]
    for axis in _axes(a) + _axes(b):
        low_a, high_a = _range(a, axis)
        low_b, high_b = _range(b, axis)
        if high_a < low_b or high_b < low_a:
            return False
    return True


def _range(vertices, axis):
    heights = [x * axis[0] + y * axis[1] for x, y in vertices]
    return min(heights), max(heights)


def polygon(vertices, pose=(0.0, 0.0, 1.0, 0.0)):
    return Polygon(posed(vertices, pose))


def distance(a, b):
    return polygon(a).distance(polygon(b))


def signed_distance(a, b):
    """Apart: the distance by Shapely. Overlapping: minus the least overlap along a normal of either polygon."""
    apart = distance(a, b)
    if apart > 0.0:
        return apart
    a, b = np.asarray(a, dtype=float), np.asarray(b, dtype=float)
    normals = np.array([(axis[0], axis[1]) for axis in _axes(list(map(tuple, a))) + _axes(list(map(tuple, b)))])
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    heights_a, heights_b = a @ normals.T, b @ normals.T
    overlap = np.minimum(heights_a.max(0) - heights_b.min(0), heights_b.max(0) - heights_a.min(0))
    return -float(overlap.min())


def random_polygon(random, radius=2.0, vertices=None):
    """Vertices on a circle, counter-clockwise and strictly convex."""
    count = int(random.integers(3, 9)) if vertices is None else vertices
    angles = (np.arange(count) + random.uniform(-0.3, 0.3, count)) * 2.0 * np.pi / count
    return radius * np.column_stack([np.cos(angles), np.sin(angles)])


def random_poses(random, shape, extent):
    """Poses (x, y, cos, sin)."""
    shape = (shape,) if np.isscalar(shape) else tuple(shape)
    x_y_yaw = np.concatenate([random.uniform(-extent, extent, shape + (2,)), random.uniform(-4.0, 4.0, shape + (1,))], -1)
    return np.ascontiguousarray(pose4(x_y_yaw))


def rectangle(length, width):
    return np.array([(-length / 2, -width / 2), (length / 2, -width / 2), (length / 2, width / 2), (-length / 2, width / 2)])


def between(start, end, share):
    """The pose at a share of the way: straight, and turning the shorter way."""
    start, end = np.asarray(start, dtype=float), np.asarray(end, dtype=float)
    turn = np.arctan2(start[2] * end[3] - start[3] * end[2], start[2] * end[2] + start[3] * end[3])
    yaw = np.arctan2(start[3], start[2]) + share * turn
    position = start[:2] + share * (end[:2] - start[:2])
    return np.array([position[0], position[1], np.cos(yaw), np.sin(yaw)])
