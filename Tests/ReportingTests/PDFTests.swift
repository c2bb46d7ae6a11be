import Foundation
import ProblemKit
import Stock
import Subprocess
import Testing

@testable import Reporting

/// A program that does as WeasyPrint might, in a folder of its own.
private func withProgram<Result>(_ script: String, _ work: (String) throws -> Result) throws -> Result {
  try withFolder { folder in
    let file = folder.appendingPathComponent("weasyprint").path
    try Data("#!/bin/sh\n\(script)\n".utf8).write(to: URL(fileURLWithPath: file))
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file)
    return try work(folder.path)
  }
}

private func pdf(_ page: String, by folder: String, seconds: Int = 30) throws -> String {
  var tool = try #require(PDFTool.installed(path: folder))
  tool.limits.seconds = seconds
  var bytes: [UInt8] = []
  try tool.make(of: { write in try Array(page.utf8).withUnsafeBytes(write) }, to: { bytes.append(contentsOf: $0) })
  return String(decoding: bytes, as: UTF8.self)
}

/// The files of a folder that were opened, by this process or another.
private final class OpenedFiles {
  private let descriptor: Int32

  init?(in folder: String) {
    descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
    guard descriptor >= 0, inotify_add_watch(descriptor, folder, UInt32(IN_OPEN)) >= 0 else { return nil }
  }

  deinit { close(descriptor) }

  /// Those that were opened since the last call.
  func names() -> Set<String> {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = read(descriptor, &buffer, buffer.count)
    var names: Set<String> = []
    var start = 0
    // A watch, a mask, a cookie and the length of the name, of four bytes each, and then the name.
    while start + 16 <= count {
      let length = buffer[(start + 12)..<(start + 16)].reversed().reduce(0) { $0 << 8 | Int($1) }
      let name = buffer[(start + 16)..<(start + 16 + length)].prefix { $0 != 0 }
      if !name.isEmpty { names.insert(String(decoding: name, as: UTF8.self)) }
      start += 16 + length
    }
    return names
  }
}

@Suite struct PDFTests {
  /// What version 67 and later list among their options.
  private static let newer =
    "case \"$*\" in *--help*) echo '  --allowed-protocols ALLOWED_PROTOCOLS'; exit;; esac; "

  @Test func thePageIsItsStandardInputAndNothingIsFetched() throws {
    try withProgram(Self.newer + "echo \"$*\" > page.pdf; cat >> page.pdf") { folder in
      let made = try pdf("<p>Größe <img src=\"x.png\">", by: folder)
      #expect(
        made
          == "-q -e utf-8 --allowed-protocols data - page.pdf\n<p>Größe <img src=\"x.png\">")
    }
  }

  /// It has no option for it and is not a program that the guard gets into.
  @Test func aProgramThatCannotBeConfinedGetsNoPage() throws {
    try withProgram("touch ran; cat > page.pdf") { folder in
      let error = #expect(throws: Problems.self) { _ = try pdf("<p>Größe", by: folder) }
      #expect(error?.description.contains("would open any file or address that a page names") == true)
      #expect(error?.description.contains("`pipx install weasyprint`") == true)
    }
    try withProgram("echo 'no such library' >&2; exit 1") { folder in
      let error = #expect(throws: Problems.self) { _ = try pdf("<p>", by: folder) }
      #expect(error?.description.contains("does not run: no such library") == true)
    }
  }

  /// A program of Python's that opens every kind of file, as versions before 67 do.
  @Test(.enabled(if: LimitedProcess.installed("python3", path: "/usr/bin:/bin") != nil, "python3 is not installed"))
  func theGuardRefusesFilesAndAddresses() throws {
    try withFolder { outside in
      let secret = outside.appendingPathComponent("secret.txt")
      try Data("secret".utf8).write(to: secret)
      // A shell runs its second line, Python what follows.
      let script = """
        '''exec' python3 "$0" "$@"
        '''
        import socket, sys, urllib.request
        if "--help" in sys.argv:
            print("usage: weasyprint [-h]")
            sys.exit()
        def tried(work):
            try:
                return str(work())
            except Exception as error:
                return type(error).__name__
        path = "\(secret.path)"
        with open("page.pdf", "w") as made:
            for work in [
                lambda: urllib.request.urlopen("file://" + path).read(),
                lambda: urllib.request.urlopen("FILE://localhost" + path).read(),
                lambda: open(path).read(),
                lambda: socket.create_connection(("127.0.0.1", 9)),
                lambda: urllib.request.urlopen("http://127.0.0.1:9/"),
                lambda: urllib.request.urlopen("data:text/plain,shown").read().decode(),
            ]:
                made.write(tried(work) + "\\n")
        """
      let made = try withProgram(script) { try pdf("<p>", by: $0) }
      #expect(
        made.split(separator: "\n") == Array(repeating: "PermissionError", count: 5) + ["shown"], "\(made)")
    }
  }

  /// The ways of naming a file that a search through the page's text missed.
  @Test(
    .enabled(if: PDFTool.installed() != nil, "weasyprint is not installed"),
    arguments: [
      "<link rel=\"attachment\" href=\"SECRET.txt\">", "<link/rel=\"attachment\" href=\"SECRET.txt\">",
      "<link/rel=stylesheet href=\"SECRET.css\">", "<p>x<a rel=attachment href=\"SECRET.txt\">y</a>",
      "<img/src=\"SECRET.svg\">", "<style>p { background: u\\72l(\"SECRET.svg\") }</style><p>x",
    ])
  func noFileThatAPageNamesIsOpened(_ page: String) throws {
    try withFolder { folder in
      let drawing =
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9\" height=\"9\"><rect width=\"9\" height=\"9\"/></svg>"
      for (ending, text) in [("txt", "secret"), ("css", "body { color: red }"), ("svg", drawing)] {
        try Data(text.utf8).write(to: folder.appendingPathComponent("secret." + ending))
      }
      let watch = try #require(OpenedFiles(in: folder.path))
      let tool = try #require(PDFTool.installed())
      var bytes: [UInt8] = []
      let named = page.replacing("SECRET", with: "file://\(folder.path)/secret")
      try tool.make(of: { try Array(named.utf8).withUnsafeBytes($0) }, to: { bytes.append(contentsOf: $0) })
      #expect(bytes.starts(with: "%PDF-".utf8))
      #expect(watch.names() == [])
      // The watch sees what is opened.
      _ = try Data(contentsOf: folder.appendingPathComponent("secret.txt"))
      #expect(watch.names() == ["secret.txt"])
    }
  }

  @Test func whatGoesWrongIsToldWithARemedy() throws {
    try withProgram(Self.newer + "echo 'first'; echo 'no fonts' >&2; exit 1") { folder in
      let error = #expect(throws: Problems.self) { _ = try pdf("x", by: folder) }
      #expect(error?.all.first?.code == .pdfFailed)
      #expect(error?.description.contains("cannot be made a PDF: no fonts") == true)
    }
    try withProgram(Self.newer + "exec sleep 60") { folder in
      let error = #expect(throws: Problems.self) { _ = try pdf("x", by: folder, seconds: 1) }
      #expect(error?.description.contains("took more than 1 seconds") == true)
    }
    try withProgram(Self.newer) { folder in
      let error = #expect(throws: Problems.self) { _ = try pdf("x", by: folder) }
      #expect(error?.description.contains("made no PDF") == true)
    }
    try withShop { _ in
    } _: { path in
      var options = ReportOptions(format: .pdf)
      options.searchPath = "/nonexistent"
      let error = #expect(throws: Problems.self) {
        try shippedReports.report(named: "stock-on-hand").run(on: path, options) { _ in }
      }
      #expect(
        error?.description.contains("'weasyprint' is not installed\nInstall it: `apt-get install weasyprint`") == true)
    }
  }

  /// Versions before 67 draw everything black whose style is not inside the drawing, and do not know its variables.
  @Test(arguments: ["sales-summary", "stock-on-hand"])
  func aDrawingOnPaperHasItsOwnStyle(_ report: String) throws {
    try withProgram(Self.newer + "cat > page.pdf") { folder in
      try withShop(CornerShop.fill) { path in
        var options = ReportOptions(format: .pdf, generatedAt: generatedAt)
        options.searchPath = folder
        var bytes: [UInt8] = []
        try shippedReports.report(named: report).run(on: path, options) { bytes.append(contentsOf: $0) }
        let page = String(decoding: bytes, as: UTF8.self)
        #expect(page.contains(".figures, .figures.four { display: table;"))
        let drawings = page.matches(of: #/(?s)<svg role="img".*?<\/svg>/#).map { String($0.output) }
        #expect(!drawings.isEmpty)
        for drawing in drawings { #expect(!drawing.contains("var(") && drawing.contains("<style>"), "\(drawing)") }
      }
    }
  }

  /// The real program, if it is installed.
  @Test(.enabled(if: PDFTool.installed() != nil, "weasyprint is not installed"))
  func aReportIsMadeAPDF() throws {
    try withShop(CornerShop.fill) { path in
      var bytes: [UInt8] = []
      let options = ReportOptions(format: .pdf, generatedAt: generatedAt)
      try shippedReports.report(named: "stock-on-hand").run(on: path, options) { bytes.append(contentsOf: $0) }
      #expect(bytes.starts(with: "%PDF-".utf8))
      #expect(bytes.count > 5000)
    }
  }
}
