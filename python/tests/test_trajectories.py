"""One body on many trajectories, against every step and pair by an oracle."""

import numpy as np
import pytest

import collision2d as c2d
import oracle

TRAJECTORIES, STEPS, OBSTACLES = 30, 6, 8


class Scene:
    def __init__(self, random, extent=11.0):
        self.body = oracle.rectangle(4.5, 2.0)
        self.car = c2d.ConvexPolygon(self.body)
        self.obstacles = [oracle.random_polygon(random, random.uniform(0.5, 1.5)) for _ in range(OBSTACLES)]
        self.shapes = c2d.Shapes([c2d.ConvexPolygon(vertices) for vertices in self.obstacles])
        self.poses = oracle.random_poses(random, (TRAJECTORIES, STEPS), extent)
        self.obstacle_poses = oracle.random_poses(random, (OBSTACLES, STEPS), extent)
        self.lengths = random.integers(0, STEPS + 1, TRAJECTORIES).astype(np.int32)
        self.moving = c2d.MovingObstacles(self.shapes, self.obstacle_poses)

    def table(self, function, obstacle_poses=None):
        """function(body, obstacle) for [trajectory, step, obstacle]."""
        at = self.obstacle_poses if obstacle_poses is None else obstacle_poses

        def one(i, s, k):
            return function(self.body, oracle.posed(self.obstacles[k], oracle.relative(self.poses[i, s], at[k, s])))

        return np.array(
            [[[one(i, s, k) for k in range(OBSTACLES)] for s in range(STEPS)] for i in range(TRAJECTORIES)]
        )


@pytest.fixture
def scene(random):
    return Scene(random)


def first_hits(hits, lengths):
    """(step, obstacle, 0) of the first True of each trajectory, or -1."""
    rows = []
    for table, length in zip(hits, lengths):
        where = np.argwhere(table[:length])
        rows.append((int(where[0][0]), int(where[0][1]), 0) if len(where) else (-1, -1, -1))
    return rows


def test_collisions(scene):
    hits = scene.table(lambda a, b: oracle.collides(a.tolist(), b))
    everything = np.full(TRAJECTORIES, STEPS, np.int32)
    for lengths in (None, scene.lengths):
        expected = first_hits(hits, everything if lengths is None else lengths)
        first = c2d.first_hit(scene.car, scene.poses, scene.moving, lengths=lengths)
        assert [tuple(row)[:3] for row in first] == expected
        colliding = [row[0] >= 0 for row in expected]
        assert c2d.any_hit(scene.car, scene.poses, scene.moving, lengths=lengths).tolist() == colliding
    assert 0.1 < np.mean(colliding) < 0.95


def test_first_free(scene, random):
    first = c2d.first_hit(scene.car, scene.poses, scene.moving)
    for _ in range(20):
        order = random.permutation(TRAJECTORIES).astype(np.int32)[:20]
        position, contacts = c2d.first_free(scene.car, scene.poses, scene.moving, order)
        free = np.flatnonzero(first["step"][order] < 0)
        assert position == (int(free[0]) if len(free) else None)
        assert np.array_equal(contacts, first[order[: len(order) if position is None else position]])
    colliding = np.flatnonzero(first["step"] >= 0).astype(np.int32)
    many = np.resize(colliding, 1000)
    position, contacts = c2d.first_free(scene.car, scene.poses, scene.moving, many)
    assert position is None and np.array_equal(contacts, first[many])
    free = np.flatnonzero(first["step"] < 0).astype(np.int32)
    position, contacts = c2d.first_free(scene.car, scene.poses, scene.moving, np.concatenate([many, free]))
    assert position == 1000 and np.array_equal(contacts, first[many])
    assert c2d.first_free(scene.car, scene.poses, scene.moving, [])[0] is None
    with pytest.raises(ValueError, match=r"order\[1\]: 30 is not the index of a trajectory"):
        c2d.first_free(scene.car, scene.poses, scene.moving, [0, 30])


def test_clearances(scene):
    distances = scene.table(oracle.distance)
    found = c2d.minimum_distance(scene.car, scene.poses, scene.moving)
    assert np.allclose(found["distance_m"], distances.min(axis=(1, 2)), atol=1e-11)
    signed = scene.table(oracle.signed_distance)
    # Up to the first step with a contact.
    least = []
    for table in signed:
        contacts = np.flatnonzero((table <= 0.0).any(axis=1))
        least.append(table[: contacts[0] + 1].min() if len(contacts) else table.min())
    separations = c2d.minimum_separation(scene.car, scene.poses, scene.moving)
    gradients = c2d.minimum_separation_gradient(scene.car, scene.poses, scene.moving)
    assert np.allclose(separations["signed_distance_m"], least, atol=1e-11)
    assert np.allclose(gradients["signed_distance_m"], least, atol=1e-11)
    limited = c2d.minimum_separation(scene.car, scene.poses, scene.moving, limit_m=0.3)
    assert np.array_equal(limited["step"] >= 0, np.array(least) <= 0.3)


def test_clearances_on_a_map(scene, random):
    standing = np.repeat(oracle.random_poses(random, (OBSTACLES, 1), 11.0), STEPS, axis=1)
    world_map = c2d.StaticMap(scene.shapes, standing[:, 0])
    moving = c2d.MovingObstacles(scene.shapes, standing)
    for call in (c2d.minimum_separation, c2d.minimum_separation_gradient):
        on_map = call(scene.car, scene.poses, world_map, lengths=scene.lengths)
        among = call(scene.car, scene.poses, moving, lengths=scene.lengths)
        assert np.array_equal(on_map["signed_distance_m"], among["signed_distance_m"])
        assert np.array_equal(on_map["step"], among["step"])


def test_each_pose(scene):
    """What is asked of each pose: as of the poses alone, among the obstacles of its step."""
    hits = scene.table(lambda a, b: oracle.collides(a.tolist(), b))
    hits[np.arange(STEPS) >= scene.lengths[:, np.newaxis]] = False
    assert np.array_equal(c2d.collision_mask(scene.car, scene.poses, scene.moving, lengths=scene.lengths), hits)
    assert np.array_equal(c2d.count_hits(scene.car, scene.poses, scene.moving, lengths=scene.lengths), hits.sum(axis=2))
    begin, found = c2d.all_hits(scene.car, scene.poses, scene.moving, lengths=scene.lengths)
    expected = np.flatnonzero(hits.reshape(-1)) % OBSTACLES
    assert np.array_equal(found, expected) and np.array_equal(np.diff(begin), hits.sum(axis=2).reshape(-1))
    distances = c2d.all_distances(scene.car, scene.poses, scene.moving)
    assert np.allclose(distances, scene.table(oracle.distance), atol=1e-11)
    within = c2d.within_mask(scene.car, scene.poses, scene.moving, limit_m=2.0)
    assert np.array_equal(within, distances <= 2.0)


@pytest.mark.parametrize("times", [None, np.cumsum(np.linspace(0.5, 1.0, STEPS))])
def test_moving_obstacles_and_a_map_together(random, times):
    """One call: what the calls for either say together; shapes of the map follow those that move."""
    # In motion, the body passes through much of the scene between two steps.
    extent = 11.0 if times is None else 50.0
    scene = Scene(random, extent)
    world_map = c2d.StaticMap(scene.shapes, oracle.random_poses(random, OBSTACLES, extent))
    keywords = {"lengths": scene.lengths, "step_times_s": times}
    every = np.arange(TRAJECTORIES, dtype=np.int32)

    def three(call, *arguments):
        return [call(scene.car, scene.poses, o, *arguments, **keywords) for o in (scene.moving, world_map, (scene.moving, world_map))]

    moving, on_map, both = three(c2d.any_hit)
    assert np.array_equal(both, moving | on_map) and 0.1 < both.mean() < 0.95 and (moving != on_map).any()

    moving, on_map, both = three(c2d.first_hit)
    on_map["obstacle"][on_map["obstacle"] >= 0] += OBSTACLES
    for one, other, found in zip(moving, on_map, both):
        at = [(hit["step"], hit["contact_by_s"] if times is not None else 0.0) for hit in (one, other)]
        is_first = one["step"] >= 0 and (other["step"] < 0 or at[0] <= at[1])
        assert found == (one if is_first else other)
    assert len(set(both["obstacle"] // OBSTACLES)) == 3, "none, moving, of the map"

    position, contacts = c2d.first_free(scene.car, scene.poses, (scene.moving, world_map), every, **keywords)
    free = np.flatnonzero(both["step"] < 0)
    assert position == free[0] and np.array_equal(contacts, both[: free[0]])

    moving, on_map, both = three(c2d.minimum_distance)
    name = "distance_m" if times is None else "upper_m"
    if times is None:
        assert np.array_equal(both[name], np.minimum(moving[name], on_map[name]))
    else:
        assert np.allclose(both[name], np.minimum(moving[name], on_map[name]), atol=2e-4)


def test_separations_of_moving_obstacles_and_a_map_together(scene, random):
    world_map = c2d.StaticMap(scene.shapes, oracle.random_poses(random, OBSTACLES, 9.0))
    together = (scene.moving, world_map)
    # Each step alone, as poses among a batch.
    for call in (c2d.minimum_separation, c2d.minimum_separation_gradient):
        both = call(scene.car, scene.poses, together)
        among, on_map = call(scene.car, scene.poses, scene.moving), call(scene.car, scene.poses, world_map)
        for found, one, other in zip(both, among, on_map):
            colliding = [row for row in (one, other) if row["signed_distance_m"] <= 0.0]
            first = min((row["step"] for row in colliding), default=STEPS)
            least = min(
                [row for row in colliding if row["step"] == first] or [one, other], key=lambda row: row["signed_distance_m"]
            )
            assert found["signed_distance_m"] == least["signed_distance_m"] and found["step"] == least["step"]
    mask = c2d.collision_mask(scene.car, scene.poses, together)
    assert np.array_equal(mask[..., :OBSTACLES], c2d.collision_mask(scene.car, scene.poses, scene.moving))
    assert np.array_equal(mask[..., OBSTACLES:], c2d.collision_mask(scene.car, scene.poses, world_map))
    assert np.array_equal(c2d.count_hits(scene.car, scene.poses, together), mask.sum(axis=2))
    _, hits = c2d.all_hits(scene.car, scene.poses, together)
    assert np.array_equal(hits, np.flatnonzero(mask.reshape(-1)) % (2 * OBSTACLES))
    batch = c2d.PolygonBatch(scene.shapes, scene.obstacle_poses[:, 0])
    first_steps = np.ascontiguousarray(scene.poses[:, 0])
    assert np.array_equal(c2d.collision_mask(scene.car, first_steps, (batch, world_map)), mask[:, 0])


def test_set_poses(scene, random):
    poses = oracle.random_poses(random, (OBSTACLES, STEPS), 11.0)
    scene.moving.set_poses(poses)
    fresh = c2d.MovingObstacles(scene.shapes, poses)
    found = c2d.first_hit(scene.car, scene.poses, scene.moving)
    assert np.array_equal(found, c2d.first_hit(scene.car, scene.poses, fresh))
    assert repr(fresh) == "<MovingObstacles: 8 shapes at 6 steps>" and fresh.steps == STEPS and len(fresh.shapes) == 8


def test_errors(scene):
    bad = scene.poses.copy()
    bad[3, 2, 0] = np.nan
    for call in (c2d.first_hit, c2d.any_hit, c2d.minimum_distance, c2d.minimum_separation):
        with pytest.raises(ValueError, match=r"world_from_body\[3\]\[2\]: \(x, y, cos, sin\) = \(nan"):
            call(scene.car, bad, scene.moving)
        with pytest.raises(ValueError, match=r"lengths\[0\]: 7 is not within \[0, 6\]"):
            call(scene.car, scene.poses, scene.moving, lengths=np.full(TRAJECTORIES, 7, np.int32))
        with pytest.raises(ValueError, match=r"lengths\[0\]: -1"):
            call(scene.car, scene.poses, scene.moving, lengths=np.full(TRAJECTORIES, -1, np.int32))
        with pytest.raises(ValueError, match="obstacles: they have 6 steps; the trajectories have 5"):
            call(scene.car, np.ascontiguousarray(scene.poses[:, :5]), scene.moving)
        with pytest.raises(TypeError, match="lengths: the ndarray holds elements of dtype float64; int32 is needed"):
            call(scene.car, scene.poses, scene.moving, lengths=np.full(TRAJECTORIES, 1.0))
    # A pose that does not count is not read.
    lengths = np.full(TRAJECTORIES, STEPS, np.int32)
    lengths[3] = 2
    assert len(c2d.first_hit(scene.car, bad, scene.moving, lengths=lengths)) == TRAJECTORIES
    with pytest.raises(ValueError, match="0 steps"):
        c2d.first_hit(scene.car, np.empty((4, 0, 4)), c2d.MovingObstacles(scene.shapes, np.empty((8, 0, 4))))
