#!/usr/bin/env bash
# Runs tests with AVX-512 on a machine that has none: Bochs, which emulates a whole PC, starts
# Debian's kernel, which runs the programs of these tests and nothing else. Installs what is
# missing.
#
#   assurance/avx512.sh             the tests of equal bits and of known pairs: two minutes
#   assurance/avx512.sh LABEL...    other tests that read no files but testdata/golden; some 200
#   times slower than on the machine itself
#
# Prints what the tests print. The exit status is 1 if one of them fails.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
[ $# -gt 0 ] || set -- //collision2d/golden:same_bits_golden_test //collision2d/query:known_pairs_test
tools/setup.sh --avx512
work=$(mktemp -d)
emulator=
# Bochs is a child of the `script` that it has its terminal from.
stop() {
  [ -z "$emulator" ] || pkill -KILL -P "$emulator" || true
  rm -rf "$work"
}
trap stop EXIT

bazel build --config=opt --noshow_progress "$@"
root=$work/root
mkdir -p "$root"/{bin,proc,tests/testdata}
cp /bin/busybox "$root/bin"
cp -r testdata/golden "$root/tests/testdata"
# add FILE: with its folder.
add() { mkdir -p "$root$(dirname "$1")" && cp -L "$1" "$root$1"; }
tests=()
for label in "$@"; do
  program=${label#//}
  program=bazel-bin/${program/:/\/}
  cp "$program" "$root/tests"
  while read -r library; do add "$library"; done < <(ldd "$program" | grep -o '/lib[^ ]*')
  tests+=("$(basename "$program")")
done
cat > "$root/init" <<EOF
#!/bin/busybox sh
/bin/busybox mount -t proc proc /proc
/bin/busybox grep -q avx512vl /proc/cpuinfo || echo NO AVX-512
cd /tests
for test in ${tests[*]}; do ./\$test --gtest_color=no && echo PASSED \$test; done
echo ALL TESTS RAN
# Until the emulator is stopped: the kernel does not like its first program to end.
exec /bin/busybox sleep 1000000
EOF
chmod +x "$root/init"

# A disc with the kernel and that root. Only unpacked, not installed: no package of a kernel that
# starts this machine is touched.
kernel=$(apt-cache depends linux-image-cloud-amd64 | awk '/Depends:/ { print $2; exit }')
if ! (cd "$work" && apt-get -qq download "$kernel" && dpkg -x "$kernel"_*.deb kernel) > "$work/download" 2>&1; then
  cat "$work/download" >&2
  echo "assurance/avx512.sh: the kernel cannot be had (apt-get's last lines are above)" >&2
  exit 1
fi
disc=$work/disc/isolinux
mkdir -p "$disc"
cp "$work"/kernel/boot/vmlinuz-* "$disc/vmlinuz"
cp /usr/lib/ISOLINUX/isolinux.bin /usr/lib/syslinux/modules/bios/ldlinux.c32 "$disc"
(cd "$root" && find . | cpio -o -H newc --quiet | gzip -1) > "$disc/root.gz"
# Bochs 2.7 tells the size of what XSAVES saves wrongly, and the place of PKRU: the kernel would do
# without AVX.
cat > "$disc/isolinux.cfg" <<EOF
DEFAULT tests
LABEL tests
KERNEL vmlinuz
APPEND initrd=root.gz rdinit=/init console=ttyS0,115200 quiet clearcpuid=xsaves,xsavec nopku nosmp noapic nolapic no_timer_check mitigations=off tsc=reliable lpj=1000000
EOF
xorriso -as mkisofs -quiet -o "$work/disc.iso" -b isolinux/isolinux.bin -c isolinux/boot.cat -no-emul-boot -boot-load-size 4 -boot-info-table "$work/disc"

cat > "$work/bochsrc" <<EOF
cpu: model=corei7_skylake_x, ips=50000000
memory: guest=512, host=512
romimage: file=/usr/share/bochs/BIOS-bochs-latest
vgaromimage: file=/usr/share/bochs/VGABIOS-lgpl-latest
ata0-master: type=cdrom, path=$work/disc.iso, status=inserted
boot: cdrom
com1: enabled=1, mode=file, dev=$work/output
display_library: term
clock: sync=none
log: $work/log
panic: action=report
error: action=ignore
info: action=ignore
EOF
# Debian's Bochs waits in its debugger for a command to go on, and wants a terminal.
echo c > "$work/commands"
: > "$work/output"
TERM=vt100 script -qec "bochs -f $work/bochsrc -rc $work/commands" /dev/null > /dev/null 2>&1 < /dev/null &
emulator=$!
while kill -0 $emulator 2> /dev/null && ! grep -q 'ALL TESTS RAN' "$work/output"; do sleep 1; done
tr -d '\r' < "$work/output"
grep -q 'ALL TESTS RAN' "$work/output" || { echo "assurance/avx512.sh: the emulated machine did not run all tests" >&2; exit 1; }
! grep -q 'NO AVX-512' "$work/output" || exit 1
for test in "${tests[@]}"; do grep -q "^PASSED $test" "$work/output" || exit 1; done
