internal import ArgumentParser
internal import Exchange
internal import FormatKit
internal import Foundation
internal import ProblemKit
internal import RetailValues
internal import StandardFormats
internal import Stock

extension CountCommand {
  struct Enter: CountingCommand {
    static let configuration = CommandConfiguration(
      commandName: "enter", abstract: "Enter a filled-in sheet, or any file with items and counted quantities.",
      discussion: """
        Blank means not counted; zero is a count. Sections and counters add up; the same section entered again by the same \
        counter replaces the earlier entry, which is kept in the history. Items to recount have to be entered by another \
        counter. The same file twice changes nothing.

        Any list with a code and a quantity is accepted: code and qty, or barcode and count, as a phone or a spreadsheet writes \
        them, and lists without a header, such as 4006381333931;12. A list of codes alone counts one for each line. In \
        lists without a header, and in those of codes alone, several lines of one item add up.

        --item enters one item without a file, counted by the person who runs the command, now unless the count has a cut-off.

        Example:
          stockroom count enter 1 counted.csv --section A --counter Mia
          stockroom count enter 1 phone.csv --section B
          stockroom count enter 1 weighed.csv --decimal point
          stockroom count enter 1 --item 4006381333931 --quantity 9 --section B
          stockroom count enter 1 --item 2419999000423 --quantity 2 --note "Mug, blue" --photo mug.jpg
        """)
    static let acts = Acts(.enterCounts)

    @OptionGroup var chosen: CountArgument

    @Argument(help: "The file; - for standard input. Leave it out with --item.")
    var file: String?

    @OptionGroup var entry: CountEntryOptions

    @OptionGroup var reading: ReadingOptions

    @OptionGroup var notation: NotationOptions

    @Option(help: ArgumentHelp("The section that was counted.", valueName: "name"))
    var section: String?

    @Option(help: ArgumentHelp("Who counted.", valueName: "name"))
    var counter: String?

    @Option(help: ArgumentHelp("When it was counted, for lines without a time.", valueName: "time"))
    var at: String?

    @Option(
      help: ArgumentHelp("What the log and the reports call the file; its path unless given.", valueName: "name"))
    var name: String?

    @OptionGroup var dryRunOption: DryRunOption

    @OptionGroup var guardOptions: GuardOptions

    @OptionGroup var patienceOption: PatienceOption

    @OptionGroup var shopOptions: ShopOptions

    func run(in shop: OpenShop) throws -> ValueOutput {
      let database = try shop.books
      try patienceOption.apply(to: database)
      let session = try database.countSession(count)
      guard let file else { return try entry.enter(for: self, session, in: shop) }
      try entry.refuse(with: file)
      let source = try ReadingOptions.source(file)
      var request = ImportRequest(source: name.map { source.named($0) } ?? source)
      request.format = reading.format
      request.profile = try reading.profile.map { try shop.folder.profile($0) }
      request.options = try reading.pairs()
      notation.apply(to: &request)
      request.kind = "count_lines"
      var layout: ScanLayout?
      if request.profile == nil, [nil, "csv"].contains(reading.format), try ScanLayout.isBareList(request.source) {
        let found = try ScanLayout(
          request.source, options: request.options, dates: notation.dates, knows: database.knowsItem)
        request.profile = found.profile(for: .count)
        request.duplicates["count_lines"] = .sum
        // Numbers alone in their lines would be JSON as well.
        request.format = "csv"
        layout = found
      } else if request.profile == nil {
        request.columns = try CodesByValue.columns(of: request, knows: database.knowsItem)
      }
      try complete(&request, for: session, in: shop)
      // A profile could make other records of the file as well.
      if let other = request.profile?.records.first(where: {
        Vocabulary.kind($0.kind)?.isCountLine != true
      }) {
        try shop.person.require(.importFiles, command: "count enter --profile, which makes \(other.kind)")
      }
      var summary = try ImportCommand.perform(
        request, in: database, actor: dryRunOption.actor(in: shop))
      summary.findings += layout?.findings ?? []
      summary.hideEarlierValues(from: shop.person)
      return ValueOutput(summary, to: request)
    }

    /// Adds what the options say of all entries.
    func complete(_ request: inout ImportRequest, for session: CountSession, in shop: OpenShop) throws {
      let clock = try shop.books.settings.clock
      request.accepted = try guardOptions.accepted()
      try shop.folder.apply(to: &request)
      request.forced["count"] = session.code
      if let section { request.forced["section"] = section }
      if let counter { request.constants["counter"] = counter }
      // Who only counts enters in their own name, even if a file has another: who counted decides who may recount and approve.
      if shop.person.roles.role(for: .runSessions) == nil {
        if let counter, ![shop.person.name, shop.person.login].contains(counter) {
          try shop.person.require(.runSessions, command: "count enter --counter")
        }
        request.forced["counter"] = shop.person.name
      }
      if let name = request.constants["counter"] {
        request.constants["counter"] = try shop.books.counterName(name, in: session.code)
      }
      if let name = request.forced["counter"] {
        request.forced["counter"] = try shop.books.counterName(name, in: session.code)
      }
      if let moment = try MomentOption.parse(at, flag: "--at", clock: clock) {
        request.constants["counted_at"] = clock.iso8601(moment)
      }
    }
  }

  struct Resolve: CountingCommand {
    static let configuration = CommandConfiguration(
      commandName: "resolve", abstract: "Say which item an unknown code of a count is, or that it was a mistake.",
      discussion: """
        A code that was entered by mistake counts nothing from then on; its entries stay in the history. --section and \
        --counter leave out its entries of one place alone. Where somebody took a photo of it, `count photo` shows it.

        Examples:
          stockroom count resolve 1 2419999000423 A1001-BLK-S
          stockroom count resolve 1 24199990004 --mistake
          stockroom count resolve 1 24199990004 --mistake --section A --counter Mia
        """)
    static let acts = Acts(.runSessions)

    @OptionGroup var chosen: CountArgument

    @Argument(help: "The unknown code, as `count status` shows it.")
    var code: String

    @Argument(help: "The SKU or a barcode of the item. Leave it out with --mistake.")
    var item: String?

    @Flag(help: "The code was entered by mistake: nothing of it was found.")
    var mistake = false

    @Option(
      help: ArgumentHelp(
        "With --mistake, only what was entered in this section; --section '' for entries without a section.",
        valueName: "name"))
    var section: String?

    @Option(
      help: ArgumentHelp(
        "With --mistake, only what this person counted; --counter '' for entries without a counter.", valueName: "name")
    )
    var counter: String?

    @OptionGroup var shopOptions: ShopOptions

    func run(in shop: OpenShop) throws -> ValueOutput {
      func told(_ entries: Int) -> String { Terminal.number(entries, "entry", plural: "entries") }
      let photos = CountPhotos(of: try shop.books.countSession(count), in: shop.folder)
      let photo = photos.seen(by: shop).photos.first { $0.code == code }.map { photos.path(of: $0) }
      guard mistake || (section == nil && counter == nil) else {
        throw Problems(
          .usage, "--section and --counter say where the code is left out, and --mistake is missing",
          remedy: "Add --mistake, or leave them out: a code is the same item everywhere.")
      }
      switch (item, mistake) {
      case (let item?, false):
        let entries: Int
        do {
          entries = try shop.books.resolveCountedItem(code, as: item, in: count, actor: shop.actor)
        } catch let problems as Problems where problems.code == .refused {
          guard let conflict = try shop.books.countCodeConflict(code, as: item, in: count) else { throw problems }
          let refusal = RefusalOutput(
            error: .init(code: problems.code.id, message: problems.message, remedy: problems.remedy),
            conflict: ConflictOutput(conflict))
          return ValueOutput(refusal, status: ExitStatus.refused) {
          } remarks: {
            Terminal.showError(problems.message, remedy: problems.remedy)
          }
        }
        var answer = ["code": code, "item": item, "entries": "\(entries)"]
        answer["photo"] = photo
        let output = ValueOutput(answer, "\(code) is \(item): \(told(entries)).")
        return photo.map { output.adding("Its photo is \($0).") } ?? output
      case (nil, true):
        let entries = try shop.books.dismissCountedItem(
          code, in: count, section: section?.trimmedAsValue, counter: counter, actor: shop.actor)
        return ValueOutput(
          ["code": code, "entries": "\(entries)"], "\(code) was a mistake: \(told(entries)) left out of the count.")
      default:
        throw Problems(
          .usage, item == nil ? "what the code is was not said" : "an item and --mistake exclude each other",
          remedy: "Name the item, or write --mistake where nothing was found."
            + (photo.map { " The photo of the code is \($0)." } ?? ""))
      }
    }

    /// The answer to a code that cannot be taken as the item.
    private struct RefusalOutput: Encodable {
      struct Failure: Encodable {
        let code: String
        let message: String
        let remedy: String
      }
      let error: Failure
      let conflict: ConflictOutput
    }
  }
}

/// Numbers of an unknown code that conflict with those of an item, in JSON.
struct ConflictOutput: Encodable {
  struct Place: Encodable {
    let section: String
    let counter: String
    let found: String
    let counted: String
    let sum: String
  }
  let item: String
  let places: [Place]

  init(_ conflict: CountCodeConflict) {
    item = conflict.item
    places = conflict.places.map { place in
      Place(
        section: place.section, counter: place.counter, found: place.found.description,
        counted: place.counted.description, sum: place.sum.description)
    }
  }
}
