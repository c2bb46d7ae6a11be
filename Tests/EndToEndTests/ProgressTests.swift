import Foundation
import Testing

/// The program that gives others a terminal; nil when it is not installed.
private let script = ["/usr/bin/script", "/bin/script"].first { FileManager.default.isExecutableFile(atPath: $0) }

/// The progress line of a job, with and without a real terminal.
///
/// The jobs of tests are too short for a progress line, so `STOCKROOM_PROGRESS_AFTER` shows it at once.
@Suite(.enabled(if: script != nil, "script of util-linux is not here")) struct ProgressTests {
  /// What a command writes to a terminal of its own.
  private func typed(
    _ words: String, in shop: TestShopFolder, kind: String = "xterm-256color", after: String? = "0", columns: Int = 100
  ) throws -> (raw: String, screen: [String], drawn: [String]) {
    var environment = shop.folder.environment
    environment["TERM"] = kind
    environment["STOCKROOM_PROGRESS_AFTER"] = after
    let run = try RunningCommand(
      script ?? "", ["-qefc", "stty cols \(columns); \"$STOCKROOM\" \(words)", "/dev/null"], in: shop.path,
      environment: environment
    ).finish(within: 60)
    #expect(run.status == 0, "\(run.shown)")
    return (run.outputText, Self.screen(run.outputText), Self.drawn(run.outputText))
  }

  /// The text that remains on the screen at the end.
  private static func screen(_ text: String) -> [String] {
    var lines: [String] = []
    for whole in text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false) {
      var line = ""
      // Each return goes back to the first column, and each clearing takes the rest of the line.
      for part in String(whole).components(separatedBy: "\r") where !part.isEmpty {
        let pieces = part.components(separatedBy: "\u{1B}[K")
        line = pieces.count > 1 ? pieces.joined() : pieces[0] + line.dropFirst(pieces[0].count)
      }
      lines.append(line)
    }
    return lines
  }

  /// The lines that were drawn and then removed.
  private static func drawn(_ text: String) -> [String] {
    text.components(separatedBy: "\r").compactMap { part in
      part.range(of: "\u{1B}[K").map { String(part[..<$0.lowerBound]) }
    }.filter { !$0.isEmpty }
  }

  private func filled() throws -> TestShopFolder {
    let shop = try TestFolder().shop()
    let rows = (1...200).map { "A-\($0),Mug \($0),\($0).50" }.joined(separator: "\n")
    try shop.folder.write("shop/goods.csv", "sku,title,price\n\(rows)\n")
    try shop.folder.write(
      "shop/jobs/nightly.yml", "outputs: {goods: {records: variants}, page: {report: stock-on-hand, format: html}}\n")
    return shop
  }

  @Test func everyLongJobIsTold() throws {
    let shop = try filled()
    for (words, phases, last) in [
      (
        "import goods.csv", ["goods.csv: reading", "goods.csv: comparing", "goods.csv: changing"],
        "Applied as import 1."
      ),
      ("export variants --to out.csv", ["variants: writing"], "Wrote 200 variants to out.csv."),
      ("convert goods.csv goods.jsonl", ["goods.csv: converting"], "Wrote 200 records of records to goods.jsonl."),
      ("report stock-on-hand --out stock.html", ["stock-on-hand: "], "Wrote stock on hand to stock.html."),
      (
        "job run nightly", ["nightly: goods", "nightly: page, "],
        "nightly: published set 000001, full: goods.csv (200 rows), page.html."
      ),
      (
        "check", ["check: proving"],
        "All checks passed: balances, documents, counts, average costs, references, audit log and file."
      ),
    ] {
      let seen = try typed(words, in: shop)
      for phase in phases {
        #expect(seen.drawn.contains { $0.hasPrefix(phase) }, "\(words): \(phase) is not among \(seen.drawn)")
      }
      // The progress line is removed at the end, and the messages have lines of their own.
      #expect(seen.screen.contains(last), "\(words): \(seen.screen)")
      #expect(!seen.screen.contains { line in phases.contains { line.contains($0) } }, "\(words): \(seen.screen)")
    }
  }

  @Test func nothingIsToldWhereNobodyLooks() throws {
    let shop = try filled()
    #expect(try typed("import goods.csv --dry-run", in: shop, kind: "dumb").drawn == [])
    // A quick job has no progress line.
    #expect(try typed("import goods.csv --dry-run", in: shop, after: nil).drawn == [])
    let piped = try RunningCommand(
      Executable.path ?? "", ["import", "goods.csv", "--dry-run"], in: shop.path,
      environment: shop.folder.environment.merging(["STOCKROOM_PROGRESS_AFTER": "0", "TERM": "xterm"]) { $1 }
    ).finish()
    #expect(
      !piped.errorText.contains("\u{1B}") && !piped.errorText.contains("\r") && !piped.outputText.contains("\u{1B}"))
    // The result itself goes to the terminal: no line among its own.
    let shown = try typed("export variants --fields sku", in: shop)
    #expect(shown.screen.contains("sku") && !shown.screen.contains { $0.contains("writing") })
  }

  @Test func fitsIntoANarrowTerminal() throws {
    let drawn = try typed("import goods.csv --dry-run", in: try filled(), columns: 24).drawn
    #expect(!drawn.isEmpty && drawn.allSatisfy { $0.count < 24 }, "\(drawn)")
  }

  /// Warnings in the middle of a job, and colours only where they are welcome.
  @Test func whatIsSaidStandsOnItsOwnLine() throws {
    let shop = try filled()
    try shop.folder.write("shop/bad.csv", "sku,title,price\nB,Mug,abc\n")
    var environment = shop.folder.environment
    for (name, value) in [("TERM", "xterm"), ("STOCKROOM_PROGRESS_AFTER", "0")] { environment[name] = value }
    for colour in [nil, "1"] as [String?] {
      environment["NO_COLOR"] = colour
      let run = try RunningCommand(
        script ?? "", ["-qefc", "\"$STOCKROOM\" import bad.csv", "/dev/null"], in: shop.path,
        environment: environment
      ).finish()
      let screen = Self.screen(run.outputText)
      #expect(run.status == 5)
      #expect(
        screen.contains { $0.hasPrefix(colour == nil ? "\u{1B}[31merror:\u{1B}[0m bad.csv:2" : "error: bad.csv:2") },
        "\(screen)")
      #expect(run.outputText.contains("\u{1B}[3") == (colour == nil))
    }
  }
}
