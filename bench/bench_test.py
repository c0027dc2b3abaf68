"""bench_test.py PROGRAM SCENES: every chapter of PROGRAM at tiny sizes writes the rows and columns that scripts read, its answers are
right, and bad values are refused by name. Says nothing about times."""

import csv
import subprocess
import sys

PROGRAM, SCENES = sys.argv[1:]
CLASSES = ["distant", "overlapping", "touching", "contact"]


def run(chapter, *arguments):
    """The rows of the chapter's CSV, with its heading line, and its report."""
    command = [PROGRAM, *([f"--chapter={chapter}"] if chapter != "ompl" else []), *arguments]
    files = [f"--csv={chapter}.csv", f"--long_csv={chapter}_long.csv", f"--markdown={chapter}.md"]
    report = subprocess.run([*command, *files], check=True, stdout=subprocess.PIPE, text=True).stdout
    with open(f"{chapter}.md", encoding="utf-8") as file:
        markdown = file.read()
    assert markdown.startswith("# ") and "- command: `bazel run" in markdown and markdown.endswith(report), chapter
    with open(f"{chapter}_long.csv", encoding="utf-8") as file:
        lines = file.read().splitlines()
    assert lines[0] == "chapter,row,column,value" and len(lines) > 1, chapter
    for line in lines[1:]:
        assert line.split(",")[0].split(".")[0] == chapter and line.count(",") == 3, line
    return table(f"{chapter}.csv"), report


def table(path):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    return text.splitlines()[0], list(csv.DictReader(text.splitlines()))


def refuse(chapter, *values):
    """NAME=VALUE ends the program with status 2 and a message that names it."""
    for value in values:
        command = [PROGRAM, *([f"--chapter={chapter}"] if chapter != "ompl" else []), *([f"--{value}"] if value != "stray" else [value])]
        result = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        assert result.returncode == 2 and value.split("=")[0] in result.stderr, (command, result)


def pairs():
    (header, rows), report = run("pairs", "--pairs=200", "--min_time=0.001", "--vertices=4", "--layout=both", "--posed_csv=posed.csv")
    assert header == "level,class,vertices,algorithm,ns_median,ns_min,ns_max,wrong,max_relative_error,cold_ns_median,layout", header
    posed_header, posed = table("posed.csv")
    assert posed_header == header
    level_1 = {"Box2D", "SAT", "barycode GJK", "barycode GJK HCS", "Signed Volumes GJK", "Voronoi GJK", "FCL", "Bullet", "libccd"}
    level_1 |= {"O(nm) segments (Apollo stand-in)", "collision2d"}
    level_3 = {"collision2d", "collision2d gradient", "collision2d gradient posed"}
    wanted = {"1": level_1, "2": level_1 - {"SAT", "libccd"}, "3": level_3}
    places = {(layout, level, name): algorithms for layout in ("contiguous", "scattered") for level, algorithms in wanted.items() for name in CLASSES}
    for place, algorithms in places.items():
        found = {row["algorithm"] for row in rows if (row["layout"], row["level"], row["class"]) == place}
        assert found == algorithms, (place, found ^ algorithms)
    assert len(rows) == sum(map(len, places.values()))
    assert {row["algorithm"] for row in posed} == {"collision2d posed"} and len(posed) == 2 * 4 * 3, posed
    for row in rows + posed:
        assert row["vertices"] == "4" and 0.0 < float(row["ns_min"]) <= float(row["ns_median"]) <= float(row["ns_max"]), row
        assert (row["max_relative_error"] == "") == (row["level"] == "1"), row
        # Libraries that allocate out of sight have no cold figure.
        assert (row["cold_ns_median"] == "") == (row["algorithm"] in ("FCL", "Bullet")), row
        # Where nothing is close, every algorithm is right; ours everywhere.
        is_ours = row["algorithm"].startswith("collision2d")
        assert row["wrong"] == "0" or not (is_ours or row["class"] in ("distant", "overlapping")), row
        assert row["algorithm"] != "collision2d" or row["level"] == "1" or float(row["max_relative_error"]) <= 4 * 2.0**-52, row

    # Both layouts have the same pairs: the same answers.
    def answers(layout):
        return [(row["level"], row["class"], row["algorithm"], row["wrong"], row["max_relative_error"]) for row in rows if row["layout"] == layout]

    assert answers("contiguous") == answers("scattered")
    for part in ("## Polygons scattered in memory", "Table I: 4 vertices, distance (Level 2)", "96.8", "## Scattered beside contiguous"):
        assert part in report, part
    assert report.count("### Answers") == report.count("### Cold single queries") == 2
    (_, few), _ = run("pairs", "--pairs=50", "--min_time=0.001", "--vertices=5", "--classes=distant", "--algorithms=SAT,collision2d")
    assert [(row["algorithm"], row["layout"]) for row in few] == [("SAT", "contiguous")] + 3 * [("collision2d", "contiguous")], few
    refuse("pairs", "pairs=0", "pairs=many", "min_time=0", "min_time=nan", "vertices=2", "vertices=4,x", "vertices=", "classes=near")
    refuse("pairs", "layout=random", "algorithms=GJK", "csv=no/such/folder/x", "posed_csv=no/such/folder/x", "markdown=no/such/folder/x")


def batch():
    (header, rows), report = run("batch", "--scale=0.01", "--min_time=0.001")
    assert header == "case,method,pairs,ns_per_pair,cycles_per_second,wrong", header
    # Poses or trajectories, steps and obstacles of each case, at a hundredth.
    sizes = {"mask": (20, 1, 200), "any_hit": (20, 1, 200), "one_pose": (1, 1, 50), "dense_mask": (20, 1, 200)}
    sizes |= {"polygon_mask": (20, 1, 200), "nearest": (20, 1, 200), "first_hit": (10, 50, 100), "clearance": (10, 50, 100)}
    sizes |= {"swept_first_hit": (10, 50, 100), "margin_swept_first_hit": (10, 50, 100), "short_first_hit": (10, 20, 12)}
    sizes |= {"first_free": (10, 50, 100), "map_1e3": (20, 1, 10), "map_1e4": (20, 1, 100), "map_1e5": (20, 1, 1000)}
    sizes |= {"map_1e6": (20, 1, 10000), "two_threads_first_hit": (10, 50, 100), "two_threads_clearance": (10, 50, 100)}
    assert list(dict.fromkeys(row["case"] for row in rows)) == list(sizes)
    references = {"scalar", "Box2D pairwise", "Box2D tree", "FCL tree"}
    targets = {row["method"].split()[1] for row in rows if row["method"].startswith("batch ")}
    assert targets
    for case, (poses, steps, obstacles) in sizes.items():
        of_case = [row for row in rows if row["case"] == case]
        methods = {row["method"] for row in of_case}
        assert len(methods) == len(of_case), of_case
        batches = {f"batch {target}" for target in targets}
        best = min(methods & batches, key=len)
        if case.startswith("two_threads"):
            assert methods == {best, best + " 2 threads"}, methods
        elif case.startswith("margin_"):
            assert methods == {best + grown + at for grown in ("", " grown") for at in ("", " at steps")}, methods
        elif case == "first_free":
            assert methods == references | batches | {method + " full check" for method in batches}, methods
        elif case == "swept_first_hit":
            assert methods == {"scalar"} | batches | {method + " at steps" for method in batches}, methods
        else:
            assert methods == references | batches, methods
        for row in of_case:
            assert int(row["pairs"]) == poses * steps * obstacles and float(row["ns_per_pair"]) > 0.0, row
            cycle_s = float(row["ns_per_pair"]) * int(row["pairs"]) * 1e-9
            assert abs(cycle_s * float(row["cycles_per_second"]) - 1.0) < 1e-3, row
            assert row["wrong"] == "0" or row["method"] in references - {"scalar"}, row
        assert f"### {case}: " in report, case
    target = sorted(targets)[0]
    (_, one), _ = run("batch", "--scale=0.01", "--min_time=0.001", "--cases=mask", f"--target={target}")
    assert len(one) == 5, one
    refuse("batch", "cases=mask,sparse", "target=avx1024", "min_time=0", "min_time=nan", "scale=0", "scale=1.5")


def motion():
    (header, rows), report = run("motion", "--pairs=100", "--min_time=0.001", f"--scene={SCENES}/three_lane_traffic.pb")
    assert header == "case,method,pairs,ns_mean,ns_p999,steps_mean,missed,false_hits,undecided,contact_ns,free_ns", header
    cases = ["cars_0.1", "cars_0.5", "cars_2", "crossing_traffic", "pole_and_needle", "turning_on_the_spot", "parallel_parking"]
    cases += ["scene_0.1", "scene_0.5", "scene_1"]
    methods = ["collision2d", "IsMotionFree", "Box2D", "FCL", "10 samples"]
    assert [(row["case"], row["method"]) for row in rows] == [(case, method) for case in cases for method in methods]
    for row in rows:
        assert row["pairs"] == "100" and 0.0 < float(row["ns_mean"]) and 0.0 < float(row["ns_p999"]), row
        is_ours = row["method"] in ("collision2d", "IsMotionFree")
        assert is_ours or 0.0 < float(row["steps_mean"]), row
        assert not is_ours or (row["missed"], row["false_hits"], row["undecided"]) == ("0", "0", "0"), row
    assert all(f"## {case}\n" in report for case in cases)
    refuse("motion", "min_time=0", "pairs=0")
    command = [PROGRAM, "--chapter=motion", "--pairs=10", "--min_time=0.001"]
    for scene, wanted in (("no/such/scene.pb", "no/such/scene"), (f"{SCENES}/touching_wall.textproto", "reference_path")):
        result = subprocess.run([*command, f"--scene={scene}"], stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
        assert result.returncode == 2 and wanted in result.stderr, result


def checker():
    (header, rows), report = run("checker", "--scale=0.02", "--min_time=0.001", f"--scenes={SCENES}")
    assert header == "case,candidates,instants,obstacles,ms_median,ms_p999,ms_first,allocations,wrong", header
    # Candidates, instants and obstacles of each case, at a fiftieth.
    sizes = {"traffic_20x12_road": (20, 20, 12), "traffic_50x100": (20, 50, 100), "traffic_50x100_margin": (20, 50, 100)}
    sizes |= {"map_1e5": (20, 50, 2000), "kerbs_1e4": (4, 50, 201), "raised_1e4": (4, 50, 201), "replay": None, "replay_page": None}
    sizes |= {f"{case}_motion": size for case, size in sizes.items()}
    sizes["create_map_1e5"] = (0, 0, 2000)
    us101, traffic = (20, 20, 12), (20, 50, 100)
    sizes |= {f"scene_of_{source}_50x100": traffic for source in ("message", "columns", "arrays")}
    for scene, size in (("us101_20x12", us101), ("traffic_50x100", traffic)):
        sizes |= {f"kernel_{scene}": size, f"kernel_motion_{scene}": size, f"{scene}_motion_two_threads": size}
    for case in ("us101_20x12", "us101_20x12_motion", "us101_20x12_motion_road", "us101_20x12_motion_metrics"):
        sizes[case] = us101
    sizes |= {"create_us101_20x12": us101, "create_us101_20x12_shared": us101}
    sizes |= {case: traffic for case in ("first_hit_50x100", "metrics_50x100", "metrics_50x100_without_encroachment")}
    by_case = {row["case"]: row for row in rows}
    assert set(by_case) == set(sizes) and len(rows) == len(sizes), set(by_case) ^ set(sizes)
    # Checks with a workspace do not allocate, but for the metrics; those of two threads are not
    # counted.
    plain = {"traffic_20x12_road", "traffic_50x100", "traffic_50x100_margin", "map_1e5", "kerbs_1e4", "raised_1e4", "us101_20x12"}
    plain |= {"us101_20x12_motion_road"}
    for case, size in sizes.items():
        row = by_case[case]
        assert size is None or (int(row["candidates"]), int(row["instants"]), int(row["obstacles"])) == size, row
        assert float(row["ms_p999"]) >= float(row["ms_median"]) > 0.0 and float(row["ms_first"]) > 0.0, row
        is_without = case == "first_hit_50x100" or case.startswith("kernel_") or case.removesuffix("_motion") in plain
        assert case.endswith("_two_threads") or not is_without or int(row["allocations"]) == 0, row
        assert row["wrong"] == "0" and f"| {case} " in report, row
    assert any(int(row["allocations"]) > 0 for row in by_case.values()), "nothing counts them"
    refuse("checker", "min_time=0", "scale=0", "scale=1.5")


def cliffs():
    (header, rows), report = run("cliffs", "--pairs=8", "--vertices=4,8,64,200", "--max_seconds=5")
    assert header == "family,vertices,level,ns_mean,ns_max,entries_exact,wrong", header
    families = {row["family"] for row in rows}
    wanted = {"parallel_edges_deep", "bent_ring_deep", "tangent", "shared_edge", "shared_edge_far_posed", "vertex_on_edge", "vertex_on_vertex"}
    wanted |= {"identical", "touching_from_inside", "collapse_to_point", "collapse_to_segment", "needles", "subnormal", "tiny_edges"}
    assert families >= wanted | {"long_parallel_edges", "collinear_chains", "random_contact", "parked_cars"}, families
    sizes = {(row["family"], row["vertices"]) for row in rows}
    assert len(rows) == 3 * len(sizes) and ("bent_ring_deep", "4") not in sizes and ("bent_ring_deep", "8") in sizes
    for row in rows:
        assert 0.0 <= float(row["ns_mean"]) <= float(row["ns_max"]) and int(row["entries_exact"]) >= 0 and row["wrong"] == "0", row
    for part in ("The worst single query", "The mean single query", "| growth |", "### Wrong answers\n\nNone.\n", "tangent, Level 3"):
        assert part in report, part
    assert "Nothing: all pairs were asked." in report
    # With no time at all one pair of each family and number of vertices is asked, and the report
    # says so.
    (_, cut), report = run("cliffs", "--pairs=5", "--vertices=8", "--max_seconds=1e-9", "--families=tangent,parked_cars")
    assert len(cut) == 2 * 3 and all(f"- {family}, n = 8: 1 of 5 pairs" in report for family in ("tangent", "parked_cars")), report
    refuse("cliffs", "pairs=0", "max_seconds=0", "max_seconds=nan", "vertices=2", "vertices=6", "vertices=4000", "families=tangents")


def path_time():
    (header, rows), report = run("path_time", "--min_time=0.001", "--obstacles=20", "--profiles=200")
    assert header == "case,obstacles,profiles,ms_median,missed,false_hits,method", header
    methods = ["graph", "profiles", "profiles_indexed", "mapper", "mapper_enlarged"]
    assert [(row["case"], row["method"]) for row in rows] == [(case, method) for case in ("near_10", "all_cross") for method in methods]
    for row in rows:
        assert float(row["ms_median"]) > 0.0 and row["profiles"] == ("0" if row["method"] == "graph" else "200"), row
        assert row["method"].startswith("mapper") or (row["missed"], row["false_hits"]) == ("0", "0"), row
    cells = [[cell.strip() for cell in line.split("|")] for line in report.splitlines() if line.count("|") > 8]
    assert [row[-3] for row in cells if row[2] in methods[:3]] == ["0"] * 6, report
    refuse("path_time", "min_time=0", "profiles=0", "obstacles=9")


def road():
    (header, rows), report = run("road", "--min_time=0.001", "--cells=2000")
    assert header == "case,poses,pieces,inside,ms,fcl_ms,wrong", header
    assert [row["case"] for row in rows] == ["lane", "edge"], rows
    assert rows[0]["inside"] == "2000" and 500 < int(rows[1]["inside"]) < 1500, rows
    for row in rows:
        assert (row["poses"], row["pieces"], row["wrong"]) == ("2000", "10000", "0"), row
        assert float(row["ms"]) > 0.0 and float(row["fcl_ms"]) > 0.0, row
    assert "| lane " in report and "| cells |" in report
    refuse("road", "min_time=0", "cells=0")


def solid():
    # Few of the hard pairs of the peers: their brute force takes half a second each.
    sizes = ["--min_time=0.0001", "--max_vertices=32"]
    papers = "--tables=montanari,gear,drop,cameron,hornus,failures,bergen,hulls"
    (header, rows), report = run("solid", papers, "--pairs=120", "--failure_pairs=2000", "--steps=30", *sizes)
    assert header == "table,row,column,value", header
    (_, peer_rows), peer_report = run("solid", "--tables=peers", "--pairs=20", *sizes)
    rows += peer_rows
    tables = {row["table"] for row in rows}
    wanted = {f"montanari{k}" for k in (15, 16, 17, 18, 19)} | {"montanari_drop", "cameron3", "cameron4", "cameron5", "hornus_failures"}
    wanted |= {f"hornus{k}" for k in (4, 5, 6, 7, 8, 9)} | {"bergen_epa", "bergen_isa", "hulls", "hull_construction"}
    wanted |= {"peers_collision", "peers_distance", "peers_penetration", "peers_errors"}
    assert tables == wanted, tables ^ wanted
    for line in rows:
        name, row, column, value = (line[key] for key in ("table", "row", "column", "value"))
        # No failures of the library's own decisions, and no two of them differ, nor do those by all
        # planes.
        is_published = row.endswith("; GJK as published")
        assert value == "0" or not (name == "hornus_failures" and not is_published and column in ("failures", "differs")), line
        # The depth is that of brute force, and no queue or workspace ran full.
        assert name != "bergen_epa" or column != "worst; ulp of size" or float(value) <= 10.0, line
        assert value == "0" or name != "bergen_epa" or column not in ("beyond 10 ulp of size", "cap hits"), line
        # The approach to contact is resolved to 10 ulp.
        is_approach = name == "montanari15" and row.endswith(("; SV", "; collision2d")) and column == "worst"
        assert not is_approach or float(value) <= 10.0, line
        # No hard pair is answered wrongly.
        assert name != "peers_errors" or column != "collision2d" or set(value.split(" / ")) <= {"0", "-"}, line
        is_backup = name == "montanari_drop" and row.endswith("; SV") and column == "backups" and "paper" not in row
        assert not is_backup or value == "0", line
    for paper in ("Montanari", "Cameron", "Hornus", "Van den Bergen", "Peers", "Hulls", "Construction"):
        assert "## " + paper in report + peer_report, paper
    refuse("solid", "pairs=0", "pairs=many", "min_time=0", "failure_pairs=0", "failure_first_pair=5", "failure_scene=cubes", "steps=0")
    refuse("solid", "max_vertices=9", "tables=johnson")


def growth():
    (header, rows), _ = run("growth", "--most=1000", "--min_time=0.001")
    assert header == "against,size,create_ms,create_growth,check_ms,check_growth,wrong", header
    three = [10, 100, 1000]
    sizes = {"statics": three, "movers": three[:2], "candidates": three, "steps": [10], "on_road": three[:2], "statics_metrics": three, "movers_metrics": three[:2], "cells": three}
    assert [(row["against"], int(row["size"])) for row in rows] == [(name, size) for name, of in sizes.items() for size in of]
    for row in rows:
        assert float(row["create_ms"]) > 0.0 and float(row["check_ms"]) > 0.0 and row["wrong"] in ("0", "-"), row
        assert (row["check_growth"] == "-") == (int(row["size"]) < 1000), row
    assert {row["wrong"] for row in rows if row["against"] == "movers"} == {"0"}
    refuse("growth", "most=10", "against=time", "min_time=0")


def small():
    (header, rows), report = run("iterations", "--pairs=50", "--vertices=4")
    assert header == "table,row,column,value" and len({row["table"] for row in rows}) == 9, rows
    assert {row["value"] for row in rows if row["column"] == "cap hits"} == {"0"} and "## Level 3, ComputeSeparation" in report
    (header, rows), _ = run("subdistance", "--min_time=0.001")
    assert header == "method,class,ns_median,ns_min,ns_max" and len(rows) == 3 * 5, rows
    (header, rows), _ = run("capture", "--min_time=0.001", "--pairs=20", "--vertices=4")
    assert header == "query,class,vertices,pairs,method,ns_median,ns_min,records" and len(rows) == 3 * 3 * 3, rows
    assert {row["records"] for row in rows if row["method"] == "recorded"} == {"1"}, rows
    (header, rows), _ = run("recordings", "--min_time=0.001")
    assert header == "lanes,method,ms_median,mb_per_s" and len(rows) == 2 * 3, rows
    with open("tracks.csv", "w", encoding="utf-8") as tracks:
        tracks.write("track_id,frame_id,timestamp_ms,agent_type,x,y,vx,vy,psi_rad,length,width\n")
        tracks.writelines(f"1,{i},{100 * i},car,{i},0,10,0,0,4.5,1.8\n" for i in range(50))
    (header, rows), _ = run("recordings", "--min_time=0.001", "--files=tracks.csv")
    assert header == "file,mb,scenes,ms_median,mb_per_s" and [row["file"] for row in rows] == ["tracks.csv"], rows
    assert int(rows[0]["scenes"]) > 0 and float(rows[0]["mb_per_s"]) > 0.0, rows


def ompl():
    (header, rows), _ = run("ompl", "--motions=60", "--plans=12", "--min_time=0.001", "--plans_csv=plans.csv")
    assert header == "space,validator,motions,us_mean,valid,missed,refused", header
    validators = ["collision2d", "FCL, 1 cm", "discrete, default"]
    spaces = ["SE2", "Dubins", "ReedsShepp"]
    assert [(row["space"], row["validator"]) for row in rows] == [(space, validator) for space in spaces for validator in validators], rows
    for row in rows:
        assert row["motions"] == "60" and float(row["us_mean"]) > 0.0 and 10 < int(row["valid"]) < 60, row
        assert row["validator"] != "collision2d" or row["missed"] == "0", row
    for ours, fcl, _ in zip(*[iter(rows)] * 3):
        # Both refuse the motions whose paths leave the map, as some do in Dubins space.
        assert ours["refused"] == fcl["refused"], (ours, fcl)
    header, plans = table("plans.csv")
    assert header == "space,validator,plans,solved,motions,cpu_s,refuted,proven", header
    kinds = [(space, validator) for space in ["SE2", "ReedsShepp"] for validator in ["collision2d", "discrete, default"]]
    assert [(row["space"], row["validator"]) for row in plans] == kinds, plans
    for row in plans:
        is_ours = row["validator"] == "collision2d"
        assert row["plans"] == row["solved"] == "6", row
        assert (row["refuted"], row["proven"]) == ("0", "6") if is_ours else int(row["refuted"]) > 0, row
    refuse("ompl", "min_time=0", "motions=0", "plans=0", "walls=0", "plans_csv=no/such/folder/x")


def whole_program():
    """What is about no chapter by itself."""
    text = subprocess.run([PROGRAM, "--help"], check=True, stdout=subprocess.PIPE, text=True).stdout
    assert all(f"--chapter={chapter}\n" in text for chapter in ("batch", "checker", "solid")) and "tangent" in text
    refuse("road", "no_such_flag=1", "stray", "long_csv=no/such/folder/x", "csv=no/such/folder/x", "csv")
    refuse("road,pairs", "csv=x.csv")
    refuse("roads,pairs", "chapter=roads,pairs")
    tiny = ["--pairs=5", "--min_time=0.001", "--vertices=4", "--long_csv=both.csv"]
    report = subprocess.run([PROGRAM, "--chapter=subdistance,iterations", *tiny], check=True, stdout=subprocess.PIPE, text=True).stdout
    assert report.startswith("# Subdistances\n") and "# Iterations and support calls\n" in report
    chapters = {row["chapter"].split(".")[0] for row in table("both.csv")[1]}
    assert chapters == {"subdistance", "iterations"}, chapters


for part in [ompl] if PROGRAM.endswith("ompl_tables") else [whole_program, pairs, batch, motion, checker, cliffs, path_time, road, solid, growth, small]:
    print(part.__name__, flush=True)
    part()
