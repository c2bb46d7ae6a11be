/// A position in a source. Every known part is given; all counts begin with 1.
public struct SourcePosition: Hashable, Sendable {
  /// The line of the text, 0 when the source has no lines.
  public var line: Int
  /// The character within the line, 0 when unknown.
  public var column: Int
  /// Bytes before the record, from the start of the decoded text; -1 when unknown.
  public var byteOffset: Int
  /// The record number within its table; 0 if the problem does not belong to a record.
  public var record: Int
  /// The name of the field, as the source names it.
  public var field: String?
  /// A path inside the document where lines say little: `Sheet1!B17`, `/catalog/product[17]/price`, `PO1-04`.
  public var path: String?

  public init(
    line: Int = 0, column: Int = 0, byteOffset: Int = -1, record: Int = 0, field: String? = nil, path: String? = nil
  ) {
    self.line = line
    self.column = column
    self.byteOffset = byteOffset
    self.record = record
    self.field = field
    self.path = path
  }
}
