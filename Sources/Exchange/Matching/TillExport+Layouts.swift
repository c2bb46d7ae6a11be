internal import FormatKit

/// The exports that are known.
extension TillExport {
  /// The columns of one export, in the form in which headers are compared.
  struct Layout {
    let name: String
    /// The columns that identify this export.
    let signature: [String]
    let document: String
    /// The column of the time, or those of the day and the time.
    let time: [String]
    let sku: String
    var barcode: String?
    /// The name of the item and that of its variant.
    let title: [String]
    let quantity: String
    /// The price of one, or the amount of the line.
    var price: String?
    var amount: String?
    var currency: String?
    var location: String?
    /// The column that says what a row is, and the words of a refund. Words are in small letters here, and found in others too.
    var kind: (column: String, refunds: [String])?
    /// Rows that are not sales: a column and its words.
    var void: (column: String, words: [String])?
    /// The words of that column that say of rows that they are sales, where it says so of all rows; about others is asked.
    var sold: [String] = []
    /// Rows that hold no goods: the column that says what a row is, its words for them, and that for rows of goods.
    var without: (column: String, words: [String], goods: String)?
    /// The column with the register, which may be in another place where there are several.
    var register: String?
    /// A column with the time at which the document was cancelled.
    var cancelled: String?
    /// A column with amounts that are not in the price.
    var discount: String?
    /// A column with the money that was paid back for a document.
    var refunded: String?
    /// Columns that only the first row of a document has.
    var ofDocument: [String] = []
  }

  static let layouts: [Layout] = [
    Layout(
      name: "Shopify orders", signature: ["name", "lineitem quantity", "lineitem name", "created at"],
      document: "name", time: ["created at"], sku: "lineitem sku", title: ["lineitem name"],
      quantity: "lineitem quantity", price: "lineitem price", currency: "currency", location: "location",
      void: ("financial status", ["voided"]), cancelled: "cancelled at", discount: "lineitem discount",
      refunded: "refunded amount",
      ofDocument: ["created at", "currency", "location", "financial status", "cancelled at"]),
    Layout(
      name: "Square item sales", signature: ["date", "item", "qty", "price point name", "net sales"],
      document: "transaction id", time: ["date", "time"], sku: "sku", barcode: "gtin",
      title: ["item", "price point name"], quantity: "qty", amount: "net sales", location: "location",
      kind: ("event type", ["refund"])),
    Layout(
      name: "Loyverse receipts by item",
      signature: ["date", "receipt number", "receipt type", "quantity", "net sales"], document: "receipt number",
      time: ["date"], sku: "sku", title: ["item", "variant"], quantity: "quantity", amount: "net sales",
      location: "store", kind: ("receipt type", ["refund"]),
      void: ("status", ["cancelled", "canceled"])),
    Layout(
      name: "SumUp sales report", signature: ["datum", "typ", "transaktionsnummer", "menge", "beschreibung"],
      document: "transaktionsnummer", time: ["datum"], sku: "sku", title: ["beschreibung"], quantity: "menge",
      amount: "preis brutto", currency: "währung",
      kind: ("typ", ["rückerstattung", "rückzahlung", "erstattung"])),
    Layout(
      name: "SumUp sales report",
      signature: ["date", "type", "transaction id", "quantity", "description", "price gross"],
      document: "transaction id", time: ["date", "time"], sku: "sku", title: ["description"], quantity: "quantity",
      amount: "price gross", currency: "currency", kind: ("type", ["refund"])),
    lightspeed(state: "status"),
    lightspeed(state: "state"),
  ]

  /// Lightspeed X-Series, formerly Vend, sales history. A receipt has a row of its sums, rows of its items and rows of its
  /// payments; what is pending or laid by is neither sold nor void.
  ///
  /// - Parameter state: the column that says what a sale has come to; one program's name for it is to replace the other's
  private static func lightspeed(state: String) -> Layout {
    Layout(
      name: "Lightspeed X-Series sales history",
      signature: ["date", "receipt number", "line type", "quantity", "sku", state], document: "receipt number",
      time: ["date"], sku: "sku", title: ["details"], quantity: "quantity", amount: "total",
      void: (state, ["voided", "saved", "parked"]),
      sold: [
        "closed", "onaccount", "onaccount_closed", "layby_closed", "dispatched_closed", "picked_up_closed",
        "service_closed",
      ],
      without: ("line type", ["sale", "payment"], "sale line"), register: "register",
      ofDocument: ["date", state, "register"])
  }
}

extension TillExport.Layout {
  /// The columns of which every value must be a known one: what a sale has come to, and what a row is.
  func states(in table: String, _ column: (String?) -> String?) -> [StateColumn] {
    guard let group = column(document), let goods = column(sku) else { return [] }
    func state(_ name: String?, _ values: [String]) -> StateColumn? {
      column(name).map { name in
        StateColumn(
          table: table, column: name, words: [],
          expected: .init(values: Set(values.map { $0.lowercased() }), group: group, goods: goods))
      }
    }
    return [
      sold.isEmpty ? nil : state(void?.column, sold + (void?.words ?? [])),
      without.flatMap { state($0.column, $0.words + [$0.goods]) },
    ].compactMap(\.self)
  }
}
