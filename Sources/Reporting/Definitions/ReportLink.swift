internal import ProblemKit
internal import RetailValues
internal import Stock
internal import Yams

/// A link from a figure to what it is made of, such as `reports/variance-detail?session={session}`.
///
/// Pages that are files have none: there is nothing that they could lead to. A page that is served begins them with
/// ``ReportOptions/links``. A link holds codes and parameters, never figures: who follows it sees what their role may see.
/// Links to imports are only there with ``ReportOptions/linksImports``, and to drafts of orders with ``ReportOptions/linksDrafts``.
struct ReportLink: Hashable, Sendable {
  /// The address with the names of columns in braces; `{place}`, `{period}` and `{within}` are the parameters of this run. Of a
  /// parameter that is in the address twice, the first counts: what the row is of comes before what the run was of.
  let address: String

  /// The parameters of a run, by the names that links have for them.
  static let parameters = ["place", "period", "within"]

  /// The tags of links that not every reader may follow, by the beginning of the address.
  private static let limited = [("imports/", "import_links"), ("orders/draft", "draft_links")]

  /// What follows the name of a column whose parameter is its code, or `without=` its name in a row that has none.
  private static let orWithout = " or without"

  /// The columns in the address.
  var columns: [String] { names.filter { !Self.parameters.contains($0) }.map(Self.column(of:)) }

  /// All that is in braces in the address, in its order.
  private var names: [String] {
    address.split(separator: "{").dropFirst().compactMap { $0.split(separator: "}").first.map(String.init) }
  }

  /// The address without what is in braces.
  var fixedPart: String { address.replacing(#/\{[^{}]*\}/#, with: "") }

  private static func column(of name: String) -> String {
    name.hasSuffix(orWithout) ? String(name.dropLast(orWithout.count)) : name
  }

  /// A template as it is for a page without links.
  static func removed(from template: String) -> String {
    template.replacing(#/\{\{#report\.links\}\}.*?\{\{\/report\.links\}\}/#, with: "")
  }

  /// Puts an anchor around what a cell shows, as a part of a template: where links lead somewhere, and where the row has
  /// what the link needs.
  func around(_ value: String) -> String {
    var target = address.replacing("&", with: "&amp;")
    var conditions = ["report.links"] + Self.limited.filter { address.hasPrefix($0.0) }.map { "report.\($0.1)" }
    for name in names where !Self.parameters.contains(name) {
      let column = Self.column(of: name)
      let (code, hasCode) = ("{{\(column).address}}", "\(column).has_text")
      if column == name {
        target = target.replacing("{\(name)}", with: code)
        conditions.append(hasCode)
      } else {
        let without = "{{^\(hasCode)}}without=\(column){{/\(hasCode)}}"
        target = target.replacing("{\(name)}", with: "{{#\(hasCode)}}\(column)=\(code){{/\(hasCode)}}\(without)")
      }
    }
    for name in Self.parameters { target = target.replacing("{\(name)}", with: "{{report.\(name)_parameters}}") }
    let begin = conditions.map { "{{#\($0)}}" }.joined()
    let end = conditions.reversed().map { "{{/\($0)}}" }.joined()
    return "\(begin)<a href=\"{{report.links}}\(target)\">\(end)\(value)\(begin)</a>\(end)"
  }
}

extension DefinitionReader {
  /// The link of a column's cells.
  mutating func link(_ node: Node, of column: String, among names: [String]) -> ReportLink? {
    let link = ReportLink(address: node.scalar?.string ?? "")
    for name in link.columns where !names.contains(name) {
      problem(
        node, "the link of '\(column)' has '{\(name)}', which is not a column of the query",
        remedy: "Name a column of the query, or {place}, {period} or {within} for the parameters."
          + suggestion(for: name, among: names))
    }
    let allowed = link.fixedPart.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_/?=&#".contains($0)) }
    if link.address.isEmpty || link.address.hasPrefix("/") || !allowed {
      problem(
        node, "the link of '\(column)' is not an address of the shop's pages",
        remedy: "Write it as reports/variance-detail?session={session}.")
    }
    return link
  }
}

extension ReportArguments {
  /// Parameters for the addresses of links, as they were given: those of the period, or the others.
  ///
  /// A run without a period says so, because a page that is opened without one chooses the last month.
  static func encoded(_ given: [String: String], of report: Report, isPeriod: Bool) -> String {
    let ofPeriod: Set = ["from", "to"]
    let parameters = report.parameters.filter { ($0.type == .period || ofPeriod.contains($0.name)) == isPeriod }
    let pairs = parameters.compactMap { parameter in
      given[parameter.name].map { "\(parameter.name)=\(ReportCell.inAddress($0))" }
    }
    guard pairs.isEmpty, let period = parameters.first(where: { $0.type == .period }) else {
      return pairs.joined(separator: "&")
    }
    return "\(period.name)="
  }

  /// The period of this run for the addresses of links, as it was given, with the moments that are the report's own defaults: a
  /// list with other defaults then has the same period.
  func within(_ given: [String: String], of report: Report, formatting: Formatting) -> String {
    let asGiven = Self.encoded(given, of: report, isPeriod: true)
    if report.parameters.contains(where: { $0.type == .period && given[$0.name] != nil }) { return asGiven }
    let bounds = ["from", "to"].compactMap { name -> String? in
      if let text = given[name] { return "\(name)=\(ReportCell.inAddress(text))" }
      guard types[name] == .dateTime, let moment = values[name], moment != .null else { return nil }
      return "\(name)=\(ReportCell.inAddress(formatting.exact(moment, as: .dateTime)))"
    }
    return bounds.isEmpty ? asGiven : bounds.joined(separator: "&")
  }
}

extension ReportCell {
  /// A text as a part of an address (RFC 3986, section 2.3).
  static func inAddress(_ text: String) -> String {
    var address = ""
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "~"):
        address.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        address += "%" + (digits.utf8.count < 2 ? "0" : "") + digits
      }
    }
    return address
  }
}
