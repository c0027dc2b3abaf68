#pragma once

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

// Output is written to regular files only: not through a symbolic or hard link in place of the
// file, nor to a directory, a device, a FIFO or a socket, nor over one. Links among the folders of
// a path are followed. All errors are Unavailable and name the path and the reason.
namespace collision2d {

// Appended to the names of files that are not complete.
inline constexpr char kPartialSuffix[] = ".partial";

// Returns OK if a regular file has this name, or nothing.
absl::Status CheckOutputPath(const std::string& path);

// As CheckOutputPath, for a folder that is not a link.
absl::Status CheckOutputFolder(const std::string& path);

enum class ExistingFile {
  kReplace,  // A new file takes the name.
  kKeep,     // The file is opened as it is.
};

// Opens a file to write and read, and creates it if nothing has its name. Returns the descriptor,
// which the caller closes. What takes the name after it was checked is not written to either.
absl::StatusOr<int> OpenOutput(const std::string& path, ExistingFile existing);

// Writes all bytes. `path` names the file in errors.
absl::Status WriteBytes(int descriptor, const std::string& path, absl::string_view bytes);

// Waits until the bytes of an open file are on the disk. `path` names the file in errors.
absl::Status SyncFile(int descriptor, const std::string& path);

// Waits until the names of the files in the directory are on the disk.
absl::Status SyncDirectory(const std::string& path);

// Gives the file that OpenOutput has opened as `from` the name `to`, and replaces a regular file.
// Errors: also `from` is another file by now.
absl::Status RenameOutput(int descriptor, const std::string& from, const std::string& to);

// Writes a file that exists whole or not at all, also if the process is killed or the machine loses
// power: first as PATH.partial. An earlier one is replaced. When this returns, the file is on the
// disk, and so are the names of others in its directory.
absl::Status WriteWholeFile(const std::string& path, absl::string_view bytes);

}  // namespace collision2d
