internal import FormatKit

/// Quantities that would be set as the stock on hand, although what stands next to the records says that they are of a
/// document: a delivery note, an order, an invoice, a list of sales.
///
/// A column that says itself that it is stock is believed.
struct DocumentQuantities {
  /// Words for documents, in what stands around the records: the names of tables, elements and keys.
  private static let around = ColumnWords(
    [
      "order", "orders", "purchase", "po", "invoice", "invoices", "receipt", "receipts", "delivery",
      "deliveries", "despatch", "dispatch", "shipment", "shipments", "sale", "sales", "basket", "cart", "wishlist",
      "return", "returns",
      "refund", "refunds", "transfer", "transfers", "writeoff", "writeoffs", "waste", "wastage", "quotation", "quote",
      "bon", "kassenbon", "commande", "commandes", "facture", "livraison", "vente", "ventes", "devis", "pedido",
      "pedidos", "factura", "albarán", "venta", "ventas", "ordine", "ordini", "fattura", "ddt", "vendite", "pakbon",
      "factuur", "följesedel", "faktura", "faktur",
    ],
    parts: [
      "bestellung", "auftrag", "rechnung", "lieferschein", "lieferung", "verkauf", "verkäufe", "rücksendung", "retoure",
      "umlagerung", "gutschrift", "warenkorb", "bestelling", "beställning", "försäljning", "verkopen",
    ])
  /// The same in the names of columns, where `order` may be a quantity to order, and `sale` a price.
  private static let columns = ColumnWords(
    [
      "invoice", "receipt", "facture", "factura", "fattura", "ddt", "albarán", "pakbon", "följesedel", "faktura",
      "factuur", "return", "bon",
    ],
    parts: [
      "rechnung", "lieferschein", "rücksendung", "retoure", "factuur", "fakturanum", "pakbon", "kassenbon", "bonnummer",
    ])
  /// Words by which a column is about the past or the future of an item, and not about the document.
  private static let otherTimes: Set<String> = [
    "last", "next", "first", "average", "avg", "letzte", "letzter", "letztes", "nächste", "dernier", "dernière",
    "última", "último", "ultimo", "ultima", "senaste", "laatste", "policy", "allowed", "returnable", "address",
  ]

  /// - Parameters:
  ///   - match: what the columns were taken for.
  ///   - tables: the names of the tables, such as those of sheets.
  ///   - findings: what the format found out about the source.
  /// - Returns: the column of the quantities and what to ask; nil where they may be stock.
  static func question(
    _ match: HeaderMatching, tables: [String], findings: [SourceFinding], kinds: RecordCatalog
  ) -> UnusedColumn? {
    let levels = match.profile.records.filter { kinds[$0.kind]?.part == .level }
    guard !levels.isEmpty, let quantity = match.meanings.first(where: { $0.field == "quantity" })?.column,
      !ColumnWords.onHand.areIn(ColumnWords.words(of: quantity)), let name = document(match, tables, findings)
    else { return nil }
    return UnusedColumn(
      column: quantity, isUsed: true,
      message:
        "column '\(quantity.prefix(80))' would be set as the stock on hand, although '\(name.prefix(80))' looks like a document "
        + "of goods that are ordered, moved or sold; say what the records are, such as --kind receipts, --kind sales or "
        + "--kind order_lines")
  }

  /// The first name of a document.
  private static func document(_ match: HeaderMatching, _ tables: [String], _ findings: [SourceFinding]) -> String? {
    let paths = findings.filter { ["path", "record", "not read"].contains($0.name) }.flatMap { finding in
      let besides = finding.evidence.split(separator: "not read: ", maxSplits: 1).dropFirst()
      return ([Substring(finding.value)] + besides).flatMap { $0.split { "/,.[]".contains($0) } }
    }
    let names = tables + paths.map { String($0.drop { $0 == " " }) }
    if let name = names.first(where: { around.areIn(ColumnWords.words(of: $0)) }) { return name }
    return match.unusedColumns.first { column in
      let words = ColumnWords.words(of: column)
      return columns.areIn(words) && words.isDisjoint(with: otherTimes)
    }
  }
}
