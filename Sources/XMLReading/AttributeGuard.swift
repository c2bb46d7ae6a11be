/// Stops a start tag with too many attributes before libxml2 sees its end: it compares each attribute with every other.
///
/// A tag within one block is left to the parser's own count; only a tag that runs over the end of a block is followed
/// here. A `<` is not allowed inside a tag, so the last one of a block shows where the open tag begins.
public struct AttributeGuard {
  /// The most attributes, and namespaces in force, that an element may have.
  public static let maximumAttributes = 1024
  private var isInTag = false
  private var quote: UInt8 = 0
  private var equals = 0

  /// For the start of a document.
  public init() {}

  /// Whether the tag that is open at the end of this block has no more attributes than allowed.
  public mutating func admits(_ block: UnsafeRawBufferPointer) -> Bool {
    var index = block.count
    while index > 0, block[index &- 1] != 0x3C { index &-= 1 }
    if index > 0 {
      isInTag = true
      quote = 0
      equals = 0
      if index < block.count, [0x21, 0x3F, 0x2F].contains(block[index]) { isInTag = false }
    }
    guard isInTag else { return true }
    while index < block.count {
      let byte = block[index]
      index &+= 1
      if quote != 0 {
        if byte == quote { quote = 0 }
      } else if byte == 0x3D {
        equals &+= 1
        if equals > Self.maximumAttributes { return false }
      } else if byte == 0x3E {
        isInTag = false
        return true
      } else if byte == 0x22 || byte == 0x27 {
        quote = byte
      }
    }
    return true
  }
}
