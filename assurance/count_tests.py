#!/usr/bin/env python3
"""Names the cases that failed, and prints 'N passed, M failed': the test cases in the logs of the named Bazel test targets
(one label a line on standard input), and in the JUnit files, or folders of them, that are given as arguments.

A target, file or folder without a log, or whose log cannot be read, counts as one failed case. Exit status 1 if any case failed or none ran.
"""
import pathlib
import sys
import xml.etree.ElementTree as ElementTree


def count(log):
    """(passed, failed) test cases of one JUnit log; googletest marks those of other shards as notrun."""
    passed = failed = 0
    for case in ElementTree.parse(log).iter("testcase"):
        if case.get("status") == "notrun":
            continue
        if case.find("failure") is not None or case.find("error") is not None:
            print(f"failed: {case.get('classname', '')} {case.get('name')} ({log})", file=sys.stderr)
            failed += 1
        else:
            passed += 1
    return passed, failed


def logs_at(path):
    """The JUnit logs of a file, or of the folder that Bazel writes for a test: one for each shard."""
    if path.is_file():
        return [path]
    return sorted(path.glob("**/test.xml"))


def main():
    passed = failed = 0
    logs_of = {path: logs_at(pathlib.Path(path)) for path in sys.argv[1:]}
    for label in sys.stdin.read().split():
        logs_of[label] = logs_at(pathlib.Path("bazel-testlogs") / label.removeprefix("//").replace(":", "/"))
    for source, logs in logs_of.items():
        if not logs:
            print(f"{source}: no test log", file=sys.stderr)
            failed += 1
        for log in logs:
            try:
                log_passed, log_failed = count(log)
            except ElementTree.ParseError as error:
                print(f"{log}: {error}", file=sys.stderr)
                log_passed, log_failed = 0, 1
            passed += log_passed
            failed += log_failed
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
