/// The destinations of a message's values, as tables: slots are fields of records, or parts of fields.
enum MappingTables {
  /// The rules of a message by scope and tag.
  struct Table: Sendable {
    private let rules: [String: [String: [MappingRule]]]

    init(_ rules: [MappingRule]) {
      self.rules = Dictionary(grouping: rules, by: \.scope).mapValues { Dictionary(grouping: $0, by: \.tag) }
    }

    func rules(_ scope: String, _ tag: String) -> [MappingRule] { rules[scope]?[tag] ?? [] }
  }

  static let tables: [String: Table] = [
    "ORDERS": Table(head + order + line + orderLine),
    "ORDRSP": Table(head + orderResponse + line + orderResponseLine),
    "DESADV": Table(head + despatch + line + despatchLine),
    "INVOIC": Table(head + invoice + line + invoiceLine),
    "PRICAT": Table(head + catalogue + line + catalogueLine),
    "INVRPT": Table(head + inventory + line + inventoryLine),
    "SLSRPT": Table(head + sales + line + salesLine),
  ]

  /// Those who supply, the best first.
  static let supplierParties = "SU|SE|II|MF|DS|SF|FR|MS"
  private static let buyerParties = "BY|IV|BT|MR"
  private static let deliveryParties = "DP|ST|CN|UC|UD|WH"

  private static let head: [MappingRule] = [
    MappingRule("document_code", "", "BGM", "", at: (1, 1)),
    MappingRule("number", "", "BGM", "", at: (2, 1)),
    MappingRule("function", "", "BGM", "", at: (3, 1)),
    MappingRule("response_code", "", "BGM", "", at: (4, 1)),
    MappingRule("dated", "", "DTM", "137|3|4|8|171", at: (1, 1), .composite),
    MappingRule("currency", "CUX", "CUX", "2|4|1|3|9|10|11", at: (1, 2)),
    MappingRule("note", "", "FTX", "", at: (4, 1), .joined),
    MappingRule("contract", "RFF", "RFF", "CT|BC|CRD", at: (1, 2)),
    MappingRule("order_number", "RFF", "RFF", "ON|CO|VN", at: (1, 2)),
    MappingRule("buyer", "NAD", "NAD", buyerParties, at: (2, 1)),
    MappingRule("buyer_name", "NAD", "NAD", buyerParties, at: (4, 1), .joined),
    MappingRule("location", "NAD", "NAD", deliveryParties, at: (2, 1)),
    MappingRule("supplier", "NAD", "NAD", supplierParties, at: (2, 1), .composite),
    MappingRule("supplier_name", "NAD", "NAD", supplierParties, at: (4, 1), .joined),
    MappingRule("supplier_address", "NAD", "NAD", supplierParties, at: (3, 1), .joined),
    MappingRule("supplier_internal", "NAD/RFF", "RFF", "IA|AVN", at: (1, 2), of: supplierParties),
    MappingRule("supplier_tax", "NAD/RFF", "RFF", "VA|FC|AHP|GN", at: (1, 2), of: supplierParties),
    MappingRule("supplier_email", "NAD/CTA", "COM", "EM", at: (1, 1), by: (1, 2), of: supplierParties),
    MappingRule("contact", "NAD/CTA", "CTA", "", at: (2, 2)),
  ]

  private static let order: [MappingRule] = [
    MappingRule("expected", "", "DTM", "2|64|63|69|17|76|10", at: (1, 1), .composite)
  ]

  private static let orderResponse: [MappingRule] = [
    MappingRule("promised", "", "DTM", "69|67|17|2|64|63", at: (1, 1), .composite)
  ]

  private static let despatch: [MappingRule] = [
    MappingRule("despatched", "", "DTM", "11|137|171", at: (1, 1), .composite),
    MappingRule("expected", "", "DTM", "17|132|191|358|69|2|35", at: (1, 1), .composite),
    MappingRule("carrier", "TDT", "TDT", "", at: (5, 4)),
    MappingRule("carrier_code", "TDT", "TDT", "", at: (5, 1)),
    MappingRule("carrier_party", "NAD", "NAD", "CA|FW", at: (4, 1), .joined),
    MappingRule("tracking", "RFF", "RFF", "CN|AWB|BM|AAM|SRN|AAS|FF", at: (1, 2)),
    MappingRule("packages", "", "CNT", "11|10", at: (1, 2)),
    MappingRule("packages_packed", "CPS/PAC", "PAC", "", at: (1, 1)),
  ]

  private static let invoice: [MappingRule] = [
    MappingRule("due", "", "DTM", "13|140|265", at: (1, 1), .composite),
    MappingRule("due_by_terms", "PAT", "DTM", "13|140|265|209", at: (1, 1), .composite),
    MappingRule("despatch_number", "RFF", "RFF", "AAK|DQ|DL", at: (1, 2)),
    MappingRule("corrects", "RFF", "RFF", "IV|OI|ACE", at: (1, 2)),
    MappingRule("net", "UNS/MOA", "MOA", "125|79|66", at: (1, 1), .composite),
    MappingRule("tax", "UNS/MOA", "MOA", "176|150|124", at: (1, 1), .composite),
    MappingRule("tax_by_rate", "UNS/TAX", "MOA", "124", at: (1, 2), .sum),
    MappingRule("total", "UNS/MOA", "MOA", "77|39|128|9|86", at: (1, 1), .composite),
    MappingRule("allowances", "UNS/MOA", "MOA", "260", at: (1, 1), .composite),
    MappingRule("charges", "UNS/MOA", "MOA", "259", at: (1, 1), .composite),
  ]

  private static let catalogue: [MappingRule] = [
    MappingRule("valid_from", "", "DTM", "7|194|157|44|158", at: (1, 1), .composite),
    MappingRule("valid_to", "", "DTM", "206|36", at: (1, 1), .composite),
    MappingRule("category", "PGI", "PGI", "", at: (2, 1)),
    MappingRule("category_name", "PGI", "PGI", "", at: (2, 4)),
  ]

  private static let inventory: [MappingRule] = [
    MappingRule("as_of", "", "DTM", "366|179|91|90|137|194", at: (1, 1), .composite),
    MappingRule("stock_location", "NAD", "NAD", "WH|SN|DP|CN|BY|GY", at: (2, 1)),
    MappingRule("stock_place", "NAD", "LOC", "", at: (2, 1)),
  ]

  private static let sales: [MappingRule] = [
    MappingRule("sold", "", "DTM", "356|91|90|137|194", at: (1, 1), .composite),
    MappingRule("location", "LOC", "LOC", "", at: (2, 1)),
    MappingRule("sold_there", "LOC", "DTM", "356|91|90|137|194", at: (1, 1), .composite),
  ]

  // MARK: Lines

  private static let line: [MappingRule] = [
    MappingRule("line", "LIN", "LIN", "", at: (1, 1)),
    MappingRule("action", "LIN", "LIN", "", at: (2, 1)),
    MappingRule("pack", "LIN", "QTY", "59|52", at: (1, 1), .composite),
    MappingRule("description_code", "LIN", "IMD", "C", at: (3, 1)),
    MappingRule("title", "LIN", "IMD", "F|E|A|S|B|L|C", at: (3, 4)),
    MappingRule("title_rest", "LIN", "IMD", "F|E|A|S|B|L|C", at: (3, 5)),
    MappingRule("note", "LIN", "FTX", "", at: (4, 1), .joined),
    MappingRule("order_number", "LIN/RFF", "RFF", "ON|CO", at: (1, 2)),
    MappingRule("order_line", "LIN/RFF", "RFF", "ON|CO", at: (1, 3)),
    MappingRule("line_reference", "LIN/RFF", "RFF", "LI", at: (1, 2)),
    MappingRule("currency", "LIN/PRI", "CUX", "", at: (1, 2)),
  ]

  /// Net prices; a gross price (AAB) is not a cost, except in a catalogue.
  private static let costs = "AAA|INV|NTP|CON|CAL|CT"

  private static let orderLine: [MappingRule] = [
    MappingRule("quantity", "LIN", "QTY", "21|1|12", at: (1, 1), .composite),
    MappingRule("price", "LIN/PRI", "PRI", costs, at: (1, 1), .composite),
  ]

  private static let orderResponseLine: [MappingRule] = [
    MappingRule("quantity", "LIN", "QTY", "113|12|21|1|46|145", at: (1, 1), .composite),
    MappingRule("backordered", "LIN", "QTY", "83|73", at: (1, 1), .composite),
    MappingRule("promised", "LIN", "DTM", "69|67|17|2|64|63", at: (1, 1), .composite),
    MappingRule("price", "LIN/PRI", "PRI", costs, at: (1, 1), .composite),
  ]

  private static let despatchLine: [MappingRule] = [
    MappingRule("sscc_packed", "CPS/PAC/PCI/GIN", "GIN", "BJ|AW|SRV", at: (2, 1)),
    MappingRule("sscc_packed", "CPS/PAC/GIN", "GIN", "BJ|AW|SRV", at: (2, 1)),
    MappingRule("quantity", "LIN", "QTY", "12|46|1|11|48|113", at: (1, 1), .composite),
    MappingRule("backordered", "LIN", "QTY", "83|73", at: (1, 1), .composite),
    MappingRule("variance", "LIN/QVR", "QVR", "", at: (1, 1), .composite),
    MappingRule("variance_reason", "LIN/QVR", "QVR", "", at: (2, 1)),
    MappingRule("lot", "LIN", "GIN", "BX|BN", at: (2, 1)),
    MappingRule("lot_marked", "LIN/PCI/GIN", "GIN", "BX|BN", at: (2, 1)),
    MappingRule("lot_referred", "LIN/RFF", "RFF", "BT|LT", at: (1, 2)),
    MappingRule("sscc", "LIN", "GIN", "BJ|AW", at: (2, 1)),
    MappingRule("sscc_marked", "LIN/PCI/GIN", "GIN", "BJ|AW", at: (2, 1)),
    MappingRule("expires", "LIN", "DTM", "361|36|360", at: (1, 1), .composite),
    MappingRule("expires_marked", "LIN/PCI", "DTM", "361|36|360", at: (1, 1), .composite),
  ]

  private static let invoiceLine: [MappingRule] = [
    MappingRule("quantity", "LIN", "QTY", "47|12|46|1|21", at: (1, 1), .composite),
    MappingRule("price", "LIN/PRI", "PRI", costs, at: (1, 1), .composite),
    MappingRule("amount", "LIN/MOA", "MOA", "203|66|128|38|106", at: (1, 1), .composite),
    MappingRule("tax_rate", "LIN/TAX", "TAX", "7|5", at: (5, 4)),
    MappingRule("despatch_number", "LIN/RFF", "RFF", "AAK|DQ", at: (1, 2)),
  ]

  private static let catalogueLine: [MappingRule] = [
    MappingRule("brand", "LIN", "IMD", "BRN", at: (3, 4), by: (2, 1)),
    MappingRule("colour", "LIN", "IMD", "35", at: (3, 4), by: (2, 1)),
    MappingRule("size", "LIN", "IMD", "98", at: (3, 4), by: (2, 1)),
    MappingRule("minimum", "LIN", "QTY", "53", at: (1, 1), .composite),
    MappingRule("price", "LIN/PRI", "PRI", "\(costs)|AAB", at: (1, 1), .composite),
    MappingRule("valid_from", "LIN/PRI", "DTM", "7|194|157", at: (1, 1), .composite),
    MappingRule("valid_to", "LIN/PRI", "DTM", "206|36", at: (1, 1), .composite),
    MappingRule("tax_rate", "LIN/TAX", "TAX", "7|5", at: (5, 4)),
  ]

  private static let inventoryLine: [MappingRule] = [
    MappingRule("location", "LIN", "LOC", "", at: (2, 1)),
    MappingRule("as_of", "LIN", "DTM", "366|179|137|91", at: (1, 1), .composite),
  ]

  private static let salesLine: [MappingRule] = [
    MappingRule("price", "LIN", "PRI", "AAA|AAB|AAE|AAF|INV", at: (1, 1), .composite),
    MappingRule("price", "LIN/PRI", "PRI", "AAA|AAB|AAE|AAF|INV", at: (1, 1), .composite),
    MappingRule("sold", "LIN", "DTM", "356|137", at: (1, 1), .composite),
  ]

  /// The meaning of each quantity in a line of an inventory or sales report.
  static let quantity = Table(
    ["LIN/QTY", "LIN/INV"].flatMap { scope in
      [
        MappingRule("quantity", scope, "QTY", "", at: (1, 1), .composite),
        MappingRule("location", scope, "LOC", "", at: (2, 1)),
        MappingRule("as_of", scope, "DTM", "366|179|137|91|356", at: (1, 1), .composite),
        MappingRule("lot", scope, "GIN", "BX|BN", at: (2, 1)),
        MappingRule("price", scope, "PRI", "AAA|AAB|AAE|AAF|INV", at: (1, 1), .composite),
        MappingRule("price", "\(scope)/PRI", "PRI", costs, at: (1, 1), .composite),
        MappingRule("currency", "\(scope)/PRI", "CUX", "", at: (1, 2)),
      ]
    })
}
