#!/usr/bin/env bash
# Kills a run with `kill -9` again and again, resumes it each time, and compares every byte with an undisturbed run.
#   replay_resume_test.sh REPLAY SCENES [KILLS]
set -euo pipefail
replay=$(realpath "$1")
scenes=$(realpath "$2")
kills=${3-60}
cd "$(mktemp -d "${TEST_TMPDIR:-/tmp}/replay_resume.XXXXXX")"

# A stream of 10 records, one of them damaged, beside single files and one that is missing.
for _ in 1 2; do cat "$scenes/recording.pbs"; done > stream.pbs
printf '\x04\x0a\x02\xff\xff' >> stream.pbs
cat "$scenes/recording.pbs" >> stream.pbs
arguments=(stream.pbs "$scenes/touching_wall.textproto" missing.pb "$scenes/two_lanes.xml" --notimings --noprofiles --nometrics --instants_only)

# compare NAME OPTION...: a run that is killed at least KILLS times, with these outputs, against one that is not.
compare() {
  local name=$1 killed=0 status=0 begin end delay_us
  shift
  rm -rf whole again
  begin=$(date +%s%N)
  "$replay" "${arguments[@]}" "$@" --out=whole > /dev/null 2>&1 || status=$?
  end=$(date +%s%N)
  [ $status -eq 1 ] || { echo "FAILED: status $status" >&2; exit 1; }
  RANDOM=$kills
  while [ $killed -lt "$kills" ]; do
    # Up to a third of the whole run's time, so that most runs are killed somewhere.
    delay_us=$(((end - begin) / 3000 * (RANDOM % 1000) / 1000))
    "$replay" "${arguments[@]}" "$@" --resume --out=again > /dev/null 2>&1 &
    sleep "$(printf '%d.%06d' $((delay_us / 1000000)) $((delay_us % 1000000)))"
    if kill -9 $! 2> /dev/null; then
      killed=$((killed + 1))
      # Without the end record it is no complete run, and with it, it is.
      if [ -e again/run.json ]; then diff -r -x run.journal -x scenes whole again; fi
    fi
    wait $! 2> /dev/null || true
    # Complete: once more from the beginning, killed on.
    if [ -e again/run.json ] && [ $killed -lt "$kills" ]; then
      "$replay" "${arguments[@]}" "$@" --resume --out=again > /dev/null 2>&1 || true
      diff -r whole again
      rm -rf again
    fi
  done
  "$replay" "${arguments[@]}" "$@" --resume --out=again > /dev/null 2>&1 || status=$?
  [ $status -eq 1 ] || { echo "FAILED: status $status at the end" >&2; exit 1; }
  diff -r whole again
  echo "$name: killed $killed times, every byte as undisturbed"
}

compare file --page=file
compare folder --page=folder
compare stream --page=none --nojsonl
