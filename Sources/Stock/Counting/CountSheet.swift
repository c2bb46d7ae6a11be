internal import GRDB
public import RetailValues

/// A row of a count sheet, to be written in any format; the counted quantity is left blank.
public struct CountSheetRow: Hashable, Sendable {
  /// The session's number or name, and the location's code.
  public let count: String
  public let location: String
  public let variantID: Int64
  public let section: String
  public let sku: String
  public let barcode: String?
  public let title: String
  public let colour: String?
  public let size: String?
  /// The quantity that the ledger expects; nil in a blind count.
  public let expected: Quantity?
}

/// The part of a count's rows that a sheet contains.
public struct CountSheetPart: Hashable, Sendable {
  /// Only what is to be counted again, by the sections that it was found in; always blind.
  public var isRecount: Bool
  /// Only the list of this section; nil for the whole sheet.
  public var section: String?

  public init(isRecount: Bool = false, section: String? = nil) {
    self.isRecount = isRecount
    self.section = section
  }

  public static let whole = CountSheetPart()
}

extension ShopDatabase {
  /// Gives the rows of a session's sheet, by section, title and SKU; streamed, so that it may be any number.
  ///
  /// - Parameters:
  ///   - part: which rows.
  ///   - moment: as of when the expected quantity is given; the session's cut-off when nil, else now.
  /// - Throws: ``Problem/Code/notFound``.
  public func countSheet(
    _ code: String, part: CountSheetPart = .whole, asOf moment: Timestamp? = nil,
    _ receive: (CountSheetRow) throws -> Void
  ) throws {
    try read { database in
      let session = try CountSessions.session(database, code: code)
      let locationID = try LocationLookup.id(database, of: session.location)
      let asOf = (moment ?? session.cutOff ?? .now).millisecondsSince1970
      let lines =
        part.isRecount
        ? """
        SELECT DISTINCT r.variant_id, e.section FROM (\(CountRecounts.open)) r
          JOIN count_entries e ON e.session_id = r.session_id AND e.variant_id = r.variant_id AND e.superseded_by IS NULL
        WHERE r.session_id = :session
        """
        : part.section.map {
          "SELECT variant_id, :section AS section FROM (\(CountSectionList.items(ofWhole: $0.isEmpty)))"
        } ?? "SELECT variant_id, section FROM count_sheet WHERE session_id = :session"
      let rows = try Row.fetchCursor(
        database,
        sql: """
          SELECT c.variant_id, c.section, v.sku, v.barcode, v.title, v.colour, v.size,
            \(CountFactQuery.onHand("c.variant_id")), \(CountFactQuery.after("c.variant_id", ":as_of"))
          FROM (\(lines)) c JOIN report_variants v ON v.variant_id = c.variant_id
          WHERE :section IS NULL OR c.section = :section
          ORDER BY title_order(c.section), c.section, title_order(v.title), v.sku
          """,
        arguments: ["session": session.id, "location": locationID, "as_of": asOf, "section": part.section])
      while let row = try rows.next() {
        let isBlind = session.isBlind || part.isRecount
        let expected = isBlind ? nil : try CountFactQuery.expected(onHand: row[7], after: row[8])
        try receive(
          CountSheetRow(
            count: session.code, location: session.location, variantID: row[0], section: row[1], sku: row[2],
            barcode: row[3], title: row[4], colour: row[5], size: row[6], expected: expected))
      }
    }
  }

  /// The rows of a session's sheet, as a list.
  public func countSheet(
    _ code: String, part: CountSheetPart = .whole, asOf moment: Timestamp? = nil
  ) throws -> [CountSheetRow] {
    var rows: [CountSheetRow] = []
    try countSheet(code, part: part, asOf: moment) { rows.append($0) }
    return rows
  }
}
