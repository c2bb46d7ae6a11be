internal import Exchange
internal import Stock

/// The output of an import or of its dry run.
extension ValueOutput {
  /// The effect of an import.
  ///
  /// - Parameter isScan: whether a command for scanned codes read the file, which reads the rows that are left out as well.
  init(_ summary: ImportSummary, to request: ImportRequest, canSkip: Bool = false, isScan: Bool = false) {
    self.init(ImportOutput(summary), status: ImportCommand.status(of: summary)) {
      ImportView(summary, canSkip: canSkip, isScan: isScan).show(request.source)
    }
  }

  /// The effect of an import on an order, and the current state of the order's lines.
  ///
  /// - Parameters:
  ///   - isFile: whether the records come from a file.
  ///   - lines: the lines after it; nil for people who may not see them.
  init(
    _ summary: ImportSummary, to request: ImportRequest, isFile: Bool, lines: (() throws -> [PurchaseOrderLine])?
  ) {
    self.init(ImportOutput(summary), status: ImportCommand.status(of: summary)) {
      ImportView(summary, canSkip: isFile, isFile: isFile, isScan: isFile).show(request.source)
      if isFile, summary.stoppingGuards.contains(where: { $0.code == .newItems }) {
        Terminal.say("To leave these rows out and receive the others: --on-error skip writes them to a file.")
      }
      guard case .applied = summary.outcome, let lines else { return }
      Terminal.say()
      Terminal.say(OrderView.table(try lines()))
    }
  }
}
