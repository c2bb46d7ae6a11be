internal import FormatKit
internal import RetailValues

/// Whose codes the columns of a table have, where their names say so: `Ihre Artikelnummer` in a supplier's list is the
/// shop's code, and `Unsere Artikelnummer` the supplier's.
///
/// The shop's own items decide where it has the codes of one column and none of the other.
struct CodeOwners {
  /// The fields of columns, and why they are these.
  typealias Meanings = [String: (field: String, evidence: String)]

  private let columns: MatchedColumns
  private let hints: HeaderMatching.Hints
  /// The columns with codes of the reader, the sender and the supplier, and those that say nobody's.
  private let ofReader: [String]
  private let ofSender: [String]
  private let ofSupplier: [String]
  private let ofNobody: [String]

  init(_ columns: MatchedColumns, _ hints: HeaderMatching.Hints) {
    self.columns = columns
    self.hints = hints
    let free = columns.names.filter { hints.columns[$0] == nil && columns.look(of: $0)?.filled != 0 }
    let isOfDocument = columns.names.contains { !Self.documentNames.isDisjoint(with: MatchedColumns.forms($0)) }
    let owners = free.map { ItemCodeName.owner(of: $0, columns.look(of: $0), isOfDocument: isOfDocument) }
    func names(_ owner: ItemCodeName.Owner) -> [String] { zip(free, owners).filter { $0.1 == owner }.map(\.0) }
    ofReader = names(.reader)
    ofSender = names(.sender)
    ofSupplier = names(.supplier)
    ofNobody = names(.nobody)
  }

  private static let documentNames = Vocabulary.headerNames(of: [
    "quantity", "order_quantity", "confirmed_quantity", "invoiced_quantity", "despatched_quantity", "counted_quantity",
    "document",
  ])

  /// The meanings of the columns that are named after their owners; empty where none is.
  ///
  /// - Throws: `nothing-mapped` where two columns may have the shop's codes, with a command for each.
  func meanings(source: String) throws(Problems) -> Meanings {
    guard !hints.columns.values.contains("sku"), !isSold, ofReader.count < 2, ofSender.count < 2 else { return [:] }
    guard ofReader.count + ofSender.count > 0 else { return ofSupplierAlone }
    guard let (own, other) = pair else { return single }
    switch (hints.knownCodes?.share(of: columns.look(of: own)), hints.knownCodes?.share(of: columns.look(of: other))) {
    case (.some?, KnownCodes.Share.none?), (.all?, KnownCodes.Share.none?):
      return meanings(own, other, "the shop has its codes, and none of those in '\(other)'")
    case (KnownCodes.Share.none?, .some?), (KnownCodes.Share.none?, .all?):
      return meanings(other, own, "the shop has its codes, and none of those in '\(own)'")
    default: break
    }
    guard isOfSupplier else { throw question(own, other, source: source) }
    return meanings(own, other, "its name says that a supplier's list has the shop's codes there")
  }

  /// The column with the shop's codes and the one with the supplier's, by their names; nil where there is only one.
  private var pair: (own: String, other: String)? {
    if let reader = ofReader.first {
      return (ofSender.first ?? ofSupplier.first ?? ofNobody.first ?? orderedBy).map { (reader, $0) }
    }
    guard let sender = ofSender.first else { return nil }
    // Who calls the supplier so is not the supplier.
    if let supplier = ofSupplier.first { return (sender, supplier) }
    return ofNobody.first.map { ($0, sender) }
  }

  /// The numbers under which goods are ordered, where they are different in each row of a list without quantities.
  private var orderedBy: String? {
    columns.names.first { name in
      !DocumentNames.order.isDisjoint(with: MatchedColumns.forms(name)) && columns.look(of: name)?.isUnique == true
        && !columns.names.contains { !Self.documentNames.isDisjoint(with: MatchedColumns.forms($0)) }
    }
  }

  /// The meaning of the only column that is named after the supplier, where it has words of its own: `Artikelnr. Lieferant`.
  private var ofSupplierAlone: Meanings {
    guard ofSupplier.count == 1, let column = ofSupplier.first, columns.look(of: column)?.isPhrase != true,
      Vocabulary.fieldNames(of: column).isEmpty
    else { return [:] }
    return [column: ("supplier_code", "its name says that they are the supplier's")]
  }

  /// The meaning of the only column of codes.
  private var single: Meanings {
    if let reader = ofReader.first {
      return [reader: ("sku", "by its name; no other column has codes")]
    }
    guard let sender = ofSender.first, hints.given.contains("supplier"), hints.knownCodes?.isEmpty == false,
      hints.knownCodes?.share(of: columns.look(of: sender)) == KnownCodes.Share.none
    else { return [:] }
    return [sender: ("supplier_code", "its name says that they are the sender's, and the shop has none of its codes")]
  }

  private func meanings(_ own: String, _ other: String, _ evidence: String) -> Meanings {
    [own: ("sku", evidence), other: ("supplier_code", "the shop's codes are in '\(own)'")]
  }

  /// Whether the list is one of what is sold to customers, who have codes of their own.
  private var isSold: Bool {
    let kind = hints.kind.flatMap { hints.kinds[$0] }
    return kind?.movement?.isOutgoing == true || !isOfSupplier && columns.first(of: DocumentNames.customer) != nil
  }

  /// Whether a supplier is named, in the command, in the list or around it.
  private var isOfSupplier: Bool {
    hints.given.contains("supplier") || !ofSupplier.isEmpty || columns.first(of: DocumentNames.supplier) != nil
      || Vocabulary.kind("invoice_lines").map { hints.surroundings.values(for: $0)["supplier"] != nil } == true
  }

  private func question(_ own: String, _ other: String, source: String) -> Problems {
    let command = HeaderMatching.importCommand(source)
    func map(_ column: String, _ field: String) -> String { HeaderMatching.mapOption(column, field) }
    return Problems(
      .nothingMapped, source: source, value: own,
      "the columns '\(own.prefix(80))' and '\(other.prefix(80))' both have codes of items, and nothing says whose list it is",
      remedy: HeaderMatching.instruction(
        "If it is a supplier's list:",
        ["\(command) --supplier CODE\(map(own, "sku"))\(map(other, "supplier_code"))"]) + "\n"
        + HeaderMatching.instruction(
          "If '\(other.prefix(80))' has the shop's codes:", ["\(command)\(map(other, "sku"))\(map(own, ""))"]))
  }
}

/// What the name of a column of codes says of their owner.
enum ItemCodeName {
  enum Owner { case reader, sender, supplier, nobody }

  /// The owner of the codes in a column; nil for a column of anything else.
  ///
  /// - Parameter isOfDocument: whether the table may be a document, in which `Your ref` is the number of an order.
  static func owner(of column: String, _ look: ColumnLook?, isOfDocument: Bool) -> Owner? {
    let forms = MatchedColumns.forms(String(column.prefix(200)))
    for form in forms {
      guard let (owner, isPronoun, rest) = split(form) else { continue }
      if itemNames.contains(rest) { return owner }
      // A number or reference of somebody may be that of anything: items have a different one in each row.
      let isPlain = references.contains(rest) || isPronoun && numbers.contains(rest)
      if isPlain, let look, look.distinct == look.filled, look.filled > 1 || !isOfDocument, look.dates == 0 {
        return owner
      }
    }
    if forms.contains(where: supplierCodes.contains) { return .supplier }
    return forms.contains(where: plainNames.contains) ? .nobody : nil
  }

  /// The owner that a name begins or ends with, whether it is a pronoun, and the rest of the name.
  private static func split(_ form: String) -> (owner: Owner, isPronoun: Bool, rest: String)? {
    let words = form.split(separator: " ").map(String.init)
    guard let first = words.first else { return nil }
    let rest = words.dropFirst().joined(separator: " ")
    if readerPronouns.contains(first) { return (.reader, true, rest) }
    if senderPronouns.contains(first) { return (.sender, true, rest) }
    for (owner, nouns, stems) in [
      (Owner.reader, readerNouns, ["kunden", "klanten", "klant", "kunde", "kund"]),
      (.supplier, supplierNouns, ["lieferanten", "leveranciers", "leverantörs", "leverandør"]),
    ] {
      if words.contains(where: nouns.contains) {
        let others = words.filter { !nouns.contains($0) && !["de", "del", "du", "di", "von", "s"].contains($0) }
        return (owner, false, others.joined(separator: " "))
      }
      if let stem = stems.first(where: { first.hasPrefix($0) && first.count > $0.count }) {
        return (owner, false, ([String(first.dropFirst(stem.count))] + words.dropFirst()).joined(separator: " "))
      }
    }
    return nil
  }

  private static let readerPronouns: Set<String> = [
    "your", "yours", "ihre", "ihr", "votre", "vos", "vuestra", "vuestro", "su", "vostro", "vostra", "vs", "uw", "jouw",
    "er", "ert", "era", "deres", "jeres", "vossa", "vosso",
  ]
  private static let senderPronouns: Set<String> = [
    "our", "ours", "unsere", "unser", "notre", "nos", "nuestra", "nuestro", "nostro", "nostra", "ns", "onze", "ons",
    "vår", "vårt", "våra", "vores", "nossa", "nosso",
  ]
  private static let readerNouns: Set<String> = [
    "customer", "customers", "client", "clients", "kunden", "kunde", "kund", "klant", "cliente", "buyer", "acheteur",
  ]
  private static let supplierNouns: Set<String> = [
    "supplier", "suppliers", "vendor", "lieferanten", "lieferant", "lief", "fournisseur", "proveedor", "leverantörens",
    "leverandørens", "fornitore", "leverancier",
  ]
  private static let references: Set<String> = [
    "ref", "réf", "reference", "référence", "referenz", "referencia", "riferimento", "referens", "referentie",
    "reference number", "ref no", "ref nr",
  ]
  private static let numbers: Set<String> = [
    "code", "codes", "kod", "cod", "código", "codigo", "codice", "nr", "no", "number", "nummer", "nº", "numéro",
  ]
  private static let itemNames = Vocabulary.headerNames(of: ["sku"])
    .union([
      "product code", "product no", "product number", "produktnummer", "produktnr", "teilenummer", "teilenr", "part",
    ])
    .union(["code produit", "código de producto", "codice prodotto", "articolo"])
    .subtracting(references).subtracting(numbers)
  private static let supplierCodes = Vocabulary.headerNames(of: ["supplier_code"])
    .subtracting(["mpn", "manufacturer part number"])
  /// `Artikel` and the like are also names of goods.
  private static let plainNames = Vocabulary.headerNames(of: ["sku"]).subtracting(MatchedColumns.doubtfulNames)
}
