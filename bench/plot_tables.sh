#!/usr/bin/env bash
# bench/plot_tables.sh CSV SVG [LAYOUT]: draws the CSV of paper_tables like the paper's Fig. 3: ns
# per pair against the number of vertices, one panel for each level and class, one curve for each
# algorithm, of one layout (contiguous, if none is named). Needs gnuplot.
set -euo pipefail
if [ $# -lt 2 ] || [ $# -gt 3 ] || [ ! -r "$1" ]; then
  echo "usage: bench/plot_tables.sh CSV SVG [contiguous|scattered], with a readable CSV of paper_tables" >&2
  exit 2
fi
svg=$2 layout=${3-contiguous}
if ! command -v gnuplot > /dev/null; then
  echo "bench/plot_tables.sh: gnuplot is not installed (see tools/setup.sh)" >&2
  exit 1
fi
data=$(mktemp -d)
trap 'rm -rf "$data"' EXIT
csv=$data/csv
awk -F, -v layout="$layout" 'NR == 1 || $NF == layout' "$1" > "$csv"

# One file for each panel and algorithm, "vertices ns", and the algorithms in the order of the CSV.
awk -F, -v data="$data" '
  NR > 1 {
    if (!($4 in number)) { number[$4] = ++count; print $4 > (data "/algorithms") }
    print $3, $5 > (data "/" $1 "-" $2 "-" number[$4])
  }' "$csv"
# The same decades in every panel.
range=$(awk -F, '
  NR > 1 && $1 < 3 && $2 != "contact" { if (!n++ || $5 < least) least = $5; if ($5 > most) most = $5 }
  function decade(ns) { for (d = 1; d * 10 <= ns; d *= 10); return d }
  END { print decade(least) ":" 10 * decade(most) }' "$csv")
[ -s "$data/algorithms" ] || { echo "bench/plot_tables.sh: no measurement of polygons $layout in $1" >&2; exit 1; }

# One curve each; the last algorithm is ours, and thicker. A panel draws the algorithms that have
# its level.
panel() {  # LEVEL CLASS TITLE
  local number=0 curves="" name
  while IFS= read -r name; do
    number=$((number + 1))
    [ -e "$data/$1-$2-$number" ] || continue
    curves+="${curves:+, }'$data/$1-$2-$number' with linespoints linestyle $number notitle"
  done < "$data/algorithms"
  [ -n "$curves" ] || return 0
  echo "set title '$3, $2'"
  echo "plot $curves"
}

legend() {
  local number=0 curves="" name
  while IFS= read -r name; do
    number=$((number + 1))
    curves+="${curves:+, }NaN with linespoints linestyle $number title '$name'"
  done < "$data/algorithms"
  echo "unset title; unset border; unset tics; unset xlabel; unset ylabel; unset grid; unset logscale"
  echo "set key center center horizontal Left reverse maxcols 4 samplen 3"
  echo "set origin 0, 0; set size 1, 0.13"
  echo "plot [0:1] [0:1] $curves"
}

{
  echo "set terminal svg size 1200,900 font 'sans-serif,13' background '#ffffff'"
  echo "set output '$svg'"
  colors=('#000000' '#bcbd22' '#8c564b' '#e377c2' '#9467bd' '#17becf' '#ff7f0e' '#d62728' '#c49c94' '#2ca02c' '#7f7f7f')
  last=$(wc -l < "$data/algorithms")
  for number in $(seq "$last"); do
    color=${colors[$(((number - 1) % ${#colors[@]}))]} width=1.3
    if [ "$number" -eq "$last" ]; then color='#0047ff' width=3.5; fi
    echo "set style line $number linecolor rgb '$color' linewidth $width pointtype $((number % 12 + 1)) pointsize 0.6"
  done
  echo "set multiplot"
  echo "set logscale y; set grid ytics; set xlabel 'vertices'; set ylabel 'ns per pair'; set xtics 4; set format y '%g'"
  echo "set yrange [$range]"
  row=0
  for level in 1 2; do
    column=0
    for class in distant overlapping touching; do
      echo "set origin $column/3.0, 0.13 + (1 - $row)*0.435; set size 1/3.0, 0.435"
      panel "$level" "$class" "$([ "$level" = 1 ] && echo 'Level 1, collision' || echo 'Level 2, distance')"
      column=$((column + 1))
    done
    row=$((row + 1))
  done
  legend
  echo "unset multiplot"
} | gnuplot
