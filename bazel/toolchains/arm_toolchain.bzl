"""A cross compiler of Debian as a Bazel toolchain."""

load("@bazel_tools//tools/cpp:unix_cc_toolchain_config.bzl", "cc_toolchain_config")
load("@rules_cc//cc:defs.bzl", "cc_toolchain")

def arm_toolchain(name, triple, compile_flags = []):
    """Declares cc_toolchain `name` and its configuration for Debian's g++-`triple`.

    Libraries of the architecture come from Debian's multi-arch packages, which the cross compiler finds by itself.

    Args:
      name: of the toolchain, and of the CPU that --cpu selects.
      triple: of the target, as in the compiler's name.
      compile_flags: that choose the instruction set.
    """
    tools = {tool: "/usr/bin/%s-%s" % (triple, tool) for tool in ["ar", "cpp", "gcc", "gcov", "ld", "nm", "objcopy", "objdump", "strip"]}

    # Named because the configuration asks for them; neither coverage by llvm nor split debug
    # information is used.
    tools.update({"dwp": "/bin/false", "llvm-cov": "/bin/false"})
    cc_toolchain_config(
        name = name + "_config",
        abi_libc_version = "local",
        abi_version = "local",
        compile_flags = compile_flags + [
            "-U_FORTIFY_SOURCE",
            "-fstack-protector",
            "-fno-omit-frame-pointer",
        ],
        compiler = "gcc",
        cpu = name,
        cxx_builtin_include_directories = [
            "/usr/%s/include" % triple,
            "/usr/lib/gcc-cross/%s/12/include" % triple,
            "/usr/include",
        ],
        cxx_flags = ["-std=c++17"],
        dbg_compile_flags = ["-g"],
        host_system_name = "local",
        link_flags = [
            "-Wl,-no-as-needed",
            "-Wl,-z,relro,-z,now",
            "-pass-exit-codes",
        ],
        link_libs = [
            "-lstdc++",
            "-lm",
        ],
        opt_compile_flags = [
            "-g0",
            "-O2",
            "-D_FORTIFY_SOURCE=1",
            "-DNDEBUG",
            "-ffunction-sections",
            "-fdata-sections",
        ],
        opt_link_flags = ["-Wl,--gc-sections"],
        supports_start_end_lib = False,
        target_libc = "glibc",
        target_system_name = triple,
        tool_paths = tools,
        toolchain_identifier = name,
        # Bazel wants outputs that do not depend on the time.
        unfiltered_compile_flags = [
            "-fno-canonical-system-headers",
            "-Wno-builtin-macro-redefined",
            "-D__DATE__=\"redacted\"",
            "-D__TIMESTAMP__=\"redacted\"",
            "-D__TIME__=\"redacted\"",
        ],
    )
    cc_toolchain(
        name = name,
        all_files = ":no_files",
        ar_files = ":no_files",
        as_files = ":no_files",
        compiler_files = ":no_files",
        dwp_files = ":no_files",
        linker_files = ":no_files",
        objcopy_files = ":no_files",
        strip_files = ":no_files",
        supports_param_files = 1,
        tags = ["manual"],
        toolchain_config = ":%s_config" % name,
        toolchain_identifier = name,
    )
