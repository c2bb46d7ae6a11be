internal import GRDB
internal import ProblemKit
internal import RetailValues

/// Quantities of records that name their item by the barcode of a pack, such as a case.
///
/// Such a record is about the pack: its quantity counts packs, and its cost and price are those of one pack. A SKU
/// refers to one stock unit, so a record that has the item's SKU is in stock units, even with a pack's barcode, unless
/// the profile says that barcodes come first. See `docs/guides/mapping-profiles.md`.
extension StagingArea {
  /// A field of a record with the amount for one unit of what its code refers to.
  struct PackedAmount {
    let field: String
    /// How ``GuardFunctions`` writes it: `cost`, or the code of a currency.
    let unit: String
  }

  /// Converts packs into stock units, and reports that for each record.
  ///
  /// - Parameters:
  ///   - item: the column with the item that each record is about.
  ///   - quantity: the field that counts packs.
  ///   - amounts: the fields that are those of one pack.
  func countPacks(
    in stage: String, item: String = "r_sku", quantity: String, amounts: [PackedAmount] = [], _ context: StagingContext
  ) throws {
    guard staged[stage]?.isScaled == false else { return }
    staged[stage]?.isScaled = true
    guard context.match?.contains(.barcode) != false,
      let packs = try packs(stage, item, quantity, amounts, isBarcodeFirst: Self.isBarcodeFirst(context.match))
    else { return }
    defer { try? database.execute(sql: "DROP TABLE temp.packed_records") }
    try database.execute(sql: "DROP TABLE IF EXISTS temp.packed_records")
    try database.execute(sql: "CREATE TEMP TABLE packed_records AS \(packs)")
    guard try Bool.fetchOne(database, sql: "SELECT EXISTS (SELECT 1 FROM temp.packed_records)") == true else { return }
    try refusePacksOutOfRange(stage, quantity, amounts)
    try notePacks(stage, quantity, amounts)
    let ofUnit = amounts.map { ", f_\($0.field) = \(Self.share("s.f_\($0.field)"))" }.joined()
    try database.execute(
      sql: """
        UPDATE temp.stage_\(stage) AS s SET f_\(quantity) = \(Self.units("s.f_\(quantity)"))\(ofUnit)
        FROM temp.packed_records p WHERE p.seq = s.seq AND s.broken = 0
        """)
  }

  /// Whether the profile lets the barcode decide before the SKU.
  private static func isBarcodeFirst(_ match: [ItemMatch]?) -> Bool {
    guard let match, let barcode = match.firstIndex(of: .barcode) else { return false }
    return match.firstIndex(of: .sku).map { barcode < $0 } ?? true
  }

  /// SQL for the records that are about packs, with the barcode and the number of stock units in the pack; nil where
  /// neither the shop nor the file has a barcode of a pack.
  private func packs(
    _ stage: String, _ item: String, _ quantity: String, _ amounts: [PackedAmount], isBarcodeFirst: Bool
  ) throws -> String? {
    var barcodes = """
      SELECT b.canonical, b.variant_id AS variant, b.pack_quantity AS pack FROM barcodes b WHERE b.pack_quantity <> 1000
      """
    if staged.isMerged("barcodes") {
      try indexKeys(of: "barcodes")
      barcodes = """
        SELECT b.canonical, b.variant_id AS variant, b.pack_quantity AS pack FROM barcodes b
        WHERE b.pack_quantity <> 1000 AND NOT EXISTS (
          SELECT 1 FROM temp.merged_barcodes n WHERE n.f_barcode = b.canonical AND n.f_pack_quantity IS NOT NULL)
        UNION
        SELECT b.canonical, b.variant_id, n.f_pack_quantity FROM temp.merged_barcodes n
          CROSS JOIN barcodes b ON b.canonical = n.f_barcode WHERE n.f_pack_quantity <> 1000
        UNION
        SELECT n.f_barcode, n.r_sku, n.f_pack_quantity FROM temp.merged_barcodes n WHERE n.f_pack_quantity <> 1000
        """
    }
    guard try Bool.fetchOne(database, sql: "SELECT EXISTS (\(barcodes))") == true else { return nil }
    let fields = Set(staged[stage]?.fields ?? [])
    var ways: [String] = []
    if fields.contains("barcode") { ways.append("k.canonical = s.f_barcode") }
    if fields.contains("sku") { ways.append(Self.isBarcode("s.f_sku", "k.canonical")) }
    guard !ways.isEmpty else { return nil }
    var isOfUnit = "0"
    if fields.contains("sku"), !isBarcodeFirst {
      isOfUnit = "EXISTS (SELECT 1 FROM variants v WHERE v.sku = s.f_sku AND v.id = s.\(item))"
      if staged.isMerged("variants") {
        try addIndex("merged_variants", "target")
        isOfUnit += """
           OR EXISTS (SELECT 1 FROM temp.merged_variants v WHERE v.target = s.\(item) AND v.f_sku = s.f_sku)
          """
      }
    }
    return """
      WITH packs (canonical, variant, pack) AS MATERIALIZED (\(barcodes))
      SELECT s.seq, k.canonical AS code, k.pack, s.f_\(quantity) AS quantity\
      \(amounts.map { ", s.f_\($0.field) AS \($0.field)" }.joined())
      FROM temp.stage_\(stage) s JOIN packs k ON k.variant = s.\(item) AND (\(ways.joined(separator: " OR ")))
      WHERE s.broken = 0 AND s.f_\(quantity) IS NOT NULL AND NOT (\(isOfUnit)) GROUP BY s.seq
      """
  }

  /// SQL for a number of packs `p` in stock units, rounded half away from zero to a thousandth.
  private static func units(_ packs: String) -> String {
    "CASE \(ReportingViews.rounded(packs, times: "p.pack", over: "1000")) END"
  }

  /// SQL for what falls to one stock unit of the amount of one pack `p`, rounded half away from zero.
  private static func share(_ amount: String) -> String {
    "CASE \(ReportingViews.rounded(amount, times: "1000", over: "p.pack")) END"
  }

  private func refusePacksOutOfRange(_ stage: String, _ quantity: String, _ amounts: [PackedAmount]) throws {
    let isBeyond =
      ["ABS(p.quantity) > 9000000000000000000 / p.pack"] + amounts.map { "ABS(p.\($0.field)) > 9000000000000000" }
    try reportUnknown(
      in: stage, field: quantity,
      where: "seq IN (SELECT p.seq FROM temp.packed_records p WHERE \(isBeyond.joined(separator: " OR ")))",
      code: .outOfRange, what: "the number '%s' of packs, or its cost, leaves the range that can be kept",
      remedy: "Correct the number, or the pack of the barcode; a barcode in the quantity column is the usual cause.")
  }

  /// Says of each record how many stock units it is, and warns where the price of one cannot be written exactly.
  private func notePacks(_ stage: String, _ quantity: String, _ amounts: [PackedAmount]) throws {
    let ofUnit = amounts.map {
      "COALESCE(', at ' || guard_amount(\(Self.share("p.\($0.field)")), '\($0.unit)') || ' each', '')"
    }
    let message = """
      guard_amount(p.quantity, 'quantity') || ' of the barcode ''' || \(Self.shortCode) || ''', which stands for '
        || guard_amount(p.pack, 'quantity') || ' stock units: ' || guard_amount(\(Self.units("p.quantity")), 'quantity')
        || ' stock units'\(ofUnit.map { " || " + $0 }.joined())
      """
    func write(
      _ code: Problem.Code, field: String, value: String, message: String, remedy: String,
      where condition: String
    ) throws {
      try database.execute(
        sql: """
          INSERT INTO temp.problems (seq, kind, code, severity, field, value, message, remedy, tbl, line, record, offset)
          SELECT s.seq, ?, ?, ?, ?, \(value), \(message), ?, s.tbl, s.line, s.record, s.offset
          FROM temp.packed_records p JOIN temp.stage_\(stage) s ON s.seq = p.seq WHERE s.broken = 0 AND \(condition)
          """, arguments: [stage, code.id, code.severity.rawValue, field, remedy])
    }
    try write(
      .packBarcode, field: quantity, value: "guard_amount(p.quantity, 'quantity')", message: message,
      remedy: "If the number was in stock units, name the item by its SKU.", where: "1")
    for amount in amounts where amount.unit != "cost" {
      let shown = "guard_amount(p.\(amount.field), '\(amount.unit)')"
      try write(
        .packPriceRounded, field: amount.field, value: shown,
        message: """
          'the price ' || \(shown) || ' of ' || guard_amount(p.pack, 'quantity') || ' stock units is '
            || guard_amount(\(Self.share("p.\(amount.field)")), '\(amount.unit)') || ' for each of them, which is rounded'
          """,
        remedy: "Write the record in stock units, with its SKU, and split it where its units have different prices.",
        where: "(p.\(amount.field) * 1000) % p.pack <> 0")
    }
  }

  /// SQL for a barcode as people write it, without the zeros that its canonical form has in front.
  private static let shortCode = """
    CASE WHEN length(p.code) != 14 THEN p.code WHEN substr(p.code, 1, 6) = '000000' THEN substr(p.code, 7)
      WHEN substr(p.code, 1, 2) = '00' THEN substr(p.code, 3) WHEN substr(p.code, 1, 1) = '0' THEN substr(p.code, 2)
      ELSE p.code END
    """
}
