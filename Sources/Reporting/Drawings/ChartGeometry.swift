internal import Stock

/// The bars of a chart as places in percent of its width, so that a page can draw them at any width without scripts.
///
/// Rows without a value are left out. Lengths are whole tenths of a percent: drawing is the only place where figures
/// are not exact, and each bar has its exact figure next to it.
struct ChartGeometry {
  struct Bar {
    let label: ReportCell
    let value: ReportCell
    let isTotal: Bool
    /// Tenths of a percent of the width.
    let start: Int
    let length: Int
  }

  let chart: ReportChart
  private(set) var bars: [Bar] = []
  /// The position of zero, in tenths of a percent.
  private(set) var zero = 0

  /// The heights, in pixels, of one bar with its text, and of the part of it above the bar.
  static let step = 48
  static let textHeight = 20
  static let barHeight = 14

  init(_ chart: ReportChart, rows: [ReportRow]) {
    self.chart = chart
    var spans: [(label: ReportCell, value: ReportCell, isTotal: Bool, from: Double, to: Double)] = []
    var running = 0.0
    for row in rows {
      guard let value = row.child(named: chart.value) as? ReportCell, case .integer(let number) = value.value,
        let label = row.child(named: chart.label) as? ReportCell
      else { continue }
      let isTotal = chart.total.flatMap { row.child(named: $0) as? Bool } ?? false
      let from = chart.kind == .waterfall && !isTotal ? running : 0
      spans.append((label, value, isTotal, from, from + Double(number)))
      running = from + Double(number)
    }
    let least = spans.map { min($0.from, $0.to) }.min().map { min($0, 0) } ?? 0
    let most = spans.map { max($0.from, $0.to) }.max().map { max($0, 0) } ?? 0
    let width = most - least
    func place(_ value: Double) -> Int { width > 0 ? Int(((value - least) / width * 1000).rounded()) : 0 }
    zero = place(0)
    bars = spans.map { span in
      let start = place(min(span.from, span.to))
      let length = place(max(span.from, span.to)) - start
      return Bar(
        label: span.label, value: span.value, isTotal: span.isTotal, start: min(start, 997), length: max(length, 3))
    }
  }

  private func percent(_ tenths: Int) -> String { "\(tenths / 10).\(tenths % 10)%" }

  /// The values for the `chart` template.
  var context: [String: Any] {
    let formatted = bars.enumerated().map { index, bar -> [String: Any] in
      let top = index * Self.step
      let isNegative = bar.value.child(named: "is_negative") as? Bool ?? false
      let isLossOrGain = chart.sense == .loss && !bar.isTotal
      return [
        "label": bar.label, "value": bar.value, "x": percent(bar.start), "width": percent(bar.length),
        "text_y": top + Self.textHeight - 6, "bar_y": top + Self.textHeight,
        "zero_top": top + Self.textHeight - 3, "zero_bottom": top + Self.textHeight + Self.barHeight + 3,
        "is_gain": isLossOrGain && isNegative, "is_loss": isLossOrGain && !isNegative,
        "is_amount": !isLossOrGain && !isNegative, "is_below": !isLossOrGain && isNegative,
      ]
    }
    return [
      "name": chart.name, "title": chart.title, "is_line": false, "bars": formatted, "any": !bars.isEmpty,
      "zero": percent(zero), "unit": bars.first?.value.unit ?? "", "has_unit": bars.first?.value.unit != nil,
      "height": max(0, bars.count * Self.step - 8), "bar_height": Self.barHeight,
    ]
  }
}
