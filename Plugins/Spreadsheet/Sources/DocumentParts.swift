internal import FormatKit
internal import ZipReading

/// The description of an OpenDocument spreadsheet in its own parts: where its content is, and its sheets.
struct DocumentParts {
  let content: ZipArchive.Part
  let sheets: [WorkbookParts.Sheet]

  private static let spreadsheet = "application/vnd.oasis.opendocument.spreadsheet"
  private static let maximumManifestBytes = 1 << 20
  private static let otherRemedy = "Copy the table into a spreadsheet and save it as .ods or .xlsx."

  /// Nil when the archive is not a document of OpenDocument.
  init?(_ container: ZipArchive) throws(Problems) {
    guard try Self.isSpreadsheet(container) else { return nil }
    try Self.checkEncryption(container)
    guard let part = try container.part("content.xml") else {
      throw Problems(.xlsxDamaged, source: container.source, "the part 'content.xml' with the sheets is missing")
    }
    let list = SheetList()
    try PartParser.parse(part, of: container, list)
    guard list.isSpreadsheet else {
      throw Problems(
        .xlsxOtherKind, source: container.source, "the file is an OpenDocument document without sheets",
        remedy: Self.otherRemedy)
    }
    content = part
    sheets = list.sheets.enumerated().map { index, sheet in
      WorkbookParts.Sheet(name: sheet.name, number: index + 1, isHidden: sheet.isHidden, part: part)
    }
  }

  /// Judges by the type that the archive states, or, where it states none, by its parts; refuses documents of other kinds.
  private static func isSpreadsheet(_ container: ZipArchive) throws(Problems) -> Bool {
    var type = ""
    if let part = try container.part("mimetype") {
      type = String(decoding: try container.start(of: part, limit: 256), as: UTF8.self)
    }
    if type.hasPrefix(spreadsheet) { return true }
    let other: String? =
      switch type {
      case _ where type.hasPrefix("application/vnd.oasis.opendocument.text"): "a text document (.odt)"
      case _ where type.hasPrefix("application/vnd.oasis.opendocument.presentation"): "a presentation (.odp)"
      case _ where type.hasPrefix("application/vnd.oasis.opendocument."): "an OpenDocument document without sheets"
      case _ where type.hasPrefix("application/vnd.sun.xml.calc"): "a workbook of OpenOffice 1 (.sxc)"
      default: nil
      }
    if let other {
      throw Problems(
        .xlsxOtherKind, source: container.source, "the file is \(other)",
        remedy: type.hasSuffix("calc") ? Problem.Code.xlsxOtherKind.remedy : otherRemedy)
    }
    return container.has("content.xml") && !container.has("[content_types].xml") && !container.has("xl/workbook.xml")
  }

  /// Looks for the word by which the list of parts shows that they are encrypted. It is not parsed: old programs put a
  /// DOCTYPE into it.
  private static func checkEncryption(_ container: ZipArchive) throws(Problems) {
    guard let part = try container.part("META-INF/manifest.xml") else { return }
    let manifest = try container.start(of: part, limit: maximumManifestBytes)
    if manifest.contains(Array("encryption-data".utf8)) {
      throw Problems(.xlsxProtected, source: container.source, "the workbook is protected with a password")
    }
  }

  /// Reads the names of the sheets, and which are hidden by their style.
  private final class SheetList: PartHandler {
    private(set) var sheets: [(name: String, isHidden: Bool)] = []
    private(set) var isSpreadsheet = false
    private var bodyDepth = 0
    private var style: String?
    private var hidden: Set<String> = []

    override func begin(_ tag: borrowing PartTag) {
      if bodyDepth > 0 {
        if depth == bodyDepth + 1, tag.name.equals("table") { add(tag) }
        return
      }
      switch tag.name {
      case "style": style = tag.attribute(called: "name")?.text
      case "table-properties":
        guard let style, hidden.count < WorkbookParts.maximumSheets,
          tag.attribute(called: "display")?.value.elementsEqual("false".utf8) == true
        else { return }
        hidden.insert(style)
      case "spreadsheet": (bodyDepth, isSpreadsheet) = (depth, true)
      default: break
      }
    }

    override func end(_ name: PartName) {
      if bodyDepth > 0, depth + 1 == bodyDepth { bodyDepth = 0 }
    }

    private func add(_ tag: borrowing PartTag) {
      guard sheets.count < WorkbookParts.maximumSheets else { return fail(WorkbookParts.tooManySheets) }
      let name = tag.attribute(called: "name")?.text ?? ""
      let style = tag.attribute(called: "style-name")?.text ?? ""
      sheets.append((name.isEmpty ? "sheet \(sheets.count + 1)" : name, hidden.contains(style)))
    }
  }
}
