#!/usr/bin/env bash
# The replay tool from outside: what it prints, what it writes, its exit status.
#   replay_tool_test.sh REPLAY REPLAY_MAIN_CC
set -euo pipefail
replay=$(realpath "$1")
replay_main=$(realpath "$2")
cd "$(mktemp -d "${TEST_TMPDIR:-/tmp}/replay_tool.XXXXXX")"
failures=0

fail() {
  echo "FAILED: $*" >&2
  sed 's/^/  stdout: /' stdout >&2
  sed 's/^/  stderr: /' stderr >&2
  failures=$((failures + 1))
}

# run STATUS ARGUMENT...: the tool ends with this status; its output is in the files stdout and
# stderr.
run() {
  local expected=$1 status=0
  shift
  command="replay $*"
  "$replay" "$@" > stdout 2> stderr < /dev/null || status=$?
  [ "$status" -eq "$expected" ] || fail "$command: status $status, not $expected"
}

# limited_run OPTION LIMIT STATUS ARGUMENT...: as run, with a limit of ulimit.
limited_run() {
  command="replay ${*:4}, with ulimit $1 $2"
  (failures=0; ulimit "$1" "$2"; run "${@:3}"; exit "$failures") || failures=$((failures + 1))
}

# has FILE TEXT, has_not FILE TEXT: some line of the file contains this text, or none does.
has() { grep -qF -- "$2" "$1" || fail "$command: no '$2' in $1"; }
has_not() { ! grep -qF -- "$2" "$1" || fail "$command: '$2' in $1"; }

# scene ID EXTRA...: a disc drives 10 m along x, past a wall 3 m to the left or through one across
# its way.
scene() {
  cat << END
id: "$1" time_step_s: 0.1
ego { shapes { disc { radius_m: 1 } } }
static_obstacles {
  id: "wall of $1"
  shapes { polygon { vertices { x: 5 y: 3 } vertices { x: 5 y: 9 } } }
}
candidates { id: "beside" poses { time_s: 0 } poses { time_s: 2 x: 10 } }
candidates { id: "through" cost: -1 poses { time_s: 0 y: 5 } poses { time_s: 2 x: 10 y: 5 } }
END
  printf '%s\n' "${@:2}"
}

scene alpha > alpha.textproto
scene beta > beta.txtpb
scene gamma 'static_obstacles { id: "n" shapes { disc { center { x: nan } } } }' > nan.textproto
cat > sampled.textproto << END
id: "sampled" time_step_s: 0.1
ego { shapes { rectangle { length_m: 4 width_m: 2 } } }
ego_state { speed_mps: 10 }
reference_path { x: -20 } reference_path { x: 200 }
static_obstacles { id: "parked" shapes { disc { center { x: 30 } radius_m: 1 } } }
moving_obstacles { id: "car" shapes { rectangle { length_m: 4 width_m: 2 } } }
predictions { obstacle_id: "car" poses { x: 60 y: 3.5 } poses { time_s: 2 x: 50 y: 3.5 } }
END
# One record of 27 bytes (a scene "s" with a disc and without candidates), then one that says 80
# bytes and has 3.
good_record='\x1b\x0a\x01s\x11\x9a\x99\x99\x99\x99\x99\xb9\x3f\x1a\x0d\x0a\x0b\x1a\x09\x11\0\0\0\0\0\0\xf0\x3f'
printf '%b' "$good_record"'\x50\x0a\x01x' > truncated.pbs
: > empty.pb
seq 100000 | gzip -n | tail -c 100000 > noise.pb
cp noise.pb noise.xml
mkdir no_scenes
echo "not a scene" > no_scenes/README.md

# Good input.
run 0 alpha.textproto beta.txtpb --out=out/good
[ "$(grep -c '^alpha \|^beta \|^total of 2 scenes ' stdout)" -eq 3 ] || fail "$command: not one line each and a total"
has stdout "wall of alpha at 0.80 s"
[ ! -s stderr ] || fail "$command: stderr is not empty"
[ "$(wc -l < out/good/verdicts.jsonl)" -eq 2 ] || fail "$command: not two lines of JSON"
[ -s out/good/verdicts.pbs ] || fail "$command: no verdicts.pbs"
has out/good/index.html "</html>"

# A directory, and what is replayed when nothing is named.
mkdir scenes
cp alpha.textproto beta.txtpb scenes
run 0 ./scenes --out=out/directory
has stdout "total of 2 scenes"
run 0 --default_scenes=scenes --out=out/default
has stdout "total of 2 scenes"
run 0 alpha.textproto --default_scenes=scenes --out=out/named
has stdout "total of 1 scene "
run 2 --out=out/nothing
has stderr "no FILE named"
# A first word without a dot or slash is a command, whatever files there are.
cp alpha.textproto survey
for word in scenes shrnk; do
  run 2 "$word" alpha.textproto --out=out/flags
  has stderr "'$word' is none of the commands shrink, capture and survey; a file or folder of that name: ./$word"
done
run 2 survey --out=out/flags
has stderr "survey: a FILE is needed"
rm survey

# One bad input among good ones: the others are replayed, and it is named with a reason.
for bad in truncated.pbs nan.textproto empty.pb missing.pb noise.pb noise.xml no_scenes; do
  run 1 alpha.textproto "$bad" beta.txtpb --out=out/bad
  grep -q "^replay: not used: $bad: ." stderr || fail "$command: '$bad' is not named with a reason"
  [ "$(wc -l < stderr)" -eq 1 ] || fail "$command: more than one line in stderr"
  [ "$(grep -c '^alpha \|^beta ' stdout)" -eq 2 ] || fail "$command: not all good scenes are replayed"
  has out/bad/index.html "$bad"
done
run 1 truncated.pbs --out=out/truncated
has stdout "total of 1 scene "
run 1 nan.textproto --out=out/nan
has stderr 'scene "gamma": static_obstacles[1].shapes[0].disc.center.x: nan'
run 1 missing.pb empty.pb noise.pb --out=out/all_bad
[ "$(wc -l < stderr)" -eq 3 ] || fail "$command: not three lines in stderr"
[ ! -s stdout ] || fail "$command: a table without scenes"

# A scene of a newer version.
{ cat alpha.textproto; echo 'schema_version: 4 news { a: 1 }'; } > newer.textproto
run 1 newer.textproto --out=out/newer
has stderr 'newer.textproto:'
run 0 newer.textproto --unknown_fields=note --out=out/newer
has stdout 'has no field named "news"'
has stdout 'schema version 4, newer than 3'

# Bad flags.
while read -r flag reason; do
  run 2 alpha.textproto "$flag" --out=out/flags
  has stderr "$reason"
  [ ! -s stdout ] || fail "$command: stdout is not empty"
  [ ! -e out/flags ] || fail "$command: something is written"
done << END
--threads=-1 --threads: -1 is not within [0, 2147483647]
--threads=100000000000 --threads: 100000000000 is not within [0, 2147483647]
--threads=99999999999999999999999999999999999999999 is not within [0, 2147483647]
--seed=-1 --seed: -1 is not within [0, 18446744073709551615]
--seed=18446744073709551616 --seed: 18446744073709551616 is not within
--memory_limit_mb=-1 --memory_limit_mb: -1 is not within [0, 9223372036854775807]
--sample_every=-1 --sample_every: -1 is not within [0, 9223372036854775807]
--time_tolerance_s=0 --time_tolerance_s: 0 is not above 0 and at most 1
--time_tolerance_s=10 --time_tolerance_s: 10 is not above 0 and at most 1
--contact_tolerance_m=1e6 --contact_tolerance_m: 1e+06 is not above 0 and at most 1
--ego_length_m=4508 --ego_length_m: 4508 is not above 0 and at most 100
--time_tolerance_s=1e999 --time_tolerance_s: inf is not above 0 and at most
--contact_tolerance_m=nan --contact_tolerance_m: nan is not above 0 and at most
--osi_without_future=x --osi_without_future: 'x' is not move or stand
--unknown_fields=x --unknown_fields: 'x' is not refuse or note
--beyond_prediction=x --beyond_prediction: 'x' is neither absent nor hold
--beyond_prediction= --beyond_prediction: '' is neither absent nor hold
--min_probability=2 --min_probability: 2 is not within [0, 1]
--min_probability=nan --min_probability: nan is not within [0, 1]
--road_gap_m=-0.1 --road_gap_m: -0.1 is not a length from 0 to
--road_gap_m=1e300 --road_gap_m: 1e+300 is not a length from 0 to
--replan_interval_s=0 --replan_interval_s: 0 is not above 1e-06 and at most
--time_to_collision_horizon_s=0 --time_to_collision_horizon_s: 0 is not above 0 and at most 1e+06
--time_to_collision_horizon_s=1e7 --time_to_collision_horizon_s: 1e+07 is not above 0 and at most 1e+06
--post_encroachment_horizon_s=inf --post_encroachment_horizon_s: inf is not above 0 and at most
--ego_length_m=0 --ego_length_m: 0 is not above 0 and at most 100
--ego_width_m=nan --ego_width_m: nan is not above 0 and at most 100
--ego_reference_to_center_m=-1e9 --ego_reference_to_center_m: -1e+09 is not within [-100, 100]
--scene_time_limit_s=-1 --scene_time_limit_s: -1 is not within [0, inf]
--metrics=ttc --metrics: 'ttc' is not all, none or the name of a metric
--metrics= --metrics: '' is not all, none
--metrics=headway,all --metrics: 'all' is not all, none
--records=5 --records: '5' is not FIRST:END
--records=5:4 --records: '5:4' is not FIRST:END
--format=doc --format: 'doc' is none of
--page=book --page: 'book' is not
END
# The flags library itself ends the tool on these.
for flag in --bogus --resume --threads=many --seed=1.5; do
  run 2 alpha.textproto "$flag" --out=out/flags
  has stderr "${flag:2:4}"
  [ ! -e out/flags ] || fail "$command: something is written"
done
run 2 --helper
run 2 --help --bogus
has stderr bogus
run 0 --help --noprofiles --threads=1
run 0 --help
has stdout "--closed_loop"
run 0 -h
has stdout "--closed_loop"
run 0 --version
grep -q "^collision2d [0-9]" stdout || fail "$command: no version"

# A damaged record is skipped and named; what is behind it is replayed.
bad_record='\x04\x0a\x02\xff\xff'
printf '%b' "$good_record$bad_record$good_record$good_record" > damaged.pbs
run 1 damaged.pbs --out=out/damaged
has stdout "total of 3 scenes"
has stderr "damaged.pbs: record 1 at byte 28: 4 bytes that are not a binary collision2d.v1.Scene: id at byte 2: not valid UTF-8"
[ "$(wc -l < stderr)" -eq 1 ] || fail "$command: more than one line in stderr"
run 0 damaged.pbs --records=2:3 --out=out/records
has stdout "total of 1 scene "
run 1 damaged.pbs --records=:2 --out=out/records
has stdout "total of 1 scene "
run 0 damaged.pbs --records=100: --out=out/records
[ ! -s stdout ] || fail "$command: a table without scenes"
has stderr "no scene: --records selects none"

# Each input is opened once and read once: pipes and standard input.
command="replay of pipes"
"$replay" <(cat alpha.textproto) --format=textproto --out=out/pipe > stdout 2> stderr || fail "$command: status $?"
has stdout "total of 1 scene "
mkfifo fifo.pbs
cat damaged.pbs > fifo.pbs &
run 1 fifo.pbs --out=out/pipe
has stdout "total of 3 scenes"
command="replay of standard input"
"$replay" - --format=textproto --out=out/stdin < alpha.textproto > stdout 2> stderr || fail "$command: status $?"
has stdout "total of 1 scene "
# Standard input is read from where it is.
command="replay of the rest of standard input"
{ dd bs=1 count=28 of=/dev/null 2> /dev/null; status=0; "$replay" - --format=pbs --out=out/stdin > stdout 2> stderr || status=$?; } < damaged.pbs
[ "$status" -eq 1 ] || fail "$command: status $status, not 1"
has stdout "total of 2 scenes"
has stderr "-: record 0 at byte 0: 4 bytes that are not a binary collision2d.v1.Scene"
run 1 - --out=out/stdin
has stderr "-: the format of standard input is not known; --format names it"
command="replay of a directory as standard input"
status=0
"$replay" - --format=pbs --out=out/stdin < . > stdout 2> stderr || status=$?
[ "$status" -eq 1 ] || fail "$command: status $status, not 1"
has stderr "-: reading failed"
ln -s /dev/zero zero.pbs
run 1 zero.pbs --out=out/zero
has stderr "zero.pbs: record 0 at byte 0: the record's length is 0; the rest is not read"

# Closed descriptors are given to no file.
run 0 alpha.textproto --out=out/open
cp out/open/verdicts.jsonl out/good_alpha.jsonl
for closed in '<&-' '2>&-' '<&- 2>&-'; do
  command="replay alpha.textproto $closed"
  bash -c "'$replay' alpha.textproto --out=out/closed $closed" > stdout || fail "$command: status $?"
  cmp out/closed/verdicts.jsonl out/good_alpha.jsonl || fail "$command: other verdicts"
done
for closed in '>&-' '<&- >&-' '>&- 2>&-' '<&- >&- 2>&-' '> /dev/full' '> /dev/full 2>&1'; do
  command="replay alpha.textproto $closed"
  status=0
  bash -c "'$replay' alpha.textproto --out=out/closed $closed" || status=$?
  [ $status -eq 2 ] || fail "$command: status $status, not 2"
  has out/closed/run.json '"exit_status": 2'
  cmp out/closed/verdicts.jsonl out/good_alpha.jsonl || fail "$command: other verdicts"
done
run 0 alpha.textproto --out=out/closed
has out/closed/run.json '"exit_status": 0'
command="replay | true"
{ "$replay" alpha.textproto beta.txtpb --out=out/closed 2> stderr || true; } | true
[ -s out/closed/run.json ] || fail "$command: the run does not end"

run 0 alpha.textproto sampled.textproto --threads=10000 --out=out/threads

# Where memory ends, the run ends and names the scene; what was finished stays.
lattice=$(seq -s, 0 0.033 1.9)
{ sed 's/"sampled"/"lattice"/' sampled.textproto
  echo "sampling_request { lateral_offsets_m: [$lattice] end_speeds_mps: [$lattice] horizons_s: [$(seq -s, 5 0.025 5.5)] }"
} > lattice.textproto
for threads in 1 2; do
  run 2 alpha.textproto lattice.textproto beta.txtpb --memory_limit_mb=100 --threads=$threads --out=out/memory
  [ "$(tail -n 1 stderr)" = 'replay: out of memory: lattice.textproto: scene "lattice"' ] || fail "$command: the scene is not named"
  has stdout "alpha "
  has_not stdout "beta "
  [ "$(cd out/memory && find . -type f ! -name '*.partial')" = "" ] || fail "$command: $(find out/memory)"
  head -n 1 out/memory/verdicts.jsonl.partial | cmp - out/good_alpha.jsonl || fail "$command: what was finished is lost"
done
limited_run -v 400000 2 alpha.textproto lattice.textproto --max_instants=4000000 --threads=1 --out=out/memory
has stderr 'replay: out of memory: lattice.textproto: scene "lattice"'
# Wherever memory ends, this is said, and the tool does not crash.
for limit in $(seq 10 4 70); do
  command="replay sampled.textproto, in $limit MB"
  status=0
  "$replay" sampled.textproto alpha.textproto --memory_limit_mb="$limit" --out=out/memory > stdout 2> stderr || status=$?
  [ "$status" -eq 0 ] || { [ "$status" -eq 2 ] && tail -n 1 stderr | grep -q '^replay: out of memory'; } || fail "$command: status $status"
done
run 2 alpha.textproto --memory_limit_mb=1 --out=out/memory
has stderr "replay: out of memory"
run 2 shrink lattice.textproto --keep=free --memory_limit_mb=100 --out=out/memory
has stderr "replay: out of memory: lattice.textproto"
run 2 capture lattice.textproto --memory_limit_mb=150 --out=out/memory
has stderr "replay: out of memory: lattice.textproto"
run 0 alpha.textproto --memory_limit_mb=9223372036854775807 --out=out/memory
run 1 alpha.textproto lattice.textproto beta.txtpb --out=out/instants
has stderr 'lattice.textproto: scene "lattice": candidates: '
has stderr ' instants in all; the limit max_instants is 2000000'
run 1 alpha.textproto lattice.textproto beta.txtpb --scene_time_limit_s=0.1 --out=out/time
has stderr 'lattice.textproto: scene "lattice": the scene takes longer than its limit'
# What a short scene asks for is bounded before it is made.
{ sed 's/"sampled"/"long"/' sampled.textproto; echo "sampling_request { horizons_s: 20000 }"; } > long.textproto
run 1 long.textproto --memory_limit_mb=100 --out=out/long
has stderr 'scene "long": sampling_request.horizons_s: 1 horizons with'
# A static obstacle takes a kilobyte and a half at most, with its place on the page and in the index
# of metrics.
{ sed 's/"sampled"/"crowded"/' sampled.textproto
  seq 100000 | sed 's/.*/static_obstacles { id: "pole &" shapes { disc { center { x: & y: 300 } radius_m: 0.1 } } }/'
} > crowded.textproto
run 0 crowded.textproto --memory_limit_mb=170 --threads=1 --out=out/crowded

# A time step in milliseconds; a scene of which nothing can be sampled.
sed 's/time_step_s: 0.1/time_step_s: 100/' sampled.textproto > milliseconds.textproto
run 1 milliseconds.textproto --out=out/milliseconds
has stderr "time_step_s: 100 s is longer than every candidate, of at most 5 s; are these milliseconds?"
sed 's/speed_mps: 10/speed_mps: 10 acceleration_mps2: -50/' sampled.textproto > braking.textproto
run 1 braking.textproto --out=out/braking
has stderr 'replay: nothing sampled: braking.textproto: scene "sampled"'
has stdout "no candidate can be sampled: all 693 of the lattice exceed kinematic limits: deceleration above 8 m/s^2: 693"

# Whenever it is interrupted, by whatever signal: if there is an end record, it has the status with
# which the process ended; if there is none, only .partial files are there, or what was not yet
# begun. The next run in the directory is a whole one.
run 0 alpha.textproto beta.txtpb --page=folder --notimings --out=out/whole
for signal in INT TERM KILL; do
  command="replay, ended at any time by SIG$signal"
  ended=0
  for i in $(seq 100); do
    # On a busy machine until one run has come to its end.
    [ "$i" -le 20 ] || [ "$ended" -eq 0 ] || break
    status=0
    rm -rf out/any_time
    "$replay" alpha.textproto beta.txtpb sampled.textproto --page=folder --out=out/any_time > stdout 2> stderr < /dev/null &
    sleep "$((i / 50)).$(printf %03d $((i % 50 * 20)))"
    kill -s $signal $! 2> /dev/null || true
    wait $! 2> /dev/null || status=$?
    if [ -e out/any_time/run.json ]; then
      ended=$((ended + 1))
      [ $signal = KILL ] || [ "$status" -eq 0 ] || fail "$command: status $status"
      has out/any_time/run.json '"exit_status": 0'
    elif [ -d out/any_time ]; then
      # Between the renaming of the verdicts and the end record they have their names.
      [ -e out/any_time/verdicts.jsonl ] || [ -z "$(find out/any_time -type f ! -name '*.partial' ! -path '*/scenes/*')" ] \
        || fail "$command: $(find out/any_time -type f)"
    fi
  done
  [ "$ended" -gt 0 ] || fail "$command: no run came to its end"
  run 0 alpha.textproto beta.txtpb --page=folder --notimings --out=out/any_time
  diff -r out/whole out/any_time || fail "$command: other bytes after an interrupted run"
done

# Only regular files are written: nothing through links, over devices, FIFOs or folders, whatever
# name of a run they have.
echo precious > victim
for name in run.json run.json.partial run.items run.items.partial verdicts.jsonl verdicts.jsonl.partial verdicts.pbs verdicts.pbs.partial index.html index.html.partial; do
  for kind in link dangling null fifo folder; do
    rm -rf out/taken && mkdir -p out/taken
    case $kind in
      link) ln -s "$PWD/victim" "out/taken/$name" ;;
      dangling) ln -s "$PWD/nowhere" "out/taken/$name" ;;
      null) ln -s /dev/null "out/taken/$name" ;;
      fifo) mkfifo "out/taken/$name" ;;
      folder) mkdir "out/taken/$name" ;;
    esac
    run 2 alpha.textproto --out=out/taken
    has stderr "out/taken/$name: cannot be written: it is a"
    [ "$(ls -A out/taken)" = "$name" ] || fail "$command: with $kind $name something is written"
  done
done
rm -rf out/taken && mkdir -p out/taken elsewhere && echo precious > elsewhere/0.js && ln -s "$PWD/elsewhere" out/taken/scenes
run 2 alpha.textproto --page=folder --out=out/taken
has stderr "out/taken/scenes: cannot be written: it is a symbolic link, not a folder"
for name in pairs.capture pairs.capture.partial shrunk.textproto shrunk.textproto.partial; do
  rm -rf out/taken && mkdir -p out/taken && ln -s "$PWD/victim" "out/taken/$name"
  case $name in
    pairs*) run 2 capture alpha.textproto --sample_every=1 --out=out/taken ;;
    *) run 2 shrink sampled.textproto --keep=collides --out=out/taken ;;
  esac
  has stderr "out/taken/$name: cannot be written: it is a symbolic link, not a regular file"
done
[ "$(cat victim elsewhere/0.js | xargs)" = "precious precious" ] && [ ! -e nowhere ] || fail "something is written behind a link"
# The output directory may be a link.
mkdir -p real && ln -sfn "$PWD/real" out/linked
run 0 alpha.textproto --out=out/linked
[ -s real/run.json ] || fail "$command: no run"

# Names that control a terminal or turn the direction of writing are escaped on it; the verdicts
# have them as they are.
hostile=$'\xe2\x80\xaexslj.\xe2\x80\x8bcar\x1b[2J'
sed "s/wall of alpha/wall \xe2\x80\xae\xe2\x80\x8b\\\\033[2J/" alpha.textproto > "$hostile.textproto"
run 0 "$hostile.textproto" --out="out/$hostile"
rm "out/$hostile/run.json" && : > "out/$hostile/run.items.partial"
run 0 "$hostile.textproto" --out="out/$hostile"
has stderr 'out/\u202exslj.\u200bcar\x1b[2J: an interrupted run is replaced'
run 0 capture "$hostile.textproto" --sample_every=1 --out="out/$hostile"
run 1 "$hostile.textproto" "$hostile.xml" --out="out/$hostile"
cat stdout stderr > both
has both 'wall \u202e\u200b\x1b[2J at 0.80 s'
has both 'not used: \u202exslj.\u200bcar\x1b[2J.xml: no such file'
! LC_ALL=C grep -q $'[\x01-\x09\x0b-\x1f\x7f]\|\xe2\x80[\x8b\xae]' both || fail "$command: a hidden character on the terminal"
LC_ALL=C grep -q $'wall \xe2\x80\xae\xe2\x80\x8b' "out/$hostile/verdicts.jsonl" || LC_ALL=C grep -q 'wall \\u202e\\u200b' "out/$hostile/verdicts.jsonl" || fail "$command: other ids in the verdicts"

# An interrupted run says so and keeps what is done; the next one replaces it.
mkfifo endless.pbs
exec 9<> endless.pbs
for signal in INT TERM; do
  command="replay, interrupted by SIG$signal"
  rm -rf out/interrupted
  status=0
  timeout -s $signal 3 env --default-signal=INT "$replay" alpha.textproto endless.pbs --out=out/interrupted > stdout 2> stderr < /dev/null || status=$?
  [ "$status" -eq 124 ] || fail "$command: status $status, not 124"
  has stderr "replay: interrupted; what was done is in files .partial"
  [ "$(cd out/interrupted && find . -type f | sort | xargs)" = "./run.items.partial ./scenes/0.js.partial ./verdicts.jsonl.partial ./verdicts.pbs.partial" ] \
    || fail "$command: $(find out/interrupted)"
  cmp out/interrupted/verdicts.jsonl.partial out/good_alpha.jsonl || fail "$command: other verdicts"
done
exec 9>&-
run 0 alpha.textproto --out=out/interrupted
has stderr "replay: out/interrupted: an interrupted run is replaced"
[ "$(ls out/interrupted | xargs)" = "index.html run.json verdicts.jsonl verdicts.pbs" ] || fail "$command: $(ls out/interrupted)"

# The end record, and a page of many scenes as a folder.
run 0 alpha.textproto --out=out/end
has out/end/run.json '"exit_status": 0'
has out/end/run.json '"scenes": 1,'
many=()
for i in $(seq 21); do scene "many$i" > "many$i.textproto"; many+=("many$i.textproto"); done
run 0 "${many[@]}" --out=out/many
[ "$(ls out/many/scenes | wc -l)" -eq 21 ] || fail "$command: not a file for each scene"
has out/many/scenes/20.js many21
has out/many/index.html many21
run 0 "${many[@]}" --page=file --out=out/many
[ ! -e out/many/scenes ] || fail "$command: files of scenes"
run 0 "${many[@]}" --page=none --out=out/many
[ "$(ls out/many | tr '\n' ' ')" = "run.json verdicts.jsonl verdicts.pbs " ] || fail "$command: a page"
run 0 alpha.textproto beta.txtpb --page=none --nojsonl --out=out/stream
[ "$(ls out/stream | xargs)" = "run.json verdicts.pbs" ] || fail "$command: other files"
cmp out/stream/verdicts.pbs out/good/verdicts.pbs || fail "$command: other verdicts without verdicts.jsonl"
run 0 alpha.textproto beta.txtpb --notimings --out=out/same1
run 0 alpha.textproto beta.txtpb --notimings --out=out/same2
diff -r out/same1 out/same2 || fail "$command: not the same bytes"

# A scene is shrunk while what it shows stays.
run 0 shrink sampled.textproto --keep=collides --out=out/shrunk
run 0 out/shrunk/shrunk.textproto --out=out/shrunk/again
has out/shrunk/again/run.json '"colliding": 1,'
has out/shrunk/again/run.json '"candidates": 1,'
run 0 shrink nan.textproto --keep=refused --out=out/shrunk
has out/shrunk/shrunk.textproto "x: nan"
run 2 shrink alpha.textproto --keep=undecided --out=out/shrunk
has stderr "alpha.textproto: the scene does not have the property to keep"
run 2 shrink alpha.textproto --keep=odd --out=out/shrunk
run 2 shrink alpha.textproto beta.txtpb --keep=free --out=out/shrunk
run 1 shrink missing.pb --keep=free --out=out/shrunk
has stderr "missing.pb: no such file"
run 1 shrink nan.textproto --keep=free --out=out/shrunk
has stderr "nan.textproto: static_obstacles[1].shapes[0].disc.center.x: nan"

# The pairs of scenes are recorded: one ego shape, one obstacle; an instant at a time both queries,
# a motion between two.
run 0 capture alpha.textproto --sample_every=1 --out=out/captured
has stdout "out/captured/pairs.capture: "
has stdout " pairs of 1 scenes; lost: 0 replaced by later ones, 0 too large"
[ "$(head -c 7 out/captured/pairs.capture)" = c2dcapt ] || fail "$command: no capture file"
run 1 capture alpha.textproto nan.textproto missing.pb --out=out/captured
has stdout " pairs of 1 scenes"
has stderr "replay: not used: nan.textproto: static_obstacles[1]"
has stderr "replay: not used: missing.pb: "
run 2 capture --out=out/captured
run 2 capture alpha.textproto --sample_every=-1 --out=out/captured
has stderr "--sample_every: -1 is not within"
run 2 capture alpha.textproto --out=alpha.textproto/below

# Shortcuts are surveyed, whatever the files.
run 0 survey alpha.textproto beta.txtpb --out=out/survey
has stdout "2 scenes, "
has stdout "instants_0.5_s "
[ "$(wc -l < out/survey/survey.csv)" -eq 11 ] || fail "$command: not a row for each scene and shortcut"
run 1 survey alpha.textproto nan.textproto --out=out/survey
has stderr "replay: not used: nan.textproto: static_obstacles[1]"
run 2 survey --out=out/survey
has stderr "survey: a FILE is needed"
run 2 survey alpha.textproto --out=alpha.textproto/below

# Output that cannot be written.
run 2 alpha.textproto --out=alpha.textproto/below
has stderr "alpha.textproto/below"
for name in index.html verdicts.jsonl verdicts.pbs; do
  mkdir -p "out/taken_$name/$name"
  run 2 alpha.textproto "--out=out/taken_$name"
  has stderr "$name"
done

run 2 out/open/verdicts.pbs --out=out/open
has stderr "out/open/verdicts.pbs: is a file that this run would replace"
cmp out/open/verdicts.jsonl out/good_alpha.jsonl || fail "$command: something is written"
# A file that may not grow is an error like a full disk.
limited_run -f 8 2 alpha.textproto beta.txtpb --out=out/small
has stderr "cannot be written: File too large"
[ ! -e out/small/run.json ] || fail "$command: an end record"
run 0 alpha.textproto beta.txtpb --out=out/small

# The help names every flag that the tool has.
command="replay --help"
"$replay" --help > stdout 2> stderr || true
flags=$(sed -n 's/^ABSL_FLAG([^,]*, \([a-z_]*\),.*/\1/p' "$replay_main")
[ "$(wc -w <<< "$flags")" -ge 10 ] || fail "no flags found in $replay_main"
for flag in $flags; do has stdout "--$flag ("; done
for text in .textproto .txtpb .pb .pbs .xml "Exit status" index.html verdicts.jsonl verdicts.pbs; do has stdout "$text"; done

# Threads change no byte; a seed does, with jitter.
run 0 sampled.textproto alpha.textproto --threads=1 --out=out/one
run 0 sampled.textproto alpha.textproto --threads=4 --out=out/four
cmp out/one/verdicts.pbs out/four/verdicts.pbs || fail "the number of threads changes verdicts.pbs"
cmp out/one/verdicts.jsonl out/four/verdicts.jsonl || fail "the number of threads changes verdicts.jsonl"
# The motion between instants is left out on demand.
run 0 sampled.textproto --instants-only --out=out/instants
grep -q '"instants_only=true"' out/instants/verdicts.jsonl || fail "--instants-only is not recorded"
if grep -q contact_bracket out/instants/verdicts.jsonl; then fail "--instants-only has contact brackets"; fi
# Metrics are computed by default, profiles are in the page only.
has out/one/verdicts.jsonl '"metrics=all"'
has out/one/verdicts.jsonl '"time_to_collision":'
has_not out/one/verdicts.jsonl '"profile":'
has out/one/index.html '"profile":{'
run 0 sampled.textproto --metrics=none --noprofiles --out=out/no_metrics
has out/no_metrics/verdicts.jsonl '"metrics=none"'
has_not out/no_metrics/verdicts.jsonl '"time_to_collision":'
has_not out/no_metrics/index.html '"profile":{'
run 0 sampled.textproto --metrics=lateral_clearance,goal --out=out/two_metrics
has out/two_metrics/verdicts.jsonl '"metrics=lateral_clearance,goal"'
has_not out/two_metrics/verdicts.jsonl '"time_to_collision":'
run 0 sampled.textproto --profiles_in_verdicts --out=out/profiles
has out/profiles/verdicts.jsonl '"profile":'
run 2 sampled.textproto --noprofiles --profiles_in_verdicts --out=out/flags
has stderr "profiles_in_verdicts: true, but profiles is false"
run 0 sampled.textproto --jitter --seed=5 --out=out/seed5
run 0 sampled.textproto --jitter --seed=5 --out=out/seed5_again
run 0 sampled.textproto --jitter --seed=6 --out=out/seed6
cmp out/seed5/verdicts.pbs out/seed5_again/verdicts.pbs || fail "a seed does not reproduce the verdicts"
! cmp -s out/seed5/verdicts.pbs out/seed6/verdicts.pbs || fail "another seed gives the same verdicts"
has out/seed6/verdicts.jsonl '"seed":"6"'

# Closed loop: four cycles of 0.5 s up to the end of the recording.
run 0 sampled.textproto --closed_loop --out=out/loop
has stdout "closed loop ends at 2.00 s, with the recording"
[ "$(wc -l < out/loop/verdicts.jsonl)" -eq 4 ] || fail "$command: not four cycles"

# The progress bar: nothing of it in a file; on a terminal it is shown, and gone at the end.
bar='\[[#.]\{30\}\] [0-9]*/2 '
erase=$'\r\033\\[K'
run 0 alpha.textproto beta.txtpb --out=out/no_terminal
has_not stderr $'\033'
has_not stdout $'\033'
command="replay on a terminal"
script -qec "'$replay' alpha.textproto beta.txtpb --out=out/terminal" /dev/null > stdout 2> stderr < /dev/null \
  || fail "$command: not status 0"
grep -q "$bar" stdout || fail "$command: no progress bar is shown"
# What stays on the screen of a line is what follows the last time it was erased.
sed "s/.*$erase//" stdout > screen
! grep -q "$bar" screen || fail "$command: the progress bar stays"
[ "$(grep -c '^alpha \|^beta \|^total of 2 scenes' screen)" -eq 3 ] || fail "$command: the scenes' lines do not stay"

if [ "$failures" -gt 0 ]; then
  echo "$failures checks failed" >&2
  exit 1
fi
echo "all checks passed"
