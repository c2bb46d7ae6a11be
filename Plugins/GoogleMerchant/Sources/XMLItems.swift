internal import FormatKit
internal import XMLReading

/// Takes the items out of a feed of RSS 2.0, Atom 1.0 or their elders.
final class XMLItems {
  private let reader: XMLEventReader
  private let source: String
  private var depth = 0
  private(set) var form = ""
  private(set) var title: String?
  /// What was reported once, by name. Its size is limited, because names come from the file.
  private var told: Set<String> = []

  init(_ source: ByteSource, charset: Charset?) throws(Problems) {
    self.source = source.name
    reader = try XMLEventReader(source, charset: charset)
  }

  var findings: [SourceFinding] { reader.findings }

  private static let roots = ["rss": "RSS 2.0", "feed": "Atom", "RDF": "RSS 1.0"]

  /// The next item; nil at the end of the feed.
  func next() throws(Problems) -> FeedItem? {
    while let event = try reader.next() {
      switch event {
      case .begin(let tag):
        if depth == 0 {
          guard let known = Self.roots[tag.name] else {
            throw Problems(
              .wrongFormat, source: source, at: SourcePosition(line: tag.line, path: tag.path), value: tag.name,
              "the document is a '\(tag.name)', no feed of products: that begins with rss or feed")
          }
          form = known
          depth = 1
        } else if tag.name == "channel" {
          depth += 1
        } else if tag.name == "item" || tag.name == "entry" {
          return item(try reader.subtree())
        } else if tag.name == "title", title == nil {
          title = try reader.subtree().text
        } else {
          try reader.skip()
        }
      case .text: break
      case .end: depth -= 1
      }
    }
    return nil
  }

  private func place(_ element: XMLElement) -> FeedPlace {
    FeedPlace(line: element.line, byteOffset: element.byteOffset, field: element.name, path: element.path)
  }

  private func item(_ element: XMLElement) -> FeedItem {
    var start = place(element)
    start.field = nil
    var item = FeedItem(at: start)
    for problem in reader.takeProblems() {
      let position = problem.position
      let place = FeedPlace(
        line: position.line, column: position.column, byteOffset: position.byteOffset, field: position.field,
        path: position.path)
      item.problems.append(
        ItemProblem(problem.code, at: place, value: problem.value, problem.message, remedy: problem.remedy))
    }
    var ofFeed: [(name: String, value: FeedValue)] = []
    for child in element.children {
      if FeedNames.isGoogle(child.namespace) {
        if child.children.count > GroupText.maximumParts {
          item.problems.append(
            ItemProblem(
              .merchantInvalidValue, at: place(child), value: child.name,
              "\(child.name) has \(child.children.count) parts, of which \(GroupText.maximumParts) are taken",
              remedy: "Look for an element that is closed too late."))
        }
        item.add(child.name.lowercased(), value(child))
      } else if FeedNames.isCustom(child.namespace) {
        item.add("c:\(child.name)", value(child))
      } else if FeedNames.isFeed(child.namespace) {
        takeFeedElement(child, &ofFeed, &item)
      } else {
        tell(.merchantLeftOut, child, "'\(ItemProblem.shortened(child.name))' of another namespace is left out", &item)
      }
    }
    // What the feed says of the item serves where Google's own attribute is missing.
    for (name, value) in ofFeed where item.first(name) == nil { item.add(name, value) }
    return item
  }

  private func takeFeedElement(
    _ child: XMLElement, _ ofFeed: inout [(name: String, value: FeedValue)], _ item: inout FeedItem
  ) {
    switch child.name {
    case "link" where child[attribute: "href"] != nil:
      guard ["alternate", nil].contains(child[attribute: "rel"]) else { return }
      var found = value(child)
      found.text = (child[attribute: "href"] ?? "").trimmingXMLSpace()
      ofFeed.append(("link", found))
    case "title", "link", "description", "summary":
      ofFeed.append((FeedNames.ofItems[child.name] ?? child.name, value(child)))
    case "id" where form == "Atom": ofFeed.append(("id", value(child)))
    case _ where AttributeTable.attribute(child.name) != nil:
      tell(.merchantOutsideNamespace, child, "'\(child.name)' stands without the prefix g:", &item)
      item.add(child.name, value(child))
    default:
      tell(.merchantLeftOut, child, "'\(ItemProblem.shortened(child.name))' is not product data and left out", &item)
    }
  }

  /// Reports the first element with a name.
  private func tell(_ code: Problem.Code, _ child: XMLElement, _ message: String, _ item: inout FeedItem) {
    guard told.count < 1000, told.insert("\(code.id) \(child.name)").inserted else { return }
    item.problems.append(ItemProblem(code, at: place(child), value: child.name, message + "; others may be too"))
  }

  private func value(_ element: XMLElement) -> FeedValue {
    let name = element.name.lowercased()
    let isGroup = AttributeTable.attribute(name)?.parts.isEmpty == false
    guard isGroup || !element.children.isEmpty else { return FeedValue(text: element.text, place: place(element)) }
    guard !element.children.isEmpty else {
      return FeedValue(
        text: element.text, parts: GroupText.parts(element.text, of: name, given: nil), place: place(element))
    }
    let parts = element.children.prefix(GroupText.maximumParts).map { ($0.name.lowercased(), $0.text) }
    return FeedValue(text: element.text, parts: parts.filter { !$0.1.isEmpty }, place: place(element))
  }
}

extension String {
  /// The text without the white space of XML at its ends.
  fileprivate func trimmingXMLSpace() -> String {
    let isSpace = { (byte: UInt8) in byte == 0x20 || (0x09...0x0D).contains(byte) }
    var bytes = utf8.drop(while: isSpace)
    while let last = bytes.last, isSpace(last) { bytes.removeLast() }
    return String(Substring(bytes))
  }
}
