public import FormatKit

/// The columns of a file, found by a layout.
public struct MatchedHeader<Key: Hashable & Sendable>: Sendable {
  /// A column whose name has a place for a number or a text.
  public struct Placed: Hashable, Sendable {
    /// The text in the placeholder.
    public let name: String
    /// The same as a number; 0 where it is a text.
    public let number: Int
    public let column: Int
  }

  /// A column that is kept among the attributes.
  public struct Attribute: Hashable, Sendable {
    public let name: String
    public let column: Int
  }

  public private(set) var productAttributes: [Attribute] = []
  public private(set) var variantAttributes: [Attribute] = []
  /// Columns that the layout knows and that are of no use here.
  public private(set) var passedOver: [String] = []
  /// Columns that the layout does not know, and those that are there a second time.
  public private(set) var unknown: [Attribute] = []
  private var columns: [Key: Int] = [:]
  private var placed: [Key: [Placed]] = [:]

  public init(_ names: [String], layout: HeaderLayout<Key>) {
    var attributeNames: Set<String> = []
    var owned: [(owner: HeaderLayout<Key>.Owner, rule: Int, attribute: Attribute)] = []
    for (column, name) in names.enumerated() where !RejectColumns.contains(name) {
      guard let found = layout.rule(for: name) else {
        unknown.append(Attribute(name: name, column: column))
        continue
      }
      switch layout.rules[found.index].meaning {
      case .passedOver: passedOver.append(name)
      case .attribute(let owner, let fixed):
        let attribute = Attribute(name: fixed ?? name, column: column)
        guard attributeNames.insert("\(owner):\(attribute.name)").inserted else {
          unknown.append(Attribute(name: name, column: column))
          continue
        }
        owned.append((owner, found.index, attribute))
      case .field(let key):
        if let capture = found.capture {
          placed[key, default: []].append(Placed(name: capture, number: Int(capture) ?? 0, column: column))
        } else if columns[key] == nil {
          columns[key] = column
        } else {
          unknown.append(Attribute(name: name, column: column))
        }
      }
    }
    // In the order of the layout, so that the same properties make the same text for any order of the columns.
    owned.sort { ($0.rule, $0.attribute.name) < ($1.rule, $1.attribute.name) }
    productAttributes = owned.filter { $0.owner == .product }.map(\.attribute)
    variantAttributes = owned.filter { $0.owner == .variant }.map(\.attribute)
    for key in placed.keys { placed[key]?.sort { ($0.number, $0.column) < ($1.number, $1.column) } }
  }

  /// The column of a field; nil when the file has none.
  public subscript(key: Key) -> Int? { columns[key] }

  /// The columns of a field whose name has a placeholder for a number or a text, by number, then in the order of the file.
  public func placed(_ key: Key) -> [Placed] { placed[key] ?? [] }

  /// The column of a field for a number.
  public func column(_ key: Key, _ number: Int) -> Int? { placed[key]?.first { $0.number == number }?.column }

  /// How many of the fields the file has.
  public func count(of keys: some Sequence<Key>) -> Int { keys.count { columns[$0] != nil || placed[$0] != nil } }

  /// A notice that names the unused columns; nil when all are used.
  public func unusedColumns(_ codes: DelimitedCodes, source: String, unknown names: [String]? = nil) -> Problem? {
    let names = names ?? unknown.map(\.name)
    guard let first = names.first else { return nil }
    let shown = names.prefix(20).map { "'\($0)'" }.joined(separator: ", ")
    let more = names.count > 20 ? " and \(names.count - 20) more" : ""
    return Problem(
      codes.unusedColumns, source: source, at: SourcePosition(line: 1, field: first), value: first,
      "nothing is made of the column\(names.count == 1 ? "" : "s") \(shown)\(more)")
  }
}
