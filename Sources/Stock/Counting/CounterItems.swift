internal import Foundation
internal import GRDB
public import RetailValues

/// An item of a count as the person who counts sees it: with what they entered themselves, and nothing that others counted
/// or the books expect.
public struct CounterItem: Hashable, Sendable {
  /// The SKU; nil for a code that the catalog does not know.
  public let sku: String?
  /// The SKU, or the unknown code.
  public let code: String
  public let title: String?
  public let colour: String?
  public let size: String?
  public let barcode: String?
  public let section: String
  /// What the person entered in the section, in this round; nil for nothing. Zero is a count.
  public let counted: Quantity?
  /// How many stock units one scan of the code is: more than one for a case.
  public var pack = Quantity(scaled: 1000)
  /// Whether the count is to be repeated.
  public let isRecount: Bool
  public let enteredAt: Timestamp?
  public let note: String?
}

/// Which items of a count a person who counts asks for.
public enum CounterItemChoice: Hashable, Sendable {
  /// Those that they entered, the last one first.
  case entered
  /// Those of the section's list that they did not enter, by title.
  case left
  /// Those to be counted again by somebody who did not count them before.
  case recounts
}

/// The items that a person who counts asked for, with how far they have come in the section.
public struct CounterItems: Hashable, Sendable {
  public let session: CountSession
  /// How many items the section's list has: those of the sheet, of a section those of them whose products are in it; 0 for a
  /// section without a list. Of recounts: how many the person made, and may still make.
  public let listed: Int
  /// How many of ``listed`` the person entered, or has left out; in a section without a list, how many items and unknown codes
  /// they entered, without those that are left out. Of recounts: how many of ``listed`` are not left.
  public let entered: Int
  /// How many items there are of the choice.
  public let total: Int
  public let items: [CounterItem]
  /// Since when the person is done with the section; nil while they count.
  public let doneAt: Timestamp?
}

extension ShopDatabase {
  /// The items of a section as its counter sees them.
  ///
  /// - Parameters:
  ///   - item: the SKU or barcode of the one item that is asked for, as typed, whether it was counted or not. A code that the
  ///     catalog does not know gives an item without a SKU.
  ///   - counter: the person's name, as in the entries.
  ///   - excluded: the SKUs and unknown codes of items that are neither returned nor counted.
  ///   - limit: how many items are returned at most, after the first `skip`.
  /// - Throws: ``Problem/Code/notFound``, ``Problem/Code/ambiguousItem``.
  public func counterItems(
    _ choice: CounterItemChoice, in code: String, section: String, item: String? = nil, of counter: String,
    excluding excluded: [String] = [], limit: Int = 50, skip: Int = 0
  ) throws -> CounterItems {
    try read { database in
      let session = try CountSessions.session(database, code: code)
      let query = CounterItemQuery(database: database, session: session, section: section, counter: counter)
      let isOfRecounts = choice == .recounts && item == nil
      let left = try isOfRecounts ? query.count(.recounts, excluding: excluded) : 0
      let listed = try isOfRecounts ? query.recounted() + query.count(.recounts) : query.listed()
      let allEntered = try isOfRecounts ? 0 : query.count(.entered, excluding: excluded)
      let entered =
        try isOfRecounts ? listed - left : listed > 0 ? query.enteredOfList(or: excluded) : allEntered
      let total =
        switch (item, choice) {
        case (.some, _): 1
        case (nil, .entered): allEntered
        case (nil, .recounts): left
        case (nil, .left): try query.count(.left, excluding: excluded)
        }
      return CounterItems(
        session: session, listed: listed, entered: entered, total: total,
        items: try item.map { [try query.item($0)] }
          ?? query.items(choice, excluding: excluded, limit: limit, skip: skip),
        doneAt: try CountHandouts.all(database, of: session).first {
          $0.section == section && CounterIdentity($0.counter) == CounterIdentity(counter)
        }?.doneAt)
    }
  }
}

/// What one person sees of the items of a section, within a transaction.
struct CounterItemQuery {
  let database: Database
  let session: CountSession
  let section: String
  let counter: String

  private var arguments: StatementArguments {
    ["session": session.id, "section": section, "counter": counter]
  }

  /// SQL for whether an entry `e` is one of the person in the section.
  private static let isOwn =
    "e.session_id = :session AND e.section = :section AND \(CounterIdentity.areSame("e.counter", ":counter"))"

  /// SQL for the items of which the person has entries in the section. Of each item the last entry is valid, so that an index has all
  /// that is needed as long as nothing is counted again.
  private static let ownItems =
    "SELECT e.variant_id FROM count_entries e WHERE \(isOwn) AND e.variant_id IS NOT NULL GROUP BY e.variant_id"

  /// Whether nothing was asked to be counted again, so that every entry is of one round.
  private func hasOneRound() throws -> Bool {
    try Bool.fetchOne(
      database, sql: "SELECT NOT EXISTS (SELECT 1 FROM count_recounts WHERE session_id = ?)", arguments: [session.id])
      ?? false
  }

  /// SQL for the person's valid entries of the section in the latest round of each item; of a code that the catalog does not
  /// know there is one round.
  ///
  /// - Parameter condition: which entries `e` are meant; all unless given.
  static func entered(where condition: String = "1") -> String {
    """
    SELECT MAX(e.id) AS id, e.variant_id, CASE WHEN e.variant_id IS NULL THEN e.code END AS code, SUM(e.quantity) AS counted,
      MAX(e.entered_at) AS entered_at, MAX(e.note) AS note, e.round > 0 AS is_recount
    FROM count_entries e WHERE \(isOwn) AND e.superseded_by IS NULL
      AND (e.variant_id IS NULL OR e.round = \(CountRecounts.round("e.session_id", "e.variant_id"))) AND \(condition)
    GROUP BY e.variant_id, CASE WHEN e.variant_id IS NULL THEN e.code END
    """
  }

  /// SQL for the items of the section's list that the person has not entered; those to be counted again are listed elsewhere.
  private var left: String {
    """
    SELECT c.variant_id AS id, c.variant_id, NULL AS code, NULL AS counted, NULL AS entered_at, NULL AS note, 0 AS is_recount
    FROM (\(list)) c
    WHERE NOT EXISTS (SELECT 1 FROM count_entries e WHERE e.session_id = :session AND e.variant_id = c.variant_id
      AND e.section = :section AND \(CounterIdentity.areSame("e.counter", ":counter")) AND e.superseded_by IS NULL)
    """
  }

  private var list: String { CountSectionList.items(ofWhole: section.isEmpty) }

  /// SQL for the recounts that were asked for and that the person may make.
  private static let recounts = """
    SELECT r.variant_id AS id, r.variant_id, NULL AS code, NULL AS counted, NULL AS entered_at, NULL AS note, 1 AS is_recount
    FROM (\(CountRecounts.open)) r WHERE r.session_id = :session
      AND NOT EXISTS (SELECT 1 FROM count_entries e WHERE e.session_id = r.session_id AND e.variant_id = r.variant_id
        AND e.superseded_by IS NULL AND \(CounterIdentity.areSame("e.counter", ":counter")))
      AND :section IS NOT NULL
    """

  /// - Parameter condition: which of the entered ones are meant.
  private func source(
    _ choice: CounterItemChoice, where condition: String = "1"
  ) -> (sql: String, order: String) {
    func of(_ column: String) -> String {
      "(SELECT v.\(column) FROM report_variants v WHERE v.variant_id = q.variant_id)"
    }
    let byTitle = "title_order(\(of("title"))), \(of("sku"))"
    return switch choice {
    case .entered: (Self.entered(where: condition), "q.id DESC")
    case .left: (left, byTitle)
    case .recounts: (Self.recounts, byTitle)
    }
  }

  func listed() throws -> Int {
    try Int.fetchOne(
      database, sql: "SELECT COUNT(*) FROM (\(list))", arguments: ["session": session.id, "section": section]) ?? 0
  }

  /// How many items of the section's list the person entered, or has among these codes.
  func enteredOfList(or codes: [String]) throws -> Int {
    func isListed(_ variant: String) -> String {
      "EXISTS (SELECT 1 FROM (\(list)) c WHERE c.variant_id = \(variant))"
    }
    let entered = try hasOneRound() ? Self.ownItems : Self.entered()
    return try Int.fetchOne(
      database,
      sql: """
        SELECT COUNT(*) FROM (
          SELECT q.variant_id FROM (\(entered)) q WHERE \(isListed("q.variant_id"))
          UNION
          SELECT v.id FROM variants v WHERE v.sku IN (SELECT value FROM json_each(:codes)) AND \(isListed("v.id")))
        """, arguments: arguments + ["codes": try Self.json(codes)]) ?? 0
  }

  /// How many items the person counted again.
  func recounted() throws -> Int {
    try Int.fetchOne(
      database,
      sql: """
        SELECT COUNT(DISTINCT variant_id) FROM count_entries
        WHERE session_id = ? AND round > 0 AND superseded_by IS NULL AND \(CounterIdentity.areSame("counter", "?"))
        """, arguments: [session.id, counter]) ?? 0
  }

  /// SQL that leaves out the items of these SKUs and unknown codes, with its arguments.
  private static func condition(excluding codes: [String]) throws -> (sql: String, arguments: StatementArguments) {
    guard !codes.isEmpty else { return ("", [:]) }
    let list = "(SELECT value FROM json_each(:excluded))"
    return (
      """
      WHERE COALESCE(q.variant_id NOT IN (SELECT v.id FROM variants v WHERE v.sku IN \(list)), 1)
        AND COALESCE(q.code NOT IN \(list), 1)
      """, ["excluded": try json(codes)]
    )
  }

  private static func json(_ codes: [String]) throws -> String {
    String(decoding: try JSONEncoder().encode(codes), as: UTF8.self)
  }

  func count(_ choice: CounterItemChoice, excluding codes: [String] = []) throws -> Int {
    if choice == .entered, codes.isEmpty, try hasOneRound() {
      return try Int.fetchOne(
        database,
        sql: """
          SELECT (SELECT COUNT(*) FROM (\(Self.ownItems)))
            + (SELECT COUNT(DISTINCT e.code) FROM count_entries e
              WHERE \(Self.isOwn) AND e.variant_id IS NULL AND e.superseded_by IS NULL)
          """, arguments: arguments) ?? 0
    }
    let condition = try Self.condition(excluding: codes)
    return try Int.fetchOne(
      database, sql: "SELECT COUNT(*) FROM (\(source(choice).sql)) q \(condition.sql)",
      arguments: arguments + condition.arguments) ?? 0
  }

  /// The most items that are passed over or returned.
  private static let most = 1 << 40

  func items(_ choice: CounterItemChoice, excluding codes: [String], limit: Int, skip: Int) throws -> [CounterItem] {
    let (limit, skip) = (min(max(0, limit), Self.most), min(max(0, skip), Self.most))
    // Of the items, the last ones are enough to know the last ones together with the unknown codes.
    let last = "\(Self.ownItems) ORDER BY MAX(e.id) DESC LIMIT \(limit + skip + codes.count)"
    let isLast = try hasOneRound() ? "(e.variant_id IS NULL OR e.variant_id IN (\(last)))" : "1"
    let (sql, order) = source(choice, where: isLast)
    let condition = try Self.condition(excluding: codes)
    return try items(
      "(\(sql)) q \(condition.sql) ORDER BY \(order) LIMIT \(limit) OFFSET \(skip)", with: condition.arguments)
  }

  func item(_ text: String) throws -> CounterItem {
    let id = try VariantLookup.id(database, typed: text)
    let entries = try items(
      "(\(Self.entered(where: id == nil ? "e.variant_id IS NULL AND e.code = :item" : "e.variant_id = :item"))) q",
      with: ["item": id?.databaseValue ?? text.databaseValue])
    if var item = entries.first {
      item.pack = try pack(of: text)
      return item
    }
    let variant = try id.flatMap { try VariantLookup.description(database, of: $0) }
    let round = try id.map { id in
      try Int.fetchOne(
        database, sql: "SELECT \(CountRecounts.round(":session", ":variant"))",
        arguments: ["session": session.id, "variant": id]) ?? 0
    }
    return CounterItem(
      sku: variant?.sku, code: variant?.sku ?? text, title: variant?.title, colour: variant?.colour,
      size: variant?.size, barcode: variant?.barcode, section: section, counted: nil, pack: try pack(of: text),
      isRecount: (round ?? 0) > 0, enteredAt: nil, note: nil)
  }

  /// How many stock units a code stands for.
  private func pack(of code: String) throws -> Quantity {
    let isSKU = try Bool.fetchOne(
      database, sql: "SELECT EXISTS (SELECT 1 FROM variants WHERE sku = ?)", arguments: [code])
    guard isSKU == false, let barcode = try? Barcode(parsing: code) else { return Quantity(scaled: 1000) }
    let pack = try Int64.fetchOne(
      database, sql: "SELECT pack_quantity FROM barcodes WHERE canonical = ?", arguments: [barcode.canonical])
    return Quantity(scaled: pack ?? 1000)
  }

  /// - Parameter source: SQL for the items, in their order. What describes them is looked up for each: in a query of both, SQLite
  ///   would gather the descriptions of all items of the catalog first.
  private func items(_ source: String, with further: StatementArguments = [:]) throws -> [CounterItem] {
    try Row.fetchAll(
      database, sql: "SELECT q.variant_id, q.code, q.counted, q.is_recount, q.entered_at, q.note FROM \(source)",
      arguments: arguments + further
    ).map { row in
      let variant = try (row[0] as Int64?).flatMap { try VariantLookup.description(database, of: $0) }
      return CounterItem(
        sku: variant?.sku, code: variant?.sku ?? row[1] ?? "", title: variant?.title, colour: variant?.colour,
        size: variant?.size, barcode: variant?.barcode, section: section,
        counted: (row[2] as Int64?).map { Quantity(scaled: $0) }, isRecount: row[3],
        enteredAt: (row[4] as Int64?).map { Timestamp(millisecondsSince1970: $0) }, note: row[5])
    }
  }
}
