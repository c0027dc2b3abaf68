"""A recipe for Conan 2, to be run in the source archive: conan create cmake/recipes/conan. Untested."""
import os

from conan import ConanFile
from conan.tools.cmake import CMake, CMakeDeps, CMakeToolchain, cmake_layout
from conan.tools.files import copy


class Collision2d(ConanFile):
    name = "collision2d"
    version = "1.0.0-rc1"
    license = "Apache-2.0"
    description = "Exact collision checks for planners of self-driving vehicles"
    settings = "os", "arch", "compiler", "build_type"
    options = {"shared": [True, False], "adapter": [True, False], "replay": [True, False]}
    default_options = {"shared": False, "adapter": True, "replay": True}

    def export_sources(self) -> None:
        copy(self, "*", os.path.join(self.recipe_folder, "..", "..", ".."), self.export_sources_folder, excludes=["out/*", "bazel-*"])

    def requirements(self) -> None:
        self.requires("abseil/[>=20220623]", transitive_headers=True)
        self.requires("highway/[>=1.0.3]")
        if self.options.adapter:
            self.requires("protobuf/[>=3.21]", transitive_headers=True)
        if self.options.replay:
            self.requires("pugixml/[>=1.13]")
            self.requires("zstd/[>=1.5]")
            self.requires("lz4/[>=1.9]")

    def build_requirements(self) -> None:
        if self.options.adapter:
            self.tool_requires("protobuf/<host_version>")

    def layout(self) -> None:
        cmake_layout(self)

    def generate(self) -> None:
        CMakeDeps(self).generate()
        toolchain = CMakeToolchain(self)
        toolchain.cache_variables["COLLISION2D_BUILD_ADAPTER"] = bool(self.options.adapter)
        toolchain.cache_variables["COLLISION2D_BUILD_REPLAY"] = bool(self.options.replay)
        toolchain.cache_variables["COLLISION2D_BUILD_TOOLS"] = False
        toolchain.generate()

    def build(self) -> None:
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self) -> None:
        CMake(self).install()

    def package_info(self) -> None:
        # The library's own files for CMake are found instead of generated ones.
        self.cpp_info.set_property("cmake_find_mode", "none")
        self.cpp_info.builddirs.append(os.path.join("lib", "cmake", "collision2d"))
