import Exchange
import FormatKit
import Foundation
import GRDB
import RetailValues
import StandardFormats
import Stock
import StockTesting

let manager = Actor(name: "mary", command: "import")

/// A moment so many hours after the start of 2026 (UTC).
func hour(_ number: Int) -> Timestamp {
  Timestamp(millisecondsSince1970: 1_767_225_600_000 + Int64(number) * 3_600_000)
}

/// A shop in a temporary folder, which is removed with it.
final class TestShop {
  let folder: URL
  let shop: ShopDatabase
  /// The moment of the next import; every import is an hour later.
  var clock = 24 * 365
  /// The guards that its imports pass.
  var accepted: Set<String> = []
  /// Guards that are off: most of its tests set the stock as of the first import, and book what happened before.
  var guardsOff: Set<GuardCode> = [.beforeStockLevel]

  init(currency: String = "EUR", timeZone: String = "UTC") throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("exchange-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    guard let currency = Currency(currency) else { throw CocoaError(.featureUnsupported) }
    shop = try NewShop.make(
      at: folder.appendingPathComponent("shop.db").path,
      settings: ShopSettings(name: "test", currency: currency, timeZone: timeZone))
  }

  /// A copy of a shop that was filled once.
  init(copyOf prepared: PreparedShop) throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("exchange-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    shop = try prepared.copy(to: folder.appendingPathComponent("shop.db").path)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// A new shop that is filled and closed, for copies of it.
  static func prepared(_ fill: (TestShop) throws -> Void) throws -> PreparedShop {
    let shop = try TestShop()
    return try withExtendedLifetime(shop) {
      try fill(shop)
      return try PreparedShop(closing: shop.shop)
    }
  }

  /// Imports a text.
  @discardableResult
  func take(
    _ text: String, name: String = "file.csv", profile: String? = nil, plan: Bool = false,
    _ configure: (inout ImportRequest) -> Void = { _ in }
  ) throws -> ImportSummary {
    try take(.text(text, name: name), profile: profile, plan: plan, configure)
  }

  /// Imports a list whose lines are separated by `|`, as somebody who has new items, locations and suppliers made.
  @discardableResult
  func takeList(
    _ list: String, name: String = "file.csv", plan: Bool = false,
    _ configure: (inout ImportRequest) -> Void = { _ in }
  ) throws -> ImportSummary {
    try take(list.replacing("|", with: "\n") + "\n", name: name, plan: plan) {
      $0.location = "shop"
      $0.accepted = ["new-items", "new-locations", "new-suppliers"]
      $0.asksForNewRecords = true
      configure(&$0)
    }
  }

  /// Imports a source.
  @discardableResult
  func take(
    _ source: ByteSource, profile: String? = nil, plan: Bool = false,
    _ configure: (inout ImportRequest) -> Void = { _ in }
  ) throws -> ImportSummary {
    var request = ImportRequest(source: source)
    request.accepted = accepted
    for code in guardsOff { _ = request.limits.set(code, to: "off") }
    if let profile { request.profile = try MappingProfile(yaml: profile, source: "profile.yaml") }
    configure(&request)
    var importer = Importer(shop: shop, registry: standardFormats)
    importer.shownProblems = 1000
    importer.shownChanges = 1000
    clock += 1
    return plan
      ? try importer.plan(request, now: hour(clock)) : try importer.apply(request, actor: manager, now: hour(clock))
  }

  /// The records of a kind as text in a format.
  func export(
    _ kind: String, fields: [String]? = nil, format: String = "csv", location: String? = nil
  ) throws -> String {
    String(decoding: try exported(kind, fields: fields, format: format, location: location), as: UTF8.self)
  }

  /// The records of a kind as the bytes of a format.
  func exported(
    _ kind: String, fields: [String]? = nil, format: String, options: [String: String] = [:], location: String? = nil
  ) throws -> [UInt8] {
    guard let known = Vocabulary.kind(kind) else { return [] }
    let sink = ByteSink.memory()
    try RecordExport(shop: shop).write(
      known, fields: fields, location: location, format: standardFormats.format(format), options: options, to: sink)
    return sink.collectedBytes
  }

  /// The lines of an export without its header.
  func lines(_ kind: String, _ fields: String...) throws -> [String] {
    try export(kind, fields: fields.isEmpty ? nil : fields).split(separator: "\r\n").flatMap {
      $0.split(separator: "\n")
    }
    .dropFirst().map(String.init)
  }

  func int(_ sql: String) throws -> Int {
    try shop.read { try Int.fetchOne($0, sql: sql) ?? -1 }
  }

  /// Closes the books up to and including a day, without what the journal would keep of them.
  func closeBooks(through day: String) throws {
    try shop.write {
      try $0.execute(
        sql: """
          INSERT INTO periods (first_day, last_day, closed_at, closed_by, entries, debits, unvalued_lines, digest)
          SELECT MAX(last_day) + 1, CAST(strftime('%s', ?) AS INTEGER) / 86400, 0, 'mary', 0, 0, 0, '' FROM periods
          """, arguments: [day])
    }
  }

  /// Opens all periods again.
  func reopenBooks() throws {
    try shop.write { try $0.execute(sql: "UPDATE periods SET reopened_at = 1, reopened_by = 'mary'") }
  }

  /// Everything that the shop holds, table by table.
  func dump() throws -> [String: [String]] {
    try shop.read { database in
      var tables: [String: [String]] = [:]
      let names = try String.fetchAll(
        database, sql: "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name")
      for name in names {
        tables[name] = try Row.fetchAll(database, sql: "SELECT * FROM \(name)").map { $0.description }
      }
      return tables
    }
  }

  func temporaryTables() throws -> [String] {
    try shop.queue.writeWithoutTransaction { try String.fetchAll($0, sql: "SELECT name FROM sqlite_temp_master") }
  }
}

extension TestShop {
  /// All guards but those of new records.
  static let guards = Set(GuardCode.allCases.filter(\.newNoun.isEmpty).map(\.rawValue))

  /// A shop whose imports pass every guard.
  static func unguarded(copyOf prepared: PreparedShop? = nil) throws -> TestShop {
    let shop = try prepared.map { try TestShop(copyOf: $0) } ?? TestShop()
    shop.accepted = guards
    return shop
  }
}

extension ImportSummary {
  func count(_ kind: String, _ action: PlanAction) -> Int {
    counts.filter { $0.kind == kind && $0.action == action }.reduce(0) { $0 + $1.records }
  }

  /// The counts that are not zero, as `kind action n`.
  var tally: [String] { counts.filter { $0.records > 0 }.map { "\($0.kind) \($0.action) \($0.records)" }.sorted() }

  /// The errors, as `line code`.
  var errors: [String] {
    problems.filter { $0.severity == .error }.map { "\($0.position.line) \($0.code.id)" }.sorted()
  }

  /// The problems in a line each.
  var reported: String { problems.map { "\($0.code.id) \($0.headline)" }.joined(separator: "\n") }

  var isApplied: Bool { if case .applied = outcome { true } else { false } }
}
