internal import FormatKit
internal import ZipReading

/// The type of a file, by its first bytes.
enum WorkbookSignature {
  /// Why an old compound file is refused, by the names in its directory: a workbook with a password is one too.
  static func compoundError(_ bytes: [UInt8], _ source: String) -> Problems {
    func has(_ name: StaticString) -> Bool {
      name.withUTF8Buffer { letters in bytes.contains(letters.flatMap { [$0, 0] }) }
    }
    if has("EncryptedPackage") {
      return Problems(.xlsxProtected, source: source, "the workbook is protected with a password")
    }
    let isPresentation = has("PowerPoint Document")
    let presentation = isPresentation ? "a presentation of the old kind (.ppt)" : nil
    let other = has("WordDocument") ? "a text document of the old kind (.doc)" : presentation
    guard let other, !has("Workbook") else {
      return Problems(.xlsxOtherKind, source: source, "the file is a workbook of the old kind (.xls)")
    }
    return Problems(
      .xlsxOtherKind, source: source, "the file is \(other)",
      remedy: "Copy the table into a spreadsheet and save it as .xlsx.")
  }

  /// How sure it is that a file is a workbook: by the names of the parts that begin in the preview.
  static func confidence(_ preview: SourcePreview) -> Confidence {
    guard preview.bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]) else { return .none }
    // The type of an OpenDocument file is in its first entry, uncompressed.
    if preview.bytes.prefix(256).contains(Array("application/vnd.oasis.opendocument.spreadsheet".utf8)) {
      return Confidence(95, "an archive that says it is an OpenDocument spreadsheet")
    }
    let names = entryNames(preview.bytes)
    if preview.fileExtension == "ods", names.contains("content.xml") {
      return Confidence(90, "an archive with content, named .ods")
    }
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

  /// The names in the headers before each entry, in lower case.
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
      names.append(ZipArchive.normal(String(decoding: bytes[(index + 30)..<end], as: UTF8.self)))
      index = end
    }
    return names
  }
}

extension Collection where Element == UInt8 {
  /// Whether this contains a run of bytes.
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

extension ZipTerms {
  /// The terms for archives of spreadsheets.
  static let workbook = ZipTerms(
    "workbook", damaged: .xlsxDamaged, tooLarge: .xlsxTooLarge, protected: .xlsxProtected,
    other: { bytes, source in
      bytes.starts(with: [0xD0, 0xCF, 0x11, 0xE0]) ? WorkbookSignature.compoundError(bytes, source) : nil
    })
}
