internal import FormatKit
internal import RetailValues

/// Writes items as RSS 2.0 or Atom 1.0.
struct XMLFeedOutput: FeedOutput {
  private let sink: ByteSink
  private let isAtom: Bool

  init(_ options: GoogleMerchantOptions, _ sink: ByteSink) throws(Problems) {
    self.sink = sink
    isAtom = options.form == .atom
    let title = try Self.head(options.title ?? "Products", "title")
    let link = try Self.head(options.link ?? "", "link")
    let spaces = "xmlns:g=\"\(FeedNames.google)\" xmlns:c=\"\(FeedNames.custom)\""
    try sink.write("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
    if isAtom {
      try sink.write("<feed xmlns=\"\(FeedNames.atom)\" \(spaces)>\n<title>\(title)</title>\n")
      if !link.isEmpty { try sink.write("<id>\(link)</id>\n<link rel=\"alternate\" href=\"\(link)\"/>\n") }
      if let updated = options.updated { try sink.write("<updated>\(try Self.head(updated, "updated"))</updated>\n") }
    } else {
      try sink.write("<rss version=\"2.0\" \(spaces)>\n<channel>\n<title>\(title)</title>\n<link>\(link)</link>\n")
      try sink.write("<description>\(title)</description>\n")
    }
  }

  private static func head(_ text: String, _ option: String) throws(Problems) -> String {
    guard let escaped = escaped(text) else {
      throw Problems(
        .invalidOption, value: text, "the option '\(option)' holds a character that is not allowed in XML",
        remedy: "Leave control characters out.")
    }
    return escaped
  }

  func write(_ item: WrittenItem) throws(Problems) {
    try sink.write(isAtom ? "<entry>\n" : "<item>\n")
    if isAtom { try element("id", item.id, "id", item) }
    try element("g:id", item.id, "id", item)
    for name in item.names {
      for value in item.values[name] ?? [] { try write(value, name, item) }
    }
    try sink.write(isAtom ? "</entry>\n" : "</item>\n")
  }

  func finish() throws(Problems) { try sink.write(isAtom ? "</feed>\n" : "</channel>\n</rss>\n") }

  private func write(_ value: KeptValue, _ name: String, _ item: WrittenItem) throws(Problems) {
    switch value {
    case .parts(let parts):
      let tag = try tag(name, item)
      try sink.write("<\(tag)>")
      for part in parts {
        let inner = try self.tag(part.name, item, isPart: true)
        try sink.write("<\(inner)>\(try text(part.text, name, item))</\(inner)>")
      }
      try sink.write("</\(tag)>\n")
    case .text(let text):
      switch name {
      case "title": try element("title", text, name, item)
      case "description": try element(isAtom ? "summary" : "description", text, name, item)
      case "link" where isAtom: try sink.write("<link href=\"\(try self.text(text, name, item))\"/>\n")
      case "link": try element("link", text, name, item)
      default: try element(try tag(name, item), text, name, item)
      }
    }
  }

  private func element(_ tag: String, _ content: String, _ name: String, _ item: WrittenItem) throws(Problems) {
    try sink.write("<\(tag)>\(try text(content, name, item))</\(tag)>\n")
  }

  /// The name with its prefix.
  private func tag(_ name: String, _ item: WrittenItem, isPart: Bool = false) throws(Problems) -> String {
    let isCustom = name.hasPrefix("c:")
    let local = isCustom ? name.dropFirst(2) : name[...]
    let isName =
      local.first.map { $0.isASCII && ($0.isLetter || $0 == "_") } == true
      && local.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "_-.".contains($0)) }
    guard isName, local.utf8.count <= 200 else {
      throw item.unwritable(
        name, name, "the attribute '\(ItemProblem.shortened(name))' of '\(item.id)' has no name that XML allows",
        remedy: "Name it with letters, digits and underscores, or leave the attributes out with --fields.")
    }
    return (isCustom && !isPart ? "c:" : "g:") + local
  }

  private func text(_ text: String, _ name: String, _ item: WrittenItem) throws(Problems) -> String {
    guard let escaped = Self.escaped(text) else {
      throw item.unwritable(
        name, text, "\(name) of '\(item.id)' holds a character that is not allowed in XML",
        remedy: "Take control characters out of the text.")
    }
    return escaped
  }

  /// The text with the signs of markup as references; nil when it has a character that XML does not.
  private static func escaped(_ text: String) -> String? {
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 9, 10, 13: continue
      case 0..<0x20, 0xFFFE, 0xFFFF: return nil
      default: continue
      }
    }
    return HTMLText.escaped(text).replacing("\r", with: "&#13;")
  }
}
