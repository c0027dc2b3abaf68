#!/bin/sh
# Prints the strings that page_frame.cc declares: for each argument NAME=FILE a string NAME with the
# text of the file.
set -eu
echo 'namespace collision2d::planner {'
for argument in "$@"; do
  echo "extern const char ${argument%%=*}[];"
  echo "const char ${argument%%=*}[] ="
  # Question marks are escaped because ??= and its like would be trigraphs.
  sed -e 's/[\\"?]/\\&/g; s/^/"/; s/$/\\n"/' "${argument#*=}"
  echo ';'
done
echo '}  // namespace collision2d::planner'
