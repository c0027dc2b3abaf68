#!/bin/sh
# Prints a C++ file with kReplayPage, the text of the page: the first file, with the other files in
# place of its lines "<!-- insert NAME -->".
set -eu
page=$1
shift

# The file of this name among the others.
print_file() {
  name=$1
  shift
  for file in "$@"; do
    case $file in
      */"$name") cat "$file" && return ;;
    esac
  done
  echo "$page: there is no $name" >&2
  return 1
}

echo 'namespace collision2d::planner {'
echo 'extern const char kReplayPage[];'
echo 'const char kReplayPage[] ='
while IFS= read -r line; do
  case $line in
    '<!-- insert replay_page'*)
      name=${line#'<!-- insert '}
      print_file "${name%' -->'}" "$@"
      ;;
    *) printf '%s\n' "$line" ;;
  esac
done < "$page" |
  # Question marks are escaped because ??= and its like would be trigraphs.
  sed -e 's/[\\"?]/\\&/g; s/^/"/; s/$/\\n"/'
echo ';'
echo '}  // namespace collision2d::planner'
