internal import FormatKit

/// What the first bytes of a file say of it.
enum WorkbookSignature {
  /// Whether an old compound file holds a workbook encrypted with a password, by the names in its directory.
  static func isEncrypted(_ bytes: [UInt8]) -> Bool {
    let name: [UInt8] = "EncryptedPackage".utf8.flatMap { (byte: UInt8) -> [UInt8] in [byte, 0] }
    return bytes.contains(name)
  }

  /// How sure it is that a file is an .xlsx workbook: by the names of the parts that begin in the preview.
  static func confidence(_ preview: SourcePreview) -> Confidence {
    guard preview.bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]) else { return .none }
    let names = entryNames(preview.bytes)
    let isOther = names.contains {
      $0.hasPrefix("word/") || $0.hasPrefix("ppt/") || $0.hasSuffix(".bin") && $0.contains("workbook")
        || $0 == "mimetype"
        || $0.hasPrefix("index/")
    }
    if isOther { return .none }
    if names.contains(where: { $0.hasSuffix("/workbook.xml") || $0.hasPrefix("xl/") }) {
      return Confidence(95, "an archive with the parts of a workbook")
    }
    if names.contains("[content_types].xml") || names.contains("_rels/.rels") {
      return Confidence(92, "an archive that begins as workbooks do")
    }
    if ["xlsx", "xlsm", "xltx", "xltm"].contains(preview.fileExtension) {
      return Confidence(90, "an archive, named .\(preview.fileExtension)")
    }
    return .none
  }

  /// The names in the headers ahead of each entry, in lower case.
  private static func entryNames(_ bytes: [UInt8]) -> [String] {
    var names: [String] = []
    var index = 0
    while index + 30 <= bytes.count {
      guard bytes[index] == 0x50, bytes[index + 1] == 0x4B, bytes[index + 2] == 3, bytes[index + 3] == 4 else {
        index += 1
        continue
      }
      let length = Int(bytes[index + 26]) | Int(bytes[index + 27]) << 8
      let end = min(bytes.count, index + 30 + min(length, 256))
      names.append(Container.normal(String(decoding: bytes[(index + 30)..<end], as: UTF8.self)))
      index = end
    }
    return names
  }
}

extension Collection where Element == UInt8 {
  /// Whether a run of bytes stands anywhere in this one.
  func contains(_ run: [UInt8]) -> Bool {
    guard let first = run.first, count >= run.count else { return run.isEmpty }
    var place = startIndex
    while let found = self[place...].firstIndex(of: first) {
      if self[found...].starts(with: run) { return true }
      place = index(after: found)
    }
    return false
  }
}
