internal import Exchange
internal import FormatKit
internal import Foundation
internal import RetailValues
internal import Stock

/// A saved plan as one web page without anything from elsewhere, to look at and to send to somebody.
///
/// It is made from the plan's lines alone. What is shown is capped, counts never are.
enum PlanPage {
  /// How many records of each kind and action, and cases of each problem, are shown.
  private static let shownRecords = 200

  static func write(_ plan: SavedPlan, to path: String) throws {
    var plan = plan
    let header = plan.header
    try AtomicOutput.write(to: path) { sink in
      try sink.write(top(header))
      try sink.write(counts(header))
      var sections = Sections()
      while let line = try plan.nextLine() {
        guard let record = SavedPlan.record(line) else { continue }
        try sections.add(record, to: sink)
      }
      try sections.end(sink)
      try sink.write(problems(sections))
      try sink.write(origin(header))
      try sink.write("</main></body></html>\n")
    }
  }

  // MARK: Parts

  private static func top(_ header: PlanHeader) -> String {
    let name = (header.source.path as NSString).lastPathComponent
    let errors = header.problems["error"] ?? 0
    let stopping = header.guards.filter { !$0.accepted }.map(\.code)
    let verdict =
      errors == 0 && !stopping.isEmpty
      ? "<p class=\"bad\">Stopped until somebody has looked: \(HTMLText.line(stopping.joined(separator: ", "))). "
        + "If it is right, <code>--accept \(HTMLText.line(stopping.joined(separator: ",")))</code> takes it.</p>"
      : header.refusedRecords > 0
        ? "<p class=\"bad\">\(header.refusedRecords) records of the file have errors and would be left out.</p>"
        : errors > 0
          ? "<p class=\"bad\">\(Terminal.number(errors, "error")): nothing of this file can be taken until they are corrected.</p>"
          : "<p class=\"good\">No errors: the plan can be carried out as it is.</p>"
    return """
      <!DOCTYPE html>
      <html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
      <title>Plan: \(HTMLText.line(name))</title>
      <style>
      body { font: 16px/1.5 system-ui, sans-serif; color: #1c1c1c; background: #fff; margin: 0 }
      main { max-width: 70rem; margin: 0 auto; padding: 1rem }
      h1 { font-size: 1.5rem; margin: 0 0 .25rem } h2 { font-size: 1.15rem; margin: 2rem 0 .5rem }
      .wide { overflow-x: auto } table { border-collapse: collapse; width: 100% }
      th, td { text-align: left; vertical-align: top; padding: .3rem .6rem; border-bottom: 1px solid #ddd }
      th { background: #f4f4f2 } code { white-space: nowrap } th.number, td.number { text-align: right; font-variant-numeric: tabular-nums }
      .before { color: #8a1c1c; text-decoration: line-through } .after { color: #14532d; font-weight: 600 }
      .bad { border-left: .3rem solid #b42318; padding: .4rem .8rem; background: #fdf1f0 }
      .good { border-left: .3rem solid #14713d; padding: .4rem .8rem; background: #eff8f2 }
      .quiet { color: #595959 } code { font-size: .9em; overflow-wrap: anywhere }
      @media print { main { max-width: none } h2 { break-after: avoid } tr { break-inside: avoid } }
      </style></head><body><main>
      <h1>What would change: \(HTMLText.line(name))</h1>
      <p class="quiet">\(HTMLText.line(header.shop.name)), planned \(HTMLText.line(header.plannedAt)). Nothing has been changed yet.</p>
      \(verdict)

      """
  }

  private static func counts(_ header: PlanHeader) -> String {
    let counts = KindCounts<PlanAction>(
      header.counts.map {
        (kind: $0.kind, action: $0.action, records: $0.records, followingPrices: $0.followingPrices ?? 0)
      })
    guard !counts.isEmpty else { return "<p>The file holds nothing to take.</p>\n" }
    let names: [PlanAction: String] = [
      .create: "new", .update: "changed", .unchanged: "unchanged", .conflict: "in conflict", .reject: "refused",
    ]
    let actions = counts.present(of: [.create, .update, .unchanged, .conflict, .reject])
    let headings = actions.map { "<th class=\"number\">\(names[$0] ?? $0.rawValue)</th>" }
    let rows = counts.rows(actions).map { row in
      "<tr><th scope=\"row\">\(words(row.kind))</th>"
        + row.numbers.map { "<td class=\"number\">\($0)</td>" }.joined() + "</tr>"
    }
    return """
      <div class="wide"><table><thead><tr><th>Records</th>\(headings.joined())</tr></thead>
      <tbody>\(rows.joined(separator: "\n"))</tbody></table></div>

      """
  }

  private static func problems(_ sections: Sections) -> String {
    guard !sections.problems.isEmpty else { return "" }
    let groups = sections.problems.sorted { ($0.value.rank, $0.key) < ($1.value.rank, $1.key) }
    return groups.map { code, group in
      let more = group.count - group.rows.count
      return """
        <h2>\(HTMLText.line(group.title)) <span class="quiet">(\(group.count), <code>\(HTMLText.line(code))</code>)</span></h2>
        <p>\(HTMLText.line(group.remedy))</p>
        <div class="wide"><table><thead><tr><th>Line</th><th>Record</th><th>Field, place</th><th>Value</th><th>What is wrong</th></tr></thead>
        <tbody>\(group.rows.joined(separator: "\n"))</tbody></table></div>
        \(more > 0 ? "<p class=\"quiet\">… and \(more) more</p>" : "")

        """
    }.joined()
  }

  private static func origin(_ header: PlanHeader) -> String {
    let findings = header.findings.map { finding in
      "<tr><td>\(HTMLText.line(finding.name))</td><td>\(HTMLText.line(finding.value))</td><td>\(HTMLText.line(finding.evidence))</td></tr>"
    }
    let corrections = header.request.corrections ?? []
    let cells = corrections.prefix(shownRecords).map { cell in
      "<tr><td>corrected</td><td>line \(cell.line), \(HTMLText.line(cell.column))</td>"
        + "<td><span class=\"before\">\(HTMLText.line(cell.was ?? ""))</span> "
        + "<span class=\"after\">\(HTMLText.line(cell.value))</span></td></tr>"
    }
    return """
      <h2>How the file was read</h2>
      <div class="wide"><table><tbody>
      <tr><td>file</td><td>\(HTMLText.line(header.source.path))</td><td>\(header.source.bytes) bytes</td></tr>
      <tr><td>SHA-256</td><td colspan="2"><code>\(HTMLText.line(header.source.sha256))</code></td></tr>
      <tr><td>profile</td><td>\(HTMLText.line(header.profile.name))</td><td></td></tr>
      \((findings + cells).joined(separator: "\n"))
      </tbody></table></div>\(corrections.count > cells.count ? "\n<p>\(corrections.count) cells are corrected.</p>" : "")

      """
  }

  /// The tables of records, written as their lines come: one for each kind and action.
  private struct Sections {
    struct Group {
      var title: String
      var remedy: String
      var rank: Int
      var count = 0
      var rows: [String] = []
    }

    /// The rows of a kind's actions, which come mixed; at most as many as are shown.
    private var rows: [PlanAction: (count: Int, rows: [String])] = [:]
    private(set) var problems: [String: Group] = [:]
    private var kind = ""

    mutating func add(_ record: SavedPlan.Record, to sink: ByteSink) throws {
      for problem in record.problems ?? [] { note(problem, record) }
      guard record.problems == nil, record.action.isWritten else { return }
      if record.kind != kind { try end(sink) }
      kind = record.kind
      let action = record.action.shown(before: (record.fields ?? [:]).values.map(\.before))
      var known = rows[action] ?? (0, [])
      known.count += 1
      if known.rows.count < PlanPage.shownRecords { known.rows.append(row(record)) }
      rows[action] = known
    }

    /// Writes the tables of the kind that is done.
    mutating func end(_ sink: ByteSink) throws {
      for (action, title) in [(PlanAction.update, "Changed"), (.create, "New")] {
        guard let known = rows[action] else { continue }
        let more = known.count - known.rows.count
        try sink.write(
          """
          <h2>\(title): \(PlanPage.words(kind)) <span class="quiet">(\(known.count))</span></h2>
          <div class="wide"><table><thead><tr><th>Line</th><th>Key</th><th>\(action == .update ? "Before → after" : "Fields")</th></tr></thead>
          <tbody>\(known.rows.joined(separator: "\n"))</tbody></table></div>
          \(more > 0 ? "<p class=\"quiet\">… and \(more) more</p>" : "")

          """)
      }
      rows.removeAll()
    }

    private func row(_ record: SavedPlan.Record) -> String {
      let fields = (record.fields ?? [:]).filter { $0.value.after != PlanValue.whenApplied }.sorted { $0.key < $1.key }
        .map { field, change in
          let after = "<span class=\"after\">\(HTMLText.line(change.after ?? "–"))</span>"
          guard record.action == .update || change.before != nil else {
            return "\(PlanPage.words(field)) \(HTMLText.line(change.after ?? "–"))"
          }
          return
            "\(PlanPage.words(field)) <span class=\"before\">\(HTMLText.line(change.before ?? "–"))</span> → \(after)"
        }
      let line = record.at.map { $0.line ?? $0.record }.map { "\($0)" } ?? ""
      return
        "<tr><td class=\"number\">\(line)</td><td>\(HTMLText.line((record.key ?? []).joined(separator: " ")))</td>"
        + "<td>\(fields.joined(separator: "<br>"))</td></tr>"
    }

    private mutating func note(_ problem: SavedPlan.Record.RecordedProblem, _ record: SavedPlan.Record) {
      // A plan that somebody made up may name any number of codes.
      guard problems[problem.code] != nil || problems.count < 200 else { return }
      let rank = ["error": 0, "guard": 1, "warning": 2][problem.severity] ?? 3
      let title = ["error": "Errors", "guard": "To be accepted", "warning": "Warnings"][problem.severity] ?? "Notices"
      var group = problems[problem.code] ?? Group(title: title, remedy: problem.remedy, rank: rank)
      group.count += 1
      if group.rows.count < PlanPage.shownRecords {
        let field = [problem.field ?? "", problem.path ?? ""].filter { !$0.isEmpty }.map { HTMLText.line($0) }
        let cells = [problem.value ?? "", problem.message].map { "<td>\(HTMLText.line($0))</td>" }
        group.rows.append(
          "<tr><td class=\"number\">\((problem.line ?? record.at?.line).map { "\($0)" } ?? "")</td>"
            + "<td class=\"number\">\(record.at?.record.description ?? "")</td>"
            + "<td>\(field.joined(separator: "<br>"))</td>\(cells.joined())</tr>")
      }
      problems[problem.code] = group
    }
  }

  // MARK: Text

  private static func words(_ name: String) -> String { HTMLText.line(name.replacing("_", with: " ")) }
}
