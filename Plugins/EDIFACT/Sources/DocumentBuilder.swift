internal import FormatKit
internal import SupplyDocuments

/// Makes records of one message: its head when all of it was seen, then its lines as they come.
struct DocumentBuilder {
  let message: MessageHeader
  let interchange: Interchange
  let catalogue: EDIFACTOptions.Catalogue
  private let rules: MappingTables.Table
  var head = Captures()
  var section = Captures()
  var line = Captures()
  var quantity = Captures()
  private var party = ""
  private var partyPlace = EDIFACTProblem.Place()
  var bgm = EDIFACTProblem.Place()
  var linePlace = EDIFACTProblem.Place()
  var quantityPlace = EDIFACTProblem.Place()
  var lineNumber = 0
  var quantityNumber = 0
  private var hasLine = false
  private var hasQuantity = false
  /// The supplier that the head names.
  var supplier = ""

  init?(_ message: MessageHeader, of interchange: Interchange, catalogue: EDIFACTOptions.Catalogue) {
    guard let rules = MappingTables.tables[message.type] else { return nil }
    self.message = message
    self.interchange = interchange
    self.catalogue = catalogue
    self.rules = rules
    bgm = EDIFACTProblem.Place(
      line: message.line, byteOffset: message.byteOffset, messageNumber: message.number, segmentNumber: 1, tag: "UNH")
  }

  // MARK: The head

  /// Takes a segment outside lines. It reports nothing yet, because totals are at the end of the message.
  mutating func takeHead(_ segment: Segment, scope: String, at place: EDIFACTProblem.Place) {
    if segment.tag == "BGM" { bgm = place }
    if segment.tag == "NAD" { party = segment.value(1) }
    head.take(segment, by: rules.rules(scope, segment.tag), party: party, at: place)
  }

  // MARK: Lines

  /// Takes a segment after the header; the records of a line are returned when it has ended.
  mutating func takeLine(_ segment: Segment, scope: String, at place: EDIFACTProblem.Place, rows: inout [DocumentRow]) {
    guard scope.hasPrefix("LIN") else {
      finishLine(&rows)
      // A package, a product group or a place begins: what was said of the last one is over.
      if scope == segment.tag, ["CPS", "PGI", "LOC"].contains(scope) { section.removeAll() }
      section.take(segment, by: rules.rules(scope, segment.tag), party: "", at: place)
      return
    }
    if segment.tag == "LIN" {
      finishLine(&rows)
      hasLine = true
      line.removeAll()
      linePlace = place
      lineNumber += 1
      quantityNumber = 0
    }
    if hasQuantities, scope.hasPrefix("LIN/QTY") || scope.hasPrefix("LIN/INV") {
      if segment.tag == String(scope.suffix(3)), scope.utf8.count == 7 {
        finishQuantity(&rows)
        hasQuantity = true
        quantity.removeAll()
        quantityPlace = place
        quantityNumber += 1
      }
      quantity.take(segment, by: MappingTables.quantity.rules(scope, segment.tag), party: "", at: place)
      return
    }
    line.take(segment, by: rules.rules(scope, segment.tag), party: "", at: place)
  }

  /// Whether a line has records for each of its quantities instead of one of its own.
  private var hasQuantities: Bool { message.type == "INVRPT" || message.type == "SLSRPT" }

  mutating func finishLine(_ rows: inout [DocumentRow]) {
    finishQuantity(&rows)
    guard hasLine else { return }
    hasLine = false
    if !hasQuantities { rows += lineRows() }
  }

  private mutating func finishQuantity(_ rows: inout [DocumentRow]) {
    guard hasQuantity else { return }
    hasQuantity = false
    if let row = quantityRow() { rows.append(row) }
  }

  // MARK: Values

  /// A day as a date of the record; a date that is needed and none is an error.
  func day(_ capture: Capture?, end: Bool = false, _ problems: inout [EDIFACTProblem]) -> String? {
    period(capture, &problems).map { end ? $0.endDay : $0.startDay }
  }

  func period(_ capture: Capture?, _ problems: inout [EDIFACTProblem]) -> WrittenPeriod? {
    guard let capture, !capture[2].isEmpty else { return nil }
    let (text, format) = (capture[2], capture[3])
    let place = capture.place.at(1, 2)
    guard let found = WrittenPeriod(text, format: format) else {
      problems.append(
        EDIFACTProblem(
          .edifactInvalidDate, .segment, error: 12, at: place, value: text,
          "'\(text)' is not a date of the format '\(format)' (2379)"))
      return nil
    }
    if found.isDoubtful {
      problems.append(
        EDIFACTProblem(
          .edifactDoubtfulDate, .segment, error: 12, at: place, value: text,
          "'\(text)' is not written in the format '\(format)' (2379), and is read as \(found.start)"))
    }
    return found
  }

  func amount(_ capture: Capture?) -> String? { capture.flatMap { WrittenNumber($0[2])?.text } }

  /// The numbers of the item of a line; those that it substitutes or is replaced by are separate.
  func items(_ problems: inout [EDIFACTProblem]) -> (own: ItemCodes, substitute: ItemCodes) {
    var own = ItemCodes()
    var other = ItemCodes()
    // 4 means that the line's number replaces the one after it, 3 that it is replaced.
    let replaces = message.type == "ORDRSP" && line.codes.contains { $0.function == "4" }
    for code in line.codes {
      switch code.function {
      case "3": other.take(code, problems: &problems)
      case "4": if replaces { own.take(code, problems: &problems) }
      case "2": break
      default: if replaces { other.take(code, problems: &problems) } else { own.take(code, problems: &problems) }
      }
    }
    return (own, other)
  }
}
