internal import RetailValues

/// The fields of a form that were not taken, on the page that shows the form again.
///
/// Each field is known by its identifier in the page. So a template has fields with identifiers, and nothing more.
struct FailedFields {
  /// Those that the page has, each with the words about it as HTML.
  private let fields: [(id: String, why: String)]

  /// - Parameters:
  ///   - failure: what is wrong.
  ///   - page: the page with the form, as HTML.
  ///   - shown: a text in the language of the page.
  init(_ failure: PageFailure, in page: String, shown: (LocalizedText) -> String) {
    fields = failure.fields.filter { page.contains(Self.attribute($0.id)) }.map {
      (id: $0.id, why: HTMLText.escaped(shown($0.text)))
    }
  }

  /// The identifiers of the fields.
  var ids: Set<String> { Set(fields.map { $0.id }) }

  /// The page with the words at each field, which says that it is wrong, and with the field's section unfolded.
  func marked(in page: String) -> String {
    fields.reduce(page) { Self.marked($0, id: $1.id, why: $1.why) }
  }

  private static func attribute(_ id: String) -> String { " id=\"\(HTMLText.escaped(id))\"" }

  private static func marked(_ page: String, id: String, why: String) -> String {
    guard let found = page.firstRange(of: attribute(id)), let begin = page[..<found.lowerBound].lastIndex(of: "<"),
      let end = page[found.upperBound...].firstIndex(of: ">")
    else { return page }
    var tag = String(page[begin...end])
    let isField = ["<input ", "<select ", "<textarea "].contains { tag.hasPrefix($0) }
    // A cell of a plan has its own words.
    guard isField, !tag.contains(" aria-invalid=") else { return page }
    // A space would end its name in the list of those that describe the field.
    let note = HTMLText.escaped(id).replacing(" ", with: "-") + "-why"
    var notes = note
    if let described = tag.firstMatch(of: #/ aria-describedby="([^"]*)"/#) {
      notes += " \(described.output.1)"
      tag = tag.replacing(described.output.0, with: "")
    }
    tag.insert(contentsOf: " aria-invalid=\"true\" aria-describedby=\"\(notes)\"", at: tag.index(before: tag.endIndex))
    var (before, label) = (page[..<begin], page[begin..<begin])
    // The words are not a part of what a tick is called.
    if let start = before.ranges(of: "<label").last?.lowerBound, before[start...].hasSuffix(">"),
      before[start...].count(where: { $0 == ">" }) == 1
    {
      (before, label) = (before[..<start], before[start...])
    }
    let rest = page[page.index(after: end)...]
    return "\(unfolded(before))<span class=\"why\" id=\"\(note)\">\(why)</span>\(label)\(tag)\(rest)"
  }

  /// The page up to a field, with the section that has the field unfolded.
  private static func unfolded(_ before: Substring) -> String {
    guard let section = before.ranges(of: "<details").last, !before[section.upperBound...].contains("</details>"),
      !before[section.upperBound...].prefix(while: { $0 != ">" }).contains(" open")
    else { return String(before) }
    return "\(before[..<section.upperBound]) open\(before[section.upperBound...])"
  }
}
