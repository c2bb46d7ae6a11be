internal import FormatKit

/// What stands around the records of a source: the titles above a table, the names of sheets, elements and keys, the name of
/// the file. No record has it, and it may say what all of them are.
struct Surroundings {
  /// Where a name comes from.
  enum Place { case title, table, file, column }

  struct Name {
    let text: String
    let place: Place
    let words: Set<String>

    init(_ text: String, _ place: Place) {
      (self.text, self.place) = (text, place)
      words = ColumnWords.words(of: text)
    }

    /// Whether it has the words of a text one after the other, in any case.
    func hasWords(of text: String) -> Bool {
      func words(_ text: String) -> String { " \(Vocabulary.normalized(text)) " }
      let wanted = words(text)
      return wanted.count > 2 && words(self.text).contains(wanted)
    }

    /// As messages call it.
    var shown: String {
      let quoted = "'\(text.prefix(80))'"
      return switch place {
      case .title: "the title \(quoted)"
      case .table: "the name \(quoted)"
      case .file: "the file's name \(quoted)"
      case .column: "the column \(quoted)"
      }
    }
  }

  /// The titles first, since they say it most plainly.
  private(set) var names: [Name] = []

  /// Values next to the records, by their names.
  private(set) var values: [(name: String, text: String)] = []

  /// Lists next to the one that is read, with the names of their columns.
  private(set) var lists: [(path: String, columns: [String])] = []

  var titles: [Name] { names.filter { $0.place == .title } }

  init() {}

  /// - Parameters:
  ///   - tables: the names of the tables, such as those of sheets.
  ///   - findings: what the format found out about the source.
  init(file: String, tables: [String], findings: [SourceFinding]) {
    names += findings.filter { $0.name == SourceFinding.titlesName }
      .flatMap { $0.value.split(separator: " | ") }.map { Name(String($0), .title) }
    let paths = findings.filter { ["path", "record", "not read"].contains($0.name) }.flatMap { finding in
      let besides = finding.evidence.split(separator: "not read: ", maxSplits: 1).dropFirst()
      return ([Substring(finding.value)] + besides).flatMap { $0.split { "/,.[]".contains($0) } }
    }
    names += (tables + paths.map { String($0.drop { $0 == " " }) }).map { Name($0, .table) }
    values = findings.filter { $0.name.hasPrefix(SourceFinding.valuePrefix) }
      .map { (String($0.name.dropFirst(SourceFinding.valuePrefix.count)), $0.value) }
    lists = findings.filter { $0.name.hasPrefix(SourceFinding.listPrefix) }
      .map { finding in
        (
          String(finding.name.dropFirst(SourceFinding.listPrefix.count)),
          finding.value.split(separator: ", ").map(String.init)
        )
      }
    let stem = file.split(separator: ".", omittingEmptySubsequences: false).dropLast().joined(separator: ".")
    names.append(Name(stem.isEmpty ? file : stem, .file))
  }

  /// The first name from one of some places that says which document the rows are of; a name that says that they are stock
  /// on hand or prices counts more.
  func document(in places: Set<Place>) -> (name: Name, sort: DocumentSort)? {
    for name in names where places.contains(name.place) {
      if ColumnWords.onHand.areIn(name.words) || ColumnWords.priceList.areIn(name.words) { continue }
      if let sort = DocumentSort.all.first(where: { $0.around.areIn(name.words) }) { return (name, sort) }
    }
    return nil
  }

  /// The number of the document that a title gives: `4711` of `Lieferschein Nr. 4711 vom 12.10.2026`.
  var documentNumber: String? {
    guard let (title, _) = document(in: [.title]) else { return nil }
    let words = title.text.split { $0.isWhitespace || ",;:()".contains($0) }
    return words.first { word in
      word.contains(where: \.isNumber) && !Self.isDay(word) && !Self.isYear(word) && word.allSatisfy { $0.isASCII }
        && word.allSatisfy { $0.isLetter || $0.isNumber || "-/._".contains($0) }
    }.map(String.init)
  }

  /// Whether a word of a title may be a year, which is no number of a document.
  private static func isYear(_ word: Substring) -> Bool {
    word.count == 4 && Int(word).map { (1990...2099).contains($0) } == true
  }

  /// The day that a title gives, as options take it.
  var day: String? { titles.lazy.compactMap { Self.day(in: $0.text) }.first }

  /// What stands next to the records for fields of a kind: the number and the day of the document, its supplier.
  func values(for kind: RecordKind) -> [String: String] {
    let columns = MatchedColumns(
      Schema(columns: values.map { Column(name: $0.name, type: .text) }), look: nil)
    var found = columns.assign(kind.fields).columns
    // Attributes often have no sign between their words: `taxincluded`.
    func joined(_ name: String) -> String { name.filter { $0.isLetter || $0.isNumber } }
    for field in kind.fields where found[field.name] == nil {
      let names = Set(field.headerNames.map(joined))
      found[field.name] = values.first { names.contains(joined($0.name.lowercased())) }?.name
    }
    // A plain `number` or `id` of what is around the records is that of their document.
    if let number = kind.eventFields.first(where: { $0.effect == .key })?.name, found[number] == nil {
      found[number] = values.first { DocumentSort.isPlainNumber($0.name) }?.name
    }
    return found.compactMapValues { column in values.first { $0.name == column }?.text }
      .filter { $0.value.allSatisfy { !$0.isNewline } }
  }

  /// Whether one of them says so.
  func say(_ words: ColumnWords) -> Bool { names.contains { words.areIn($0.words) } }
}

/// A sort of document whose lines a list may be, with the words for it.
struct DocumentSort {
  /// With its article: `a delivery note`.
  let noun: String
  /// Words in what stands around the records: titles, names of sheets, elements and keys.
  let around: ColumnWords
  /// Words in the names of columns, where `order` may be a quantity to order, and `sale` a price.
  let columns: ColumnWords
  /// Whether such a document moves no stock until it becomes another one.
  var isPending = false
  /// Whether its goods go back to where they came from.
  var isReturn = false
  /// The kind of its rows, where it is a supplier's answer to an order of the shop.
  var kind: String?
  /// Words in the names of the quantities that only such an answer has.
  var quantities = ColumnWords([])
  /// What the rows may be, the likeliest first.
  let choices: [HeaderMatching.Choice]

  /// The more particular ones first: a delivery note may name the order, and an offer becomes one.
  static let all: [DocumentSort] = [
    DocumentSort(
      noun: "a quotation",
      around: ColumnWords(
        [
          "quotation", "quote", "devis", "presupuesto", "offerte", "preventivo", "nabídka", "ajánlat", "árajánlat",
          "teklif", "tarjous", "προσφορά",
        ], parts: ["angebot", "見積"]),
      columns: ColumnWords([]), isPending: true, choices: [.init(kind: "sales"), .init(kind: "order_lines")]),
    DocumentSort(
      noun: "a return",
      around: ColumnWords(
        [
          "return", "returns", "refund", "refunds", "rma", "retour", "avoir", "devolución", "reso", "resi", "retur",
          "vratka", "vratky", "reklamace", "dobropis", "visszáru", "iade", "palautus", "palautukset", "hyvityslasku",
          "επιστροφή", "επιστροφές",
        ],
        parts: ["rücksendung", "retoure", "rückgabe", "rücklieferung", "remittend", "gutschrift", "返品"]),
      columns: ColumnWords(
        ["return", "vratka", "visszáru", "iade", "palautus"], parts: ["rücksendung", "retoure", "返品"]),
      isReturn: true,
      choices: [
        .init(kind: "movements", options: ["--set movement_kind=customer-return"]),
        .init(kind: "movements", options: ["--set movement_kind=supplier-return"]),
      ]),
    DocumentSort(
      noun: "a transfer",
      around: ColumnWords(
        [
          "transfer", "transfers", "transfert", "traspaso", "trasferimento", "överföring", "převodka", "převod",
          "átadás", "átraktározás", "siirto", "varastosiirto", "ενδοδιακίνηση", "διακίνηση",
        ], parts: ["umlagerung", "移動伝票", "在庫移動"]),
      columns: ColumnWords([]),
      choices: [.init(kind: "movements", options: ["--set movement_kind=transfer", "--set to_location=CODE"])]),
    DocumentSort(
      noun: "a list of goods written off",
      around: ColumnWords(
        [
          "writeoff", "writeoffs", "waste", "wastage", "spoilage", "abschreibung", "abschreibungen", "odpis", "odpisy",
          "selejt", "selejtezés", "zayi", "imha", "hävikki", "poisto", "φθορές", "φύρα", "καταστροφή",
        ], parts: ["schwund", "廃棄"]),
      columns: ColumnWords([]),
      choices: [.init(kind: "movements", options: ["--set movement_kind=write-off", HeaderMatching.reasonOption])]),
    DocumentSort(
      noun: "a reservation or a loan",
      around: ColumnWords(
        [
          "reservation", "reservations", "loan", "loans", "wishlist", "verleih", "prêt", "préstamo", "rezervace",
          "foglalás", "rezervasyon", "varaus", "κράτηση",
        ],
        parts: ["reservierung", "ausleihe", "merkliste", "wunschliste", "予約", "貸出"]),
      columns: ColumnWords(["reservation", "loan"], parts: ["reservierung", "ausleihe"]),
      isPending: true, choices: [.init(kind: "sales"), .init(kind: "order_lines")]),
    DocumentSort(
      noun: "an order confirmation",
      around: ColumnWords(
        [
          "confirmation", "confirmations", "acknowledgement", "acknowledgements", "acknowledgment", "acknowledgments",
          "confirmación", "confirmacion", "conferma", "confirmação", "potwierdzenie", "potvrzení", "visszaigazolás",
          "tilausvahvistus", "επιβεβαίωση",
        ],
        parts: [
          "bestätigung", "bestaetigung", "bekräftelse", "bekraftelse", "bekræftelse", "bekreftelse", "bevestiging",
          "注文請",
        ]),
      columns: ColumnWords([]), kind: "order_response_lines", quantities: .confirmed,
      choices: [.init(kind: "order_response_lines")]),
    DocumentSort(
      noun: "a despatch advice",
      around: ColumnWords(
        ["asn", "advice", "avis", "packing", "packinglist", "leveransavi", "leveringsadvis", "verzendadvies"],
        parts: ["lieferavis", "versandavis", "versandanzeige", "leveransavis", "packliste", "packzettel"]),
      columns: ColumnWords([]), kind: "despatch_lines", quantities: .shipped,
      choices: [.init(kind: "despatch_lines"), .init(kind: "receipts")]),
    DocumentSort(
      noun: "a delivery note",
      around: ColumnWords(
        [
          "delivery", "deliveries", "despatch", "dispatch", "shipment", "shipments", "livraison", "albarán", "ddt",
          "pakbon", "följesedel", "følgeseddel", "leverans", "dostawa", "dodací", "dodávka",
          "příjemka", "szállítólevél", "szállítás", "szállítmány", "bevételezés", "irsaliye", "irsaliyesi", "sevkiyat",
          "teslimat", "lähete", "lähetysluettelo", "toimitus", "αποστολής", "παραλαβή", "παραλαβής",
        ], parts: ["lieferschein", "lieferung", "wareneingang", "納品書", "納品", "入荷"]),
      columns: ColumnWords(
        ["ddt", "albarán", "pakbon", "följesedel", "dodací", "szállítólevél", "irsaliye", "lähete", "αποστολής"],
        parts: ["lieferschein", "pakbon", "納品書", "szállítólev"]),
      choices: [.init(kind: "receipts"), .init(kind: "despatch_lines")]),
    DocumentSort(
      noun: "an invoice",
      around: ColumnWords(
        [
          "invoice", "invoices", "facture", "factura", "fattura", "factuur", "faktura", "faktur", "fatura", "számla",
          "faturası", "lasku", "τιμολόγιο", "τιμολόγια",
        ],
        parts: ["rechnung", "請求書"]),
      columns: ColumnWords(
        [
          "invoice", "facture", "factura", "fattura", "faktura", "factuur", "számla", "fatura", "lasku", "τιμολόγιο",
          "τιμολογίου",
        ],
        parts: ["rechnung", "factuur", "fakturanum", "請求書", "számlasz"]),
      choices: [.init(kind: "invoice_lines"), .init(kind: "receipts"), .init(kind: "sales")]),
    DocumentSort(
      noun: "an order",
      around: ColumnWords(
        [
          "order", "orders", "purchase", "po", "commande", "commandes", "pedido", "pedidos", "ordine", "ordini",
          "bestelling", "beställning", "bestilling", "zamówienie", "zamówienia", "encomenda", "objednávka",
          "objednávky", "rendelés", "megrendelés", "rendelések", "sipariş", "siparişler", "siparişi", "tilaus",
          "tilaukset", "ostotilaus", "παραγγελία", "παραγγελίες",
        ], parts: ["bestellung", "bestellliste", "bestelliste", "einkaufsliste", "auftrag", "発注", "注文"]),
      columns: ColumnWords(
        ["ordernummer", "ordernr"],
        parts: ["bestelnummer", "bestellnummer", "auftragsnummer", "tilausnumero", "rendelésszám", "発注番号", "注文番号"]),
      choices: [.init(kind: "order_lines"), .init(kind: "receipts"), .init(kind: "sales")]),
    DocumentSort(
      noun: "a list of sales",
      around: ColumnWords(
        [
          "sale", "sales", "basket", "cart", "receipt", "receipts", "bon", "kassenbon", "vente", "ventes", "venta",
          "ventas", "vendas", "sprzedaż", "vendite", "scontrino", "verkopen", "verkauf", "abverkauf", "försäljning",
          "prodej", "prodeje", "účtenka", "paragon", "tržby", "eladás", "eladások", "értékesítés", "nyugta", "satış",
          "satışlar", "satışları", "fiş", "myynti", "myynnit", "kuitti", "πωλήσεις", "πώληση", "απόδειξη", "αποδείξεις",
        ], parts: ["verkäufe", "warenkorb", "売上", "販売"]),
      columns: ColumnWords(
        [
          "receipt", "bon", "scontrino", "ticket", "kassabon", "kvitto", "účtenka", "účtenky", "paragon", "nyugta",
          "fiş", "kuitti", "απόδειξη", "απόδειξης",
        ], parts: ["kassenbon", "bonnummer", "レシート", "売上番号", "kuittinum", "nyugtasz"]),
      choices: [.init(kind: "sales"), .init(kind: "receipts")]),
  ]

  /// The answer of a supplier that a quantity of this name belongs to: `bestätigte Menge`, `shipped qty`.
  static func answer(_ quantity: String) -> DocumentSort? {
    let words = ColumnWords.words(of: quantity)
    return all.first { $0.kind != nil && $0.quantities.areIn(words) }
  }

  /// Whether a column has the numbers of such documents.
  func isNumber(_ column: String) -> Bool {
    let words = ColumnWords.words(of: column)
    guard words.isDisjoint(with: Self.otherTimes) else { return false }
    return columns.areIn(words) || around.areIn(words) && !words.isDisjoint(with: Self.number)
  }

  /// Whether a name says that it is a number, and not of what.
  static func isPlainNumber(_ name: String) -> Bool { number.contains(Vocabulary.normalized(name)) }

  /// Words by which the name of a column is that of a number: `Order no`, `Ordine n.`
  private static let number: Set<String> = [
    "no", "nr", "n", "nº", "number", "nummer", "numéro", "número", "numero", "num", "id", "číslo", "č", "szám", "száma",
    "sorszáma", "numarası", "nro", "αριθμός", "αρ",
  ]
  /// Words by which a column is about the past or the future of an item, and not about the document.
  private static let otherTimes: Set<String> = [
    "last", "next", "first", "average", "avg", "letzte", "letzter", "letztes", "nächste", "dernier", "dernière",
    "última", "último", "ultimo", "ultima", "senaste", "laatste", "policy", "allowed", "returnable", "address",
  ]
}
