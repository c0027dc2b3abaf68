#!/bin/sh
# Prints the definitions of replay_page_assets.h: for each argument NAME=FILE a string NAME with the text of the file.
set -eu
echo '#include "planner_adapter/replay_page/replay_page_assets.h"'
echo 'namespace collision2d::planner {'
for argument in "$@"; do
  echo "const char ${argument%%=*}[] ="
  # Question marks are escaped because ??= and its like would be trigraphs.
  sed -e 's/[\\"?]/\\&/g; s/^/"/; s/$/\\n"/' "${argument#*=}"
  echo ';'
done
echo '}  // namespace collision2d::planner'
