import Foundation
import Testing

/// A failure of the operating system is reported as what it is: which file, why, and what to do.
@Suite struct SystemFailureTests {
  /// A library that is loaded before the C library and makes chosen calls fail; nil if there is no C compiler.
  private static let library: String? = {
    let folder = FileManager.default.temporaryDirectory.path
    let (source, made) = (folder + "/stockroom-failing-\(getpid()).c", folder + "/stockroom-failing-\(getpid()).so")
    defer { unlink(source) }
    let compilers: [String] = ["/usr/bin/cc", "/usr/bin/gcc", "/usr/bin/clang"]
    let isWritten = FileManager.default.createFile(atPath: source, contents: Data(failingCalls.utf8))
    guard isWritten,
      let compiler = compilers.first(where: { access($0, X_OK) == 0 }),
      let running = try? RunningCommand(
        compiler, ["-shared", "-fPIC", "-O1", "-o", made, source, "-ldl"], in: folder,
        environment: ["PATH": "/usr/bin:/bin"])
    else { return nil }
    return running.finish().status == 0 ? made : nil
  }()

  /// `FAIL_CALL` is the call, `FAIL_FILES` lists parts of paths, `FAIL_NUMBER` is its errno, `FAIL_AFTER` how many succeed.
  private static let failingCalls = #"""
    #define _GNU_SOURCE
    #include <dlfcn.h>
    #include <errno.h>
    #include <fcntl.h>
    #include <stdarg.h>
    #include <stdio.h>
    #include <stdlib.h>
    #include <string.h>
    #include <unistd.h>

    static int fails(const char *call, const char *path) {
      static int seen = 0;
      const char *wanted = getenv("FAIL_CALL"), *files = getenv("FAIL_FILES");
      if (!wanted || !files || !strstr(wanted, call)) return 0;
      char list[512], *rest = list, *file;
      snprintf(list, sizeof list, "%s", files);
      while ((file = strsep(&rest, ":")))
        if (strstr(path, file)) {
          if (seen++ < atoi(getenv("FAIL_AFTER"))) return 0;
          errno = atoi(getenv("FAIL_NUMBER"));
          return 1;
        }
      return 0;
    }

    static int fails_at(const char *call, int descriptor) {
      if (!getenv("FAIL_CALL")) return 0;
      char link[64], path[4096];
      snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
      ssize_t length = readlink(link, path, sizeof path - 1);
      if (length < 0) return 0;
      path[length] = 0;
      return fails(call, path);
    }

    #define OPEN(name) \
      int name(const char *path, int flags, ...) { \
        va_list list; va_start(list, flags); int mode = va_arg(list, int); va_end(list); \
        static int (*real)(const char *, int, ...); \
        if (!real) real = dlsym(RTLD_NEXT, #name); \
        return fails("open", path) ? -1 : real(path, flags, mode); \
      }
    OPEN(open) OPEN(open64)

    #define TRANSFER(name, word, type) \
      ssize_t name(int descriptor, type buffer, size_t count, off_t offset) { \
        static ssize_t (*real)(int, type, size_t, off_t); \
        if (!real) real = dlsym(RTLD_NEXT, #name); \
        return fails_at(word, descriptor) ? -1 : real(descriptor, buffer, count, offset); \
      }
    TRANSFER(pread, "pread", void *) TRANSFER(pread64, "pread", void *)
    TRANSFER(pwrite, "pwrite", const void *) TRANSFER(pwrite64, "pwrite", const void *)

    ssize_t read(int descriptor, void *buffer, size_t count) {
      static ssize_t (*real)(int, void *, size_t);
      if (!real) real = dlsym(RTLD_NEXT, "read");
      return fails_at("pread", descriptor) ? -1 : real(descriptor, buffer, count);
    }

    #define TRUNCATE(name) \
      int name(int descriptor, off_t size) { \
        static int (*real)(int, off_t); \
        if (!real) real = dlsym(RTLD_NEXT, #name); \
        return fails_at("ftruncate", descriptor) ? -1 : real(descriptor, size); \
      }
    TRUNCATE(ftruncate) TRUNCATE(ftruncate64)

    #define CONTROL(name) \
      int name(int descriptor, int command, ...) { \
        va_list list; va_start(list, command); void *argument = va_arg(list, void *); va_end(list); \
        static int (*real)(int, int, ...); \
        if (!real) real = dlsym(RTLD_NEXT, #name); \
        if ((command == F_SETLK || command == F_GETLK) && fails_at("fcntl", descriptor)) return -1; \
        return real(descriptor, command, argument); \
      }
    CONTROL(fcntl) CONTROL(fcntl64)
    """#

  struct Failure: CustomTestStringConvertible, Sendable {
    let call: String
    let files: String
    let number: Int32
    var after = 0
    /// Parts of what the command says.
    let said: [String]

    var testDescription: String { "\(call) of \(files): \(String(cString: strerror(number)))" }
  }

  private func run(_ arguments: [String], in shop: TestShopFolder, _ failure: Failure) throws -> CommandRun {
    var environment = shop.folder.environment
    environment["LD_PRELOAD"] = Self.library
    environment["FAIL_CALL"] = failure.call
    environment["FAIL_FILES"] = failure.files
    environment["FAIL_NUMBER"] = "\(failure.number)"
    environment["FAIL_AFTER"] = "\(failure.after)"
    return try RunningCommand(
      try #require(Executable.path), arguments, in: shop.path, environment: environment
    ).finish()
  }

  @Test(
    .enabled(if: library != nil, "there is no C compiler"),
    arguments: [
      Failure(
        call: "open", files: "/stock.sqlite", number: EACCES,
        said: ["stock.sqlite may not be opened by '", "belongs to '", "`chmod "]),
      Failure(
        call: "open", files: "stock.sqlite-shm", number: EACCES, said: ["may not be opened by '", "`chmod "]),
      Failure(
        call: "open", files: "stock.sqlite-shm", number: ENOSPC, said: ["no room for ", "No space left", "`df -h`"]),
      Failure(call: "pwrite", files: "stock.sqlite-shm", number: ENOSPC, said: ["no room for ", "even for reading"]),
      Failure(call: "pread", files: "/stock.sqlite", number: EIO, after: 3, said: ["the disk failed: ", "`dmesg`"]),
      Failure(call: "pread", files: "/stock.sqlite", number: EIO, said: ["the disk failed: ", "Input/output error"]),
      Failure(
        call: "fcntl", files: "stock.sqlite-shm:stockroom-trial", number: ENOLCK,
        said: ["cannot be locked: No locks available", "nolock"]),
    ])
  func aReaderSaysWhatFailed(_ failure: Failure) throws {
    let folder = try TestFolder()
    let shop = try folder.shop()
    try folder.write("locations.csv", "location,location_name\nmain,Main\n")
    try shop.must(["import", "../locations.csv"])
    let failed = try run(["export", "locations"], in: shop, failure)
    #expect(failed.status == 4, "\(failed.shown)")
    for part in failure.said { #expect(failed.errorText.contains(part), "\(part): \(failed.shown)") }
    #expect(!failed.errorText.contains("damaged"), "\(failed.shown)")
    try shop.must(["export", "locations"])
    #expect(try FileManager.default.contentsOfDirectory(atPath: shop.path).allSatisfy { !$0.contains("trial") })
  }

  /// SQLite commits the shop's file and then truncates the journal of its temporary tables.
  @Test(.enabled(if: library != nil, "there is no C compiler"))
  func anImportThatWasCommittedIsReportedAsApplied() throws {
    let folder = try TestFolder()
    let shop = try folder.shop()
    var text = "product_code,title,sku\n"
    for number in 1...20_000 { text += "P\(number),Product \(number),S\(number)\n" }
    try folder.write("goods.csv", text)
    let failure = Failure(call: "ftruncate", files: "etilqs_", number: EIO, said: [])
    let failed = try run(["import", "../goods.csv"], in: shop, failure)
    let count = try ShopContents.rows(shop.database, "SELECT COUNT(*) FROM variants")
    #expect(count == ["20000"])
    #expect(failed.status == 0 && failed.outputText.contains("Applied as import 1."), "\(failed.shown)")
    #expect(try shop.must(["import", "../goods.csv"]).outputText.contains("Already applied as import 1"))
    try shop.must(["check"])
  }
}
