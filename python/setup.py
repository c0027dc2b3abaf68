"""Builds the wheel of collision2d by CMake with scikit-build, as Debian 12 has it; ../pyproject.toml is for scikit-build-core.

An installed library is found by CMAKE_PREFIX_PATH.
"""
import pathlib
import re
import tomllib

from skbuild import setup

HERE = pathlib.Path(__file__).resolve().parent
PROJECT = tomllib.loads((HERE.parent / "pyproject.toml").read_text())["project"]
# "1.0.0-rc1" is 1.0.0rc1 in Python.
VERSION = re.search(r'kVersion\[\] = "(.+)"', (HERE.parent / "collision2d" / "version.h").read_text()).group(1).replace("-", "")

setup(
    name=PROJECT["name"],
    version=VERSION,
    description=PROJECT["description"],
    long_description=(HERE.parent / PROJECT["readme"]).read_text(),
    long_description_content_type="text/markdown",
    license=PROJECT["license"]["text"],
    url=PROJECT["urls"]["Repository"],
    packages=["collision2d", "collision2d.commonroad", "collision2d.plans", "collision2d.v1"],
    package_data={"collision2d": ["py.typed", "*.pyi"]},
    python_requires=PROJECT["requires-python"],
    install_requires=PROJECT["dependencies"],
    extras_require=PROJECT["optional-dependencies"],
)
