internal import Foundation

extension String {
  /// The text with files of this machine by their names alone: `/srv/shop/stockroom.yml: people is not a list` begins
  /// with `stockroom.yml`.
  ///
  /// A path begins with a folder that this machine has, so that addresses of pages and fractions stay as they are. What
  /// is in quotation marks is data.
  var withoutMachinePaths: String {
    guard utf8.contains(UInt8(ascii: "/")) else { return self }
    var shown = ""
    var rest = self[...]
    while let slash = rest.utf8.firstIndex(of: UInt8(ascii: "/")) {
      let isBegin = slash == startIndex || Self.comesBeforePaths(utf8[utf8.index(before: slash)])
      shown.append(contentsOf: rest[..<slash])
      guard isBegin, let end = Self.endOfMachinePath(rest[slash...]) else {
        shown.append("/")
        rest = rest[utf8.index(after: slash)...]
        continue
      }
      if let name = rest[slash..<end].split(separator: "/").last { shown.append(contentsOf: name) }
      rest = rest[end...]
    }
    shown.append(contentsOf: rest)
    return shown
  }

  /// Whether a byte can be the one before a path: not one of a word, of an address such as `https://`, of `../`, or a
  /// quotation mark.
  private static func comesBeforePaths(_ byte: UInt8) -> Bool { " \t\n\"`([=,;".utf8.contains(byte) }

  /// The end of the path that a text begins with; nil when the machine has no such folder.
  private static func endOfMachinePath(_ text: Substring) -> Index? {
    let words = text.prefix { !":;,'\"`()\n".contains($0) }.split(separator: " ", omittingEmptySubsequences: false)
    guard let first = words.first, let root = first.split(separator: "/").first, access("/\(root)", F_OK) == 0 else {
      return nil
    }
    var end = first.endIndex
    // Names may have spaces.
    for word in words.dropFirst() {
      let path = String(text[..<word.endIndex])
      let folder = (path as NSString).deletingLastPathComponent
      if access(path, F_OK) == 0 || (word.contains("/") && access(folder, F_OK) == 0) { end = word.endIndex }
    }
    return end
  }
}
