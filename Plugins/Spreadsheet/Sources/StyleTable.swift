internal import FormatKit

/// The number formats of a workbook's cell styles, and whether they strike values out, by the number that a cell gives.
final class StyleTable: PartHandler {
  private static let maximumStyles = 1 << 16
  private static let maximumFormats = 1 << 14

  private var formats: [Int: NumberFormat] = [:]
  private var styles: [NumberFormat] = []
  private var struckStyles: Set<Int> = []
  private var struckFonts: Set<Int> = []
  private var fonts = 0
  private var (isInCells, isInFonts) = (false, false)

  /// The format of a style; that of plain numbers when there is no style of that number.
  @inline(__always)
  func format(_ style: Int) -> NumberFormat { styles.indices.contains(style) ? styles[style] : .general }

  /// Whether a style draws a line through the value.
  @inline(__always)
  func isStruck(_ style: Int) -> Bool { !struckStyles.isEmpty && struckStyles.contains(style) }

  override func begin(_ tag: borrowing PartTag) {
    switch tag.name {
    case "numFmt":
      guard let id = tag.attribute(named: "numFmtId")?.number, let code = tag.attribute(named: "formatCode"),
        code.value.count <= 1024, formats.count < Self.maximumFormats
      else { return }
      formats[id] = NumberFormat(code: code.text.replacingScalars("&quot;", with: "\""))
    case "fonts": isInFonts = true
    case "font" where isInFonts: fonts += 1
    case "strike" where isInFonts && struckFonts.count < Self.maximumStyles:
      if tag.attribute(named: "val")?.isTrue ?? true { struckFonts.insert(fonts - 1) }
    case "cellXfs": isInCells = true
    case "xf" where isInCells:
      guard styles.count < Self.maximumStyles else { return }
      let id = tag.attribute(named: "numFmtId")?.number ?? 0
      if let font = tag.attribute(named: "fontId")?.number, struckFonts.contains(font) {
        struckStyles.insert(styles.count)
      }
      styles.append(formats[id] ?? NumberFormat(builtIn: id))
    default: break
    }
  }

  override func end(_ name: PartName) {
    if name.equals("cellXfs") { isInCells = false }
    if name.equals("fonts") { isInFonts = false }
  }
}
