internal import FormatKit

/// Elements such as `<b>`, whose text is a part of the text around them.
extension RecordAssembly {
  /// Whether the innermost open element has text so far.
  func hasOwnText(_ table: Int) -> Bool {
    open[level - 1].hasMovedText || !tables[table].openText.isBlank
  }

  /// Begins an element whose text is a part of the text around it.
  mutating func beginInline(_ tag: borrowing StartTag) {
    inlineDepth &+= 1
    isAfterInlineTag = true
    open[level &- 1].hasInline = true
    if tag.localName == words.lineBreak {
      tables[Int(tree.nodes[Int(open[level &- 1].node)].table)].appendSpace()
    }
  }

  /// Notes that digits before and after the tag of an inline element follow each other, as in `12<sup>50</sup>`.
  mutating func joinText(_ run: UnsafeBufferPointer<UInt8>, _ table: Int) {
    isAfterInlineTag = false
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    if let last = tables[table].openText.last, let first = run.first, digits.contains(last), digits.contains(first) {
      open[level &- 1].joinsDigits = true
    }
  }

  /// Makes an inline element at the beginning of a text a part of it, as in `<title><b>New</b> tea</title>`.
  ///
  /// It was read as an element, since no text was before it; its text is the field before the one that follows it.
  mutating func joinLeadingInline(_ element: inout OpenElement, _ table: Int) {
    guard let node = element.leadingInline, !element.isNull, !element.hasMovedText,
      let before = tables[table].openText.first, !tables[table].openText.isBlank,
      let last = tables[table].reopenLastField(of: tree.nodes[Int(node)].column)
    else { return }
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    if digits.contains(last), digits.contains(before) { element.joinsDigits = true }
    (element.hasChildren, element.hasInline) = (false, true)
  }
}
