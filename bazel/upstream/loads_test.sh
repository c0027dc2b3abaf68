#!/usr/bin/env bash
# loads_test.sh LOADS REPOSITORY=URL...: checks that the repositories declared by
# collision2d_deps(), each with its URL, are all that their BUILD files need: every repository in
# LOADS is declared, and LOADS was recorded from the versions that are pinned.
set -euo pipefail
loads=$1
shift
declare -A url_of
for pair in "$@"; do url_of[${pair%%=*}]=${pair#*=}; done
status=0
complain() {
  echo "$*" >&2
  status=1
}
while read -r repository version label declared_by; do
  [[ "${url_of[$repository]-}" == *"$version"* ]] || complain "$loads: $repository $version is recorded, but pinned is '${url_of[$repository]-}'"
  needed=${label#@}
  needed=${needed%%//*}
  [ -n "$declared_by" ] || [ -n "${url_of[$needed]-}" ] || complain "$repository $version needs $label, but collision2d_deps() does not declare @$needed"
done < <(grep -v '^#' "$loads")
exit $status
