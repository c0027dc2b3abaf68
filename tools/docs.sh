#!/usr/bin/env bash
# Builds the documentation site, out/docs/html/index.html, from the Markdown files, the comments of
# the public headers and the docstrings of the Python module; a warning of Doxygen or Sphinx, or a
# broken link between pages, is an error. Needs what `tools/setup.sh --docs` installs, and no
# network.
#
#   tools/docs.sh [PYTHON]   with the module of that interpreter, by default the one that
#   assurance/python_test.sh has installed; without one the reference of Python is left out
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
tools/setup.sh --docs
out=$PWD/out/docs
mkdir -p "$out"
python=${1-$PWD/out/python/plain/venv/bin/python}
tags=(-t python)
if ! "$python" -c 'import collision2d' 2> /dev/null; then
  echo "tools/docs.sh: without the reference of Python, which needs its module" >&2
  python=/usr/bin/python3 tags=()
fi

assurance/figures.py --check || { echo "tools/docs.sh: run assurance/figures.py" >&2; exit 1; }
assurance/evidence.py --check
assurance/public_files.py --check

# The headers of the reference are those that its pages list, among them all of the umbrella
# headers.
headers=$(sed -nE 's,^- \[[^]]+\]\(\.\./\.\./([^)]+\.h)\).*,\1,p' docs/reference/*.md)
umbrellas=(collision2d/{collision2d,replay}.h planner_adapter/planner_adapter.h)
missing=$(sed -nE 's,^#include "([^"]+)".*,\1,p' "${umbrellas[@]}" | grep -v -x -F "$headers" || true)
[ -z "$missing" ] || { echo "tools/docs.sh: no page of docs/reference lists $missing" >&2; exit 1; }
(cat docs/Doxyfile && echo "INPUT = ${headers//$'\n'/ }") | doxygen -
"$python" -m sphinx -q -E -W --keep-going -j 2 -c docs "${tags[@]}" . "$out/html"
# What docs/conf.py says of Debian's Furo.
sed -i '/^import Gumshoe/d' "$out/html/_static/scripts/furo.js"
sed -i 's,url(/javascript/normalize.css/,url(../,' "$out/html/_static/styles/furo.css"
echo '<!DOCTYPE html><meta http-equiv="refresh" content="0; url=README.html"><a href="README.html">Begin</a>' \
  > "$out/html/index.html"
assurance/site_search.py "$out/html"
# Links to other hosts cannot be followed without network; this is the list.
grep -o -h -E 'https?://[^)>" ]+' ./*.md docs/*.md | sort -u > "$out/external_links"
