internal import Exchange
internal import Stock

/// The output of an import or of its dry run.
extension ValueOutput {
  init(_ summary: ImportSummary, to request: ImportRequest, canSkip: Bool = false) {
    self.init(ImportOutput(summary), status: ImportCommand.status(of: summary)) {
      ImportView(summary, canSkip: canSkip).show(request.source)
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
      ImportView(summary, isFile: isFile).show(request.source)
      guard case .applied = summary.outcome, let lines else { return }
      Terminal.say()
      Terminal.say(OrderView.table(try lines()))
    }
  }
}
