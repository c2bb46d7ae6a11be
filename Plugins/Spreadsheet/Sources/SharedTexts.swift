internal import FormatKit

/// The texts that the cells of a workbook share, by number: in memory while they are few, else in temporary files.
final class SharedTexts: PartHandler {
  private static let textLimit = 16 << 20
  private static let placeLimit = 8 << 20

  private let texts: SpillBuffer
  /// The end of each text, eight bytes each.
  private let ends: SpillBuffer
  private let source: String
  private var runs = TextRuns()
  private var isInItem = false
  private(set) var count = 0
  /// Room for one place.
  private let word = UnsafeMutableRawBufferPointer.allocate(byteCount: 8, alignment: 8)

  init(source: String) {
    self.source = source
    texts = SpillBuffer(limit: Self.textLimit, source: source, purpose: "the workbook is unpacked")
    ends = SpillBuffer(limit: Self.placeLimit, source: source, purpose: "the workbook is unpacked")
  }

  deinit { word.deallocate() }

  // MARK: Filling

  override func begin(_ tag: borrowing PartTag) {
    if isInItem {
      runs.begin(tag)
    } else if tag.name.equals("si") {
      isInItem = true
      runs.reset()
    }
  }

  override func text(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard isInItem else { return }
    runs.text(bytes)
    if runs.isTooLarge { fail(Problems(.fieldTooLarge, "text \(count + 1) is larger than 16 MiB")) }
  }

  override func end(_ name: PartName) {
    guard isInItem else { return }
    guard name.equals("si") else { return runs.end(name) }
    isInItem = false
    runs.finish()
    do {
      try runs.bytes.withUnsafeBufferPointer { (bytes) throws(Problems) in
        try texts.append(UnsafeRawBufferPointer(bytes))
      }
      word.storeBytes(of: UInt64(texts.count), as: UInt64.self)
      try ends.append(UnsafeRawBufferPointer(word))
      count += 1
    } catch {
      fail(error)
    }
  }

  // MARK: Looking up

  /// Adds a text to the end of some bytes; false when there is no text of that number.
  func append(_ index: Int, to bytes: inout [UInt8]) throws(Problems) -> Bool {
    guard index >= 0, index < count else { return false }
    let start = index == 0 ? 0 : try end(of: index - 1)
    let length = try end(of: index) - start
    guard length > 0 else { return true }
    let place = bytes.count
    bytes.append(contentsOf: repeatElement(0, count: length))
    try bytes.withUnsafeMutableBufferPointer { (all) throws(Problems) in
      try texts.read(
        at: start, into: UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer(rebasing: all[place...])))
    }
    return true
  }

  private func end(of index: Int) throws(Problems) -> Int {
    try ends.read(at: index * 8, into: word)
    return Int(word.load(as: UInt64.self))
  }
}
