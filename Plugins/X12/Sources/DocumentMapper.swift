internal import FormatKit
internal import Segments
internal import SupplyDocuments

/// Makes the records of documents from the segments of their messages, by the rules of each ``Message``.
struct DocumentMapper {
  var queue = RowQueue()
  let options: X12Options
  private(set) var acknowledgements: [SourceFinding] = []
  private let source: ByteSource
  private var summaries: SummaryReader?

  // The current document.
  var message: Message?
  var envelope = Envelope()
  /// The record of the document until its first line begins.
  var header: Row?
  var isHeaderDone = true
  /// The current line.
  var line: Row?
  /// The data of the line, which is completed at its end.
  var item = ItemData()
  var parties = PartyData()
  var number = ""
  var documentDate = ""
  var currency = ""
  /// The start of the document.
  private var start = RecordPosition(line: 0, byteOffset: 0, record: 0)
  private(set) var supplierCode = ""
  /// The response of an acknowledgement to the whole order.
  private(set) var response = ""
  private(set) var responseNumber: String?
  var lineCount = 0
  var invoice = InvoiceData()
  var levels = LevelData()
  var stock = StockData()
  var grouped = GroupedRows<X12Problem>()
  private var reply = ReplyData()

  init(_ source: ByteSource, options: X12Options) throws(Problems) {
    self.source = source
    self.options = options
  }

  // MARK: Steps

  mutating func take(_ step: InterchangeScanner.Step, of scanner: InterchangeScanner) throws(Problems) {
    var problems = scanner.takeProblems()
    switch step {
    case .setBegins:
      queue.append(problems)
      problems = []
      try begin(scanner)
    case .content(let node):
      if let node { try take(scanner.segment, at: node.path, scanner) }
      problems += scanner.takeProblems()
    case .other, .service:
      if let finding = reply.take(scanner.segment, in: scanner.envelope), acknowledgements.count < 1000 {
        acknowledgements.append(finding)
      }
      problems += reply.takeProblems(at: scanner)
    case .setEnds:
      end()
      problems += scanner.takeProblems()
    case .interchangeBegins, .groupBegins, .groupEnds, .interchangeEnds: break
    }
    attach(problems)
  }

  /// Attaches problems to the current record.
  private mutating func attach(_ problems: [X12Problem]) {
    guard !problems.isEmpty else { return }
    if line != nil {
      line?.problems += problems
    } else if header != nil {
      header?.problems += problems
    } else {
      queue.append(problems)
    }
  }

  /// Forgets what is not whole, after the source has failed.
  mutating func abandon() {
    header = nil
    line = nil
    grouped = GroupedRows()
    queue.isFinished = true
  }

  mutating func finish() { queue.isFinished = true }

  // MARK: Documents

  private mutating func begin(_ scanner: InterchangeScanner) throws(Problems) {
    message = scanner.message
    envelope = scanner.envelope
    start = RecordPosition(line: scanner.segment.line, byteOffset: scanner.segment.byteOffset, record: 0)
    response = ""
    (number, documentDate, currency, lineCount) = ("", "", "", 0)
    item = ItemData()
    parties = PartyData()
    invoice = InvoiceData()
    levels = LevelData()
    stock = StockData()
    isHeaderDone = false
    guard let message else { return }
    header = message.header.map { Row($0, at: scanner.segment) }
    if message.id == "810" || message.id == "856" {
      if summaries == nil { summaries = try SummaryReader(source, charset: options.charset) }
      if let found = try summaries?.summary(ofSetAt: scanner.segment.number) { invoice.summary = found }
    }
  }

  private mutating func take(_ segment: Segment, at path: String, _ scanner: InterchangeScanner) throws(Problems) {
    guard let message else { return }
    if message.lineStarts.contains(path) { beginLine(segment) }
    // A level of a ship notice becomes a line when it contains an item.
    if message.id == "856", line == nil, path == "HL/LIN" || path == "HL/SN1" { startLine(segment) }
    let isLine = line != nil
    apply(isLine ? message.lineRules[path] : message.headerRules[path], segment, toLine: isLine)
    if segment.id == message.beginning { begin(segment, scanner) }
    takeParty(segment, path, isLine: isLine)
    switch segment.id {
    case "CUR": if currency.isEmpty || !isLine { currency = segment.text(2) }
    case "REF" where !isLine: parties.reference(segment)
    default: break
    }
    takeItem(segment, path, scanner)
    switch message.id {
    case "856": takeLevel(segment, scanner)
    case "810": takeInvoice(segment, path)
    case "832": takeCatalogue(segment, path)
    case "846", "852": takeStock(segment, path, scanner)
    default: break
    }
  }

  private mutating func apply(_ rules: [ColumnRule]?, _ segment: Segment, toLine: Bool) {
    for rule in rules ?? [] {
      var rank = rule.rank
      if let condition = rule.condition {
        guard let place = condition.codes.firstIndex(of: segment.text(condition.element)) else { continue }
        rank += place
      }
      let text = value(of: rule.element, in: segment)
      if toLine {
        line?.fields.offer(text, at: rule.column, rank: rank)
      } else {
        header?.fields.offer(text, at: rule.column, rank: rank)
      }
    }
  }

  /// An element as a batch stores it; empty when it is not of its type, which is reported elsewhere.
  func value(of element: Int, in segment: Segment) -> String {
    let text = segment.simple(element)
    guard let places = SegmentDictionary.definition(segment.id)?.elements, element <= places.count,
      let definition = places[element - 1].definition
    else { return text }
    return X12Value.text(of: text, definition.type) ?? ""
  }

  /// The segment that begins the document: its number, its date, what it means to do.
  private mutating func begin(_ segment: Segment, _ scanner: InterchangeScanner) {
    let numberElement = ["850": 3, "855": 3, "856": 2, "810": 2, "846": 3, "832": 2][message?.id ?? ""]
    let dateElement = ["850": 5, "855": 4, "856": 3, "810": 1, "846": 4, "852": 2][message?.id ?? ""]
    number = numberElement.map { segment.simple($0) } ?? envelope.setNumber
    documentDate = dateElement.map { value(of: $0, in: segment) } ?? ""
    let purposeElement = ["832": 10, "810": 8, "852": 0][message?.id ?? ""] ?? 1
    let purpose = purposeElement > 0 ? segment.text(purposeElement) : ""
    switch purpose {
    case "01", "03":
      scanner.report(
        .x12Cancellation, .none, element: purposeElement, value: purpose,
        "the document '\(number)' is a \(CodeLists.purposes[purpose] ?? "cancellation")")
    case "04", "05", "07", "15", "18": header?.offer("replaces", "true")
    case "": break
    default:
      if CodeLists.purposes[purpose] == nil {
        scanner.tellUnknown(purpose, element: purposeElement, dataElement: "353")
      }
    }
    if message?.id == "855" {
      let code = segment.text(2)
      response = CodeLists.responses[code] ?? "acknowledged"
      header?.offer("response", response)
      if !code.isEmpty, CodeLists.responses[code] == nil { scanner.tellUnknown(code, element: 2, dataElement: "587") }
    }
    if message?.id == "810" {
      let code = segment.text(7)
      invoice.isCreditNote = CodeLists.creditNotes.contains(code)
      header?.offer("invoice_kind", invoice.isCreditNote ? "credit-note" : "invoice")
      if !code.isEmpty, !invoice.isCreditNote, !CodeLists.otherInvoices.contains(code) {
        scanner.tellUnknown(code, element: 7, dataElement: "640")
      }
    }
  }

  /// Completes the document's record and hands it over, before its lines.
  mutating func finishHeader() {
    guard !isHeaderDone else { return }
    isHeaderDone = true
    guard let message else { return }
    let supplier = parties.supplier(message, envelope, options)
    supplierCode = supplier.code
    let isStock = message.id == "846" || message.id == "852"
    if !isStock, supplier.name != nil || supplier.gln != nil || supplier.email != nil {
      queue.append(supplierRow(supplier, at: start))
    }
    guard var row = header else { return }
    header = nil
    row.offer("supplier", supplier.code)
    row.offer("sender", envelope.sender)
    row.offer("receiver", envelope.receiver)
    let identity = [envelope.sender, envelope.interchangeNumber, envelope.groupNumber, envelope.setNumber, number]
    row.offer("document_identity", identity.joined(separator: "/"))
    if message.id == "855" { row.offer("response_number", identity.dropLast().joined(separator: "/"), rank: 100_000) }
    responseNumber = row["response_number"]
    if message.id == "810" { complete(&row) }
    if message.id == "856" { completeDespatch(&row) }
    queue.append(row)
  }

  func supplierRow(_ supplier: PartyData.Supplier, at position: RecordPosition) -> Row {
    var row = Row(.suppliers, at: position)
    row.offer("supplier", supplier.code)
    row.offer("supplier_name", supplier.name)
    row.offer("gln", supplier.gln)
    row.offer("email", supplier.email)
    return row
  }

  private mutating func end() {
    finishLine()
    finishHeader()
    flushGrouped()
    message = nil
  }

  // MARK: Lines

  private mutating func beginLine(_ segment: Segment) {
    finishLine()
    if message?.id != "856" { startLine(segment) }
  }

  mutating func startLine(_ segment: Segment) {
    finishHeader()
    lineCount += 1
    item = ItemData()
    if let table = message?.lineCarrier { line = Row(table, at: segment) }
    item.segment = segment.stub
  }
}
