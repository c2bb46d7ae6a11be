internal import ArgumentParser
internal import Exchange
internal import Foundation
internal import ProblemKit
internal import RetailValues
internal import Stock

/// Reads moments given on the command line.
enum MomentOption {
  /// A time in the shop's time zone; a day alone means its end.
  ///
  /// - Parameter endOfDay: false where a day alone means its beginning.
  static func parse(
    _ text: String?, flag: String, clock: ShopClock, endOfDay: Bool = true
  ) throws -> Timestamp? {
    guard let text else { return nil }
    guard let moment = Timestamp(text, clock: clock, endOfDay: endOfDay) else {
      throw Problems(.usage, "\(flag) \(text) is not a time", remedy: "Write 2026-10-31 or 2026-10-31T18:00.")
    }
    return moment
  }
}

/// The stock on hand, now or at an earlier time.
struct StockCommand: ShopCommand {
  static let configuration = CommandConfiguration(
    commandName: "stock", abstract: "Show what is on hand, now or at a time, and the movements behind it.",
    discussion: """
      Examples:
        stockroom stock
        stockroom stock A1001-BLK-S
        stockroom stock 4006381333931 --location shop --at 2026-10-31T18:00
      """)
  static let acts = Acts(.readStock)

  @Argument(help: "A SKU or barcode: shows its movements too.")
  var item: String?

  @Option(help: ArgumentHelp("Only this location.", valueName: "code or name"))
  var location: String?

  @Option(help: ArgumentHelp("As of this time; a day means its end.", valueName: "time"))
  var at: String?

  @OptionGroup var shopOptions: ShopOptions

  private static var columns: [OutputColumn<StockBalance>] {
    [
      .init("item", key: "sku") { $0.sku }, .init("location") { $0.location }, .init("lot") { $0.lot },
      .init("on hand", key: "quantity", number: true) { $0.quantity.description },
    ]
  }

  func run(in shop: OpenShop) throws -> RowStream<StockBalance> {
    let books = try shop.books
    let clock = books.settings.clock
    let moment = try MomentOption.parse(at, flag: "--at", clock: clock)
    let location = try books.code(self.location, among: .locations)
    var others: [String: any Encodable] = [:]
    others["as_of"] = moment.map { clock.iso8601($0) }
    let time = moment.map { ["As of \(clock.display($0)):"] } ?? []
    guard let item else {
      var stock = RowStream(columns: Self.columns) { try books.balances(at: moment, location: location, $0) }
      stock.member = ("stock", others)
      stock.heading = time
      return stock
    }
    let variant = try books.knownVariant(item)
    let levels = try books.balances(at: moment, location: location, variant: variant.id, includingZero: true)
    // For an item that is kept by lot, stock without a lot is shown if there is any.
    let lotted = Set(levels.filter { $0.lot != nil }.map(\.location))
    let shown = levels.filter { $0.lot != nil || $0.quantity != .zero || !lotted.contains($0.location) }
    let history = Listing(
      try ItemHistory(of: variant.id, location: location, through: moment, in: books).movements,
      columns: ItemHistory.columns(clock))
    others["movements"] = history.rows.map { EncodedRow($0, history.columns) }
    var stock = RowStream(columns: Self.columns) { try shown.forEach($0) }
    stock.member = ("stock", others)
    let parts = [variant.title, variant.colour, variant.size].compactMap { $0 }.joined(separator: ", ")
    stock.heading = ["\(variant.sku)  \(parts)" + (variant.barcode.map { "  \($0)" } ?? "")] + time
    stock.ending = ["", history.table]
    return stock
  }
}

/// The movements of an item, with the stock on hand after each.
private struct ItemHistory {
  struct Entry {
    let movement: StockMovement
    let onHand: Quantity
  }

  private(set) var movements: [Entry] = []

  init(of variant: Int64, location: String?, through moment: Timestamp?, in books: ShopDatabase) throws {
    var onHand: [String: Quantity] = [:]
    movements = try books.movements(of: variant, location: location, through: moment).map { movement in
      let total = onHand[movement.location, default: .zero].adding(movement.quantity) ?? .zero
      onHand[movement.location] = total
      return Entry(movement: movement, onHand: total)
    }
  }

  static func columns(_ clock: ShopClock) -> [OutputColumn<Entry>] {
    [
      .init(
        "when", key: "effective_at", json: { clock.iso8601($0.movement.effectiveAt) },
        text: { String(clock.iso8601($0.movement.effectiveAt).prefix(16)).replacing("T", with: " ") }),
      .init("kind") { $0.movement.kind.rawValue }, .init("location") { $0.movement.location },
      .init("quantity", number: true) { $0.movement.quantity.description },
      .init("on hand", key: "on_hand", number: true) { $0.onHand.description },
      .init("document") { entry in
        let movement = entry.movement
        let name = "\(movement.documentKind) \(movement.document)".trimmingCharacters(in: .whitespaces)
        return name + (movement.reverses == nil ? "" : movement.note.map { ", \($0)" } ?? "")
      },
      .init(
        "from", key: "source", json: { $0.movement.source },
        text: { entry in
          let line = entry.movement.sourceLine.map { ":\($0)" } ?? ""
          return entry.movement.source.map { ($0 as NSString).lastPathComponent + line } ?? ""
        }),
      .json("line") { $0.movement.documentLine }, .json("reason") { $0.movement.reason },
      .json("source_line") { $0.movement.sourceLine }, .json("import_number") { $0.movement.importNumber },
    ]
  }
}
