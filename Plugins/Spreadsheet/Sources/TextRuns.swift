internal import FormatKit
internal import Workbook

/// Puts the text of a string item together: its runs without their looks, and without the reading aids of East Asian text.
struct TextRuns {
  private(set) var bytes: [UInt8] = []
  private var run: [UInt8] = []
  private var isInRun = false
  private var keepsSpace = false
  private var isInAid = false
  private var mayHaveEscapes = false
  /// How much of the end may not be trimmed.
  private var keptCount = 0

  mutating func reset() {
    bytes.removeAll(keepingCapacity: bytes.count < 1 << 16)
    (isInRun, isInAid, mayHaveEscapes, keptCount) = (false, false, false, 0)
  }

  /// Whether the text is larger than a field may be.
  var isTooLarge: Bool { bytes.count + run.count > RecordBatch.maximumFieldBytes }

  mutating func begin(_ tag: borrowing PartTag) {
    switch tag.name {
    case "rPh": isInAid = true
    case "t" where !isInAid: beginRun(tag)
    default: break
    }
  }

  /// Begins a run of text: an element `t`, or the value of a cell.
  mutating func beginRun(_ tag: borrowing PartTag) {
    isInRun = true
    run.removeAll(keepingCapacity: true)
    keepsSpace = false
    for index in 0..<tag.attributeCount {
      if let found = tag.attribute(index), found.name.equals("space") {
        keepsSpace = found.value.elementsEqual("preserve".utf8)
      }
    }
  }

  mutating func text(_ more: UnsafeBufferPointer<UInt8>) {
    if isInRun, !isTooLarge { run.append(contentsOf: more) }
  }

  mutating func end(_ name: PartName) {
    switch name {
    case "rPh": isInAid = false
    case "t", "v": endRun()
    default: break
    }
  }

  private mutating func endRun() {
    guard isInRun else { return }
    isInRun = false
    // White space around the whole text is layout, unless it says that it is not; between runs it is text.
    let kept = bytes.isEmpty && !keepsSpace ? run.drop { Self.isSpace($0) } : run[...]
    if kept.contains(UInt8(ascii: "_")) { mayHaveEscapes = true }
    bytes.append(contentsOf: kept)
    if keepsSpace { keptCount = bytes.count }
    run.removeAll(keepingCapacity: run.count < 1 << 16)
  }

  /// Resolves the escapes of the whole text.
  mutating func finish() {
    endRun()
    while bytes.count > keptCount, let last = bytes.last, Self.isSpace(last) { bytes.removeLast() }
    if mayHaveEscapes { bytes = CellEscapes.decoded(bytes) }
  }

  static func isSpace(_ byte: UInt8) -> Bool { byte == 32 || byte == 9 || byte == 10 || byte == 13 }
}
