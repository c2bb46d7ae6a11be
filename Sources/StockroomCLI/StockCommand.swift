internal import ArgumentParser
internal import Catalog
internal import Exchange
internal import Foundation
internal import Stock

/// Reads moments given on the command line.
enum MomentOption {
  /// A time in the shop's time zone; a day alone means its end.
  static func parse(_ text: String?, flag: String, clock: ShopClock) throws -> Timestamp? {
    guard let text else { return nil }
    guard let moment = Timestamp(text, clock: clock, endOfDay: true) else {
      throw UsageError("\(flag) \(text) is not a time", remedy: "Write 2026-10-31 or 2026-10-31T18:00.")
    }
    return moment
  }
}

/// What is on hand, now or then.
struct StockCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stock", abstract: "Show what is on hand, now or at a time, and the movements behind it.",
    discussion: """
      Examples:
        stockroom stock
        stockroom stock A1001-BLK-S
        stockroom stock 4006381333931 --location shop --at 2026-10-31T18:00
      """)

  @Argument(help: "A SKU or barcode: shows its movements too.")
  var item: String?

  @Option(help: ArgumentHelp("Only this location.", valueName: "code or name"))
  var location: String?

  @Option(help: ArgumentHelp("As of this time; a day means its end.", valueName: "time"))
  var at: String?

  @OptionGroup var shopOptions: ShopOptions

  private struct Answer: Encodable {
    struct Level: Encodable {
      let sku: String
      let location: String
      let lot: String?
      let quantity: String
    }
    struct Movement: Encodable {
      let effectiveAt: String
      let kind: String
      let location: String
      let quantity: String
      let onHand: String
      let document: String
      let line: String
      let reason: String?
      let source: String?
      let sourceLine: Int64?
    }
    var asOf: String?
    var stock: [Level]
    var movements: [Movement]?
  }

  func run() throws {
    let database = try shopOptions.folder().open()
    let clock = database.settings.clock
    let moment = try MomentOption.parse(at, flag: "--at", clock: clock)
    let location = try database.code(self.location, among: .locations)
    let variant = try item.map { try database.knownVariant($0) }
    var answer = Answer(asOf: moment.map { clock.iso8601($0) }, stock: [], movements: nil)
    try database.balances(at: moment, location: location, variant: variant?.id, includingZero: variant != nil) {
      balance in
      answer.stock.append(
        .init(
          sku: balance.sku, location: balance.location, lot: balance.lot, quantity: balance.quantity.description))
    }
    // Of an item that is kept by lot, stock without one is told where there is some.
    let lotted = Set(answer.stock.filter { $0.lot != nil }.map(\.location))
    answer.stock.removeAll { $0.lot == nil && $0.quantity == "0" && lotted.contains($0.location) }
    if let variant {
      var onHand: [String: Quantity] = [:]
      answer.movements = try database.movements(of: variant.id, location: location, through: moment).map { movement in
        let total = onHand[movement.location, default: .zero].adding(movement.quantity) ?? .zero
        onHand[movement.location] = total
        return .init(
          effectiveAt: clock.iso8601(movement.effectiveAt), kind: movement.kind.rawValue, location: movement.location,
          quantity: movement.quantity.description, onHand: total.description,
          document: "\(movement.documentKind) \(movement.document)".trimmingCharacters(in: .whitespaces)
            + (movement.reverses == nil ? "" : movement.note.map { ", \($0)" } ?? ""),
          line: movement.documentLine, reason: movement.reason, source: movement.source, sourceLine: movement.sourceLine
        )
      }
    }
    if shopOptions.json { return try Terminal.sayJSON(answer) }
    if let variant {
      let parts = [variant.title, variant.colour, variant.size].compactMap { $0 }.joined(separator: ", ")
      Terminal.say("\(variant.sku)  \(parts)" + (variant.barcode.map { "  \($0)" } ?? ""))
    }
    if let asOf = moment { Terminal.say("As of \(clock.display(asOf)):") }
    Terminal.say(
      Terminal.table(
        ["item", "location", "lot", "on hand"],
        answer.stock.map { [$0.sku, $0.location, $0.lot ?? "", $0.quantity] }, rightAligned: [3]))
    guard let movements = answer.movements else { return }
    Terminal.say()
    Terminal.say(
      Terminal.table(
        ["when", "kind", "location", "quantity", "on hand", "document", "from"],
        movements.map { movement in
          [
            String(movement.effectiveAt.prefix(16)).replacing("T", with: " "), movement.kind, movement.location,
            movement.quantity, movement.onHand, movement.document,
            movement.source.map { source in
              (source as NSString).lastPathComponent + (movement.sourceLine.map { ":\($0)" } ?? "")
            } ?? "",
          ]
        }, rightAligned: [3, 4]))
  }
}
