# Sourced by tools/fleet.sh and assurance/fleet_test.sh.

# fleet_python ROOT: sets `python` to an interpreter that has Dask and Protobuf, and exports
# PYTHONPATH with this package and the messages of proto/, which are generated into
# ROOT/out/fleet_messages. Fails, and says what is missing.
fleet_python() {
  local root=$1 messages=$1/out/fleet_messages temporary
  for python in /usr/bin/python3 python3; do
    "$python" -c 'import dask, distributed, google.protobuf, tqdm' 2> /dev/null && break
    python=
  done
  if [ -z "$python" ]; then
    echo "no python3 imports dask, distributed, google.protobuf and tqdm: tools/setup.sh --fleet installs them for /usr/bin/python3" >&2
    return 2
  fi
  # Made aside and renamed, so that others can do the same meanwhile.
  if [ ! -d "$messages" ] || [ -n "$(find "$root"/proto/collision2d/v1/*.proto "$root/fleet/outline.proto" -newer "$messages")" ]; then
    mkdir -p "$root/out"
    temporary=$(mktemp -d "$root/out/fleet_messages.XXXXXX")
    protoc --python_out="$temporary" --pyi_out="$temporary" -I "$root/proto" "$root"/proto/collision2d/v1/*.proto
    protoc --python_out="$temporary" --pyi_out="$temporary" -I "$root/proto" -I collision2d/fleet="$root/fleet" "$root/fleet/outline.proto"
    rm -rf "$messages"
    mv -T "$temporary" "$messages" 2> /dev/null || rm -rf "$temporary"
  fi
  # Files in the current folder are no modules.
  export PYTHONPATH=$root:$messages PYTHONSAFEPATH=1
}
