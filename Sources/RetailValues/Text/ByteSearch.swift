extension UnsafeBufferPointer<UInt8> {
  /// Whether the bytes hold others in a row, as those of a text hold those of a part of it; any hold none.
  package func holds(_ part: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let first = part.first else { return true }
    var place = 0
    while place + part.count <= count {
      if self[place] == first, self[place..<place + part.count].elementsEqual(part) { return true }
      place += 1
    }
    return false
  }
}
