#!/usr/bin/env bash
# Installs what is missing and runs every test, those of headers, of examples/consumer, of OMPL, of
# the CMake build, of the Python module, of fleet/ and of MCAP files too, the proofs of rounding
# errors, and the documentation site; builds only what they need. Arguments go to `bazel test` of
# this workspace, and leave these nine out: tools/test.sh --config=asan
#
#   tools/test.sh --long
#     then the oracles' long runs too, an hour or two; a line for each family. 10^8 near-degenerate
#     pairs against exact integers, every answer of 10^8 pairs in one frame and posed, the batch's
#     answers for 10^8 pairs against the pair queries, 10^8 pairs of bodies and cells of grids, 10^8
#     pairs by Decision Sphere Search, 10^6 moving pairs against interval arithmetic and 10^8
#     against samples, metrics of 10^5 scenes, 10^7 bodies on roads, 10^5 regions of paths, 10^6
#     speed profiles, 80,000 motions of OMPL's spaces
#   tools/test.sh --arm [--fast]
#     instead: the tests of the core for aarch64 and armv7, and of the planner adapter for aarch64,
#     cross-compiled and emulated: long. --fast: of these the bits of all answers, known pairs and
#     motions, stack, heap and undefined symbols: minutes
#   tools/test.sh --sanitize [--fast]
#     instead: the tests of geometry, pair queries, motion, batch, capture, importers, readers, road
#     and metrics, compiled with AddressSanitizer and UndefinedBehaviorSanitizer together, without
#     those of the tag slow. --fast: of these geometry, pair queries, importers and readers, with
#     300 random cases each, without exhaustive tests
#   tools/test.sh --valgrind
#     instead: the optimised tests of the core that take seconds, in valgrind, which finds decisions
#     by memory that nobody has written: a minute
#
# With --arm the exit status is 3 if cross compilers or libraries of ARM are missing and cannot be
# had; nothing has been tested then.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source tools/progress.sh
long=false
arm=false
sanitize=false
valgrind=false
case "${1-}" in
  --long) long=true && shift ;;
  --arm) arm=true && shift ;;
  --sanitize) sanitize=true && shift ;;
  --valgrind) valgrind=true && shift ;;
esac
if $arm || $sanitize || $valgrind || { [ $# -gt 0 ] && ! $long; }; then
  tools/setup.sh
else
  tools/setup.sh --proofs --ompl --cmake --python --fleet --docs
  # What the test of the CMake build asks for, before anything is compiled beside it.
  tools/setup.sh --arm || [ $? -eq 3 ]
fi

# step WHAT: says what comes next, and when.
step() { echo "tools/test.sh: after $((SECONDS / 60)) min $((SECONDS % 60)) s: $1" >&2; }

# log_folders OUTPUT TESTS: where assurance/count_tests.py finds what these tests say; a test
# without a log counts as failed there.
log_folders() {
  bazel query --noshow_progress "$2" 2> /dev/null | sed "s|^//|$(bazel info output_path 2> /dev/null)/$1/testlogs/|; s|:|/|"
}

if $arm; then
  fast=false
  if [ "${1-}" = --fast ]; then fast=true && shift; fi
  mkdir -p out
  : > out/arm_test_logs
  # The links in this folder keep pointing to what was built for this machine.
  bazel_test=(bazel test --keep_going --build_tests_only "${progress[@]}" --experimental_convenience_symlinks=ignore)
  tools/setup.sh --arm
  # From here on a failure is 1, whatever Bazel says: its 3, for tests that failed, would read as
  # the 3 above.
  for config in aarch64 armv7; do
    if $fast; then
      tests=(//collision2d/golden:same_bits_golden_test
        //collision2d/query:{same_bits,known_pairs,no_allocation,stack_use}_test
        //collision2d/motion:{known_motions,no_allocation,stack_use}_test)
    else
      tests=(//collision2d/...)
      # One of the two architectures has the libraries of the planner adapter and of replay.
      [ $config = armv7 ] || tests+=(//planner_adapter/... //replay/...)
    fi
    step "tests for $config, cross-compiled and emulated"
    # Not those that are shell scripts or need a browser.
    "${bazel_test[@]}" --config=$config --test_tag_filters=-x86 "$@" "${tests[@]}" || status=1
    # A shell script, which no emulator runs, on the objects for ARM.
    "${bazel_test[@]}" --config=$config --run_under=/usr/bin/env "$@" //collision2d/source_rules:undefined_symbols_test || status=1
    logged="let t = tests(set(${tests[*]})) in \$t except attr(tags, 'manual|x86', \$t)"
    log_folders "$config-opt" "($logged) + //collision2d/source_rules:undefined_symbols_test" >> out/arm_test_logs
  done
  exit $status
fi
if $sanitize; then
  mkdir -p out
  few=()
  if [ "${1-}" = --fast ]; then
    shift
    tests=(//collision2d/{geometry,query}/... //replay/{importers,io}/...)
    # A few hundred cases of each test reach every access to an array. Exhaustive tests are left to
    # the optimised build; so is the optimisation of what compiles long and runs little.
    few=(--test_arg=--pairs=300 "--test_arg=--gtest_filter=-*Exhaustive*:*EveryCombination*:*EverySmallGrid*:*OneByteRepeated"
      "--per_file_copt=(^|/bin/)(collision2d/(batch|motion|solid)|planner_adapter|proto|replay/importers)/@-O0")
  else
    tests=(//collision2d/{geometry,query,motion,batch,capture}/... //planner_adapter/{metrics,road}/... //replay/{importers,io}/...)
  fi
  # Without the replay tool, whose limits of memory leave no room for AddressSanitizer.
  step "tests with sanitizers"
  bazel test --config=sanitize --keep_going --build_tests_only "${progress[@]}" --experimental_convenience_symlinks=ignore \
    "${few[@]}" "$@" "${tests[@]}" || status=1
  # Not those that measure the frames of a release, which this build skips.
  log_folders k8-fastbuild "let t = tests(set(${tests[*]})) in
    \$t except attr(tags, 'manual|slow', \$t) except attr(target_compatible_with, incompatible, \$t)" > out/sanitizer_test_logs
  exit $status
fi
if $valgrind; then
  tools/setup.sh --valgrind
  mkdir -p out
  # None whose oracle computes in long double, which valgrind rounds to double.
  tests=(geometry/orientation query/known_pairs motion/known_motions motion/search/search)
  targets=("${tests[@]/#///collision2d/}")
  # Highway's library measures its timer when it is loaded, which no test needs. It reads it by
  # rdtscp, which valgrind reports as present and does not run on processors without it.
  echo 'extern "C" unsigned long _ZN3hwy8platform15TimerResolutionEv() { return 1; }' |
    g++ -shared -fPIC -x c++ - -o out/hwy_timer.so
  step "tests in valgrind"
  bazel build --config=opt "${quiet[@]}" $(printf '%s_test ' "${targets[@]}" | sed 's|/\([a-z_]*_test\)|:\1|g')
  for test in "${tests[@]}"; do
    if LD_PRELOAD=$PWD/out/hwy_timer.so timeout 600 valgrind -q --error-exitcode=9 --leak-check=no "bazel-bin/collision2d/${test}_test" --gtest_brief=1 --gtest_filter="-*Exhaustive*:*EveryCombination*" --pairs=20 "$@" > out/valgrind.log 2>&1; then
      report "valgrind: $test" true
    else
      tail -n 60 out/valgrind.log >&2
      report "valgrind: $test" false
    fi
  done
  write_cases out/valgrind_tests.xml
  exit $status
fi
# What needs little or nothing of Bazel: two builds beside each other leave no processor idle. A
# call of Bazel waits here until the tests are done. The results: out/beside_bazel_tests.xml.
beside_bazel() {
  local cmake_test=(assurance/cmake_test.sh)
  if $long; then cmake_test+=(--long); fi
  step "the build with CMake, what it installs and packages"
  "${cmake_test[@]}" || status=1
  step "the Python module"
  # With the libraries that the test of the CMake build has installed, if it came so far.
  local python_test=(assurance/python_test.sh)
  if [ -d out/cmake_prefix ]; then python_test+=(out/cmake_prefix); fi
  "${python_test[@]}" || status=1
  step "bounds that Gappa proves"
  if assurance/proofs.py --check && assurance/proofs_test.py; then report proofs true; else report proofs false; fi
  step "the documentation site"
  if tools/docs.sh; then report docs true; else report docs false; fi
  step "MCAP files in Foxglove's reader"
  if assurance/mcap_test.sh; then report mcap true; else report mcap false; fi
  write_cases out/beside_bazel_tests.xml
  return $status
}
if [ $# -eq 0 ]; then
  mkdir -p out
  beside_bazel > out/beside_bazel.log 2>&1 &
  beside_bazel=$!
  trap 'kill $beside_bazel 2> /dev/null || true' EXIT
fi
step "every test (a first build takes about a quarter of an hour on two cores)"
bazel test --config=opt --keep_going --build_tests_only "${progress[@]}" "$@" //... || status=$?
if [ $# -eq 0 ]; then
  step "lists of sources and folders"
  if assurance/cmake_sources.py --check; then report sources_listed_once true; else report sources_listed_once false; fi
  if assurance/api_list.py --check; then report api_as_listed true; else report api_as_listed false; fi
  if assurance/upstream_labels.py --check; then report upstream_has_what_is_named true; else report upstream_has_what_is_named false; fi
  if assurance/house.py --check; then report folders_as_documented true; else report folders_as_documented false; fi
  step "headers"
  assurance/headers_test.sh || status=1
  step "a workspace that depends on this one"
  assurance/consumer_test.sh || status=1
  step "what needs OMPL"
  bazel test --config=opt "${progress[@]}" //planner_adapter/ompl:ompl_tests || status=1
  step "replay of a fleet"
  assurance/fleet_test.sh || status=1
  step "the build with CMake, the Python module, proofs, documentation and MCAP files, which began with the first step"
  wait $beside_bazel || status=1
  cat out/beside_bazel.log
  write_cases out/step_tests.xml
fi
if $long; then
  bazel test --config=opt "${progress[@]}" "$@" //collision2d/query:{near_degenerate,differential}_long_test \
    //collision2d/query:{separation_gradient_oracle,separation_gradient_finite}_long_test \
    //collision2d/batch:{batch_differential,occupancy_grid}_long_test //collision2d/solid/papers:decision_sphere_search_long_test \
    //collision2d/solid/query:cap_hits3_long_test //collision2d/solid/query:slender_pairs3_long_test \
    //collision2d/motion:{time_of_impact_oracle,minimum_distance_oracle,motion_sampling}_long_test //planner_adapter/metrics:metrics_differential_long_test \
    //planner_adapter/road:{road_containment,road_oracle,road_touching}_long_test //planner_adapter/ompl:map_motion_validator_long_test \
    //planner_adapter/path_time:{path_time_graph_oracle,profile_differential}_long_test
  grep -h '^near-degenerate' bazel-testlogs/collision2d/query/near_degenerate_long_test/*/test.log
  grep -h '^gradient' bazel-testlogs/collision2d/query/separation_gradient_{oracle,finite}_long_test/*/test.log
  grep -h '^batch-differential' bazel-testlogs/collision2d/batch/batch_differential_long_test/*/test.log
  grep -h '^grids' bazel-testlogs/collision2d/batch/occupancy_grid_long_test/*/test.log
  grep -h '^cap-hits' bazel-testlogs/collision2d/solid/query/cap_hits3_long_test/*/test.log
  grep -h '^slender' bazel-testlogs/collision2d/solid/query/slender_pairs3_long_test/*/test.log
  grep -h '^motion-oracle' bazel-testlogs/collision2d/motion/time_of_impact_oracle_long_test/*/test.log
  grep -h '^motion-sampling' bazel-testlogs/collision2d/motion/motion_sampling_long_test/*/test.log
  grep -h '^metrics-differential' bazel-testlogs/planner_adapter/metrics/metrics_differential_long_test/*/test.log
  grep -h '^road-containment' bazel-testlogs/planner_adapter/road/road_containment_long_test/*/test.log
  grep -h '^ompl-motions' bazel-testlogs/planner_adapter/ompl/map_motion_validator_long_test/test.log
  grep -h '^path-time-oracle' bazel-testlogs/planner_adapter/path_time/path_time_graph_oracle_long_test/*/test.log
  grep -h '^profiles' bazel-testlogs/planner_adapter/path_time/profile_differential_long_test/*/test.log
  grep -h '^sphere-search' bazel-testlogs/collision2d/solid/papers/decision_sphere_search_long_test/*/test.log
fi
exit $status
