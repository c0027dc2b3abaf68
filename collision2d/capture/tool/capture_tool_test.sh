#!/usr/bin/env bash
# capture_tool_test.sh PROGRAM: records, replays and shrinks; damaged files and bad arguments are refused by name, with the exit statuses of docs/capture.md.
set -euo pipefail
program=$PWD/$1
source bench/refuse.sh
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
says err.txt ' -> 2 shapes, '
says exact_test.cc '->triggers & kExactTrigger, 0);'
says exact.svg '</svg>'
expect 0 "$program" shrink example.capture --keep=slow --work=60
says out.txt 'EXPECT_EQ(AskAgain<PlainQueries>(query, 60)->triggers & kSlowTrigger, 0);'
expect 1 "$program" shrink example.capture
says err.txt 'example.capture: no record is wrong here'
expect 1 "$program" shrink example.capture --record=0 --keep=undecided
says err.txt 'record 0 is not undecided here'

# Another answer in a record with a right checksum is what another version might have given: the first record's distance, or its last bit.
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
says err.txt '--test: cannot write /no/such/folder/x.cc'
expect 2 "$program" shrink example.capture --keep=exact --picture=/no/such/folder/x.svg
says err.txt '--picture: cannot write'
expect 2 bash -c "'$program' replay example.capture > /dev/full"
says err.txt 'standard output: cannot be written'
expect 2 "$program" example /no/such/folder/x
says err.txt '/no/such/folder/x.partial: No such file or directory'
refuse no_such_flag "$program" replay example.capture --no_such_flag=1
