internal import ArgumentParser
internal import Exchange
internal import FormatKit
internal import Foundation
internal import ProblemKit
internal import RetailValues
internal import Serving
internal import Stock

/// One item and its quantity, entered without a file.
struct CountEntryOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The SKU in capital or small letters, a barcode, or a code that the catalog does not know.", valueName: "code"))
  var item: String?

  @Option(help: ArgumentHelp("How many were counted of the --item; 0 is a count.", valueName: "number"))
  var quantity: String?

  @Option(
    help: ArgumentHelp("What the --item is, for people: such as the name of one without a code.", valueName: "text"))
  var note: String?

  @Option(
    help: ArgumentHelp(
      "A photo of the --item, where the catalog does not know its code: JPEG, PNG, WebP or GIF, up to 20 MB.",
      valueName: "file"))
  var photo: String?

  // The name of an entry that waited; see ``WaitingEntry``. It is entered once, however often it is tried.
  @Option(help: .hidden)
  var waited: String?

  /// Refuses the options next to a file.
  func refuse(with file: String) throws {
    guard item == nil, quantity == nil, note == nil, photo == nil, waited == nil else {
      throw Problems(
        .usage, "--item, --quantity, --note and --photo enter one item, and \(file) is a file of items",
        remedy: "Leave out the one or the other.")
    }
  }

  /// Enters the item as a file of one line would be entered, in the name of the person who runs the command.
  func enter(for command: CountCommand.Enter, _ session: CountSession, in shop: OpenShop) throws -> ValueOutput {
    // As the entry has it.
    guard let item = item?.trimmedAsValue, !item.isEmpty else {
      throw Problems(
        .usage, "what was counted?", remedy: "Name a file, or one item with --item CODE and --quantity NUMBER.")
    }
    guard command.name == nil else {
      throw Problems(
        .usage, "--name is what a file is called, and --item enters an item without one",
        remedy: "Leave --name out, or name the file.")
    }
    guard let quantity, !quantity.isEmpty else {
      throw Problems(
        .usage, "how many were counted of \(item)?", remedy: "Add --quantity; 0 is a count, and a blank is not.")
    }
    guard let number = Quantity(quantity), number.scaled >= 0 else {
      throw Problems(
        .usage, "--quantity \(quantity) is not a number of units", remedy: "Write it as 7 or 0.250.")
    }
    let database = try shop.books
    let clock = database.settings.clock
    let code = try database.knowsItem(item) ? item : database.variant(typed: item)?.sku ?? item
    if photo != nil { try CountCommand.Photo.require(code, in: session, in: database) }
    let picture = try photo.map { try CountPhotos.picture(of: $0) }
    let name = Self.countWord + session.code + (command.section.map { Self.sectionWord + $0 } ?? "")
    var request = ImportRequest(source: .text("code\tquantity\n\(Self.cell(code))\t\(number)\n", name: name))
    request.format = "csv"
    request.profile = Self.profile
    // The same number may be entered, corrected, and entered again.
    request.again = waited == nil
    request.identityParts = waited.map { ["waited", $0] } ?? []
    request.constants["counter"] = shop.actor.name
    if let note, !note.isEmpty { request.constants["note"] = note }
    if session.cutOff == nil { request.constants["counted_at"] = clock.iso8601(try moment()) }
    request.kind = "count_lines"
    request.areQuantitiesTyped = true
    try command.complete(&request, for: session, in: shop)
    let photos = CountPhotos(of: session, in: shop.folder)
    let counter = request.forced["counter"] ?? request.constants["counter"] ?? shop.actor.name
    // What stops the photo stops the entry too, where that is known before.
    if photo != nil, !command.dryRunOption.isDryRun {
      try photos.prepare(for: code, section: command.section ?? "", counter: counter)
    }
    var summary = try ImportCommand.perform(request, in: database, actor: command.dryRunOption.actor(in: shop))
    summary.hideEarlierValues(from: shop.person)
    let output = ValueOutput(summary, to: request)
    guard let picture, summary.isInShop else { return output }
    do {
      try photos.keep(picture, of: code, section: command.section ?? "", counter: counter)
      return output.adding("The photo of \(code) is kept.")
    } catch let problems as Problems {
      return output.failing(with: ExitStatus.outputFailed) {
        Terminal.showError(
          "the item is entered; its photo is not kept: \(problems.first.message)",
          remedy: "Add it with `stockroom count photo \(session.code) \(code) --add FILE`.")
      }
    }
  }

  /// When the item was counted.
  private func moment() throws -> Timestamp {
    guard let waited else { return .now }
    guard let moment = WaitingEntry.moment(ofName: waited) else {
      throw Problems(.usage, "--waited \(waited) is not the name of an entry", remedy: "Leave --waited out.")
    }
    return moment
  }

  private static let countWord = "count "
  private static let sectionWord = ", section "

  /// The imports of items that were entered one by one.
  static let entries = SingleEntries(profile: profile.name, format: "csv", start: countWord)

  /// The count and the section into which an import entered one item; nil for any other import.
  static func part(enteredBy entry: ImportEntry) -> (count: String, section: String?)? {
    guard entries.contain(entry) else { return nil }
    let name = entry.source.dropFirst(countWord.count)
    guard let word = name.firstRange(of: sectionWord) else { return (String(name), nil) }
    return (String(name[..<word.lowerBound]), String(name[word.upperBound...]))
  }

  /// A value between quotation marks, in which nothing has a meaning of its own (RFC 4180, section 2).
  private static func cell(_ text: String) -> String {
    "\"" + text.replacing("\"", with: "\"\"") + "\""
  }

  private static let profile = MappingProfile(
    name: "entry", summary: "One counted item", format: "csv", options: ["delimiter": "tab", "header": "yes"],
    decimal: .point,
    records: [
      .init(
        kind: "count_lines",
        fields: [
          .init(field: "sku", value: .column("code")), .init(field: "counted_quantity", value: .column("quantity")),
        ])
    ])
}

extension ImportSummary {
  /// Whether what was to be imported is in the shop, from now on or since an earlier import.
  fileprivate var isInShop: Bool {
    switch outcome {
    case .applied, .alreadyApplied: true
    default: false
    }
  }
}
