import RetailValues
import Testing

@Suite struct ByteSearchTests {
  private func holds(_ text: String, _ part: String, _ letterCase: LetterCase) -> Bool {
    Array(text.utf8).withUnsafeBufferPointer { bytes in
      Array(part.utf8).withUnsafeBufferPointer { bytes.holds($0, case: letterCase) }
    }
  }

  @Test(arguments: [
    ("", "", true, true), ("a", "", true, true), ("", "a", false, false), ("variant sku", "sku", true, true),
    ("Variant SKU", "sku", false, true), ("sksku", "sku", true, true), ("sk", "sku", false, false),
    ("HANDLE,Title", "handle", false, true), ("hand le", "handle", false, false), ("\u{C4}", "\u{E4}", false, false),
    ("A[", "a{", false, false), ("@", "`", false, false),
  ])
  func findsBytesInARow(text: String, part: String, compared: Bool, ignored: Bool) {
    #expect(holds(text, part, .compared) == compared)
    #expect(holds(text, part, .ignored) == ignored)
  }
}
