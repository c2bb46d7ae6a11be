internal import Stock

/// The cells of a file that were imported with other values.
enum CorrectedCellView {
  private static let shown = 20

  static func show(_ cells: [CorrectedCell]) {
    guard !cells.isEmpty else { return }
    Terminal.say("  \(Terminal.number(cells.count, "cell")) corrected:")
    for cell in cells.prefix(shown) {
      let (was, value) = (CorrectedCell.shown(cell.was), CorrectedCell.shown(cell.value))
      Terminal.say(Terminal.oneLine("    line \(cell.line), \(cell.shownColumn): '\(was)' → '\(value)'"))
    }
    if cells.count > shown { Terminal.say("    … and \(cells.count - shown) more; --json lists all of them") }
  }
}
