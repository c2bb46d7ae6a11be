internal import FormatKit
internal import SupplyDocuments
internal import XMLReading

/// The data of the envelope around a document.
struct Envelope {
  var sender: String?
  var receiver: String?
}

/// Makes the records of one document from its elements, by the tables of its ``DocumentType``.
struct DocumentBuilder {
  let type: DocumentType
  let root: XMLTag
  let source: String
  private let envelope: Envelope
  private let options: UBLOptions
  var captures = Captures()
  /// The problems of the header, which belong to its record.
  var report: StructureReport
  private(set) var isHeadDone = false
  private(set) var supplier = ""
  private(set) var currency: String?
  /// The sum of the lines' amounts.
  var sumOfLines = ExactSum()
  private(set) var lineCount = 0

  init(_ type: DocumentType, _ root: XMLTag, source: String, envelope: Envelope, options: UBLOptions) {
    self.type = type
    self.root = root
    self.source = source
    self.envelope = envelope
    self.options = options
    report = StructureReport(source: source)
  }

  /// Whether the supplier's code was given with the import, so that no document's counts.
  var isSupplierGiven: Bool { options.supplier != nil }

  var number: String? { captures.text(type.number) }

  mutating func takeHead(_ element: XMLElement) { type.headerRules.take(element, into: &captures) }

  // MARK: The document

  /// The records of the document itself, once its head has been read.
  ///
  /// - Parameter line: the first line, which may give the currency where the header does not.
  mutating func finishHead(line: Captures? = nil) -> [Row] {
    guard !isHeadDone else { return [] }
    isHeadDone = true
    currency = captures.text("currency") ?? line?["price"]?.element[attribute: "currencyID"]
    var rows: [Row] = []
    if type.isOfSupplier { rows += [supplierRow(captures, paths: type.suppliers.count)].compactMap { $0 } }
    if let kind = type.header {
      var row = Row(kind, at: root)
      row.take(captures)
      translate("response", of: captures, &row, &report)
      complete(&row)
      row.set("currency", currency)
      row.set("supplier", supplier)
      let addresses = (party("supplier", "address"), party("customer", "address"))
      row.set("sender", envelope.sender ?? (type.supplierSends ? addresses.0 : addresses.1))
      row.set("receiver", envelope.receiver ?? (type.supplierSends ? addresses.1 : addresses.0))
      let identity = [supplier, captures.text("id"), captures.text("issued_on"), captures.text("uuid")]
      row.set("document_identity", identity.compactMap { $0 }.joined(separator: "/"))
      if type.replaces { row.set("replaces", "true") }
      for column in ["order_number", "despatch_number", "corrects"] where captures.isContradicted(column) {
        if type.number == column {
          report.add(.ublMissingElement, at: root, "the document answers several orders, and can be taken for one only")
        } else if column == "corrects" {
          report.add(.ublNotImported, at: root, "the document is about several invoices, which are not kept")
        }
      }
      rows.append(row)
    }
    if let last = rows.indices.last {
      rows[last].problems += report.problems
      report = StructureReport(source: source)
    }
    return rows
  }

  /// A value of the best party that has a code.
  private func party(_ role: String, _ what: String) -> String? {
    let count = role == "supplier" ? type.suppliers.count : type.customers.count
    let index = (0..<count).first { captures["\(role)_code_\($0)"] != nil }
    return index.flatMap { captures.text("\(role)_\(what)_\($0)") }
  }

  /// Settles the supplier, and gives its record where there is more to say than its code.
  private mutating func supplierRow(_ captures: Captures, paths: Int) -> Row? {
    let index = (0..<paths).first { captures["supplier_code_\($0)"] != nil }
    let found = index.flatMap { captures.text("supplier_code_\($0)") }
    supplier = DocumentValue.line(options.supplier ?? found ?? envelope.sender ?? "")
    if supplier.isEmpty {
      report.add(
        .ublMissingElement, at: root, "the document does not say who the supplier is",
        remedy: "Give the supplier's code with --option supplier=CODE.")
    }
    return index.flatMap { supplierRow(supplier, captures, index: $0, at: root) }
  }

  func supplierRow(_ code: String, _ captures: Captures, index: Int, at place: some Placed) -> Row? {
    var row = Row(.suppliers, at: place)
    row.set("supplier_name", captures.text("supplier_name_\(index)"))
    if let gln = captures.text("supplier_gln_\(index)"), DocumentValue.isGLN(gln) { row.set("gln", gln) }
    row.set("email", captures.text("supplier_email_\(index)"))
    guard !row.fields.isEmpty, !code.isEmpty else { return nil }
    row.set("supplier", code)
    return row
  }

  /// Gives a column the word of a code list; a code beyond the list is reported, and the column left out.
  func translate(_ column: String, of captures: Captures, _ row: inout Row, _ report: inout StructureReport) {
    guard let value = captures[column], let word = word(of: value, &report) else {
      row[column] = nil
      return
    }
    row.set(column, word)
  }

  /// The word of a code; nil when it is not in its list, which is reported.
  func word(of value: Captures.Value, _ report: inout StructureReport) -> String? {
    guard let name = value.list, let list = CodeLists.translations[name] else { return value.text }
    let code = DocumentValue.line(value.text)
    if let word = list[code] { return word }
    report.add(
      .ublCodeUnknown, at: value.element, value: code,
      "the code '\(code)' is not in the list \(name)")
    return nil
  }

  /// An amount in the document's currency; an amount in another currency is reported and left out.
  func amount(_ value: Captures.Value?, _ report: inout StructureReport) -> ExactNumber? {
    guard let value, let number = ExactNumber(value.text) else { return nil }
    guard let given = value.element[attribute: "currencyID"], let currency, given != currency else { return number }
    report.add(
      .ublMixedCurrency, at: value.element, value: given,
      "the amount '\(value.text)' is in '\(given)', and the document in '\(currency)'")
    return nil
  }

  // MARK: Lines

  /// The records of a line with all that is in it.
  mutating func rows(ofLine element: XMLElement, _ found: [Problem]) -> [Row] {
    var line = Captures()
    for child in element.children { type.lineRules.take(child, into: &line) }
    var rows = isHeadDone ? [] : finishHead(line: line)
    lineCount += 1
    var report = StructureReport(source: source)
    report.add(found)
    report.check(element, as: type.lineType)
    var made: [Row] =
      switch type.lines {
      case .products: catalogueRows(element, line, &report)
      case .sales: salesRows(element, line, &report)
      case .stockLevels: [stockRow(element, line, &report)]
      case let kind?: [documentRow(kind, element, line, &report)]
      case nil: []
      }
    if made.isEmpty {
      self.report.add(report.problems)
    } else {
      made[0].problems += report.problems
    }
    rows += made
    if !rows.isEmpty, !self.report.problems.isEmpty {
      rows[0].problems += self.report.problems
      self.report = StructureReport(source: source)
    }
    return rows
  }
}
