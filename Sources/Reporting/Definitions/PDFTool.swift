internal import Foundation
internal import ProblemKit
internal import Subprocess

/// The program that turns a page into a PDF: WeasyPrint, which Debian has as `weasyprint`.
///
/// It runs as a process of its own with limits, reads the page from its standard input, and fetches nothing: neither from a
/// network nor from a file of this machine. From version 67 an option sees to that, before it ``FetchGuard`` does.
struct PDFTool {
  /// The path of the program.
  let path: String
  var limits = LimitedProcess(seconds: 300, memory: 4096, fileSize: 512)

  /// The program to install, in a sentence.
  static let installation =
    "Install it: `apt-get install weasyprint` on Debian and Ubuntu, `pipx install weasyprint` elsewhere. Pages are also made as html."

  static var searchPath: String? { ProcessInfo.processInfo.environment["PATH"] }

  /// Finds the program in the folders of `PATH`; nil where it is not installed.
  static func installed(path: String? = searchPath) -> PDFTool? {
    LimitedProcess.installed("weasyprint", path: path).map { PDFTool(path: $0) }
  }

  /// Makes a PDF of the page that `write` writes, and hands its bytes to `output`, a piece at a time.
  ///
  /// - Throws: ``Problems`` `report-pdf-failed`, and what `write` and `output` throw.
  func make(
    of write: ((UnsafeRawBufferPointer) throws -> Void) throws -> Void,
    to output: (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    let folder = try Self.workingFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let page = folder + "/page.html"
    try Self.writing(page) { handle in try write { try handle.write(contentsOf: Data($0)) } }
    let confinement = try confinement(in: folder)
    let arguments = ["-q", "-e", "utf-8"] + confinement.options + ["-", "page.pdf"]
    switch limits.run(path, arguments, in: folder, environment: confinement.environment, input: page) {
    case .done: break
    case .failed(let said):
      throw failure(
        "the page cannot be made a PDF: \(said.split(separator: "\n").last ?? "")",
        "Take the page as html and print it from a browser; a newer WeasyPrint may be able to.")
    case .stopped:
      throw failure(
        "making the PDF took more than \(limits.seconds) seconds or \(limits.memory >> 10) GiB",
        "Narrow the period or the location, or take the page as html.")
    case .notStarted: throw failure("the program '\(path)' cannot be run")
    }
    guard let handle = FileHandle(forReadingAtPath: folder + "/page.pdf") else {
      throw failure("the program '\(path)' made no PDF")
    }
    defer { try? handle.close() }
    while let data = try handle.read(upToCount: 1 << 16), !data.isEmpty { try data.withUnsafeBytes(output) }
  }

  /// The means that keep the program from fetching anything: its own options, or variables that load the guard.
  private struct Confinement {
    var options: [String] = []
    var environment: [String: String] = [:]
  }

  /// Asks the program for its options, and finds out whether it can be confined.
  ///
  /// Its status does not show which options it knows: one that ends early, such as `--version`, hides that another is unknown.
  private func confinement(in folder: String) throws -> Confinement {
    let fetchGuard = FetchGuard(folder: folder, program: path)
    for (file, text) in fetchGuard.files {
      try FileManager.default.createDirectory(
        atPath: (file as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
      try Self.writing(file) { try $0.write(contentsOf: Data(text.utf8)) }
    }
    let help = folder + "/help"
    let probe = LimitedProcess(seconds: 60, memory: limits.memory)
    switch probe.run(path, ["--help"], in: folder, environment: fetchGuard.environment, output: help) {
    case .done: break
    case .failed(let said):
      throw failure("the program '\(path)' does not run: \(said.split(separator: "\n").last ?? "")")
    case .stopped: throw failure("the program '\(path)' did not answer to --help")
    case .notStarted: throw failure("the program '\(path)' cannot be run")
    }
    let text = String(decoding: FileManager.default.contents(atPath: help) ?? Data(), as: UTF8.self)
    if text.contains("--allowed-protocols") { return Confinement(options: ["--allowed-protocols", "data"]) }
    if fetchGuard.isActive { return Confinement(environment: fetchGuard.environment) }
    throw failure(
      "this WeasyPrint would open any file or address that a page names, and cannot be kept from doing so",
      "Install version 67 or later, `pipx install weasyprint`, or take the page as html.")
  }

  private func failure(_ message: String, _ remedy: String = PDFTool.installation) -> Problems {
    Problems(.pdfFailed, message, remedy: remedy)
  }

  private static func writing(_ path: String, _ work: (FileHandle) throws -> Void) throws {
    guard FileManager.default.createFile(atPath: path, contents: nil), let handle = FileHandle(forWritingAtPath: path)
    else {
      throw Problems(
        .pdfFailed, source: path, "the page cannot be written there",
        remedy: "Check the free space and the rights of the folder for temporary files.")
    }
    defer { try? handle.close() }
    try work(handle)
  }

  /// A new folder that no other user can read.
  private static func workingFolder() throws -> String {
    let parent = FileManager.default.temporaryDirectory.path
    guard let folder = TemporaryFolder.make(in: parent, named: "stockroom-pdf") else {
      throw Problems(
        .pdfFailed, source: parent, "no folder can be made there",
        remedy: "Check the free space and the rights of the folder for temporary files.")
    }
    return folder
  }
}
