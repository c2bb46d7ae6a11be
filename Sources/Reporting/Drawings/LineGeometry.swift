internal import RetailValues
internal import Stock

/// The lines of a chart: horizontal positions in percent of its width, so that a page can draw them at any width
/// without scripts, and vertical positions in pixels.
///
/// Days and moments are as far apart as they are in time, other labels at equal distances in the order of the rows. A row
/// without a value leaves a gap. Drawing is the only place where figures are not exact; the text alternative has them as they are.
struct LineGeometry {
  struct Point {
    let label: ReportCell
    let value: ReportCell
    /// From 0 to 1 across.
    let across: Double
    let number: Int64
  }

  struct Line {
    let name: ReportCell?
    /// Runs of points without a gap between them.
    var runs: [[Point]] = []
    var points: [Point] { runs.flatMap { $0 } }
  }

  struct Tick {
    let value: ReportCell
    let number: Double
  }

  /// The maximum number of lines whose marks can be distinguished in print; the eye cannot follow more either.
  static let mostLines = 6
  /// More points than this are thinned to what can be seen.
  static let mostPoints = 480
  /// The maximum number of marks that leave the line between them visible.
  private static let mostMarks = 24
  /// The maximum number of points that are listed one by one for a screen reader.
  private static let listedPoints = 40

  /// Disc, square, triangle, diamond, ring and cross; the last two are hollow.
  private static let marks = [
    "M-4 0A4 4 0 1 1 4 0A4 4 0 1 1 -4 0Z", "M-3.5 -3.5H3.5V3.5H-3.5Z", "M0 -4.5L4.5 3.5H-4.5Z",
    "M0 -5L5 0L0 5L-5 0Z", "M-3.5 0A3.5 3.5 0 1 1 3.5 0A3.5 3.5 0 1 1 -3.5 0Z", "M-3.5 -3.5L3.5 3.5M3.5 -3.5L-3.5 3.5",
  ]

  private static let top = 18.0
  private static let bottom = 232.0
  private static let height = 258

  let chart: ReportChart
  private(set) var lines: [Line] = []
  /// How many lines are not drawn.
  private(set) var leftOut = 0
  private(set) var ticks: [Tick] = []
  private var labels: [(across: Double, cell: ReportCell)] = []
  private var scale: ClosedRange<Double> = 0...1

  init(_ chart: ReportChart, rows: [ReportRow]) {
    self.chart = chart
    func cell(_ row: ReportRow, _ column: String) -> ReportCell? { row.child(named: column) as? ReportCell }
    let named = rows.compactMap { row in cell(row, chart.label).map { (row: row, label: $0) } }
    let placed = zip(named, Self.places(of: named.map(\.label))).compactMap { named, across in
      across.map { (row: named.row, label: named.label, across: $0) }
    }
    // From left to right, and rows of one place as they came.
    let points = placed.enumerated().sorted { ($0.element.across, $0.offset) < ($1.element.across, $1.offset) }
    var order: [ReportingValue: Int] = [:]
    var isOpen: [Bool] = []
    for (_, (row, label, across)) in points {
      let name = chart.series.flatMap { cell(row, $0) }
      let place = order[name?.value ?? .null] ?? order.count
      guard place < Self.mostLines else {
        order[name?.value ?? .null] = place
        continue
      }
      if place == lines.count {
        order[name?.value ?? .null] = place
        lines.append(Line(name: name))
        isOpen.append(false)
      }
      guard let value = cell(row, chart.value), case .integer(let number) = value.value else {
        isOpen[place] = false
        continue
      }
      let point = Point(label: label, value: value, across: across, number: number)
      if isOpen[place] {
        lines[place].runs[lines[place].runs.count - 1].append(point)
      } else {
        lines[place].runs.append([point])
        isOpen[place] = true
      }
    }
    leftOut = order.count - lines.count
    lines.removeAll { $0.runs.isEmpty }
    setScale()
    var seen: Set<ReportingValue> = []
    labels = points.compactMap {
      seen.insert($0.element.label.value).inserted ? ($0.element.across, $0.element.label) : nil
    }
  }

  // MARK: - Across

  /// The position of each label, from 0 to 1; nil for a row without one.
  private static func places(of labels: [ReportCell]) -> [Double?] {
    let times = labels.map { cell -> Double? in
      switch (cell.type, cell.value) {
      case (.date, .text(let text)): CalendarDate(text).map { Double($0.daysSince1970) }
      case (.dateTime, .integer(let moment)): Double(moment)
      default: nil
      }
    }
    let isTime = zip(times, labels).allSatisfy { $0 != nil || $1.isNull } && times.contains { $0 != nil }
    var order: [ReportingValue: Int] = [:]
    let numbers =
      isTime
      ? times
      : labels.map { label in
        if label.isNull { return nil }
        let place = order[label.value] ?? order.count
        order[label.value] = place
        return Double(place)
      }
    let least = numbers.compactMap { $0 }.min() ?? 0
    let width = (numbers.compactMap { $0 }.max() ?? 0) - least
    return numbers.map { $0.map { width > 0 ? ($0 - least) / width : 0.5 } }
  }

  /// The labels that have room next to each other where the chart is as narrow as a telephone.
  private var shownLabels: [(across: Double, cell: ReportCell)] {
    let letters = labels.map { $0.cell.renderText.count }.max() ?? 1
    let room = Double(letters + 2) * 7.5 / 330
    var shown: [(across: Double, cell: ReportCell)] = []
    for label in labels where shown.last.map({ label.across - $0.across >= room }) ?? true { shown.append(label) }
    guard let last = labels.last, let end = shown.last, end.across < last.across else { return shown }
    if shown.count > 1, last.across - end.across < room { shown.removeLast() }
    if last.across - (shown.last?.across ?? 0) >= room { shown.append(last) }
    return shown
  }

  // MARK: - Down

  /// A scale with three to six round numbers on it that holds all values.
  private mutating func setScale() {
    let values = lines.flatMap(\.points)
    guard let sample = values.first?.value, let least = values.map(\.number).min(),
      let most = values.map(\.number).max()
    else { return }
    let low = chart.startsAtZero ? min(0, Double(least)) : Double(least)
    let high = chart.startsAtZero ? max(0, Double(most)) : Double(most)
    // Of numbers that are alike in their first nine digits no scale could show the difference.
    let step = Self.roundStep(max((high - low) / 4, max(abs(low), abs(high)) / 1e9))
    let first = (low / step).rounded(.down)
    let last = max((high / step).rounded(.up), first + 1)
    scale = (first * step)...(last * step)
    for index in 0...min(8, Int(last - first)) {
      let number = (first + Double(index)) * step
      guard let exact = Int64(exactly: number) else { continue }
      ticks.append(
        Tick(
          value: ReportCell(
            value: .integer(exact), type: sample.type, formatting: sample.formatting, style: sample.style),
          number: number))
    }
  }

  /// 1, 2 or 5 times a power of ten, at least as great as that and at least one.
  private static func roundStep(_ least: Double) -> Double {
    var power = 1.0
    while power * 10 <= least { power *= 10 }
    return [1, 2, 5, 10].map { $0 * power }.first { $0 >= least } ?? power * 10
  }

  private func down(_ number: Double) -> Double {
    let share = (number - scale.lowerBound) / (scale.upperBound - scale.lowerBound)
    return Self.bottom - share * (Self.bottom - Self.top)
  }

  // MARK: - For the template

  /// The first, the last, the least and the greatest of each of many slices: what can be seen of a long line.
  static func thinned(_ points: [Point]) -> [Point] {
    guard points.count > mostPoints else { return points }
    let slices = mostPoints / 4
    var kept: [Point] = []
    for slice in 0..<slices {
      let range = (points.count * slice / slices)..<(points.count * (slice + 1) / slices)
      guard let least = range.min(by: { points[$0].number < points[$1].number }),
        let most = range.max(by: { points[$0].number < points[$1].number })
      else { continue }
      for index in Set([range.lowerBound, least, most, range.upperBound - 1]).sorted() { kept.append(points[index]) }
    }
    return kept
  }

  private func percent(_ across: Double) -> String {
    // A little room at both ends for the marks.
    FixedPointText.shortest(Int64(((1 + across * 98) * 100).rounded()), fractionDigits: 2) + "%"
  }

  private func pixels(_ down: Double) -> String {
    FixedPointText.shortest(Int64((down * 10).rounded()), fractionDigits: 1)
  }

  private func context(_ point: Point) -> [String: Any] {
    ["label": point.label, "value": point.value, "x": percent(point.across), "y": pixels(down(Double(point.number)))]
  }

  private func context(_ line: Line, at index: Int) -> [String: Any] {
    var segments: [[String: Any]] = []
    var marks: [Point] = []
    for run in line.runs {
      let seen = Self.thinned(run)
      for (from, to) in zip(seen, seen.dropFirst()) {
        segments.append([
          "x1": percent(from.across), "y1": pixels(down(Double(from.number))), "x2": percent(to.across),
          "y2": pixels(down(Double(to.number))),
        ])
      }
      let every = max(1, (seen.count + Self.mostMarks - 1) / Self.mostMarks)
      marks += seen.enumerated().filter { $0.offset % every == 0 || $0.offset == seen.count - 1 }.map(\.element)
    }
    let points = line.points
    var context: [String: Any] = [
      "index": String(index), "mark_path": Self.marks[index % Self.marks.count],
      "line_name": line.name?.renderText ?? "", "has_name": line.name.map { !$0.isNull } ?? false,
      "segments": segments, "marks": marks.map { self.context($0) }, "count": String(points.count),
    ]
    if let first = points.first, let last = points.last, let least = points.min(by: { $0.number < $1.number }),
      let most = points.max(by: { $0.number < $1.number })
    {
      for (name, point) in [("first", first), ("last", last), ("least", least), ("most", most)] {
        context[name] = ["label": point.label, "value": point.value]
      }
      if lines.reduce(0, { $0 + $1.points.count }) <= Self.listedPoints {
        context["is_listed"] = true
        context["points"] = points.map { ["label": $0.label, "value": $0.value] }
      } else {
        context["is_listed"] = false
      }
    }
    return context
  }

  /// The values for the `chart-line` template.
  var context: [String: Any] {
    let shown = shownLabels
    return [
      "name": chart.name, "title": chart.title, "is_line": true, "any": !lines.isEmpty, "height": Self.height,
      "has_several": lines.count > 1, "left_out": String(leftOut), "has_left_out": leftOut > 0,
      "unit": lines.first?.points.first?.value.unit ?? "", "has_unit": lines.first?.points.first?.value.unit != nil,
      "ticks": ticks.map { tick -> [String: Any] in
        [
          "value": tick.value, "y": pixels(down(tick.number)), "text_y": pixels(down(tick.number) - 4),
          "is_zero_line": tick.number == 0,
        ]
      },
      "lines": lines.enumerated().map { context($1, at: $0) },
      "label_y": Self.height - 6,
      "labels": shown.enumerated().map { index, label -> [String: Any] in
        let isEnd = index == shown.count - 1 && label.across > 0.9
        return [
          "label": label.cell, "x": isEnd ? "100%" : label.across < 0.1 ? "0" : percent(label.across),
          "anchor": isEnd ? "end" : label.across < 0.1 ? "start" : "middle",
        ]
      },
    ]
  }
}
