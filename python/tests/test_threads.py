import signal
import threading
import time
from functools import partial

import numpy as np
import pytest

import collision2d as c2d
import oracle

CAR = c2d.ConvexPolygon.rectangle(4.5, 2.0)


def crowd(random, poses=40000, obstacles=60):
    """Contact everywhere, which takes longest."""
    return oracle.random_poses(random, poses, 6.0), c2d.PolygonBatch([CAR] * obstacles, oracle.random_poses(random, obstacles, 6.0))


def test_results_do_not_depend_on_threads(random):
    rows, batch = crowd(random, 3000)
    trajectories = rows.reshape(-1, 5, 4)
    moving = c2d.MovingObstacles(batch.shapes, oracle.random_poses(random, (60, 5), 12.0))
    cells = (c2d.OccupancyGrid(random.random((90, 90)) < 0.01, 0.1), c2d.PointSet(random.uniform(-6.0, 6.0, (50, 2))))
    for call, arguments in (
        (c2d.any_hit, (rows, batch)),
        (c2d.collision_mask, (rows, batch)),
        (c2d.minimum_distance, (rows, batch)),
        (c2d.minimum_separation_gradient, (rows, batch)),
        (c2d.first_hit, (trajectories, moving)),
        (c2d.minimum_separation, (trajectories, moving)),
        (partial(c2d.first_hit, step_times_s=np.arange(5.0)), (trajectories, moving)),
        (c2d.first_hit, (rows, cells)),
        (c2d.minimum_separation_gradient, (rows, cells)),
        (partial(c2d.first_hit, step_times_s=np.arange(5.0)), (trajectories, cells)),
    ):
        alone = call(CAR, *arguments)
        for threads in (2, 5):
            shared = call(CAR, *arguments, threads=threads)
            assert all(np.array_equal(shared[name], alone[name]) for name in alone.dtype.names or [()])


@pytest.mark.parametrize("threads", [0, -1, 1025])
def test_bad_numbers_of_threads(threads, random):
    rows, batch = crowd(random, 10)
    with pytest.raises(ValueError, match=f"threads: {threads} is not between 1 and 1024"):
        c2d.any_hit(CAR, rows, batch, threads=threads)


@pytest.mark.native
def test_other_threads_run_meanwhile(random):
    rows, batch = crowd(random)
    ticks = []
    done = threading.Event()

    def tick():
        while not done.is_set():
            ticks.append(time.perf_counter())
            time.sleep(0.001)

    thread = threading.Thread(target=tick)
    thread.start()
    begin = time.perf_counter()
    while time.perf_counter() - begin < 0.5:
        c2d.all_distances(CAR, rows[:2000], batch)
    done.set()
    thread.join()
    assert len(ticks) > 20


def test_many_threads_read_one_batch(random):
    rows, batch = crowd(random, 2000)
    expected = c2d.minimum_distance(CAR, rows, batch)
    different = []

    def read():
        for _ in range(5):
            if not np.array_equal(c2d.minimum_distance(CAR, rows, batch), expected):
                different.append(1)

    threads = [threading.Thread(target=read) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not different


@pytest.mark.native
def test_a_batch_that_is_read_is_not_changed(random):
    rows, batch = crowd(random)
    poses = oracle.random_poses(random, 60, 6.0)
    reading = threading.Thread(target=lambda: c2d.all_distances(CAR, rows, batch))
    reading.start()
    refused = 0
    while reading.is_alive():
        try:
            batch.set_poses(poses)
        except RuntimeError as error:
            refused += 1
            assert "another thread is reading" in str(error)
        time.sleep(0.001)
    reading.join()
    assert refused > 0
    batch.set_poses(poses)


@pytest.mark.native
def test_grids_and_points_that_are_read_are_not_changed(random):
    rows, batch = crowd(random, 20000)
    cells, cloud = random.random((90, 90)) < 0.1, random.uniform(-6.0, 6.0, (50, 2))
    grid, points = c2d.OccupancyGrid(cells, 0.1), c2d.PointSet(cloud)
    changes = (lambda: grid.update(cells), lambda: grid.move_window(0, 0), lambda: points.update(cloud))
    refused = [0] * len(changes)
    answers = []
    reading = threading.Thread(target=lambda: answers.append(c2d.all_distances(CAR, rows, (batch, grid, points))))
    reading.start()
    while reading.is_alive():
        for k, change in enumerate(changes):
            try:
                change()
            except RuntimeError as error:
                refused[k] += 1
                assert str(error).endswith(": another thread is reading the obstacles")
        time.sleep(0.001)
    reading.join()
    assert min(refused) > 0 and np.array_equal(answers, [c2d.all_distances(CAR, rows, (batch, grid, points))])
    grid.update(~cells)
    points.update(cloud + 1.0)


def test_many_threads_look_into_a_fresh_grid(random):
    rows = oracle.random_poses(random, 2000, 40.0)
    cells = random.random((800, 800)) < 0.001
    pose = (-40.0, -40.0, 0.0)
    expected = c2d.minimum_distance(CAR, rows, c2d.OccupancyGrid(cells, 0.1, world_from_grid=pose))
    for _ in range(5):
        grid = c2d.OccupancyGrid(cells, 0.1, world_from_grid=pose)
        answers = []
        threads = [threading.Thread(target=lambda: answers.append(c2d.minimum_distance(CAR, rows, grid))) for _ in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(answers) == 6 and all(np.array_equal(answer, expected) for answer in answers)


@pytest.fixture
def heard_interrupts():
    """Python's own handler of SIGINT, which a shell's background jobs start without: they ignore the signal."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def seconds_until_interrupt(call):
    """How long after a signal the call ends with KeyboardInterrupt."""
    sent = []

    def interrupt():
        time.sleep(0.15)
        sent.append(time.perf_counter())
        signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)

    thread = threading.Thread(target=interrupt)
    thread.start()
    with pytest.raises(KeyboardInterrupt):
        # Far more work than fits before the signal.
        for _ in range(10000):
            call()
    ended = time.perf_counter()
    thread.join()
    return ended - sent[0]


@pytest.mark.native
@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.usefixtures("heard_interrupts")
def test_keyboard_interrupt(threads, random):
    rows, batch = crowd(random, 400000)
    out = np.empty((len(rows), len(batch)))
    assert seconds_until_interrupt(lambda: c2d.all_distances(CAR, rows, batch, out=out, threads=threads)) < 2.0
    trajectories = rows.reshape(-1, 50, 4)
    world_map = c2d.StaticMap([CAR] * 60, oracle.random_poses(random, 60, 6.0))
    assert seconds_until_interrupt(lambda: c2d.minimum_separation(CAR, trajectories, world_map, threads=threads)) < 2.0


def test_progress_bar(random, capsys):
    rows, batch = crowd(random, 20000)
    c2d.all_distances(CAR, rows, batch, progress=True)
    assert "all_distances" in capsys.readouterr().err
    c2d.any_hit(CAR, rows[:1], batch, progress=True, threads=2)
    assert "1/1" in capsys.readouterr().err
    assert c2d.any_hit(CAR, rows[:0], batch, progress=True).shape == (0,)
