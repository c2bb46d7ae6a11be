public import FormatKit

/// Writes one table as `<records>` of `<record>` elements, so that reading returns the same rows.
///
/// Columns become child elements, `@name` attributes, dotted names nested elements. A column whose name is not an XML
/// name, and a null attribute, are written as `<field name="…">`. Null is `xsi:nil="true"`, absent fields are left out.
public struct XMLWriter: BatchWriter {
  private let sink: ByteSink
  private let layout: ElementLayout
  private let rootName: String
  private let columnNames: [String]
  private let openRecord: String
  private let closeRecord: String
  private let actions = XMLNames.actions
  private var recordCount = 0
  /// Columns of the row being written that have to be fields by name.
  private var displaced: [Int] = []

  init(schema: Schema, options: XMLOptions, sink: ByteSink) throws(Problems) {
    let last = options.record?.split(whereSeparator: { $0 == "/" || $0 == "}" }).last.map(String.init)
    for (option, name) in [("root", options.root), ("record", last)] {
      if let name, !ElementLayout.isName(name) {
        throw Problems(
          .invalidOption, value: name, "'\(name)' is not valid for the option '\(option)' of xml",
          remedy: "Allowed: a name of XML without a prefix.")
      }
    }
    self.sink = sink
    layout = ElementLayout(schema)
    columnNames = schema.columns.map(\.name)
    rootName = options.root ?? (ElementLayout.isName(schema.table) ? schema.table : Schema.defaultTable)
    let record = last ?? "record"
    openRecord = "  <\(record)"
    closeRecord = "</\(record)>\n"
    try sink.write("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
    try sink.write("<\(rootName) xmlns:xsi=\"\(XMLNames.instanceNamespace)\">\n")
  }

  public mutating func write(_ batch: borrowing RecordBatch) throws(Problems) {
    var output = BufferedOutput(sink)
    defer { output.deallocate() }
    for row in 0..<batch.rowCount {
      recordCount += 1
      displaced.removeAll(keepingCapacity: true)
      try output.write(openRecord)
      try writeAttributes(of: 0, row, batch, &output)
      try output.write(UInt8(ascii: ">"))
      for child in layout.nodes[0].children { try writeElement(child, row, batch, 2, isInline: false, &output) }
      for column in layout.unplaced where batch.kind(row: row, column: column) != .absent {
        try writeField(column, row, batch, &output)
      }
      for column in displaced { try writeField(column, row, batch, &output) }
      try output.indent(1)
      try output.write(closeRecord)
    }
    try output.flush()
  }

  public mutating func finish() throws(Problems) { try sink.write("</\(rootName)>\n") }

  // MARK: Elements

  private mutating func writeElement(
    _ index: Int, _ row: Int, _ batch: borrowing RecordBatch, _ depth: Int, isInline: Bool,
    _ output: inout BufferedOutput
  ) throws(Problems) {
    let node = layout.nodes[index]
    let kind = node.column < 0 ? .absent : batch.kind(row: row, column: node.column)
    let hasChildren = node.children.count > 0 && node.children.contains { isPresent($0, row, batch) }
    guard kind != .absent || hasChildren else { return displaceAttributes(index, row, batch) }
    if !isInline { try output.indent(depth) }
    try output.write(node.open)
    if node.attributes.count > 0 { try writeAttributes(of: index, row, batch, &output) }
    if kind == .null { try output.write(" xsi:nil=\"true\"") }
    guard hasChildren else {
      for child in node.children { displaceAttributes(child, row, batch) }
      if kind == .null || batch.bytes(row: row, column: node.column).isEmpty { return try output.write("/>") }
      try output.write(UInt8(ascii: ">"))
      try writeText(node.column, row, batch, isAttribute: false, &output)
      return try output.write(node.close)
    }
    try output.write(UInt8(ascii: ">"))
    var isInline = isInline
    if kind != .absent, kind != .null {
      // White space alone next to child elements would be read as layout, and layout next to text as text.
      if batch.bytes(row: row, column: node.column).isBlank {
        displaced.append(node.column)
      } else {
        try writeText(node.column, row, batch, isAttribute: false, &output)
        isInline = true
      }
    }
    for child in node.children { try writeElement(child, row, batch, depth + 1, isInline: isInline, &output) }
    if !isInline { try output.indent(depth) }
    try output.write(node.close)
  }

  /// Attributes of elements that are not there have to be fields by name.
  private mutating func displaceAttributes(_ index: Int, _ row: Int, _ batch: borrowing RecordBatch) {
    for attribute in layout.nodes[index].attributes where batch.kind(row: row, column: attribute.column) != .absent {
      displaced.append(attribute.column)
    }
    for child in layout.nodes[index].children { displaceAttributes(child, row, batch) }
  }

  /// Whether anything of an element or below it is to be written.
  private func isPresent(_ index: Int, _ row: Int, _ batch: borrowing RecordBatch) -> Bool {
    let column = layout.nodes[index].column
    if column >= 0, batch.kind(row: row, column: column) != .absent { return true }
    return layout.nodes[index].children.contains { isPresent($0, row, batch) }
  }

  private mutating func writeAttributes(
    of index: Int, _ row: Int, _ batch: borrowing RecordBatch, _ output: inout BufferedOutput
  ) throws(Problems) {
    for attribute in layout.nodes[index].attributes {
      switch batch.kind(row: row, column: attribute.column) {
      case .absent: continue
      case .null: displaced.append(attribute.column)
      case .text, .number, .percentage, .boolean:
        try output.write(attribute.open)
        try writeText(attribute.column, row, batch, isAttribute: true, &output)
        try output.write(UInt8(ascii: "\""))
      }
    }
  }

  private func writeField(
    _ column: Int, _ row: Int, _ batch: borrowing RecordBatch, _ output: inout BufferedOutput
  ) throws(Problems) {
    var name = columnNames[column]
    guard name.utf8.count < 1024 else { throw illegalCharacter(column, row, batch, "a name of more than 1,023 bytes") }
    if let found = name.withUTF8({ XMLNames.illegal(in: $0) }) { throw illegalCharacter(column, row, batch, found) }
    try output.indent(2)
    try output.write("<field name=\"\(XMLNames.escapedAttribute(name))\"")
    if batch.kind(row: row, column: column) == .null { return try output.write(" xsi:nil=\"true\"/>") }
    try output.write(UInt8(ascii: ">"))
    try writeText(column, row, batch, isAttribute: false, &output)
    try output.write("</field>")
  }

  // MARK: Text

  @inline(__always)
  private func writeText(
    _ column: Int, _ row: Int, _ batch: borrowing RecordBatch, isAttribute: Bool, _ output: inout BufferedOutput
  ) throws(Problems) {
    let text = batch.bytes(row: row, column: column)
    let actions = actions
    var start = 0
    var index = 0
    while index < text.count {
      let byte = text[index]
      let action = actions[byte]
      if action == 0 || action == XMLNames.attributeOnly && !isAttribute {
        index &+= 1
        continue
      }
      if action == XMLNames.illegal {
        if XMLNames.isIllegal(text, at: index) {
          let found = XMLNames.illegal(in: UnsafeBufferPointer(rebasing: text[index...]))
          throw illegalCharacter(column, row, batch, found ?? "a character")
        }
      } else {
        try output.write(UnsafeBufferPointer(rebasing: text[start..<index]))
        try output.write(XMLNames.reference(byte))
        start = index &+ 1
      }
      index &+= 1
    }
    try output.write(UnsafeBufferPointer(rebasing: text[start...]))
  }

  private func illegalCharacter(
    _ column: Int, _ row: Int, _ batch: borrowing RecordBatch, _ found: String
  ) -> Problems {
    let place = batch.position(row: row)
    return Problems(
      .xmlIllegalCharacter,
      at: SourcePosition(
        line: place.line, byteOffset: place.byteOffset, record: place.record, field: columnNames[column]),
      value: batch.string(row: row, column: column),
      "record \(recordCount), field '\(columnNames[column])': \(found) is not allowed in XML")
  }
}
