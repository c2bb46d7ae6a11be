/// The namespaces of feeds and the names in them.
enum FeedNames {
  static let google = "http://base.google.com/ns/1.0"
  static let custom = "http://base.google.com/cns/1.0"
  static let atom = "http://www.w3.org/2005/Atom"

  /// Whether a namespace is Google's, written with or without care.
  static func isGoogle(_ namespace: String?) -> Bool { normalised(namespace) == "base.google.com/ns/1.0" }

  static func isCustom(_ namespace: String?) -> Bool { normalised(namespace) == "base.google.com/cns/1.0" }

  private static let feeds: Set<String> = ["www.w3.org/2005/atom", "purl.org/atom/ns#", "purl.org/rss/1.0"]

  /// Whether an element is of the feed itself: RSS 2.0 has no namespace, the others have one each.
  static func isFeed(_ namespace: String?) -> Bool { namespace == nil || feeds.contains(normalised(namespace)) }

  private static func normalised(_ namespace: String?) -> String {
    var text = (namespace ?? "").lowercased()
    for scheme in ["http://", "https://"] where text.hasPrefix(scheme) { text.removeFirst(scheme.count) }
    while text.hasSuffix("/") { text.removeLast() }
    return text
  }

  /// The meanings of an item's elements that are not Google's.
  static let ofItems = ["title": "title", "link": "link", "description": "description", "summary": "description"]

  /// The name of an attribute as a header or an element has it: `image link`, `g:image_link`, `Image link [image_link]`.
  static func attribute(_ text: String) -> String {
    var name = text[...]
    if let start = name.lastIndex(of: "["), let end = name.lastIndex(of: "]"), start < end {
      name = name[name.index(after: start)..<end]
    }
    let words = name.split { $0.isWhitespace || $0 == "_" }
    var joined = words.joined(separator: "_").lowercased()
    if joined.hasPrefix("g:") { joined.removeFirst(2) }
    return joined
  }
}
