public import FormatKit

/// The columns of a file that is written, with the places of fields and attributes found by its layout.
public struct CatalogueSheet<Key: Hashable & Sendable> {
  public let header: [String]
  public let columns: MatchedHeader<Key>
  private let attributes: [HeaderLayout<Key>.Owner: [String: Int]]
  private let codes: DelimitedCodes
  /// The report for values without a column; nil where they are an error.
  private let report: CatalogueReport?

  /// - Parameters:
  ///   - header: the columns that the file always has.
  ///   - further: the names of further columns, separated by vertical bars.
  ///   - report: where values without a column are reported; nil where they are an error.
  public init(
    _ header: [String], further: String?, layout: HeaderLayout<Key>, codes: DelimitedCodes,
    report: CatalogueReport? = nil
  ) {
    let more = (further ?? "").split(separator: "|").map { ValueList.trimmed(String($0)) }
    self.header = header + more.filter { !$0.isEmpty }
    self.codes = codes
    self.report = report
    let columns = MatchedHeader(self.header, layout: layout)
    self.columns = columns
    let places = { (found: [MatchedHeader<Key>.Attribute]) in
      // A further column that the layout does not know has the name of an attribute.
      Dictionary((found + columns.unknown).map { ($0.name, $0.column) }, uniquingKeysWith: { first, _ in first })
    }
    attributes = [.product: places(columns.productAttributes), .variant: places(columns.variantAttributes)]
  }

  /// A row with nothing in it.
  public var row: [String] { Array(repeating: "", count: header.count) }

  /// Puts a text into the column of a field, where there are both.
  public func set(_ key: Key, _ text: String?, in row: inout [String]) {
    if let column = columns[key], let text { row[column] = text }
  }

  /// The attributes of a product or variant, from their JSON object.
  public func attributes(_ json: String?, named field: String, record: Int) throws(Problems) -> AttributeText {
    guard let json else { return AttributeText() }
    guard let attributes = AttributeText(parsing: json) else {
      throw codes.unwritable(record, field, json, "the attributes '\(json)' are not a JSON object of texts")
    }
    return attributes
  }

  /// Puts an attribute into its column.
  ///
  /// - Parameter item: whose attribute it is.
  /// - Throws: ``DelimitedCodes/unwritableValue`` when there is no column for it, or it is a list.
  public func set(
    _ name: String, _ value: AttributeText.Value, of owner: HeaderLayout<Key>.Owner, item: String, record: Int,
    in row: inout [String]
  ) throws(Problems) {
    guard case .text(let text) = value, let column = attributes[owner]?[name] else {
      if let report {
        return report.leaveOut(
          "the attribute '\(name)'", of: item,
          remedy: "If that system should have it, give it a column with --option further-columns=\"\(name)\".")
      }
      throw Problems(
        codes.unwritableValue, at: SourcePosition(record: record, field: "attributes"), value: name,
        "the attribute '\(name)' has no column", remedy: "Give one with --option further-columns=\"\(name)\".")
    }
    row[column] = text
  }

  /// Puts the system's usual value into the column of an attribute that nothing is known of.
  public func complete(_ name: String, _ text: String, of owner: HeaderLayout<Key>.Owner, in row: inout [String]) {
    if let column = attributes[owner]?[name], row[column].isEmpty { row[column] = text }
  }

  /// Puts a value that is known better than what was kept into the column of an attribute.
  public func replace(_ name: String, _ text: String, of owner: HeaderLayout<Key>.Owner, in row: inout [String]) {
    if let column = attributes[owner]?[name] { row[column] = text }
  }
}
