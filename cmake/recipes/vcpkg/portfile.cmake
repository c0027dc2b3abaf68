# A port for vcpkg, to be copied to ports/collision2d. Untested. Set REPO and SHA512 to those of the
# release.
vcpkg_from_github(OUT_SOURCE_PATH SOURCE_PATH REPO "" REF "v${VERSION}" SHA512 0 HEAD_REF main)
vcpkg_check_features(OUT_FEATURE_OPTIONS options FEATURES adapter COLLISION2D_BUILD_ADAPTER replay COLLISION2D_BUILD_REPLAY)
vcpkg_cmake_configure(SOURCE_PATH "${SOURCE_PATH}" OPTIONS -DCOLLISION2D_BUILD_TOOLS=OFF ${options})
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(CONFIG_PATH lib/cmake/collision2d)
vcpkg_fixup_pkgconfig()
file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/debug/include")
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE")
