# Sourced by assurance/cmake_test.sh: Debian packages, unpacked into a folder and used from there.
packages=$work/packages
system=$work/system
make_packages() {
  build "$gcc" -S "$source" -DCMAKE_INSTALL_PREFIX=/usr && (cd "$gcc" && cpack -B "$packages") &&
    for package in "$packages"/*.deb; do dpkg-deb -x "$package" "$system" || return 1; done
}
check debian_packages make_packages

# field PACKAGE NAME: a field of a package.
field() { dpkg-deb -f "$packages/$1"_*.deb "$2"; }
soname=libcollision2d${version%.*}
check depends_of_libraries eval "field $soname Depends | grep -q 'libabsl.*libhwy1.*libprotobuf'"
check depends_of_development eval "field libcollision2d-dev Depends | grep -q '$soname (= $(tr - '~' <<< "$version")), libabsl-dev'"
check depends_of_tools eval "field collision2d-tools Depends | grep -q '${soname/2d/2d-replay}'"
check planners_need_no_recordings eval "! field $soname Depends | grep -E 'pugixml|zstd|lz4' && ! field libcollision2d-dev Depends | grep -E 'pugixml|zstd|lz4'"

export LD_LIBRARY_PATH=$system/usr/lib/$(g++ -print-multiarch)
consumer consumer_of_packages "-DCMAKE_PREFIX_PATH=$system/usr"
check replay_of_packages "$system/usr/bin/collision2d-replay" --out="$work/replay" testdata/scenes/touching_wall.textproto
unset LD_LIBRARY_PATH
