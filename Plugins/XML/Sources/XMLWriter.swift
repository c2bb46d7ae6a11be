public import FormatKit

/// Writes one table as `<records>` of `<record>` elements, so that reading gives the same rows.
///
/// Columns become child elements, `@name` attributes, dotted names nested elements. What has no such place, a column whose
/// name is no XML name or a null attribute, is written as `<field name="…">`. Null is `xsi:nil="true"`, absent is left out.
public struct XMLWriter: BatchWriter {
  private let sink: ByteSink
  private let layout: ElementLayout
  private let rootName: String
  private let columnNames: [String]
  private let openRecord: [UInt8]
  private let closeRecord: [UInt8]
  private var recordCount = 0
  /// Columns of the row being written that have to be fields by name.
  private var displaced: [Int] = []

  init(schema: Schema, options: XMLOptions, sink: ByteSink) throws(FormatError) {
    let last = options.record?.split(whereSeparator: { $0 == "/" || $0 == "}" }).last.map(String.init)
    for (option, name) in [("root", options.root), ("record", last)] {
      if let name, !ElementLayout.isName(name) {
        throw FormatError(
          .invalidOption, value: name, "'\(name)' does not suit the option '\(option)' of xml",
          remedy: "Allowed: a name of XML without a prefix.")
      }
    }
    self.sink = sink
    layout = ElementLayout(schema)
    columnNames = schema.columns.map(\.name)
    rootName = options.root ?? (ElementLayout.isName(schema.table) ? schema.table : Schema.defaultTable)
    let record = last ?? "record"
    openRecord = Array("  <\(record)".utf8)
    closeRecord = Array("</\(record)>\n".utf8)
    try sink.write("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
    try sink.write("<\(rootName) xmlns:xsi=\"\(XMLNames.instanceNamespace)\">\n")
  }

  public mutating func write(_ batch: borrowing RecordBatch) throws(FormatError) {
    for row in 0..<batch.rowCount {
      recordCount += 1
      displaced.removeAll(keepingCapacity: true)
      try sink.write(openRecord)
      try writeAttributes(of: 0, row, batch)
      try sink.write(UInt8(ascii: ">"))
      for child in layout.nodes[0].children { try writeElement(child, row, batch, depth: 2, isInline: false) }
      for column in layout.unplaced + displaced where batch.kind(row: row, column: column) != .absent {
        try writeField(column, row, batch)
      }
      try indent(1, isInline: false)
      try sink.write(closeRecord)
    }
  }

  public mutating func finish() throws(FormatError) { try sink.write("</\(rootName)>\n") }

  // MARK: Elements

  private mutating func writeElement(
    _ index: Int, _ row: Int, _ batch: borrowing RecordBatch, depth: Int, isInline: Bool
  ) throws(FormatError) {
    let kind = layout.nodes[index].column.map { batch.kind(row: row, column: $0) } ?? .absent
    let hasChildren = layout.nodes[index].children.contains { isPresent($0, row, batch) }
    guard kind != .absent || hasChildren else {
      return displaceAttributes(index, row, batch)
    }
    try indent(depth, isInline: isInline)
    try sink.write(layout.nodes[index].open)
    try writeAttributes(of: index, row, batch)
    var textIsWritten = false
    if let column = layout.nodes[index].column {
      if kind == .null {
        try sink.write(" xsi:nil=\"true\"")
      } else if kind != .absent {
        let text = batch.bytes(row: row, column: column)
        // White space alone beside child elements would be read as layout.
        if hasChildren && text.isBlank { displaced.append(column) } else { textIsWritten = true }
      }
      if !hasChildren {
        for child in layout.nodes[index].children { displaceAttributes(child, row, batch) }
        if kind == .null || batch.bytes(row: row, column: column).isEmpty { return try sink.write(XMLNames.emptyEnd) }
      }
      try sink.write(UInt8(ascii: ">"))
      if textIsWritten { try writeText(column, row, batch, isAttribute: false) }
    } else {
      try sink.write(UInt8(ascii: ">"))
    }
    if hasChildren {
      let isInline = isInline || textIsWritten
      for child in layout.nodes[index].children {
        try writeElement(child, row, batch, depth: depth + 1, isInline: isInline)
      }
      try indent(depth, isInline: isInline)
    }
    try sink.write(layout.nodes[index].close)
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
    if let column = layout.nodes[index].column, batch.kind(row: row, column: column) != .absent { return true }
    return layout.nodes[index].children.contains { isPresent($0, row, batch) }
  }

  private mutating func writeAttributes(
    of index: Int, _ row: Int, _ batch: borrowing RecordBatch
  ) throws(FormatError) {
    for attribute in layout.nodes[index].attributes {
      switch batch.kind(row: row, column: attribute.column) {
      case .absent: continue
      case .null: displaced.append(attribute.column)
      case .text, .number, .boolean:
        try sink.write(attribute.open)
        try writeText(attribute.column, row, batch, isAttribute: true)
        try sink.write(UInt8(ascii: "\""))
      }
    }
  }

  private func writeField(_ column: Int, _ row: Int, _ batch: borrowing RecordBatch) throws(FormatError) {
    try indent(2, isInline: false)
    try sink.write("<field name=\"")
    var name = columnNames[column]
    guard name.utf8.count < 1024 else { throw illegalCharacter(column, row, batch, "its name is longer than 1,023 bytes") }
    if let found = name.withUTF8({ XMLNames.illegal(in: $0) }) { throw illegalCharacter(column, row, batch, found) }
    try sink.write(XMLNames.escapedAttribute(name))
    if batch.kind(row: row, column: column) == .null { return try sink.write("\" xsi:nil=\"true\"/>") }
    try sink.write("\">")
    try writeText(column, row, batch, isAttribute: false)
    try sink.write("</field>")
  }

  private func indent(_ depth: Int, isInline: Bool) throws(FormatError) {
    guard !isInline else { return }
    try XMLNames.lineAndSpaces.withUnsafeBufferPointerOfBytes(count: 1 + 2 * min(depth, 32)) {
      (bytes) throws(FormatError) in try sink.write(bytes)
    }
  }

  // MARK: Text

  private func writeText(
    _ column: Int, _ row: Int, _ batch: borrowing RecordBatch, isAttribute: Bool
  ) throws(FormatError) {
    let text = batch.bytes(row: row, column: column)
    var start = 0
    var index = 0
    while index < text.count {
      let byte = text[index]
      let action = XMLNames.actions[byte]
      if action == 0 || action == XMLNames.attributeOnly && !isAttribute {
        index &+= 1
        continue
      }
      if action == XMLNames.illegal, XMLNames.isIllegal(text, at: index) {
        let found = XMLNames.illegal(in: UnsafeBufferPointer(rebasing: text[index...]))
        throw illegalCharacter(column, row, batch, found ?? "a character")
      }
      if action != XMLNames.illegal {
        try sink.write(UnsafeBufferPointer(rebasing: text[start..<index]))
        try sink.write(XMLNames.reference(byte))
        start = index &+ 1
      }
      index &+= 1
    }
    try sink.write(UnsafeBufferPointer(rebasing: text[start...]))
  }

  private func illegalCharacter(
    _ column: Int, _ row: Int, _ batch: borrowing RecordBatch, _ found: String
  ) -> FormatError {
    let place = batch.position(row: row)
    return FormatError(
      .xmlIllegalCharacter,
      at: SourcePosition(line: place.line, byteOffset: place.byteOffset, record: place.record, field: columnNames[column]),
      value: batch.string(row: row, column: column),
      "record \(recordCount), field '\(columnNames[column])': \(found) cannot stand in XML")
  }
}

extension ByteSink {
  fileprivate func write(_ bytes: [UInt8]) throws(FormatError) {
    try bytes.withUnsafeBufferPointerOfBytes(count: bytes.count) { (run) throws(FormatError) in try write(run) }
  }
}

extension Array<UInt8> {
  /// `withUnsafeBufferPointer` that keeps the error's type.
  fileprivate func withUnsafeBufferPointerOfBytes(
    count: Int, _ body: (UnsafeBufferPointer<UInt8>) throws(FormatError) -> Void
  ) throws(FormatError) {
    var failure: FormatError?
    withUnsafeBufferPointer { buffer in
      do throws(FormatError) {
        try body(UnsafeBufferPointer(rebasing: buffer[..<count]))
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
  }
}
