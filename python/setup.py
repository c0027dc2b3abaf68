"""Builds the wheel of collision2d by CMake. An installed library is found by CMAKE_PREFIX_PATH."""
import pathlib
import re

from skbuild import setup

HERE = pathlib.Path(__file__).resolve().parent
# "1.0.0-rc1" is 1.0.0rc1 in Python.
VERSION = re.search(r'kVersion\[\] = "(.+)"', (HERE.parent / "collision2d" / "version.h").read_text()).group(1).replace("-", "")

setup(
    name="collision2d",
    version=VERSION,
    description="Exact collision checks for planners of self-driving vehicles",
    long_description=(HERE.parent / "docs" / "python.md").read_text(),
    long_description_content_type="text/markdown",
    license="Apache-2.0",
    packages=["collision2d", "collision2d.commonroad", "collision2d.v1"],
    package_data={"collision2d": ["py.typed", "*.pyi"]},
    python_requires=">=3.9",
    install_requires=["numpy"],
    extras_require={"messages": ["protobuf"], "plots": ["matplotlib"], "progress": ["tqdm"]},
)
