extension TagNames {
  /// How an element's name is written.
  enum Style: Sendable {
    case reference, short
  }

  /// The reference name of an element, and in which style its name is written; nil for a name that ONIX does not have.
  static func resolve(_ name: String) -> (name: String, style: Style)? {
    if references.contains(name) { return (name, .reference) }
    return shortTags[name].map { ($0, .short) }
  }

  private static let entries: [(reference: String, short: String)] = table.split(whereSeparator: \.isWhitespace).map {
    let parts = $0.split(separator: "=")
    let reference = String(parts[0])
    return (reference, parts.count > 1 ? String(parts[1]) : reference.lowercased())
  }

  private static let references = Set(entries.map(\.reference))

  private static let shortTags = Dictionary(entries.map { ($0.short, $0.reference) }) { first, _ in first }

  /// Elements of XHTML, which texts may contain.
  static let markup: Set<String> = Set(
    """
    a abbr acronym address area b bdo big blockquote br caption center cite code col colgroup dd del dfn dir div dl dt em
    font h1 h2 h3 h4 h5 h6 hr i img ins kbd li map ol p pre q rb rbc rp rt rtc ruby s samp small span strong style sub sup
    table tbody td tfoot th thead tr tt u ul var
    """.split(whereSeparator: \.isWhitespace).map(String.init))
}
