internal import ArgumentParser
internal import Catalog
internal import Exchange
internal import FormatKit
internal import Foundation
internal import StandardFormats
internal import Stock

/// Count sessions and their sheets.
struct CountCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "count", abstract: "Count the stock: open a session, print its sheet, enter what was counted.",
    discussion: """
      Example, from open to posted:
        stockroom count open --location shop --kind full --blind
        stockroom count sheet 1 --to sheet.csv
        stockroom count enter 1 counted.csv
        stockroom count status 1
        stockroom reconcile 1 --post
      """,
    subcommands: [Open.self, Sheet.self, Enter.self, Status.self, Resolve.self, Close.self, List.self])

  /// A session in JSON.
  struct SessionAnswer: Encodable {
    let count: String
    let location: String
    let kind: String
    let state: String
    let blind: Bool
    let openedAt: String
    let cutOffAt: String?
    let postedAt: String?
    let postedBy: String?

    /// - Parameter seen: what whoever asks may see.
    init(_ session: CountSession, clock: ShopClock, seen: Set<DataClass> = Set(DataClass.allCases)) {
      count = session.code
      location = session.location
      kind = session.kind.rawValue
      state = session.state.rawValue
      blind = session.isBlind
      openedAt = clock.iso8601(session.openedAt)
      cutOffAt = session.cutOff.map { clock.iso8601($0) }
      postedAt = session.postedAt.map { clock.iso8601($0) }
      postedBy = seen.contains(.person) ? session.postedBy : nil
    }
  }

  struct Open: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Open a count session and fix what is to be counted.",
      discussion: """
        A full count puts everything on the sheet that is, or is still sold and ever was, at the location; a partial count \
        only the items named. Trading may go on: each line is compared with what should be there at its time.

        Examples:
          stockroom count open --location shop --kind full --blind
          stockroom count open --location shop --kind partial --item A1001-BLK-S --item A1001-BLK-M
        """)

    @Option(help: ArgumentHelp("Where it is counted; the shop's own setting unless given.", valueName: "code"))
    var location: String?

    @Option(help: "full, partial or cycle.")
    var kind = "full"

    @Flag(help: "Keep what is expected off the sheet.")
    var blind = false

    @Option(help: ArgumentHelp("Its number or name; the next free number unless given.", valueName: "number"))
    var number: String?

    @Option(help: ArgumentHelp("As of when lines without a time are compared; a day means its end.", valueName: "time"))
    var cutOff: String?

    @Option(
      name: .customLong("item"), help: ArgumentHelp("A SKU or barcode for a partial or cycle count.", valueName: "sku"))
    var items: [String] = []

    @OptionGroup var shopOptions: ShopOptions

    func run() throws {
      let folder = try shopOptions.folder()
      let database = try folder.open()
      let clock = database.settings.clock
      guard let countKind = CountKind(rawValue: kind) else {
        throw UsageError("'\(kind)' is no kind of count", remedy: "Use full, partial or cycle.")
      }
      guard let location = location ?? folder.settings.location else {
        throw UsageError("which location is counted?", remedy: "Name it with --location CODE.")
      }
      let variants = try items.map { item in
        guard let variant = try database.variant(item) else {
          throw StockError(
            .notFound, "the catalog has no item '\(item)'", remedy: "Give the SKU or a barcode of an item.")
        }
        return variant.id
      }
      let session = try database.openCount(
        location: location, kind: countKind, isBlind: blind, code: number,
        cutOff: try MomentOption.parse(cutOff, flag: "--cut-off", clock: clock), variants: variants,
        actor: try folder.actor(shopOptions.user, command: "count open"))
      if shopOptions.json { return try Terminal.sayJSON(SessionAnswer(session, clock: clock)) }
      let status = try database.countStatus(session.code)
      Terminal.say(
        "Opened count \(session.code): \(session.kind.rawValue)\(session.isBlind ? ", blind" : "") count of "
          + "\(session.location), \(status.sheetItems) items on the sheet.")
    }
  }

  struct Sheet: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Write the sheet of a count, to be filled in.",
      discussion: """
        The column counted_quantity is blank: leave it blank for what was not counted, write 0 for what is not there.

        Example:
          stockroom count sheet 1 --to sheet.csv
          stockroom count sheet 1 --to sheet.xlsx
        """)

    @Argument(help: "The count's number or name.")
    var count: String

    @Option(help: ArgumentHelp("The file to write; standard output when not given or -.", valueName: "file"))
    var to: String?

    @Option(help: ArgumentHelp("The format; by the file's ending when not given, else csv.", valueName: "format"))
    var format: String?

    @OptionGroup var shopOptions: ShopOptions

    func run() throws {
      let folder = try shopOptions.folder()
      let database = try folder.open()
      let session = try database.countSession(count)
      // For those who may not see what is expected, every sheet is blind.
      let isBlind = try session.isBlind || !folder.acting().sees.contains(.expected)
      let target = try Output.format(format, path: to)
      guard let writing = target.writing else {
        throw UsageError("the format \(target.descriptor.id) cannot be written", remedy: "See `stockroom formats`.")
      }
      var names = ["count", "location", "section", "sku", "barcode", "title", "colour", "size"]
      if !isBlind { names.append("expected") }
      names += ["counted_quantity", "counted_at", "counter"]
      // A sheet that is filled in with a spreadsheet program takes numbers where numbers belong.
      let numbers: Set<String> = ["expected", "counted_quantity"]
      let schema = Schema(
        table: "count_lines", columns: names.map { Column(name: $0, type: numbers.contains($0) ? .number : .text) })
      try Output.write(to: to) { sink in
        var writer = try writing.writer(for: schema, to: sink)
        var batch = RecordBatch()
        batch.reset(schema: schema)
        try database.countSheet(session.code) { row in
          let texts = [
            row.count, row.location, row.section, row.sku, row.barcode, row.title, row.colour, row.size,
          ]
          for text in texts { if let text { batch.append(text: text) } else { batch.append(missing: .null) } }
          if !isBlind { batch.append(text: row.expected?.description ?? "", kind: .number) }
          for _ in 0..<3 { batch.append(missing: .null) }
          batch.endRow(at: RecordPosition(line: 0, byteOffset: 0, record: 0))
          if batch.isFull {
            try writer.write(batch)
            batch.removeAllRows()
          }
        }
        if batch.rowCount > 0 { try writer.write(batch) }
        try writer.finish()
      }
      if let to, to != "-" { Terminal.say("Wrote the sheet of count \(session.code) to \(to).") }
    }
  }

  struct Enter: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Enter a filled-in sheet, or any file with items and counted quantities.",
      discussion: """
        Blank is not counted; zero is. Sections and counters add up; the same section again is a recount. The same file \
        twice changes nothing.

        Example:
          stockroom count enter 1 counted.csv --section A --counter Mia
        """)

    @Argument(help: "The count's number or name.")
    var count: String

    @Argument(help: "The file; - for standard input.")
    var file: String

    @OptionGroup var reading: ReadingOptions

    @Option(help: ArgumentHelp("The section that was counted.", valueName: "name"))
    var section: String?

    @Option(help: ArgumentHelp("Who counted.", valueName: "name"))
    var counter: String?

    @Option(help: ArgumentHelp("When it was counted, for lines without a time.", valueName: "time"))
    var at: String?

    @Flag(help: "Show what would change, and change nothing.")
    var dryRun = false

    @OptionGroup var guardOptions: GuardOptions

    @OptionGroup var shopOptions: ShopOptions

    func run() throws {
      let folder = try shopOptions.folder()
      let database = try folder.open()
      let session = try database.countSession(count)
      var request = ImportRequest(source: try ReadingOptions.source(file))
      request.format = reading.format
      request.profile = try reading.profile.map { try folder.profile($0) }
      // A profile could make other records of the file as well.
      if let other = request.profile?.records.first(where: { $0.kind != "count_lines" }) {
        try folder.acting().require(.importFiles, command: "count enter --profile, which makes \(other.kind)")
      }
      request.options = try reading.pairs()
      request.kind = "count_lines"
      request.accepted = try guardOptions.accepted()
      request.limits = folder.settings.guards
      request.forced["count"] = session.code
      if let section { request.forced["section"] = section }
      if let counter { request.constants["counter"] = counter }
      if let moment = try MomentOption.parse(at, flag: "--at", clock: database.settings.clock) {
        request.constants["counted_at"] = database.settings.clock.iso8601(moment)
      }
      var summary = try ImportCommand.perform(
        request, in: database, actor: dryRun ? nil : try folder.actor(shopOptions.user, command: "count enter"))
      try summary.hideEarlierValues(from: folder.acting())
      try ImportCommand.answer(summary, to: request, asJSON: shopOptions.json)
    }
  }

  struct Status: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Show how far a count has come.",
      discussion: """
        Example:
          stockroom count status 1
        """)

    @Argument(help: "The count's number or name.")
    var count: String

    @OptionGroup var shopOptions: ShopOptions

    private struct Answer: Encodable {
      struct Unknown: Encodable {
        let code: String
        let quantity: String?
        let section: String
      }
      let session: SessionAnswer
      let onSheet: Int
      let counted: Int
      let uncounted: Int
      let unexpected: Int
      let entries: Int
      let superseded: Int
      let unknown: [Unknown]
    }

    func run() throws {
      let folder = try shopOptions.folder()
      let database = try folder.open()
      let seen = try folder.acting().sees
      let status = try database.countStatus(count)
      let session = SessionAnswer(status.session, clock: database.settings.clock, seen: seen)
      // What others counted would tell a recount what to find.
      let unknown = status.unknownItems.map {
        Answer.Unknown(
          code: $0.code, quantity: seen.contains(.expected) ? $0.quantity.description : nil, section: $0.section)
      }
      if shopOptions.json {
        return try Terminal.sayJSON(
          Answer(
            session: session, onSheet: status.sheetItems, counted: status.countedItems,
            uncounted: status.uncountedItems,
            unexpected: status.unexpectedItems, entries: status.entries, superseded: status.supersededEntries,
            unknown: unknown))
      }
      Terminal.say("Count \(session.count): \(session.kind) count of \(session.location), \(session.state)")
      if let cutOff = session.cutOffAt { Terminal.say("  cut-off     \(cutOff)") }
      if status.sheetItems > 0 {
        Terminal.say("  on sheet    \(status.sheetItems)")
        Terminal.say("  counted     \(status.countedItems)")
        Terminal.say("  uncounted   \(status.uncountedItems)")
      }
      Terminal.say("  unexpected  \(status.unexpectedItems)")
      Terminal.say(
        "  entries     \(status.entries)"
          + (status.supersededEntries > 0 ? ", \(status.supersededEntries) superseded by recounts" : ""))
      for item in unknown {
        Terminal.say(
          "  unknown     \(item.code)" + (item.quantity.map { ": \($0)" } ?? "")
            + (item.section.isEmpty ? "" : " in section \(item.section)"))
      }
    }
  }

  struct Resolve: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Say which item an unknown code of a count is.",
      discussion: """
        Example:
          stockroom count resolve 1 2419999000423 A1001-BLK-S
        """)

    @Argument(help: "The count's number or name.")
    var count: String

    @Argument(help: "The unknown code, as `count status` shows it.")
    var code: String

    @Argument(help: "The SKU or a barcode of the item it is.")
    var item: String

    @OptionGroup var shopOptions: ShopOptions

    func run() throws {
      let folder = try shopOptions.folder()
      let entries = try folder.open().resolveCountedItem(
        code, as: item, in: count, actor: try folder.actor(shopOptions.user, command: "count resolve"))
      if shopOptions.json { return try Terminal.sayJSON(["code": code, "item": item, "entries": "\(entries)"]) }
      Terminal.say("\(code) is \(item): \(entries) \(entries == 1 ? "entry" : "entries").")
    }
  }

  struct Close: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "End the counting; the session is then in review.",
      discussion: """
        Example:
          stockroom count close 1
        """)

    @Argument(help: "The count's number or name.")
    var count: String

    @OptionGroup var shopOptions: ShopOptions

    func run() throws {
      let folder = try shopOptions.folder()
      let database = try folder.open()
      let session = try database.closeCount(count, actor: try folder.actor(shopOptions.user, command: "count close"))
      if shopOptions.json { return try Terminal.sayJSON(SessionAnswer(session, clock: database.settings.clock)) }
      Terminal.say("Count \(session.code) is in review; see `stockroom reconcile \(session.code)`.")
    }
  }

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "List the count sessions, the latest first.",
      discussion: """
        Example:
          stockroom count list
        """)

    @OptionGroup var shopOptions: ShopOptions

    func run() throws {
      let folder = try shopOptions.folder()
      let database = try folder.open()
      let clock = database.settings.clock
      let seen = try folder.acting().sees
      let sessions = try database.countSessions().map { SessionAnswer($0, clock: clock, seen: seen) }
      if shopOptions.json { return try Terminal.sayJSON(sessions) }
      Terminal.say(
        Terminal.table(
          ["count", "location", "kind", "state", "opened"],
          sessions.map { [$0.count, $0.location, $0.kind, $0.state, String($0.openedAt.prefix(10))] }))
    }
  }
}
