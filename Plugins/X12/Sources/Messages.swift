internal import Segments
internal import SupplyDocuments

/// A transaction set that is imported: its structure, and the element for each column of its records.
///
/// Another transaction set is another of these.
struct Message: Sendable {
  /// Data element 143.
  let id: String
  let name: String
  let root: MessageNode
  /// The record of the document, and that of its lines; a catalogue has only lines.
  let header: SupplyRecord?
  let line: SupplyRecord?
  /// The places at which a line begins.
  let lineStarts: Set<String>
  /// The segment that begins the document.
  let beginning: String
  /// The roles of the supplier: the codes of data element 98 in the order of preference.
  let supplierRoles: [String]
  /// Whether the supplier is who the interchange comes from, rather than whom it goes to.
  let supplierIsSender: Bool
  /// The columns of the header and of the lines by the place that they are read from.
  let headerRules: [String: [ColumnRule]]
  let lineRules: [String: [ColumnRule]]
  /// The places whose number of loops or segments CTT01 counts.
  let counted: [String]
  /// The elements whose sum CTT02 is.
  let hashed: [(path: String, element: Int)]

  init(
    _ id: String, _ name: String, header: SupplyRecord?, line: SupplyRecord?, lineStarts: Set<String>,
    beginning: String,
    supplierRoles: String, supplierIsSender: Bool = true, headerRules: String, lineRules: String, counted: [String],
    hashed: [(String, Int)], structure: String
  ) {
    self.id = id
    self.name = name
    root = .message(notation: structure)
    self.header = header
    self.line = line
    self.lineStarts = lineStarts
    self.beginning = beginning
    self.supplierRoles = supplierRoles.split(separator: " ").map(String.init)
    self.supplierIsSender = supplierIsSender
    self.headerRules = ColumnRule.parse(headerRules, for: header)
    self.lineRules = ColumnRule.parse(lineRules, for: line)
    self.counted = counted
    self.hashed = hashed.map { (path: $0.0, element: $0.1) }
  }

  /// The table of the row that a line is while it is read; those of catalogues and stock become rows of several tables.
  var lineCarrier: SupplyRecord? {
    switch id {
    case "832": .products
    case "846", "852": .stockLevels
    default: line
    }
  }

  /// The messages that are imported, by data element 143.
  static let all: [String: Message] = Dictionary(
    uniqueKeysWithValues: [order, response, despatch, invoice, catalogue, inventory, activity].map { ($0.id, $0) })
}

/// The source of a column: `ordered_on BEG-05`, `location N1/N1-04 01=ST,BY`.
struct ColumnRule: Sendable {
  let column: Int
  let element: Int
  /// The element that must hold one of the codes, the better ones ahead.
  let condition: (element: Int, codes: [String])?
  /// Less is better.
  let rank: Int

  /// Reads one rule to a line; the first of two for one column is preferred.
  static func parse(_ text: String, for record: SupplyRecord?) -> [String: [ColumnRule]] {
    guard let table = record.map({ SupplyTables.x12[$0] }) else { return [:] }
    var found: [String: [ColumnRule]] = [:]
    for (number, line) in text.split(separator: "\n").enumerated() {
      let words = line.split(separator: " ")
      guard words.count >= 2, let column = table.index(of: String(words[0])) else {
        preconditionFailure("the rule '\(line)' names no column of \(table.record)")
      }
      let place = words[1].split(separator: "-")
      guard place.count == 2, let element = Int(place[1]) else {
        preconditionFailure("the rule '\(line)' names no element")
      }
      var condition: (element: Int, codes: [String])?
      if words.count > 2 {
        let halves = words[2].split(separator: "=")
        if halves.count == 2, let position = Int(halves[0]) {
          condition = (position, halves[1].split(separator: ",").map(String.init))
        }
      }
      let rule = ColumnRule(column: column, element: element, condition: condition, rank: number * 100)
      found[String(place[0]), default: []].append(rule)
    }
    return found
  }
}
