/// Whether letters in upper and lower case are the same.
package enum LetterCase: Sendable {
  case compared
  /// Those of ASCII are the same.
  case ignored
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether the bytes hold others in a row, as those of a text hold those of a part of it; any hold none.
  ///
  /// - Parameter part: in lower case where the case is ignored.
  package func holds(_ part: UnsafeBufferPointer<UInt8>, case letterCase: LetterCase = .compared) -> Bool {
    switch letterCase {
    case .compared: holds(part) { $0 }
    case .ignored: holds(part) { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    }
  }

  @inline(__always)
  private func holds(_ part: UnsafeBufferPointer<UInt8>, folded: (UInt8) -> UInt8) -> Bool {
    guard let first = part.first else { return true }
    var place = 0
    while place + part.count <= count {
      if folded(self[place]) == first, part.indices.allSatisfy({ folded(self[place + $0]) == part[$0] }) { return true }
      place += 1
    }
    return false
  }
}
