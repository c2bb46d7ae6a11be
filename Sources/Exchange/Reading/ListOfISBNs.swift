internal import FormatKit
internal import RetailValues

extension SourcePreview {
  /// Whether every line is an ISBN, with hyphens or without, and nothing else; a few lines may have a wrong check digit.
  var isListOfISBNs: Bool {
    func mayBeISBN(_ code: String) -> Bool {
      code.utf8.count <= 20 && code.allSatisfy { $0.isASCII && ($0.isNumber || "- Xx".contains($0)) }
    }
    let text = self.text
    // As a rule the first line shows that it is something else.
    guard mayBeISBN(text.drop(while: \.isNewline).prefix { !$0.isNewline }.trimmingSpaces()) else { return false }
    var lines = text.split(whereSeparator: \.isNewline)
    // The last line of a preview may be cut off.
    if !isWhole, !lines.isEmpty { lines.removeLast() }
    var known = 0
    for line in lines.prefix(1000) {
      let code = line.trimmingSpaces()
      if code.isEmpty { continue }
      guard mayBeISBN(code) else { return false }
      if let barcode = try? Barcode(parsing: code), [.isbn10, .isbn13].contains(barcode.symbology) {
        known += 1
      } else if Barcode(isbnWithoutZeros: code) != nil {
        known += 1
      }
    }
    // Single wrong check digits are reported line by line when the list is read.
    return known > 0 && known * 4 >= lines.prefix(1000).count { !$0.trimmingSpaces().isEmpty } * 3
  }
}
