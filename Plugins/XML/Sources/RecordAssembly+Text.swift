internal import FormatKit
internal import XMLReading

/// The text of elements with children, and text that belongs to no record.
extension RecordAssembly {
  /// Text next to the records belongs to none of them.
  mutating func textBetweenRecords(_ run: UnsafeBufferPointer<UInt8>) {
    guard purpose == .rows, isAbsolute, depth == recordPath.count - 1, !isInUnreadText, !run.isBlank else { return }
    isInUnreadText = true
    let text = String(decoding: run.prefix(200), as: UTF8.self).split(whereSeparator: \.isWhitespace)
    let shown = text.joined(separator: " ")
    reportUnread("the text '\(shown)'", value: shown)
  }

  mutating func refuseField(_ level: Int) {
    let node = open[level - 1].node
    let name = tree.path(of: node)
    guarding.fail(
      .fieldTooLarge, path: recordLocation(),
      "the text of '\(name.isEmpty ? "value" : name)' is larger than \(RecordBatch.maximumFieldBytes >> 20) MiB")
  }

  /// Keeps the text before a child element for the rest that may follow it.
  mutating func setTextAside(_ table: Int) {
    let slot = level - 1
    let text = tables[table].openText
    if open[slot].hasMovedText, !text.isBlank { open[slot].hasTail = true }
    if open[slot].hasMovedText || !text.isBlank {
      while movedText.count <= slot { movedText.append([]) }
      movedText[slot].append(contentsOf: text)
      open[slot].hasMovedText = true
      if movedText[slot].count > RecordBatch.maximumFieldBytes { refuseField(level) }
    }
    tables[table].dropOpenText()
  }

  mutating func takeTextBack(_ table: Int) {
    movedText[level].append(contentsOf: tables[table].openText)
    tables[table].dropOpenText()
    movedText[level].withUnsafeBufferPointer { tables[table].append($0) }
    movedText[level].removeAll(keepingCapacity: movedText[level].count < 1 << 16)
  }
}
