/// What differs between the documents of a purchase order: the order, its confirmation, despatch advice, receipt and invoice.
public enum DocumentDifference: String, Hashable, Sendable, CaseIterable {
  case refused, backordered, substituted
  case shortConfirmed = "short-confirmed"
  case overConfirmed = "over-confirmed"
  case priceConfirmed = "price-confirmed"
  case packConfirmed = "pack-confirmed"
  case shortDespatched = "short-despatched"
  case overDespatched = "over-despatched"
  case packDespatched = "pack-despatched"
  case shortReceived = "short-received"
  case overReceived = "over-received"
  case closedShort = "closed-short"
  case overInvoiced = "over-invoiced"
  case priceInvoiced = "price-invoiced"
  case packInvoiced = "pack-invoiced"
  case notOrdered = "not-ordered"

  /// The difference as a sentence, in which `{{1}}` stands for what was expected and `{{2}}` for what was found.
  ///
  /// ```swift
  /// DocumentDifference.shortConfirmed.pattern  // "{{1}} ordered, only {{2}} confirmed"
  /// ```
  public var pattern: String {
    switch self {
    case .refused: "the supplier will not deliver it"
    case .backordered: "comes later: of {{1}} the supplier confirms {{2}} for now"
    case .substituted: "the supplier sends another item instead"
    case .shortConfirmed: "{{1}} ordered, only {{2}} confirmed"
    case .overConfirmed: "{{1}} ordered, {{2}} confirmed"
    case .priceConfirmed: "ordered at {{1}}, confirmed at {{2}} a stock unit"
    case .packConfirmed: "ordered by packs of {{1}}, confirmed by packs of {{2}}"
    case .shortDespatched: "{{1}} expected, only {{2}} sent so far"
    case .overDespatched: "{{1}} ordered, {{2}} sent"
    case .packDespatched: "ordered by packs of {{1}}, sent by packs of {{2}}"
    case .shortReceived: "{{1}} sent, only {{2}} received"
    case .overReceived: "{{1}} ordered, {{2}} received"
    case .closedShort: "{{1}} ordered, {{2}} received, the rest given up"
    case .overInvoiced: "{{2}} invoiced, only {{1}} received"
    case .priceInvoiced: "ordered at {{1}}, invoiced at {{2}} a stock unit"
    case .packInvoiced: "ordered by packs of {{1}}, invoiced by packs of {{2}}"
    case .notOrdered: "{{2}} received that nobody ordered"
    }
  }

  /// Whether it compares costs of a stock unit, and not quantities.
  public var isOfCosts: Bool { self == .priceConfirmed || self == .priceInvoiced }

  /// Whether the document or the supplier's own words belong to the sentence.
  public var namesItsDetail: Bool {
    switch self {
    case .refused, .backordered, .shortConfirmed, .overConfirmed, .packDespatched, .closedShort, .priceInvoiced,
      .packInvoiced, .notOrdered:
      true
    case .substituted, .priceConfirmed, .packConfirmed, .shortDespatched, .overDespatched, .shortReceived,
      .overReceived, .overInvoiced:
      false
    }
  }
}
