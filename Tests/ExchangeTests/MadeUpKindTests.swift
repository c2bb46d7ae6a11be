import Exchange
import FormatKit
import GRDB
import RetailValues
import Testing

@testable import Stock

/// A kind that nobody has: its declaration and its table are enough to import it.
@Suite struct MadeUpKindTests {
  private static let giftCards = RecordKind(
    name: "gift_cards", summary: "Cards that customers pay with.", shows: .cost, essentials: ["face_value"],
    fields: [
      Vocabulary.field(
        "gift_card", .code, "Number of the card.", effect: .key, required: true, column: "code",
        called: ["voucher number"]),
      Vocabulary.field("location", .code, "Where it was sold.", references: "locations"),
      Vocabulary.field("issued_on", .date, "Day of sale.", neverEmpty: true),
      Vocabulary.field(
        "face_value", .money, "What it was sold for.", required: true, range: 1...50_000, called: ["loaded with"]),
      Vocabulary.field("holder", .text, "Who has it.", shows: .person),
    ])

  private static let catalog = RecordCatalog(Vocabulary.kinds + [giftCards])

  private static let text = """
    Gift Card,Issued on,Face value,Filiale
    G-1,2026-01-05,25.00,main
    G-2,2026-01-06,100.00,main

    """

  /// A shop with the table of the kind, and a location.
  private static func shop() throws -> TestShop {
    let shop = try TestShop()
    try shop.shop.queue.write { database in
      try database.execute(
        sql: """
          CREATE TABLE gift_cards (id INTEGER PRIMARY KEY, code TEXT NOT NULL UNIQUE,
            location_id INTEGER REFERENCES locations (id), issued_on TEXT, face_value INTEGER,
            holder TEXT)
          """)
    }
    try #require(try shop.take("location\nmain\n") { $0.kind = "locations" }.isApplied)
    return shop
  }

  private static func take(_ text: String, in shop: TestShop, plan: Bool = false) throws -> ImportSummary {
    try shop.take(text, plan: plan) { $0.kinds = catalog }
  }

  @Test func itsColumnsAreMatched() throws {
    let schema = Schema(columnNames: ["Gift Card", "Issued on", "Face value", "Filiale"])
    var hints = HeaderMatching.Hints()
    hints.kinds = Self.catalog
    let matching = try HeaderMatching([schema], source: "cards.csv", hints: hints)
    #expect(matching.profile.records.map(\.kind) == ["gift_cards"])
    #expect(
      matching.meanings.map { "\($0.column): \($0.field)" }.sorted() == [
        "Face value: face_value", "Filiale: location", "Gift Card: gift_card", "Issued on: issued_on",
      ])
    #expect(matching.unusedColumns.isEmpty)
    // Without the declaration nothing knows it.
    #expect(throws: Problems.self) { try HeaderMatching([schema], source: "cards.csv", hints: .init()) }
  }

  /// Its other names, the class and the limits of its fields are its own: no table by the names of fields knows them.
  @Test func itsFieldsHaveTheirOwnNamesAndLimits() throws {
    var hints = HeaderMatching.Hints()
    hints.kinds = Self.catalog
    let schema = Schema(columnNames: ["Voucher number", "Issued on", "Loaded with"])
    let matching = try HeaderMatching([schema], source: "cards.csv", hints: hints)
    #expect(
      matching.meanings.map { "\($0.column): \($0.field)" }.sorted() == [
        "Issued on: issued_on", "Loaded with: face_value", "Voucher number: gift_card",
      ])
    #expect(Self.giftCards.dataClass(of: "holder") == .person)
    let shop = try Self.shop()
    let summary = try Self.take(Self.text.replacing("100.00", with: "500.01"), in: shop)
    #expect(!summary.isApplied && summary.errors.count == 1, "\(summary.reported)")
  }

  @Test func itsTableFollowsFromItsFields() throws {
    let stored = try #require(StoredKinds(Self.catalog)["gift_cards"])
    #expect(stored.table == "gift_cards" && stored.keyText == "t.code")
    #expect(
      stored.columns.map { "\($0.field) \($0.column) \($0.storage)" } == [
        "gift_card code text", "location location_id integer", "issued_on issued_on text",
        "face_value face_value integer", "holder holder text",
      ])
  }

  @Test func itBelongsToTheStoreThatItNames() throws {
    let kinds = StoredKinds(Self.catalog)
    let all = try RecordScope.all.condition(for: Self.giftCards, kinds["gift_cards"])
    #expect(all == nil)
    let store = try RecordScope(store: "main").condition(for: Self.giftCards, kinds["gift_cards"])
    #expect(store?.sql == "t.location_id = (SELECT id FROM locations WHERE code = :store)")
    #expect(Self.giftCards.fields(seenBy: [.catalog]).isEmpty)
    #expect(Self.giftCards.fields(seenBy: [.cost]).count == 4)
    #expect(Self.giftCards.fields(seenBy: [.cost, .person]).count == 5)
  }

  @Test func itIsPlannedAndImported() throws {
    let shop = try Self.shop()
    let planned = try Self.take(Self.text, in: shop, plan: true)
    #expect(planned.tally == ["gift_cards create 2"], "\(planned.reported)")
    let first = try #require(planned.changes.first)
    #expect(first.key == "G-1")
    #expect(
      first.changes.map { "\($0.field) \($0.after ?? "")" } == [
        "location main", "issued_on 2026-01-05", "face_value 25.00",
      ])
    #expect(try Self.take(Self.text, in: shop).isApplied)
    #expect(try shop.int("SELECT SUM(face_value) FROM gift_cards WHERE location_id IS NOT NULL") == 12_500)

    let changed = try Self.take(Self.text.replacing("100.00", with: "50.00"), in: shop)
    #expect(changed.tally == ["gift_cards unchanged 1", "gift_cards update 1"], "\(changed.reported)")
    let change = try #require(changed.changes.first)
    #expect(change.changes == [.init(field: "face_value", before: "100.00", after: "50.00")])
  }

  @Test func itsImportsAreUndoneAndRedone() throws {
    let shop = try Self.shop()
    let first = try Self.take(Self.text, in: shop)
    let second = try Self.take(Self.text.replacing("100.00", with: "50.00"), in: shop)
    func revert(_ operation: ImportReversion.Operation, _ summary: ImportSummary) throws -> ImportReversion {
      guard case .applied(let number) = summary.outcome else { throw Problems(.wrongState, "not applied") }
      return try shop.shop.revert(operation, number, actor: manager, kinds: StoredKinds(Self.catalog))
    }
    let undone = try revert(.undo, second)
    #expect(undone.counts == [.init(kind: "gift_cards", outcome: .reverted, records: 1)])
    #expect(undone.records.map(\.key) == ["G-2"])
    #expect(undone.records.first?.fields.map(\.wanted) == ["10000"])
    #expect(try shop.int("SELECT SUM(face_value) FROM gift_cards") == 12_500)
    #expect(try revert(.undo, first).total(.reverted) == 2)
    #expect(try shop.int("SELECT COUNT(*) FROM gift_cards") == 0)
    #expect(try revert(.redo, first).total(.reverted) == 2)
    #expect(try revert(.redo, second).total(.reverted) == 1)
    #expect(try shop.int("SELECT SUM(face_value) FROM gift_cards WHERE location_id IS NOT NULL") == 7_500)
  }

  /// The query of an export follows from its declaration, the codes of other kinds included.
  @Test func itIsExported() throws {
    let shop = try Self.shop()
    try #require(try Self.take(Self.text, in: shop).isApplied)
    let stored = try #require(StoredKinds(Self.catalog)["gift_cards"])
    let query = StoredRecords.query(of: stored)
    #expect(query.fields.map(\.0) == ["gift_card", "location", "issued_on", "face_value", "holder"])
    let rows = try shop.shop.queue.read { database in
      try Row.fetchAll(
        database,
        sql: "SELECT \(query.fields.map(\.1).joined(separator: ", ")) FROM \(query.source) ORDER BY \(query.order)"
      ).map { row in row.databaseValues.map(\.description).joined(separator: " ") }
    }
    #expect(rows == ["\"G-1\" \"main\" \"2026-01-05\" 2500 NULL", "\"G-2\" \"main\" \"2026-01-06\" 10000 NULL"])
  }

  @Test func itsProblemsAreReported() throws {
    let shop = try Self.shop()
    let summary = try Self.take(
      Self.text.replacing("G-2,2026-01-06,100.00,main", with: "G-2,2026-01-06,(clear),main\nG-3,(clear),1.00,nowhere"),
      in: shop)
    #expect(!summary.isApplied)
    #expect(summary.errors.count >= 2, "\(summary.reported)")
    #expect(try shop.int("SELECT COUNT(*) FROM gift_cards") == 0)
  }
}
