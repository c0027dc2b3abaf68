"""CommonRoad's vehicles, and whether one of them can drive a plan: the inputs follow from consecutive states in closed form."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

# By quantity, one value for each state.
Columns = dict[str, npt.NDArray[np.float64]]
MAX_ACCELERATION = 11.5
# m, rad: how near to a state the inputs must lead, in x and y (of a point mass in velocities too)
# and yaw, as for CommonRoad's checker.
_NEAR = np.array([[0.02], [0.02], [0.03]])
# Plans are written with a few digits: beyond a limit by less than this is within it.
_TOLERANCE = 1e-3


class VehicleType(NamedTuple):
    """m, rad, s. The centre of gravity is that of the rectangle; above the switching speed engine power limits the acceleration."""

    length: float
    width: float
    to_front_axle: float
    to_rear_axle: float
    steering: float
    steering_rate: float
    min_speed: float
    max_speed: float
    switching_speed: float

    @property
    def wheelbase(self) -> float:
        return self.to_front_axle + self.to_rear_axle


# Ford Escort, BMW 320i, VW Vanagon, and a truck without its trailer.
VEHICLE_TYPES = {
    "1": VehicleType(4.298, 1.674, 0.88392, 1.50876, 0.910, 0.4, -13.9, 45.8, 4.755),
    "2": VehicleType(4.508, 1.610, 1.1561957064, 1.4227170936, 1.066, 0.4, -13.6, 50.8, 7.319),
    "3": VehicleType(4.569, 1.844, 1.1507916024, 1.3211363976, 1.023, 0.4, -11.2, 41.7, 7.824),
    "4": VehicleType(5.100, 2.550, 1.8, 1.8, 0.55, 0.7103, -2.78, 22.22, 7.824),
}


def feasibility(model: str, vehicle: VehicleType, states: Columns, step_s: float, ahead_m: float) -> tuple[bool, bool, str]:
    """Whether a vehicle can drive through the states of a point mass (PM) or a kinematic single track (KS).

    First for the inputs that the states demand: they are within the limits and lead to the next state. Second as the
    drivability checker asks: some inputs within the limits lead to the next position and orientation. Third what prevents
    the first, if anything. x, y are ahead_m ahead of the rear axle.
    """
    speed = states["velocity"]
    checks = [("the speed is {:.6g}, beyond {:.6g} m/s", speed, vehicle.max_speed, speed > vehicle.max_speed + _TOLERANCE)]
    if model == "KS":
        checks = [_limit("the steering angle", states["steeringAngle"], vehicle.steering, "rad"),
                  ("the speed is {:.6g}, below {:.6g} m/s", speed, vehicle.min_speed, speed < vehicle.min_speed - _TOLERANCE), *checks]
    now, after = ({name: column[some] for name, column in states.items()} for some in (slice(None, -1), slice(1, None)))
    of_steps, leads_there = _single_track(vehicle, now, after, step_s, ahead_m) if model == "KS" else _point_mass(now, after, step_s)
    checks += of_steps
    first = [int(np.argmax(failed)) if failed.any() else len(speed) for _, _, _, failed in checks]
    step = min(first)
    if step == len(speed):
        return True, leads_there(0), ""
    text, value, limit, failed = checks[first.index(step)]
    reason = text.format(value[..., step], np.broadcast_to(limit, failed.shape)[step])
    # Before this step the demanded inputs lead to the next states.
    return False, leads_there(step), f"At step {states['time'][step]:.0f} {reason}."


def _limit(what: str, value: Any, limit: Any, unit: str) -> tuple[str, Any, Any, Any]:
    return f"{what} is {{:.6g}}, beyond {{:.6g}} {unit}", value, limit, ~(abs(value) <= limit + _TOLERANCE)


def _apart(place: Any, wanted: Any) -> Any:
    """x, y and yaw from one place to another."""
    apart = wanted - place
    apart[2] -= 2.0 * math.pi * np.round(apart[2] / (2.0 * math.pi))
    return apart


def _drive(vehicle: VehicleType, states: Columns, rear: Any, inputs: Any, step_s: float) -> Any:
    """Where rear axles are a step later: Runge and Kutta's fourth order in pieces of 20 ms, whose error is far below the tolerances."""
    pieces = int(min(max(math.ceil(step_s / 0.02), 4), 1000))
    h = step_s / pieces

    def rate(time_s: float, yaw: Any) -> Any:
        speed = states["velocity"] + inputs[1] * time_s
        return np.stack([speed * np.cos(yaw), speed * np.sin(yaw), speed * np.tan(states["steeringAngle"] + inputs[0] * time_s) / vehicle.wheelbase])

    for begin_s in h * np.arange(pieces):
        a = rate(begin_s, rear[2])
        b = rate(begin_s + 0.5 * h, rear[2] + 0.5 * h * a[2])
        c = rate(begin_s + 0.5 * h, rear[2] + 0.5 * h * b[2])
        d = rate(begin_s + h, rear[2] + h * c[2])
        rear = rear + h / 6.0 * (a + 2.0 * b + 2.0 * c + d)
    return rear


def _single_track(vehicle: VehicleType, states: Columns, after: Columns, step_s: float, ahead_m: float) -> tuple[list[Any], Any]:
    rear, wanted = (np.stack([s["x"] - ahead_m * np.cos(s["orientation"]), s["y"] - ahead_m * np.sin(s["orientation"]), s["orientation"]])
                    for s in (states, after))
    demanded = np.stack([after["steeringAngle"] - states["steeringAngle"], after["velocity"] - states["velocity"]]) / step_s
    speed = states["velocity"]
    lateral = speed**2 * np.tan(states["steeringAngle"]) / vehicle.wheelbase
    is_powered = (demanded[1] > 0.0) & (speed > vehicle.switching_speed)
    engine = np.where(is_powered, MAX_ACCELERATION * vehicle.switching_speed / np.where(is_powered, speed, 1.0), math.inf)
    missed = _apart(_drive(vehicle, states, rear, demanded, step_s), wanted)
    checks = [
        _limit("the steering rate", demanded[0], vehicle.steering_rate, "rad/s"),
        _limit("the acceleration", demanded[1], MAX_ACCELERATION, "m/s^2"),
        _limit("the acceleration", demanded[1], engine, "m/s^2 of the engine"),
        _limit("the acceleration along and across", np.hypot(demanded[1], lateral), MAX_ACCELERATION, "m/s^2 of friction"),
        ("the next position and orientation are ({0[0]:.3f}, {0[1]:.3f}) m and {0[2]:.4f} rad from where the inputs lead", missed, 0.0,
         ~(abs(missed) < _NEAR).all(axis=0)),
    ]

    def leads_there(first: int) -> bool:
        """Whether the inputs within their limits whose squared deviations (m, rad) have the least sum do, by Gauss and Newton."""
        some = {name: column[first:] for name, column in states.items()}
        limits = np.array([[vehicle.steering_rate], [MAX_ACCELERATION]])

        def deviation(inputs: Any) -> Any:
            return -_apart(_drive(vehicle, some, rear[:, first:], inputs, step_s), wanted[:, first:])

        best = np.clip(demanded[:, first:], -limits, limits)
        for _ in range(3):
            here = deviation(best)
            slopes = [(deviation(best + np.array(difference)) - here) / np.max(difference) for difference in ([[0.01], [0.0]], [[0.0], [0.1]])]
            change = np.zeros_like(best)
            for k in 20 * [0, 1]:  # The minimum in the box, one input at a time.
                wish = -(slopes[k] * here).sum(axis=0) - (slopes[0] * slopes[1]).sum(axis=0) * change[1 - k]
                curvature = (slopes[k]**2).sum(axis=0)
                moved = np.clip(best[k] + wish / np.where(curvature > 0.0, curvature, 1.0), -limits[k], limits[k]) - best[k]
                change[k] = np.where(curvature > 0.0, moved, change[k])
            best = best + change
        reaches = (abs(deviation(best)) < _NEAR).all(axis=0)
        return bool((reaches & (np.hypot(best[1], lateral[first:]) <= MAX_ACCELERATION + _TOLERANCE)).all())

    return checks, leads_there


def _point_mass(states: Columns, after: Columns, step_s: float) -> tuple[list[Any], Any]:
    velocity, velocity_after = (np.stack([s["xVelocity"], s["yVelocity"]]) for s in (states, after))
    change = velocity_after - velocity
    demanded = change / step_s
    way = np.stack([after["x"] - states["x"], after["y"] - states["y"]]) - step_s * velocity
    by_way = 0.5 * step_s**2
    missed = way - by_way * demanded
    checks = [
        _limit("the acceleration along x", demanded[0], MAX_ACCELERATION, "m/s^2"),
        _limit("the acceleration along y", demanded[1], MAX_ACCELERATION, "m/s^2"),
        _limit("the acceleration along and across", np.hypot(*demanded), MAX_ACCELERATION, "m/s^2 of friction"),
        ("the next position is ({0[0]:.3f}, {0[1]:.3f}) m from where the inputs lead", missed, 0.0, ~(abs(missed) < _NEAR[:2]).all(axis=0)),
    ]
    # Along each axis the acceleration that fits position and velocity best.
    best = np.clip((by_way * way + step_s * change) / (by_way**2 + step_s**2), -MAX_ACCELERATION, MAX_ACCELERATION)
    fits = (abs(way - by_way * best) < _NEAR[:2]) & (abs(change - step_s * best) < _NEAR[:2])
    is_possible = bool(fits.all() and (np.hypot(*best) <= MAX_ACCELERATION + _TOLERANCE).all())
    return checks, lambda first: is_possible
