#!/usr/bin/env bash
# capture_tool_test.sh PROGRAM: records, replays and shrinks; damaged files and bad arguments are
# refused by name, with the exit statuses of docs/capture.md.
set -euo pipefail
program=$PWD/$1
cd "${TEST_TMPDIR:-$(mktemp -d)}"

# expect STATUS COMMAND...
expect() {
  local wanted=$1 status=0
  shift
  "$@" > out.txt 2> err.txt || status=$?
  [ $status = "$wanted" ] || { echo "exit status $status, not $wanted: $*" >&2; cat out.txt err.txt >&2; exit 1; }
}
says() { grep -qF -- "$2" "$1" || { echo "no '$2' in $1:" >&2; cat "$1" >&2; exit 1; }; }

expect 0 "$program" example example.capture
[ ! -e example.capture.partial ]
expect 0 "$program" replay example.capture
says out.txt '256 records the same, 0 different, 0 refused'
says out.txt 'lost: '

expect 0 "$program" shrink example.capture --keep=exact --test=exact_test.cc --picture=exact.svg
says err.txt ' digits -> '
says exact_test.cc '->triggers & kExactTrigger, 0);'
says exact.svg '</svg>'
expect 0 "$program" shrink example.capture --keep=slow --work=60
says out.txt 'EXPECT_EQ(ReplayQuery<PlainQueries>(query, 60)->triggers & kSlowTrigger, 0);'
expect 1 "$program" shrink example.capture
says err.txt 'example.capture: no record is wrong here'
expect 1 "$program" shrink example.capture --record=0 --keep=undecided
says err.txt 'record 0 is not undecided here'

# Another answer in a record with a right checksum is what another version might have given: the
# first record's distance, or its last bit.
python3 - << 'PY'
import struct
table = []
for byte in range(256):
    for _ in range(8):
        byte = byte >> 1 ^ (byte & 1) * 0x82F63B78
    table.append(byte)
def crc32c(data):
    crc = 0xFFFFFFFF
    for byte in data:
        crc = crc >> 8 ^ table[(crc ^ byte) & 0xFF]
    return crc ^ 0xFFFFFFFF
data = bytearray(open("example.capture", "rb").read())
_, length = struct.unpack_from("<II", data, 16)
data[16 + length] ^= 1
struct.pack_into("<I", data, 16, crc32c(data[20:24 + length]))
open("other.capture", "wb").write(data)
data[100] ^= 1
open("damaged.capture", "wb").write(data)
whole = open("example.capture", "rb").read()
open("short.capture", "wb").write(whole[:-60])
# The first record names an instruction set that clears a terminal, and one that turns the direction
# of writing.
for name, instruction_set in (("escape", b"\x1b[2J\x1b]0;x\x07\n\x9b2J"), ("bidi", "AVX\u202e3\u200b".encode())):
    text = bytearray(whole)
    text[16 + 8 + 24:16 + 8 + 40] = instruction_set.ljust(16, b"\0")[:16]
    struct.pack_into("<I", text, 16, crc32c(text[20:24 + length]))
    open(name + ".capture", "wb").write(text)
# A record that claims 4 GB; a file whose records never end is made below.
huge = bytearray(whole[:24])
struct.pack_into("<I", huge, 20, 0xFFFFFFFF)
open("huge.capture", "wb").write(huge)
open("records.capture", "wb").write(whole[16:-56])
open("later.capture", "wb").write(whole[:8] + struct.pack("<I", 7) + struct.pack("<I", crc32c(whole[:8] + struct.pack("<I", 7))) + whole[16:])
PY
expect 1 "$program" replay other.capture
says out.txt 'record 0 at byte 16: '
says out.txt ': recorded '
says out.txt '255 records the same, 1 different, 0 refused'
expect 3 "$program" replay damaged.capture
says err.txt 'damaged.capture: byte 16: the record from here to byte'
says err.txt '; 0 records precede it'
expect 3 "$program" replay short.capture
says err.txt 'bytes, and '
says out.txt ' records the same, 0 different'
expect 3 "$program" replay later.capture
says err.txt 'byte 8: format version 7; this library reads version 1'

# No control character reaches the terminal.
for name in escape bidi; do
  expect 0 "$program" replay $name.capture
  ! LC_ALL=C grep -q $'[\x01-\x09\x0b-\x1f\x7f]' out.txt || { echo "a control character" >&2; exit 1; }
done
says out.txt ' on AVX\u202e3\u200b'
expect 0 "$program" replay escape.capture
says out.txt ' on \x1b[2J\x1b]0;x\x07\x0a'
expect 2 "$program" replay $'odd\x1b[2J\xe2\x80\xae'
says err.txt 'odd\x1b[2J\u202e: No such file or directory'

# Inputs that never end: read as far as is needed, in little memory. limited: as expect, in 80 MB
# and 60 s. AddressSanitizer has more addresses than that.
memory=80000
if grep -q __asan_init "$program"; then memory=unlimited; fi
limited() { (ulimit -v $memory; timeout 60 "$@"); }
expect 3 limited "$program" replay /dev/zero
says err.txt '/dev/zero: byte 0: not a capture file; 0 records precede it'
expect 3 limited "$program" shrink /dev/urandom
expect 3 limited "$program" replay <(cat example.capture /dev/zero)
says err.txt 'bytes after the end record; 256 records precede it'
expect 3 limited "$program" replay <(cat huge.capture /dev/zero)
says err.txt 'byte 16: a record claims 4294967295 bytes, and none has more than 16777216'
# 100,000 records, some 150 MB as they would be kept.
expect 3 limited "$program" replay <(head -c 16 example.capture; for _ in $(seq 400); do cat records.capture; done)
says err.txt 'cut off: there is no end record; 102400 records precede it'

# Only regular files are written, and nothing behind a link.
echo precious > victim
ln -s victim link.capture
ln -s victim linked.capture.partial
ln -s nowhere dangling.capture
mkfifo fifo.capture
mkdir folder.capture
for taken in link.capture linked.capture.partial dangling.capture fifo.capture folder.capture /dev/null; do
  expect 2 timeout 10 "$program" example "${taken%.partial}"
  says err.txt "capture: $taken: cannot be written: it is a"
  expect 2 timeout 10 "$program" shrink example.capture --keep=exact --test="${taken%.partial}"
  says err.txt "--test: $taken: cannot be written: it is a"
done
[ "$(cat victim)" = precious ] && [ ! -e nowhere ] && [ -c /dev/null ] && [ -p fifo.capture ] && [ -L link.capture ]

expect 2 "$program" replay missing.capture
says err.txt 'missing.capture: No such file or directory'
expect 2 "$program" replay
says err.txt 'expected a command'
expect 2 "$program" record x
says err.txt "'record' is none of replay, shrink and example"
expect 2 "$program" shrink example.capture --keep=odd
says err.txt "--keep: 'odd'"
expect 2 "$program" shrink example.capture --keep=exact --record=256
says err.txt '--record: there is no record 256 among 256'
expect 2 "$program" shrink example.capture --keep=exact --record=-2
says err.txt '--record'
expect 2 "$program" shrink example.capture --keep=slow --work=0
says err.txt '--work'
expect 2 "$program" shrink example.capture --keep=exact --test=/no/such/folder/x.cc
says err.txt '--test: /no/such/folder/x.cc.partial: cannot be written: No such file or directory'
expect 2 "$program" shrink example.capture --keep=exact --picture=/no/such/folder/x.svg
says err.txt '--picture: /no/such/folder/x.svg.partial: cannot be written'
expect 2 bash -c "'$program' replay example.capture > /dev/full"
says err.txt 'standard output: cannot be written'
expect 2 "$program" example /no/such/folder/x
says err.txt '/no/such/folder/x.partial: cannot be written: No such file or directory'
expect 2 "$program" replay example.capture --no_such_flag=1
says err.txt no_such_flag
expect 0 "$program" --help
says out.txt 'shrink FILE'
expect 0 "$program" --version
says out.txt 'collision2d '

