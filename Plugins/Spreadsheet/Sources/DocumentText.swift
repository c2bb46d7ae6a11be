internal import FormatKit

/// Assembles the text of an OpenDocument cell: its paragraphs, without formatting, annotations and drawings.
///
/// White space counts once wherever it is; white space to be kept has elements of its own. At the ends of a paragraph line
/// breaks and what goes with them are layout, and a space is one, as the programs that write it mean it.
struct DocumentText {
  /// White space that was read and has not been added yet.
  private enum Waiting {
    case nothing, space, layout
  }

  private(set) var bytes: [UInt8] = []
  private var paragraphs = 0
  private var isInParagraph = false
  private var isAtStart = true
  private var waiting = Waiting.nothing

  /// Whether there is any text, be it empty.
  var isPresent: Bool { paragraphs > 0 }
  /// Whether the text is larger than a field may be.
  var isTooLarge: Bool { bytes.count > RecordBatch.maximumFieldBytes }

  mutating func reset() {
    bytes.removeAll(keepingCapacity: bytes.count < 1 << 16)
    (paragraphs, isInParagraph) = (0, false)
  }

  /// Begins an element; false when what it holds is not text of the cell.
  ///
  /// - Parameter isInCell: whether it is in the cell itself.
  mutating func begin(_ tag: borrowing PartTag, isInCell: Bool) -> Bool {
    if isInCell {
      guard tag.name.equals("p") || tag.name.equals("h") else { return false }
      if paragraphs > 0 { bytes.append(UInt8(ascii: "\n")) }
      paragraphs += 1
      (isInParagraph, isAtStart, waiting) = (true, true, .nothing)
      return true
    }
    switch tag.name {
    case "s": addKept(UInt8(ascii: " "), tag.attribute(called: "c")?.number ?? 1)
    case "tab": addKept(UInt8(ascii: "\t"), 1)
    case "line-break": addKept(UInt8(ascii: "\n"), 1)
    // Annotations, notes, reading aids, pictures and shapes.
    case "annotation", "annotation-end", "note", "ruby-text", "frame", "g", "custom-shape", "rect", "line", "control":
      return false
    default: break
    }
    return true
  }

  mutating func end(_ name: PartName) {
    guard name.equals("p") || name.equals("h") else { return }
    if waiting == .space { bytes.append(UInt8(ascii: " ")) }
    (isInParagraph, waiting) = (false, .nothing)
  }

  mutating func add(_ more: UnsafeBufferPointer<UInt8>) {
    guard isInParagraph, !isTooLarge else { return }
    for byte in more {
      if !TextRuns.isSpace(byte) {
        addSpace()
        bytes.append(byte)
      } else if byte != UInt8(ascii: " ") {
        waiting = .layout
      } else if waiting == .nothing {
        waiting = .space
      }
    }
  }

  /// Adds the white space before the next text.
  private mutating func addSpace() {
    if waiting == .space || waiting == .layout && !isAtStart { bytes.append(UInt8(ascii: " ")) }
    (isAtStart, waiting) = (false, .nothing)
  }

  private mutating func addKept(_ byte: UInt8, _ count: Int) {
    guard isInParagraph, !isTooLarge else { return }
    addSpace()
    bytes.append(contentsOf: repeatElement(byte, count: min(max(1, count), RecordBatch.maximumFieldBytes + 1)))
  }
}
