# Sourced by assurance/cmake_test.sh: versions agree, and what cannot work is refused with a clear
# message.
version=$(sed -n 's/.*kVersion\[\] = "\(.*\)";/\1/p' collision2d/version.h)
check version_of_package_xml grep -q "<version>${version%-*}</version>" package.xml

refuses in_source_build "Name a folder for it" cmake -S "$source" -B "$source"
rm -rf "$source/CMakeCache.txt" "$source/CMakeFiles"
configure=(cmake -S "$source" -B "$work/refused")
refuses missing_package "needs hwy, which CMake has not found: install libhwy-dev (Debian)" "${configure[@]}" -DCMAKE_DISABLE_FIND_PACKAGE_hwy=ON
refuses missing_package_of_replay "install libpugixml-dev (Debian), or configure with -DCOLLISION2D_BUILD_REPLAY=OFF" \
  "${configure[@]}" -DCMAKE_DISABLE_FIND_PACKAGE_hwy=OFF -DCMAKE_DISABLE_FIND_PACKAGE_pugixml=ON
refuses adapter_without_solid "but the adapter needs it" "${configure[@]}" -DCMAKE_DISABLE_FIND_PACKAGE_pugixml=OFF -DCOLLISION2D_BUILD_SOLID=OFF
