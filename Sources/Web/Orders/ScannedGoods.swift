internal import Foundation
internal import HTTPTypes
internal import RetailValues
internal import Serving
internal import Synchronization

/// What a person scanned of the goods of an order and did not book yet. It is kept with the files that people sent, in a folder
/// of its own.
struct ScannedGoods: Codable, Sendable {
  /// A code that was scanned.
  struct Line: Codable, Sendable {
    let code: String
    /// What the catalog calls the item; empty where it shows none.
    var title: String
    /// The pieces that one of it is, as a plain number; nil where it is one piece.
    var pack: String?
    /// How many came, as a plain number.
    var quantity: String

    /// The pieces in a number of it.
    func pieces(_ quantity: String) -> String { CountNumber.product(quantity, pack ?? "1") ?? quantity }
  }

  /// A code that cannot be booked.
  struct Refused: Codable, Sendable {
    let code: String
    var quantity: String
    /// An item of the shop whose code is nearly the same; empty for none.
    var similar = ""
    /// What the command says of the code, in English; empty where the shop has no item with it.
    var message = ""
    /// The code of the problem that it says it of.
    var problem = ""

    /// Why it cannot be booked.
    var reason: LocalizedText {
      if !message.isEmpty { return LocalizedText(said: message, code: problem).sentence }
      return similar.isEmpty
        ? LocalizedText("The shop has no item with this code.")
        : LocalizedText("The shop has no item with this code, but it has \(similar).")
    }
  }

  /// The name of its folder.
  let id: String
  /// The number of the order as the person typed it.
  let order: String
  let login: String
  /// When the first code was scanned or what was scanned before was booked, so that two deliveries without a number of their own
  /// differ.
  private(set) var begun: String
  /// What is booked, the last code first.
  private(set) var lines: [Line] = []
  private(set) var refused: [Refused] = []

  // MARK: Changing

  /// Adds goods; the same code again adds to its line.
  mutating func add(_ quantity: String, of line: Line) {
    let before = lines.first { $0.code == line.code }
    var line = line
    line.quantity = CountNumber.sum(before?.quantity ?? "0", quantity) ?? quantity
    lines.removeAll { $0.code == line.code }
    lines.insert(line, at: 0)
  }

  /// Takes goods back, all of a code or some of them.
  ///
  /// - Returns: how many there were to take; nil for none.
  @discardableResult
  mutating func take(_ quantity: String, of code: String) -> String? {
    guard let index = lines.firstIndex(where: { $0.code == code }),
      let rest = CountNumber.sum(lines[index].quantity, "-" + quantity),
      let taken = CountNumber.sum(lines[index].quantity, "-" + rest), taken != "0"
    else { return nil }
    if rest == "0" { lines.remove(at: index) } else { lines[index].quantity = rest }
    return taken
  }

  /// Takes off what is booked. What is left is of another delivery.
  mutating func book(_ booked: [Line], at moment: String) {
    for line in booked { take(line.quantity, of: line.code) }
    begun = moment
  }

  /// Keeps a code that cannot be booked; the same code again adds to its number.
  mutating func refuse(_ entry: Refused) {
    var entry = entry
    for before in refused where before.code == entry.code {
      entry.quantity = CountNumber.sum(before.quantity, entry.quantity) ?? entry.quantity
    }
    refused.removeAll { $0.code == entry.code }
    refused.insert(entry, at: 0)
  }

  /// Forgets a code that cannot be booked.
  mutating func forget(_ code: String, _ quantity: String) {
    refused.removeAll { $0.code == code && $0.quantity == quantity }
  }

  /// Keeps codes as refused that the shop no longer has.
  mutating func refuse(_ codes: Set<String>) {
    for line in lines where codes.contains(line.code) { refuse(Refused(code: line.code, quantity: line.quantity)) }
    lines.removeAll { codes.contains($0.code) }
  }

  /// The goods as a list of codes and quantities, which `order receive --lines` reads.
  var table: Data {
    let rows = lines.reversed().map { "\(Self.quoted($0.code)),\($0.quantity)\n" }
    return Data(("code,quantity\n" + rows.joined()).utf8)
  }

  /// A list of one code, as a piece.
  static func table(ofCode code: String) -> Data { Data("code\n\(quoted(code))\n".utf8) }

  /// A value of a CSV file (RFC 4180, section 2).
  private static func quoted(_ text: String) -> String { "\"" + text.replacing("\"", with: "\"\"") + "\"" }

  // MARK: Keeping

  private static let fileName = ".goods.json"
  /// Has one change after the other.
  private static let turns = Mutex(())

  /// All that the person scanned and did not book.
  static func all(_ visit: Visit) -> [ScannedGoods] {
    visit.site.uploads.ids(ofFile: fileName).compactMap { id -> ScannedGoods? in
      guard let folder = visit.site.uploads.folder(of: id),
        let data = FileManager.default.contents(atPath: "\(folder)/\(fileName)"),
        let goods = try? JSONDecoder().decode(ScannedGoods.self, from: data), goods.id == id,
        goods.login == visit.person.login
      else { return nil }
      return goods
    }
  }

  /// What the person scanned of an order; nil where that is nothing.
  static func find(_ order: String, _ visit: Visit) -> ScannedGoods? { all(visit).first { $0.order == order } }

  /// Changes what the person scanned of an order.
  ///
  /// - Throws: that it cannot be kept.
  static func change(_ order: String, _ visit: Visit, _ change: (inout ScannedGoods) -> Void) throws {
    try turns.withLock { _ in
      var goods = try find(order, visit) ?? begin(order, visit)
      change(&goods)
      if goods.lines.isEmpty, goods.refused.isEmpty {
        visit.site.uploads.remove(goods.id)
      } else {
        try goods.save(visit)
      }
    }
  }

  private static func begin(_ order: String, _ visit: Visit) throws -> ScannedGoods {
    guard let path = try? visit.site.uploads.place("goods") else { throw noRoom }
    return ScannedGoods(
      id: Uploads.id(ofFileAt: path), order: order, login: visit.person.login,
      begun: visit.frame.clock.iso8601(.now))
  }

  private func save(_ visit: Visit) throws {
    guard let folder = visit.site.uploads.use(id), let data = try? JSONEncoder().encode(self),
      (try? data.write(to: URL(fileURLWithPath: "\(folder)/\(Self.fileName)"), options: .atomic)) != nil
    else { throw Self.noRoom }
  }

  private static let noRoom = PageFailure(
    status: .insufficientStorage, title: LocalizedText("What was scanned cannot be kept"),
    remedy: LocalizedText("Make room."))
}
