internal import Foundation
internal import OtherPrograms

/// The program that turns a page into a PDF: WeasyPrint, which Debian has as `weasyprint`.
///
/// It runs as a process of its own with limits, reads the page from its standard input, and fetches nothing: neither from a
/// network nor from a file of this machine.
struct PDFTool {
  /// Where the program lies.
  let path: String
  var limits = LimitedProcess(seconds: 300, memory: 4096, fileSize: 512)

  /// What to install, in a sentence.
  static let installation =
    "Install it: `apt-get install weasyprint` on Debian and Ubuntu, `pipx install weasyprint` elsewhere. Pages are also made as html."

  static var searchPath: String? { ProcessInfo.processInfo.environment["PATH"] }

  /// Finds the program in the folders of `PATH`; nil where it is not installed.
  static func installed(path: String? = searchPath) -> PDFTool? {
    LimitedProcess.installed("weasyprint", path: path).map { PDFTool(path: $0) }
  }

  /// Makes a PDF of the page that `write` writes, and hands its bytes to `output`, a piece at a time.
  ///
  /// - Throws: ``ReportError`` `report-pdf-failed`, and what `write` and `output` throw.
  func make(
    of write: ((UnsafeRawBufferPointer) throws -> Void) throws -> Void,
    to output: (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    let folder = try Self.workingFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let page = folder + "/page.html"
    try Self.writing(page) { handle in try write { try handle.write(contentsOf: Data($0)) } }
    let choices = try choices(in: folder, page: page)
    switch limits.run(path, ["-q", "-e", "utf-8"] + choices + ["-", "page.pdf"], in: folder, input: page) {
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

  /// What keeps the program from fetching anything. Versions before 67 cannot be told so, and get only pages that name nothing.
  private func choices(in folder: String, page: String) throws -> [String] {
    let help = LimitedProcess(seconds: 60, memory: limits.memory)
    // A choice that is not known is told by the status.
    guard help.run(path, ["--allowed-protocols", "data", "--version"], in: folder) != .done else {
      return ["--allowed-protocols", "data"]
    }
    let text = try String(contentsOfFile: page, encoding: .utf8)
    if let name = Self.fetched(by: text) {
      throw failure(
        "the page names '\(name)', which this version of WeasyPrint would fetch",
        "Install WeasyPrint 67 or later, which can be told not to, or take the page as html.")
    }
    return []
  }

  /// What a page would have fetched from elsewhere; nil when nothing.
  static func fetched(by page: String) -> String? {
    let attribute =
      #/(?i)<(?!a[\s>])[a-z][^<>]*\s(?:src|srcset|href|poster|data|background|xlink:href)\s*=\s*["']?\s*(?!#|data:|["'>])([^"'\s>]+)/#
    if let match = page.firstMatch(of: attribute) { return String(match.output.1) }
    let style = #/(?i)(?:url\(\s*["']?\s*(?!#|data:)|@import\s+["']?)([^"')\s]+)/#
    return page.firstMatch(of: style).map { String($0.output.1) }
  }

  private func failure(_ message: String, _ remedy: String = PDFTool.installation) -> ReportError {
    ReportError(.pdfFailed, message, remedy: remedy)
  }

  private static func writing(_ path: String, _ work: (FileHandle) throws -> Void) throws {
    guard FileManager.default.createFile(atPath: path, contents: nil), let handle = FileHandle(forWritingAtPath: path)
    else {
      throw ReportError(
        .pdfFailed, source: path, "the page cannot be written there",
        remedy: "Check the free space and the rights of the folder for temporary files.")
    }
    defer { try? handle.close() }
    try work(handle)
  }

  /// A new folder that nobody else may look into.
  private static func workingFolder() throws -> String {
    let parent = FileManager.default.temporaryDirectory.path
    guard let folder = TemporaryFolder.make(in: parent, named: "stockroom-pdf") else {
      throw ReportError(
        .pdfFailed, source: parent, "no folder can be made there",
        remedy: "Check the free space and the rights of the folder for temporary files.")
    }
    return folder
  }
}
