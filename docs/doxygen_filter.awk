# Shows Doxygen the plain comments of the headers: "//" at the beginning of a line becomes "///", and a list ends where
# its indentation does.
match($0, /^ *\/\/( |$)/) {
  text = substr($0, RLENGTH + 1)
  if (in_list && text !~ /^(- |  )/) print "///"
  in_list = text ~ /^- / || (in_list && text ~ /^  /)
  sub("//", "///")
  print
  next
}
{
  in_list = 0
  print
}
