internal import FormatKit

/// The number formats of a workbook's cell styles, by the number that a cell gives.
final class StyleTable: PartHandler {
  private static let maximumStyles = 1 << 16
  private static let maximumFormats = 1 << 14

  private var formats: [Int: NumberFormat] = [:]
  private var styles: [NumberFormat] = []
  private var isInCells = false

  /// The format of a style; that of plain numbers when there is no style of that number.
  @inline(__always)
  func format(_ style: Int) -> NumberFormat { styles.indices.contains(style) ? styles[style] : .general }

  override func begin(_ tag: borrowing PartTag) {
    switch tag.name {
    case "numFmt":
      guard let id = tag.attribute(named: "numFmtId")?.number, let code = tag.attribute(named: "formatCode"),
        code.value.count <= 1024, formats.count < Self.maximumFormats
      else { return }
      formats[id] = NumberFormat(code: code.text.replacingScalars("&quot;", with: "\""))
    case "cellXfs": isInCells = true
    case "xf" where isInCells:
      guard styles.count < Self.maximumStyles else { return }
      let id = tag.attribute(named: "numFmtId")?.number ?? 0
      styles.append(formats[id] ?? NumberFormat(builtIn: id))
    default: break
    }
  }

  override func end(_ name: PartName) {
    if name.equals("cellXfs") { isInCells = false }
  }
}
