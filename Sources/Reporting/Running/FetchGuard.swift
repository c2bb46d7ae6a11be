internal import Foundation

/// Prevents a Python program, such as WeasyPrint before version 67, from opening the addresses that a page names.
///
/// Those versions have no option for it. The addresses in a page cannot be found by searching its text either: HTML and
/// CSS have too many ways to write one. So the guard is in the program itself. Python loads `sitecustomize` before
/// anything else, and the hook that it sets sees every address and every file before it is opened, and cannot be
/// removed again (PEP 578). It needs no privileges and no name spaces, so it works for every user and in containers.
struct FetchGuard {
  /// A folder to which no other user can write.
  let folder: String
  /// The program, which Python itself must be able to open.
  let program: String

  private var modules: String { folder + "/guard" }
  private var sign: String { folder + "/guarded" }

  /// The variables that load it.
  var environment: [String: String] {
    [
      "PYTHONPATH": modules, "PYTHONDONTWRITEBYTECODE": "1", "STOCKROOM_GUARD_SIGN": sign,
      "STOCKROOM_GUARD_PROGRAM": program,
    ]
  }

  /// The files to write before the program is run.
  var files: [String: String] { [modules + "/sitecustomize.py": Self.module] }

  /// Whether a program that was run with ``environment`` loaded it: a program that is not Python's, or ignores the variables,
  /// or has a Python before 3.8, does not.
  var isActive: Bool { FileManager.default.fileExists(atPath: sign) }

  /// Files of the installation may be read, as programs load their parts when they need them.
  static let module = #"""
    import os
    import sys

    def _folders():
        named = [sys.prefix, sys.base_prefix, sys.exec_prefix, sys.base_exec_prefix, "/usr", "/lib", "/lib64", os.getcwd()]
        return {os.path.realpath(name) + "/" for name in named + sys.path if name and os.path.realpath(name) != "/"}

    _program = os.path.realpath(os.environ["STOCKROOM_GUARD_PROGRAM"])
    _files = {_program, "/dev/null", "/dev/urandom", "/etc/mime.types", "/etc/localtime", "/proc/cpuinfo", "/proc/meminfo"}

    def _guard(event, arguments):
        if event == "urllib.Request":
            if not str(arguments[0]).lower().startswith("data:"):
                raise PermissionError("a page may not name files and addresses: " + str(arguments[0]))
        elif event == "open":
            path = arguments[0]
            if isinstance(path, (str, bytes)):
                path = os.path.realpath(os.fsdecode(path))
                if path not in _files and not any(path.startswith(folder) for folder in _folders()):
                    raise PermissionError("a page may not have files opened: " + path)
        elif event in ("socket.connect", "socket.sendto", "socket.sendmsg", "socket.getaddrinfo", "socket.gethostbyname"):
            raise PermissionError("a page may not use the network")

    with open(os.environ["STOCKROOM_GUARD_SIGN"], "w"):
        pass
    sys.addaudithook(_guard)
    """#
}
