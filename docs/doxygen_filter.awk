# Shows Doxygen the plain comments of the headers: those above a declaration as its text, those
# that stand alone, above a blank line, as that of the file. A list ends where its indentation does.
match($0, /^ *\/\/( |$)/) {
  text = substr($0, RLENGTH + 1)
  if (in_list && text !~ /^(- |  )/) block = block "///\n"
  in_list = text ~ /^- / || (in_list && text ~ /^  /)
  sub("//", "///")
  block = block $0 "\n"
  next
}
{
  if (block != "" && $0 == "") {
    if (block ~ /^ /) gsub("///", "//", block)
    else block = "/// \\file\n///\n" block
  }
  printf "%s", block
  block = ""
  in_list = 0
  print
}
