import Foundation
import OtherPrograms
import Stock
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

@Suite struct PDFTests {
  /// As version 67 takes its choices, and as version 57 does.
  private static let newer = "case \"$*\" in *--version*) exit 0;; esac; echo \"$*\" > page.pdf; cat >> page.pdf"
  private static let older = "case \"$*\" in *allowed*) exit 2;; esac; cat > page.pdf"

  @Test func thePageIsItsStandardInputAndNothingIsFetched() throws {
    try withProgram(Self.newer) { folder in
      let made = try pdf("<p>Größe <img src=\"x.png\">", by: folder)
      #expect(
        made
          == "-q -e utf-8 --allowed-protocols data - page.pdf\n<p>Größe <img src=\"x.png\">")
    }
    try withProgram(Self.older) { folder in
      let page = "<p>Größe <a href=\"https://example.org\">x</a> <img src=\"data:image/png;base64,AA\">"
      let made = try pdf(page, by: folder)
      #expect(made == page)
      let error = #expect(throws: ReportError.self) { _ = try pdf("<img alt='' src='http://127.0.0.1/x'>", by: folder) }
      #expect(error?.description.contains("names 'http://127.0.0.1/x'") == true)
    }
  }

  @Test(arguments: [
    ("<link rel=stylesheet href=/etc/x.css>", "/etc/x.css"), ("<IMG\nSRC = \"a.png\">", "a.png"),
    ("<style>p { background: url( 'file:///etc/hostname' ) }</style>", "file:///etc/hostname"),
    ("<style>@import \"x.css\";</style>", "x.css"), ("<object data='x'></object>", "x"),
    ("<svg><image xlink:href=\"x.svg\"/></svg>", "x.svg"), ("<p style=\"background:url(//x/y)\">", "//x/y"),
  ])
  func whatAPageWouldFetchIsFound(_ page: String, _ name: String) { #expect(PDFTool.fetched(by: page) == name) }

  @Test(arguments: [
    "<a class=\"x\" href=\"http://x\">src=\"y\"</a>", "<svg><use href=\"#a\"/></svg>", "<img src=\"data:image/gif,x\">",
    "<p>url is a word; src = x</p>", "<style>p { fill: url(#a) }</style>",
  ])
  func whatFetchesNothingIsLeftAlone(_ page: String) { #expect(PDFTool.fetched(by: page) == nil) }

  @Test func whatGoesWrongIsToldWithARemedy() throws {
    try withProgram("case \"$*\" in *--version*) exit 0;; esac; echo 'first'; echo 'no fonts' >&2; exit 1") { folder in
      let error = #expect(throws: ReportError.self) { _ = try pdf("x", by: folder) }
      #expect(error?.problems.first?.code == .pdfFailed)
      #expect(error?.description.contains("cannot be made a PDF: no fonts") == true)
    }
    try withProgram("case \"$*\" in *--version*) exit 0;; esac; exec sleep 60") { folder in
      let error = #expect(throws: ReportError.self) { _ = try pdf("x", by: folder, seconds: 1) }
      #expect(error?.description.contains("took more than 1 seconds") == true)
    }
    try withProgram("exit 0") { folder in
      let error = #expect(throws: ReportError.self) { _ = try pdf("x", by: folder) }
      #expect(error?.description.contains("made no PDF") == true)
    }
    try withShop { _ in
    } _: { path in
      var options = ReportOptions(format: .pdf)
      options.searchPath = "/nonexistent"
      let error = #expect(throws: ReportError.self) {
        try shippedReports.report(named: "stock-on-hand").run(on: path, options) { _ in }
      }
      #expect(
        error?.description.contains("'weasyprint' is not installed\nInstall it: `apt-get install weasyprint`") == true)
    }
  }

  /// The real program, where it is installed.
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
