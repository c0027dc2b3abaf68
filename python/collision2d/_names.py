"""What a name that does not exist may have meant: one answer for functions, classes, attributes, arguments and options."""

from __future__ import annotations

import difflib
import inspect
import types
from typing import Any, Iterable, List, NoReturn

# Words of other libraries (Shapely, Box2D, FCL, pandas) and of habit, and what they are here. A
# plain name is an answer only where it exists; anything else stands for how to write it.
_ELSEWHERE = {word: ours for words, *ours in (
    ("area", "shapely.geometry.shape(shape).area"),
    ("box", "ConvexPolygon.rectangle(length_m, width_m)"),
    ("buffer", "ConvexPolygon(shape.vertices, radius_m=...)"),
    ("centroid", "center"),
    ("check", "TrajectoryChecker(scene).check(candidates)"),
    ("circle", "ConvexPolygon.disc(radius_m, center)"),
    ("contains", "collides(shape, ConvexPolygon([point]))"),
    ("coords exterior points", "vertices"),
    ("dt times timestep", "step_times_s", "time_step_s", "times_s"),
    ("intersects intersection", "collides(a, b)"),
    ("max_distance", "limit_m"),
    ("nearest_points penetration_depth", "separation(a, b)"),
    ("obstacles", "static_obstacles and moving_obstacles, or obstacles_at(time_s)"),
    ("polygon", "ConvexPolygon", "Shapes.decomposed(vertices, holes)"),
    ("pose", "a tuple (x, y, yaw) or (x, y, cos, sin)"),
    ("poses", "world_from_body", "world_from_shape", "a_from_b", "static_poses"),
    ("query", "collision_mask(body, poses, obstacles)"),
    ("rotate rotation translate yaw yaw_rad", "posed((x, y, yaw))"),
    ("strtree tree", "StaticMap(shapes)"),
    ("time_to_collision toi", "time_of_impact", "metrics=['time_to_collision']"),
    ("to_pandas", "to_dataframe"),
    ("ttc", "time_to_collision"),
    ("workers", "threads"),
) for word in words.split()}
# What makes the objects of classes that have no factory of their own.
_MAKERS = {"Verdicts": "TrajectoryChecker.check"}


def hint(name: str, known: Iterable[str]) -> str:
    """'; did you mean ...?' if one of the known names, or another way to write it, is near; otherwise nothing."""
    # Of "Motion.linear" the last part counts.
    public = [other for other in known if not other.startswith("_")]
    lower = {other.rpartition(".")[2].lower(): other for other in reversed(public)}
    elsewhere = [ours for ours in _ELSEWHERE.get(name.lower(), ()) if ours in public or not ours.isidentifier()]
    begun = [other for last, other in lower.items() if len(name) > 2 and last.startswith(name.lower())]
    near = [lower[match] for match in difflib.get_close_matches(name.lower(), lower, 1, 0.65)]
    within = [other for last, other in lower.items() if name.lower() in last.split("_")]
    found = [*([lower[name.lower()]] if name.lower() in lower else []), *elsewhere, *near, *begun, *within]
    return f"; did you mean {found[0]}?" if found else ""


def refuse_attribute(owner: str, name: str, known: Iterable[str]) -> NoReturn:
    """Raises what reading an attribute that does not exist raises."""
    raise AttributeError(f"{owner} has no attribute '{name}'" + ("" if name.startswith("_") else hint(name, known)))


def refuse_attribute_of(value: Any, name: str) -> NoReturn:
    """The __getattr__ of every class of the extension."""
    refuse_attribute(f"'{type(value).__name__}' object", name, dir(type(value)))


def metaclass(base: type) -> type:
    """The class of the extension's classes: `base`, pybind11's, with signatures of constructors and near names of attributes."""
    def refuse(cls: type, name: str) -> NoReturn:
        refuse_attribute(f"'{cls.__name__}'", name, dir(cls))

    def signature_of(cls: Any) -> inspect.Signature:
        signature = inspect.signature(cls.__init__)
        return signature.replace(parameters=list(signature.parameters.values())[1:])
    members = {"__getattr__": refuse, "__signature__": property(signature_of), "__module__": base.__module__}
    return type(base.__name__, (base,), members)


def factories(cls: Any) -> List[str]:
    """The static functions of a class, with its name."""
    return [f"{cls.__name__}.{name}" for name, value in vars(cls).items() if isinstance(value, staticmethod)]


def finish(cls: Any) -> None:
    """Gives a class of the extension that has no constructor an error that names what makes its objects."""
    # Without one, __init__ is pybind11's, which raises.
    if not isinstance(vars(cls)["__init__"], types.WrapperDescriptorType):
        return
    made_by = factories(cls)

    def refuse(self: object, *args: Any, **keywords: Any) -> None:
        raise TypeError(f"{cls.__name__}(): objects are made by {', '.join(made_by) or _MAKERS[cls.__name__]}")
    cls.__init__ = refuse


def of_call(error: str, signature: inspect.Signature, keywords: Iterable[str]) -> str:
    """The error of a call that Signature.bind refuses, and what to write instead."""
    names = [name for name in signature.parameters if name != "self"]
    for unknown in [name for name in keywords if name not in names]:
        return f"got an unexpected keyword argument '{unknown}'" + (hint(unknown, names) or f"; there are {', '.join(names)}")
    if "too many positional" not in error:
        return error
    pose = next((name for name in names if "_from_" in name), None)
    two = "; for two world poses it is relative_pose(world_from_a, world_from_b)" if pose == "a_from_b" else ""
    return f"{error} for {', '.join(names)}" + (f"; {pose} is one argument, (x, y, yaw)" if pose else "") + two
